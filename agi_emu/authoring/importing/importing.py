"""Projects of other editors as projects of this one.

What the built game holds is extracted from it; then each logic is replaced by its author's source. A source that does
not compile, or that gives less than half of the game's logic, lies beside that. What was made is built once, so that
the project always builds.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

from agi_emu.authoring.extraction import Extraction
from agi_emu.authoring.importing.gathering import gathered_lists
from agi_emu.authoring.importing.layouts import ForeignProject, find_project
from agi_emu.authoring.project_writing import Sources, project_files, resource_files, source_name
from agi_emu.facts.errors import AgiError, GameError, LogicError
from agi_emu.facts.versions import VersionProfile
from agi_emu.facts.wording import some_of
from agi_emu.host_files.drafts import write_files
from agi_emu.host_files.inside import Inside, is_below
from agi_emu.host_files.reading import SOURCE, read_whole, stamp
from agi_emu.logic.compiler import as_on_disk, compile_file, compile_logic
from agi_emu.logic.dialects import AGI_STUDIO, AGI_STUDIO_BARE, Dialect
from agi_emu.logic.disassembler import SourceNames, disassemble_logic
from agi_emu.logic.lexer import SOURCE_ENCODING
from agi_emu.resources import open_game
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.logic_source import usual_resource
from agi_emu.resources.projects.project import FOLDERS, INCLUDE, RAW_SUFFIX, read_project
from agi_emu.resources.writing.game_files import GameContents, write_game

LEFT_SUFFIX = ".txt"
"""Of a source that was laid aside: building leaves it out."""
_LOGICS, _LOGIC_SUFFIX = FOLDERS[Kind.LOGIC]
_MOST_NAMED = 10
_LEAST_PART = 2
"""A source that gives less than this part of the game's logic is hardly the one that the game was built from."""
_RELATED: tuple[tuple[Dialect, ...], ...] = ((AGI_STUDIO, AGI_STUDIO_BARE),)
"""Dialects that no file tells apart: the one that gives more of the game's bytes is taken."""


class Fate(StrEnum):
    """What became of a source."""

    SAME = "same"
    """It gives the bytes of the game."""
    OTHER = "other"
    """It gives others, and was taken."""
    NEW = "new"
    """The game does not have this logic."""
    REFUSED = "refused"
    """It does not compile, and was laid aside."""
    SHORT = "short"
    """It gives less than half of the game's logic, and was laid aside."""


@dataclass(frozen=True, slots=True)
class ImportedSource:
    """What became of the source of a logic."""

    file: str
    fate: Fate
    size: int = 0
    """Bytes of the logic that it compiles to; 0 if it does not."""
    game_size: int = 0
    """Bytes of the game's own; 0 if it has none."""
    why: str = ""
    """The first mistake, or the one thing in which its logic differs from the game's, if that is known."""
    difference: tuple[str, ...] = ()
    """The first statements that differ: ``-`` those of the game, ``+`` those of the source."""

    @property
    def is_aside(self) -> bool:
        """Whether the game's own logic was taken instead."""
        return self.fate in (Fate.REFUSED, Fate.SHORT)

    def sentences(self, number: int) -> Iterator[str]:
        """Yield what the author should know about it, nothing if it gives the bytes of the game."""
        place = f"{self.file} was laid aside as {number}{LEFT_SUFFIX}"
        sizes = f"{self.size} bytes, the game's logic {self.game_size}"
        match self.fate:
            case Fate.OTHER:
                yield f"{self.file} gives other bytes than the game, and was taken: {self.why or sizes}"
            case Fate.REFUSED:
                yield f"{place}, since it does not compile: {self.why}"
            case Fate.SHORT:
                yield f"{place}, since it gives less than half of the logic: {sizes}"
        yield from (f"    {line}" for line in self.difference)


