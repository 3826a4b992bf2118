"""Switching on: machines of one game are alike; a game without a beginning is refused with a sentence."""

from __future__ import annotations

import gc
import sys
import weakref
from pathlib import Path

import pytest

from agi_emu._core.context import zero_state
from agi_emu.facts.errors import GameError
from agi_emu.facts.mercies import STRICT
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.resources import open_game
from agi_emu.state.layout import STATE_BYTES
from tests.own_games.building import GameBuilder


def test_missing_volume_is_named(build_game: GameBuilder) -> None:
    path = build_game({0: "return();"})
    (path / "VOL.0").unlink()
    (path / "VOL.1").write_bytes(b"")
    with pytest.raises(GameError, match=r"logic 0.*volume that is missing"):
        Machine(open_game(path))


def test_absent_logic_is_named(build_game: GameBuilder) -> None:
    path = build_game({0: "return();", 1: "return();"})
    directory = bytearray((path / "LOGDIR").read_bytes())
    directory[:3] = b"\xff\xff\xff"
    (path / "LOGDIR").write_bytes(directory)
    with pytest.raises(GameError, match=r"logic 0.*not in the directory"):
        Machine(open_game(path))


def test_strict_machine_asks_as_the_original_does(build_game: GameBuilder, tmp_path: Path) -> None:
    path = build_game({0: "return();"})
    (path / "VOL.0").unlink()
    (path / "VOL.1").write_bytes(b"")
    # reference: RES-15, TEXT-71: the window comes before anything else, and again after Enter.
    machine = Machine(open_game(path), settings=Settings(mercies=STRICT))
    machine.run(seconds=1)
    assert machine.message == "Please insert disk 0\nand press ENTER."


@pytest.mark.parametrize("machine", ["pc", "tandy"])
def test_machines_of_one_game_start_alike(build_game: GameBuilder, machine: str) -> None:
    path = build_game({0: "increment(v60); random(1, 255, v61); return();"})
    game = open_game(path)
    for settings in (
        Settings(machine=machine, seed=5),
        Settings(machine=machine, seed=9, mercies=STRICT, bios_clock=7),
    ):
        used = Machine(game, settings=settings)
        used.run(cycles=5)
        again, alone = Machine(game, settings=settings), Machine(open_game(path), settings=settings)
        assert again.snapshot().used == alone.snapshot().used != used.snapshot().used
        again.run(cycles=5)
        assert again.snapshot().used == used.snapshot().used


def test_a_machine_that_nobody_keeps_is_freed_at_once(build_game: GameBuilder) -> None:
    machine = Machine(open_game(build_game({0: "return();"})), seed=1)
    machine.advance()
    assert machine.frame.pixels
    core = weakref.ref(machine.unguarded)
    gc.disable()
    try:
        del machine
        assert core() is None
    finally:
        gc.enable()


def test_the_memory_of_a_state_is_zeros() -> None:
    memory = zero_state()
    assert memory == bytes(STATE_BYTES)
    memory[:] = b"\xff" * STATE_BYTES
    del memory
    assert zero_state() == bytes(STATE_BYTES)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system is not asked to take memory back")
def test_a_state_takes_room_only_where_it_is_used() -> None:
    def taken() -> int:
        return 4096 * int(Path("/proc/self/statm").read_text().split()[1])

    before = taken()
    states = [zero_state() for _ in range(20)]
    assert taken() - before < len(states) * STATE_BYTES // 2
