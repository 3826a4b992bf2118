"""Wrong arguments of the library: refused at once, before they reach the machine."""

from __future__ import annotations

from typing import Any, cast

import pytest

import agi_emu
from agi_emu.machine.events import Arrow, Key
from tests.own_games.building import GameBuilder


@pytest.fixture
def machine(build_game: GameBuilder) -> agi_emu.Machine:
    return agi_emu.Machine(agi_emu.open_game(build_game({0: "return();"})))


@pytest.mark.parametrize("seed", [-1, 0x10000])
def test_seed_has_16_bits(build_game: GameBuilder, seed: int) -> None:
    game = agi_emu.open_game(build_game({0: "return();"}))
    with pytest.raises(ValueError, match="0 to 65535"):
        agi_emu.Machine(game, seed=seed)


@pytest.mark.parametrize("arguments", [{"seconds": -1}, {"ticks": -1}, {"cycles": -1}])
def test_time_runs_forward_only(machine: agi_emu.Machine, arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="forward only"):
        machine.run(**arguments)


@pytest.mark.parametrize("arguments", [{"seconds": 0}, {"ticks": 0}, {"seconds": 0.001}])
def test_no_time_is_no_beat(machine: agi_emu.Machine, arguments: dict[str, Any]) -> None:
    machine.run(**arguments)
    assert machine.state.clock.beats == 0


def test_a_text_is_no_event(machine: agi_emu.Machine) -> None:
    with pytest.raises(TypeError, match="is no input event"):
        machine.press(cast(Key, "a"))


def test_events_hold_what_a_keyboard_sends() -> None:
    with pytest.raises(ValueError, match="0 to 65535"):
        Key(0x10000)
    with pytest.raises(ValueError, match="0 to 8"):
        Arrow(9, True)
