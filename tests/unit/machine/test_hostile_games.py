"""No beat of a game that tries to make it last burns more than its budget may, and no step more than the largest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agi_emu import Machine, open_game
from agi_emu.facts.codes import FUEL_OF_WORK
from agi_emu.facts.errors import SaveError
from agi_emu.machine.saving.restoring import MOST_FUEL_OF_RESTORE, restore, savegame_of
from agi_emu.machine.settings import (
    LARGEST_COST,
    MOST_FUEL,
    MOST_FUEL_IN_SMOOTH,
    RUNAWAY_UNITS,
    SMOOTH,
    UNLIMITED,
    Budget,
    Settings,
)
from agi_emu.state.core_rules import CoreRules
from tests.own_games.hostile import GAMES

if TYPE_CHECKING:
    from tests.own_games.building import GameBuilder

BEATS = {SMOOTH: 40, UNLIMITED: 4}
BEATS_OF_ONE_STEP = 280
"""All objects have had their step, and each been drawn, after 267."""
FEW_BEATS = {"sentences": 40, "unknown words": 40, "lines": 40}
"""Games whose dearest step comes at once and again and again."""
DEAR = {
    "a crowd inserted again",
    "a crowd on water",
    "many spilling rows",
    "one spilling row",
    "spilling rows",
    "spilling rows on water",
}
"""Games that take seconds step by step."""


@pytest.mark.parametrize("budget", BEATS, ids=lambda budget: budget.name)
@pytest.mark.parametrize("name", GAMES)
def test_no_beat_burns_more_than_its_budget_may(build_game: GameBuilder, name: str, budget: Budget) -> None:
    m = Machine(open_game(GAMES[name](build_game)), settings=Settings(seed=1, budget=budget))
    vm, granted = m.state.vm, m.settings.beat_fuel
    most = (MOST_FUEL_IN_SMOOTH if budget == SMOOTH else MOST_FUEL) - FUEL_OF_WORK * (budget.units or RUNAWAY_UNITS)
    burnt = []
    for _ in range(BEATS[budget]):
        owed = min(vm.fuel, 0)
        m.advance()
        burnt.append(owed + granted - vm.fuel)
    assert max(burnt) > 0
    assert max(burnt) <= most


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in DEAR else name for name in GAMES]
)
def test_no_step_burns_more_than_the_largest(build_game: GameBuilder, name: str) -> None:
    m = Machine(open_game(GAMES[name](build_game)), settings=Settings(seed=1, budget=UNLIMITED))
    m.advance()
    m.advance()
    # From now on each beat has fuel for a single step, however much it burns.
    m.rules = CoreRules(**vars(m.rules) | {"beat_fuel": 1})
    m.core.set_rules(m.rules)
    least = 0
    for _ in range(FEW_BEATS.get(name, BEATS_OF_ONE_STEP)):
        m.state.vm.fuel = 0
        m.advance()
        least = min(least, m.state.vm.fuel)
    assert -LARGEST_COST <= least < 0


@pytest.mark.slow
def test_restoring_a_hostile_savegame_has_an_end(build_game: GameBuilder) -> None:
    m = Machine(open_game(GAMES["a crowd on water"](build_game)), settings=Settings(seed=1, budget=UNLIMITED))
    m.unguarded.state.script.recording = 1
    while m.unguarded.state.cycle.number < 1:
        m.advance()
    m.unguarded.state.vm.fuel = 0
    save = savegame_of(m.unguarded).to_bytes()
    before = m.snapshot()
    with pytest.raises(SaveError, match="takes too long"):
        restore(m.unguarded, save)
    assert MOST_FUEL_OF_RESTORE < -m.unguarded.state.vm.fuel <= LARGEST_COST
    m.unguarded.state.vm.fuel = 0
    assert m.snapshot() == before
