"""Where in a run an event goes in: a beat, and the cycle within it.

Input enters only where `Machine.advance` stops. At the end of beat B - 1 the machine waits, and what goes in there is
first seen in beat B: its place is (B, 0). Where the main loop begins its n-th cycle of beat B the place is (B, n).
Places compare in the order in which they come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from agi_emu.codes import BEATS_PER_SECOND

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine


class Place(NamedTuple):
    """A stop of the machine at which events can go in."""

    beat: int
    """The beat that sees the events; beats are counted from power-on."""
    cycle: int = 0
    """0 before the beat, n at the top of the n-th cycle that begins in it."""


class PlaceFinder:
    """Tells the place of a machine; it has to look at every beat."""

    def __init__(self, machine: Machine) -> None:
        """Begin with a machine at power-on, or at the end of a beat."""
        self._cycles = machine.state.cycle.number

    def place(self, machine: Machine) -> Place:
        """Return where the machine stands."""
        cycle = machine.state.cycle
        beats = machine.state.clock.beats
        if cycle.beat_due:
            self._cycles = cycle.number
            return Place(beats + 1)
        # The first cycle begins in beat 0, at power-on: nothing lies between the two.
        return Place(beats, cycle.number - self._cycles)


def clock_time(beats: int) -> str:
    """Return beats as mm:ss.mmm, at 60 a second."""
    seconds, rest = divmod(beats, BEATS_PER_SECOND)
    return f"{seconds // 60:02}:{seconds % 60:02}.{rest * 1000 // BEATS_PER_SECOND:03}"
