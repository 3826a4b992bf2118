"""Check every part of the ground truth, on several processors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context

from agi_emu.accuracy.ground_truth import RECORDINGS, TABLES, GroundTruth, RecordedRun, Row
from agi_emu.accuracy.runs import check_run
from agi_emu.accuracy.scores import Accuracy, RunScore, TableScore
from agi_emu.accuracy.tables import check

WHOLE_TABLES = ("arith", "random")
"""Tables that need no game."""
COST_OF_ROW = {"pictures": 10, "views": 10, "scenes": 150, "windows": 5, "parse": 200, "sounds": 500}
"""Work of a row, in cycles of a recorded run; only to begin with what takes longest."""

Progress = Callable[[str, int, int], None]
"""Told after every part: its kind, parts done, parts in all."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one worker does at once: the rows of a game in a table, or a recorded run."""

    kind: str
    game: str
    rows: tuple[Row, ...] = ()
    run: RecordedRun | None = None

    @property
    def cost(self) -> int:
        """About how long it takes."""
        return self.run.cycles if self.run else COST_OF_ROW.get(self.kind, 1) * len(self.rows)


def parts_of(truth: GroundTruth, kinds: Sequence[str]) -> Iterator[Part]:
    """Yield everything that is to be checked, in the order of the report."""
    for table in TABLES:
        if table not in kinds or not truth.has_table(table):
            continue
        if table in WHOLE_TABLES:
            yield Part(table, "")
        else:
            for game, rows in truth.rows_by_game(table).items():
                yield Part(table, game, rows=tuple(rows))
    for run in truth.runs():
        if run.kind in kinds:
            yield Part(run.kind, run.game, run=run)


def measure(
    truth: GroundTruth,
    kinds: Sequence[str] = (*TABLES, *RECORDINGS),
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Accuracy:
    """Check all parts of these kinds with `jobs` processes; the result does not depend on their number."""
    parts = list(parts_of(truth, kinds))
    results: dict[int, TableScore | RunScore] = {}
    with _executor(jobs) as executor:
        order = sorted(range(len(parts)), key=lambda index: -parts[index].cost)
        waiting: dict[Future[TableScore | RunScore], int] = {
            executor.submit(_check, truth, parts[index]): index for index in order
        }
        for future in as_completed(waiting):
            index = waiting[future]
            results[index] = future.result()
            if progress is not None:
                progress(parts[index].kind, len(results), len(parts))
    accuracy = Accuracy()
    for index in range(len(parts)):
        score = results[index]
        if isinstance(score, TableScore):
            accuracy.tables.append(score)
        else:
            accuracy.runs.append(score)
    return accuracy


def _check(truth: GroundTruth, part: Part) -> TableScore | RunScore:
    if part.run is not None:
        return check_run(truth, part.run)
    return check(truth, part.kind, part.game, list(part.rows))


class _InThisProcess(Executor):
    """Runs what it is given at once: for one job, and where processes cannot be started."""

    def submit(self, function, /, *arguments, **options):  # type: ignore[no-untyped-def]
        """Call the function and return its result as a future."""
        future: Future[object] = Future()
        future.set_result(function(*arguments, **options))
        return future


@contextmanager
def _executor(jobs: int) -> Iterator[Executor]:
    if jobs <= 1:
        yield _InThisProcess()
        return
    # Fresh processes: a copy of a process that runs threads (progress bars) may stand still.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as executor:
        yield executor
