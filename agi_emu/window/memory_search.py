"""Finds variables and flags by how they changed: `changed to 5`, `increased since 120 and changed to 7`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from agi_emu.facts.numbers import number_in
from agi_emu.machine.machine import Machine

CHANGES: Mapping[str, Callable[[int, int], bool]] = {
    "changed": operator.ne,
    "unchanged": operator.eq,
    "increased": operator.gt,
    "decreased": operator.lt,
}
_PART = re.compile(rf"({'|'.join(CHANGES)})(?: to (\d+))?(?: since (\d+))?")
FLAGS_AT = 256


def values_of(machine: Machine) -> list[int]:
    """Return the values of all variables, then of all flags, 0 or 1."""
    flags = bytes(machine.unguarded.state.flags)
    return [*bytes(machine.vars), *(flags[at >> 3] >> (7 - (at & 7)) & 1 for at in range(8 * len(flags)))]


def found_values(sentence: str, tick: int, values_at: Callable[[int], Sequence[int]]) -> Iterator[tuple[str, int, int]]:
    """Yield the name of each value that fits a sentence at a tick, what it was, and what it is.

    `since` names the earlier tick; without it, the one before is compared. `values_at` returns the values at a tick.
    ValueError with the forms of sentences for one that is none.
    """
    now = values_at(tick)
    found: Sequence[int] = range(len(now))
    for part in sentence.strip().lower().split(" and "):
        match = _PART.fullmatch(part)
        since = number_in(match[3], tick - 1) if match and match[3] else tick - 1
        if match is None or since is None:
            raise ValueError("say: changed to 5; increased since 120; decreased; unchanged since 80 and changed to 1")
        then, fits = values_at(since), CHANGES[match[1]]
        found = [at for at in found if fits(now[at], then[at]) and match[2] in (None, str(now[at]))]
    yield from ((f"v{at}" if at < FLAGS_AT else f"f{at - FLAGS_AT}", then[at], now[at]) for at in found)