@dataclass(slots=True)
class Imported:
    """A project that was taken over: its files, and what became of each source."""

    project: ForeignProject
    files: Sources = field(default_factory=dict)
    sources: dict[int, ImportedSource] = field(default_factory=dict)
    """By the number of the logic."""
    without_source: list[int] = field(default_factory=list)
    """Logics that were disassembled from the game, because no source has their number."""
    notes: list[str] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)
    """Why what was made does not build; usually there is no reason."""

    @property
    def is_whole(self) -> bool:
        """Whether every source was taken, and the project builds."""
        return not self.mistakes and not any(source.is_aside for source in self.sources.values())

    def numbers(self, *fates: Fate) -> list[int]:
        """Return the logics whose sources have one of these fates."""
        return [number for number, source in self.sources.items() if source.fate in fates]

    def as_record(self) -> dict[str, Any]:
        """Return what became of each source, for JSON."""
        lists = {str(fate): self.numbers(fate) for fate in Fate if fate is not Fate.REFUSED}
        refused = {number: source.why for number, source in self.sources.items() if source.fate is Fate.REFUSED}
        each = [{"logic": number, **asdict(source)} for number, source in self.sources.items()]
        return lists | {
            "refused": refused,
            "without_source": self.without_source,
            "sources": each,
            "mistakes": self.mistakes,
        }


def import_project(folder: Path, *, follow: bool = False) -> Imported:
    """Return the sources that are made of a project of WinAGI, AGI Studio or agikit.

    GameError where the folder holds none; with `follow` it may have links that lead out of it.
    """
    inside = Inside(folder, follow)
    project = find_project(folder, inside)
    imported = Imported(project, notes=project.notes)
    with tempfile.TemporaryDirectory() as place:
        game, built = _game_of(project, Path(place), inside)
        sources_of = _Sources(project, game, built, inside)
        project.dialect = sources_of.best_dialect()
        extraction = Extraction(code_page=project.code_page)
        imported.files = project_files(
            game, extraction, dialect=project.dialect, labels=project.labels, common=project.common
        )
        imported.notes += extraction.notes
        if built is None:
            del imported.files[f"{source_name(Kind.LOGIC, 0, project.labels)}{_LOGIC_SUFFIX}"]
        else:
            imported.without_source = [number for number in game.logics if number not in project.logics]
        _take_resources(imported, game)
        imported.files |= {f"{_LOGICS}/{name}": data for name, data in project.common.items()}
        for number in sorted(project.logics):
            _take_logic(imported, number, sources_of)
        _build(imported, built, Path(place) / "project")
    return imported


def _game_of(project: ForeignProject, place: Path, inside: Inside) -> tuple[Game, Game | None]:
    """Return the game that lies in a project, or an empty one with its lists; and once more if it is a built one."""
    if project.has_game:
        try:
            game = open_game(project.folder)
        except GameError as problem:
            project.notes.append(f"there is no built game to compare with: {problem}")
        else:
            return game, game
    gathered_lists(project, inside)
    contents = GameContents(
        logics={0: compile_logic("return();")},
        words=project.words,
        items=project.items,
        max_object=project.highest_object,
    )
    target = place / "empty.zip"
    write_game(target, contents, interpreter=project.interpreter, game_id=project.game_id)
    return open_game(target), None


