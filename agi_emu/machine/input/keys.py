"""Keys on their way into the machine: interrupt handler, BIOS buffer, event queue, key assignments.

A key press enters the 15-key BIOS buffer; the 20 Hz tick moves everything from there into the event queue of 20 slots
(19 usable), in order. Only two things reach the queue straight from the interrupt: keypad 5 and, in hold mode, the
release of an arrow (reference: KEY-1 to KEY-16). All of it lives in the state area ``keyboard``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum

from agi_emu.facts import codes
from agi_emu.facts.codes import BIOS_KEYS, QUEUE_SLOTS, Computer, EventType, Var
from agi_emu.facts.mercies import SWALLOW_ARROW_REPEATS
from agi_emu.machine import sound
from agi_emu.machine.input.events import Arrow, InputEvent, Key, Mouse, SetVariable
from agi_emu.machine.interpreter import Interpreter
from agi_emu.state.layout import KeyboardState

NO_ARROW = 255
# As plain numbers, for they are asked for every key.
CHARACTER, DIRECTION = int(EventType.CHARACTER), int(EventType.DIRECTION)

ACCEPTING = (codes.Key.ENTER, codes.Key.BUTTON_1, codes.Key.BUTTON_1_TWICE)
"""Character events that accept a box (reference: KEY-22, TEXT-45)."""
REFUSING = (codes.Key.ESC, codes.Key.BUTTON_2, codes.Key.BUTTON_2_TWICE)

WORD_OF_DIRECTION = dict(enumerate((0x4C00, 0x4800, 0x4900, 0x4D00, 0x5100, 0x5000, 0x4F00, 0x4B00, 0x4700)))
"""Key words that become directions when they are queued; they never reach a key assignment."""
DIRECTION_OF_WORD = {word: direction for direction, word in WORD_OF_DIRECTION.items()}
TANDY_DIRECTIONS = {ord(digit): direction for direction, digit in enumerate("589632147")}


class ArrowKey(IntEnum):
    """The arrow cluster: the values of direction events."""

    CENTRE = 0
    UP = 1
    PAGE_UP = 2
    RIGHT = 3
    PAGE_DOWN = 4
    DOWN = 5
    END = 6
    LEFT = 7
    HOME = 8


SCROLL_LOCK = 0x4600
"""Stands for Scroll Lock, which gives the BIOS no key: the interpreter's own handler opens and closes the trace window
(reference: KEY-21, TEXT-74)."""
PICTURE_LEFT, PICTURE_RIGHT = 0x9B00, 0x9D00
"""Stand for Ctrl, Alt and the left or right arrow, which only the interpreter's own handler takes (reference: PIC-51).
"""


Interrupt = Callable[["Interpreter"], None]
INTERRUPTS: dict[int, Interrupt] = {}


def interrupt(word: int) -> Callable[[Interrupt], Interrupt]:
    """Bind what a key does at once, in its interrupt; it never reaches the BIOS."""

    def bind(handler: Interrupt) -> Interrupt:
        INTERRUPTS[word] = handler
        return handler

    return bind


def accept(m: Interpreter, events: Iterable[InputEvent]) -> None:
    """Let input happen, as the keyboard interrupt would: at a stop of the machine, in the order given."""
    for event in events:
        match event:
            case Key(word):
                if word in INTERRUPTS:
                    INTERRUPTS[word](m)
                else:
                    _to_bios(m, word)
            case Arrow(direction, down):
                _arrow(m, direction, down=down)
            case Mouse(x, y, button):
                mouse = m.state.mouse
                mouse.x, mouse.y, mouse.button = x, y, button
            case SetVariable(variable, value):
                m.state.vars[variable] = value
            case _:
                raise TypeError(f"{event!r} is not an input event; Machine.type takes texts")


def _to_bios(m: Interpreter, word: int) -> None:
    keyboard = m.state.keyboard
    if keyboard.bios_count < BIOS_KEYS:
        keyboard.bios[keyboard.bios_count] = word
        keyboard.bios_count += 1


def swallows_repeats(m: Interpreter) -> bool:
    """Return whether repeats of a held arrow are ignored; where they are not, each is a press of its own."""
    return m.profile.filters_held_arrows or SWALLOW_ARROW_REPEATS in m.settings.mercies


def _arrow(m: Interpreter, direction: int, *, down: bool) -> None:
    """Filter a key of the arrow cluster as the interrupt handler does.

    One mark says which arrow is down. A make code of the marked arrow (key repeat) is swallowed; another one moves
    the mark and takes the usual way. Only the release of the marked arrow matters, and it only posts in hold mode.
    Interpreters without the filter let every make code through, and releases do nothing (reference:
    KEY-12).
    """
    keyboard = m.state.keyboard
    if direction == 0:
        if down and m.profile.keypad_five_stops:
            post(keyboard, DIRECTION, 0)
            sound.acknowledge_key(m)
        return
    if not swallows_repeats(m):
        if down:
            _to_bios(m, WORD_OF_DIRECTION[direction])
    elif down:
        if keyboard.arrow_down != direction:
            keyboard.arrow_down = direction
            _to_bios(m, WORD_OF_DIRECTION[direction])
    elif keyboard.arrow_down == direction:
        keyboard.arrow_down = NO_ARROW
        if keyboard.hold:
            # Quirk: posted at once, so an arrow tapped between two polls gives "0, d" and ego walks on
            # (reference: KEY-15).
            post(keyboard, DIRECTION, 0)


def poll_bios(m: Interpreter) -> None:
    """Move every key of the BIOS buffer into the event queue: the keyboard's part of the 20 Hz tick."""
    keyboard = m.state.keyboard
    count = keyboard.bios_count
    if not count:
        return
    for word in keyboard.bios[:count]:
        direction = DIRECTION_OF_WORD.get(word)
        if direction is None:
            post(keyboard, CHARACTER, word)
        else:
            post(keyboard, DIRECTION, direction)
    keyboard.bios[:count] = [0] * count
    keyboard.bios_count = 0


