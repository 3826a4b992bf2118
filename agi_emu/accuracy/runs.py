"""The recorded runs: each is run again, compared cycle by cycle to its end, and counted."""

from __future__ import annotations

from agi_emu.accuracy.ground_truth import GroundTruth, RecordedRun
from agi_emu.accuracy.scores import RunScore
from agi_emu.recording.comparison import Comparison
from agi_emu.recording.trace import Trace
from agi_emu.recording.trace_check import check_of
from agi_emu.recording.trace_compare import FIELDS
from agi_emu.resources import open_game


def check_run(truth: GroundTruth, run: RecordedRun) -> RunScore:
    """Run a recorded game again and count what is equal; nothing is taken over after a difference."""
    trace = Trace(run.path)
    game = open_game(truth.game_of(run), trace.meta.interpreter)
    outcome = check_of(game, trace).run(keep_going=True)
    return _score(run, outcome)


def _score(run: RecordedRun, outcome: Comparison) -> RunScore:
    score = RunScore(run.kind, run.name, run.game, run.interpreter)
    score.recorded = run.cycles + 1
    score.equal = outcome.equal
    first = outcome.first_cycle[0] if outcome.first_cycle else None
    score.equal_until = first.cycle if first else outcome.cycles
    score.fields.update({key: outcome.equal_cycles(key) for key in FIELDS})
    score.end_is_equal = outcome.end is None
    score.masked.update(outcome.masked)
    difference = first or outcome.end
    score.first = f"{difference.field}: {difference}" if difference else ""
    return score
