"""Speaks what a window shows: the words of its game, the entries of the menu, the rows of pages, notices."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agi_emu.keeping.saves.player_saves import UNSEEN_BEATS
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.session import FAR, Observer
from agi_emu.window.host.voice import MISSING, Voice

SPEECH = "speech"


class Narrator:
    """Speaks while the setting is on; an observer of the machine that is played."""

    def __init__(self, switches: Collection[str], voice: Voice) -> None:
        """Look at the settings that are on before each word."""
        self._switches = switches
        self._voice = voice
        self._listened: tuple[Machine | None, Observer | None] = (None, None)
        self._chosen = ""

    def why_silent(self) -> str:
        """Return why nothing can be spoken here; "" if it can."""
        return "" if self._voice.is_there else MISSING

    def next_beat(self, machine: Machine) -> int:
        """Return the beat to look at next, none while nothing is spoken."""
        return machine.unguarded.state.clock.beats + UNSEEN_BEATS if SPEECH in self._switches else FAR

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Speak what is new after a stop."""
        if SPEECH not in self._switches:
            return
        known, mirror = self._listened
        if mirror is None or known is not machine:
            # Imported with the first word: most players hear none.
            from agi_emu.headless.text_mirror import TextMirror

            mirror = TextMirror(self.say)
            self._listened = machine, mirror
        mirror.after(machine, events)

    def say(self, text: str) -> None:
        """Speak a text."""
        if SPEECH in self._switches and text:
            self._voice.say(text)

    def choose(self, text: str) -> None:
        """Speak what is chosen in the menu or on a page, if it is another one; "" if nothing is."""
        if text != self._chosen:
            self._chosen = text
            self.say(text)

    def hush(self) -> None:
        """Stop speaking: the player does something else."""
        if SPEECH in self._switches:
            self._voice.silence()

    def close(self) -> None:
        """End the voice."""
        self._voice.close()
