"""Plain twin of ``_core/cycle``: animation, and the clock (reference: OBJ-33, TIME-4)."""

from __future__ import annotations

from dataclasses import dataclass

from agi_emu.state.progress import Need
from tests.core.plain.cels import advance_cel, choose_loop
from tests.core.plain.motion import choose_directions, move_all
from tests.core.plain.sprites import put_in_updating, show_all, take_out_updating
from tests.core.plain.world import ON_LAND, ON_WATER, AgiTrap, World


def animate(world: World) -> int:
    """Choose loops, advance cels, move and redraw.

    Return 0, the interpreter's error where an object has no cel to turn to, or Need.PLACE when a search found none.
    """
    if world.old_directions:
        choose_directions(world)
    active = world.active()
    if not active:
        return 0
    try:
        for thing in active:
            choose_loop(world, thing)
            advance_cel(world, thing)
    except AgiTrap as trap:
        return trap.number
    take_out_updating(world)
    hung = move_all(world)
    put_in_updating(world)
    show_all(world, world.updating)
    world.things[0].put_bits(ON_WATER | ON_LAND, on=False)
    return Need.PLACE if hung else Need.NONE


@dataclass
class Clock:
    """Time: beats of 60 Hz, ticks of 20 Hz, seconds in v11 to v14."""

    variables: list[int]
    beats: int = 0
    ticks: int = 0
    animation: int = 0
    counted: int = 0
    """Ticks since the last second."""
    paused: bool = False

    def beat(self) -> None:
        """Let a timer interrupt happen."""
        self.beats += 1
        if self.beats % 3:
            return
        self.ticks += 1
        if self.paused:
            return
        self.animation += 1
        self.counted += 1
        if self.counted == 20:
            self.counted = 0
            self.second()

    def second(self) -> None:
        """Advance the clock's variables; each is compared as the logics left it."""
        v = self.variables
        v[11] = (v[11] + 1) % 256
        for number, limit in ((11, 60), (12, 60)):
            if v[number] >= limit:
                v[number] = 0
                v[number + 1] = (v[number + 1] + 1) % 256
        if v[13] >= 24:
            v[13] = 0
            v[14] = (v[14] + 1) % 256