class _Sources:
    """Compiles the sources of a project and compares them with its game."""

    def __init__(self, project: ForeignProject, game: Game, built: Game | None, inside: Inside) -> None:
        self._project = project
        self._inside = inside
        self._words = game.words_by_use
        self._code_page = project.code_page or SOURCE_ENCODING
        self._items = [item.name.decode(self._code_page, "replace") for item in game.items]
        self._profile = game.profile
        self._logics = {} if built is None else {number: usual_resource(built, number) for number in built.logics}
        related = next((each for each in _RELATED if project.dialect in each), (project.dialect,))
        self._dialects = (project.dialect, *(each for each in related if each != project.dialect))

    def best_dialect(self) -> Dialect:
        """Return the dialect that gives most of the game's logics."""
        if len(self._dialects) == 1:
            return self._dialects[0]
        counts = {dialect: sum(self._is_same(number, dialect) for number in self._logics) for dialect in self._dialects}
        return max(self._dialects, key=lambda dialect: counts[dialect])

    def _is_same(self, number: int, dialect: Dialect) -> bool:
        """Return whether a source of a logic gives the game's bytes; then it is the one that counts."""
        chosen = self._project.logics.get(number)
        paths = () if chosen is None else (chosen, *self._project.other_logics.get(number, ()))
        for path in paths:
            try:
                is_same = self._compiled(path, dialect) == self._logics[number]
            except LogicError:
                continue
            if is_same:
                self._project.logics[number] = path
                self._project.other_logics[number] = [each for each in paths if each != path]
                return True
        return False

    def _compiled(self, path: Path, dialect: Dialect) -> bytes:
        return compile_file(
            path,
            words=self._words,
            items=self._items,
            profile=self._profile,
            dialect=dialect,
            checked=self._inside.checked,
            code_page=self._code_page,
        )

    def taken(self, number: int) -> tuple[ImportedSource, Sources]:
        """Return what becomes of a source, and the files that it includes."""
        path = self._project.logics[number]
        expected = self._logics.get(number, b"")
        try:
            included = _included(path, self._project.sources, self._inside)
            made = self._compiled(path, self._project.dialect)
        except LogicError as problem:
            why = str(problem).splitlines()[0]
            return ImportedSource(path.name, Fate.REFUSED, 0, len(expected), why), {}
        fate = Fate.SAME if made == expected else Fate.OTHER if expected else Fate.NEW
        if fate is Fate.OTHER and len(made) * _LEAST_PART < len(expected):
            fate = Fate.SHORT
        why = self._why(path, expected) if fate is Fate.OTHER else ""
        difference: tuple[str, ...] = ()
        if fate in (Fate.OTHER, Fate.SHORT):
            difference = first_differences(expected, made, self._words, self._items, self._profile, self._code_page)
        return ImportedSource(path.name, fate, len(made), len(expected), why, difference), included

    def _why(self, path: Path, expected: bytes) -> str:
        """Return the one rule of the editor that would give the game's bytes, "" if none does."""
        chosen = self._project.dialect
        for dialect in self._dialects:
            for lowers in (False, True):
                tried = replace(dialect, lowers_values=lowers)
                rules = ["the texts of its #defines were made small letters"] if lowers else []
                if dialect.puts_blanks != chosen.puts_blanks:
                    with_or_without = "with" if dialect.puts_blanks else "without"
                    rules.append(f"the texts of several lines were joined {with_or_without} a blank")
                try:
                    is_same = bool(rules) and self._compiled(path, tried) == expected
                except LogicError:
                    is_same = False
                if is_same:
                    return f"in the game {' and '.join(rules)}, and nothing else differs"
        return ""


def _take_resources(imported: Imported, game: Game) -> None:
    """Take the pictures, views and sounds that lie in files of their own and not in the game."""
    for (kind, number), (path, data) in sorted(imported.project.resources.items()):
        if number not in game.volumes.numbers(kind):
            name = source_name(kind, number, imported.project.labels)
            imported.files |= resource_files(kind, number, name, data, imported.project.code_page or SOURCE_ENCODING)
        elif game.stored(kind, number).data != data:
            imported.notes.append(f"{path.name} differs from {kind} {number} of the game, which was taken")


def _take_logic(imported: Imported, number: int, sources_of: _Sources) -> None:
    """Take the source of a logic, or lay it aside."""
    project = imported.project
    source, included = sources_of.taken(number)
    imported.sources[number] = source
    imported.notes += [
        f"{path.name} is left out: {source.file} is logic {number}, too"
        for path in project.other_logics.get(number, ())
    ]
    name = source_name(Kind.LOGIC, number, project.labels)
    data = read_whole(project.logics[number], SOURCE)
    if source.is_aside:
        imported.files[f"{name}{LEFT_SUFFIX}"] = data
    else:
        imported.files.pop(f"{name}{RAW_SUFFIX}", None)
        imported.files |= {f"{name}{_LOGIC_SUFFIX}": data, **included}


