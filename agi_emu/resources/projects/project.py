"""Games as folders of sources, and the game made from them.

A project holds ``game.toml`` (see `project_settings`), ``words.txt`` and ``items.txt`` (see `lists`), and folders of
numbered sources: ``logics/0-main.lgc``, ``pictures/1-title.pic``, ``views/0-ego.view`` with its images or
``views/2-dog.aseprite``, ``sounds/1-tune.sound``. A resource may also stand there as its bytes: ``views/7.bin``; so may
the lists: ``words.bin``,
``items.bin``. What lies in ``files`` becomes part of the game as it is. Includes of logics lie beside them and have
names that begin with a letter.

A memory keeps what the sources made, so that only those are translated again that have changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path

from agi_emu.facts.errors import AgiError, GameError, LogicError, ResourceError, together
from agi_emu.facts.mistakes import WARNING, Mistake, Note, mistakes_of
from agi_emu.facts.numbers import whole
from agi_emu.facts.versions import VersionProfile
from agi_emu.host_files.inside import Inside
from agi_emu.host_files.reading import GAME, SOURCE, Stamp, read_text, read_whole, stamp
from agi_emu.logic.code import decoded, unsupported_commands
from agi_emu.logic.compiler import CompilerReport, compile_file
from agi_emu.logic.lexer import SOURCE_ENCODING
from agi_emu.logic.mentions import Mention, defined_names
from agi_emu.resources.items import detect_items
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.aseprite import SUFFIXES as SPRITES
from agi_emu.resources.projects.lists import parse_items_list, parse_words_list
from agi_emu.resources.projects.picture_source import parse_picture
from agi_emu.resources.projects.project_settings import FILE as SETTINGS
from agi_emu.resources.projects.project_settings import ProjectSettings, read_settings
from agi_emu.resources.projects.sound_source import parse_sound
from agi_emu.resources.projects.strips import aseprite_view, read_nearest, read_strip
from agi_emu.resources.projects.view_source import parse_view
from agi_emu.resources.words import parse_words
from agi_emu.resources.writing import game_files
from agi_emu.resources.writing.volume_writing import packed

_MOST_PARTS = 2048
"""Resources whose packed or decoded form is kept: twice as many as a game can have."""
_MOST_SHARED = 100_000
"""Mentions in files that logics include, after which those of earlier texts are forgotten."""


@dataclass(frozen=True, slots=True)
class Translated:
    """What became of a source."""

    data: bytes
    notes: Sequence[str] = ()
    places: Mapping[int, str] = field(default_factory=dict)
    """Of a logic: offset of a statement -> file and line."""
    mentions: Sequence[Mention] = ()
    """Of a logic: what it mentions where, if that is kept."""
    problem: AgiError | None = None
    """What is wrong; then the rest is what could be made out."""


@dataclass(frozen=True, slots=True)
class _Kept:
    given: object
    files: Mapping[Path, Stamp]
    translated: Translated


class BuildMemory:
    """Keeps what was translated, by the files that were read for it, and other forms of what has not changed.

    With `keeps_mentions` also what logics mention where.
    """

    def __init__(self, *, keeps_mentions: bool = False) -> None:
        self.keeps_mentions = keeps_mentions
        self.pack = lru_cache(_MOST_PARTS)(packed)
        self.decode = lru_cache(_MOST_PARTS)(decoded)
        self._kept: dict[tuple[Kind, int], _Kept] = {}
        self._shared: dict[Mention, Mention] = {}

    def translated(
        self, kind: Kind, number: int, given: object, translate: Callable[[list[Path]], Translated]
    ) -> Translated:
        """Return what a source makes; `translate` puts the files that it reads into a list.

        `given` is all else that the result depends on.
        """
        kept = self._kept.get((kind, number))
        if kept is not None and kept.given == given and all(stamp(path) == then for path, then in kept.files.items()):
            return kept.translated
        files: list[Path] = []
        made = translate(files)
        self._kept[kind, number] = _Kept(given, {path: stamp(path) for path in files}, made)
        return made

    def shared(self, mentions: Sequence[Mention], file: str) -> Sequence[Mention]:
        """Return the mentions of a logic; those of what it includes are kept once for all logics."""
        if len(self._shared) > _MOST_SHARED:
            self._shared.clear()
        return tuple(each if each.file == file else self._shared.setdefault(each, each) for each in mentions)


FOLDERS: Mapping[Kind, tuple[str, str]] = {
    Kind.LOGIC: ("logics", ".lgc"),
    Kind.PICTURE: ("pictures", ".pic"),
    Kind.VIEW: ("views", ".view"),
    Kind.SOUND: ("sounds", ".sound"),
}
"""The folder of each kind of resource and the ending of its sources."""
RAW_SUFFIX = ".bin"
OTHER_FILES = "files"
SOURCE_PATTERNS = (
    SETTINGS,
    *(f"{name}{suffix}" for name in ("words", "items") for suffix in (".txt", RAW_SUFFIX)),
    *(f"{name}/**/*" for name, _ in FOLDERS.values()),
    "**/*.lgc",
    f"{OTHER_FILES}/**/*",
)
"""The files that a project is made of, relative to its folder."""
_LAST_NUMBER = 255


@dataclass(slots=True)
class Project:
    """A project that was read: everything that goes into the game."""

    settings: ProjectSettings
    words: bytes = b""
    items: bytes = b""
    resources: dict[Kind, dict[int, bytes]] = field(default_factory=lambda: {kind: {} for kind in Kind})
    other_files: dict[str, bytes] = field(default_factory=dict)
    places: dict[tuple[int, int], str] = field(default_factory=dict)
    """Number of a logic and offset of a statement in its code -> file and line of its source."""
    names: dict[str, str] = field(default_factory=dict)
    """Names that logics define, to what each stands for, such as v30; where mentions are kept."""


def build_project(
    folder: Path,
    target: Path,
    *,
    profile: VersionProfile | None = None,
    is_forced: bool = False,
    follow: bool = False,
    notes: list[str] | None = None,
    memory: BuildMemory | None = None,
) -> Path:
    """Build a project folder into a game: a zip archive if `target` ends in .zip, else a folder; return `target`.

    `profile` converts the game for another interpreter; commands that it lacks or counts otherwise are an error that
    lists them, unless `is_forced`. With `follow` the sources may name files outside of the folder. With the `memory` of
    an earlier build only what has changed is translated. Raises LogicError, ResourceError or GameError with file and
    line for what is wrong in the sources, and GameError where `target` is something that was not built here.
    """
    game_files.refuse_foreign_game(target)
    project = read_project(folder, follow=follow, notes=notes, memory=memory)
    if profile is not None:
        project = converted(project, profile, is_forced=is_forced)
    return write_project(project, target, memory)


def write_project(project: Project, target: Path, memory: BuildMemory | None = None) -> Path:
    """Write the game of a project that was read, see `build_project`; return `target`."""
    settings = project.settings
    return game_files.write_game(
        target,
        game_files.GameContents(
            logics=project.resources[Kind.LOGIC],
            pictures=project.resources[Kind.PICTURE],
            views=project.resources[Kind.VIEW],
            sounds=project.resources[Kind.SOUND],
            words=project.words,
            items=project.items,
        ),
        interpreter=settings.interpreter,
        game_id=settings.game_id,
        credits=settings.credits,
        directory_lengths=settings.directory_lengths,
        missing=settings.missing,
        other_files=project.other_files,
        pack=memory.pack if memory else packed,
    )


def read_project(
    folder: Path, *, follow: bool = False, notes: list[str] | None = None, memory: BuildMemory | None = None
) -> Project:
    """Return what the sources of a project make; the error names all that is wrong, in all files.

    With `follow` they may name files outside of the folder. With the `memory` of an earlier look only what has changed
    is translated.
    """
    found = ProjectSources(folder, follow=follow, memory=memory)
    problems, settings = found.problems, found.settings
    if notes is not None:
        notes += files_left_out(folder, FOLDERS)
    project = Project(settings, found.words, found.items)

    for kind in Kind:
        for number, path in sources(folder, kind).items():
            made = found.made(kind, number, path)
            project.resources[kind][number] = made.data
            if made.problem is not None:
                problems.append(made.problem)
                continue
            if notes is not None:
                notes.extend(made.notes)
            project.names |= defined_names(made.mentions)
            project.places |= {(number, offset): place for offset, place in made.places.items()}
    for kind, numbers in settings.missing.items():
        for number in sorted(numbers.keys() & project.resources[kind].keys()):
            problems.append(ResourceError.at(SETTINGS, f"{kind} {number} is said to be missing, but has a source"))
    if problems:
        raise _together(problems)
    if (folder / OTHER_FILES).is_dir():
        others = sorted(path for path in (folder / OTHER_FILES).iterdir() if path.is_file())
        project.other_files = {path.name.upper(): read_whole(found.inside.checked(path), GAME) for path in others}
    return project


class ProjectSources:
    """The sources of a project as they are now: settings and lists, and what each other makes when it is asked for."""

    folders: Mapping[Kind, str] = {kind: name for kind, (name, _) in FOLDERS.items()}
    """Where the sources of a kind lie within the project."""

    def __init__(self, folder: Path, *, follow: bool = False, memory: BuildMemory | None = None) -> None:
        """Read settings, words and items; what is wrong with them goes to `problems`."""
        self._memory = BuildMemory() if memory is None else memory
        self.inside = Inside(folder, follow)
        self.problems = _Problems()
        self.mentions: list[Mention] | None = [] if self._memory.keeps_mentions else None
        """What the lists mention where."""
        self.settings, self.words, self.items = settings, *_ = self._read()
        self.word_groups = parse_words(self.words)
        self.item_names = [item.name.decode(settings.code_page, "replace") for item in detect_items(self.items)]
        self._given = (self.words, self.items, settings.interpreter, settings.dialect, settings.code_page)
        # A logic also knows files that need not have been there.
        self._names = sorted(path.name for path in (folder / self.folders[Kind.LOGIC]).glob("*"))

    def _read(self) -> tuple[ProjectSettings, bytes, bytes]:
        """Return settings, words and items."""
        self.inside.checked(self.inside.folder / SETTINGS)
        settings = read_settings(self.inside.folder, self.problems)
        # What a line with a mistake says is known all the same, so that the logics are not called wrong for it.
        words = self.problems.caught(lambda: _words(self.inside, settings, self.problems, self.mentions))
        items = self.problems.caught(lambda: _items(self.inside, settings, self.problems, self.mentions))
        return settings, words, items

    def made(self, kind: Kind, number: int, path: Path) -> Translated:
        """Return what a source makes; its `problem` names all that is wrong in it."""
        given = (path, self._given, self._names if kind is Kind.LOGIC else ())
        return self._memory.translated(kind, number, given, partial(self._translated, kind, path))

    def _translated(self, kind: Kind, path: Path, read: list[Path]) -> Translated:
        folder = self.folders[kind]
        listing = CompilerReport(mentions=[] if self._memory.keeps_mentions else None)
        data, problem = b"", None
        try:
            data = self._data(kind, path, read, listing)
        except AgiError as error:
            # Without what it came through, which holds the whole source.
            problem = type(error)(str(error), _in_folder(error.mistakes, folder))
        notes = [Note(note, *_in_folder(mistakes_of(note), folder)) for note in listing.notes]
        mentions = self._memory.shared(listing.mentions or (), path.name)
        return Translated(data, notes, listing.places, mentions, problem)

    def _data(self, kind: Kind, path: Path, read: list[Path], listing: CompilerReport) -> bytes:
        def checked(path: Path) -> Path:
            read.append(path)
            return self.inside.checked(path)

        checked(path)
        if path.suffix.lower() == RAW_SUFFIX:
            return read_whole(path, SOURCE)
        match kind:
            case Kind.LOGIC:
                return compile_file(
                    path,
                    words=self.word_groups,
                    items=self.item_names,
                    profile=self.settings.profile,
                    dialect=self.settings.dialect,
                    listing=listing,
                    checked=checked,
                    code_page=self.settings.code_page,
                )
            case Kind.PICTURE:
                return parse_picture(read_text(path, SOURCE), path.name)
            case Kind.VIEW if path.suffix.lower() in SPRITES:
                return aseprite_view(path, listing.notes)
            case Kind.VIEW:
                return parse_view(
                    read_text(path, SOURCE),
                    path.name,
                    lambda name: read_strip(checked(path.parent / name)),
                    lambda name: read_nearest(checked(path.parent / name)),
                    listing.notes,
                    self.settings.code_page,
                )
            case Kind.SOUND:
                return parse_sound(read_text(path, SOURCE), path.name)


def converted(project: Project, profile: VersionProfile, *, is_forced: bool = False) -> Project:
    """Return a project's game for another interpreter; LogicError lists what its commands cannot mean there."""
    unsupported = [] if is_forced else list(_unsupported(project, profile))
    if unsupported:
        raise LogicError("\n".join([f"{profile.name} cannot run this game unchanged:", *unsupported]))
    items = detect_items(project.items)
    if project.settings.profile.items_encrypted != profile.items_encrypted and items.key != b"":
        project.items = items.plain
    elif profile.items_encrypted and not project.settings.profile.items_encrypted:
        names = [(item.name.decode("cp437"), item.room) for item in items]
        project.items = game_files.items_file(names, items.object_count - 1)
    return replace(project, settings=replace(project.settings, interpreter=profile.name))


