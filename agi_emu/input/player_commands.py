"""Lists what the player can ask of the program itself, with the usual key for each.

The game owns F1 to F10, Alt, Ctrl and every character; ours are F11, F12, and Ctrl and Shift together with a letter or
digit. The player may choose other keys (`key_table`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class PlayerCommand(Enum):
    """A request to the program, never to the game: its usual key, and what it does, in the order of the list of keys.

    Letters with Ctrl and Shift: Faster, Slower, Normal, Pause, one Cycle, Grab a picture, Mute, volume Up and Down,
    Record, Write a quick save, back to it Again, to the moment before its sequence (Y), back in time (Z), saved moments
    (History), Journal, text before it was translated (Language), Open, paste (V), Keyboard on the screen, speech (X),
    Quit; digits choose a slot, 0 the tenth.
    In a replay: one cycle Back, Earlier, Later, Take over, Overlay with the time.
    """

    _ignore_ = "slot"

    def __init__(self, key: str, words: str) -> None:
        self.key = key
        """As settings name keys; "" if it has none."""
        self.words = words

    FULL_SCREEN = "f11", "full screen on and off"
    MENU = "f12", "menu of the program"
    SAVE = "ctrl+shift+w", "quick save"
    LOAD = "ctrl+shift+a", "quick load"
    LOAD_BEFORE = "ctrl+shift+y", "load before the cut-scene"
    MOMENTS = "ctrl+shift+h", "saved moments"
    JOURNAL = "ctrl+shift+j", "messages and rooms"
    REWIND = "ctrl+shift+z", "back in time, while held"
    PAUSE = "ctrl+shift+p", "pause; continue"
    STEP = "ctrl+shift+c", "one cycle, then pause"
    FASTER = "ctrl+shift+f", "faster"
    SLOWER = "ctrl+shift+s", "slower"
    NORMAL = "ctrl+shift+n", "normal speed"
    LOUDER = "ctrl+shift+u", "louder"
    QUIETER = "ctrl+shift+d", "quieter"
    MUTE = "ctrl+shift+m", "mute"
    PICTURE = "ctrl+shift+g", "save a screenshot"
    PASTE = "ctrl+shift+v", "paste as typed text"
    LETTERS = "ctrl+shift+k", "letters on the screen"
    SPEECH = "ctrl+shift+x", "speak all words"
    ORIGINAL = "ctrl+shift+l", "the text before it was translated"
    INSPECT = "ctrl+shift+i", "look inside the game"
    RECORD = "ctrl+shift+r", "start a recording; end it"
    OPEN = "ctrl+shift+o", "open another game"
    for slot in range(1, 11):
        vars()[f"SLOT_{slot}"] = f"ctrl+shift+{slot % 10}", f"quick slot {slot}"
    QUIT = "ctrl+shift+q", "quit"
    # Those of a replay
    STEP_BACK = "ctrl+shift+b", "one cycle back"
    EARLIER = "ctrl+shift+e", "earlier"
    LATER = "ctrl+shift+l", "later"
    TAKE_OVER = "ctrl+shift+t", "take over"
    TIMES = "ctrl+shift+o", "show times and keys"
    # Those of the menu and of gamepads, without a key
    NEXT_SLOT = "", "next slot"
    PREVIOUS_SLOT = "", "previous slot"
    RESTART = "", "restart the game"
    ASPECT = "", "another shape of the picture"
    NEXT_COMPUTER = "", "next computer"
    PREVIOUS_COMPUTER = "", "previous computer"
    NEXT_PACE = "", "next pace"
    PREVIOUS_PACE = "", "previous pace"
    NEXT_LANGUAGE = "", "next language"
    PREVIOUS_LANGUAGE = "", "previous language"
    NEXT_DISPLAY = "", "next display adapter"
    PREVIOUS_DISPLAY = "", "previous display adapter"
    NEXT_LOOK = "", "next look"
    PREVIOUS_LOOK = "", "previous look"
    LARGER = "", "larger window"
    SMALLER = "", "smaller window"
    KEYS = "", "list of keys"
    ABOUT = "", "about the game"
    AGAIN = "", "the last line again"
    TYPING_PAUSES = "", "typing stops the game"
    STRAIGHT_WALK = "", "a click walks straight"
    LARGE_TEXT = "", "large text on pages"
    PICTURE_TUBE = "", "picture tube"


SLOT_COMMANDS = {PlayerCommand[f"SLOT_{slot}"]: slot for slot in range(1, 11)}
"""Commands that choose a slot of quick saves, and its number."""
_REPLAYS = (
    PlayerCommand.STEP_BACK,
    PlayerCommand.EARLIER,
    PlayerCommand.LATER,
    PlayerCommand.TAKE_OVER,
    PlayerCommand.TIMES,
)
WORDS = {command: command.words for command in PlayerCommand if command.key and command not in _REPLAYS}
"""Commands with a key, in the order of the list that players see, and what they do."""
REPLAY_WORDS = {command: command.words for command in _REPLAYS}
"""Those of a replay."""

SWITCHES: Mapping[PlayerCommand, str] = {
    PlayerCommand.SPEECH: "speech",
    PlayerCommand.TYPING_PAUSES: "typing-pauses",
    PlayerCommand.STRAIGHT_WALK: "straight-walk",
    PlayerCommand.LARGE_TEXT: "large-text",
    PlayerCommand.PICTURE_TUBE: "picture-tube",
}
"""Commands that turn a setting on and off, and its name."""
MOMENT_COMMANDS = frozenset(
    {PlayerCommand.MOMENTS, PlayerCommand.JOURNAL, PlayerCommand.NEXT_SLOT, PlayerCommand.PREVIOUS_SLOT, *SLOT_COMMANDS}
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
    # A replay's own commands take their keys from the others.
    commands = {command.key: command for command in (*WORDS, *(REPLAY_WORDS if replays else ()))}
    return {command: key for key, command in commands.items()}


def command_named(name: str) -> PlayerCommand | None:
    """Return the command of a name in the settings; None if there is none."""
    return next((command for command in (*WORDS, *REPLAY_WORDS) if setting_name(command) == name), None)


def setting_name(command: PlayerCommand) -> str:
    """Return the name of a command in the settings."""
    return command.name.lower().replace("_", "-")
