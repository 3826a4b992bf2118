"""Runs the recorded runs again, compares each cycle by cycle to its end, and counts."""

from __future__ import annotations

from pathlib import Path

from agi_emu.resources import open_game
from agi_emu.tracing.check import check_of
from agi_emu.tracing.comparison import TraceComparison
from agi_emu.tracing.differences import FIELDS
from agi_emu.tracing.tolerances import SAVED_MEMORY
from agi_emu.tracing.trace import Trace
from tests.accuracy.ground_truth import RecordedRun
from tests.accuracy.savegames import NAME, savegame_difference
from tests.accuracy.scores import RunScore


def check_run(place: Path, run: RecordedRun) -> RunScore:
    """Run the game at a path as it was recorded, and count what is equal; nothing is taken over after a difference."""
    trace = Trace(run.path)
    game = open_game(place, trace.meta.interpreter)
    check = check_of(game, trace)
    score = _score(run, check.run(keep_going=True), trace)
    difference = savegame_difference(run.path / NAME, check.machine.save_store)
    if difference is not None:
        score.savegame_is_equal = not difference
        score.masked[SAVED_MEMORY.name] += 1
        score.first = score.first or difference
    return score


def _score(run: RecordedRun, outcome: TraceComparison, trace: Trace) -> RunScore:
    score = RunScore(run.kind, run.name, run.game, trace.meta.interpreter, trace.meta.machine)
    # If ours ended too early, some records were read but not compared, or not even read.
    score.recorded = trace.record_count()
    score.equal = outcome.equal
    first = outcome.first_cycle[0] if outcome.first_cycle else None
    score.equal_until = first.cycle if first else outcome.cycles
    score.fields.update({key: outcome.equal_cycles(key) for key in FIELDS})
    score.end_is_equal = outcome.end is None
    score.masked.update(outcome.masked)
    difference = first or outcome.end
    score.first = f"{difference.field}: {difference}" if difference else ""
    return score
