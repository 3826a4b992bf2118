"""Plays the steps of a walkthrough: what a player does in words, each as soon as the game is ready for it.

    walk to 60,140
    say "take lamp"
    expect text "You take the lamp."
    press enter
    expect score 1
    walk to left
    expect room 3
    wait until v60 == 2 and not f40 within 300

A step that does not come true in its time ends the play with what stands there instead. Times are the game's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from agi_emu.facts.codes import BEATS_PER_SECOND, EGO, Edge, Var
from agi_emu.facts.errors import WalkthroughError
from agi_emu.facts.numbers import number_in, whole
from agi_emu.input.keys_for_player import Typist, Walk, can_walk
from agi_emu.machine.assertions import Assertion, AssertionSyntaxError, parse_assertion
from agi_emu.machine.choices import choices_of
from agi_emu.machine.input.events import InputEvent, Mouse, key_events, text_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.ways import Target, target_at
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH, SCREEN_HEIGHT
from agi_emu.state.progress import Wait

SUFFIX = ".agiwalk"
PATIENCE_BEATS = 18
"""Beats that the game waits for a key before the next ``blocked`` line is pressed, as in the recordings."""
FIRST_BEAT = 30
"""Before, a game makes itself ready, and steps begin only where a window waits."""
CYCLES_OF_A_BUTTON = 2
"""Cycles in which a button of the mouse is held, and let go: a game looks once in each."""
RETRY_CYCLES = 5
"""Cycles after which a way is sought again where none leads on."""
SECONDS_OF_EXPECT = 10
LONGEST_LIMIT = 3600
"""Seconds."""
FORMS = 'walk to X,Y or an edge, say "...", press KEY, click X,Y, choose N, expect ..., wait until ..., wait SECONDS'

Deed = Callable[["Machine"], Iterator[Sequence["InputEvent"]]]
"""Yields what to press now, beat by beat, until it is done."""
_EDGES = {edge.name.lower(): edge for edge in Edge if edge}
_LISTS = (Wait.MENU, Wait.INVENTORY, Wait.SLOTS)
_WITHIN = re.compile(r"(.*\S)\s+within\s+(\d+)$")
_QUOTED = re.compile(r'"(.+)"$')
_PLACE = re.compile(r"(\d+)\s*,\s*(\d+)$")
_VALUE = re.compile(r"(\w+)\s+(\d+)$")


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a walkthrough."""

    line: int
    words: str
    """As written."""
    deed: Deed
    seconds: int
    """Its limit, in the game's time."""
    answers: tuple[Wait, ...] = ()
    """The windows that it may find waiting; at others the game would wait for ever."""
    condition: Assertion | None = None
    """What must hold, unless it is a text."""


def parse_step(words: str, line: int) -> Step | None:
    """Return the step that a line is, None if it begins like none; ValueError says what is wrong with it."""
    written = words
    limited = _WITHIN.match(words)
    if limited:
        words = limited[1]
    verb, _, rest = words.partition(" ")
    rest = rest.strip()
    if (verb, rest.partition(" ")[0]) in (("walk", "to"), ("wait", "until")):
        verb, rest = f"{verb} {rest.partition(' ')[0]}", rest.partition(" ")[2].strip()
    if verb not in _STEPS:
        return None
    read, usual, answers = _STEPS[verb]
    seconds = whole(limited[2]) if limited else usual
    if not 1 <= seconds <= LONGEST_LIMIT:
        raise ValueError(f"a limit is 1 to {LONGEST_LIMIT} seconds, not {seconds}")
    try:
        condition = _condition(rest) if read is _expecting and text_in(rest) is None else None
        return Step(line, written, read(rest), seconds, answers, condition)
    except AssertionSyntaxError as error:
        raise ValueError(str(error)) from None


def _walking(rest: str) -> Deed:
    edge, place = _EDGES.get(rest), _PLACE.match(rest)
    if edge is None and place is None:
        raise ValueError(f"expected a place such as 60,140, or top, right, bottom or left, found {rest!r}")
    if place is None:
        return lambda machine: _walk(machine, lambda: Target(edge=edge or 0))
    x, y = whole(place[1]), whole(place[2])
    if x >= PICTURE_WIDTH or y >= PICTURE_HEIGHT:
        raise ValueError(f"the picture has places from 0,0 to {PICTURE_WIDTH - 1},{PICTURE_HEIGHT - 1}, not {x},{y}")
    return lambda machine: _walk(machine, lambda: target_at(machine.unguarded, x, y))


