"""Formatting of LOGIC sources: indentation by blocks, and blanks around punctuation.

Lines stay lines, and nothing within texts and comments changes, so the logic's bytes stay the same in every dialect.
"""

from __future__ import annotations

import re

from agi_emu.editor.documents import SourceDocument
from agi_emu.editor.protocol import lsp
from agi_emu.facts.errors import LogicError
from agi_emu.logic.lexer import SourceText, Token, TokenKind, tokenize

_BYTES = re.compile(r"[#%](?:resource|texts)\b", re.IGNORECASE)


def formatted(document: SourceDocument, indent: str, first: int = 0, last: int | None = None) -> list[lsp.TextEdit]:
    """Return the changes that lines from `first` to `last` need, both from 0; none where braces or texts do not close.

    `indent` stands in front of a line once for each block around it.
    """
    problems: list[LogicError] = []
    tokens = list(tokenize(SourceText("", document.text), problems))
    if problems or _BYTES.search(document.text):
        return []
    by_line: dict[int, list[Token]] = {}
    for token in tokens[:-1]:
        by_line.setdefault(token.line - 1, []).append(token)
    comments = _comment_lines(document, tokens)
    edits = []
    depth = parentheses = 0
    for number, line in enumerate(document.lines):
        found = by_line.get(number, [])
        closing = 0
        while closing < len(found) and found[closing].text in ("}", ")"):
            closing += 1
        level = depth - sum(token.text == "}" for token in found[:closing])
        level += parentheses - sum(token.text == ")" for token in found[:closing]) > 0
        depth += sum({"{": 1, "}": -1}.get(token.text, 0) for token in found)
        parentheses += sum({"(": 1, ")": -1}.get(token.text, 0) for token in found)
        if level < 0 or depth < 0 or parentheses < 0:
            return []
        if number in comments or not first <= number <= (len(document.lines) if last is None else last):
            continue
        new = _line(line, found, indent * level, document)
        if new != line:
            edits.append(lsp.TextEdit(document.range_of(number, 0, len(line)), new))
    return [] if depth or parentheses else edits


def _comment_lines(document: SourceDocument, tokens: list[Token]) -> set[int]:
    """Return the lines that begin within a block comment, or in which one ends: their blanks are part of it."""
    found: set[int] = set()
    end = 0
    for token in tokens:
        between = document.text[end : token.offset]
        line = document.text.count("\n", 0, end) if "/*" in between else 0
        for comment in re.finditer(r"//[^\n]*|\[[^\n]*|/\*(?:.|\n)*?\*/", between):
            if comment[0].startswith("/*"):
                start = line + between.count("\n", 0, comment.start())
                found |= set(range(start + 1, start + comment[0].count("\n") + 1))
        end = token.end
    return found


def _line(line: str, tokens: list[Token], indent: str, document: SourceDocument) -> str:
    """Return a line with its indentation, and one blank where blanks belong."""
    text = line.strip()
    if not text:
        return ""
    if not tokens:
        return indent + text
    start = tokens[0].offset - document.text.rfind("\n", 0, tokens[0].offset) - 1
    base = tokens[0].offset - start
    parts = [line[:start].lstrip()]
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        parts.append(token.text)
        end = token.end - base
        gap = line[end : following.offset - base] if following is not None else line[end:].rstrip()
        parts.append(_gap(gap, token, following))
    return indent + "".join(parts)


def _gap(gap: str, token: Token, following: Token | None) -> str:
    """Return what stands between two tokens of a line; what holds a comment stays as it is."""
    if following is None or gap.strip():
        return gap
    if following.text in (",", ";", ")") and following.kind is TokenKind.SYMBOL:
        # Before an empty statement the blank stays: two semicolons are easy to overlook.
        return "" if token.text != ";" else gap
    if token.kind is not TokenKind.SYMBOL:
        return gap
    if token.text == "(":
        return ""
    return gap or " " if token.text == "," else gap