def _included(path: Path, folder: Path, inside: Inside) -> Sources:
    """Return the files that a source includes, and those that they include, by their place in the new project."""
    found: Sources = {}
    waiting = [(path, read_whole(path, SOURCE))]
    while waiting:
        includer, text = waiting.pop()
        for match in INCLUDE.findall(text):
            name = match.decode("cp437").replace("\\", "/")
            included = as_on_disk(includer.parent, name)
            if not is_below(included, folder):
                raise LogicError(f"{includer.name} includes {name}, which does not lie in {folder.name}; copy it there")
            place = f"{_LOGICS}/{included.resolve().relative_to(folder.resolve()).as_posix()}"
            if stamp(included) is not None and included.is_file() and place not in found:
                found[place] = read_whole(inside.checked(included), SOURCE)
                waiting.append((included, found[place]))
    return found


def _build(imported: Imported, built: Game | None, place: Path) -> None:
    """Build what was made, and keep what is wrong with it."""
    write_files(place, imported.files)
    try:
        logics = read_project(place).resources[Kind.LOGIC]
    except AgiError as problem:
        imported.mistakes = str(problem).splitlines()
        return
    of_game = {*imported.without_source, *imported.numbers(Fate.SAME, Fate.REFUSED, Fate.SHORT)}
    imported.mistakes = [
        f"logic {number} does not come out as in the game"
        for number in sorted(of_game & (built.logics.keys() if built else set()))
        if built and logics.get(number) != usual_resource(built, number)
    ]


def report(imported: Imported) -> list[str]:
    """Return sentences about what came over and what did not."""
    project = imported.project
    lines = [f"{project.dialect.editor}: {len(project.logics)} sources of logics"]
    compared = [source for source in imported.sources.values() if source.game_size]
    if compared:
        same = imported.numbers(Fate.SAME)
        lines.append(f"{len(same)} of {len(compared)} sources give the same bytes as the game")
    for number, source in imported.sources.items():
        lines += source.sentences(number)
    if compared and (new := imported.numbers(Fate.NEW)):
        names = [imported.sources[number].file for number in new]
        lines.append(f"sources of logics that the game did not have: {some_of(names, _MOST_NAMED)}")
    if imported.without_source:
        numbers = some_of(imported.without_source, _MOST_NAMED)
        lines.append(f"logics without a source, disassembled from the game: {numbers}")
    return [*lines, *imported.notes]


_MOST_LINES = 3
_WIDTH = 100
_BEFORE = 30
"""Characters in front of the first that differs, where a line is too long to be shown whole."""


def first_differences(
    of_game: bytes,
    of_source: bytes,
    words: Mapping[str, int],
    items: Sequence[str],
    profile: VersionProfile,
    code_page: str,
) -> tuple[str, ...]:
    """Return at most three lines of source in which two logics differ: ``-`` is the game's, ``+`` the source's."""
    naming = SourceNames(
        words, [item.encode(code_page, "replace") for item in items], has_reserved_names=True, code_page=code_page
    )
    before, after = (disassemble_logic(logic, naming, profile=profile).splitlines() for logic in (of_game, of_source))
    return tuple(islice(_differing(before, after), _MOST_LINES))


def _differing(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            for old, new in zip_longest(before[i1:i2], after[j1:j2]):
                pairs = zip(old or "", new or "", strict=False)
                start = next((at for at, (one, other) in enumerate(pairs) if one != other), _BEFORE) - _BEFORE
                yield from (
                    f"{sign} {_shown(line, max(start, 0))}"
                    for sign, line in (("-", old), ("+", new))
                    if line is not None
                )


def _shown(line: str, start: int) -> str:
    """Return a line, or of a long one what begins at an offset."""
    line = line.strip()
    if len(line) <= _WIDTH:
        return line
    end = "..." if len(line) > start + _WIDTH else ""
    return f"{'...' * bool(start)}{line[start : start + _WIDTH]}{end}"