def _walk(machine: Machine, target: Callable[[], Target]) -> Iterator[Sequence[InputEvent]]:
    """Walk until ego is there or in another room; where no way leads there, one may open."""
    state = machine.unguarded.state
    room, walk, sought = None, None, 0
    ego = state.objects[EGO]
    before = (ego.x, ego.y)
    while room in (None, state.vars[Var.ROOM]):
        events: Sequence[InputEvent] = ()
        is_beyond = max(abs(ego.x - before[0]), abs(ego.y - before[1])) > PICTURE_HEIGHT // 2
        before = (ego.x, ego.y)
        if walk is not None and target().edge and is_beyond:
            # A room that leads to itself: ego stands at its other edge.
            return
        is_there = state.modal.depth and walk is not None and (walk.has_arrived or before == walk.way[1:3])
        if is_there and not target().edge:
            # The last step has opened a window.
            return
        if can_walk(machine):
            room = state.vars[Var.ROOM]
            is_late = state.cycle.number >= sought + RETRY_CYCLES
            if walk is None or (is_late and (walk.is_over or not walk.way.arrives)):
                walk, sought = Walk(machine, target()), state.cycle.number
            if walk.way.arrives:
                events = walk.steer()
            if walk.is_over and walk.has_arrived and not target().edge:
                yield events
                return
        yield events


def typed(machine: Machine, events: Sequence[InputEvent]) -> Iterator[Sequence[InputEvent]]:
    """Type, and wait until the machine has taken everything."""
    typist, keyboard = Typist(), machine.unguarded.state.keyboard
    typist.type(events)
    while typist.is_busy or keyboard.bios_count or keyboard.queue_head != keyboard.queue_tail:
        yield typist.next(machine)


def _saying(rest: str) -> Deed:
    sentence = text_in(rest)
    if sentence is None:
        raise ValueError(f'expected a sentence in "", found {rest!r}')

    def say(machine: Machine) -> Iterator[Sequence[InputEvent]]:
        state = machine.unguarded.state
        while not (_waits_for(machine, (Wait.EDIT,)) or (state.input.enabled and not state.modal.depth)):
            yield ()
        yield from typed(machine, text_events(sentence, enter=True, code_page=machine.code_page))

    return say


def _pressing(rest: str) -> Deed:
    keys = [key_events(name) for name in rest.split()]
    if not keys:
        raise ValueError("expected a key to press, such as enter or f6")

    def press(machine: Machine) -> Iterator[Sequence[InputEvent]]:
        # One by one: keys that come with the one that closes a window are lost with it.
        for events in keys:
            yield from typed(machine, events)

    return press


def _clicking(rest: str) -> Deed:
    place = _PLACE.match(rest)
    if place is None or whole(place[1]) >= PICTURE_WIDTH or whole(place[2]) >= SCREEN_HEIGHT:
        raise ValueError(f"expected a place to click at, from 0,0 to {PICTURE_WIDTH - 1},{SCREEN_HEIGHT - 1}")
    x, y = whole(place[1]), whole(place[2])

    def click(machine: Machine) -> Iterator[Sequence[InputEvent]]:
        cycle = machine.unguarded.state.cycle
        for button in (1, 0):
            last = cycle.number + CYCLES_OF_A_BUTTON
            yield (Mouse(x, y, button),)
            while cycle.number < last and machine.modal is None:
                yield ()

    return click


def _choosing(rest: str) -> Deed:
    number, text = number_in(rest, least=1), text_in(rest)
    if number is None and text is None:
        raise ValueError(f'expected the number of a choice, from 1 on, or a part of its text in "", found {rest!r}')

    def choose(machine: Machine) -> Iterator[Sequence[InputEvent]]:
        while True:
            # The names of menus are in the bar; their items and lists are taken with Enter.
            found = choices_of(machine.unguarded)
            fits = [each for each in found if text is not None and text in " ".join(each.text.split())]
            if number is not None:
                fits = [each for each in found if "enter" in each.keys][number - 1 : number]
            if fits:
                yield from typed(machine, [event for key in fits[0].keys for event in key_events(key)])
                return
            yield ()

    return choose


def _expecting(rest: str) -> Deed:
    holds = holding(rest)

    def expect(machine: Machine) -> Iterator[Sequence[InputEvent]]:
        while not holds(machine):
            yield ()

    return expect


def holding(words: str) -> Callable[[Machine], bool]:
    """Return what sees whether a condition holds that a step may expect; AssertionSyntaxError for others."""
    text = text_in(words)
    if text is None:
        return _condition(words).holds
    wanted = " ".join(text.split())
    return lambda machine: any(wanted in each for each in _shown(machine))


def _waiting(rest: str) -> Deed:
    seconds = number_in(rest, LONGEST_LIMIT)
    if seconds is None:
        raise ValueError(f"expected how many seconds to wait, or until and a condition, found {rest!r}")

    def wait(machine: Machine) -> Iterator[Sequence[InputEvent]]:
        clock = machine.unguarded.state.clock
        end = clock.beats + BEATS_PER_SECOND * seconds
        while clock.beats < end:
            yield ()

    return wait


