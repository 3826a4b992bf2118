"""Wrong arguments of the library: refused at once, before they reach the machine."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any, cast

import pytest

import agi_emu
from agi_emu.machine.input.events import Arrow, Key
from agi_emu.machine.settings import Budget
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


@pytest.mark.parametrize("seconds", [float("nan"), float("inf")])
def test_time_is_a_number(machine: agi_emu.Machine, seconds: float) -> None:
    with pytest.raises(ValueError, match="is not a valid time"):
        machine.run(seconds=seconds)


@pytest.mark.parametrize("arguments", [{"seconds": 0}, {"ticks": 0}, {"seconds": 0.001}])
def test_no_time_is_no_beat(machine: agi_emu.Machine, arguments: dict[str, Any]) -> None:
    machine.run(**arguments)
    assert machine.state.clock.beats == 0


def test_a_number_is_no_event(machine: agi_emu.Machine) -> None:
    with pytest.raises(TypeError, match="is not an input event"):
        machine.press(cast(Key, 13))


def test_events_hold_what_a_keyboard_sends() -> None:
    with pytest.raises(ValueError, match="0 to 65535"):
        Key(0x10000)
    with pytest.raises(ValueError, match="0 to 8"):
        Arrow(9, True)


def test_keys_may_be_named(machine: agi_emu.Machine) -> None:
    machine.press("enter", "F6", Key(0x61))
    keyboard = machine.state.keyboard
    # The words that a PC's BIOS gives for these keys (reference: KEY-3).
    assert list(keyboard.bios[: keyboard.bios_count]) == [0x0D, 0x4000, 0x61]
    with pytest.raises(ValueError, match="unknown key 'return'"):
        machine.press("return")


def test_settings_are_checked() -> None:
    with pytest.raises(ValueError, match="unknown machine 'amiga'; choose one of pc, pcjr, tandy"):
        agi_emu.Settings(machine="amiga")
    with pytest.raises(TypeError, match="'pc' is not a budget; the named ones are in BUDGETS: unlimited, smooth"):
        agi_emu.Settings(budget=cast(Any, "pc"))
    for units in (0, -1, 10_000_001):
        with pytest.raises(ValueError, match="1 to 10000000 units"):
            Budget("mine", units)
    with pytest.raises(ValueError, match="0 to 254 beats"):
        Budget("mine", 1, zero_delay_beats=255)


def test_a_snapshot_can_be_stored(machine: agi_emu.Machine) -> None:
    machine.run(seconds=1)
    stored = pickle.dumps(machine.snapshot())
    then = machine.digests()
    machine.run(seconds=1)
    machine.restore(pickle.loads(stored))
    assert machine.digests().state == then.state


def test_port_writes_that_nobody_takes_are_forgotten(machine: agi_emu.Machine) -> None:
    machine.port_writes.extend([(0, 0x61, 0)] * ((1 << 19) + 1))
    machine.port_writes.append((0, 0x61, 3))
    machine.beat()
    assert len(machine.port_writes) <= 1 << 19
    assert machine.port_writes[-1] == (0, 0x61, 3)


def test_a_snapshot_of_another_game_is_refused(build_game: GameBuilder, machine: agi_emu.Machine) -> None:
    other = agi_emu.Machine(agi_emu.open_game(build_game({0: "v1 = 1; return();"})))
    as_another = agi_emu.Machine(agi_emu.open_game(machine.game.path, "2.440"))
    again = agi_emu.Machine(agi_emu.open_game(machine.game.path))
    before = machine.snapshot()
    for foreign in (other.snapshot(), as_another.snapshot()):
        with pytest.raises(agi_emu.SaveError, match="belongs to another game or interpreter"):
            machine.restore(foreign)
    assert machine.snapshot() == before
    machine.restore(again.snapshot())


@pytest.mark.parametrize("cut", [slice(0, 0), slice(0, 100), slice(0, -1), slice(100, None)])
def test_a_snapshot_of_another_size_is_refused(machine: agi_emu.Machine, cut: slice) -> None:
    before = machine.snapshot()
    for used in (before.used[cut], before.used + b"1", before.used + bytes(1 << 20)):
        with pytest.raises(agi_emu.SaveError, match="are not a snapshot"):
            machine.restore(replace(before, used=used))
    assert machine.snapshot() == before
