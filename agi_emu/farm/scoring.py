"""Makes the jobs of ``agi-emu farm accuracy``: a recorded run of the original each, or a table's rows for a game."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agi_emu.facts.errors import AgiError
from agi_emu.farm.job import Job, Told, digest_of_job
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.recording.game_lookup import opened
from agi_emu.reporting.subject import Subject
from tests.accuracy.conformance import key_of_known, known_in_the_source_tree
from tests.accuracy.measure import Part, Score, check_part
from tests.accuracy.scores import Accuracy, RunScore, TableScore, Uncompared

if TYPE_CHECKING:
    from agi_emu.farm.games import Games
    from tests.accuracy.ground_truth import RecordedRun

PARTS = Subject("agi-emu farm accuracy", "Compared with the original", "part")
SCORES: Mapping[str, type[Any]] = {each.__name__: each for each in (TableScore, RunScore, Uncompared)}
SCORE, KIND = "score", "of"
"""The details that hold the score of a part."""
NOT_COMPARED = 3
"""The exit code of a part that could not be compared."""


@dataclass(frozen=True, slots=True)
class Scored:
    """Checks a part of the ground truth on a worker."""

    part: Part
    game: str | None
    known: str
    """Why it is known to differ; empty if it is not."""

    def __call__(self, folder: Path, games: Mapping[str, Path], /) -> Outcome:
        """Check the part, whose recording is in a folder."""
        run = self.part.run and replace(self.part.run, path=folder / _own_place(self.part.run))
        part = replace(self.part, run=run)
        score = check_part(part, place=None if self.game is None else games[self.game])
        if isinstance(score, RunScore):
            score.known = self.known
        return _outcome(self.part, score)


def part_jobs(parts: Iterable[Part], games: Games) -> Iterator[Job]:
    """Yield the jobs that check parts; what cannot be read here has its outcome at once."""
    reasons = known_in_the_source_tree()
    for part in parts:
        known = reasons.get(key_of_known(part.run), "") if part.run else ""
        try:
            yield _job(part, games, known)
        except (AgiError, OSError):
            # The check says what is wrong.
            yield Job(part.name, Told(_outcome(part, check_part(part))))


def _job(part: Part, games: Games, known: str) -> Job:
    game_place = None if part.damage else part.place
    game = None if game_place is None else opened(game_place, None)
    files = {}
    if part.run is not None:
        place = _own_place(part.run)
        sent = sorted(each for each in part.run.path.iterdir() if each.is_file())
        files = {(place / each.name).as_posix(): each.read_bytes() for each in sent}
    contents = [(name, hashlib.sha256(data).hexdigest()) for name, data in files.items()]
    digest = digest_of_job("accuracy", part.kind, part.interpreter, game and game.digest, contents, part.rows, known)
    packed = dict([games.pack(game)]) if game else {}
    task = Scored(part, game.digest if game else None, known)
    return Job(part.name, task, "" if part.damage else digest, files, packed, cost=max(1, part.cost))


def _own_place(run: RecordedRun) -> Path:
    """Return the end of a recording's path, from which it has its name."""
    return Path(*run.path.parts[-2:])


def _outcome(part: Part, score: Score) -> Outcome:
    """Return the outcome of a part, with its score as values of JSON."""
    details = {
        KIND: type(score).__name__,
        SCORE: {each.name: _plain(getattr(score, each.name)) for each in fields(score)},
    }
    match score:
        case Uncompared():
            return Outcome(part.name, Status.FAILED, failure=score.why, code=NOT_COMPARED, details=details)
        case RunScore():
            details["text"] = f"{score.equal:,} of {score.recorded:,} cycles are equal"
            failure, is_equal = score.first, score.is_equal
        case _:
            details["text"] = f"{score.equal:,} of {score.checked:,} values are equal"
            failure, is_equal = "; ".join(score.different[:1]), score.equal == score.checked
    is_known = isinstance(score, RunScore) and bool(score.known)
    status = Status.EQUAL if is_equal else Status.KNOWN if is_known else Status.DIFFERENT
    return Outcome(part.name, status, failure=failure, code=int(status is Status.DIFFERENT), details=details)


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Counter) else value


def accuracy_of(outcomes: Sequence[Outcome]) -> Accuracy:
    """Return the counts that outcomes of parts hold."""
    accuracy = Accuracy()
    places: dict[type[Any], list[Any]] = {
        TableScore: accuracy.tables,
        RunScore: accuracy.runs,
        Uncompared: accuracy.uncompared,
    }
    for outcome in outcomes:
        kind = SCORES.get(outcome.details.get(KIND, ""), Uncompared)
        held = outcome.details.get(SCORE) or asdict(Uncompared("", outcome.name, outcome.failure))
        counters = {each.name for each in fields(kind) if str(each.type).startswith("Counter")}
        score = kind(**{name: Counter(value) if name in counters else value for name, value in held.items()})
        places[kind].append(score)
    return accuracy
