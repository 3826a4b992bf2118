"""Watches a machine while its recording is compared: notes where it began to differ, and whether it is stuck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agi_emu.facts.codes import Var
from agi_emu.machine.machine import Machine
from agi_emu.recording.resource_table import ResourceName, in_use
from agi_emu.recording.ticks import Ticks, What, differing
from agi_emu.session import FAR
from agi_emu.state.progress import BeatReason

if TYPE_CHECKING:
    from agi_emu.machine.input.events import InputEvent
    from agi_emu.recording.comparing.expectation import Expectation
    from agi_emu.recording.replaying.recorder import Recorder

NOTHING = Ticks()
STUCK_TICKS = 60
"""Ticks inside one cycle after which a game that computes all the time counts as stuck: three seconds.
The longest computation inside one cycle seen in any of 75 games was 16 ticks."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a machine was at the end of a tick."""

    beat: int
    """Beats since power-on."""
    cycle: int
    room: int
    resources: tuple[ResourceName, ...] = ()
    """Changed resources that the machine was using."""

    @classmethod
    def of(cls, machine: Machine, resources: tuple[ResourceName, ...] = ()) -> Scene:
        """Return where a machine is."""
        return cls(
            machine.unguarded.state.clock.beats, machine.unguarded.state.cycle.number, machine.vars[Var.ROOM], resources
        )


class Witness:
    """Notes where the machine is when a tick differs in another way than the previous one."""

    def __init__(
        self,
        expected: Expectation,
        only: frozenset[What],
        changed: Sequence[ResourceName],
        recorder: Recorder,
        give_up: Callable[[], None],
    ) -> None:
        """Watch what `recorder` records; `give_up` ends a run that is stuck."""
        self._expected = Ticks.of(expected.recording.ticks)
        self._only = only
        self._changed = changed
        self._masks = expected.masks
        self._recorder = recorder
        self._actual = recorder.ticks
        self._give_up = give_up
        recorder.expect(self._expected)
        self._seen = 0
        self._before: tuple[What, ...] = ()
        self._busy_ticks = 0
        """Consecutive ticks that ended because the processor had no more time for the current cycle."""
        self.is_stuck = False
        """Whether the run was given up."""
        self.scenes: dict[int, Scene] = {}
        """By tick: where the machine was when the run started to differ in another way."""
        self._used: set[ResourceName] = set()

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Compare the tick that has just ended, if any; those before it were as expected."""
        if self._changed and not self.scenes:
            self._used |= in_use(machine)
        before, self._seen = self._seen, len(self._actual)
        if self._seen == before or self._seen > len(self._expected):
            return
        if self._seen > before + 1:
            self._before = ()
        what = self._differing()
        if what and what != self._before:
            used = tuple(each for each in self._changed if each in self._used)
            self.scenes[self._seen] = Scene.of(machine, used)
            # From now on each tick is looked at here.
            self._recorder.expect(NOTHING)
        self._before = what
        if self.scenes:
            self._look_for_the_end_of_the_cycle(machine)

    def _differing(self) -> tuple[What, ...]:
        """Return in what the last tick differs, of what is compared."""
        last = self._seen - 1
        if not self._expected.unlike(self._actual, last):
            return ()
        expected, actual = self._masks.ticks((self._expected[last], self._actual[last]))
        return tuple(each for each in differing(expected, actual) if each in self._only)

    def next_beat(self, machine: Machine) -> int:
        """Return the next beat while resources in use are collected."""
        return 0 if self._changed and not self.scenes else FAR

    def _look_for_the_end_of_the_cycle(self, machine: Machine) -> None:
        """Give up a changed game that is stuck: it may take more than real time, and shows nothing new."""
        last = self._seen - 1
        is_busy = machine.unguarded.state.cycle.beat_due == BeatReason.WORK and last > 0
        is_same_cycle = is_busy and self._actual[last].cycle == self._actual[last - 1].cycle
        self._busy_ticks = self._busy_ticks + 1 if is_same_cycle else 0
        if self._busy_ticks == STUCK_TICKS and self._expected[last].cycle != self._expected[last - STUCK_TICKS].cycle:
            self.is_stuck = True
            self._give_up()
