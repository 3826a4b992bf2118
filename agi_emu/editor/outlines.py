"""Lists what documents hold, for outlines, searches and folding: names, labels, groups, loops, resources."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, pairwise

from agi_emu.editor.documents import uri_of
from agi_emu.editor.edited_project import EditedProject
from agi_emu.editor.protocol import lsp
from agi_emu.editor.questions import Question
from agi_emu.logic.lexer import SourceText, TokenKind, tokenize
from agi_emu.logic.mentions import DEFINING, LABEL, NAME
from agi_emu.logic.opcodes import Operand
from agi_emu.resources.kinds import Kind

_KINDS = {
    NAME: lsp.SymbolKind.Constant,
    LABEL: lsp.SymbolKind.Key,
    Operand.MESSAGE.value: lsp.SymbolKind.String,
    Operand.WORDS.value: lsp.SymbolKind.String,
    Operand.ITEM.value: lsp.SymbolKind.Object,
}
_RESOURCE_KINDS = {
    Kind.LOGIC: lsp.SymbolKind.Function,
    Kind.PICTURE: lsp.SymbolKind.File,
    Kind.VIEW: lsp.SymbolKind.Class,
    Kind.SOUND: lsp.SymbolKind.Event,
}
_PARTS = re.compile(r"\s*(loop\b.*|voice\b.*)", re.IGNORECASE)


def document_symbols(question: Question) -> list[lsp.DocumentSymbol]:
    """Return what a document defines; of views the loops, of sounds the voices."""
    document = question.document
    found = []
    for each in question.here:
        kind = _KINDS.get(each.kind)
        is_group = each.kind == Operand.WORDS.value and each.position == 0
        if kind is None or each.command != DEFINING or (each.kind == Operand.WORDS.value and not is_group):
            continue
        line = document.line(each.line - 1)
        name = line.partition("#")[0].strip() if is_group else document.text_of(each)
        whole = document.range_of(each.line - 1, 0, len(line))
        found.append(lsp.DocumentSymbol(name or "?", kind, whole, document.range_of_mention(each)))
    if not question.is_logic:
        for number, line in enumerate(document.lines):
            if match := _PARTS.match(line):
                place = document.range_of(number, 0, len(line))
                found.append(lsp.DocumentSymbol(match[1].strip(), lsp.SymbolKind.Array, place, place))
    return found


def project_symbols(project: EditedProject, query: str) -> Iterator[lsp.WorkspaceSymbol]:
    """Yield the names, labels, items and resources whose name holds the letters of a query, in their order."""
    pattern = re.compile(".*?".join(map(re.escape, query.lower())))
    start = lsp.Position(0, 0)
    for (kind, _), path in project.paths.items():
        if pattern.search(path.name.lower()):
            yield lsp.WorkspaceSymbol(
                lsp.Location(uri_of(path), lsp.Range(start, start)), path.name, _RESOURCE_KINDS[kind]
            )
    named = (project.mentions(kind) for kind in (NAME, LABEL, Operand.ITEM.value))
    for _, each in chain.from_iterable(named):
        if each.command == DEFINING:
            document = project.document(project.path_of(each))
            name = document.text_of(each) if document is not None else ""
            if document is not None and name and pattern.search(name.lower()):
                place = lsp.Location(document.uri, document.range_of_mention(each))
                yield lsp.WorkspaceSymbol(place, name, _KINDS[each.kind])


def folds(question: Question) -> list[lsp.FoldingRange]:
    """Return blocks, comments of several lines, and loops of views, each from its first to its last line."""
    document = question.document
    found = []
    if question.is_logic:
        open_lines: list[int] = []
        for token in tokenize(SourceText("", document.text), []):
            if token.kind is TokenKind.SYMBOL and token.text == "{":
                open_lines.append(token.line - 1)
            elif token.kind is TokenKind.SYMBOL and token.text == "}" and open_lines:
                first = open_lines.pop()
                if token.line - 2 > first:
                    found.append(lsp.FoldingRange(first, token.line - 2))
    start: int | None = None
    for number, line in enumerate([*document.lines, ""]):
        is_comment = line.lstrip().startswith(("//", "[", ";") if question.is_logic else (";", "#"))
        if is_comment and start is None:
            start = number
        elif not is_comment and start is not None:
            if number - 1 > start:
                found.append(lsp.FoldingRange(start, number - 1, kind=lsp.FoldingRangeKind.Comment))
            start = None
    if not question.is_logic:
        heads = [number for number, line in enumerate(document.lines) if _PARTS.match(line)] + [len(document.lines)]
        found += [lsp.FoldingRange(head, after - 1) for head, after in pairwise(heads) if after - 1 > head]
    return found
