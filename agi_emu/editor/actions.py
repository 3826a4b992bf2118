"""Mends mistakes: by the compiler's own suggestion, a definition, a word, a return, blanks in a menu."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agi_emu.editor.completion import context_at
from agi_emu.editor.documents import SourceDocument
from agi_emu.editor.protocol import lsp
from agi_emu.editor.questions import Question
from agi_emu.logic.mentions import FILE
from agi_emu.logic.opcodes import Operand, operands_of
from agi_emu.logic.values import UNKNOWN_NAME

_FIRST_FREE = {Operand.FLAG: 30, Operand.VARIABLE: 30, Operand.STRING: 1, Operand.OBJECT: 1, Operand.CONTROLLER: 1}
"""The lowest number that a new name may get: those before are the interpreter's."""
_LAST = 255
_LAST_GROUP = 9998
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.$#%]*")
_MENU_ITEM = re.compile(r'set\.menu\.item\(\s*"(?:[^"\\]|\\.)*(")')
_WIDER = re.compile(r"is (\d+) wider than the first")


def fixes(question: Question, found: list[lsp.Diagnostic]) -> Iterator[lsp.CodeAction]:
    """Yield what mends the mistakes that an editor shows at a place."""
    for each in found:
        if each.source != "agi-emu":
            continue
        fix = each.data.get("fix") if isinstance(each.data, dict) else None
        if isinstance(fix, str):
            edit = lsp.TextEdit(each.range, fix)
            yield _action(f"Write {fix}", each, question.document, edit, is_preferred=True)
        match each.code:
            case rule if rule == UNKNOWN_NAME:
                yield from _definition(question, each)
            case "unknown-word":
                yield from _word(question, each)
            case "no-return":
                yield from _return(question, each)
            case "menu-item-too-wide":
                yield from _padding(question, each)


def _action(
    title: str, mistake: lsp.Diagnostic, document: SourceDocument, edit: lsp.TextEdit, *, is_preferred: bool = False
) -> lsp.CodeAction:
    change = lsp.TextDocumentEdit(lsp.OptionalVersionedTextDocumentIdentifier(document.uri, document.version), [edit])
    return lsp.CodeAction(
        title,
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[mistake],
        is_preferred=is_preferred,
        edit=lsp.WorkspaceEdit(document_changes=[change]),
    )


def _line_at_end(document: SourceDocument, line: str) -> lsp.TextEdit:
    """Return the change that appends a line to a document."""
    end = document.whole.end
    line_break = "\n" if end.character else ""
    return lsp.TextEdit(lsp.Range(end, end), f"{line_break}{line}\n")


def _text_at(document: SourceDocument, place: lsp.Range) -> str:
    return document.text[document.offset(place.start) : document.offset(place.end)]


def _definition(question: Question, mistake: lsp.Diagnostic) -> Iterator[lsp.CodeAction]:
    """Yield a `#define` of a name, as the next free flag, variable or whatever has to stand there."""
    document = question.document
    name = _text_at(document, mistake.range)
    line, column = document.place(mistake.range.start)
    context = context_at(document, line, column)
    kind: Operand | None = None if context.is_condition or context.opcode else Operand.VARIABLE
    if context.opcode is not None:
        kinds = operands_of(context.opcode, question.profile)
        kind = kinds[context.position] if context.position < len(kinds) else None
    elif context.is_condition:
        kind = Operand.VARIABLE if re.match(r"\s*[=<>!]", document.line(line)[column + len(name) :]) else Operand.FLAG
    if kind not in _FIRST_FREE or not _NAME.fullmatch(name):
        return
    used = {each.key for _, each in question.project.mentions(kind.value)}
    number = next((each for each in range(_FIRST_FREE[kind], _LAST + 1) if each not in used), None)
    if number is None:
        return
    target = document
    included = next((each for each in question.here if each.kind == FILE), None)
    if included is not None:
        target = question.project.document(question.project.file_of(included)) or document
    define, top = f"#define {name} {kind.marker}{number}", lsp.Position(0, 0)
    edit = lsp.TextEdit(lsp.Range(top, top), f"{define}\n") if target is document else _line_at_end(target, define)
    title = f"Define {name} as {kind.value} {kind.marker}{number} in {target.path.name}"
    yield _action(title, mistake, target, edit)


def _word(question: Question, mistake: lsp.Diagnostic) -> Iterator[lsp.CodeAction]:
    """Yield a line of words.txt with a word in a group of its own."""
    word = " ".join(_text_at(question.document, mistake.range).strip("\"'").replace("$", " ").lower().split())
    words = question.project.document(question.project.folder / question.project.lists[0])
    groups = [group for group in question.word_groups.values() if group <= _LAST_GROUP]
    group = max(groups, default=1) + 1
    if words is None or not word or group > _LAST_GROUP:
        return
    edit = _line_at_end(words, f"{group}: {word}")
    yield _action(f"Add {word!r} to words.txt as group {group}", mistake, words, edit)


def _return(question: Question, mistake: lsp.Diagnostic) -> Iterator[lsp.CodeAction]:
    """Yield a return as the last statement."""
    edit = _line_at_end(question.document, "return();")
    yield _action("Add return(); as the last statement", mistake, question.document, edit, is_preferred=True)


def _padding(question: Question, mistake: lsp.Diagnostic) -> Iterator[lsp.CodeAction]:
    """Yield blanks at the end of the first item of a menu, so that it is as wide as a later one."""
    wider = _WIDER.search(mistake.message)
    document = question.document
    first = mistake.range.start.line
    while first > 0 and "set.menu(" not in document.line(first):
        first -= 1
    for number in range(first, mistake.range.start.line):
        if wider and (item := _MENU_ITEM.search(document.line(number))):
            place = document.range_of(number, item.start(1), item.start(1))
            edit = lsp.TextEdit(place, " " * int(wider[1]))
            yield _action(f"Make the first item {wider[1]} wider", mistake, document, edit, is_preferred=True)
            return