def _unsupported(project: Project, profile: VersionProfile) -> list[str]:
    lines = []
    for number, data in project.resources[Kind.LOGIC].items():
        code = data[2 : 2 + int.from_bytes(data[:2], "little")]
        for offset, problem in unsupported_commands(code, project.settings.profile, profile):
            place = project.places.get((number, offset), f"logic {number}, offset {offset}")
            lines.append(f"{place}: {problem}")
    return lines


def sources(folder: Path, kind: Kind) -> dict[int, Path]:
    """Return the sources of a kind by the number that their names begin with."""
    name, suffix = FOLDERS[kind]
    found: dict[int, Path] = {}
    for path in sorted(folder.joinpath(name).glob("*")):
        match = re.match(r"\d+", path.name)
        if match is None or path.suffix.lower() not in (suffix, RAW_SUFFIX, *(SPRITES if kind is Kind.VIEW else ())):
            continue
        number = whole(match[0])
        if number > _LAST_NUMBER:
            raise GameError.at(f"{name}/{path.name}", f"the numbers of a {kind} go from 0 to {_LAST_NUMBER}")
        if number in found:
            already = f"another file already has the number {number}: {found[number].name}; rename one of the two"
            raise GameError.at(f"{name}/{path.name}", already)
        found[number] = path
    return dict(sorted(found.items()))


