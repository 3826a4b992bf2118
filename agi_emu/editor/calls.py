"""Finds which logics call which: who calls logic 17, who leads to room 12."""

from __future__ import annotations

from agi_emu.editor.documents import uri_of
from agi_emu.editor.edited_project import Source
from agi_emu.editor.protocol import lsp
from agi_emu.editor.questions import RESOURCES, Question
from agi_emu.logic.mentions import DEFINING, Mention
from agi_emu.logic.opcodes import Operand
from agi_emu.resources.kinds import Kind

_WAYS = ("call", "new.room")
_KINDS = (Operand.LOGIC.value, Operand.ROOM.value)


def hierarchy_item(question: Question) -> list[lsp.CallHierarchyItem]:
    """Return the logic that the place mentions, or else the one that the document is."""
    mention = question.main
    if mention is not None and RESOURCES.get(mention.kind) is Kind.LOGIC:
        return _item(question, (Kind.LOGIC, int(mention.key)))
    return _item(question, question.source) if question.source is not None else []


def _item(question: Question, source: Source) -> list[lsp.CallHierarchyItem]:
    path = question.project.paths.get(source)
    if path is None or source[0] is not Kind.LOGIC:
        return []
    start = lsp.Position(0, 0)
    place = lsp.Range(start, start)
    return [lsp.CallHierarchyItem(path.stem, lsp.SymbolKind.Function, uri_of(path), place, place, data=source[1])]


def incoming(question: Question, number: int) -> list[lsp.CallHierarchyIncomingCall]:
    """Return the logics that call a logic or lead to its room, with the places."""
    found: dict[Source, list[Mention]] = {}
    for kind in _KINDS:
        for source, mention in question.project.mentions(kind, number):
            if mention.command in _WAYS:
                found.setdefault(source, []).append(mention)
    return [
        lsp.CallHierarchyIncomingCall(item, _ranges(question, mentions))
        for source, mentions in sorted(found.items())
        for item in _item(question, source)
    ]


def outgoing(question: Question, number: int) -> list[lsp.CallHierarchyOutgoingCall]:
    """Return the logics that a logic calls, and the rooms that it leads to, with the places."""
    made = question.project.made.get((Kind.LOGIC, number))
    found: dict[int, list[Mention]] = {}
    for mention in made.mentions if made is not None else ():
        if mention.kind in _KINDS and mention.command in _WAYS and mention.command != DEFINING:
            found.setdefault(int(mention.key), []).append(mention)
    return [
        lsp.CallHierarchyOutgoingCall(item, _ranges(question, mentions))
        for key, mentions in sorted(found.items())
        for item in _item(question, (Kind.LOGIC, key))
    ]


def _ranges(question: Question, mentions: list[Mention]) -> list[lsp.Range]:
    found = []
    for mention in mentions:
        document = question.document_of(mention)
        if document is not None:
            found.append(document.range_of_mention(mention))
    return found
