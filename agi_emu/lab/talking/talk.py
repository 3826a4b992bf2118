"""Plays a game in words: looks, says, presses, walks, waits, goes back; notes all that was pressed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from agi_emu.coverage.sentences import said_words, usual_words
from agi_emu.facts.codes import BEATS_PER_SECOND, BIOS_KEYS, CARRIED, EGO, ObjectFlag
from agi_emu.facts.errors import AgiError
from agi_emu.input.keys_for_player import Walk, can_walk
from agi_emu.lab.exploring.takes import Hand, Take, recording_of
from agi_emu.machine.assertions import parse_assertion
from agi_emu.machine.input.events import Mouse, key_events, text_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.snapshots import Snapshot
from agi_emu.machine.ways import Target, target_at
from agi_emu.machine.windows.modal import Purpose
from agi_emu.presentation.picture_files import png_bytes
from agi_emu.recording.recording import Recording
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH, SCREEN_HEIGHT

MOST_LETTERS = 4000
"""Letters that a call returns at most."""
LONGEST_LINE, MOST_KEYS = 100, 40
"""Letters that are said, and keys that are pressed, by a call."""
LONGEST_WAIT, ANSWER_SECONDS = 60.0, 10.0
"""Seconds of game time that a call waits at most, and that an answer may take."""
LONGEST_WALK = 400
"""Cycles."""
MOST_WINDOWS, CYCLES_OF_AN_ANSWER = 20, 4
"""Windows that are closed by a call, and cycles within which a game answers if it does."""
MOST_SAVES, CALLS_KEPT = 100, 200
"""Moments that are kept by name, and calls that can be taken back."""
MOST_WORDS = 80
NO_ANSWER = "No answer."
_PROMPTS = (Purpose.GET_STRING, Purpose.GET_NUMBER)
EDGES = {"top": 1, "right": 2, "bottom": 3, "left": 4}
"""Edges of the picture by their numbers in v2."""


class TalkError(AgiError):
    """What was asked for cannot be done; the sentence says what can."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """A state to go back to, and how much had been pressed."""

    snapshot: Snapshot
    units: int


class Talk:
    """One play of a game."""

    def __init__(self, machine: Machine) -> None:
        """Play on a machine that stands at the end of a beat; only after `power_on` a recording can be made of it."""
        self.machine = machine
        self.game = machine.game
        self._state = machine.unguarded.state
        self._hand = Hand(self.machine)
        self._saves: dict[str, _Moment] = {}
        self._calls: deque[_Moment] = deque(maxlen=CALLS_KEPT)
        self._heard: list[str] = []
        self.machine.on("print", lambda event: self._heard.append(str(event.value)))

    def look(self) -> str:
        """Return what stands on the screen, what waits, where ego is, and words that the game knows here."""
        state, machine = self._state, self.machine
        ego = state.objects[EGO]
        lines = [f"Room {machine.room}, score {machine.score} of {machine.most_score}."]
        if ego.flags & ObjectFlag.DRAWN:
            lines.append(f"You stand at {ego.x},{ego.y}" + ("." if can_walk(machine) else " and cannot walk now."))
        drawn = state.objects[1 : state.general.object_count]
        others = [f"{at} at {each.x},{each.y}" for at, each in enumerate(drawn, 1) if each.flags & ObjectFlag.DRAWN]
        if others:
            lines.append(f"Objects: {'; '.join(others)}.")
        lines.append(f"You carry: {', '.join(carried(machine)) or 'nothing'}.")
        if machine.modal is not None:
            lines.append(f"The game waits: {machine.modal.name.lower().replace('_', ' ')}.")
        logics = bytes(state.loaded.logics.order[: state.loaded.logics.count])
        words = said_words(self.game, logics, usual_words) if state.input.enabled else ()
        if words:
            lines.append(f"Words: {', '.join(words[:MOST_WORDS])}.")
        rows = [row.rstrip() for row in machine.text.rows if row.strip()]
        return _cut("\n".join([*lines, *(["On the screen:", *rows] if rows else [])]))

    def state(self) -> dict[str, Any]:
        """Return numbers: room, score, ego, items, and all variables that are not 0 and flags that are set."""
        state, ego = self._state, self._state.objects[EGO]
        return {
            "room": self.machine.room,
            "score": self.machine.score,
            "most_score": self.machine.most_score,
            "seconds": round(state.clock.beats / BEATS_PER_SECOND, 1),
            "ego": [ego.x, ego.y],
            "carried": carried(self.machine),
            "has_ended": bool(state.general.exited),
            "variables": {str(at): value for at, value in enumerate(bytes(state.vars)) if value},
            "flags": [at for at in range(256) if self.machine.flags[at]],
        }

    def say(self, text: str) -> str:
        """Type a line, or the answer to a prompt, close the windows that answer, and return what stood in them."""
        if not 0 < len(text) <= LONGEST_LINE or not text.isprintable():
            raise TalkError(f"say 1 to {LONGEST_LINE} letters in one line")
        with self._call():
            self._close_windows()
            self._heard.clear()
            events = list(text_events(text, enter=True, code_page=self.machine.code_page))
            while events and self.machine.modal in (None, *_PROMPTS) and not self._state.general.exited:
                room = BIOS_KEYS - self._state.keyboard.bios_count
                self._hand.press(events[:room])
                del events[:room]
                self._hand.step()
            first = self._state.cycle.number
            self._run(ANSWER_SECONDS, lambda: bool(self._heard) or self._cycles_since(first) > CYCLES_OF_AN_ANSWER)
        return self._answer()

    def press(self, keys: Sequence[str]) -> str:
        """Press keys by their names, and return what the game says."""
        if not 0 < len(keys) <= MOST_KEYS:
            raise TalkError(f"press 1 to {MOST_KEYS} keys")
        try:
            events = [key_events(key) for key in keys]
        except ValueError as error:
            raise TalkError(f"{error}; keys are named enter, esc, space, up, f3, alt-d, a") from None
        with self._call():
            self._heard.clear()
            for each in events:
                self._hand.press(each)
                self._hand.step()
        return self._answer(closes=False)

    def click(self, x: int, y: int) -> str:
        """Click at a cell of the picture's width and a line of the screen's height; return what the game says."""
        if not (0 <= x < PICTURE_WIDTH and 0 <= y < SCREEN_HEIGHT):
            raise TalkError(f"x is 0 to {PICTURE_WIDTH - 1} and y is 0 to {SCREEN_HEIGHT - 1}")
        with self._call():
            self._heard.clear()
            for button in (1, 0):
                self._hand.press([Mouse(x, y, button)])
                self._hand.step()
        return self._answer()

    def walk_to(self, x: int, y: int, edge: str = "") -> str:
        """Walk to a place of the picture, or over one of its edges, as near as a way leads; return where ego is."""
        if edge and edge not in EDGES:
            raise TalkError(f"there is no edge {edge!r}; name one of {', '.join(EDGES)}")
        if not (0 <= x < PICTURE_WIDTH and 0 <= y < PICTURE_HEIGHT):
            raise TalkError(f"x is 0 to {PICTURE_WIDTH - 1} and y is 0 to {PICTURE_HEIGHT - 1}")
        with self._call():
            self._close_windows()
            self._heard.clear()
            if not can_walk(self.machine):
                raise TalkError("the player cannot walk now; look says what the game waits for")
            walk = Walk(self.machine, Target(edge=EDGES[edge]) if edge else target_at(self.machine.unguarded, x, y))
            for _ in range(LONGEST_WALK):
                self._hand.press(walk.steer())
                self._hand.step()
                if walk.is_over or not can_walk(self.machine):
                    break
        ego = self._state.objects[EGO]
        answer = self._answer()
        here = f"You stand at {ego.x},{ego.y} in room {self.machine.room}."
        return here if answer == NO_ANSWER else _cut(f"{here}\n{answer}")

    def wait_until(self, condition: str, seconds: float) -> str:
        """Wait until an expression holds, a window opens, or so many seconds of the game are over."""
        if not 0 < seconds <= LONGEST_WAIT:
            raise TalkError(f"wait more than 0 and at most {LONGEST_WAIT:g} seconds")
        wanted = parse_assertion(condition) if condition else None
        with self._call():
            self._close_windows()
            self._heard.clear()
            self._run(seconds, lambda: bool(self._heard) or (wanted is not None and wanted.holds(self.machine)))
        return self._answer()

    def screenshot(self) -> bytes:
        """Return the screen as a PNG file."""
        return png_bytes(self.machine.frame)

    def save(self, name: str) -> str:
        """Keep this moment under a name."""
        if len(name) > MOST_KEYS or (len(self._saves) >= MOST_SAVES and name not in self._saves):
            raise TalkError(f"a name has at most {MOST_KEYS} letters, and {MOST_SAVES} moments are kept")
        self._saves[name] = self._moment()
        return f"kept as {name}"

    def restore(self, name: str) -> str:
        """Go back to a moment that was kept."""
        if name not in self._saves:
            raise TalkError(f"nothing is kept as {name!r}; there is {', '.join(self._saves) or 'nothing yet'}")
        with self._call():
            self._go_back(self._saves[name])
        return self.look()

    def rewind(self, calls: int) -> str:
        """Take back the last calls that pressed, waited or restored."""
        if not 1 <= calls <= len(self._calls):
            raise TalkError(f"{len(self._calls)} calls can be taken back")
        for _ in range(calls):
            moment = self._calls.pop()
        self._go_back(moment)
        return self.look()

    def recording(self) -> Recording:
        """Return a recording of the play that led here."""
        return recording_of(self.game, self.machine.settings, Take(tuple(self._hand.units), self._state.clock.beats))

    @contextmanager
    def _call(self) -> Iterator[None]:
        """Let a call be taken back; one that fails is."""
        if self._state.general.exited:
            raise TalkError("the game has ended; rewind or restore")
        before = self._moment()
        self._hand.begin()
        try:
            yield
        except AgiError:
            self._go_back(before)
            raise
        self._calls.append(before)

    def _moment(self) -> _Moment:
        return _Moment(self.machine.snapshot(), len(self._hand.units))

    def _go_back(self, moment: _Moment) -> None:
        self.machine.restore(moment.snapshot)
        del self._hand.units[moment.units :]
        self._hand.begin()

    def _run(self, seconds: float, until: Callable[[], bool]) -> None:
        due = self._state.clock.beats + round(seconds * BEATS_PER_SECOND)
        while not until() and self._state.clock.beats < due and not self._state.general.exited:
            self._hand.step()

    def _close_windows(self) -> None:
        for _ in range(MOST_WINDOWS):
            if self.machine.modal is not Purpose.PRINT or self._state.general.exited:
                return
            self._hand.press(key_events("enter"))
            self._hand.step()

    def _answer(self, *, closes: bool = True) -> str:
        """Return what the game has said, with its windows closed, or what it waits for."""
        if closes:
            self._close_windows()
        parts = ["\n\n".join(self._heard)]
        if self._state.general.exited:
            parts.append("The game has ended.")
        elif self.machine.modal is not None:
            parts.append(f"The game waits: {self.machine.modal.name.lower().replace('_', ' ')}.")
        return _cut("\n".join(filter(None, parts)) or NO_ANSWER)

    def _cycles_since(self, cycle: int) -> int:
        return int(self._state.cycle.number) - cycle


def carried(machine: Machine) -> list[str]:
    """Return the names of the items that the player carries; item 0 stands for none."""
    state, items = machine.unguarded.state, machine.items
    rooms = state.item_rooms[: state.general.item_count]
    found = [at for at, room in enumerate(rooms) if room == CARRIED and 0 < at < len(items)]
    return [items[at].name.decode(machine.code_page, "replace") for at in found]


def _cut(text: str) -> str:
    return text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"
