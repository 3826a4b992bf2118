"""Projects of WinAGI, AGI Studio and agikit as they are: what an editor must know of them without importing them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from agi_emu.authoring.importing.agikit_files import GROUP, WORD
from agi_emu.authoring.importing.gathering import gathered_lists
from agi_emu.authoring.importing.layouts import ForeignProject, find_project, is_project, studio_sources
from agi_emu.facts.errors import GameError
from agi_emu.facts.numbers import whole
from agi_emu.host_files.reading import SOURCE, decoded_text, read_whole
from agi_emu.logic.dialects import AGIKIT, DIALECTS, files_of, project_of
from agi_emu.logic.lexer import SOURCE_ENCODING
from agi_emu.logic.mentions import DEFINING, Mention
from agi_emu.logic.opcodes import Operand
from agi_emu.resources import open_game
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.logic_source import usual_resource
from agi_emu.resources.projects.project import ProjectSources, Translated
from agi_emu.resources.projects.project_settings import ProjectSettings
from agi_emu.resources.writing.game_files import GameContents, items_file, words_file

AGIKIT_LISTS = ("src/words.txt", "src/object.json")
_NAME_IN_JSON = re.compile(r'"name"\s*:\s*("(?:[^"\\]|\\.)*")')


class ForeignSources(ProjectSources):
    """The logics of a project of another editor with its lists, and the other resources of its game."""

    project: ForeignProject
    game: Game | None
    """The built game in the folder, if one is there."""

    def _read(self) -> tuple[ProjectSettings, bytes, bytes]:
        folder = self.inside.folder
        project = self.project = find_project(folder, self.inside)
        self.game = _game_in(project)
        gathered_lists(project, self.inside)
        place = project.sources.relative_to(folder).as_posix()
        self.folders = dict.fromkeys(Kind, "" if place == "." else place)
        words, items = project.words, project.items
        if project.dialect is AGIKIT and self.mentions is not None:
            self.mentions += [*_of_words(folder, AGIKIT_LISTS[0]), *_of_items(folder, AGIKIT_LISTS[1])]
        settings = ProjectSettings(
            project.game_id,
            interpreter=self.game.profile.name if self.game is not None else project.interpreter,
            dialect=project.dialect,
            code_page=project.code_page or SOURCE_ENCODING,
        )
        return (
            settings,
            words if isinstance(words, bytes) else words_file(words),
            items if isinstance(items, bytes) else items_file(items, project.highest_object),
        )

    @property
    def paths(self) -> dict[tuple[Kind, int], Path]:
        """The files of sources and of resources."""
        logics = {(Kind.LOGIC, number): path for number, path in sorted(self.project.logics.items())}
        return logics | {source: path for source, (path, _) in sorted(self.project.resources.items())}

    def made(self, kind: Kind, number: int, path: Path) -> Translated:
        """Return what a source makes, and a resource in a file of its own as it is."""
        if kind is Kind.LOGIC:
            return super().made(kind, number, path)
        return Translated(self.project.resources[kind, number][1])

    def resources(self) -> dict[tuple[Kind, int], bytes]:
        """Return what the game has that no source makes."""
        game, found = self.game, dict[tuple[Kind, int], bytes]()
        if game is not None:
            for kind in (Kind.PICTURE, Kind.VIEW, Kind.SOUND):
                found |= {(kind, number): game.stored(kind, number).data for number in game.volumes.numbers(kind)}
            others = game.logics.keys() - self.project.logics.keys()
            found |= {(Kind.LOGIC, number): usual_resource(game, number) for number in others}
        return found | {source: data for source, (_, data) in self.project.resources.items()}

    def contents(self, data: Mapping[tuple[Kind, int], bytes]) -> GameContents:
        """Return what a game is made of: what the sources made, and these resources."""
        of_kind: dict[Kind, dict[int, bytes]] = {kind: {} for kind in Kind}
        for (kind, number), each in data.items():
            of_kind[kind][number] = each
        logics, pictures, views, sounds = (of_kind[kind] for kind in (Kind.LOGIC, Kind.PICTURE, Kind.VIEW, Kind.SOUND))
        return GameContents(logics, pictures, views, sounds, self.words, self.items)


def folder_of(path: Path) -> Path | None:
    """Return the folder of the project that a file lies in, ours or that of another editor; None if it is in none."""
    folder = project_of(path).resolve()
    if settings_of(folder) is None and studio_sources(folder.parent) == folder:
        return folder.parent
    return folder if holds_project(folder) else None


def holds_project(folder: Path) -> bool:
    """Return whether a folder holds a project, ours or that of another editor."""
    return folder.is_dir() and (settings_of(folder) is not None or is_project(folder))


def settings_of(folder: Path) -> Path | None:
    """Return the file that says that a folder is a project; those of AGI Studio have none."""
    return next((path for dialect in DIALECTS.values() for path in files_of(dialect, folder)), None)


def _game_in(project: ForeignProject) -> Game | None:
    try:
        return open_game(project.folder) if project.has_game else None
    except GameError:
        return None


def _of_words(folder: Path, name: str) -> Iterator[Mention]:
    """Yield where agikit's words and their groups stand."""
    for number, line in enumerate(_lines(folder / name), start=1):
        match = GROUP.fullmatch(line)
        if match is not None:
            group = whole(match[1])
            spans = [match.span(1), *(word.span() for word in WORD.finditer(line, match.start(2)))]
            for position, (start, end) in enumerate(spans):
                yield Mention(Operand.WORDS.value, group, name, number, start + 1, end + 1, DEFINING, position)


def _of_items(folder: Path, name: str) -> Iterator[Mention]:
    """Yield where agikit's items stand: their names, in the order of their numbers."""
    item = 0
    for number, line in enumerate(_lines(folder / name), start=1):
        for match in _NAME_IN_JSON.finditer(line):
            place = match.start(1) + 1, match.end(1) + 1
            yield Mention(Operand.ITEM.value, item, name, number, *place, DEFINING)
            item += 1


def _lines(path: Path) -> list[str]:
    return decoded_text(read_whole(path, SOURCE), errors="replace").split("\n") if path.is_file() else []
