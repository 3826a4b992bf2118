"""The compiler: LOGIC source to a LOGIC resource.

The language is that of the specification (4.2) with what later dialects added (reference: LANG-16 to LANG-31).
It never optimises, so that a disassembled logic compiles to the bytes that it came from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agi_emu.facts.cipher import SIERRA_KEY
from agi_emu.facts.errors import AgiError, LogicError, together
from agi_emu.facts.versions import VersionProfile
from agi_emu.host_files.reading import SOURCE, read_whole, stamp
from agi_emu.logic.dialects import AGI_EMU, Dialect
from agi_emu.logic.emitter import CodeBuffer, MessageTable, logic_resource, text_section
from agi_emu.logic.lexer import SOURCE_ENCODING, AlreadyToldError, SourceText, TooManyMistakesError, source_text
from agi_emu.logic.mentions import Mention
from agi_emu.logic.parser import Parser
from agi_emu.logic.preprocessor import MISSING_INCLUDE, IncludeReader, prepare
from agi_emu.logic.values import UNKNOWN_NAME, ValueReader
from agi_emu.logic.winagi import common_text


@dataclass(slots=True)
class CompilerReport:
    """What the compiler says about sources besides their resources; one may serve several sources."""

    notes: list[str] = field(default_factory=list)
    """What is doubtful but compiles."""
    places: dict[int, str] = field(default_factory=dict)
    """The file and line of each statement by its offset in the code."""
    mentions: list[Mention] | None = None
    """What is mentioned where, if somebody wants to know."""


def compile_logic(  # noqa: PLR0913
    source: str,
    *,
    words: Mapping[str, int] | None = None,
    items: Sequence[str] | None = None,
    profile: VersionProfile | None = None,
    file: str = "logic",
    read_include: IncludeReader | None = None,
    dialect: Dialect | None = None,
    listing: CompilerReport | None = None,
    code_page: str = SOURCE_ENCODING,
) -> bytes:
    """Return the LOGIC resource of a source: length of the code, code, encrypted text section.

    `words` are the vocabulary for `said`, `items` the names of the inventory by number; without a `profile` the
    commands of all interpreters are known, and texts are encrypted as Sierra's. `file` is the name in messages. Without
    a `dialect` the source is read as one of ours, and what means something else elsewhere is noted. `listing` receives
    notes and places.
    Raises LogicError that names all that is wrong, each with file, line, column and the line itself.
    """
    listing = CompilerReport() if listing is None else listing
    remarks = listing.notes
    key = SIERRA_KEY if profile is None else profile.message_key
    try:
        prepared = prepare(
            SourceText(file, source, code_page),
            read_include,
            key=key,
            dialect=dialect or AGI_EMU,
            mentions=listing.mentions,
        )
        messages = MessageTable(prepared.messages, prepared.message_count)
        code = CodeBuffer()
        defines = prepared.common_defines | prepared.defines
        values = ValueReader(defines, messages, words, items, remarks, dialect, listing.mentions)
        for number, name in prepared.named_messages.items():
            try:
                messages.add(number, values.text_of(name))
            except LogicError as problem:
                prepared.problems.append(problem)
        parser = Parser(prepared.tokens, values, code, profile, remarks)
        if prepared.resource is None:
            parser.parse()
    except TooManyMistakesError as ended:
        _raise_all(file, ended.mistakes_read)
        raise
    remarks += values.doubts()
    finished = code.finish()
    found = [*prepared.problems, *parser.problems, *code.problems]
    if any(problem.mistakes[0].rule == MISSING_INCLUDE for problem in found):
        found = [problem for problem in found if problem.mistakes[0].rule != UNKNOWN_NAME]
    _raise_all(file, found)
    listing.places |= code.places
    if prepared.resource is not None:
        return prepared.resource
    try:
        texts = prepared.text_section
        if texts is None:
            texts = text_section(messages.texts(), prepared.key)
        resource = logic_resource(finished, texts)
    except LogicError as problem:
        raise LogicError.at(file, str(problem)) from None
    if prepared.code_length is not None:
        resource = prepared.code_length.to_bytes(2, "little") + resource[2:]
    return resource


def _raise_all(file: str, found: Sequence[LogicError]) -> None:
    """Raise one error that says everything that is wrong, if anything is, in the order of the source."""
    problems = [problem for problem in found if not isinstance(problem, AlreadyToldError)]

    def order(problem: AgiError) -> tuple[bool, str, int, int]:
        first = problem.mistakes[0]
        return first.file != file, first.file, first.line or 0, first.column or 0

    if problems:
        raise together(sorted(problems, key=order), LogicError)


def read_source(path: Path, code_page: str = SOURCE_ENCODING) -> str:
    """Return the text of a source: UTF-8, or else what editors of the PC wrote, their code page."""
    return source_text(read_whole(path, SOURCE), code_page)


def as_on_disk(folder: Path, name: str) -> Path:
    """Return the path of an included file; editors on the PC ignore the case of letters."""
    path = folder / name
    # A name that no system takes is one of no file.
    if stamp(path) is None and stamp(path.parent) is not None and path.parent.is_dir():
        alike = [other for other in path.parent.iterdir() if other.name.lower() == path.name.lower()]
        return min(alike, default=path)
    return path


def compile_file(
    path: Path,
    *,
    words: Mapping[str, int] | None = None,
    items: Sequence[str] | None = None,
    profile: VersionProfile | None = None,
    dialect: Dialect | None = None,
    listing: CompilerReport | None = None,
    checked: Callable[[Path], Path] = lambda path: path,
    code_page: str = SOURCE_ENCODING,
) -> bytes:
    """Return the LOGIC resource of a source file, see `compile_logic`; files that it includes are found beside it.

    `checked` returns the path of an included file, or raises an error where it must not be read.
    """
    return compile_logic(
        read_source(path, code_page),
        words=words,
        items=items,
        profile=profile,
        file=path.name,
        read_include=include_reader(path, dialect, checked, code_page),
        dialect=dialect,
        listing=listing,
        code_page=code_page,
    )


def include_reader(
    path: Path, dialect: Dialect | None, checked: Callable[[Path], Path], code_page: str = SOURCE_ENCODING
) -> IncludeReader:
    """Return what reads the files that a source includes, and those that its dialect knows without that."""

    def read(name: str) -> str:
        included = as_on_disk(path.parent, name)
        if dialect is not None and name in dialect.common_files and not included.exists():
            return common_text(path.parent, name, checked)
        return read_source(checked(included), code_page)

    return read
