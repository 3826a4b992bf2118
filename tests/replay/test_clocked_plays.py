"""Plays in clocks of a computer of the time (reference: TIME-34) go everywhere as they went the first time."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu import Machine, open_game, run_many
from agi_emu.checking.check import Check
from agi_emu.checking.comparing import compare_jobs
from agi_emu.keeping.saves.rewind import BEATS_BETWEEN, Rewind
from agi_emu.machine.machine import Digests
from agi_emu.machine.settings import BUDGETS, Settings
from agi_emu.recording.comparing.outcome import Status
from agi_emu.recording.replaying.replay import Replay
from agi_emu.resources.game import Game
from tests.own_games.building import GameBuilder
from tests.replay.recorded import keys, record
from tests.unit.checking.workplace import outcomes_of
from tests.unit.machine.test_clocks import BUDGETS_IN_CLOCKS, LOGIC_0, PICTURE, VIEW

TICKS = 120
"""Of a recording; the picture alone takes more than twenty."""


@pytest.fixture
def path(build_game: GameBuilder) -> Path:
    """Return a game that draws, moves and computes."""
    return build_game({0: LOGIC_0, 1: "return();"}, pictures={1: PICTURE}, views={1: VIEW})


@pytest.fixture
def game(path: Path) -> Game:
    """Return it, opened."""
    return open_game(path)


@pytest.fixture(params=BUDGETS_IN_CLOCKS, ids=lambda budget: budget.name)
def settings(request: pytest.FixtureRequest) -> Settings:
    """Return settings with each of the budgets."""
    return Settings(seed=5, budget=request.param)


def digests_of(machine: Machine, beats: int) -> list[Digests]:
    """Return the digests after each of the next beats."""
    return [machine.digests() for _ in range(beats) if machine.advance()]


def test_going_back_leads_to_the_same_beats(game: Game, settings: Settings) -> None:
    machine = Machine(game, settings=settings)
    rewind = Rewind(machine)
    passed = []
    for _ in range(10 * BEATS_BETWEEN):
        machine.advance()
        rewind.after(machine, ())
        passed.append((machine.unguarded.state.clock.beats, machine.digests()))
    for _ in range(6):
        assert rewind.step_back()
    beats = machine.unguarded.state.clock.beats
    later = [digests for beat, digests in passed if beat > beats]
    assert len(later) > 5 * BEATS_BETWEEN
    assert digests_of(machine, len(later)) == later


def test_seeking_leads_to_the_same_ticks(game: Game, settings: Settings) -> None:
    recording = record(Machine(game, settings=settings), keys(b30="right", b150="down"), TICKS)
    straight = Replay(game, recording)
    expected = {}
    for tick in range(1, TICKS):
        straight.seek(tick)
        expected[tick] = straight.machine.digests()
    replay = Replay(game, recording)
    for tick in (TICKS - 1, 30, 31, 1, 77, 76):
        replay.seek(tick)
        assert (tick, replay.machine.digests()) == (tick, expected[tick])


def test_many_machines_are_those_that_run_alone(game: Game, settings: Settings) -> None:
    together = [Machine(game, settings=settings) for _ in range(3)]
    alone = Machine(game, settings=settings)
    run_many(together, TICKS, threads=3)
    while alone.unguarded.state.clock.beats < 3 * TICKS:
        alone.advance()
    assert {machine.digests() for machine in together} == {alone.digests()}


def test_a_worker_of_a_farm_finds_the_same_and_refuses_budgets_that_it_does_not_know(
    path: Path, settings: Settings, tmp_path: Path
) -> None:
    known, unknown = tmp_path / "known.agirec", tmp_path / "unknown.agirec"
    record(Machine(open_game(path), settings=settings), keys(b30="right"), TICKS, path=known)
    assert f"budget {settings.budget.name}\n" in known.read_text()
    unknown.write_text(known.read_text().replace(f"budget {settings.budget.name}\n", "budget xt-10\n"))
    (same, refused), count = outcomes_of(
        compare_jobs([known, unknown], Check(game=path), travels=True), tmp_path / "worker"
    )
    assert (count, same.status) == (2, Status.EQUAL)
    assert refused.status is not Status.EQUAL
    assert "does not know the budget 'xt-10'" in "\n".join(refused.lines())
    assert "xt-10" not in BUDGETS
