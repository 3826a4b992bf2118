"""Writes the figures in short: a column for each measured family of interpreters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.accuracy.grid import grid
from tests.accuracy.scores import PROBE, Accuracy

RUNS = "recorded runs"
CYCLES = "cycles of these runs: variables, flags, objects, actions, picture, screen, text, keys, port writes"
PROBES = "recorded probes, small games made for one question each"
PROBE_CYCLES = "cycles of these probes"
ROWS = {
    "pictures": "pictures, every pixel of both planes",
    "views": "cels",
    "scenes": "steps of add.to.pic",
    "windows": "message windows",
    "parse": "sentences",
    "sounds": "sounds: every port write",
}
"""Tables of single values in the short figures."""


def family_of(interpreter: str) -> str:
    """Return the family of an interpreter: ``2.4xx``, ``2.9xx``, ``3.x``; empty if it has none."""
    if not interpreter:
        return ""
    return "3.x" if interpreter.startswith("3.") else f"{interpreter[:3]}xx"


def families_section(accuracy: Accuracy) -> Iterator[str]:
    """Yield the section: how much of the recorded values is equal, a column for each family."""
    equal: Counter[tuple[str, str]] = Counter()
    recorded: Counter[tuple[str, str]] = Counter()
    for run in accuracy.runs:
        family = family_of(run.interpreter)
        runs, cycles = (PROBES, PROBE_CYCLES) if run.kind == PROBE else (RUNS, CYCLES)
        for row, good, every in ((runs, int(run.is_equal), 1), (cycles, run.equal, run.recorded)):
            equal[row, family] += good
            recorded[row, family] += every
    for table in accuracy.tables:
        row, family = ROWS.get(table.table, ""), family_of(table.interpreter)
        equal[row, family] += table.equal
        recorded[row, family] += table.checked
    families = sorted({family for _, family in recorded if family})
    rows = [
        row
        for row in (RUNS, CYCLES, *ROWS.values(), PROBES, PROBE_CYCLES)
        if any(recorded[row, family] for family in families)
    ]
    if not rows:
        return
    yield "## In short"
    yield ""
    yield from grid(
        ("equal to the original", *families),
        ((row, *(_of(equal[row, family], recorded[row, family]) for family in families)) for row in rows),
    )


def _of(equal: int, recorded: int) -> str:
    return f"{equal:,} of {recorded:,}" if recorded else ""
