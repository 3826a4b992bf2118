"""Keeps what the compiler knows of a project that is being edited: mistakes and mentions of each source.

Texts that are open in the editor stand for their files. Only what has changed is compiled again, by the same memory as
that of ``build --watch``, in steps between which editors are answered.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from agi_emu.authoring.lint import LintFinding, LintRule, Places, find
from agi_emu.authoring.lint.switched_off import SwitchedOff
from agi_emu.editor.documents import SourceDocument
from agi_emu.editor.foreign_sources import AGIKIT_LISTS, ForeignSources, settings_of
from agi_emu.facts.errors import AgiError
from agi_emu.facts.mistakes import Mistake, mistakes_of
from agi_emu.facts.numbers import whole
from agi_emu.host_files.reading import unsaved
from agi_emu.logic.compiler import as_on_disk
from agi_emu.logic.dialects import AGIKIT
from agi_emu.logic.mentions import COMMAND, DEFINING, FILE, Mention
from agi_emu.logic.opcodes import KIND_OF_MARKER
from agi_emu.logic.preprocessor import marked
from agi_emu.logic.winagi import RESERVED_NAMES, RESOURCE_IDS, common_text
from agi_emu.resources import open_game
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.logic import parse_logic
from agi_emu.resources.projects.project import (
    FOLDERS,
    BuildMemory,
    ProjectSources,
    Translated,
    build_project,
    files_left_out,
    sources,
)
from agi_emu.resources.projects.project_settings import FILE as SETTINGS
from agi_emu.resources.writing.game_files import write_game

Texts = Mapping[Path, bytes]
"""The texts that are open in the editor, by their files."""
Source = tuple[Kind, int]
Index = dict[str, dict[int | str, list[Mention]]]
"""Mentions by kind and key."""
_LISTS: Source = (Kind.LOGIC, -1)
"""Stands for words and items among the sources."""
_OF_RESOURCES = (LintRule.MISSING, LintRule.NOT_LOADED)
"""Rules that would find every resource missing where the folder holds the logics alone."""
_MOMENT = 0.03
"""Seconds in which sources are translated before editors hear of it."""


@dataclass
class EditedProject:
    """A project folder with what its sources say; every method may be called in any thread."""

    folder: Path
    document: Callable[[Path], SourceDocument | None]
    """Returns a file as it is in the editor, or else on the disk."""
    sources: ProjectSources | None = None
    """Settings, words and items; None where not even the settings can be read."""
    paths: dict[Source, Path] = field(default_factory=dict)
    made: dict[Source, Translated] = field(default_factory=dict)
    data: dict[Source, bytes] = field(default_factory=dict)
    """What each source made when it was right last."""
    texts: Texts = field(default_factory=dict)
    """Those that were open when the lists were read."""
    _index: dict[Source, Index] = field(default_factory=dict)
    _real: dict[str, Source] = field(default_factory=dict)
    """The source that is a file, by its path without links."""
    _listed: Sequence[Mistake] = ()
    """What is wrong with settings, lists and names of files."""
    _found: Sequence[Mistake] = ()
    """What lint has found."""
    _memory: BuildMemory = field(default_factory=lambda: BuildMemory(keeps_mentions=True))

    def begin(self, texts: Texts) -> list[Source]:
        """Read settings, lists and names of files; return the sources, those that are open first."""
        with unsaved(texts):
            found, paths, listed = self._own() if self.is_own else self._foreign()
        if found is not None:
            listed += [mistake for problem in found.problems for mistake in problem.mistakes]
        if paths != self.paths:
            self._real = {os.path.realpath(path): source for source, path in paths.items()}
        self.sources, self.paths, self._listed, self.texts = found, paths, listed, texts
        self._index[_LISTS] = _index_of(self.listed_mentions())
        self._index = {source: each for source, each in self._index.items() if source in paths or source == _LISTS}
        self.made = {source: made for source, made in self.made.items() if source in paths}
        self.data = {source: data for source, data in self.data.items() if source in paths}
        if isinstance(found, ForeignSources):
            self.data = found.resources() | self.data
        is_open = {path.name for path in texts}
        return sorted(paths, key=lambda source: (paths[source].name not in is_open, source[0] is not Kind.LOGIC))

    @property
    def is_own(self) -> bool:
        """Whether the project has a game.toml; else it is one of another editor."""
        return (self.folder / SETTINGS).is_file()

    def _own(self) -> tuple[ProjectSources | None, dict[Source, Path], list[Mistake]]:
        """Return settings and lists, the files of sources, and what is wrong with both."""
        paths: dict[Source, Path] = {}
        listed: list[Mistake] = []
        try:
            found: ProjectSources | None = ProjectSources(self.folder, memory=self._memory)
        except AgiError as problem:
            found = None
            listed += problem.mistakes
        for kind in Kind:
            try:
                paths |= {(kind, number): path for number, path in sources(self.folder, kind).items()}
            except AgiError as problem:
                listed += problem.mistakes
        try:
            listed += [each for note in files_left_out(self.folder, FOLDERS) for each in mistakes_of(note)]
        except AgiError as problem:
            listed += problem.mistakes
        return found, paths, listed

    def _foreign(self) -> tuple[ProjectSources | None, dict[Source, Path], list[Mistake]]:
        """Return the same of a project of another editor."""
        try:
            found = ForeignSources(self.folder, memory=self._memory)
        except (AgiError, OSError) as problem:
            return None, {}, list(problem.mistakes) if isinstance(problem, AgiError) else []
        return found, found.paths, []

    def take(self, source: Source, texts: Texts) -> None:
        """Translate a source, unless that is done already."""
        if self.sources is not None and source in self.paths:
            with unsaved(texts):
                made = self.sources.made(*source, self.paths[source])
            if self.made.get(source) is not made:
                self._index[source] = _index_of(made.mentions)
                self.made[source] = made
                if made.problem is None:
                    self.data[source] = made.data

    def take_some(self, waiting: list[Source], texts: Texts) -> None:
        """Translate sources for a moment, and take them off the list."""
        end = monotonic() + _MOMENT
        while waiting and monotonic() < end:
            self.take(waiting.pop(0), texts)

    def lint(self, texts: Texts) -> None:
        """Look for likely mistakes, if everything can be built."""
        found: list[Mistake] = []
        if self.sources is not None and not any(made.problem for made in self.made.values()):
            with unsaved(texts):
                switched_off = SwitchedOff(self.folder)
                try:
                    game = self.built(texts)
                    found = [
                        self._told(each)
                        for each in find(game, self.places())
                        if not switched_off.holds(each) and not (self._is_bare and each.rule in _OF_RESOURCES)
                    ]
                except (AgiError, OSError):
                    # It has changed since it was read: another look is on its way.
                    return
        self._found = found

    def built(self, texts: Texts) -> Game:
        """Return the game that the sources make; the error says what is wrong with them."""
        with unsaved(texts), tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "game.zip"
            if not isinstance(self.sources, ForeignSources):
                return open_game(build_project(self.folder, target, memory=self._memory))
            settings, contents = self.sources.settings, self.sources.contents(self.data)
            pack = self._memory.pack
            write_game(target, contents, interpreter=settings.interpreter, game_id=settings.game_id, pack=pack)
            return open_game(target)

    @property
    def _is_bare(self) -> bool:
        """Whether the folder holds the logics alone, so that nothing is known of the other resources."""
        return all(kind is Kind.LOGIC for kind, _ in self.data)

    def _told(self, finding: LintFinding) -> Mistake:
        """Return what lint found, with the columns of what it is about."""
        name, _, line = finding.place.partition(":")
        path = next((each for each in self.paths.values() if each.name == name), self.in_logics(name))
        if not path.is_file():
            return finding.as_mistake()
        file, number = path.relative_to(self.folder).as_posix(), whole(line) if line else None
        mistake = Mistake(finding.sentence, file, number, rule=finding.rule, severity=finding.rule.level)
        operand = marked(finding.about)
        about = (KIND_OF_MARKER[operand[0]], operand[1]) if operand is not None else (COMMAND, finding.about)
        mentions = (each for _, each in self.mentions(*about) if each.file == name and each.command != DEFINING)
        found = [(each.line, each.column, each.end) for each in mentions if number and each.line >= number]
        at, column, end = min(found, default=(number, None, None))
        return mistake._replace(line=at, column=column, end=end)

    def places(self) -> Places:
        """Return the places of statements and the files of resources, as they were when each source was right last."""
        lines = {
            (number, offset): place
            for (kind, number), made in self.made.items()
            if kind is Kind.LOGIC
            for offset, place in made.places.items()
        }
        return Places(lines, {source: path.name for source, path in self.paths.items()})

    def mistakes(self) -> dict[Path, list[Mistake]]:
        """Return all that is wrong, by file; what belongs to no file stands at the settings."""
        found: dict[Path, dict[Mistake, None]] = {}
        for mistake in (*self._listed, *self._of_sources(), *self._found):
            found.setdefault(self._file(mistake), {})[mistake] = None
        return {path: list(mistakes) for path, mistakes in found.items()}

    def _file(self, mistake: Mistake) -> Path:
        """Return the file of a mistake; what all sources of WinAGI know may lie above them."""
        if not mistake.file:
            return settings_of(self.folder) or min(self.paths.values(), default=self.folder / SETTINGS)
        path = self.folder / mistake.file
        return path if path.exists() else self.in_logics(path.name)

    def _of_sources(self) -> Iterator[Mistake]:
        for made in list(self.made.values()):
            yield from made.problem.mistakes if made.problem else ()
            for note in made.notes:
                yield from mistakes_of(note)

    # --- mentions ---------------------------------------------------------------------------------------------------

    def source_at(self, document: SourceDocument) -> Source | None:
        """Return the source that a file is, or a logic that includes it."""
        own = self._real.get(document.real)
        if own is not None:
            return own
        name = document.path.name.lower()
        if self.sources is not None and name in getattr(self.sources.settings.dialect, "common_files", ()):
            return next((each for each in self.paths if each[0] is Kind.LOGIC), None)
        return next((source for source, each in self.mentions(FILE) if self._led_to(each) == document.real), None)

    def _led_to(self, mention: Mention) -> str:
        return os.path.realpath(self.file_of(mention))

    def messages(self, source: Source) -> Sequence[bytes | None]:
        """Return the messages of a logic from message 1 on, as they were when it was right last."""
        data = self.data.get(source)
        if not data or source[0] is not Kind.LOGIC or self.sources is None:
            return ()
        return parse_logic(source[1], data, key=self.sources.settings.profile.message_key).messages

    def listed_mentions(self) -> Sequence[Mention]:
        """Return what words and items mention."""
        return self.sources.mentions if self.sources is not None and self.sources.mentions else ()

    def mentions(self, kind: str, key: int | str | None = None) -> Iterator[tuple[Source, Mention]]:
        """Yield mentions of a kind, or of one thing, with the source that they were found in, each once."""
        seen: set[int] = set()
        for source, index in sorted(self._index.items()):
            of_kind = index.get(kind, {})
            for mentions in of_kind.values() if key is None else (of_kind.get(key, ()),):
                for mention in mentions:
                    # Mentions in included files are the same ones in each logic.
                    if id(mention) not in seen:
                        seen.add(id(mention))
                        yield source, mention

    @property
    def logics(self) -> Path:
        """The folder of the logics."""
        return self.folder / (self.sources or ProjectSources).folders[Kind.LOGIC]

    @property
    def lists(self) -> tuple[str, str]:
        """What mentions call the files of words and items."""
        is_agikit = self.sources is not None and not self.is_own and self.sources.settings.dialect is AGIKIT
        return AGIKIT_LISTS if is_agikit else ("words.txt", "items.txt")

    def in_logics(self, name: str) -> Path:
        """Return the file that logics call so; what all sources of WinAGI know may lie above them."""
        path = as_on_disk(self.logics, name)
        return path if path.exists() or not (self.folder / name).is_file() else self.folder / name

    def file_of(self, mention: Mention) -> Path:
        """Return the file that the mention of an included file leads to."""
        return self.in_logics(str(mention.key))

    def path_of(self, mention: Mention) -> Path:
        """Return the file that a mention stands in; lists lie in the project's folder, the rest beside the logics."""
        return self.folder / mention.file if self.is_list(mention) else self.in_logics(mention.file)

    def document_of(self, mention: Mention) -> SourceDocument | None:
        """Return the document that a mention stands in; WinAGI need not have written the names that it gives."""
        path = self.path_of(mention)
        if self.is_written_by_winagi(mention) and not path.exists() and self.sources is not None:
            return SourceDocument(path, common_text(self.logics, mention.file, self.sources.inside.checked))
        return self.document(path)

    @staticmethod
    def is_written_by_winagi(mention: Mention) -> bool:
        """Return whether a mention stands among the names that WinAGI gives and keeps."""
        return mention.file in (RESOURCE_IDS, RESERVED_NAMES)

    def is_list(self, mention: Mention) -> bool:
        """Return whether a mention stands in the words or items of the project."""
        return mention.file in self.lists and mention.command == DEFINING


def _index_of(mentions: Iterable[Mention]) -> Index:
    index: Index = {}
    for mention in mentions:
        index.setdefault(mention.kind, {}).setdefault(mention.key, []).append(mention)
    return index
