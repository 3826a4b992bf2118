"""Jobs that go to workers: what is sent, what comes back, what is kept. Needs no cluster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from agi_emu.checking.check import Check, check
from agi_emu.checking.outcome_store import OutcomeStore
from agi_emu.facts.errors import HostError
from agi_emu.farm.comparing import compare_jobs
from agi_emu.farm.games import Games
from agi_emu.farm.job import Job
from agi_emu.machine.machine import Machine
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.resources.game import open_game
from tests.own_games import meadow
from tests.own_games.building import GameBuilder
from tests.replay.recorded import keys, record
from tests.unit.farm.workplace import WORK, outcomes_of


@pytest.fixture
def game(build_game: GameBuilder) -> Path:
    return build_game(**meadow.sources())  # type: ignore[arg-type]


@pytest.fixture
def other(build_game: GameBuilder) -> Path:
    sources = meadow.sources() | {"pictures": {1: meadow.PICTURE.replace("color 10", "color 11")}}
    return build_game(**sources)  # type: ignore[arg-type]


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
    games = Games()
    found, count = outcomes_of(compare_jobs(paths, how, games), games, scratch, store)
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


def test_the_store_of_compare_is_the_same(paths: list[Path], game: Path, tmp_path: Path) -> None:
    from agi_emu.checking.batch import Job as Here_
    from agi_emu.checking.batch import check_all

    place = tmp_path / "outcomes.sqlite"
    store = OutcomeStore(place)
    for checked in check_all(Here_(Check(), place), paths, 1):
        store.put(checked.path, checked.outcome, checked.digest)
    assert done(paths, Check(), tmp_path / "worker", store)[1] == 0
    store.close()


def test_a_game_is_packed_and_unpacked_once(paths: list[Path], tmp_path: Path) -> None:
    games = Games()
    jobs = list(compare_jobs(paths, Check(), games))
    assert len(games.packed) == 1
    (digest,) = games.packed
    place = tmp_path / "worker"
    WORK.batch(jobs[:2], games.packed, place)
    (unpacked,) = (place / "games").rglob("*.zip")
    assert open_game(unpacked).digest == digest
    stamp = unpacked.stat()
    WORK.batch(jobs[2:], games.packed, place)
    assert unpacked.stat() == stamp
    assert [each.name for each in place.iterdir()] == ["games"], "the files of jobs are gone"


def test_another_version_of_the_program_does_no_job(paths: list[Path], tmp_path: Path) -> None:
    games = Games()
    jobs = list(compare_jobs(paths, Check(), games))
    with pytest.raises(HostError, match="another version of agi-emu"):
        replace(WORK, source="another").batch(jobs, games.packed, tmp_path)


def broken(folder: Path, games: Mapping[str, Path]) -> Outcome:
    raise ZeroDivisionError("x")


def test_a_fault_in_a_job_is_its_outcome(tmp_path: Path) -> None:
    outcomes, _ = WORK.batch([Job("a", broken)], {}, tmp_path)
    assert [each.status for each in outcomes] == [Status.FAILED]
    assert "a fault of agi-emu: ZeroDivisionError: x" in outcomes[0].failure


def test_a_job_that_was_given_up_says_why() -> None:
    outcome = replace(WORK, limit=2.5).lost(Job("job 1", broken))
    assert outcome.lines() == ["job 1: its worker ended, or it took longer than 2.5 seconds, 3 times"]
    assert outcome.code == 4
