"""Plays at random, by a seed, and without patience: walks, types, presses any keys anywhere, answers, clicks.

This finds what breaks a machine or a game. Randomness comes from one generator seeded by the caller, so a run can be
repeated; the machine itself gets the same seed.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from agi_emu.facts.codes import BEATS_PER_SECOND, Var
from agi_emu.machine.input.events import KEYS, InputEvent, Mouse, key_events, text_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.raised_errors import ErrorList, RaisedError
from agi_emu.machine.settings import Settings
from agi_emu.machine.snapshots import Snapshot
from agi_emu.machine.windows.modal import Purpose
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.played_recorder import STOPS, Recorder
from agi_emu.resources.game import Game
from agi_emu.resources.releases import Extension
from agi_emu.state.layout import PICTURE_WIDTH, SCREEN_HEIGHT
from agi_emu.state.progress import Stop

# As plain numbers, for they are asked at every stop.
CYCLE, WAITING, ENDED = int(Stop.CYCLE), int(Stop.WAITING), int(Stop.ENDED)
ROOM, PREVIOUS_ROOM = int(Var.ROOM), int(Var.PREVIOUS_ROOM)
CYCLE_OR_WAITING = Stop.CYCLE | Stop.WAITING

MOST_SECONDS_IN_A_CYCLE = 600
"""Machine time without a new cycle after which a run counts as stuck."""
BEATS_PER_ANSWER = 30
"""Machine time between two keys while a window, prompt or menu waits."""
BEATS_PER_NUDGE = 300
"""Machine time after which a key is pressed even if nothing seems to wait: a logic may loop until one comes."""

_ARROWS = ("up", "down", "left", "right", "home", "end", "pgup", "pgdn", "kp5")
_FUNCTION_KEYS = tuple(f"f{number}" for number in range(1, 11))
_SHIFTED_KEYS = tuple(f"{shift}-f{number}" for shift in ("shift", "ctrl", "alt") for number in range(1, 11))
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_QUITTING_KEYS = ("alt-x", "alt-z", "ctrl-q")
"""With which many games quit without asking."""
_CODES = tuple(f"{shift}-{letter}" for shift in ("ctrl", "alt") for letter in _LETTERS)
_ANY_KEYS = (
    *("enter", "esc", "tab", "space", "backspace", "=", "-", "/", "\\", "y", "n", "1", "7", "x"),
    *_FUNCTION_KEYS,
    *_ARROWS,
    *(key for key in _CODES if key not in _QUITTING_KEYS),
    *_SHIFTED_KEYS,
)
_BIG_KEYS = ("f5", "f5", "f7", "f7", "f9", "esc", "tab", "f4")
"""With which most games save, restore, restart, open their menu and list what is carried."""
_ANSWERS = (
    *(5 * ("enter",)),
    *("esc", "esc", "space", "y", "n", "up", "down", "left", "right", "home", "a", "1", "7", "backspace", "tab", "f10"),
)
MOST_IN_A_BURST = 12
PRESSES, CLICKS = 0.22, 0.3
"""Shares of the cycles in which keys are pressed, and in which the mouse of a game that knows it moves or clicks."""
_BUTTONS = (0, 0, 1, 1, 1, 2, 3)
_WORDS_IN_A_SENTENCE = (1, 2, 2, 2, 3, 4)


MOST_EXITS = 100
"""A game that ends more often than that is left alone."""


TICKS_AFTER = 20
"""Ticks that a recorded play continues in a new room: a second."""


class End(StrEnum):
    """The end of a run."""

    DONE = "done"
    EXITED = "game exited"
    STUCK = "stuck waiting"


@dataclass(slots=True)
class Run:
    """One random play and its counts."""

    seed: int
    cycles: int = 0
    rooms: list[int] = field(default_factory=list)
    """Rooms in the order of the first visit."""
    windows: int = 0
    answers: int = 0
    """Keys pressed because the game waited."""
    exits: int = 0
    """How often the game ended and was switched on again."""
    end: End = End.DONE
    errors: Sequence[RaisedError] = ()
    """The errors that the game raised."""
    notes: Sequence[str] = ()
    """What else the machine says."""


class ImpatientPlayer:
    """Chooses what a random player does next; it knows the words of the game but not its state."""

    def __init__(self, game: Game, seed: int, *, uses_mouse: bool = False) -> None:
        """Play `game` with the choices that `seed` gives; `uses_mouse` moves and clicks the mouse, too."""
        self._random = random.Random(seed)
        self._words = [word for word, group in game.words.entries if group]
        self._clicks = CLICKS if uses_mouse else 0.0
        self._idle = math.log(1 - PRESSES - self._clicks)
        self.rest = 1
        """Cycles from now until the player does something."""

    def turn(self, passed: int = 1) -> list[InputEvent]:
        """Return what the player does when so many cycles have passed: mostly nothing, press an arrow, type, click."""
        self.rest -= passed
        if self.rest > 0:
            return []
        self.rest = 1 + int(math.log(1 - self._random.random()) / self._idle)
        if self._random.random() * (PRESSES + self._clicks) >= self._clicks:
            return self._keys()
        x, y = self._random.randrange(PICTURE_WIDTH), self._random.randrange(SCREEN_HEIGHT)
        return [Mouse(x, y, self._random.choice(_BUTTONS))]

    def _keys(self) -> list[InputEvent]:
        choice = self._random.random()
        if choice < 0.46:
            return self._burst(_ARROWS, 1)
        if choice < 0.73 and self._words:
            return self._sentence()
        if choice < 0.82:
            return self._half_a_line()
        if choice < 0.91:
            return self._burst(_ANY_KEYS, self._random.randint(1, MOST_IN_A_BURST))
        return self._burst(_BIG_KEYS if choice < 0.955 else _ANY_KEYS, 1)

    def answer(self) -> list[InputEvent]:
        """Return the keys pressed while the game waits."""
        choice = self._random.random()
        if choice < 0.05 and self._words:
            return self._sentence()
        if choice < 0.10:
            return self._burst(_ANY_KEYS, self._random.randint(1, MOST_IN_A_BURST))
        return self._burst(_ANSWERS, 1)

    def _burst(self, keys: Sequence[str], count: int) -> list[InputEvent]:
        return [event for key in self._random.choices(keys, k=count) for event in KEYS[key]]

    def _half_a_line(self) -> list[InputEvent]:
        """Return a word begun, some of it deleted again, mostly without ENTER."""
        text = self._random.choice(self._words or ["look"])[: self._random.randint(1, 8)]
        deleted = self._random.randint(0, len(text)) * key_events("backspace")
        return [*text_events(text), *deleted, *(key_events("enter") if self._random.random() < 0.2 else ())]

    def _sentence(self) -> list[InputEvent]:
        words = self._random.choices(self._words, k=self._random.choice(_WORDS_IN_A_SENTENCE))
        return list(text_events(" ".join(words), enter=True))


@dataclass(frozen=True, slots=True)
class Found:
    """The shortest play so far that reaches a room."""

    seed: int
    ticks: int
    """How long it takes to get there."""
    recording: Recording
    rooms: frozenset[int]
    """All rooms on the way."""


class RoomFinds:
    """Collects the shortest recorded play to each room."""

    def __init__(self) -> None:
        """Start with none."""
        self.ways: dict[int, Found] = {}

    def take(self, seed: int, recorder: Recorder, visits: Mapping[int, int]) -> None:
        """Take a play; `visits` has the rooms, each with the tick of its first visit."""
        for room, tick in visits.items():
            if self.lacks(room, tick):
                rooms = frozenset(each for each, when in visits.items() if when <= tick)
                self.ways[room] = Found(seed, tick, recorder.beginning(tick + TICKS_AFTER), rooms)

    def lacks(self, room: int, ticks: int) -> bool:
        """Return whether no play is known that reaches a room as soon."""
        return room not in self.ways or ticks < self.ways[room].ticks

    def shortest(self) -> list[tuple[int, Found]]:
        """Return rooms with their plays, so that the plays together reach every room; none is part of another."""
        chosen: list[tuple[int, Found]] = []
        reached: set[int] = set()
        for room, found in sorted(self.ways.items(), key=lambda each: (-each[1].ticks, each[0])):
            if room not in reached:
                chosen.append((room, found))
                reached |= found.rooms
        return sorted(chosen, key=lambda each: each[0])


def play(
    game: Game,
    seed: int,
    cycles: int,
    settings: Settings,
    start: Snapshot | None = None,
    *,
    finds: RoomFinds | None = None,
    watch: Callable[[Machine], None] | None = None,
) -> Run:
    """Play `cycles` cycles at random and return what happened; a game that ends is switched on again.

    With `start`, every play starts at that moment, random numbers included, instead of power-on. With `finds` it is
    recorded, and the shortest ways to rooms are kept there. `watch` gets each machine before it runs.
    """
    player = ImpatientPlayer(game, seed, uses_mouse=Extension.AGIMOUSE in settings.extensions)
    run, errors = Run(seed), ErrorList()
    while run.cycles < cycles and run.end is End.DONE:
        if run.exits > MOST_EXITS:
            run.end = End.EXITED
            break
        machine = Machine(game, seed=(seed + run.exits) & 0xFFFF, settings=settings)
        if start is not None:
            machine.restore(start)
        if watch is not None:
            watch(machine)
        recorder = Recorder(machine) if finds is not None else None
        visits: dict[int, int] = {}
        _play_once(machine, player, run, cycles, recorder, visits)
        if finds is not None and recorder is not None:
            finds.take(seed, recorder, visits)
        errors.include(machine.errors)
        run.errors = tuple(errors)
        run.notes = tuple(dict.fromkeys((*run.notes, *machine.notes)))
    return run


def _play_once(
    machine: Machine, player: ImpatientPlayer, run: Run, cycles: int, recorder: Recorder | None, visits: dict[int, int]
) -> None:
    """Play from where the machine is to the wanted number of cycles or to the game's own end.

    `visits` gets the rooms, each with the tick of its first visit.
    """
    state = machine.unguarded.state
    cycle, clock, modal, window, variables = state.cycle, state.clock, state.modal, state.window, state.vars
    before, room, is_open = run.cycles - cycle.number, variables[ROOM], False
    visits.setdefault(room, 0)
    patience = Patience(clock.beats)
    events: list[InputEvent] = []
    while run.cycles < cycles:
        if recorder is not None:
            stop = int(recorder.advance(events, STOPS))
        else:
            is_waiting = modal.depth > 0
            beats = patience.left(clock.beats, is_waiting=is_waiting)
            until, most = (Stop.CYCLE, 1) if is_waiting else (CYCLE_OR_WAITING, min(player.rest, cycles - run.cycles))
            stop = int(machine.advance(events, until, beats=beats, cycles=most))
        was_open, is_open = is_open, bool(window.open)
        run.windows += is_open and not was_open
        if room != variables[ROOM]:
            # Several cycles may have passed, and another room with them.
            for room in (variables[PREVIOUS_ROOM], variables[ROOM]):
                visits.setdefault(room, recorder.ticks if recorder is not None else 0)
        passed = before + cycle.number - run.cycles
        run.cycles += passed
        if stop & ENDED:
            run.exits += 1
            break
        if passed:
            patience.begin(clock.beats if stop & CYCLE else machine.core.passed_beat)
        events = player.turn(passed)
        if patience.is_over(clock.beats):
            run.end = End.STUCK
            break
        elif patience.presses(clock.beats, is_waiting=modal.depth > 0 or bool(stop & WAITING)):
            # A player who wanted to quit would learn nothing more.
            events = list(key_events("esc")) if machine.modal is Purpose.QUIT else player.answer()
            run.answers += 1
    run.rooms += [room for room in visits if room not in run.rooms]


def recorded_play(game: Game, seed: int, cycles: int, settings: Settings) -> Recording:
    """Play at random, as `play` does, until the game ends, and return the recording."""
    recorder = Recorder(Machine(game, seed=seed, settings=settings))
    _play_once(recorder.machine, ImpatientPlayer(game, seed), Run(seed), cycles, recorder, {})
    return recorder.recording


class Patience:
    """Measures, on the clock, how long the current cycle has lasted, and decides when to press a key in it."""

    __slots__ = ("_begun", "_pressed")

    def __init__(self, beat: int = 0) -> None:
        """Begin with a cycle in this beat."""
        self.begin(beat)

    def begin(self, beat: int) -> None:
        """Begin another cycle in this beat, which counts."""
        self._begun, self._pressed = beat, beat - 1

    def left(self, beat: int, *, is_waiting: bool) -> int:
        """Return after how many beats a key is pressed; a logic that loops until one comes seems not to wait."""
        return max(self._pressed + (BEATS_PER_ANSWER if is_waiting else BEATS_PER_NUDGE) - beat, 1)

    def presses(self, beat: int, *, is_waiting: bool) -> bool:
        """Return whether it is time for a key in this beat."""
        if beat - self._pressed < (BEATS_PER_ANSWER if is_waiting else BEATS_PER_NUDGE):
            return False
        self._pressed = beat
        return True

    def is_over(self, beat: int) -> bool:
        """Return whether the game counts as stuck."""
        return beat - self._begun >= MOST_SECONDS_IN_A_CYCLE * BEATS_PER_SECOND
