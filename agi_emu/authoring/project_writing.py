"""A game as a project folder, the inverse of building it; and new projects from templates.

Every source is tried at once: what would not become the same resource again is written as its bytes instead.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from agi_emu.authoring.extraction import Extraction
from agi_emu.authoring.guessed_names import NAMES_FILE, Guesses, guess_names
from agi_emu.data import template_files
from agi_emu.facts.errors import AgiError, LogicError, ResourceError
from agi_emu.facts.font import FACE_FILE, RUSSIAN_CODE_PAGE
from agi_emu.host_files.drafts import write_files
from agi_emu.host_files.reading import decoded_text
from agi_emu.logic.compiler import compile_logic
from agi_emu.logic.dialects import AGI_EMU, Dialect
from agi_emu.logic.disassembler import needs_raw_form
from agi_emu.logic.lexer import SOURCE_ENCODING, source_text
from agi_emu.resources.credits import mistake_in
from agi_emu.resources.directory_finding import MAX_ENTRIES
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.logic_source import project_source, usual_resource
from agi_emu.resources.projects.lists import items_list, parse_items_list, parse_words_list, words_list
from agi_emu.resources.projects.picture_script import picture_script
from agi_emu.resources.projects.picture_source import parse_picture
from agi_emu.resources.projects.project import FOLDERS, OTHER_FILES, RAW_SUFFIX, as_stored
from agi_emu.resources.projects.project_settings import FILE, ProjectSettings
from agi_emu.resources.projects.sound_source import parse_sound as parse_notes
from agi_emu.resources.projects.sound_source import sound_script
from agi_emu.resources.projects.view_script import view_source
from agi_emu.resources.releases import Extension
from agi_emu.resources.sound import parse_sound
from agi_emu.resources.titles import title_from
from agi_emu.resources.volumes import Presence
from agi_emu.resources.writing.game_files import ItemNames, items_file, ordered_words_file, words_file
from agi_emu.resources.writing.volume_writing import Missing

_COPIED = ("pal.", FACE_FILE, "hgc_font")
"""Files of a game that a project has as they are: palettes and letters."""
"""Files of an extension: palettes by the number of their picture."""
_LONGEST_ID = 6
_GAME_ID = re.compile(r'^\s*GameID\s*=\s*"?(\w{1,6})\b', re.M | re.A)
"""In WinAGI's property file (reference: EXT-17)."""

_NOT_THE_SAME = "its source would not give the same bytes"

Sources = dict[str, bytes]
"""Files by their path within the project."""


def extract_project(game: Game, folder: Path, extraction: Extraction) -> list[Path]:
    """Write the sources of a game into a folder, from which `build_project` makes the same resources."""
    files = project_files(game, extraction, guesses=guess_names(game, _code_page(game, extraction)))
    write_files(folder, files)
    return [folder / name for name in files]


Labels = Mapping[tuple[Kind, int], str]
"""What follows the number in the names of a resource's sources: ``ego`` of ``views/0-ego.view``."""


def project_files(
    game: Game,
    extraction: Extraction,
    *,
    dialect: Dialect = AGI_EMU,
    labels: Labels = MappingProxyType({}),
    common: Mapping[str, bytes] = MappingProxyType({}),
    guesses: Guesses | None = None,
) -> Sources:
    """Return the sources of a game, in a dialect; `common` are the files whose names all its logics will know.

    With `guesses` the sources have names that were guessed, and comments.
    """
    files: Sources = {}
    if guesses is not None:
        labels, common = guesses.labels, {**common, NAMES_FILE: guesses.definitions.encode()}
        files[f"{FOLDERS[Kind.LOGIC][0]}/{NAMES_FILE}"] = common[NAMES_FILE]
    code_page = _code_page(game, extraction)
    items, settings = _items(game, code_page)
    words, is_in_order = _words(game)
    settings = replace(
        settings,
        game_id=_game_id(game),
        credits=game.credits,
        interpreter=game.profile.name,
        highest_object=min(max(game.items.object_count - 1, 0), 0xFF),
        dialect=dialect,
        code_page=code_page,
        words_in_order=is_in_order,
        directory_lengths={
            kind: length for kind in Kind if (length := game.volumes.directory_length(kind)) != MAX_ENTRIES
        },
        missing=_missing(game),
    )
    if settings.missing:
        extraction.notes.append(
            f"{sum(map(len, settings.missing.values()))} resources are in the directories, but not in the game; "
            f"{FILE} keeps their numbers"
        )
    files[FILE] = settings.as_toml().encode()
    files |= items | words
    raw_logics = 0
    other_bytes: Counter[Kind] = Counter()
    for kind in Kind:
        for number in game.volumes.numbers(kind):
            name = source_name(kind, number, labels)
            try:
                found = _resource(game, kind, number, name, settings, common, guesses)
            except (AgiError, UnicodeEncodeError) as problem:
                reason = str(problem).splitlines()[0]
                extraction.notes.append(f"{kind} {number} is written as its bytes: {reason}")
                found = _Found({f"{name}{RAW_SUFFIX}": _bytes(game, kind, number)})
            if damage := game.stored(kind, number).damage:
                extraction.notes.append(f"{kind} {number} is damaged: {damage}")
            files |= found.files
            other_bytes[kind] += not found.is_exact
            raw_logics += kind is Kind.LOGIC and _holds_raw_form(found.files)
    if raw_logics:
        extraction.notes.append(
            f"{raw_logics} of {len(game.logics)} logics have parts that no statement stands for; they hold those bytes"
        )
    if parts := [f"{count} {kind}{'s' * (count > 1)}" for kind, count in other_bytes.items() if count]:
        extraction.notes.append(f"the same in other bytes when they are built: {' and '.join(parts)}")
    files |= {
        f"{OTHER_FILES}/{name}": data
        for name in sorted(game.files)
        if name.startswith(_COPIED) and (data := game.files.get(name)) is not None
    }
    return files


