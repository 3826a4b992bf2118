"""Jobs that go to workers: what is sent, what comes back, what is kept. Needs no cluster."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from agi_emu.checking.check import Check, check
from agi_emu.checking.comparing import compare_jobs
from agi_emu.checking.jobs import Job, Place, do_jobs, lost
from agi_emu.checking.outcome_store import OutcomeStore
from agi_emu.checking.parcels import do_parcel, parcel_of
from agi_emu.checking.pools import done_here, workers
from agi_emu.facts.errors import HostError, TimeLimitError
from agi_emu.machine.machine import Machine
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.resources.game import open_game
from tests.replay.recorded import keys, record
from tests.unit.checking.workplace import outcomes_of, sent


@pytest.fixture
def paths(game: Path, tmp_path: Path) -> list[Path]:
    folder = tmp_path / "recordings"
    folder.mkdir()
    made = [folder / f"{number}.agirec" for number in range(6)]
    for number, path in enumerate(made):
        record(Machine(open_game(game), seed=number), keys(b0="right", b30="down"), 90, path=path)
    return made


def done(paths: Sequence[Path], how: Check, scratch: Path, store: OutcomeStore | None = None) -> tuple[list[str], int]:
    """Return the lines of all outcomes, and how many jobs were done."""
    found, count = outcomes_of(compare_jobs(paths, how, travels=True), scratch, store)
    return [line for outcome in found for line in outcome.lines()], count


def test_outcomes_are_those_of_a_check_where_the_files_are(paths: list[Path], other: Path, tmp_path: Path) -> None:
    paths[1].write_text("agirec 3\nno recording\n")
    paths[2].unlink()
    masks = paths[3].with_name(paths[3].name + ".masks.toml")
    masks.write_text("[[rectangle]]\nx = 0\ny = 0\nwidth = 8\nheight = 8\nreason = 'newer than the recording'\n")
    paths[4].write_text(paths[4].read_text().replace("\nend ", "\n!end "))
    for how in (Check(), Check(game=other), Check(game=tmp_path / "absent")):
        expected = [line for path in paths for line in check(path, game=how.game).lines()]
        assert done(paths, how, tmp_path / "worker")[0] == expected


def test_what_is_known_is_not_done_again(paths: list[Path], other: Path, tmp_path: Path) -> None:
    store = OutcomeStore(tmp_path / "outcomes.sqlite")
    how = Check(game=other)
    lines, count = done(paths[:4], how, tmp_path / "worker", store)
    assert count == 4
    again, count = done(paths, how, tmp_path / "worker", store)
    assert (again[: len(lines)], count) == (lines, 2)
    assert done(paths, Check(), tmp_path / "worker", store)[1] == 6, "another game is another job"
    store.close()


@pytest.mark.parametrize("bisect", [False, True])
def test_what_is_done_here_is_known_there(paths: list[Path], other: Path, tmp_path: Path, bisect: bool) -> None:
    store = OutcomeStore(tmp_path / "outcomes.sqlite")
    how = Check(game=other, bisect=bisect)
    found: dict[int, Outcome] = {}
    with workers(None, 2) as pool:
        do_jobs(
            compare_jobs(paths, how), 6, pool, lambda place, outcome, _: found.update({place: outcome}), store=store
        )
    lines = [line for place in range(6) for line in found[place].lines()]
    assert done(paths, how, tmp_path / "worker", store) == (lines, 0)
    assert done(paths, how, tmp_path / "worker") == (lines, 6)
    store.close()


def test_a_game_is_packed_and_unpacked_once(paths: list[Path], game: Path, tmp_path: Path) -> None:
    jobs = list(compare_jobs(paths, Check(), travels=True))
    _, games = parcel_of(jobs, None)
    assert list(games) == [open_game(game).digest]
    place = tmp_path / "worker"
    sent(jobs[:2], place)
    (unpacked,) = (place / "games").rglob("*.zip")
    assert open_game(unpacked).digest in games
    stamp = unpacked.stat()
    sent(jobs[2:], place)
    assert unpacked.stat() == stamp
    assert [each.name for each in place.iterdir()] == ["games"], "the files of jobs are gone"


def test_another_version_of_the_program_does_no_job(paths: list[Path], tmp_path: Path) -> None:
    parcel, _ = parcel_of(list(compare_jobs(paths, Check())), None)
    with pytest.raises(HostError, match="another version of agi-emu"):
        do_parcel(replace(parcel, source="another"), {}, tmp_path)


def broken(place: Place) -> Outcome:
    raise ZeroDivisionError("x")


def test_a_fault_in_a_job_is_its_outcome(tmp_path: Path) -> None:
    outcomes, _ = sent([Job("a", broken)], tmp_path)
    assert [each.status for each in outcomes] == [Status.FAILED]
    assert "a fault of agi-emu: ZeroDivisionError: x" in outcomes[0].failure
    assert replace(done_here(None, Job("a", broken)), seconds=0) == replace(outcomes[0], seconds=0)


@dataclass(frozen=True)
class Listed:
    """A task that reads its files."""

    folder: Path

    def __call__(self, place: Place, /) -> Outcome:
        files = sorted(place(self.folder).iterdir())
        return Outcome(
            "", Status.EQUAL, details={"text": " ".join(f"{each.name} {each.read_text()}" for each in files)}
        )


def test_files_of_a_job_go_with_it(tmp_path: Path) -> None:
    folder = tmp_path / "here" / "files"
    folder.mkdir(parents=True)
    for name in ("a", "b"):
        (folder / name).write_text(f"is {name}")
    job = Job("x", Listed(folder), files=(folder,))
    expected = done_here(None, job)
    assert expected.details["text"] == "a is a b is b"
    assert sent([job], tmp_path / "there")[0] == [expected]


@dataclass(frozen=True)
class Endless:
    """A task that never ends."""

    def __call__(self, place: Place, /) -> Outcome:
        while True:
            time.sleep(0.01)


def test_a_job_here_ends_when_its_time_is_over() -> None:
    outcome = done_here(0.05, Job("job 1", Endless()))
    assert (outcome.status, outcome.code) == (Status.FAILED, TimeLimitError.exit_code)
    assert outcome.lines()[0].startswith("job 1: not done after 0.05 seconds")


def test_a_job_that_was_given_up_says_why() -> None:
    outcome = lost(Job("job 1", broken))
    assert outcome.lines() == ["job 1: its worker ended 3 times; memory may be short or, on a cluster, --timeout"]
    assert outcome.code == 4
