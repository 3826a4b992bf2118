"""Tells a player once that a sound has more voices than the computer plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from agi_emu.machine.input.events import InputEvent
from agi_emu.session import FAR

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

SENTENCE = "Four voices: F12 > Sound > Computer"


class FourVoices:
    """An observer of one session."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Call `tell` with the sentence, at most once."""
        self._tell: Callable[[str], None] | None = tell
        self._looked_at: set[int] = set()

    def next_beat(self, machine: Machine) -> int:
        """Wait for no beat: beats that pass in one step are silent."""
        return FAR

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Look at a sound when it begins: whether another voice than the speaker's has notes."""
        playing = machine.unguarded.state.sound
        if self._tell is None or not playing.playing or playing.number in self._looked_at:
            return
        self._looked_at.add(playing.number)
        number = int(playing.number)
        is_speaker = machine.settings.machine == "pc" and number in machine.game.sounds
        if is_speaker and any(machine.game.sound(number).voices[1:]):
            self._tell(SENTENCE)
            self._tell = None
