"""Plays a game by lines of text: asks for one whenever the game has nothing more to say, and turns it into keys.

Time is the machine's own and stands still while the player thinks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from agi_emu.facts.codes import EGO, Var
from agi_emu.input.keys_for_player import Typist
from agi_emu.machine.choices import choices_of
from agi_emu.machine.input.events import Arrow, InputEvent
from agi_emu.machine.input.keynames import KEYS, text_events
from agi_emu.machine.windows.modal import Purpose
from agi_emu.state.progress import Wait

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

DIRECTIONS = {
    name: direction
    for direction, names in enumerate(
        (
            ("stop",),
            ("north", "n"),
            ("northeast", "ne"),
            ("east", "e"),
            ("southeast", "se"),
            ("south", "s"),
            ("southwest", "sw"),
            ("west", "w"),
            ("northwest", "nw"),
        )
    )
    for name in names
}
QUIET_BEATS = 60
"""Beats without a new text after which the game has nothing more to say."""
WALK_BEATS = 900
"""The longest that a walk goes on before the player is asked again: 15 seconds."""
SEQUENCE_BEATS = 1800
"""The same where the player has no control."""
WAIT_BEATS = 300
"""What [wait] lets pass: five seconds."""
ANSWERS = ("enter", "esc")
"""Keys that close a window themselves."""
QUESTIONS = (Purpose.QUIT, Purpose.RESTART, Purpose.SAVE, Purpose.RESTORE)
HELP = (
    "Type a sentence, or an empty line for Enter. [north], [ne] ... walk, [stop] stops, [wait] waits, "
    "[esc], [f1] and other names press keys; in a menu or list type what you choose. [quit] leaves."
)


class LinePlayer:
    """An input source that reads lines."""

    def __init__(self, machine: Machine, read: Callable[[], str | None], tell: Callable[[str], None]) -> None:
        """Play a machine; `read` returns the next line, None after the last; `tell` gets answers to the player."""
        self._machine = machine
        self._read = read
        self._tell = tell
        self._typist = Typist()
        self._quiet = 0
        self._since_line = 0
        self._walks = False
        self._place = (-1, -1, -1)
        self._held = 0
        self._later = ""
        self.leave: Callable[[], None] = lambda: None
        """Called after the last line."""

    def heard(self) -> None:
        """Note that the game has said something."""
        self._quiet = 0

    def poll(self) -> list[InputEvent]:
        """Return the keys to press now; reads a line when the game waits for one."""
        self._quiet += 1
        self._since_line += 1
        if self._typist.is_busy:
            self._quiet = 0
            return self._typist.next(self._machine)
        if self._later and not self._machine.unguarded.state.modal.depth:
            later, self._later = self._later, ""
            return self._events_of(later)
        if not self._is_players_turn():
            return []
        if self._later:
            self._tell(f"{self._later}: not done, another window has opened")
            self._later = ""
        line = self._read()
        if line is None:
            self.leave()
            return []
        self._quiet = self._since_line = 0
        self._walks = False
        self._place = (-1, -1, -1)
        return [*self._release(), *self._events_of(line.strip())]

    def _is_players_turn(self) -> bool:
        state = self._machine.unguarded.state
        if self._quiet < QUIET_BEATS:
            return False
        if state.modal.depth:
            return bool(state.modal.records[state.modal.depth - 1].wait != Wait.BEATS)
        if self._since_line < WALK_BEATS and self._walks and self._moves():
            self._quiet = QUIET_BEATS // 2
            return False
        return bool(state.general.player_control) or self._since_line >= SEQUENCE_BEATS

    def _moves(self) -> bool:
        """Return whether ego has moved since the last look, in the same room."""
        ego, room = self._machine.unguarded.state.objects[EGO], self._machine.unguarded.state.vars[Var.ROOM]
        before, self._place = self._place, (room, ego.x, ego.y)
        return before[0] in (-1, room) and before != self._place

    def _events_of(self, line: str) -> list[InputEvent]:
        """Return what a line presses; longer texts are typed bit by bit."""
        wanted = line.lower()
        word = line[1:-1].strip().lower() if line.startswith("[") and line.endswith("]") else ""
        if (word in DIRECTIONS or word in KEYS if word else wanted) and word not in ANSWERS and self._closes_first():
            # Keys that come with the one that closes a window are lost with it.
            self._typist.press(("esc" if self._is_asked() else "enter",))
            self._later = line
            return self._typist.next(self._machine)
        if word:
            return self._bracketed(word)
        choices = choices_of(self._machine)
        chosen = next((each for each in choices if wanted and wanted in each.text.lower()), None)
        if chosen:
            self._typist.press(chosen.keys)
        elif choices and wanted:
            self._tell(f"there is {', '.join(choice.text.strip() for choice in choices)}")
        else:
            self._typist.type(text_events(line, enter=True, code_page=self._machine.code_page))
        return self._typist.next(self._machine)

    def _closes_first(self) -> bool:
        """Return whether a window waits that a sentence or another key cannot answer."""
        modal = self._machine.unguarded.state.modal
        wait = modal.records[modal.depth - 1].wait if modal.depth else 0
        is_list_to_read = wait == Wait.INVENTORY and not choices_of(self._machine)
        return is_list_to_read or wait in (Wait.CONFIRM, Wait.ANY_EVENT)

    def _is_asked(self) -> bool:
        """Return whether Enter would say yes to the window that waits."""
        modal = self._machine.unguarded.state.modal
        return modal.records[modal.depth - 1].purpose in QUESTIONS

    def _bracketed(self, word: str) -> list[InputEvent]:
        if word in DIRECTIONS:
            return self._walk(DIRECTIONS[word])
        if word == "wait":
            self._quiet = QUIET_BEATS - WAIT_BEATS
        elif word == "quit":
            self.leave()
        elif word in KEYS:
            self._typist.press((word,))
        else:
            self._tell(HELP)
        return self._typist.next(self._machine)

    def _walk(self, direction: int) -> list[InputEvent]:
        going = self._machine.unguarded.state.objects[EGO].direction
        if direction == going:
            return []
        self._walks = direction != 0
        pressed = direction or going
        if self._machine.unguarded.state.keyboard.hold:
            self._held = direction
            return [Arrow(direction, down=True)] if direction else []
        return [Arrow(pressed, down=True), Arrow(pressed, down=False)]

    def _release(self) -> list[InputEvent]:
        held, self._held = self._held, 0
        return [Arrow(held, down=False)] if held else []
