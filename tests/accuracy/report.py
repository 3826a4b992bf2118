"""Writes the figures as a page in Markdown, and as plain data."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from textwrap import fill
from typing import Any

from agi_emu.tracing.differences import FIELDS
from agi_emu.tracing.tolerances import MASKS
from tests.accuracy.clocks import clocks_section, has_clocks
from tests.accuracy.conformance import conformance_section
from tests.accuracy.evidence import WIDTH, evidence_section
from tests.accuracy.families import families_section
from tests.accuracy.grid import grid
from tests.accuracy.scores import Accuracy, RunScore, RunTotals, TableScore

TABLE_MEANINGS = {
    "pictures": "pictures drawn on an empty buffer: colours and priorities",
    "views": "cels: size, colours and priorities",
    "scenes": "steps of add.to.pic on a picture",
    "windows": "message windows: wrapping, size, place",
    "parse": "sentences",
    "sounds": "sounds: port writes and end, PC and Tandy",
    "arith": "edge values of arithmetic",
    "random": "random numbers",
}
KIND_MEANINGS = {
    "tour": "a walk through the rooms of a game, by script",
    "fuzz": "walking, sentences and some function keys at random, by script",
    "synth": "games made at random, which do one or two commands a cycle",
    "probe": "small games, each made for one question",
    "saves": "a game that is saved and restored once",
    "fresh": "scripts as those of fuzz, under other seeds",
    "impatient-1": "a player without patience: bursts of keys, half-typed lines, every function key, Ctrl and Alt,"
    " menus, saves, restores, restarts, any answer wherever the game waits",
    "impatient-2": "the same under other seeds",
    "impatient-3": "the same on a Tandy, a PCjr and a PC, with keys that few ever press",
    "long": "the same for up to 5,000 cycles",
}
FIELD_MEANINGS = {
    "ops": "actions executed, in order",
    "rng": "random seed",
    "v": "variables",
    "f": "flags",
    "o": "object table",
    "inv": "rooms of items",
    "s": "strings",
    "ctl": "horizon, player control, picture, mode",
    "t": "beats",
    "sys": "ticks",
    "ev": "keys and waits inside the cycle",
    "snd": "port writes",
    "win": "open window",
    "vis": "colours of the picture buffer",
    "pri": "priorities of the picture buffer",
    "scr": "screen",
    "txt": "text",
}


def as_data(accuracy: Accuracy) -> dict[str, Any]:
    """Return everything as plain values for JSON."""
    return {
        "exact": accuracy.is_exact,
        "uncompared": [asdict(part) for part in accuracy.uncompared],
        "tables": [_plain(score) for score in accuracy.table_totals()],
        "totals": [_plain(total) for total in accuracy.run_totals()],
        "runs": [_plain(run) | {"is_equal": run.is_equal} for run in accuracy.runs],
    }


def _plain(score: TableScore | RunScore | RunTotals) -> dict[str, Any]:
    # Not `asdict`: before Python 3.12 it corrupts counters.
    values = ((each.name, getattr(score, each.name)) for each in fields(score))
    return {name: dict(value) if isinstance(value, Counter) else value for name, value in values}


def markdown(accuracy: Accuracy) -> str:
    """Return the page: totals, what differs, what is left out."""
    sections = [
        ["# Accuracy", ""],
        [
            *textwrap.wrap(
                f"Compared with recordings of Sierra's own interpreter ({_interpreters(accuracy)}). Written by"
                " `python -m tests.accuracy --write docs/accuracy.md`; the figures count what is equal; nothing is"
                " rounded up.",
                WIDTH,
            ),
            "",
        ],
        families_section(accuracy),
        _tables(accuracy),
        _kinds(accuracy),
        _differences(accuracy),
        _uncompared(accuracy),
        _masks(accuracy),
        clocks_section() if has_clocks() else (),
        conformance_section(),
        evidence_section(),
    ]
    return "\n".join(line for section in sections for line in section).rstrip() + "\n"


def _interpreters(accuracy: Accuracy) -> str:
    names = sorted({table.interpreter for table in accuracy.tables} | {run.interpreter for run in accuracy.runs})
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _item(text: str) -> str:
    """Return an item of a list, wrapped as documents are."""
    return fill(f"- {text}", 100, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def _tables(accuracy: Accuracy) -> Iterator[str]:
    totals = accuracy.table_totals()
    if not totals:
        return
    yield "## Single values"
    yield ""
    rows = [
        (
            *(score.interpreter, score.table, TABLE_MEANINGS[score.table]),
            *(f"{score.equal:,}", f"{score.checked:,}", score.unclaimed),
        )
        for score in totals
    ]
    yield from grid(("interpreter", "table", "what", "equal", "of", "rows without ground truth"), rows)
    yield "2.917 gives the pictures and cels of 2.936. Where a table of another interpreter lists only what"
    yield "differs from 2.936, all rows of 2.936 are compared under that interpreter too."
    yield ""


def _kinds(accuracy: Accuracy) -> Iterator[str]:
    totals = accuracy.run_totals()
    if not totals:
        return
    yield "## Recorded runs, cycle by cycle"
    yield ""
    yield "The kinds of play:"
    yield ""
    played = [(kind, [total for total in totals if total.kind == kind]) for kind in KIND_MEANINGS]
    sums = (
        (kind, each, *(sum(getattr(one, of) for one in each) for of in ("runs", "recorded"))) for kind, each in played
    )
    yield from grid(
        ("kind", "what was played", "runs", "cycles"),
        ((kind, KIND_MEANINGS[kind], f"{runs:,}", f"{cycles:,}") for kind, each, runs, cycles in sums if each),
    )
    rows = [
        (
            total.interpreter,
            total.kind,
            f"{total.equal_runs:,} of {total.runs:,}",
            f"{total.recorded:,}",
            f"{total.equal:,}",
            f"{total.equal_until:,}",
            f"{total.equal_savegames} of {total.savegames}" if total.savegames else "",
        )
        for total in [*totals, *accuracy.sums()]
    ]
    head = (
        "interpreter",
        "kind",
        "runs equal to the end",
        "cycles recorded",
        "cycles equal",
        "before the first difference",
        "savegames equal",
    )
    yield from grid(head, rows)
    yield "Cycles equal, by field:"
    yield ""
    totals = [*accuracy.interpreter_totals(), accuracy.grand_total()]
    yield from grid(
        ("field", "what", *(total.interpreter for total in totals)), (_field(key, totals) for key in FIELDS)
    )


def _field(key: str, totals: Sequence[RunTotals]) -> tuple[str, ...]:
    counts = (f"{total.fields[key]:,}" if total.fields[key] < total.recorded else "all" for total in totals)
    return (f"`{key}`", FIELD_MEANINGS[key], *counts)


def _differences(accuracy: Accuracy) -> Iterator[str]:
    yield "## What differs"
    yield ""
    lines = accuracy.differences()
    known = accuracy.known_differences()
    yield from map(_item, lines)
    if not lines:
        yield "Nothing but what is known:" if known else "Nothing."
    elif known:
        yield ""
        yield "Known besides:"
    if known:
        yield ""
        yield from (_item(f"{line}. {reason}") for line, reason in known.items())
    yield ""


def _uncompared(accuracy: Accuracy) -> Iterator[str]:
    if not accuracy.uncompared:
        return
    yield "## What could not be compared"
    yield ""
    yield from (_item(f"{', '.join(names)}: {why}") for why, names in accuracy.reasons().items())
    yield ""


def _masks(accuracy: Accuracy) -> Iterator[str]:
    if not accuracy.runs:
        return
    totals = [*accuracy.interpreter_totals(), accuracy.grand_total()]
    yield "## What is left out of the comparison"
    yield ""
    yield "Each mask by name, its reason, and how often the runs of each interpreter needed it."
    yield ""
    rows = [(f"`{mask.name}`", mask.reason, *(f"{total.masked[mask.name]:,}" for total in totals)) for mask in MASKS]
    yield from grid(("mask", "reason", *(total.interpreter for total in totals)), rows)
