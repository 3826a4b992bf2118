"""Measures cases, of one program or of two by turns, and finds what has become slower or larger.

Each program has a process. Every case is measured in short rounds, in each of which both programs have a turn, so that
a slow second of the computer hits both; the median of the rounds' ratios counts. A process has its luck, too, with
where its memory lies: what looks slower is measured again in fresh processes, and named if two of three say so.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from benchmarks.case import Case, Kind
from benchmarks.figure import Figure
from benchmarks.worker import Worker

ROUNDS = 7
SECONDS = 0.015
"""What a turn takes about: some systems count processor time in steps of ten milliseconds."""
ROUNDS_AGAIN = 11
SECONDS_AGAIN = 0.02
TIMES_AGAIN = 3
ENOUGH = 2
"""How many of these must be slower."""
ROUNDS_OF_BYTES = 3
SUSPICIOUS = 0.6
"""The part of what is tolerated from which a case is measured again."""

Note = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Pair:
    """A case in both programs."""

    before: Figure
    now: Figure
    change: float
    """By which part of itself the figure has grown: the median of the rounds."""


def measure(cases: Sequence[Case], tree: Path, note: Note) -> dict[str, Figure]:
    """Measure one program."""
    found: dict[str, Figure] = {}
    with Worker(tree) as worker:
        for number, case in enumerate(cases):
            note(f"{number + 1}/{len(cases)} {case.name}")
            figures = _measured(case, [worker], ROUNDS, SECONDS, note)
            if figures:
                found[case.name] = figures[0][0]
    return found


def compare(cases: Sequence[Case], before: Path, now: Path, note: Note) -> dict[str, Pair]:
    """Measure two programs by turns."""
    with ExitStack() as stack:
        workers = [stack.enter_context(Worker(tree)) for tree in (before, now)]
        return _compared(cases, workers, ROUNDS, SECONDS, note)


def confirmed(
    cases: Sequence[Case],
    pairs: Mapping[str, Pair],
    before: Path,
    now: Path,
    tolerated: float,
    note: Note,
) -> dict[str, list[float]]:
    """Measure again what looks slower or larger, and return what is, with the changes found."""
    found: dict[str, list[float]] = {}
    for case in cases:
        if case.name not in pairs or pairs[case.name].change <= SUSPICIOUS * tolerated:
            continue
        again: list[float] = []
        while len(again) < TIMES_AGAIN and _worse(again, tolerated) < ENOUGH > len(again) - _worse(again, tolerated):
            with ExitStack() as stack:
                workers = [stack.enter_context(Worker(tree)) for tree in (before, now)]
                pair = _compared([case], workers, ROUNDS_AGAIN, SECONDS_AGAIN, note).get(case.name)
            again.append(pair.change if pair else 0.0)
        if _worse(again, tolerated) == ENOUGH:
            found[case.name] = [pairs[case.name].change, *again]
    return found


def _worse(changes: Sequence[float], tolerated: float) -> int:
    return sum(change > tolerated for change in changes)


def _compared(
    cases: Sequence[Case],
    workers: Sequence[Worker],
    rounds: int,
    seconds: float,
    note: Note,
) -> dict[str, Pair]:
    found = {}
    for number, case in enumerate(cases):
        note(f"{number + 1}/{len(cases)} {case.name}")
        figures = _measured(case, workers, rounds, seconds, note)
        if figures:
            (before, values), (now, values_now) = figures
            change = statistics.median(two / one for one, two in zip(values, values_now, strict=True)) - 1
            found[case.name] = Pair(before, now, change)
    return found


def _measured(
    case: Case, workers: Sequence[Worker], rounds: int, seconds: float, note: Note
) -> list[tuple[Figure, list[float]]]:
    """Return the figure and the values of each worker; nothing where one of them cannot do it."""
    values: list[list[float]] = [[] for _ in workers]
    paces: list[list[float]] = [[] for _ in workers]
    calls = 0
    for number in range(ROUNDS_OF_BYTES if case.kind is Kind.BYTES else rounds):
        turns = list(enumerate(workers))
        for index, worker in turns if number % 2 == 0 else reversed(turns):
            answer = worker.ask(case.name, calls, seconds)
            if "absent" in answer:
                note(f"{case.name} is left out: {answer['absent']}")
                return []
            # As many calls in both: some states evolve.
            calls = answer["calls"]
            values[index].append(answer["value"])
            paces[index].append(1.0 if case.kind is Kind.BYTES else answer["pace"])
    return [
        (Figure.of(each, pace, case.kind is Kind.BYTES, case.limit), each)
        for each, pace in zip(values, paces, strict=True)
    ]
