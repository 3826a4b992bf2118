"""A game: its resources, its interpreter, and what was tolerated while reading it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agi_emu.facts.errors import GameError, ResourceError
from agi_emu.facts.mercies import DETECT_PLAIN_OBJECT
from agi_emu.facts.pens import pen_variant
from agi_emu.facts.versions import AGDS, PROFILES, VersionProfile
from agi_emu.resources.credits import Credits, credits_in
from agi_emu.resources.directory_finding import MAX_ENTRIES, Layout, find_directory, find_layout
from agi_emu.resources.disks import IMAGE_SUFFIXES
from agi_emu.resources.files import Folder, GameFiles, OpeningMeter, on_disks, open_folders, split_path
from agi_emu.resources.interpreter import detect_interpreter, directory_md5
from agi_emu.resources.items import Items, detect_items, read_items
from agi_emu.resources.kinds import Kind
from agi_emu.resources.logic import PLAIN, Logic, message_table, parse_logic
from agi_emu.resources.releases import ROOMS_LED_ELSEWHERE
from agi_emu.resources.sound import Sound, parse_sound
from agi_emu.resources.view import View, parse_view
from agi_emu.resources.volumes import Packing, Presence, RawResources, StoredResource, Volumes
from agi_emu.resources.words import Words, parse_words

if TYPE_CHECKING:
    from agi_emu._core.cel_cache import KeptView
    from agi_emu._core.decoding import DecodedLogic
    from agi_emu.resources.drawn_picture import Picture
    from agi_emu.resources.titles import TitleAndRelease


class Game:
    """The read-only contents of one game; make it with `open_game`."""

    def __init__(self, path: Path, files: GameFiles, layout: Layout, profile: VersionProfile | None = None) -> None:
        self.path = path
        self.files = files
        self.layout = layout
        self.read_from(Volumes(files, layout))
        self.interpreter = detect_interpreter(files, layout, self.volumes)
        self.profile = profile or self.interpreter.profile
        self.profile_reason = "it was asked for" if profile else self.interpreter.reason
        self.other_profiles = () if profile else self.interpreter.others
        """Names of profiles that it may need as well: the one taken is a choice."""
        self.id = _name_of(path).lower()
        """The name of the folder or archive, lower case."""
        self._logics: dict[int, Logic] = {}
        self._message_tables: dict[int, bytes] = {}
        self._views: dict[int, View] = {}
        self._sounds: dict[int, Sound] = {}
        self._resource_digests: dict[tuple[Kind, int], bytes] = {}
        self.decoded_logics: dict[tuple[bytes, bytes, bytes], DecodedLogic] = {}
        """What machines of the game have decoded its logics to, by opcodes and code; it belongs to the core."""
        self.kept_views: dict[bytes, KeptView] = {}
        """The unpacked cels of its views, by their bytes; it belongs to the core."""
        self.notes: list[str] = self._first_notes()
        """Notes on what was tolerated, a sentence each."""

    def read_from(self, volumes: Volumes) -> None:
        """Take the resources from some volumes."""
        self.volumes = volumes
        self.logics = RawResources(volumes, Kind.LOGIC)
        self.pictures = RawResources(volumes, Kind.PICTURE)
        self.views = RawResources(volumes, Kind.VIEW)
        self.sounds = RawResources(volumes, Kind.SOUND)

    def __deepcopy__(self, memo: object) -> Game:
        """Return it itself: nothing of it changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it be pickled: it is opened again at its path."""
        return open_game, (self.path, self.profile.name)

    def __repr__(self) -> str:
        return f"<Game {self.id} ({self.profile.name})>"

    def logic(self, number: int) -> Logic:
        """Return a logic: its code, and its messages decrypted."""
        found = self._logics.get(number)
        if found is None:
            stored = self.volumes.read(Kind.LOGIC, number)
            # What is compressed is not encrypted as well (reference: RES-25).
            key = PLAIN if stored.packing is Packing.LZW else self.profile.message_key
            found = self._logics[number] = parse_logic(number, stored.data, key=key, following=stored.following)
        return found

    def logic_if_present(self, number: int) -> Logic | None:
        """Return a logic, None if the game lacks it; the machine asks for every message that it prints."""
        found = self._logics.get(number)
        if found is None and self.presence(Kind.LOGIC, number) is Presence.PRESENT:
            found = self.logic(number)
        return found

    def message_table(self, number: int) -> bytes:
        """Return the messages of a logic as the core reads them."""
        found = self._message_tables.get(number)
        if found is None:
            found = self._message_tables[number] = message_table(self.logic(number).messages)
        return found

    def view(self, number: int) -> View:
        """Return what a view holds; its raw bytes are in `views`."""
        found = self._views.get(number)
        if found is None:
            found = self._views[number] = parse_view(number, self.views[number], self.profile.loop_mirror)
        return found

    def picture(self, number: int) -> Picture:
        """Return a picture as this game's interpreter draws it; its raw bytes are in `pictures`."""
        from agi_emu.resources.drawn_picture import draw_picture

        return draw_picture(number, self.pictures[number], pen_variant(self.profile))

    def sound(self, number: int) -> Sound:
        """Return the notes of a sound; its raw bytes are in `sounds`."""
        found = self._sounds.get(number)
        if found is None:
            found = self._sounds[number] = parse_sound(number, self.sounds[number])
        return found

    @cached_property
    def naming(self) -> TitleAndRelease:
        """Title and release: of a known game, or what its author wrote, what its texts say, or its file name."""
        # Imported when needed: tools that look into games do not ask.
        from agi_emu.resources.titles import TitleAndRelease, known_naming, title_from, title_said

        name = _name_of(self.path)
        known = known_naming(directory_md5(self.files, self.layout), self.credits)
        return known or TitleAndRelease(title_said(self._texts(), name) or title_from(name))

    def _texts(self) -> Iterator[tuple[int, str]]:
        """Yield the texts of the logics that can be read."""
        for number in self.logics:
            with suppress(ResourceError):
                yield from ((number, each.decode("cp437")) for each in self.logic(number).messages if each)

    @cached_property
    def credits(self) -> Credits:
        """What the author says about the game, in the property file of its editor."""
        return credits_in(self.files.contents)

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.naming.title

    @property
    def release(self) -> str:
        """Which release of the game this is, "" if that is not known."""
        return self.naming.release

    @cached_property
    def rooms_led_elsewhere(self) -> Mapping[int, int]:
        """Rooms that new.room with a number takes for another one, in the game's own build of the interpreter."""
        interpreter = self.interpreter
        own_id = interpreter.release.id if interpreter.release else interpreter.built_in_id.decode("latin-1")
        return ROOMS_LED_ELSEWHERE.get((own_id or self.layout.prefix.upper(), self.profile.name), {})

    @cached_property
    def words(self) -> Words:
        """The dictionary; empty if the game has none."""
        return parse_words(self.files.get("words.tok") or b"")

    @cached_property
    def words_by_use(self) -> Mapping[str, int]:
        """The vocabulary, the word first that stands for its group: the one that the texts use most, letters last."""
        used = Counter(word for _, text in self._texts() for word in re.findall("[a-z]+", text.lower()))
        return dict(sorted(self.words.items(), key=lambda entry: (-used[entry[0]], len(entry[0]) == 1)))

    @cached_property
    def items(self) -> Items:
        """The OBJECT file as its author meant it, be it encrypted or plain."""
        return detect_items(self.files.get("object") or b"")

    @cached_property
    def items_strict(self) -> Items:
        """The OBJECT file as the interpreter reads it: from 2.411 on always decrypted, even when it is plain."""
        key = self.profile.message_key if self.profile.items_encrypted else b""
        return read_items(self.files.get("object") or b"", key)

    @cached_property
    def digest(self) -> str:
        """SHA-256 (hex) over name, length and bytes of the game's files; the same for folder and zip."""
        names = {*self.layout.directory_names, *self.layout.volume_names.values(), "object", "words.tok"}
        names |= {name for name in self.files if name.startswith("pal.")}
        import hashlib

        digest = hashlib.sha256()
        for name in sorted(names):
            data = self.files.get(name)
            if data is not None:
                digest.update(name.encode() + b"\0" + len(data).to_bytes(8, "little") + data)
        return digest.hexdigest()

    @cached_property
    def extensions(self) -> frozenset[str]:
        """The additions of fan interpreters that the game uses: AGI256, AGIPAL, AGIMOUSE, AGDS."""
        # Imported when it is needed: few ask, and it stands on the decoding of logics.
        from agi_emu.resources.extensions import find_extensions

        return find_extensions(self.files, self.layout, self.volumes, is_agds=self.interpreter.profile is AGDS)

    def resource_digest(self, kind: Kind, number: int) -> bytes:
        """Return 16 bytes that identify a resource, none if it is missing."""
        key = (kind, number)
        found = self._resource_digests.get(key)
        if found is None:
            import hashlib

            present = self.presence(kind, number) is Presence.PRESENT
            found = hashlib.sha256(self.stored(kind, number).data).digest()[:16] if present else b""
            self._resource_digests[key] = found
        return found

    def stored(self, kind: Kind, number: int) -> StoredResource:
        """Return a resource with how it was stored and what is wrong with it."""
        return self.volumes.read(kind, number)

    @cached_property
    def names_views_behind_directory(self) -> bool:
        """Whether a logic shows or loads a view for which the directory has no room."""
        room = self.volumes.directory_length(Kind.VIEW)
        if room >= MAX_ENTRIES:
            return False
        # Not before the first picture of a game: only strict machines ask.
        from agi_emu.logic.code import Action, decode

        instructions = (each for number in self.logics for each in decode(self.logic(number).code, self.profile))
        return any(
            isinstance(each, Action) and each.opcode.name in ("show.obj", "load.view") and each.operands[0] >= room
            for each in instructions
        )

    def presence(self, kind: Kind, number: int) -> Presence:
        """Return whether a resource is there, and if not, in what way it is missing."""
        return self.volumes.presence(kind, number)

    def volume_missing(self, kind: Kind, number: int) -> int | None:
        """Return the volume (0-15) that would have to be inserted for this resource, None if it is not that."""
        if self.volumes.presence(kind, number) is not Presence.VOLUME_MISSING:
            return None
        entry = self.volumes.entry(kind, number)
        assert entry is not None
        return entry.volume

    @property
    def damage(self) -> tuple[str, ...]:
        """Sentences about what a player will miss in the game's files."""
        return (*self.files.unreadable, *self._missing_volumes())

    def _missing_volumes(self) -> list[str]:
        missing = sorted(self.volumes.on_missing_volumes().items())
        prefix = self.layout.volume_prefix
        return [f"{prefix}vol.{volume} is missing, and {count} of the resources with it" for volume, count in missing]

    def _first_notes(self) -> list[str]:
        notes = [*self.files.unreadable, *self.layout.notes, *self._missing_volumes()]
        for name in ("object", "words.tok"):
            if name not in self.files:
                notes.append(f"{name} is missing: the game has none of what it holds")
        if "words.tok" in self.files:
            notes += self.words.notes
        if "object" in self.files:
            notes += self.items.notes
            if self.profile.items_encrypted and not self.items.key and self.items.count:
                notes.append(
                    f"OBJECT is plain: {self.profile.name} itself decrypts it into garbage ({DETECT_PLAIN_OBJECT.name})"
                )
        return notes


