"""Where the editors keep the parts of a project."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from agi_emu.authoring.importing.agikit_files import items_of, picture_of, project_of, words_of
from agi_emu.facts.errors import GameError, ResourceError
from agi_emu.facts.numbers import number_in, whole
from agi_emu.facts.versions import DEFAULT_V2
from agi_emu.host_files.inside import Inside
from agi_emu.host_files.reading import SOURCE, decoded_text, read_whole
from agi_emu.logic.compiler import as_on_disk
from agi_emu.logic.dialects import AGI_STUDIO, AGIKIT, WINAGI, Dialect, files_of
from agi_emu.logic.winagi import RESERVED_NAMES, RESOURCE_IDS, ids_text, properties_of, reserved_text
from agi_emu.resources.interpreter import nearest_profile
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.project_settings import CODE_PAGES

_LAST_NUMBER = 255
_WINAGI_ENDINGS = {".agp": Kind.PICTURE, ".agv": Kind.VIEW, ".ags": Kind.SOUND}
_WINAGI_SOURCES = "src"
_AGIKIT_FOLDERS = {Kind.PICTURE: "pic", Kind.VIEW: "view", Kind.SOUND: "sound", Kind.LOGIC: "logic"}
_STUDIO_RESOURCE = re.compile(r"(picture|view|sound)\.(\d{1,3})", re.IGNORECASE)
_STUDIO_LOGIC = re.compile(AGI_STUDIO.source_name, re.IGNORECASE)
_NUMBER = re.compile(r"\d+")


@dataclass(slots=True)
class ForeignProject:
    """A project of another editor: what lies where."""

    dialect: Dialect
    folder: Path
    sources: Path
    """The folder of its logics."""
    logics: dict[int, Path] = field(default_factory=dict)
    other_logics: dict[int, list[Path]] = field(default_factory=dict)
    """Further sources of the same numbers, which count if they are what the game was built from."""
    labels: dict[tuple[Kind, int], str] = field(default_factory=dict)
    """The ids of resources."""
    resources: dict[tuple[Kind, int], tuple[Path, bytes]] = field(default_factory=dict)
    """Resources in files of their own, with their bytes."""
    common: dict[str, bytes] = field(default_factory=dict)
    """Files with names that every logic knows."""
    words: dict[str, int] | bytes = b""
    """Words where no game lies there, or the whole file."""
    items: list[tuple[str, int]] | bytes = b""
    highest_object: int = 15
    interpreter: str = DEFAULT_V2.name
    game_id: str = ""
    code_page: str = ""
    """Python's name of the code page of its texts; "" where the project does not say."""
    has_game: bool = True
    """The built game lies in the folder, or may do so."""
    notes: list[str] = field(default_factory=list)


def find_project(folder: Path, inside: Inside) -> ForeignProject:
    """Return the project in a folder; GameError where no editor's is there."""
    for find in (_winagi, _agikit, _agi_studio):
        found = find(folder, inside)
        if found is not None:
            return found
    below = [each for each in sorted(folder.iterdir()) if each.is_dir() and is_project(each)]
    hint = f"; {below[0]} looks like one" if below else ""
    raise GameError(
        f"{folder}: not a project of WinAGI (it has a file *.wag), agikit (agikit-project.json) or AGI Studio "
        f"(src/logic0.txt or src/logic.000){hint}"
    )


def is_project(folder: Path) -> bool:
    """Return whether a folder holds a project of another editor."""
    return bool(files_of(WINAGI, folder) or files_of(AGIKIT, folder) or studio_sources(folder))


def _winagi(folder: Path, inside: Inside) -> ForeignProject | None:
    properties = files_of(WINAGI, folder)
    if not properties:
        return None
    general, ids = properties_of(read_whole(inside.checked(properties[0]), SOURCE))
    sources = as_on_disk(
        folder, general.get("resdir", _WINAGI_SOURCES).replace("\\", "/").strip("/") or _WINAGI_SOURCES
    )
    found = ForeignProject(WINAGI, folder, inside.checked(sources if sources.is_dir() else folder))
    found.labels = {(Kind(kind), number): name for (kind, number), name in ids.items()}
    ending = f".{general.get('sourcefileext', 'lgc').lower()}"
    by_name = {path.name.lower(): path for path in _files(found.sources, inside)}
    for (kind, number), name in found.labels.items():
        path = by_name.get(f"{name}{ending}".lower())
        if kind is Kind.LOGIC and path is not None:
            found.logics[number] = path
    if not ids:
        _take_numbered_logics(found, by_name, ending)
    numbers = {(kind, name.lower()): number for (kind, number), name in found.labels.items()}
    for path in by_name.values():
        kind_of_file = _WINAGI_ENDINGS.get(path.suffix.lower())
        number_of_file = numbers.get((kind_of_file, path.stem.lower())) if kind_of_file else None
        if kind_of_file and number_of_file is not None:
            found.resources[kind_of_file, number_of_file] = path, read_whole(path, SOURCE)
    for name in WINAGI.common_files:
        path = by_name.get(name, as_on_disk(folder, name))
        if path.is_file():
            found.common[name] = read_whole(inside.checked(path), SOURCE)
    if ids:
        found.common.setdefault(RESOURCE_IDS, ids_text(ids).encode())
    found.common.setdefault(RESERVED_NAMES, reserved_text(general).encode())
    _take_lists(found, inside)
    if number_in(general.get("codepage", ""), max(CODE_PAGES)) in CODE_PAGES:
        found.code_page = f"cp{whole(general['codepage'])}"
    profile = nearest_profile(general.get("interpreter", ""))
    found.interpreter = profile.name if profile else found.interpreter
    return found


