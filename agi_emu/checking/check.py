"""Checks one recording: its game, its masks, what is pinned, the causes, what it reaches; always has an outcome."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agi_emu.checking.time_limits import time_limit
from agi_emu.coverage.reached import Coverage, collect, reached
from agi_emu.facts.errors import AgiError
from agi_emu.machine.machine import Machine
from agi_emu.recording.comparing.outcome import MOST_VALUES, CauseFound, Outcome
from agi_emu.recording.comparing.recording_file import RecordingOnDisk
from agi_emu.recording.comparing.work import USUAL_TOLERANCE
from agi_emu.recording.ticks import What
from agi_emu.resources.game import Game

if TYPE_CHECKING:
    from agi_emu.machine.raised_errors import RaisedError
    from agi_emu.recording.causes.bisecting import Bisection
    from agi_emu.resources.projects.source_places import SourcePlaces

COVERAGE = "coverage"
"""The detail of an outcome that holds what was reached, and the digest of the game."""


class Collected:
    """Collects on machines that it is called with, one after the other."""

    def __init__(self) -> None:
        self._machine: Machine | None = None
        self._before = Coverage()

    def __call__(self, machine: Machine) -> None:
        """Let a machine collect from now on; the one before has done its part."""
        self._before = self._reached()
        collect(machine)
        self._machine = machine

    def _reached(self) -> Coverage:
        return self._before if self._machine is None else self._before | reached(self._machine)

    def details(self) -> dict[str, Any]:
        """Return what was reached, as details of an outcome."""
        assert self._machine is not None
        return details_of(self._machine.game, self._reached())


def details_of(game: Game, coverage: Coverage) -> dict[str, Any]:
    """Return what was reached of a game, as details of an outcome."""
    return {COVERAGE: {"game": game.digest, "reached": coverage.record()}}


def coverage_by_game(outcomes: Iterable[Outcome]) -> dict[str, tuple[str, Coverage]]:
    """Return what recordings reach of each game, by its digest, with the name of one of its recordings."""
    found: dict[str, tuple[str, Coverage]] = {}
    for outcome in outcomes:
        held = outcome.details.get(COVERAGE)
        if held is not None:
            name, before = found.get(held["game"], (outcome.name, Coverage()))
            found[held["game"]] = name, before | Coverage.from_record(held["reached"])
    return found


def plain_record(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as a value of JSON, without what was reached: nobody reads that."""
    record = outcome.record()
    record.get("details", {}).pop(COVERAGE, None)
    return record


Decide = Callable[[RecordingOnDisk, Outcome], str]
"""Called with a recording that was compared; may write into it, and returns a note."""
HOST_ERROR = 2
"""The exit code for a file that the host cannot read or write."""
NO_REFERENCE = "the game as recorded is missing; give its path with --reference"


@dataclass(frozen=True, slots=True)
class Check:
    """What recordings are checked against, and in which respects."""

    game: Path | None = None
    """The game to play, if it is not the one at the recorded path."""
    profile: str | None = None
    """The interpreter version to emulate, if it is not the recorded one."""
    against: Path | None = None
    """Another recording to compare with; then no game is played."""
    reference: Path | None = None
    """The game as recorded, if it is neither beside the recording nor at the recorded path."""
    only: tuple[What, ...] = tuple(What)
    bisect: bool = False
    """Whether to look for the causes of differences."""
    sources: Path | None = None
    """The source folder of the game, for lines."""
    work_tolerance: float = USUAL_TOLERANCE
    """Percent that a room may become slower; work is compared where everything is."""
    timeout: float | None = None
    """Seconds that a recording may take; in the main thread only."""
    coverage: bool = False
    """Whether outcomes hold what was reached of the game; only where a game is played."""

    @property
    def _work_tolerance(self) -> float | None:
        return self.work_tolerance if set(self.only) == set(What) else None

    def file(self, path: Path) -> RecordingOnDisk:
        """Return a recording with the games of this check."""
        return RecordingOnDisk(path, self.game, self.profile, self.reference)

    def game_of(self, name: str) -> Game:
        """Return the game that the recording of this name is checked with."""
        return self.file(Path(name)).game

    def run(self, path: Path, decide: Decide | None = None) -> Outcome:
        """Check a recording; whatever is wrong with it becomes its outcome."""
        return self.run_file(self.file(path), decide)

    def run_file(self, file: RecordingOnDisk, decide: Decide | None = None) -> Outcome:
        """Check a recording of which something may have been read."""
        name = str(file.path)

        def compared() -> Outcome:
            with time_limit(self.timeout, name):
                return self._compared(file, decide)

        return outcome_in_every_case(name, compared)

    def _compared(self, file: RecordingOnDisk, decide: Decide | None) -> Outcome:
        if self.against is not None:
            found = file.compare_with_recording(self.against, self.only, work_tolerance=self._work_tolerance)
            return replace(found, actual=None)
        _ = file.recording  # What is wrong with it comes before what is wrong with its game.
        collected = Collected() if self.coverage else None
        found = file.compare_with_game(self.only, work_tolerance=self._work_tolerance, watch=collected)
        note = decide(file, found) if decide else ""
        differs = found.first is not None
        bisects = self.bisect and differs
        places = _places(file.game, self.sources) if found.errors or differs else None
        outcome = replace(
            found,
            notes=(*found.notes, *_writers(file, found, places)) if places and differs and not decide else found.notes,
            causes=_causes(file, found, places) if bisects else (),
            errors=_placed(found.errors, places),
            details=collected.details() if collected else {},
            actual=None,
        )
        # What was decided is no longer a failure.
        return replace(outcome, notes=(*outcome.notes, note), code=0) if note else outcome


