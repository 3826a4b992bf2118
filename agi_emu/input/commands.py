"""Lists what the player can ask of the program itself, with the usual key for each.

The game owns F1 to F10, Alt, Ctrl and every character; ours are F11, F12, and Ctrl and Shift together with a letter or
digit. The player may choose other keys (`key_table`).
"""

from __future__ import annotations

from enum import Enum, auto


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
    MOMENTS = auto()
    NEXT_SLOT = auto()
    PREVIOUS_SLOT = auto()
    SLOT_1 = auto()
    SLOT_2 = auto()
    SLOT_3 = auto()
    SLOT_4 = auto()
    SLOT_5 = auto()
    SLOT_6 = auto()
    SLOT_7 = auto()
    SLOT_8 = auto()
    SLOT_9 = auto()
    SLOT_10 = auto()
    OPEN = auto()
    RESTART = auto()
    ASPECT = auto()
    NEXT_COMPUTER = auto()
    PREVIOUS_COMPUTER = auto()
    NEXT_MODE = auto()
    PREVIOUS_MODE = auto()
    LARGER = auto()
    SMALLER = auto()
    KEYS = auto()
    ABOUT = auto()
    PASTE = auto()
    AGAIN = auto()
    LETTERS = auto()
    INSPECT = auto()
    QUIT = auto()


SLOT_COMMANDS = {Command[f"SLOT_{slot}"]: slot for slot in range(1, 11)}
"""Commands that choose a slot of quick saves, and its number."""
WORDS = {
    Command.FULL_SCREEN: "full screen on and off",
    Command.MENU: "menu of the program",
    Command.SAVE: "quick save",
    Command.LOAD: "quick load",
    Command.LOAD_BEFORE: "load the quick save, from before its cut-scene",
    Command.MOMENTS: "saved moments",
    Command.REWIND: "back in time, while held",
    Command.PAUSE: "pause; continue",
    Command.STEP: "one cycle of the game, then pause",
    Command.FASTER: "faster",
    Command.SLOWER: "slower",
    Command.NORMAL: "normal speed",
    Command.LOUDER: "louder",
    Command.QUIETER: "quieter",
    Command.MUTE: "mute",
    Command.PICTURE: "save a screenshot",
    Command.PASTE: "paste as typed text",
    Command.LETTERS: "letters on the screen",
    Command.INSPECT: "look inside: objects, lines, changes, words",
    Command.RECORD: "start a recording; end it",
    Command.OPEN: "open another game",
    **{command: f"quick slot {slot}" for command, slot in SLOT_COMMANDS.items()},
    Command.QUIT: "quit",
}
"""Commands with a key, in the order of the list that players see, and what they do."""
REPLAY_WORDS = {
    Command.STEP_BACK: "one cycle back",
    Command.EARLIER: "earlier",
    Command.LATER: "later",
    Command.TAKE_OVER: "take over",
    Command.TIMES: "show times and keys",
}
"""Those of a replay."""

PLACES = {Command.FULL_SCREEN: "f11", Command.MENU: "f12"}
SIGNS = {
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
    "h": Command.MOMENTS,
    "o": Command.OPEN,
    "v": Command.PASTE,
    "k": Command.LETTERS,
    "i": Command.INSPECT,
    "q": Command.QUIT,
    **{str(slot % 10): command for command, slot in SLOT_COMMANDS.items()},
}
"""With Ctrl and Shift: Faster, Slower, Normal, Pause, one Cycle, Grab a picture, Mute, volume Up and Down, Record,
Write a quick save, back to it Again, to the moment before its sequence (Y), back in time (Z), saved moments (History),
Open, paste (V), Keyboard on the screen, Quit; digits choose a slot, 0 the tenth."""
REPLAY_SIGNS = {
    "b": Command.STEP_BACK,
    "e": Command.EARLIER,
    "l": Command.LATER,
    "t": Command.TAKE_OVER,
    "o": Command.TIMES,
}
"""The same in a replay: one cycle Back, Earlier, Later, Take over, Overlay with the time."""

MOMENT_COMMANDS = frozenset({Command.MOMENTS, Command.NEXT_SLOT, Command.PREVIOUS_SLOT, *SLOT_COMMANDS})
KEY_SUMMARY = "F12: menu and keys"
REPEATABLE = frozenset(
    {Command.STEP, Command.LOUDER, Command.QUIETER, Command.STEP_BACK, Command.EARLIER, Command.LATER}
)
"""Commands that a held key repeats."""


def default_keys(*, replays: bool = False) -> dict[Command, str]:
    """Return the usual key of each command, as settings name keys."""
    signs = SIGNS | REPLAY_SIGNS if replays else SIGNS
    return PLACES | {command: f"ctrl+shift+{sign}" for sign, command in signs.items()}


def command_named(name: str) -> Command | None:
    """Return the command of a name in the settings; None if there is none."""
    return next((command for command in (*WORDS, *REPLAY_WORDS) if setting_name(command) == name), None)


def setting_name(command: Command) -> str:
    """Return the name of a command in the settings."""
    return command.name.lower().replace("_", "-")
