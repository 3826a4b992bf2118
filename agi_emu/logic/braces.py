"""Finds the blocks of a source that are not closed, where its lines are indented by how far they are indented."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from agi_emu.facts.errors import LogicError
from agi_emu.facts.numbers import LARGEST
from agi_emu.logic.lexer import Token, TokenKind


def unclosed_blocks(tokens: Sequence[Token]) -> list[LogicError]:
    """Return an error for each { whose } is missing.

    Braces alone show how many there are; that a line is not indented further than the `if` of a block shows which, if
    closing the block in front of that line makes the rest come out even.
    """
    even: list[Token] = []
    for token in tokens:
        if token.text == "{":
            even.append(token)
        elif token.text == "}" and even:
            even.pop()
    indented = _by_indentation(tokens)
    return [
        brace.error(f"this {{ is not closed; expected }}{f' before line {line}' if line else ''}")
        for brace, line in (indented if len(indented) == len(even) else [(brace, 0) for brace in even])
    ]


def _by_indentation(tokens: Sequence[Token]) -> list[tuple[Token, int]]:
    """Return each { that is not closed, with the number of the line that its } belongs before, 0 for the end.

    Nothing where indentation and braces contradict each other.
    """
    found: list[tuple[Token, int]] = []
    blocks: list[tuple[Token, int]] = []
    indent = of_statement = parentheses = 0
    for token, following in pairwise(tokens):
        before = token.source.text[token.source.text.rfind("\n", 0, token.offset) + 1 : token.offset]
        if not before.strip():
            indent = len(before.expandtabs())
            is_statement = token.kind is TokenKind.NAME and following.text != ":" and not parentheses
            least = indent + (token.text == "}") if is_statement or token.text == "}" else LARGEST
            while blocks and least <= blocks[-1][1] and token.source is blocks[-1][0].source:
                found.append((blocks.pop()[0], token.line))
        parentheses = 0 if token.text in ("{", "}", ";") else parentheses + (token.text == "(") - (token.text == ")")
        if token.text in ("if", "else"):
            of_statement = indent
        elif token.text == "{":
            blocks.append((token, of_statement))
        elif token.text == "}":
            if not blocks:
                return []
            blocks.pop()
    return found + [(brace, 0) for brace, _ in blocks]
