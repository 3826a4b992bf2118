"""Plays games from boot, for whoever measures it."""

from __future__ import annotations

from agi_emu import Game, Key, Machine, Stop
from agi_emu.facts.codes import Key as KeyWord

MOST_STOPS_PER_CYCLE = 5
UNTIL = Stop.CYCLE | Stop.WAITING
CYCLE, WAITING, ENDED = int(Stop.CYCLE), int(Stop.WAITING), int(Stop.ENDED)
ENTER, ESC = (Key(KeyWord.ENTER),), (Key(KeyWord.ESC),)
ANSWERS = (ENTER, ENTER, ESC)


def run_cycles(game: Game, cycles: int, *, frames: bool, answers: tuple[tuple[Key, ...], ...] = ANSWERS) -> None:
    """Run so many cycles from boot, composing the frame at each stop or not; `answers` by turns answer what waits.

    A game that ends is switched on again. One whose logics hang, or that waits for ever, is left there.
    """
    done = stops = 0
    machine: Machine | None = None
    events: tuple[Key, ...] = ()
    while done < cycles and stops < MOST_STOPS_PER_CYCLE * cycles:
        machine = machine or Machine(game, seed=1)
        stop = int(machine.advance(events, UNTIL))
        if frames:
            assert machine.frame.pixels
        stops += 1
        done += stop & CYCLE != 0
        events = answers[stops % len(answers)] if stop & WAITING else ()
        if stop & ENDED:
            machine = None
        elif not stop & (CYCLE | WAITING):
            return


def run_stops(game: Game, stops: int) -> None:
    """Run from boot to so many stops, the frame composed at each; windows are left waiting."""
    machine = Machine(game, seed=1)
    for _ in range(stops):
        machine.advance((), UNTIL)
        assert machine.frame.pixels
