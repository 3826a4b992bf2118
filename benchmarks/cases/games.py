"""All games at hand: opening them, their first cycles with and without frames, their first minute in one call."""

from __future__ import annotations

from agi_emu import Machine, open_game
from agi_emu.machine.settings import Settings
from benchmarks.case import Work, case, game_names, game_path
from benchmarks.playing import run_cycles

CYCLES = 1_000
BEATS = 60 * 60
AGIMOUSE = ("moused", "sergd2")
"""Games whose logics ask for the mouse in every cycle."""


@case(over=game_names)
def game_opened(name: str) -> Work:
    """From the files to a machine before its first beat."""
    path = game_path(name)
    return lambda: Machine(open_game(path), seed=1)


@case(over=game_names, per=CYCLES)
def game_with_frames(name: str) -> Work:
    """A cycle with its frame; keys answer what waits."""
    game = open_game(game_path(name))
    return lambda: run_cycles(game, CYCLES, frames=True)


@case(over=game_names, per=CYCLES)
def game_without_frames(name: str) -> Work:
    """The same, and nobody looks."""
    game = open_game(game_path(name))
    return lambda: run_cycles(game, CYCLES, frames=False)


@case(over=game_names, per=BEATS)
def game_minute(name: str) -> Work:
    """A beat of the first minute from power-on, in one call, without a key."""
    game = open_game(game_path(name))
    return lambda: Machine(game, seed=1).advance_to(BEATS)


@case(over=AGIMOUSE, per=BEATS)
def agimouse_idle(name: str) -> Work:
    """A beat of a game with a mouse, a minute after boot, in one call."""
    game = open_game(game_path(name))
    machine = Machine(game, seed=1, settings=Settings(extensions=game.extensions))
    machine.advance_to(BEATS)
    before = machine.snapshot()

    def minute() -> None:
        machine.restore(before)
        machine.advance_to(2 * BEATS)

    return minute
