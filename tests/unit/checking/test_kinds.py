"""The kinds of jobs besides recordings: each gives what its own verb gives."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from agi_emu.checking.check import check
from agi_emu.checking.jobs import RECORDINGS, digest_of_job
from agi_emu.checking.outcome_store import OutcomeStore
from agi_emu.checking.scripts import script_jobs
from agi_emu.checking.summary import Summary
from agi_emu.facts.mercies import AS_RECORDED, FRIENDLY
from agi_emu.lab.exploring.plays import PLAYS, Plan, play_jobs
from agi_emu.lab.monkey import play
from agi_emu.machine.settings import Settings
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.resources.game import Game, open_game
from tests.accuracy.ground_truth import GroundTruth
from tests.accuracy.measure import kinds_of, parts_of
from tests.accuracy.report import as_data
from tests.accuracy.scoring import accuracy_of, measure_parts, part_jobs
from tests.own_games import meadow
from tests.own_games.building import GameBuilder
from tests.unit.checking.workplace import outcomes_of


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    return open_game(build_game(**meadow.sources()))  # type: ignore[arg-type]


def through_json(outcomes: list[Outcome]) -> list[Outcome]:
    """Return outcomes as a store keeps them."""
    return [Outcome.from_record(json.loads(json.dumps(each.record()))) for each in outcomes]


# Random plays


def test_a_play_is_that_of_the_monkey(game: Game, tmp_path: Path) -> None:
    settings = Settings()
    found, _ = outcomes_of(play_jobs([(game, settings)], range(3), Plan(300)), tmp_path / "worker")
    for seed, outcome in enumerate(found):
        run = play(game, seed, 300, settings)
        assert outcome.name == f"{game.id} seed {seed}"
        assert (outcome.details["cycles"], outcome.details["rooms"]) == (run.cycles, run.rooms)
        assert (outcome.details["windows"], outcome.details["answers"]) == (run.windows, run.answers)
        assert list(outcome.errors) == list(run.errors)
    assert through_json(found) == found


def test_a_guided_play_brings_recordings_of_what_it_found(game: Game, tmp_path: Path) -> None:
    plan = Plan(200, guide=True, assertions=("v3 > 0",), records=True)
    found, _ = outcomes_of(play_jobs([(game, Settings())], range(2), plan), tmp_path / "worker")
    for outcome in found:
        assert (outcome.status, outcome.code) == (Status.DIFFERENT, 1)
        assert outcome.failure == "assertion: v3 > 0"
        texts = outcome.details[RECORDINGS]
        assert len(texts) == len(outcome.details["findings"]) >= 1
        path = tmp_path / "found.agirec"
        path.write_text(next(iter(texts.values())))
        assert check(path, game=game.path).status is Status.EQUAL
    summary = Summary(tuple(found), subject=PLAYS)
    assert [str(group) for group in summary.groups] == ["2 plays: assertion: v3 > 0"]


def test_a_play_is_known_again_unless_something_has_changed(game: Game, tmp_path: Path) -> None:
    store = OutcomeStore(tmp_path / "outcomes.sqlite")

    def count(seeds: range, plan: Plan, settings: Settings) -> int:
        return outcomes_of(play_jobs([(game, settings)], seeds, plan), tmp_path / "worker", store)[1]

    assert count(range(3), Plan(50), Settings()) == 3
    assert count(range(5), Plan(50), Settings()) == 2
    assert count(range(1), Plan(51), Settings()) == 1
    assert count(range(1), Plan(50), replace(Settings(), machine="tandy")) == 1
    store.close()


def test_digests_are_the_same_whatever_the_order_of_a_set() -> None:
    settings = [Settings(mercies=frozenset(order)) for order in (sorted(FRIENDLY, key=str), reversed(list(FRIENDLY)))]
    assert digest_of_job(settings[0], b"x") == digest_of_job(settings[1], b"x")
    assert digest_of_job(settings[0], b"x") != digest_of_job(replace(settings[0], mercies=AS_RECORDED), b"x")


# Scripts


def test_a_script_becomes_a_recording(game: Game, tmp_path: Path) -> None:
    good, bad = tmp_path / "walk.txt", tmp_path / "bad.txt"
    good.write_text("cycle 5: key right\ncycle 20: text look\n")
    bad.write_text("cycle x\n")
    found, _ = outcomes_of(script_jobs([good, bad], game, Settings(), 100), tmp_path / "worker")
    assert [each.status for each in found] == [Status.EQUAL, Status.FAILED]
    assert found[1].lines()[0].startswith(f"{bad}, line 1: ")
    (text,) = found[0].details[RECORDINGS].values()
    path = tmp_path / "walk.agirec"
    path.write_text(text)
    outcome = check(path, game=game.path)
    assert (outcome.status, outcome.ticks) == (Status.EQUAL, 100)


# The original's recordings


def test_accuracy_is_the_same_on_workers(root: Path, tmp_path: Path) -> None:
    truth = GroundTruth(root / "tests" / "conformance", tmp_path)
    parts = list(parts_of([truth], kinds_of([truth])))
    some = [*parts[:6], *(part for part in parts if part.run and part.run.path.parent.name == "msg-missing")]
    found, _ = outcomes_of(part_jobs(some), tmp_path / "worker")
    ours = accuracy_of(zip(some, through_json(found), strict=True))
    assert as_data(ours) == as_data(measure_parts(some))
    assert [each.status for each in found[:6]] == [Status.EQUAL] * 6
    assert {each.status for each in found[6:]} == {Status.DIFFERENT}
