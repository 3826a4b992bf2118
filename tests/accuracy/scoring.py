"""Checks all parts of the ground truth as jobs of any workers: of this computer, or of a cluster."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from agi_emu.checking.jobs import Job, Place, digest_of_job, do_jobs, told
from agi_emu.checking.outcome_store import outcome_store, usual_store
from agi_emu.checking.pools import workers
from agi_emu.cli.jobs import JobOptions
from agi_emu.facts.errors import AgiError, TimeLimitError
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.recording.game_lookup import opened
from tests.accuracy.ground_truth import GroundTruth
from tests.accuracy.measure import Part, Score, broken, check_part, kinds_of, parts_of
from tests.accuracy.scores import Accuracy, RunScore, TableScore, Uncompared

SCORES: Mapping[str, type[Any]] = {each.__name__: each for each in (TableScore, RunScore, Uncompared)}
SCORE, KIND = "score", "of"
"""The details that hold the score of a part."""
ON_ONE_PROCESSOR = JobOptions(jobs=1)

Progress = Callable[[str, int, int], None]
"""Called after every part with its kind, the parts done and the total."""


@dataclass(frozen=True, slots=True)
class Scored:
    """Checks a part of the ground truth on a worker."""

    part: Part
    game: Path | None

    def __call__(self, place: Place, /) -> Outcome:
        """Check the part, whose recording and game are where `place` says."""
        run = self.part.run and replace(self.part.run, path=place(self.part.run.path))
        return _outcome(self.part, check_part(replace(self.part, run=run), place=self.game and place(self.game)))


def measure(
    truths: Sequence[GroundTruth],
    kinds: Sequence[str] | None = None,
    where: JobOptions = ON_ONE_PROCESSOR,
    progress: Progress | None = None,
) -> Accuracy:
    """Check all parts of these kinds where that is wanted; the result is the same everywhere.

    A part that takes too long counts as one that cannot be compared. To resume, results are kept, and not made again.
    """
    return measure_parts(list(parts_of(truths, kinds_of(truths) if kinds is None else kinds)), where, progress)


def measure_parts(
    parts: Sequence[Part], where: JobOptions = ON_ONE_PROCESSOR, progress: Progress | None = None
) -> Accuracy:
    """Check these parts as `measure` does; their scores come in the order of the parts."""
    found: dict[int, Outcome] = {}
    order = sorted(range(len(parts)), key=lambda index: -parts[index].cost)

    def take(place: int, outcome: Outcome, _is_known: bool) -> None:
        found[order[place]] = outcome
        if progress is not None:
            progress(parts[order[place]].kind, len(found), len(parts))

    made = part_jobs((parts[index] for index in order), are_kept=where.resume)
    with (
        outcome_store(usual_store()) if where.resume else nullcontext() as store,
        workers(where.cluster, where.processes(len(parts)), where.timeout) as pool,
    ):
        do_jobs(made, len(parts), pool, take, store=store, resume=where.resume)
    return accuracy_of((part, found[index]) for index, part in enumerate(parts))


def part_jobs(parts: Iterable[Part], *, are_kept: bool = True) -> Iterator[Job]:
    """Yield the jobs that check parts; what cannot be read here has its outcome at once.

    `are_kept` says whether outcomes are kept: only then is everything read that they depend on.
    """
    for part in parts:
        try:
            yield _job(part, are_kept=are_kept)
        except (AgiError, OSError):
            # The check says what is wrong.
            yield Job(part.name, partial(told, _outcome(part, check_part(part))))


def _job(part: Part, *, are_kept: bool) -> Job:
    game = None if part.damage else part.place
    folder = part.run.path if part.run is not None else None
    digest = ""
    if are_kept and not part.damage:
        sent = sorted(each for each in folder.iterdir() if each.is_file()) if folder is not None else ()
        contents = [(each.name, hashlib.sha256(each.read_bytes()).hexdigest()) for each in sent]
        known = game and opened(game, None).digest
        digest = digest_of_job("accuracy", _own_digest(), part.name, part.interpreter, known, contents, part.rows)
    games, files = (() if each is None else (each,) for each in (game, folder))
    return Job(part.name, Scored(part, game), digest, games, files, max(1, part.cost))


@cache
def _own_digest() -> str:
    """Return the digest of the code of this folder, which is not part of the program."""
    contents = [each.read_bytes() for each in sorted(Path(__file__).parent.glob("*.py"))]
    return hashlib.sha256(b"\0".join(contents)).hexdigest()


def _outcome(part: Part, score: Score) -> Outcome:
    """Return the outcome of a part, with its score as values of JSON."""
    values = {each.name: getattr(score, each.name) for each in fields(score)}
    plain = {name: dict(value) if isinstance(value, Counter) else value for name, value in values.items()}
    details = {KIND: type(score).__name__, SCORE: plain}
    if isinstance(score, Uncompared):
        return Outcome(part.name, Status.FAILED, failure=score.why, details=details)
    is_equal = score.is_equal if isinstance(score, RunScore) else score.equal == score.checked
    return Outcome(part.name, Status.EQUAL if is_equal else Status.DIFFERENT, details=details)


def accuracy_of(found: Iterable[tuple[Part, Outcome]]) -> Accuracy:
    """Return the counts that the outcomes of parts hold."""
    accuracy = Accuracy()
    for part, outcome in found:
        accuracy.add(_score_of(part, outcome))
    return accuracy


def _score_of(part: Part, outcome: Outcome) -> Score:
    if SCORE not in outcome.details:
        too_slow = outcome.code == TimeLimitError.exit_code
        return Uncompared(part.kind, part.name, outcome.failure) if too_slow else broken(part, outcome.failure)
    kind = SCORES[outcome.details[KIND]]
    counters = {each.name for each in fields(kind) if str(each.type).startswith("Counter")}
    held = outcome.details[SCORE].items()
    score: Score = kind(**{name: Counter(value) if name in counters else value for name, value in held})
    return score
