"""Where a source mentions what: the index of names that editors and lint are fed from, kept by the compiler.

A mention of a name that a `#define` gives is also one of what it stands for: in ``set(door.open)`` the same place
mentions the name `door.open` and flag 30, and so does the value of the `#define`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from agi_emu.logic.lexer import Token
from agi_emu.logic.opcodes import Operand

NAME, LABEL, COMMAND, FILE = "name", "label", "command", "file"
"""Kinds of mentions beside those of operands, whose kind is the value of their `Operand`."""
DEFINING = "#define"
"""The command of a mention that defines a name, label or message."""


class Mention(NamedTuple):
    """A place in a source that names something."""

    kind: str
    """`NAME`, `LABEL`, `COMMAND`, `FILE`, or the value of an `Operand`."""
    key: int | str
    """The name, or the number of what an operand names."""
    file: str
    """As messages call it: relative to the folder of the source that was compiled."""
    line: int
    """Counted from 1, as column and end."""
    column: int
    end: int
    """The column after the last character, on the same line."""
    command: str = ""
    """The command or test that it is an operand of."""
    position: int = 0
    """Which operand, from 0."""


def mention_at(token: Token, kind: str, key: int | str, command: str = "", position: int = 0) -> Mention:
    """Return the mention at a token."""
    line, column = token.source.place_of(token.offset)
    return Mention(kind, key, token.source.file, line, column, column + len(token.text), command, position)


def defined_names(mentions: Iterable[Mention]) -> dict[str, str]:
    """Return the names that are defined among mentions, with what each stands for: ``{"door.open": "f30"}``."""
    defining = [each for each in mentions if each.command == DEFINING]
    names = {(each.file, each.line): str(each.key) for each in defining if each.kind == NAME}
    markers = {each.value: each.marker for each in Operand if each.marker}
    meant = {(each.file, each.line): f"{markers[each.kind]}{each.key}" for each in defining if each.kind in markers}
    return {name: meant[place] for place, name in names.items() if place in meant}
