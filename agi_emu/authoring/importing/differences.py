"""The first statements in which two logics differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import islice, zip_longest

from agi_emu.facts.versions import VersionProfile
from agi_emu.logic.disassembler import SourceNames, disassemble_logic

_MOST_LINES = 3
_WIDTH = 100
_BEFORE = 30
"""Characters in front of the first that differs, where a line is too long to be shown whole."""


def first_differences(
    of_game: bytes,
    of_source: bytes,
    words: Mapping[str, int],
    items: Sequence[str],
    profile: VersionProfile,
    code_page: str,
) -> tuple[str, ...]:
    """Return at most three lines of source in which two logics differ: ``-`` is the game's, ``+`` the source's."""
    naming = SourceNames(
        words, [item.encode(code_page, "replace") for item in items], has_reserved_names=True, code_page=code_page
    )
    before, after = (disassemble_logic(logic, naming, profile=profile).splitlines() for logic in (of_game, of_source))
    return tuple(islice(_differing(before, after), _MOST_LINES))


def _differing(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "equal":
            for old, new in zip_longest(before[i1:i2], after[j1:j2]):
                pairs = zip(old or "", new or "", strict=False)
                start = next((at for at, (one, other) in enumerate(pairs) if one != other), _BEFORE) - _BEFORE
                yield from (
                    f"{sign} {_shown(line, max(start, 0))}"
                    for sign, line in (("-", old), ("+", new))
                    if line is not None
                )


def _shown(line: str, start: int) -> str:
    """Return a line, or of a long one what begins at an offset."""
    line = line.strip()
    if len(line) <= _WIDTH:
        return line
    end = "..." if len(line) > start + _WIDTH else ""
    return f"{'...' * bool(start)}{line[start : start + _WIDTH]}{end}"
