"""The compiler: LOGIC source to a LOGIC resource.

The language is that of the specification (4.2) with what later dialects added (reference: logic-language.md 2 to 4).
It never optimises, so that a disassembled logic compiles to the bytes that it came from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from agi_emu.errors import LogicError
from agi_emu.logic.emitter import CodeBuffer, MessageTable, logic_resource, text_section
from agi_emu.logic.lexer import Source
from agi_emu.logic.opcodes import Profile
from agi_emu.logic.parser import Parser
from agi_emu.logic.preprocessor import IncludeReader, prepare
from agi_emu.logic.values import ValueReader


def compile_logic(
    source: str,
    *,
    words: Mapping[str, int] | None = None,
    items: Sequence[str] | None = None,
    profile: Profile | None = None,
    file: str = "logic",
    read_include: IncludeReader | None = None,
    notes: list[str] | None = None,
) -> bytes:
    """Return the LOGIC resource of a source: length of the code, code, encrypted text section.

    `words` are the vocabulary for `said`, `items` the names of the inventory by number; without a `profile` the
    commands of all interpreters are known. `file` is the name in messages; `notes` receives what is doubtful but
    compiles. Raises LogicError with file, line and column for what does not.
    """
    remarks: list[str] = [] if notes is None else notes
    prepared = prepare(Source(file, source), read_include)
    messages = MessageTable(prepared.messages, prepared.message_count)
    code = CodeBuffer()
    values = ValueReader(prepared.defines, messages, words, items, remarks)
    Parser(prepared.tokens, values, code, profile, remarks).parse()
    finished = code.finish()
    try:
        texts = prepared.text_section
        if texts is None:
            texts = text_section(messages.texts(), prepared.key)
        return logic_resource(finished, texts)
    except LogicError as problem:
        raise LogicError(f"{file}: {problem}") from None


def compile_file(
    path: Path,
    *,
    words: Mapping[str, int] | None = None,
    items: Sequence[str] | None = None,
    profile: Profile | None = None,
    notes: list[str] | None = None,
) -> bytes:
    """Return the LOGIC resource of a source file in UTF-8; files that it includes are found beside it."""

    def read(name: str) -> str:
        return (path.parent / name).read_text(encoding="utf-8")

    return compile_logic(
        path.read_text(encoding="utf-8"),
        words=words,
        items=items,
        profile=profile,
        file=path.name,
        read_include=read,
        notes=notes,
    )
