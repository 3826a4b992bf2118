"""Projects of other editors as projects of this one.

What the built game holds is extracted from it; then each logic is replaced by its author's source, and what was made is
built once, to compare it with the game. A source that does not compile lies beside the logic of the game, so that the
project always builds.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agi_emu.authoring.extraction import Extraction
from agi_emu.authoring.importing.layouts import ForeignProject, find_project
from agi_emu.authoring.project_writing import Sources, project_files, resource_files, source_name
from agi_emu.facts.errors import GameError, LogicError
from agi_emu.host_files.inside import Inside
from agi_emu.host_files.reading import SOURCE, read_whole
from agi_emu.logic.compiler import as_on_disk, compile_file, compile_logic
from agi_emu.resources import open_game
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.logic_source import usual_resource
from agi_emu.resources.projects.project import FOLDERS, INCLUDE, RAW_SUFFIX
from agi_emu.resources.writing.game_files import GameContents, write_game

LEFT_SUFFIX = ".txt"
"""Of a source that does not compile: building leaves it out."""
_MOST_NAMED = 10


@dataclass(slots=True)
class Imported:
    """A project that was taken over: its files, and what became of each logic."""

    project: ForeignProject
    files: Sources = field(default_factory=dict)
    same: list[int] = field(default_factory=list)
    """Logics whose sources give the bytes of the game."""
    other: list[int] = field(default_factory=list)
    """Those that give others."""
    new: list[int] = field(default_factory=list)
    """Those that the game does not have."""
    refused: dict[int, str] = field(default_factory=dict)
    """Those that do not compile, with the first mistake; the game's own are in the project, if it has them."""
    without_source: list[int] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def import_project(folder: Path, *, follow: bool = False) -> Imported:
    """Return the sources that are made of a project of WinAGI, AGI Studio or agikit.

    GameError where the folder holds none; with `follow` it may have links that lead out of it.
    """
    inside = Inside(folder, follow)
    project = find_project(folder, inside)
    imported = Imported(project, notes=project.notes)
    with tempfile.TemporaryDirectory() as place:
        game, is_built = _game_of(project, Path(place))
        extraction = Extraction()
        imported.files = project_files(game, extraction, dialect=project.dialect, labels=project.labels)
        imported.notes += extraction.notes
        if not is_built:
            del imported.files[f"{source_name(Kind.LOGIC, 0, project.labels)}{FOLDERS[Kind.LOGIC][1]}"]
        _take_resources(imported, game)
        for number, path in sorted(project.logics.items()):
            _take_logic(imported, number, path, game if is_built else None, game, inside)
        if is_built:
            imported.without_source = [number for number in game.logics if number not in project.logics]
    logics = FOLDERS[Kind.LOGIC][0]
    imported.files |= {f"{logics}/{name}": data for name, data in project.common.items()}
    return imported


def _game_of(project: ForeignProject, place: Path) -> tuple[Game, bool]:
    """Return the game that lies in a project, or an empty one with its lists; and whether it is a built one."""
    if project.has_game:
        try:
            return open_game(project.folder), True
        except GameError as problem:
            project.notes.append(f"there is no built game to compare with: {problem}")
    contents = GameContents(
        logics={0: compile_logic("return();")},
        words=project.words,
        items=project.items,
        max_object=project.highest_object,
    )
    target = place / "empty.zip"
    write_game(target, contents, interpreter=project.interpreter, game_id=project.game_id)
    return open_game(target), False


def _take_resources(imported: Imported, game: Game) -> None:
    """Take the pictures, views and sounds that lie in files of their own and not in the game."""
    for (kind, number), (path, data) in sorted(imported.project.resources.items()):
        if number not in game.volumes.numbers(kind):
            name = source_name(kind, number, imported.project.labels)
            imported.files |= resource_files(kind, number, name, data)
        elif game.stored(kind, number).data != data:
            imported.notes.append(f"{path.name} differs from {kind} {number} of the game, which was taken")


def _take_logic(imported: Imported, number: int, path: Path, built: Game | None, game: Game, inside: Inside) -> None:
    """Take the source of a logic, or lay it aside where it does not compile."""
    name = source_name(Kind.LOGIC, number, imported.project.labels)
    source = read_whole(path, SOURCE)
    in_game = built is not None and number in built.logics
    try:
        included = _included(path, source, imported.project.sources, inside)
        compiled = compile_file(
            path,
            words=game.words,
            items=[item.name.decode("cp437") for item in game.items],
            profile=game.profile,
            dialect=imported.project.dialect,
            checked=inside.checked,
        )
    except LogicError as problem:
        imported.refused[number] = str(problem).splitlines()[0]
        imported.files[f"{name}{LEFT_SUFFIX}"] = source
        return
    imported.files.pop(f"{name}{RAW_SUFFIX}", None)
    imported.files[f"{name}{FOLDERS[Kind.LOGIC][1]}"] = source
    imported.files |= included
    if built is None or not in_game:
        imported.new.append(number)
    else:
        (imported.same if compiled == usual_resource(built, number) else imported.other).append(number)


def _included(path: Path, source: bytes, folder: Path, inside: Inside) -> Sources:
    """Return the files that a source includes, and those that they include, by their place in the new project."""
    found: Sources = {}
    waiting = [(path, source)]
    while waiting:
        includer, text = waiting.pop()
        for match in INCLUDE.findall(text):
            name = match.decode("cp437").replace("\\", "/")
            included = as_on_disk(includer.parent, name)
            if not included.resolve().is_relative_to(folder.resolve()):
                raise LogicError(f"{includer.name} includes {name}, which does not lie in {folder.name}; copy it there")
            place = f"{FOLDERS[Kind.LOGIC][0]}/{included.resolve().relative_to(folder.resolve()).as_posix()}"
            if included.is_file() and place not in found:
                found[place] = read_whole(inside.checked(included), SOURCE)
                waiting.append((included, found[place]))
    return found


def report(imported: Imported) -> list[str]:
    """Return sentences about what came over and what did not."""
    project = imported.project
    name_of = {number: path.name for number, path in project.logics.items()}
    lines = [f"{project.dialect.editor}: {len(project.logics)} sources of logics"]
    if imported.same or imported.other:
        count = len(imported.same) + len(imported.other) + len(imported.refused)
        lines.append(f"{len(imported.same)} of {count} sources give the same bytes as the game")
    for numbers, what in (
        (imported.other, "sources that give other bytes than the game, and were taken"),
        (imported.new if imported.same or imported.other else [], "sources of logics that the game did not have"),
    ):
        if numbers:
            lines.append(f"{what}: {_named([name_of[number] for number in numbers])}")
    for number, mistake in imported.refused.items():
        lines.append(f"{name_of[number]} was laid aside as {number}{LEFT_SUFFIX}, since it does not compile: {mistake}")
    if imported.without_source:
        numbers_text = _named([str(number) for number in imported.without_source])
        lines.append(f"logics without a source, disassembled from the game: {numbers_text}")
    return [*lines, *imported.notes]


def _named(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
