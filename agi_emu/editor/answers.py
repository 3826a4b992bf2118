"""The table of what editors may ask by the protocol, with what answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any

from agi_emu.editor import decorations
from agi_emu.editor.actions import fixes
from agi_emu.editor.calls import hierarchy_item, incoming, outgoing
from agi_emu.editor.completion import completions, signature
from agi_emu.editor.formatting import formatted
from agi_emu.editor.hover import hover
from agi_emu.editor.outlines import document_symbols, folds
from agi_emu.editor.protocol import lsp
from agi_emu.editor.questions import Question
from agi_emu.editor.references import definition, highlights, references, renamable, rename
from agi_emu.editor.requests import language

Answer = Callable[[Question, Any], Any]
"""Returns the answer to a question with the parameters of its message."""


def _formatting(question: Question, params: Any) -> list[lsp.TextEdit] | None:
    indent = " " * params.options.tab_size if params.options.insert_spaces else "\t"
    place = getattr(params, "range", None)
    lines = (place.start.line, place.end.line) if place is not None else (0, None)
    return formatted(question.document, indent, *lines) if question.is_logic else None


def _rename(question: Question, params: Any) -> lsp.WorkspaceEdit:
    return rename(question, params.new_name)


def _references(question: Question, params: Any) -> list[lsp.Location]:
    return references(question, with_definition=params.context.include_declaration)


def _incoming(question: Question, params: Any) -> list[lsp.CallHierarchyIncomingCall]:
    return incoming(question, int(params.item.data))


def _hints(question: Question, params: Any) -> list[lsp.InlayHint]:
    return list(decorations.inlay_hints(question, params.range.start.line, params.range.end.line))


def _completions(question: Question, _params: Any) -> lsp.CompletionList:
    return completions(question)


def _signature(question: Question, _params: Any) -> lsp.SignatureHelp | None:
    return signature(question)


class UpToDate(Enum):
    """What must be up to date for an answer."""

    TEXT = auto()
    """The text; what the compiler knows of it may be from a moment ago, while somebody types."""
    SOURCE = auto()
    """What the compiler knows of the source."""
    PROJECT = auto()
    """What it knows of all sources."""


NEEDED: Mapping[Answer, UpToDate] = {
    **dict.fromkeys((_completions, _signature), UpToDate.TEXT),
    **dict.fromkeys((_rename, _references, _incoming, language), UpToDate.PROJECT),
}
"""Answers that need more or less than what the compiler knows of the source."""
ANSWERS: tuple[tuple[str, Answer, object], ...] = (
    (
        lsp.TEXT_DOCUMENT_COMPLETION,
        _completions,
        lsp.CompletionOptions(trigger_characters=["(", ",", '"', ".", "#"]),
    ),
    (
        lsp.TEXT_DOCUMENT_SIGNATURE_HELP,
        _signature,
        lsp.SignatureHelpOptions(trigger_characters=["(", ","]),
    ),
    (lsp.TEXT_DOCUMENT_HOVER, lambda question, _: hover(question), None),
    (lsp.TEXT_DOCUMENT_DEFINITION, lambda question, _: definition(question), None),
    (lsp.TEXT_DOCUMENT_REFERENCES, _references, None),
    (lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, lambda question, _: highlights(question), None),
    (lsp.TEXT_DOCUMENT_PREPARE_RENAME, lambda question, _: renamable(question), None),
    (lsp.TEXT_DOCUMENT_RENAME, _rename, lsp.RenameOptions(prepare_provider=True)),
    (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, lambda question, _: document_symbols(question), None),
    (lsp.TEXT_DOCUMENT_FOLDING_RANGE, lambda question, _: folds(question), None),
    (lsp.TEXT_DOCUMENT_FORMATTING, _formatting, None),
    (lsp.TEXT_DOCUMENT_RANGE_FORMATTING, _formatting, None),
    (
        lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        lambda question, _: decorations.semantic_tokens(question),
        lsp.SemanticTokensLegend(decorations.TOKEN_TYPES, decorations.TOKEN_MODIFIERS),
    ),
    (lsp.TEXT_DOCUMENT_INLAY_HINT, _hints, None),
    (lsp.TEXT_DOCUMENT_DOCUMENT_LINK, lambda question, _: list(decorations.links(question)), None),
    (lsp.TEXT_DOCUMENT_DOCUMENT_COLOR, lambda question, _: list(decorations.colours(question.document)), None),
    (lsp.TEXT_DOCUMENT_COLOR_PRESENTATION, lambda _, params: decorations.presentations(params.color), None),
    (lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, lambda question, _: hierarchy_item(question), None),
    (lsp.CALL_HIERARCHY_INCOMING_CALLS, _incoming, None),
    (lsp.CALL_HIERARCHY_OUTGOING_CALLS, lambda question, params: outgoing(question, int(params.item.data)), None),
    (
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lambda question, params: list(fixes(question, list(params.context.diagnostics))),
        lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]),
    ),
)
"""Name of a message, what answers it, and the options that are told to the editor."""
