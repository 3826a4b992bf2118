"""Declares the events of the host's window in terms of our own, so that only one module knows the window library.

Scan codes are USB usages of the keyboard page (place on the keyboard); key codes are the characters that the layout
puts on a key without modifiers, 0 for keys that make none.
"""

from __future__ import annotations

from enum import Enum, IntFlag, auto
from typing import NamedTuple


class Modifier(IntFlag):
    """Keys held and locks set while another key is pressed."""

    NONE = 0
    SHIFT = 1
    CTRL = 2
    LEFT_ALT = 4
    RIGHT_ALT = 8
    NUM_LOCK = 16
    COMMAND = 32


class PointerShape(Enum):
    """Shapes of the mouse over the window."""

    ARROW = auto()
    HAND = auto()
    """Over what a click would choose."""
    TARGET = auto()
    """Over what a click would walk to."""


class PadButton(Enum):
    """Buttons of a gamepad by what they do; their places are those of an Xbox pad."""

    CONFIRM = auto()
    """A."""
    CANCEL = auto()
    """B."""
    AGAIN = auto()
    """X: the last line again."""
    LETTERS = auto()
    """Y: letters on the screen."""
    MENU = auto()
    """Start: the menu of the game."""
    PROGRAM = auto()
    """Back: the menu of the program."""


class PadPress(NamedTuple):
    """A button of a gamepad goes down."""

    button: PadButton


class PadStick(NamedTuple):
    """The stick or the cross of a gamepad points elsewhere: 0 nowhere, 1 up, clockwise to 8 up and left."""

    direction: int


class KeyPress(NamedTuple):
    """A key goes down, or repeats while it is held."""

    scancode: int
    keycode: int = 0
    modifiers: Modifier = Modifier.NONE
    repeated: bool = False


class KeyRelease(NamedTuple):
    """A key goes up."""

    scancode: int


class Typed(NamedTuple):
    """Text that the previous key press made, by the host's layout."""

    text: str


class Composed(NamedTuple):
    """Text that an input method has not finished; "" when it has, and `Typed` brings what it made."""

    text: str


_Text = Typed | Composed


class FocusLost(NamedTuple):
    """The window has lost the keyboard to another one."""


class Redraw(NamedTuple):
    """The window has a new size or lost what it showed."""


class Pointer(NamedTuple):
    """The mouse moved or a button changed; x and y in pixels of the window, button 0 none, 1 left, 2 right, 3 middle.

    `pressed` is true only for the event in which `button` went down.
    """

    x: int
    y: int
    button: int
    pressed: bool = False


class Wheel(NamedTuple):
    """The wheel of the mouse turned; `steps` above 0 are away from the player."""

    steps: int


class Dropped(NamedTuple):
    """A file or folder was dropped on the window."""

    path: str


class CloseRequest(NamedTuple):
    """The player closes the window."""


HostEvent = (
    KeyPress | KeyRelease | _Text | FocusLost | Redraw | Pointer | Wheel | PadPress | PadStick | Dropped | CloseRequest
)
