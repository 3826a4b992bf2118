"""Lists what the player can ask of the program itself, with the usual key for each.

The game owns F1 to F10, Alt, Ctrl and every character; ours are F11, F12, and Ctrl and Shift together with a letter or
digit. The player may choose other keys (`key_table`).
"""

from __future__ import annotations

from enum import Enum, auto


class PlayerCommand(Enum):
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


SLOT_COMMANDS = {PlayerCommand[f"SLOT_{slot}"]: slot for slot in range(1, 11)}
"""Commands that choose a slot of quick saves, and its number."""
WORDS = {
    PlayerCommand.FULL_SCREEN: "full screen on and off",
    PlayerCommand.MENU: "menu of the program",
    PlayerCommand.SAVE: "quick save",
    PlayerCommand.LOAD: "quick load",
    PlayerCommand.LOAD_BEFORE: "load the quick save, from before its cut-scene",
    PlayerCommand.MOMENTS: "saved moments",
    PlayerCommand.REWIND: "back in time, while held",
    PlayerCommand.PAUSE: "pause; continue",
    PlayerCommand.STEP: "one cycle of the game, then pause",
    PlayerCommand.FASTER: "faster",
    PlayerCommand.SLOWER: "slower",
    PlayerCommand.NORMAL: "normal speed",
    PlayerCommand.LOUDER: "louder",
    PlayerCommand.QUIETER: "quieter",
    PlayerCommand.MUTE: "mute",
    PlayerCommand.PICTURE: "save a screenshot",
    PlayerCommand.PASTE: "paste as typed text",
    PlayerCommand.LETTERS: "letters on the screen",
    PlayerCommand.INSPECT: "look inside: objects, lines, changes, words",
    PlayerCommand.RECORD: "start a recording; end it",
    PlayerCommand.OPEN: "open another game",
    **{command: f"quick slot {slot}" for command, slot in SLOT_COMMANDS.items()},
    PlayerCommand.QUIT: "quit",
}
"""Commands with a key, in the order of the list that players see, and what they do."""
REPLAY_WORDS = {
    PlayerCommand.STEP_BACK: "one cycle back",
    PlayerCommand.EARLIER: "earlier",
    PlayerCommand.LATER: "later",
    PlayerCommand.TAKE_OVER: "take over",
    PlayerCommand.TIMES: "show times and keys",
}
"""Those of a replay."""

PLACES = {PlayerCommand.FULL_SCREEN: "f11", PlayerCommand.MENU: "f12"}
SIGNS = {
    "f": PlayerCommand.FASTER,
    "s": PlayerCommand.SLOWER,
    "n": PlayerCommand.NORMAL,
    "p": PlayerCommand.PAUSE,
    "c": PlayerCommand.STEP,
    "g": PlayerCommand.PICTURE,
    "m": PlayerCommand.MUTE,
    "u": PlayerCommand.LOUDER,
    "d": PlayerCommand.QUIETER,
    "r": PlayerCommand.RECORD,
    "w": PlayerCommand.SAVE,
    "a": PlayerCommand.LOAD,
    "y": PlayerCommand.LOAD_BEFORE,
    "z": PlayerCommand.REWIND,
    "h": PlayerCommand.MOMENTS,
    "o": PlayerCommand.OPEN,
    "v": PlayerCommand.PASTE,
    "k": PlayerCommand.LETTERS,
    "i": PlayerCommand.INSPECT,
    "q": PlayerCommand.QUIT,
    **{str(slot % 10): command for command, slot in SLOT_COMMANDS.items()},
}
"""With Ctrl and Shift: Faster, Slower, Normal, Pause, one Cycle, Grab a picture, Mute, volume Up and Down, Record,
Write a quick save, back to it Again, to the moment before its sequence (Y), back in time (Z), saved moments (History),
Open, paste (V), Keyboard on the screen, Quit; digits choose a slot, 0 the tenth."""
REPLAY_SIGNS = {
    "b": PlayerCommand.STEP_BACK,
    "e": PlayerCommand.EARLIER,
    "l": PlayerCommand.LATER,
    "t": PlayerCommand.TAKE_OVER,
    "o": PlayerCommand.TIMES,
}
"""The same in a replay: one cycle Back, Earlier, Later, Take over, Overlay with the time."""

MOMENT_COMMANDS = frozenset(
    {PlayerCommand.MOMENTS, PlayerCommand.NEXT_SLOT, PlayerCommand.PREVIOUS_SLOT, *SLOT_COMMANDS}
)
KEY_SUMMARY = "F12: menu and keys"
REPEATABLE = frozenset(
    {
        PlayerCommand.STEP,
        PlayerCommand.LOUDER,
        PlayerCommand.QUIETER,
        PlayerCommand.STEP_BACK,
        PlayerCommand.EARLIER,
        PlayerCommand.LATER,
    }
)
"""Commands that a held key repeats."""


def default_keys(*, replays: bool = False) -> dict[PlayerCommand, str]:
    """Return the usual key of each command, as settings name keys."""
    signs = SIGNS | REPLAY_SIGNS if replays else SIGNS
    return PLACES | {command: f"ctrl+shift+{sign}" for sign, command in signs.items()}


def command_named(name: str) -> PlayerCommand | None:
    """Return the command of a name in the settings; None if there is none."""
    return next((command for command in (*WORDS, *REPLAY_WORDS) if setting_name(command) == name), None)


def setting_name(command: PlayerCommand) -> str:
    """Return the name of a command in the settings."""
    return command.name.lower().replace("_", "-")