def _code_page(game: Game, extraction: Extraction) -> str:
    """Return the code page of a game's texts: the one that was given, or that of its extension."""
    own = RUSSIAN_CODE_PAGE if Extension.AGDS in game.extensions else SOURCE_ENCODING
    return extraction.code_page or own


def _holds_raw_form(files: Sources) -> bool:
    """Return whether a logic is its bytes, wholly or in part."""
    return any(name.endswith(RAW_SUFFIX) or needs_raw_form(data.decode()) for name, data in files.items())


def _game_id(game: Game) -> str:
    """Return what a game calls itself in its property file or its files' names, else what its folder is called."""
    for name in sorted(game.files):
        if name.endswith(".wag") and (
            match := _GAME_ID.search(decoded_text(game.files.get(name) or b"", errors="replace"))
        ):
            return match[1].upper()
    name = game.layout.prefix or "".join(letter for letter in game.id if letter.isascii() and letter.isalnum())
    return name[:_LONGEST_ID].upper()


def source_name(kind: Kind, number: int, labels: Labels) -> str:
    """Return the name of a resource's source in the project, without its ending."""
    label = re.sub(r"[^\w.-]+", "-", labels.get((kind, number), ""))
    return f"{FOLDERS[kind][0]}/{number}{'-' * bool(label)}{label}"


def _bytes(game: Game, kind: Kind, number: int) -> bytes:
    return usual_resource(game, number) if kind is Kind.LOGIC else game.stored(kind, number).data


@dataclass(frozen=True, slots=True)
class _Found:
    """The sources of a resource."""

    files: Sources
    is_exact: bool = True
    """They make its bytes again, not only what shows or sounds the same."""


def _resource(
    game: Game,
    kind: Kind,
    number: int,
    name: str,
    settings: ProjectSettings,
    common: Mapping[str, bytes],
    guesses: Guesses | None,
) -> _Found:
    """Return the sources of a resource; ResourceError if they would not make the same one."""
    data = _bytes(game, kind, number)
    if kind is not Kind.LOGIC:
        return _drawn_or_heard(kind, number, name, data, settings.code_page)
    dialect, code_page = settings.dialect or AGI_EMU, settings.code_page
    item_names = [item.name.decode(code_page, "replace") for item in game.items]

    def read(file: str) -> str:
        if file not in common:
            raise FileNotFoundError(file)
        return source_text(common[file], code_page)

    # Where the common files give a reserved name another meaning, the source does without such names.
    guessed = guesses.names if guesses else {}
    heading = guesses.headings.get(number, "") if guesses else ""
    for has_names, names in ((True, guessed), (True, {}), (False, {})):
        text = heading + project_source(
            game,
            number,
            dialect=dialect,
            has_reserved_names=has_names,
            names=names,
            file=NAMES_FILE,
            code_page=code_page,
        )
        try:
            made = compile_logic(
                text,
                words=game.words,
                items=item_names,
                profile=game.profile,
                read_include=read,
                dialect=dialect,
                code_page=code_page,
            )
        except LogicError:
            continue
        if made == data:
            return _Found({f"{name}{FOLDERS[kind][1]}": text.encode()})
    raise ResourceError(_NOT_THE_SAME)