def outcome_in_every_case(name: str, job: Callable[[], Outcome]) -> Outcome:
    """Do a job and return its outcome, with the time that it took; an error that it raises becomes one."""
    began = time.process_time()
    try:
        outcome = job()
    except AgiError as error:
        outcome = Outcome.of_failure(name, str(error), error.exit_code)
    except OSError as error:
        outcome = Outcome.of_failure(name, f"{error.filename or name}: {error.strerror or error}", HOST_ERROR)
    except Exception as error:
        # A fault of ours in one job must not cost the others.
        outcome = Outcome.of_failure(name, f"a fault of agi-emu: {_place_of(error)}", AgiError.exit_code)
    return replace(outcome, seconds=time.process_time() - began)


def check(
    path: str | Path,
    *,
    game: str | Path | None = None,
    only: Iterable[str] = tuple(What),
    reference: str | Path | None = None,
    profile: str | None = None,
    bisect: bool = False,
    sources: str | Path | None = None,
    work_tolerance: float = USUAL_TOLERANCE,
) -> Outcome:
    """Check a recording with everything that `agi-emu compare` knows: masks beside it, pins, shifts, kept games.

    `game` is the one to play, if it has moved or changed; `only` names some of state, frame and sound (ValueError for
    another name); `reference` is the game as recorded, which `bisect` and masks newer than the recording need.
    `profile` is another interpreter version, `sources` the project folder of the game, `work_tolerance` the percentage
    by which a room may become slower, if the recording holds work and `only` names everything. A recording that cannot
    be read or compared raises nothing: its outcome says why.
    """
    parts = tuple(What(each) for each in only)
    how = Check(_path(game), profile, None, _path(reference), parts, bisect, _path(sources), work_tolerance)
    return how.run(Path(path))


def _path(given: str | Path | None) -> Path | None:
    return None if given is None else Path(given)


def _causes(file: RecordingOnDisk, found: Outcome, places: SourcePlaces | None) -> tuple[CauseFound, ...]:
    """Find what causes the differences; without the game as recorded, say so in place of a cause."""
    from agi_emu.recording.causes.bisecting import Bisection, bisect

    if file.reference is None:
        assert found.first is not None
        return (_cause(Bisection(found.first.tick, found.first.what, note=NO_REFERENCE), places),)
    causes = bisect(file.reference, file.game, file.expected, found, masks=file.expected_masks)
    return tuple(_cause(each, places) for each in causes)


def _writers(file: RecordingOnDisk, found: Outcome, places: SourcePlaces) -> Iterator[str]:
    """Yield who wrote last what differs first, in either run."""
    from agi_emu.reporting.last_writers import last_writers

    assert found.first is not None
    tick = found.values.tick if found.values is not None else found.first.tick
    names = [each.name for each in found.values.changes] if found.values is not None else []
    was = file.reference, _places(file.reference, None) if file.reference is not None else None
    for each in last_writers(file.recording, file.masks, tick, was, (file.game, places), names)[:MOST_VALUES]:
        yield from ([f"expected: {each.expected}"] if each.expected else [])
        yield f"actual: {each.actual}"


def _cause(found: Bisection, places: SourcePlaces | None) -> CauseFound:
    resources = dict.fromkeys(str(name) for cause in found.causes for name in cause.resources)
    return CauseFound(found.record(), tuple(found.lines(places)), tuple(resources))


def _places(game: Game, sources: Path | None) -> SourcePlaces:
    from agi_emu.resources.projects.source_places import SourcePlaces

    return SourcePlaces(game, sources)


def _placed(errors: Sequence[RaisedError], places: SourcePlaces | None) -> tuple[RaisedError, ...]:
    if places is None:
        return tuple(errors)
    return tuple(replace(each, where=places.words(each.logic, each.offset)) for each in errors)


def _place_of(error: Exception) -> str:
    """Return an error of ours with the line that raised it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno}); please report it"
