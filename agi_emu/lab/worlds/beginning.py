"""Finds the way past the title of a game: the moment at which the player has control."""

from __future__ import annotations

from itertools import cycle

from agi_emu.facts.codes import BEATS_PER_SECOND, Var
from agi_emu.input.keys_for_player import can_walk
from agi_emu.machine.input.events import key_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.snapshots import Snapshot
from agi_emu.many import CYCLE_OR_WAITING

LONGEST_TITLE = 180
"""Seconds of machine time in which a title must pass."""
SECONDS_OF_CONTROL = 3
"""How long the player must have control: some titles only seem to give it."""
HURRIES = (("enter",), ("enter", "esc"), ("space", "enter", "1"))
"""Keys that are pressed in turn, one a second; the next ones if these do not help."""


def pass_the_title(machine: Machine) -> Snapshot | None:
    """Return the first moment behind the title, or None if no way past it was found; the machine goes back.

    A game that gives control at once is taken as it begins.
    """
    before = machine.snapshot()
    found = None
    for keys in HURRIES:
        machine.restore(before)
        found = _pressing(machine, keys)
        if found is not None:
            break
    machine.restore(before)
    return found


def _pressing(machine: Machine, keys: tuple[str, ...]) -> Snapshot | None:
    key, since, first = cycle(keys), 0, None
    for _ in range(LONGEST_TITLE):
        _wait(machine)
        state = machine.unguarded.state
        if state.general.exited:
            return None
        if machine.modal is None and state.vars[Var.ROOM] and (state.input.enabled or can_walk(machine)):
            first = first if first is not None else machine.snapshot()
            since += 1
            if since > SECONDS_OF_CONTROL:
                return first
        else:
            since, first = 0, None
            machine.advance(key_events(next(key)))
    return None


def _wait(machine: Machine) -> None:
    """Wait for a second, or until a window waits."""
    due = machine.unguarded.state.clock.beats + BEATS_PER_SECOND
    while machine.unguarded.state.clock.beats < due and not machine.unguarded.state.general.exited:
        machine.advance((), CYCLE_OR_WAITING, beats=BEATS_PER_SECOND)
