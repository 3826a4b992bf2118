"""Reports why the game's own dialog did not save or restore: the original's window has no room for a reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from agi_emu.machine.saving.dialogs import NOT_RESTORED, NOT_SAVED
from agi_emu.session import FAR

if TYPE_CHECKING:
    from agi_emu.machine.input.events import InputEvent
    from agi_emu.machine.machine import Machine


class SaveFailures:
    """Watches the notes of a machine."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Pass each reason to `tell` once."""
        self._tell = tell
        self._seen = 0

    def next_beat(self, machine: Machine) -> int:
        """Wait for no beat: notes stay."""
        return FAR

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Look for new notes after a stop."""
        if len(machine.notes) == self._seen:
            return
        for note in machine.notes[self._seen :]:
            if note.startswith((NOT_SAVED, NOT_RESTORED)):
                self._tell(note)
        self._seen = len(machine.notes)
