"""Watches a game in its window and writes its journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from agi_emu.facts.codes import BEATS_PER_SECOND, EGO, Var
from agi_emu.keeping.saves.player_saves import UNSEEN_BEATS
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH
from agi_emu.state.progress import is_played

if TYPE_CHECKING:
    from agi_emu.headless.text_mirror import TextMirror
    from agi_emu.keeping.saves.player_saves import PlayerSaves
    from agi_emu.machine.input.events import InputEvent
    from agi_emu.machine.machine import Machine
    from agi_emu.state.layout import StateLayout

FIRST_BEATS = BEATS_PER_SECOND // 2
"""When it begins to watch a game: after the first picture."""
SETTLED_BEATS = BEATS_PER_SECOND
"""How long a player is in a room before its screen is kept."""


class JournalKeeper:
    """Watches a machine and writes its journal: messages, rooms, and the ways between them."""

    def __init__(self, machine: Machine, saves: PlayerSaves) -> None:
        """Begin after the first picture."""
        self._machine = machine
        self._saves = saves
        self._begins_at = machine.unguarded.state.clock.beats + FIRST_BEATS
        self._mirror: TextMirror | None = None
        self._room = 0
        self._since = 0
        self._way = ""
        self._last = ""

    def next_beat(self, machine: Machine) -> int:
        """Return the beat to look at next: what a player reads stands longer."""
        return machine.unguarded.state.clock.beats + UNSEEN_BEATS

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Look at the machine after a stop."""
        state = machine.unguarded.state
        if self._mirror is None:
            if state.clock.beats < self._begins_at:
                return
            self._begin()
        assert self._mirror
        room, beats = int(state.vars[Var.ROOM]), int(state.clock.beats)
        if room != self._room or beats < self._since:
            if self._room and room and room != self._room:
                self._journal.new.add_way(self._room, room, self._way)
            self._room, self._since = room, beats
            self._journal.keep()
        elif not state.modal.depth:
            if is_played(state):
                self._way = _edge_at(state)
            is_new = beats - self._since >= SETTLED_BEATS and room not in self._journal.new.screens
            if is_new and len(set((frame := machine.frame).pixels)) > 1:
                self._journal.new.add_screen(room, frame)
        self._mirror.after(machine, events)

    def _begin(self) -> None:
        # Imported after the first picture.
        from agi_emu.headless.text_mirror import TextMirror

        self._journal = self._saves.journal
        self._mirror = TextMirror(self._note, is_plain=True)

    def _note(self, text: str) -> None:
        # A title that blinks is one message.
        if text != self._last:
            self._last = text
            values = self._machine.unguarded.state.vars
            seconds = values[Var.SECONDS] + 60 * (values[Var.MINUTES] + 60 * values[Var.HOURS])
            self._journal.new.add_message(self._room, int(seconds), text)


def _edge_at(state: StateLayout) -> str:
    """Return the edge of the picture that ego stands at; "" at none."""
    ego = state.objects[EGO]
    at = {"west": ego.x <= 1, "east": ego.x + ego.width >= PICTURE_WIDTH - 1}
    at |= {"south": ego.y >= PICTURE_HEIGHT - 2, "north": ego.y <= state.general.horizon + 2}
    return next((direction for direction, is_there in at.items() if is_there), "")
