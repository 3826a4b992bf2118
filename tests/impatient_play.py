"""A play without patience, told cycle by cycle: the same machine in another place must tell the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from agi_emu.facts.mercies import AS_RECORDED
from agi_emu.lab.monkey import ImpatientPlayer, Patience
from agi_emu.machine.input.events import InputEvent, key_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import BUDGETS, UNLIMITED, Budget, Settings
from agi_emu.resources import open_game
from agi_emu.state.progress import Stop

STOPS = Stop.BEAT | Stop.CYCLE
KEYS_OF_DIALOGS = ("esc", "f5", "tab", "f7", "esc", "f9")
"""With which most games open menu, saves, inventory and the question of a restart."""
CYCLES_BETWEEN = 8
"""Cycles after which the next of these is pressed."""


def turn(player: ImpatientPlayer, cycle: int) -> list[InputEvent]:
    """Return what the player presses in a cycle, now and then a key that opens a dialog."""
    turns, rest = divmod(cycle, CYCLES_BETWEEN)
    return player.turn() if rest else list(key_events(KEYS_OF_DIALOGS[turns % len(KEYS_OF_DIALOGS)]))


def told(path: str, seed: int, cycles: int, budget: str = UNLIMITED.name) -> str:
    """Return JSON: of each cycle, and of each wait in which a key is pressed, the digests of state, frame and sound."""
    return json.dumps(list(_told(path, seed, cycles, BUDGETS[budget])))


def _told(path: str, seed: int, cycles: int, budget: Budget) -> Iterator[tuple[int | str, ...]]:
    game = open_game(Path(path))
    machine = Machine(game, settings=Settings(mercies=AS_RECORDED, seed=seed, budget=budget))
    player, patience, events = ImpatientPlayer(game, seed), Patience(), list[InputEvent]()
    clock = machine.unguarded.state.clock
    while machine.unguarded.state.cycle.number < cycles and not patience.is_over(clock.beats):
        stop = machine.advance(events, STOPS)
        events = []
        if stop & Stop.ENDED:
            break
        if stop & Stop.CYCLE:
            patience.begin(clock.beats)
            events = turn(player, machine.unguarded.state.cycle.number)
        elif patience.presses(clock.beats, is_waiting=bool(stop & Stop.WAITING)):
            events = player.answer()
        else:
            continue
        yield tuple(machine.digests())
    yield tuple(machine.digests())
