"""Lists what the player can ask of the program itself, and the keys for it.

The game owns F1 to F10, Alt, Ctrl and every character; ours are F11, F12, and Ctrl and Shift together with a letter.
"""

from __future__ import annotations

from enum import Enum, auto

from agi_emu.frontends.host.host_events import KeyPress, Modifier
from agi_emu.frontends.window.keyboard import F11, F12


class Command(Enum):
    """A request to the program, never to the game."""

    FULL_SCREEN = auto()
    MENU = auto()
    FASTER = auto()
    SLOWER = auto()
    NORMAL = auto()
    PAUSE = auto()
    STEP = auto()
    PICTURE = auto()
    MUTE = auto()
    LOUDER = auto()
    QUIETER = auto()
    RECORD = auto()
    STEP_BACK = auto()
    EARLIER = auto()
    LATER = auto()
    TAKE_OVER = auto()
    TIMES = auto()
    SAVE = auto()
    LOAD = auto()
    LOAD_BEFORE = auto()
    REWIND = auto()
    QUIT = auto()


PLACES = {F11: Command.FULL_SCREEN, F12: Command.MENU}
LETTERS = {
    "f": Command.FASTER,
    "s": Command.SLOWER,
    "n": Command.NORMAL,
    "p": Command.PAUSE,
    "c": Command.STEP,
    "g": Command.PICTURE,
    "m": Command.MUTE,
    "u": Command.LOUDER,
    "d": Command.QUIETER,
    "r": Command.RECORD,
    "w": Command.SAVE,
    "a": Command.LOAD,
    "y": Command.LOAD_BEFORE,
    "z": Command.REWIND,
    "q": Command.QUIT,
}
"""With Ctrl and Shift: Faster, Slower, Normal, Pause, one Cycle, Grab a picture, Mute, volume Up and Down, Record,
Write a quick save, back to it Again, to the moment before its sequence (Y), back in time (Z), Quit."""
REPLAY_LETTERS = {
    "b": Command.STEP_BACK,
    "e": Command.EARLIER,
    "l": Command.LATER,
    "t": Command.TAKE_OVER,
    "o": Command.TIMES,
}
"""The same in a replay: one cycle Back, Earlier, Later, Take over, Overlay with the time."""

KEY_SUMMARY = (
    "F11 full screen, F12 menu, Ctrl+Shift+ F faster, S slower, N normal, P pause, C one cycle, G grab picture, "
    "M mute, U louder, D quieter, R record, W save, A load, Y before it, Z back in time, Q quit"
)
BANNER_SUMMARY = "F11 window, F12 menu"
"""The same for full screen, where there is little room."""
REPEATABLE = frozenset(
    {Command.STEP, Command.LOUDER, Command.QUIETER, Command.STEP_BACK, Command.EARLIER, Command.LATER}
)
"""Commands that a held key repeats."""


def command_of(press: KeyPress) -> Command | None:
    """Return the command that a key press means; None if the key is the game's."""
    held = press.modifiers & (Modifier.CTRL | Modifier.SHIFT)
    other = press.modifiers & (Modifier.LEFT_ALT | Modifier.RIGHT_ALT | Modifier.COMMAND)
    if held == Modifier.CTRL | Modifier.SHIFT and not other:
        letter = chr(press.keycode).lower() if 0 < press.keycode < 128 else ""
        return LETTERS.get(letter) or REPLAY_LETTERS.get(letter)
    return PLACES.get(press.scancode) if not held and not other else None


def is_host_key(press: KeyPress) -> bool:
    """Return whether a press is kept from the game: our commands, and Ctrl+Shift with any letter."""
    both = Modifier.CTRL | Modifier.SHIFT
    letter = 0 < press.keycode < 128 and chr(press.keycode).isalpha()
    return command_of(press) is not None or (press.modifiers & both == both and letter)