def post(keyboard: KeyboardState, kind: int, value: int) -> None:
    """Append an event to the queue; a full queue drops it silently (reference: KEY-5)."""
    tail = keyboard.queue_tail
    after = (tail + 1) % QUEUE_SLOTS
    if after != keyboard.queue_head:
        keyboard.queue_type[tail] = kind
        keyboard.queue_value[tail] = value
        keyboard.queue_tail = after


def take(m: Interpreter) -> tuple[int, int] | None:
    """Take the oldest event as (type, value), or None when the queue is empty."""
    keyboard = m.state.keyboard
    head = keyboard.queue_head
    if head == keyboard.queue_tail:
        return None
    event = (keyboard.queue_type[head], keyboard.queue_value[head])
    keyboard.queue_head = (head + 1) % QUEUE_SLOTS
    return event


def next_event(m: Interpreter) -> tuple[int, int] | None:
    """Take the oldest event as (type, value); count a poll that finds none."""
    event = take(m)
    if event is None:
        m.core.count_empty_poll()
    return event


def flush(m: Interpreter) -> None:
    """Empty queue and BIOS buffer: new.room, errors and every box that waits do so (reference: KEY-8)."""
    keyboard = m.state.keyboard
    keyboard.bios_count = 0
    keyboard.queue_head = 0
    keyboard.queue_tail = 0


def set_key(m: Interpreter, word: int, controller: int) -> None:
    """Assign a controller to a key word in the first free slot; a full table ignores it, so does word 0.

    There is no check for duplicates: of two equal words the first one wins (reference: KEY-19).
    """
    keyboard = m.state.keyboard
    if word == 0 or keyboard.map_count >= m.profile.key_slots:
        return
    keyboard.map_key[keyboard.map_count] = word
    keyboard.map_controller[keyboard.map_count] = controller
    keyboard.map_count += 1


def controller_of(m: Interpreter, word: int) -> int | None:
    """Return the controller that a key word is assigned to, None when there is none."""
    keyboard = m.state.keyboard
    words = keyboard.map_key[: keyboard.map_count]
    return int(keyboard.map_controller[words.index(word)]) if word in words else None


def direction_of_digit(m: Interpreter, number: int) -> int | None:
    """Return the direction that the code of a digit stands for on a Tandy, None elsewhere (reference: KEY-13)."""
    return TANDY_DIRECTIONS[number] if number in TANDY_DIRECTIONS and m.vars[Var.COMPUTER] == Computer.TANDY else None


def confirms(word: int) -> bool:
    """Return whether a character event accepts a box: ENTER or button 1."""
    return word in ACCEPTING


def cancels(word: int) -> bool:
    """Return whether a character event refuses a box: ESC or button 2."""
    return word in REFUSING
