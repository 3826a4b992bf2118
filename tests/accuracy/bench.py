"""A machine that executes single actions, to compare their results with tables."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from agi_emu.facts.mercies import IGNORE_GAME_ID
from agi_emu.facts.witnesses import RECORDED_WITH
from agi_emu.logic.opcodes import action_by_name
from agi_emu.machine import vm
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.resources import Game, open_game
from agi_emu.resources.writing.game_files import GameContents, write_game
from agi_emu.state.progress import Need

RETURN = b"\0"
TURNS = 100
"""Turns after which a single action is given up; none of those used here waits."""


def strict_settings(machine: str = "pc", *, seed: int = 1) -> Settings:
    """Return the settings of the recordings: strict, except for the check of the game's id."""
    return Settings(machine=machine, seed=seed, budget=UNLIMITED, mercies=frozenset({IGNORE_GAME_ID}))


def empty_game(interpreter: str = RECORDED_WITH) -> Game:
    """Return a game of our own that does nothing."""
    with TemporaryDirectory() as folder:
        return open_game(write_game(Path(folder), GameContents(logics={0: RETURN})), interpreter)


class Bench:
    """A game's machine whose logic 0 holds the action to execute."""

    def __init__(self, game: Game) -> None:
        self.machine = Machine(game, settings=strict_settings())

    def act(self, name: str, *operands: int) -> None:
        """Execute one action with these operand bytes."""
        m = self.machine
        m.core.set_code(0, bytes([action_by_name(name).number, *operands]) + RETURN)
        m.unguarded.state.loaded.scan_start[0] = 0
        m.unguarded.state.vm.depth = 0
        # There are no beats, which would bring new fuel.
        m.unguarded.state.vm.fuel = m.settings.beat_fuel
        m.core.enter(0)
        for _ in range(TURNS):
            stop = m.core.run()
            if stop == Need.NONE:
                return
            if stop < 0:
                vm.serve(m, stop)
        raise AssertionError(f"{name} waits")
