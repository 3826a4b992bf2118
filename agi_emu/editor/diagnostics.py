"""Mistakes as editors show them: the same rules and texts as those of ``build`` and ``lint``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from agi_emu.editor.documents import SourceDocument
from agi_emu.editor.protocol import lsp
from agi_emu.facts.mistakes import ERROR, WARNING, Mistake

_SEVERITIES = {ERROR: lsp.DiagnosticSeverity.Error, WARNING: lsp.DiagnosticSeverity.Warning}
_QUOTED = re.compile(r"'([^']+)'")
"""What a sentence about a line of a script or list quotes of it."""
_UNUSED = ("unreachable-code", "message-never-shown", "resource-unused", "flag-never-read", "variable-never-read")


def diagnostics(document: SourceDocument, mistakes: Iterable[Mistake]) -> list[lsp.Diagnostic]:
    """Return the mistakes in a document, whose text they were found in."""
    return [_diagnostic(document, mistake) for mistake in mistakes]


def _diagnostic(document: SourceDocument, mistake: Mistake) -> lsp.Diagnostic:
    line = (mistake.line or 1) - 1
    text = document.line(line)
    if mistake.column is not None:
        start = mistake.column - 1
        end = (mistake.end or mistake.column + 1) - 1
    elif (quoted := _QUOTED.search(mistake.text)) and quoted[1] in text:
        start = text.index(quoted[1])
        end = start + len(quoted[1])
    else:
        start, end = len(text) - len(text.lstrip()), len(text.rstrip())
    return lsp.Diagnostic(
        document.range_of(line, start, max(start, end)),
        "; ".join(filter(None, (mistake.text, mistake.hint))),
        _SEVERITIES.get(mistake.severity, lsp.DiagnosticSeverity.Information),
        mistake.rule,
        source="agi-emu",
        tags=[lsp.DiagnosticTag.Unnecessary] if mistake.rule in _UNUSED else None,
        data={"fix": mistake.fix} if mistake.fix is not None else None,
    )