def open_game(path: str | Path, profile: VersionProfile | str | None = None) -> Game:
    """Open the game in a folder, a zip archive or images of disks; it may lie some folders deep.

    A path may lead into an archive: games.zip/one is the game in its folder one.

    `profile` (a profile or its name) overrides the detected interpreter. GameError says what is wrong and what to do.
    """
    path = Path(path)
    if isinstance(profile, str):
        if profile not in PROFILES:
            raise GameError(f"unknown interpreter {profile}; choose one of {', '.join(PROFILES)}")
        profile = PROFILES[profile]
    budget = OpeningMeter(path)
    outer, inner = _split(path)
    with open_folders(outer, budget) as folders:
        found = _games_in(folders, inner)
        what_else = ""
        if not found:
            disks, what_else = on_disks(folders, budget)
            found = _games_in(disks, inner)
        budget.folders(len(found), "games")
        for folder in found:
            files = folder.read(budget)
            layout = find_layout(files)
            if layout is not None:
                break
        else:
            why = (
                f"{outer.name} holds no game in a folder {inner}" if inner else what_else or _why_no_game(path, folders)
            )
            raise GameError(f"{path}: {why}")
    game = Game(path, files, layout, profile)
    if len(found) > 1:
        others = ", ".join(other.folder for other in found if other is not folder)
        game.notes.insert(0, f"there are more games here: this is the one in {files.folder or path}, not in {others}")
    return game


