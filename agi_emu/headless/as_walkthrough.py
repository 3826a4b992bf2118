"""Writes a play as a walkthrough: where ego went, what was said and chosen, and what the game showed for it."""

from __future__ import annotations

from collections.abc import Sequence

from agi_emu.facts.codes import BEATS_PER_SECOND, EGO, Edge, ObjectFlag, Var
from agi_emu.facts.codes import Key as KeyWord
from agi_emu.headless.text_mirror import LastLines
from agi_emu.input.walkthrough import SECONDS_OF_EXPECT
from agi_emu.machine.choices import marked_choice
from agi_emu.machine.input.events import KEYS, InputEvent, Key
from agi_emu.machine.machine import Machine
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Playback
from agi_emu.resources.game import Game
from agi_emu.state.progress import Wait

LONGEST_TEXT = 50
"""Characters of a text that is expected: its beginning tells it."""
PATIENCE = 4
"""How many times as long as in the recording something may take."""
IDLE_SECONDS = 2
"""After which a player's pause becomes part of the walkthrough."""
_TYPED = (KeyWord.BACKSPACE, KeyWord.ENTER, *range(32, 127))
"""Keys of the input line."""
_NAMES = {
    events[0].word: name
    for name, events in reversed([*KEYS.items()])
    if len(events) == 1 and isinstance(events[0], Key)
}


def walkthrough_of(game: Game, recording: Recording) -> str:
    """Play a recording and return the walkthrough that does the same."""
    play = Playback(game, recording)
    writer = _Writer(play.machine)
    play.session.observers.append(writer)
    play.run()
    return "\n".join([f"# {game.title}", *writer.lines, ""])


def _beginning(text: str) -> str:
    """Return the first words of a text."""
    words = " ".join(text.split())
    return words if len(words) <= LONGEST_TEXT else words[: LONGEST_TEXT + 1].rpartition(" ")[0]


class _Writer:
    """Looks at a play and writes its steps."""

    def __init__(self, machine: Machine) -> None:
        self.lines: list[str] = []
        self._entered = LastLines()
        self._told = machine.unguarded.state.clock.beats
        self._room = machine.vars[Var.ROOM]
        self._score = machine.vars[Var.SCORE]
        self._place = self._left = (0, 0)
        """Where ego is, and where it was at the last step."""
        self._edge = 0
        self._window = ""
        self._wait: int | None = None
        self._choice = self._answer = ""

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Look at the machine after a stop."""
        state = machine.unguarded.state
        before = self._wait
        record = state.modal.records[state.modal.depth - 1] if state.modal.depth else None
        self._wait = record.wait if record else None
        words = [event.word for event in events if isinstance(event, Key)]
        if before == Wait.EDIT:
            for word in words:
                # The line editor takes printable characters, and one of these away.
                typed = bytes([word]).decode(machine.code_page, "replace") if 32 <= word <= 255 else ""
                self._answer = self._answer[:-1] if word == KeyWord.BACKSPACE else self._answer + typed
            if self._wait != Wait.EDIT:
                self._tell(machine, f'say "{self._answer}"' if self._answer else "press enter")
                self._answer = ""
        if before in (Wait.MENU, Wait.INVENTORY, Wait.SLOTS) and self._wait != before:
            self._tell(machine, f'choose "{self._choice}"' if self._choice else "press esc")
        if before == Wait.CONFIRM and not (self._wait == before and machine.message == self._window):
            self._tell(machine, "press enter")
        line = self._entered.entered(machine).strip()
        if line:
            self._walked(machine)
            self._pause(machine)
            self._tell(machine, f'say "{line}"')
        if before is None and not (state.input.enabled and state.input.length):
            for word in words:
                if word in _NAMES and not (state.input.enabled and word in _TYPED):
                    self._walked(machine)
                    self._pause(machine)
                    self._tell(machine, f"press {_NAMES[word]}")
        self._look(machine)
        window = machine.message or ""
        if window and window != self._window and (self._wait == Wait.CONFIRM or self._wait is None):
            self._expect(machine, f'text "{_beginning(window)}"')
        self._window = window
        marked = marked_choice(machine.unguarded) if self._wait in (Wait.MENU, Wait.INVENTORY, Wait.SLOTS) else None
        escapes = any(word & 0xFF == KeyWord.ESC for word in words)
        self._choice = "" if escapes else marked.text.strip() if marked else self._choice

    def _look(self, machine: Machine) -> None:
        """Write another room and another score."""
        state = machine.unguarded.state
        room, score = state.vars[Var.ROOM], state.vars[Var.SCORE]
        if room != self._room:
            if self._edge:
                self._tell(machine, f"walk to {Edge(self._edge).name.lower()}")
            else:
                self._walked(machine)
            self._room = room
            self._expect(machine, f"room {room}")
            self._left = (-1, -1)
        if score != self._score:
            self._score = score
            self._expect(machine, f"score {score}")
        ego = state.objects[EGO]
        self._place = (ego.x, ego.y)
        self._edge = state.vars[Var.EGO_EDGE] if state.general.player_control else 0
        is_led = state.general.player_control and ego.flags & ObjectFlag.DRAWN
        if not is_led or self._left == (-1, -1):
            self._left = self._place

    def _walked(self, machine: Machine) -> None:
        """Write where ego has walked since the last step that needs it there."""
        if self._place != self._left:
            self._left = self._place
            self._tell(machine, f"walk to {self._place[0]},{self._place[1]}")

    def _pause(self, machine: Machine) -> None:
        seconds = self._seconds(machine)
        if seconds >= IDLE_SECONDS:
            self._tell(machine, f"wait {seconds}")

    def _expect(self, machine: Machine, what: str) -> None:
        """Write what is expected, with time for what took long."""
        seconds = PATIENCE * self._seconds(machine)
        limit = f" within {seconds}" if seconds > SECONDS_OF_EXPECT else ""
        self._tell(machine, f"expect {what}{limit}")

    def _seconds(self, machine: Machine) -> int:
        return int(machine.unguarded.state.clock.beats - self._told) // BEATS_PER_SECOND

    def _tell(self, machine: Machine, line: str) -> None:
        self.lines.append(line)
        self._told = machine.unguarded.state.clock.beats
