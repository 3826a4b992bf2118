"""Declares the place in a run where an event goes in: a beat, and the cycle within it.

Input enters only where `Machine.advance` stops. At the end of beat B - 1 the machine waits; input there is first seen
in beat B, so its place is (B, 0). At the start of the main loop's n-th cycle in beat B, the place is (B, n). Places
compare in order of time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from agi_emu.facts.codes import BEATS_PER_SECOND

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine


class Place(NamedTuple):
    """A stop of the machine at which events can go in."""

    beat: int
    """The beat that sees the events; beats are counted from power-on."""
    cycle: int = 0
    """0 before the beat, n at the top of the n-th cycle that starts in it."""


class PlaceFinder:
    """Tracks the place of a machine; it must see every beat."""

    def __init__(self, machine: Machine) -> None:
        """Start with a machine at power-on, or at the end of a beat."""
        self._cycles = machine.unguarded.state.cycle.number

    def place(self, machine: Machine) -> Place:
        """Return the place of the machine."""
        cycle = machine.unguarded.state.cycle
        beats = machine.unguarded.state.clock.beats
        if cycle.beat_due:
            self._cycles = cycle.number
            return Place(beats + 1)
        # The first cycle starts in beat 0, at power-on: there is nothing between the two.
        return Place(beats, cycle.number - self._cycles)


def clock_time(beats: int) -> str:
    """Return beats as mm:ss.mmm, at 60 per second."""
    seconds, rest = divmod(beats, BEATS_PER_SECOND)
    return f"{seconds // 60:02}:{seconds % 60:02}.{rest * 1000 // BEATS_PER_SECOND:03}"