def _words(
    inside: Inside, settings: ProjectSettings, problems: list[AgiError], mentions: list[Mention] | None
) -> bytes:
    raw = inside.folder / f"words{RAW_SUFFIX}"
    if raw.exists():
        return read_whole(inside.checked(raw), SOURCE)
    text = read_text(inside.checked(inside.folder / "words.txt"), SOURCE)
    may_repeat = settings.words_in_order
    entries = parse_words_list(text, "words.txt", may_repeat=may_repeat, problems=problems, mentions=mentions)
    return game_files.ordered_words_file(entries) if settings.words_in_order else game_files.words_file(dict(entries))


def _items(
    inside: Inside, settings: ProjectSettings, problems: list[AgiError], mentions: list[Mention] | None
) -> bytes:
    raw = inside.folder / f"items{RAW_SUFFIX}"
    if raw.exists():
        return read_whole(inside.checked(raw), SOURCE)
    is_encrypted, code_page = settings.items_encrypted, settings.code_page
    text = read_text(inside.checked(inside.folder / "items.txt"), SOURCE)
    entries = parse_items_list(text, "items.txt", problems=problems, code_page=code_page, mentions=mentions)
    return game_files.items_file(
        as_stored(entries, code_page),
        settings.highest_object,
        is_encrypted=settings.profile.items_encrypted if is_encrypted is None else is_encrypted,
        names_stored=settings.item_names,
    )