def _take_numbered_logics(found: ForeignProject, by_name: dict[str, Path], ending: str) -> None:
    """Take Logic12.lgc: what sources are called unless the author says otherwise; old property files have no ids."""
    for name, path in by_name.items():
        if match := re.fullmatch(rf"logic(\d+){re.escape(ending)}", name):
            number = number_in(match[1], _LAST_NUMBER)
            if number is not None:
                found.logics[number] = path


def _agikit(folder: Path, inside: Inside) -> ForeignProject | None:
    settings = files_of(AGIKIT, folder)
    if not settings:
        return None
    sources = folder / "src"
    found = ForeignProject(AGIKIT, folder, sources / _AGIKIT_FOLDERS[Kind.LOGIC], has_game=False)
    found.game_id, version = project_of(_text(settings[0], inside))
    profile = nearest_profile(version)
    found.interpreter = profile.name if profile else found.interpreter
    for kind, name in _AGIKIT_FOLDERS.items():
        for path in _files(sources / name, inside):
            if not _NUMBER.fullmatch(path.stem) or int(path.stem) > _LAST_NUMBER:
                continue
            if kind is Kind.LOGIC:
                found.logics[int(path.stem)] = path
            elif path.suffix.lower() == f".agi{name}":
                try:
                    data = _agikit_picture(path) if kind is Kind.PICTURE else read_whole(path, SOURCE)
                    found.resources[kind, int(path.stem)] = path, data
                except ResourceError as problem:
                    found.notes.append(f"{path.name} is left out: {problem}")
    if (sources / "words.txt").is_file():
        found.words = words_of(_text(sources / "words.txt", inside), found.notes)
    if (sources / "object.json").is_file():
        found.items, found.highest_object = items_of(_text(sources / "object.json", inside))
    return found


def _agikit_picture(path: Path) -> bytes:
    """Return the bytes of a picture; agikit itself takes what is not JSON as those bytes."""
    data = read_whole(path, SOURCE)
    return picture_of(decoded_text(data, errors="replace")) if data.lstrip().startswith(b"{") else data


def _agi_studio(folder: Path, inside: Inside) -> ForeignProject | None:
    sources = studio_sources(folder)
    if sources is None:
        return None
    found = ForeignProject(AGI_STUDIO, folder, inside.checked(sources))
    for path in _files(sources, inside):
        if _STUDIO_LOGIC.fullmatch(path.name) and _is_text(path):
            number = int(_number_in(path))
            if number > _LAST_NUMBER:
                continue
            # The editor writes three digits; a name with fewer was given by hand.
            paths = [found.logics.get(number, path), *found.other_logics.get(number, ()), path]
            first, *others = sorted(dict.fromkeys(paths), key=lambda each: -len(_number_in(each)))
            found.logics[number] = first
            if others:
                found.other_logics[number] = others
        elif (match := _STUDIO_RESOURCE.fullmatch(path.name)) and int(match[2]) <= _LAST_NUMBER:
            found.resources[Kind(match[1].lower()), int(match[2])] = path, read_whole(path, SOURCE)
    _take_lists(found, inside)
    return found


def _number_in(path: Path) -> str:
    match = _NUMBER.search(path.name)
    assert match is not None
    return match[0]


def studio_sources(folder: Path) -> Path | None:
    """Return the folder with the logics of AGI Studio, None if there is none."""
    for place in (as_on_disk(folder, "src"), folder):
        if place.is_dir() and any(_STUDIO_LOGIC.fullmatch(path.name) and _is_text(path) for path in place.iterdir()):
            return place
    return None


def _is_text(path: Path) -> bool:
    """Return whether a file is a source; a logic that was extracted as its bytes has zeros."""
    return path.is_file() and b"\0" not in read_whole(path, SOURCE)


def _take_lists(found: ForeignProject, inside: Inside) -> None:
    """Take the lists of words and items as they lie in the project's folder."""
    found.words = _bytes_of(as_on_disk(found.folder, "words.tok"), inside)
    found.items = _bytes_of(as_on_disk(found.folder, "object"), inside)


def _bytes_of(path: Path, inside: Inside) -> bytes:
    return read_whole(inside.checked(path), SOURCE) if path.is_file() else b""


def _files(folder: Path, inside: Inside) -> list[Path]:
    if not folder.is_dir():
        return []
    return [inside.checked(path) for path in sorted(folder.iterdir()) if path.is_file()]


def _text(path: Path, inside: Inside) -> str:
    return decoded_text(read_whole(inside.checked(path), SOURCE), errors="replace")
