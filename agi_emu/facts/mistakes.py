"""Mistakes in sources, as data: for editors, language servers and continuous integration."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

ERROR, WARNING, REMARK = "error", "warning", "remark"
"""How bad a mistake is: the game is not built, it is hardly what was meant, it can be tidied up."""
_HINT = r"; (did you mean (.+)\?)$"


class Mistake(NamedTuple):
    """One thing that is wrong; None and "" stand for what is not known."""

    text: str
    """What is wrong, in a sentence without its place."""
    file: str = ""
    """Its file, by the name that messages give it."""
    line: int | None = None
    """Counted from 1."""
    column: int | None = None
    """Counted from 1, in characters."""
    end: int | None = None
    """The column after the last character, on the same line."""
    rule: str = "source"
    """A name for mistakes of this kind."""
    severity: str = ERROR
    hint: str = ""
    """What may help."""
    fix: str | None = None
    """What to write from `column` to `end` instead, where that is likely to be right."""

    def as_record(self) -> dict[str, Any]:
        """Return the fields by name, the place first, for JSON."""
        names = ("file", "line", "column", "end", "rule", "severity", "text", "hint", "fix")
        return {name: getattr(self, name) for name in names}


class Note(str):
    """A sentence about a source that compiles, and the same as data."""

    __slots__ = ("mistakes",)
    mistakes: Sequence[Mistake]

    def __new__(cls, text: str, *mistakes: Mistake) -> Note:
        """Return the sentence with the same as data."""
        note = super().__new__(cls, text)
        note.mistakes = mistakes
        return note


def hinted(mistake: Mistake, *, may_fix: bool) -> Mistake:
    """Return a mistake whose sentence ends in "did you mean ...?" with that as its hint and perhaps its fix."""
    found = re.search(_HINT, mistake.text)
    if found is None:
        return mistake
    fix = found[2] if may_fix else None
    return mistake._replace(text=mistake.text[: found.start()], hint=found[1], fix=fix)


def mistakes_of(note: str) -> Sequence[Mistake]:
    """Return a note as data."""
    return note.mistakes if isinstance(note, Note) else (Mistake(note, severity=WARNING),)
