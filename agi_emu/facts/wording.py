"""How texts count and list things: `2 ticks`; some names, and how many more; numbers that follow each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def counted(number: int, what: str) -> str:
    """Return a number of things in words: `1 tick`, `2 ticks`."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def some_of(names: Sequence[object], most: int) -> str:
    """Return the first names, and how many more there are: `v3, v7 and 2 more`."""
    return ", ".join(map(str, names[:most])) + (f" and {len(names) - most} more" if len(names) > most else "")


def runs(numbers: Iterable[int]) -> Sequence[range]:
    """Return ascending numbers as ranges of those that follow each other."""
    found: list[range] = []
    for number in numbers:
        first = found.pop().start if found and found[-1].stop == number else number
        found.append(range(first, number + 1))
    return found
