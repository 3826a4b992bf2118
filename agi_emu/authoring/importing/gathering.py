"""Words and items of a project that lacks their files, as its sources name them."""

from __future__ import annotations

from collections.abc import Iterator

from agi_emu.authoring.importing.layouts import ForeignProject
from agi_emu.host_files.inside import Inside
from agi_emu.logic.compiler import include_reader, read_source
from agi_emu.logic.lexer import SOURCE_ENCODING, SourceText, Token, TokenKind
from agi_emu.logic.names import PREDEFINED
from agi_emu.logic.opcodes import ACTIONS, TESTS, Operand
from agi_emu.logic.preprocessor import Prepared, marked, prepare
from agi_emu.logic.values import BUILT_IN_WORDS
from agi_emu.resources.writing.game_files import can_be_written

_FIRST_GROUP = 2
"""Group 0 is left out of sentences, group 1 is any word."""
_NO_ITEM = "?"
_SAID = "said"
_TAKING_ITEMS = {opcode.name for opcode in (*ACTIONS, *TESTS) if Operand.ITEM in opcode.operands}


def gathered_lists(project: ForeignProject, inside: Inside) -> None:
    """Make the lists of words and items that a project lacks of what its sources name."""
    if project.words and project.items:
        return
    words: dict[str, int] = {}
    items: dict[str, int] = {_NO_ITEM: 0}
    for path in project.logics.values():
        read = include_reader(path, project.dialect, inside.checked)
        prepared = prepare(SourceText(path.name, read_source(path)), read, dialect=project.dialect)
        for command, text in _named(prepared):
            if command != _SAID:
                items.setdefault(text, 0)
            elif can_be_written(word := " ".join(text.lower().split())) and word not in BUILT_IN_WORDS:
                words.setdefault(word, len(words) + _FIRST_GROUP)
    if not project.words and words:
        project.words = words
        project.notes.insert(
            0,
            f"the project has no file of words: words.txt holds those of its sources, {len(words)}, each in a group of "
            "its own; put words that mean the same into one line",
        )
    if not project.items and len(items) > 1:
        project.items = list(items.items())
        project.notes.insert(
            0,
            f"the project has no file of items: items.txt holds those that its sources name, {len(items) - 1}, in room "
            "0 and not in their own order",
        )


def _named(prepared: Prepared) -> Iterator[tuple[str, str]]:
    """Yield what a source names: the command, and the word or item."""
    command = ""
    defines = prepared.common_defines | prepared.defines
    for before, token in zip(prepared.tokens, prepared.tokens[1:], strict=False):
        if token.text == "(":
            command = before.text if before.text == _SAID or before.text in _TAKING_ITEMS else ""
        elif token.text == ")":
            command = ""
        elif command and before.text in ("(", ","):
            meaning = defines.get(token.text, (token,))[0]
            if meaning.kind is TokenKind.TEXT:
                yield command, meaning.data.decode(SOURCE_ENCODING)
            elif command == _SAID and _is_bare_word(meaning):
                yield command, meaning.text.replace("$", " ")


def _is_bare_word(token: Token) -> bool:
    return token.kind is TokenKind.NAME and token.text not in PREDEFINED and marked(token.text) is None
