"""Keys on their way into the machine: interrupt handler, BIOS buffer, event queue, key assignments.

A key press enters the 15-key BIOS buffer; the 20 Hz tick moves everything from there into the event queue of 20 slots
(19 usable), in order. Only two things reach the queue straight from the interrupt: keypad 5 and, in hold mode, the
release of an arrow (reference: KEY-1 to KEY-16). All of it lives in the state area ``keyboard``, and what happens in
every tick and cycle in the core (agi_emu/_core/keyboard.pyx).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum

from agi_emu._core import keyboard
from agi_emu.facts import codes
from agi_emu.facts.codes import EventType
from agi_emu.facts.mercies import SWALLOW_ARROW_REPEATS
from agi_emu.machine import sound
from agi_emu.machine.input.events import Arrow, InputEvent, Key, Mouse, SetVariable
from agi_emu.machine.interpreter import Interpreter

NO_ARROW = 255

ACCEPTING = (codes.Key.ENTER, codes.Key.BUTTON_1, codes.Key.BUTTON_1_TWICE)
"""Character events that accept a box (reference: KEY-22, TEXT-45)."""
REFUSING = (codes.Key.ESC, codes.Key.BUTTON_2, codes.Key.BUTTON_2_TWICE)


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
                    keyboard.press(m.core, word)
            case Arrow(direction, down):
                _arrow(m, direction, down=down)
            case Mouse(x, y, button):
                mouse = m.state.mouse
                mouse.x, mouse.y, mouse.button = x, y, button
            case SetVariable(variable, value):
                m.state.vars[variable] = value
            case _:
                raise TypeError(f"{event!r} is not an input event; Machine.type takes texts")


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
    held = m.state.keyboard
    if direction == 0:
        if down and m.profile.keypad_five_stops:
            keyboard.add_event(m.core, EventType.DIRECTION, 0)
            sound.acknowledge_key(m)
        return
    if not swallows_repeats(m):
        if down:
            keyboard.press_arrow(m.core, direction)
    elif down:
        if held.arrow_down != direction:
            held.arrow_down = direction
            keyboard.press_arrow(m.core, direction)
    elif held.arrow_down == direction:
        held.arrow_down = NO_ARROW
        if held.hold:
            # Quirk: posted at once, so an arrow tapped between two polls gives "0, d" and ego walks on
            # (reference: KEY-15).
            keyboard.add_event(m.core, EventType.DIRECTION, 0)


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


def confirms(word: int) -> bool:
    """Return whether a character event accepts a box: ENTER or button 1."""
    return word in ACCEPTING


def cancels(word: int) -> bool:
    """Return whether a character event refuses a box: ESC or button 2."""
    return word in REFUSING