def is_one_game(path: Path) -> bool:
    """Return whether a folder or archive is a game itself, or an archive holds just one; GameError if it is damaged."""
    if path.is_dir():
        return find_directory({entry.name.lower() for entry in path.iterdir()}) is not None
    with open_folders(path, OpeningMeter(path)) as folders:
        found = _games_in(folders, "")
        return len(found) == 1 or any(not each.folder for each in found)


def _split(path: Path) -> tuple[Path, str]:
    try:
        return split_path(path)
    except OSError:
        # Whatever is wrong with the path, opening it says so.
        return path, ""


def _games_in(folders: list[Folder], inner: str) -> list[Folder]:
    """Return the folders that hold a game, of those inside a folder of the archive; "" stands for all."""
    inside = [each for each in folders if not inner or f"{each.folder}/".startswith(f"{inner}/")]
    return [each for each in inside if find_directory(each.members)]


def _name_of(path: Path) -> str:
    path = path.resolve()
    return path.stem if path.suffix.lower() in (".zip", *IMAGE_SUFFIXES) and path.is_file() else path.name


def _why_no_game(path: Path, folders: list[Folder]) -> str:
    """Return what is there instead, and what to do, as the rest of a sentence."""
    if folders[0].disks:
        disks = ", ".join(folders[0].disks)
        return f"no AGI game is on {disks}; put its other disks beside it, with the same name except for a number"
    names = [name for folder in folders for name in folder.members]
    archives = [name for name in names if name.endswith(".zip")]
    if "game.toml" in folders[0].members:
        return f"holds the sources of a game; agi-emu build {path} -o GAME makes it"
    if archives:
        what_to_do = "give one of these" if path.is_dir() else "unpack it and give one of these"
        return f"holds no AGI game but zip archives; {what_to_do}, such as {archives[0]}"
    if not names and not (path.is_dir() and any(path.iterdir())):
        return "is empty; give the folder that holds the game's files"
    return "holds no AGI game (no LOGDIR or ...DIR file with volumes); give the folder with the game's files"
