"""Keys by name: which command of the program a key means, and which key of the game another key stands for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from agi_emu.input import host_keyboard
from agi_emu.input.host_events import KeyPress, KeyRelease, Modifier
from agi_emu.input.player_commands import PlayerCommand, default_keys

_DIGIT_1 = 0x1E
_LETTER_A = 0x04
PLACES: Mapping[str, int] = {
    **{f"f{number + 1}": host_keyboard.F1 + number for number in range(host_keyboard.F12 - host_keyboard.F1 + 1)},
    **{str((number + 1) % 10): _DIGIT_1 + number for number in range(10)},
    **{f"keypad{number}": host_keyboard.KEYPAD_1 + number - 1 for number in range(1, 10)},
    "keypad0": host_keyboard.KEYPAD_0,
    "keypadenter": host_keyboard.KEYPAD_ENTER,
    "up": 0x52,
    "pageup": 0x4B,
    "right": 0x4F,
    "pagedown": 0x4E,
    "down": 0x51,
    "end": 0x4D,
    "left": 0x50,
    "home": 0x4A,
    "enter": host_keyboard.RETURN,
    "escape": host_keyboard.ESCAPE,
    "backspace": host_keyboard.BACKSPACE,
    "tab": host_keyboard.TAB,
    "space": host_keyboard.SPACE,
    "insert": host_keyboard.INSERT,
    "delete": host_keyboard.DELETE,
    "scrolllock": host_keyboard.SCROLL_LOCK_KEY,
    "pause": 0x48,
}
"""Keys that go by their place on the keyboard; letters and signs go by what the layout puts on them."""
MODIFIERS = {
    "ctrl": Modifier.CTRL,
    "shift": Modifier.SHIFT,
    "alt": Modifier.LEFT_ALT,
    "altgr": Modifier.RIGHT_ALT,
}
_OTHERS = Modifier.CTRL | Modifier.SHIFT | Modifier.LEFT_ALT | Modifier.RIGHT_ALT | Modifier.COMMAND
_BOTH = Modifier.CTRL | Modifier.SHIFT


class KeyName(NamedTuple):
    """A key with the modifiers held, as its name says: a place on the keyboard, or else a character."""

    modifiers: Modifier
    scancode: int = 0
    keycode: int = 0

    def matches(self, press: KeyPress) -> bool:
        """Return whether a press is of this key."""
        if press.modifiers & _OTHERS != self.modifiers:
            return False
        if self.scancode:
            return press.scancode == self.scancode
        return 0 < press.keycode < 128 and ord(chr(press.keycode).lower()) == self.keycode


def parse_key(name: str) -> KeyName:
    """Return the key of a name such as ctrl+shift+f, f11 or pageup; ValueError says what is wrong."""
    *held, key = name.lower().replace(" ", "").split("+") if name != "+" else ["+"]
    modifiers = Modifier.NONE
    for each in held:
        if each not in MODIFIERS:
            raise ValueError(f"{each!r} is none of {', '.join(MODIFIERS)}")
        modifiers |= MODIFIERS[each]
    if key in PLACES:
        return KeyName(modifiers, scancode=PLACES[key])
    if len(key) == 1 and " " < key < "\x7f":
        return KeyName(modifiers, keycode=ord(key))
    raise ValueError(f"{name!r} is not a key; use a character or one of {', '.join(PLACES)}")


def name_of(press: KeyPress) -> str:
    """Return the name of the key that is pressed, with its modifiers; "" for a modifier alone or an unknown key."""
    key = next((name for name, scancode in PLACES.items() if scancode == press.scancode), "")
    if not key and 32 < press.keycode < 127:
        key = chr(press.keycode).lower()
    held = [name for name, modifier in MODIFIERS.items() if press.modifiers & modifier]
    return "+".join([*held, key]) if key else ""


def label(name: str) -> str:
    """Return a key's name as players read it: Ctrl+Shift+F."""
    return "+".join(part.upper() if len(part) == 1 else part.capitalize() for part in name.split("+"))


class KeyTable:
    """Which command a key means."""

    def __init__(self, chosen: Mapping[PlayerCommand, str] | None = None, *, replays: bool = False) -> None:
        """Use the usual keys, except for those that the player has chosen; ValueError for a key that does not exist."""
        own = dict(chosen or {})
        usual = {command: key for command, key in default_keys(replays=replays).items() if key not in own.values()}
        names = usual | own
        self._names = {command: name for command, name in names.items() if name}
        self._keys = {parse_key(name): command for command, name in self._names.items()}

    def command_of(self, press: KeyPress) -> PlayerCommand | None:
        """Return the command that a key press means; None if the key is the game's."""
        return next((command for key, command in self._keys.items() if key.matches(press)), None)

    def is_host_key(self, press: KeyPress) -> bool:
        """Return whether a press is kept from the game: our commands, Ctrl+Shift with any letter or digit."""
        letter = 0 < press.keycode < 128 and chr(press.keycode).isalnum()
        return self.command_of(press) is not None or (press.modifiers & _BOTH == _BOTH and letter)

    def choose(self, command: PlayerCommand, name: str) -> None:
        """Give a command another key; ValueError if there is no such key."""
        parse_key(name)
        self._names = {each: key for each, key in self._names.items() if key != name} | {command: name}
        self._keys = {parse_key(key): each for each, key in self._names.items()}

    def label(self, command: PlayerCommand) -> str:
        """Return the key of a command as players read it; "" if it has none."""
        return label(self._names.get(command, ""))


class GameKeys:
    """Keys that stand for other keys of a game, as a player has chosen for it."""

    def __init__(self, chosen: Mapping[str, str] | None = None) -> None:
        """Map names of keys to names of keys; ValueError for one that does not exist."""
        self.names: dict[str, str] = {}
        self._keys: dict[KeyName, tuple[str, KeyName]] = {}
        self._pressed: dict[int, int] = {}
        for name, other in (chosen or {}).items():
            self.choose(name, other)

    def choose(self, name: str, other: str) -> None:
        """Let a key stand for another one; for itself, it is what it was. ValueError if there is no such key."""
        key = parse_key(name)
        self._keys[key] = other, parse_key(other)
        self.names[name] = other
        if name == other:
            del self._keys[key], self.names[name]

    def meant(self, press: KeyPress) -> KeyPress:
        """Return the key press that the game gets for a press."""
        found = self._match(press)
        if found is None:
            return press
        _, other = found
        scancode = other.scancode
        if not scancode and chr(other.keycode).isalpha():
            scancode = _LETTER_A + other.keycode - ord("a")
        self._pressed[press.scancode] = scancode
        modifiers = (press.modifiers & ~_OTHERS) | other.modifiers
        return press._replace(scancode=scancode, keycode=other.keycode, modifiers=modifiers)

    def text(self, press: KeyPress) -> str | None:
        """Return what is typed instead of a key's own character, "" for nothing; None if it stands for itself."""
        found = self._match(press)
        if found is None:
            return None
        name, other = found
        character = ""
        if other.scancode == host_keyboard.SPACE:
            character = " "
        elif other.keycode or name[-2:-1] in ("", "+"):
            character = name[-1]
        if other.modifiers & ~Modifier.SHIFT:
            return ""
        return character.upper() if other.modifiers else character

    def released(self, release: KeyRelease) -> KeyRelease:
        """Return the release that the game gets for a release."""
        return KeyRelease(self._pressed.pop(release.scancode, release.scancode))

    def _match(self, press: KeyPress) -> tuple[str, KeyName] | None:
        return next((meant for key, meant in self._keys.items() if key.matches(press)), None)