def resource_files(kind: Kind, number: int, name: str, data: bytes, code_page: str) -> Sources:
    """Return the sources of a picture, view or sound, or its bytes where there are none; `name` as `source_name`."""
    try:
        return _drawn_or_heard(kind, number, name, data, code_page).files
    except (AgiError, UnicodeEncodeError):
        return {f"{name}{RAW_SUFFIX}": data}


def _drawn_or_heard(kind: Kind, number: int, name: str, data: bytes, code_page: str) -> _Found:
    folder, suffix = FOLDERS[kind]
    images: Sources = {}
    match kind:
        case Kind.PICTURE:
            text = picture_script(data)
            is_exact = is_same = parse_picture(text) == data
        case Kind.VIEW:
            source = view_source(data, name.rpartition("/")[2], code_page)
            text, is_same, is_exact = source.text, True, source.is_exact
            images = {f"{folder}/{image_name}": image for image_name, image in source.strips.items()}
        case _:
            sound = parse_sound(number, data)
            if sound.notes:
                raise ResourceError(sound.notes[0])
            text = sound_script(sound)
            made = parse_notes(text)
            is_same, is_exact = parse_sound(number, made).voices == sound.voices, made == data
    if not is_same:
        raise ResourceError(_NOT_THE_SAME)
    return _Found({f"{name}{suffix}": text.encode(), **images}, is_exact)


def _missing(game: Game) -> Missing:
    """Return what the directories have and the game not."""
    missing: dict[Kind, dict[int, int | None]] = {}
    for kind in Kind:
        for number in range(game.volumes.directory_length(kind)):
            presence = game.presence(kind, number)
            if presence in (Presence.VOLUME_MISSING, Presence.WRONG_HEADER):
                missing.setdefault(kind, {})[number] = game.volume_missing(kind, number)
    return missing


def _items(game: Game, code_page: str) -> tuple[Sources, ProjectSettings]:
    """Return the list of items and the settings with which it becomes the same file."""
    raw = game.files.get("object") or b""
    try:
        text = items_list(((item.name.decode(code_page), item.room) for item in game.items), code_page)
        items = as_stored(parse_items_list(text, "items.txt", code_page=code_page), code_page)
        for is_encrypted in (game.profile.items_encrypted, not game.profile.items_encrypted):
            for names in ItemNames:
                made = items_file(items, game.items.object_count - 1, is_encrypted=is_encrypted, names_stored=names)
                if made == raw:
                    is_usual = is_encrypted == game.profile.items_encrypted
                    settings = ProjectSettings(items_encrypted=None if is_usual else is_encrypted, item_names=names)
                    return {"items.txt": text.encode()}, settings
    except (AgiError, ValueError, OverflowError):
        pass
    return {f"items{RAW_SUFFIX}": raw}, ProjectSettings()


def _words(game: Game) -> tuple[Sources, bool]:
    """Return the list of words, and whether its order is that of the file."""
    raw = game.files.get("words.tok") or b""
    entries = game.words.entries
    try:
        by_group = words_list(sorted(entries, key=lambda entry: (entry[1], entry[0])))
        if words_file(dict(parse_words_list(by_group, "words.txt"))) == raw:
            return {"words.txt": by_group.encode()}, False
    except AgiError:
        pass
    try:
        in_order = words_list(entries)
        if ordered_words_file(parse_words_list(in_order, "words.txt", may_repeat=True)) == raw:
            return {"words.txt": in_order.encode()}, True
    except (AgiError, UnicodeEncodeError):
        pass
    return {f"words{RAW_SUFFIX}": raw}, False


TEMPLATES: Mapping[str, tuple[tuple[str, ...], str]] = MappingProxyType(
    {
        "empty": (("ego", "empty"), "one room to walk in"),
        "menu": (("ego", "menu"), "title screen, menu with keys, one room, death and restart"),
        "garden": (("ego", "garden"), "the game of the guide: two rooms, a key, a locked shed"),
    }
)
"""Name of a template -> the folders that it is made of, and a line of help."""
_ID, _TITLE = b'"GAME"', b'"A new game"'
"""What stands for id and title in a template."""


def new_project(template: str, name: str) -> Sources:
    """Return the files of a new project; `name` is that of its folder."""
    files: Sources = {}
    for folder in TEMPLATES[template][0]:
        files |= template_files(folder)
    title = title_from(name)
    game_id = re.sub(r"\W|_", "", name, flags=re.ASCII)[:_LONGEST_ID].upper() or "GAME"
    shown = title if not mistake_in("title", title) else "A new game"
    return {
        path: data.replace(_ID, f'"{game_id}"'.encode()).replace(_TITLE, f'"{shown}"'.encode())
        for path, data in files.items()
    }
