"""A table in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def grid(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of a table and an empty one."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'|'.join(['---'] * len(head))}|"
    for row in rows:
        yield f"| {' | '.join(str(cell).replace('|', chr(0x2502)) for cell in row)} |"
    yield ""
