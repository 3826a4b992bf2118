"""A process that measures cases of one program: questions come as lines of JSON, answers go back as such.

It measures with this tree's cases, whichever tree `agi_emu` is from: what is compared is the program, not the case.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from benchmarks.case import AbsentError, Case, Kind, Work
from benchmarks.cases import all_cases

ROOT = Path(__file__).resolve().parents[1]
BEGIN = """
import sys
sys.path.insert(0, sys.argv[1])
import agi_emu
sys.path[0] = sys.argv[2]
from benchmarks.worker import answer_all
answer_all()
"""
BLOCK = bytes(1 << 20)
"""What the pace is: the time of its SHA-256, which neither our code nor Python changes."""
MOST_CALLS = 1_000_000


def pace() -> float:
    """Return the seconds of processor time of a fixed piece of work."""
    return statistics.median(_timed(lambda: hashlib.sha256(BLOCK).digest(), 1, time.process_time) for _ in range(3))


def _timed(work: Work, calls: int, clock: Callable[[], float]) -> float:
    begin = clock()
    for _ in range(calls):
        work()
    return (clock() - begin) / calls


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class _Prepared:
    """A case that is ready to be measured."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self._work = case.prepare()
        self._work()  # imports and decodes what is needed once
        gc.collect()
        gc.freeze()

    def calls(self, seconds: float) -> int:
        """Return how many calls take about so long."""
        if self.case.kind is not Kind.TIME:
            return 1
        calls = 1
        while (taken := _timed(self._work, calls, time.process_time) * calls) < seconds / 4 and calls < MOST_CALLS:
            calls *= 4
        return max(1, round(calls * seconds / max(taken, seconds / 4)))

    def measure(self, calls: int) -> float:
        """Return seconds for each of what the case does, or bytes."""
        if self.case.kind is Kind.BYTES:
            return float(self._work())  # type: ignore[arg-type]
        clock = time.process_time if self.case.kind is Kind.TIME else _of_children
        gc.collect()
        return _timed(self._work, calls, clock) / self.case.per


def answer_all() -> None:
    """Answer the questions that come in until there are no more."""
    answers = os.fdopen(os.dup(1), "w")
    # What a case prints belongs to nobody.
    os.dup2(2, 1)
    notes: list[str] = []
    cases = all_cases(notes.append)
    prepared: _Prepared | None = None
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            if prepared is None or prepared.case.name != asked["case"]:
                prepared = None
                gc.unfreeze()
                gc.collect()
                prepared = _Prepared(cases[asked["case"]])
            calls = asked["calls"] or prepared.calls(asked["seconds"])
            answer: dict[str, Any] = {"value": prepared.measure(calls), "calls": calls, "pace": pace()}
        except (AbsentError, KeyError) as error:
            answer = {"absent": str(error) if isinstance(error, AbsentError) else "; ".join(notes)}
        except Exception as error:
            # An older program may lack what a case asks for; what this one lacks shows in every run.
            answer = {"absent": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


class Worker:
    """The process, as whoever asks it sees it."""

    def __init__(self, tree: Path) -> None:
        """Begin one for the program of a tree."""
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", BEGIN, str(tree), str(ROOT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def ask(self, case: str, calls: int, seconds: float) -> dict[str, Any]:
        """Measure a case: so many calls of it, or, for 0, as many as take about so long."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps({"case": case, "calls": calls, "seconds": seconds}), file=process.stdin, flush=True)
        line = process.stdout.readline()
        if not line:
            return {"absent": f"the process ended with {process.wait()}"}
        answer: dict[str, Any] = json.loads(line)
        return answer

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