def _condition(rest: str) -> Assertion:
    value = _VALUE.match(rest)
    return parse_assertion(f"{value[1]} == {value[2]}" if value else rest)


def text_in(rest: str) -> str | None:
    """Return the text that a condition or another step asks for; None if it is none of a text."""
    quoted = _QUOTED.match(rest.removeprefix("text").lstrip())
    return quoted[1] if quoted else None


def _shown(machine: Machine) -> Iterator[str]:
    """Yield the words of the window, and of the screen, with single blanks."""
    yield " ".join((machine.message or "").split())
    yield " ".join(" ".join(machine.text.rows).split())


_STEPS: dict[str, tuple[Callable[[str], Deed], int, tuple[Wait, ...]]] = {
    "walk to": (_walking, 60, ()),
    "say": (_saying, 30, (Wait.EDIT,)),
    "press": (_pressing, 10, tuple(Wait)),
    "click": (_clicking, 10, ()),
    "choose": (_choosing, 10, _LISTS),
    "expect": (_expecting, SECONDS_OF_EXPECT, ()),
    "wait until": (_expecting, 120, ()),
    "wait": (_waiting, LONGEST_LIMIT, tuple(Wait)),
}
"""How the rest of a step is read, its usual limit in seconds, and the windows that it may find waiting."""


def _waits_for(machine: Machine, kinds: Sequence[Wait]) -> bool:
    modal = machine.unguarded.state.modal
    return bool(modal.depth) and modal.records[modal.depth - 1].wait in kinds


def waits_for_ever(machine: Machine) -> bool:
    """Return whether nothing but a key ends what waits now."""
    modal = machine.unguarded.state.modal
    if not modal.depth:
        return False
    record = modal.records[modal.depth - 1]
    return not (record.wait == Wait.BEATS or (record.wait == Wait.CONFIRM and record.values[0]))


def what_stands(machine: Machine) -> str:
    """Return what a player sees, in a few words."""
    state = machine.unguarded.state
    words = " ".join((machine.message or "").split())
    choices = [each.text.strip() for each in choices_of(machine.unguarded)]
    if choices:
        seen = f"there is a choice of {', '.join(choices)}"
    elif words:
        seen = f'a window says "{words}"'
    else:
        seen = f"the game waits for {machine.modal.name.lower()}" if machine.modal else "no window is open"
    ego = state.objects[EGO]
    return f"{seen}; room {state.vars[Var.ROOM]}, ego at {ego.x},{ego.y}, cycle {state.cycle.number}"


class StepPlayer:
    """Plays steps in their order."""

    def __init__(self, steps: Sequence[Step], name: str) -> None:
        """Begin with the first at the next call of `press`."""
        self._steps = list(steps)
        self._name = name
        self._deed: Iterator[Sequence[InputEvent]] | None = None
        self._began = 0
        self._blocked_since = 0

    @property
    def left(self) -> int:
        """The number of steps that did not come true yet."""
        return len(self._steps)

    def press(self, machine: Machine) -> list[InputEvent]:
        """Return what to press at a stop of the machine; WalkthroughError where a step cannot come true."""
        beat = machine.unguarded.state.clock.beats
        while self._steps:
            step = self._steps[0]
            if self._deed is None:
                if beat < FIRST_BEAT and not waits_for_ever(machine):
                    break
                self._deed = step.deed(machine)
                self._began = self._blocked_since = beat
            events = next(self._deed, None)
            if events is not None:
                self._look(machine, step, beat)
                return list(events)
            self._deed = None
            del self._steps[0]
        return []

    def _look(self, machine: Machine, step: Step, beat: int) -> None:
        """Give up a step that takes too long, or that a window keeps from coming true."""
        if not waits_for_ever(machine) or _waits_for(machine, step.answers):
            self._blocked_since = beat
        is_blocked = beat - self._blocked_since > PATIENCE_BEATS
        if not is_blocked and beat - self._began <= BEATS_PER_SECOND * step.seconds:
            return
        why = f"not within {step.seconds} seconds"
        if is_blocked:
            why = "the game waits for a key, so this cannot come"
        raise self.failure(machine, why)

    def failure(self, machine: Machine, why: str) -> WalkthroughError:
        """Return what says that the step of now does not come true, and what stands there instead."""
        step = self._steps[0]
        values = f"{step.condition.values(machine)}; " if step.condition else ""
        return WalkthroughError(f"{self._name}, line {step.line}: {step.words}: {why}; {values}{what_stands(machine)}")
