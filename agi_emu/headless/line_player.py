"""Plays a game by lines of text: asks for one whenever the game has nothing more to say, and turns it into keys.

Time is the machine's own and stands still while the player thinks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from agi_emu.facts.codes import BEATS_PER_SECOND, EGO, Var
from agi_emu.input.walkthrough import Step, parse_step, typed, what_stands
from agi_emu.machine.choices import choices_of
from agi_emu.machine.input.events import KEYS, Arrow, InputEvent, key_events, text_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.windows.modal import Purpose
from agi_emu.state.progress import Wait

_COMPASS = "stop/north n/northeast ne/east e/southeast se/south s/southwest sw/west w/northwest nw"
DIRECTIONS = {name: direction for direction, names in enumerate(_COMPASS.split("/")) for name in names.split()}
QUIET_BEATS = 60
"""Beats without a new text after which the game has nothing more to say."""
WALK_BEATS = 900
"""The longest that a walk goes on before the player is asked again: 15 seconds."""
SEQUENCE_BEATS = 1800
"""The same where the player has no control."""
ANSWERS = ("enter", "esc")
"""Keys that close a window themselves."""
QUESTIONS = (Purpose.QUIT, Purpose.RESTART, Purpose.SAVE, Purpose.RESTORE)
HELP = (
    "Type a sentence, or an empty line for Enter. [north], [ne] ... walk, [stop] stops, [wait] waits, "
    "[esc], [f1] and other names press keys, as does every step of a walkthrough, such as [walk to 60,140]; "
    "in a menu or list type what you choose. [quit] leaves."
)
Deed = Iterator[Sequence[InputEvent]]


class LinePlayer:
    """An input source that reads lines."""

    def __init__(self, machine: Machine, read: Callable[[], str | None], tell: Callable[[str], None]) -> None:
        """Play a machine; `read` returns the next line, None after the last; `tell` gets answers to the player."""
        self._machine = machine
        self._read = read
        self._tell = tell
        self._quiet = 0
        self._since_line = 0
        self._deed: Deed = iter(())
        self.leave: Callable[[], None] = lambda: None
        """Called after the last line."""

    def heard(self) -> None:
        """Note that the game has said something."""
        self._quiet = 0

    def poll(self) -> list[InputEvent]:
        """Return the keys to press now; reads a line when the game waits for one."""
        self._quiet += 1
        self._since_line += 1
        events = next(self._deed, None)
        if events is None and self._is_players_turn():
            line = self._read()
            if line is None:
                self.leave()
                return []
            self._since_line = 0
            self._deed = self._deed_of(line.strip())
            events = next(self._deed, ())
        if events is not None:
            self._quiet = 0
        return [*(events or ())]

    def _is_players_turn(self) -> bool:
        state = self._machine.unguarded.state
        if self._quiet < QUIET_BEATS:
            return False
        if state.modal.depth:
            return bool(state.modal.records[state.modal.depth - 1].wait != Wait.BEATS)
        return bool(state.general.player_control) or self._since_line >= SEQUENCE_BEATS

    def _deed_of(self, line: str) -> Deed:
        """Return what a line does; a window that it cannot answer is closed first."""
        words = line[1:-1].strip() if line.startswith("[") and line.endswith("]") else ""
        needs_none = words.lower() in {*DIRECTIONS, *KEYS}.difference(ANSWERS) if words else line
        if needs_none and self._closes_first():
            return self._after_closing(line)
        if words:
            return self._bracketed(words)
        wanted = line.lower()
        choices = choices_of(self._machine)
        chosen = next((each for each in choices if wanted and wanted in each.text.lower()), None)
        if chosen:
            return typed(self._machine, [event for key in chosen.keys for event in key_events(key)])
        if choices and wanted:
            return self._told(f"there is {', '.join(choice.text.strip() for choice in choices)}")
        return typed(self._machine, text_events(line, enter=True, code_page=self._machine.code_page))

    def _after_closing(self, line: str) -> Deed:
        """Close the window that waits, then do a line: keys that come with the one that closes it are lost with it."""
        modal = self._machine.unguarded.state.modal
        is_question = modal.records[modal.depth - 1].purpose in QUESTIONS
        yield from typed(self._machine, key_events("esc" if is_question else "enter"))
        waited = 0
        while modal.depth:
            waited += modal.records[modal.depth - 1].wait != Wait.BEATS
            if waited > QUIET_BEATS:
                self._tell(f"{line}: not done, another window has opened")
                return
            yield ()
        yield from self._deed_of(line)

    def _closes_first(self) -> bool:
        """Return whether a window waits that a sentence or another key cannot answer."""
        modal = self._machine.unguarded.state.modal
        wait = modal.records[modal.depth - 1].wait if modal.depth else 0
        is_list_to_read = wait == Wait.INVENTORY and not choices_of(self._machine)
        return is_list_to_read or wait in (Wait.CONFIRM, Wait.ANY_EVENT)

    def _bracketed(self, words: str) -> Deed:
        word = words.lower()
        if word in DIRECTIONS:
            return self._walk(DIRECTIONS[word])
        if word == "quit":
            self.leave()
            return iter(())
        try:
            step = parse_step("wait 5" if word == "wait" else f"press {word}" if word in KEYS else words, 0)
        except ValueError as error:
            return self._told(str(error))
        return self._told(HELP) if step is None else self._step(step)

    def _told(self, answer: str) -> Deed:
        self._tell(answer)
        return iter(())

    def _step(self, step: Step) -> Deed:
        """Do a step of a walkthrough, as long as it may take."""
        for events in step.deed(self._machine):
            if self._since_line > BEATS_PER_SECOND * step.seconds:
                self._tell(f"not within {step.seconds} seconds; {what_stands(self._machine)}")
                return
            yield events

    def _walk(self, direction: int) -> Deed:
        """Walk until ego stands, is in another room, or the player wants to be asked again."""
        state = self._machine.unguarded.state
        ego, is_held = state.objects[EGO], state.keyboard.hold
        arrow = direction or ego.direction
        if direction == ego.direction or (is_held and not direction):
            return
        yield [Arrow(arrow, down=True), *([] if is_held else [Arrow(arrow, down=False)])]
        before, here = None, (-1, -1, -1)
        while direction and here != before and self._since_line < WALK_BEATS:
            for _ in range(QUIET_BEATS // 2):
                yield ()
            before, here = here, (state.vars[Var.ROOM], ego.x, ego.y)
            if before[0] not in (-1, here[0]):
                break
        if is_held:
            yield [Arrow(arrow, down=False)]
