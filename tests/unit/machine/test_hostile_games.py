"""No beat of a game that tries to make it last burns more than its budget may."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agi_emu import Machine, open_game
from agi_emu.codes import FUEL_OF_WORK
from agi_emu.machine.settings import MOST_FUEL, MOST_FUEL_IN_PC, PC, RUNAWAY_UNITS, UNLIMITED, Budget, Settings
from tests.own_games.hostile import GAMES

if TYPE_CHECKING:
    from tests.own_games.building import GameBuilder

BEATS = {PC: 40, UNLIMITED: 4}


@pytest.mark.parametrize("budget", BEATS, ids=lambda budget: budget.name)
@pytest.mark.parametrize("name", GAMES)
def test_no_beat_burns_more_than_its_budget_may(build_game: GameBuilder, name: str, budget: Budget) -> None:
    m = Machine(open_game(GAMES[name](build_game)), settings=Settings(seed=1, budget=budget))
    vm, granted = m.state.vm, m.settings.beat_fuel
    most = (MOST_FUEL_IN_PC if budget == PC else MOST_FUEL) - FUEL_OF_WORK * (budget.units or RUNAWAY_UNITS)
    burnt = []
    for _ in range(BEATS[budget]):
        owed = min(vm.fuel, 0)
        m.advance()
        burnt.append(owed + granted - vm.fuel)
    assert max(burnt) > 0
    assert max(burnt) <= most
