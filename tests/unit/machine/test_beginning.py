"""A game without a beginning is refused with a sentence, where the original would ask for a disk for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.errors import GameError
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.mercies import STRICT
from agi_emu.resources import open_game
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
