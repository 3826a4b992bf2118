"""Reads and writes events as words: `key enter`, `press up`, `release up`, `mouse 80 100 1`, `set 8 255`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agi_emu.facts.numbers import parsed_number
from agi_emu.machine.input.events import KEYS, Arrow, InputEvent, Key, Mouse, SetVariable
from agi_emu.recording.position import Place

ARROW_NAMES = ("kp5", "up", "pgup", "right", "pgdn", "down", "end", "left", "home")
"""By direction, 0-8."""
_ARROWS = {name: direction for direction, name in enumerate(ARROW_NAMES)}
_COMMENT_SIGN = "#"
COMMENT_COLUMN = 32


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event, its place, and the author's text about it."""

    place: Place
    event: InputEvent
    text: str = ""
    """The comment after the event, without its #."""
    above: tuple[str, ...] = ()
    """Lines of text above the event."""
    moves: bool = False
    """Whether its line counts from the beat of the event before, so that it moves with that."""


def _words_by_name() -> dict[str, int]:
    """Return the key words that have a name of their own."""
    named = {}
    for name, events in KEYS.items():
        if len(events) == 1 and isinstance(events[0], Key) and name != _COMMENT_SIGN:
            named[name] = events[0].word
    return named


_WORDS = _words_by_name()
# The first name is preferred: Ctrl-M is the same key word as ENTER.
_NAMES = {word: name for name, word in reversed(_WORDS.items())} | {0x0D: "enter", 0x09: "tab", 0x08: "backspace"}


def event_words(event: InputEvent) -> str:
    """Return an event as words."""
    match event:
        case Key(word):
            return f"key {_NAMES.get(word) or f'0x{word:04x}'}"
        case Arrow(direction, down):
            return f"{'press' if down else 'release'} {ARROW_NAMES[direction]}"
        case Mouse(x, y, button):
            return f"mouse {x} {y} {button}"
        case SetVariable(variable, value):
            return f"set {variable} {value}"


def event_lines(events: Iterable[RecordedEvent]) -> Iterator[str]:
    """Yield the lines of events in their order: of each its comment lines and its own."""
    before = 0
    for event in events:
        yield from (f"# {text}".rstrip() for text in event.above)
        place = event.place
        beat = f"+{place.beat - before}" if event.moves else f"{place.beat}"
        line = f"{beat} {place.cycle} {event_words(event.event)}"
        yield f"{line:<{COMMENT_COLUMN}} # {event.text}" if event.text else line
        before = place.beat


def parse_event(words: list[str]) -> InputEvent:
    """Return the event that these words name; ValueError says what is wrong with them."""
    match words:
        case ["key", name]:
            return Key(_key_word(name))
        case ["press" | "release" as what, name]:
            if name not in _ARROWS:
                raise ValueError(f"{name!r} is not an arrow; use one of {', '.join(ARROW_NAMES)}")
            return Arrow(_ARROWS[name], down=what == "press")
        case ["mouse", x, y, button]:
            return Mouse(parsed_number(x, 159, "x"), parsed_number(y, 199, "y"), parsed_number(button, 3, "button"))
        case ["set", variable, value]:
            return SetVariable(parsed_number(variable, 255, "variable"), parsed_number(value, 255, "value"))
    raise ValueError(
        f"{' '.join(words)!r} is not an event; write key NAME, press ARROW, release ARROW, mouse X Y BUTTON"
    )


def _key_word(name: str) -> int:
    if name.startswith("0x"):
        try:
            word = int(name, 16)
        except ValueError:
            word = -1
        if 0 <= word <= 0xFFFF:
            return word
        raise ValueError(f"{name!r} is not a key word from 0x0000 to 0xffff")
    word = _WORDS.get(name, _WORDS.get(name.lower(), -1))
    if word < 0:
        hint = f"; an arrow is 'press {name}' and 'release {name}'" if name in _ARROWS else ""
        raise ValueError(f"unknown key {name!r}{hint}")
    return word
