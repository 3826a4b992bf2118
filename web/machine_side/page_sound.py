"""Makes the samples that a page plays: a beat's at a time, for as long as the page wants them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from agi_emu.presentation.sounds_alone import synthesiser_of
from agi_emu.presentation.synthesiser import FULL_VOLUME, Synthesiser, gain_of_volume
from agi_emu.session import PortWrites

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

FASTEST_HEARD = 4.0
"""Speed above which nothing is heard."""


class PageSound:
    """A session's audio sink, and a replay's listener."""

    def __init__(self, machine: Machine, hear: Callable[[memoryview], None]) -> None:
        """Make no sound before `open`; `hear` gets the samples of each beat, 16 bits and mono."""
        self._hear = hear
        self._synthesiser = Synthesiser(machine.settings.machine)
        self._machine = machine
        self._is_open = False
        self.speed = 1.0
        """A multiple of the original's."""
        self.volume = FULL_VOLUME
        """0-100."""

    def open(self, rate: int) -> None:
        """Begin to play at so many samples per second, with the notes that the machine is playing."""
        self._synthesiser = synthesiser_of(self._machine, rate)
        self._is_open = True

    def write(self, port_writes: PortWrites) -> None:
        """Play the port writes of one beat."""
        self._synthesiser.write(port_writes)
        if self._is_open and self.speed <= FASTEST_HEARD:
            self._hear(memoryview(self._synthesiser.beat(speed=self.speed, gain=gain_of_volume(self.volume))))

    def follow(self, port_writes: PortWrites) -> None:
        """Apply the port writes of a beat that is not heard."""
        self._synthesiser.write(port_writes)

    def resume(self, machine: Machine) -> None:
        """Continue with the notes that the machine is playing where it was moved."""
        self._machine = machine
        self._synthesiser = synthesiser_of(machine, self._synthesiser.rate)