def as_stored(items: Sequence[tuple[str, int]], code_page: str) -> list[tuple[str, int]]:
    """Return items whose names, as those of the PC, are the bytes that a code page makes of them."""
    return [(name.encode(code_page).decode(SOURCE_ENCODING), room) for name, room in items]


class _Problems(list[AgiError]):
    """The errors so far."""

    def caught(self, make: Callable[[], bytes]) -> bytes:
        """Return what `make` makes; keep the error of what is wrong."""
        try:
            return make()
        except AgiError as problem:
            self.append(problem)
            return b""


def _in_folder(mistakes: Sequence[Mistake], folder: str) -> Sequence[Mistake]:
    """Return mistakes with the paths of their files within the project."""
    return [each._replace(file=f"{folder}/{each.file}") if folder and each.file else each for each in mistakes]


def _together(problems: list[AgiError]) -> AgiError:
    """Return one error that says everything."""
    # What is wrong in an included file is wrong in each logic that includes it.
    different = list({str(problem): problem for problem in problems}.values())
    return together(different, ResourceError, "files with mistakes")


INCLUDE = re.compile(rb'[#%]include\s*["\']([^"\']+)["\']', re.IGNORECASE)
_TEXT_SUFFIX = ".txt"


def files_left_out(folder: Path, folders: Mapping[Kind, tuple[str, str]]) -> Iterator[Note]:
    """Yield a note for each file that a project makes nothing of; `folders` as in `FOLDERS`."""
    for kind, (name, suffix) in folders.items():
        paths = sorted(path for path in folder.joinpath(name).glob("*") if path.is_file())
        included = _included(paths) if kind is Kind.LOGIC else set()
        for path in paths:
            place = f"{name}/{path.name}"
            has_number = path.name[0].isdecimal()
            why = ""
            if has_number and path.suffix.lower() == _TEXT_SUFFIX and path.name.lower() not in included:
                why = f"the name of a {kind} ends in {suffix}"
            elif (
                not has_number
                and path.suffix.lower() in (suffix, *(SPRITES if kind is Kind.VIEW else ()))
                and path.name.lower() not in included
            ):
                why = "no logic includes it, and it has no number" if kind is Kind.LOGIC else "it has no number"
                why += f" in front of its name, as in 3-{path.name}"
            if why:
                yield Note(f"{place} is left out: {why}", Mistake(why, place, rule="left-out", severity=WARNING))


def _included(paths: list[Path]) -> set[str]:
    """Return the names of the files that others include, in lower case."""
    found: set[str] = set()
    for path in paths:
        names = INCLUDE.findall(read_whole(path, SOURCE))
        found |= {re.split(r"[/\\]", name.decode("latin-1"))[-1].lower() for name in names}
    return found
