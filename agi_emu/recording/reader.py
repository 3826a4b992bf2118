"""Reads recordings from text; errors give the number of the line."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from agi_emu.facts.codes import BEATS_PER_TICK, TICKS_PER_SECOND
from agi_emu.facts.errors import RecordingError
from agi_emu.facts.numbers import parsed_number
from agi_emu.facts.versions import PROFILES
from agi_emu.machine.settings import settings_of
from agi_emu.recording.event_text import RecordedEvent, parse_event
from agi_emu.recording.head import FORMAT, SETTING_LINES, DiskFile, Head, Marker, Pin, Start, StartKind
from agi_emu.recording.masks import Area
from agi_emu.recording.position import Place
from agi_emu.recording.resource_table import ResourceName, ResourceTable
from agi_emu.recording.tick_blocks import LARGEST_BLOCK as LONGEST_WORD
from agi_emu.recording.tick_blocks import TOO_LONG, unpack_ticks
from agi_emu.recording.tick_values import NO_VALUES, changed_by_word
from agi_emu.recording.ticks import Tick, Ticks, What
from agi_emu.state.digests import CURRENT
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH

LARGEST_NUMBER = 0xFFFFFFFF
LARGEST_DATA = 1 << 22
"""Most bytes to which a packed state or savegame may unpack."""
LARGEST_BLOCK = 1000
"""Most ticks in one packed line."""
MOST_TICKS = 24 * 60 * 60 * TICKS_PER_SECOND
"""Most ticks of a recording, a day: a packed line of some 60 characters can hold a thousand."""
MOST_LINES = 500_000
"""Most lines: a day in packed lines of a second each, and five events in each of these."""
MOST_DATA = 4 * LARGEST_DATA
"""Most bytes to which all states and savegames together may unpack."""
MOST_TEXT = 16 << 20
"""Most characters of all lines but those of ticks: half a million events and what people write about them."""
LONGEST_TICKS = LONGEST_WORD + 100
"""Most characters of a packed line of ticks: its word, and what stands before it."""
UNPACKED_AT_ONCE = 5 << 16
"""Characters of data lines, five of which are four bytes: decoding takes thirty times their memory."""
LINES_REMEMBERED, LONGEST_REMEMBERED = 256, 4096
"""Lines about resources, and characters of such a line; a recording has some ten."""
_TICKS = "ticks "
_TOO_MUCH_TEXT = f"comments, events and data take more than {MOST_TEXT >> 20} MiB"
_HEX16 = re.compile(r"[0-9a-f]{16}")
_HEX64 = re.compile(r"[0-9a-f]{64}")
_RESOURCE = re.compile(r"(\d{1,3}):([0-9a-f]{8})")
Parts = tuple[Head, tuple[RecordedEvent, ...], Ticks, int | None, tuple[str, ...]]
"""Head, events, ticks, end and text after the events."""
_NEEDED_SETTINGS = (word for word, (_, setting) in SETTING_LINES.items() if setting.is_needed)
NEEDED = ("game", "profile", *_NEEDED_SETTINGS, "digests", "start")


def parts_of(text: str, name: str, *, unclosed: bool = False) -> Parts:
    """Return the parts of the recording in a text; `name` is its name in error messages."""
    count = text.count("\n") + 1
    if count > MOST_LINES:
        raise RecordingError(f"{name}: {count:,} lines; a recording has at most {MOST_LINES:,}")
    reader = _Reader()
    for number, (start, end) in enumerate(_lines(text), start=1):
        try:
            _check_length(text, start, end)
            reader.take(text[start:end])
        except ValueError as error:
            cut = number == count and unclosed
            if cut:
                break
            # What half a line says is not what is wrong.
            what = "the recording is cut off in this line; copy or make it again" if number == count else error
            raise RecordingError(f"{name}, line {number}: {what}") from error
    try:
        return reader.finish(unclosed=unclosed)
    except ValueError as error:
        raise RecordingError(f"{name}, line {max(1, count - 1)}: {error}") from error


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the lines of a text begin and end; a list of them would take as much memory again."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield start, end
        start = end + 1
    yield start, len(text)


def _check_length(text: str, start: int, end: int) -> None:
    """Refuse a line that is too long before it is copied: its words would be copied again."""
    if text.startswith(_TICKS, start):
        if end - start > LONGEST_TICKS:
            raise ValueError(TOO_LONG)
    elif end - start > MOST_TEXT:
        raise ValueError(_TOO_MUCH_TEXT)


def _unpacked(text: str, most: int) -> bytes | None:
    """Return what data lines hold; None if they are cut off, or hold more than `most` bytes."""
    inflater, data = zlib.decompressobj(), bytearray()
    for start in range(0, len(text), UNPACKED_AT_ONCE):
        packed = base64.b85decode(text[start : start + UNPACKED_AT_ONCE])
        # 0 would stand for no limit.
        data += inflater.decompress(inflater.unconsumed_tail + packed, most + 1 - len(data))
        if len(data) > most:
            return None
    return bytes(data) if inflater.eof else None


class _Reader:
    """Reads a recording line by line; a ValueError says what is wrong with the last line."""

    def __init__(self) -> None:
        self._head: dict[str, Any] = {}
        self._settings: dict[str, Any] = {}
        self._seen: set[str] = set()
        self._pins: list[Pin] = []
        self._accepted: list[str] = []
        self._masked: set[Area] = set()
        self._comment: list[str] = []
        self._markers: list[Marker] = []
        self._crcs: dict[ResourceName, int] = {}
        self._start = Start()
        self._disk: list[DiskFile] = []
        self._room = MOST_DATA
        self._room_for_text = MOST_TEXT
        self._data: list[str] = []
        self._data_for: Callable[[bytes], None] | None = None
        self._events: list[RecordedEvent] = []
        self._above: list[str] = []
        self._ticks = Ticks.of_rows(bytearray())
        self._end: int | None = None
        self._has_begun = False

    def take(self, line: str) -> None:
        if not line.startswith(_TICKS):
            self._room_for_text -= len(line)
            if self._room_for_text < 0:
                raise ValueError(_TOO_MUCH_TEXT)
        line = line.rstrip()
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if not self._has_begun:
            self._take_format(word, rest)
        elif word == "data":
            if self._data_for is None:
                raise ValueError("data without a start or a disk line before it")
            self._data.append(rest)
        elif not word:
            self._finish_data()
        elif word.startswith("#"):
            self._above.append(line[1:].removeprefix(" "))
        elif self._end is not None:
            raise ValueError("this line comes after the end of the recording")
        else:
            self._finish_data()
            self._take_line(line, word, rest)

    def _take_line(self, line: str, word: str, rest: str) -> None:
        if word[0].isdigit() or word[0] == "+":
            self._take_event(line)
        elif word in _LINES:
            _LINES[word](self, rest)
        elif word in _HEAD:
            field, parse = _HEAD[word]
            self._take_once(word, self._head, field, parse(rest))
        elif word in SETTING_LINES:
            field, setting = SETTING_LINES[word]
            self._take_once(word, self._settings, field, setting.parsed(rest))
        else:
            raise ValueError(f"{word!r} is not a keyword of recordings")

    def finish(self, *, unclosed: bool) -> Parts:
        """Return the parts after the last line."""
        if not self._has_begun:
            raise ValueError("the file is empty")
        missing = [word for word in NEEDED if word not in self._seen]
        if missing:
            older = ": the recording is older than the first release, record it again" if missing == ["work"] else ""
            raise ValueError(f"the head has no line {missing[0]!r}{older}")
        self._finish_data()
        if self._start.kind is not StartKind.BOOT and not self._start.data:
            raise ValueError(f"the {self._start.kind} to start from has no data lines")
        if self._end is None and not unclosed:
            raise ValueError(
                f"the recording was not closed; to close it at its last tick, {len(self._ticks)}, run agi-emu replay "
                "--update"
            )
        head = Head(
            **self._head,
            settings=settings_of(self._settings),
            start=self._start,
            comment="\n".join(self._comment),
            markers=tuple(sorted(self._markers)),
            accepted=tuple(self._accepted),
            pins=tuple(self._pins),
            masked=tuple(sorted(self._masked)),
            resources=ResourceTable(self._crcs),
            disk=tuple(self._disk),
        )
        # Anyone editing by hand may add an event anywhere; events of one place keep their order.
        events = tuple(sorted(self._events, key=lambda each: each.place))
        return head, events, self._ticks, self._end, tuple(self._above)

    def _take_format(self, word: str, rest: str) -> None:
        if word != "agirec":
            raise ValueError("not a recording: the first line should be 'agirec' and the format number")
        number = _number(rest, "the number of the format")
        if number != FORMAT:
            raise ValueError(f"the recording has format {number}, this program reads {FORMAT}")
        self._has_begun = True

    def _take_once(self, word: str, values: dict[str, Any], field: str, value: Any) -> None:
        if word in self._seen:
            raise ValueError(f"duplicate line {word!r}")
        self._seen.add(word)
        if field:
            values[field] = value

    def _take_start(self, rest: str) -> None:
        self._take_once("start", self._head, "", None)
        try:
            self._start = Start(StartKind(rest))
        except ValueError:
            raise ValueError(f"a recording starts from boot, save or state, not {rest!r}") from None
        if self._start.kind is not StartKind.BOOT:
            # Its data lines may follow the rest of the head.
            self._data_for = self._set_start_data

    def _set_start_data(self, data: bytes) -> None:
        self._start = replace(self._start, data=data)

    def _take_disk(self, rest: str) -> None:
        words = rest.split(" ")
        if len(words) != 2:
            raise ValueError("a disk line has a directory and a file name")
        directory, name = (word.encode("latin-1", "replace") for word in words)
        self._data_for = lambda data: self._disk.append(DiskFile(directory, name, data))

    def _finish_data(self) -> None:
        """Unpack the data lines once the last of them is read."""
        if not self._data or self._data_for is None:
            return
        pieces, self._data = "".join(self._data), []
        take, self._data_for = self._data_for, None
        try:
            data = _unpacked(pieces, min(LARGEST_DATA, self._room))
        except (zlib.error, ValueError) as error:
            raise ValueError("the data lines above are damaged") from error
        if data is None:
            raise ValueError(
                f"the data lines above are cut off, or hold more than {LARGEST_DATA >> 20} MiB, "
                f"or more than {MOST_DATA >> 20} MiB with those before"
            )
        self._room -= len(data)
        take(data)

    def _take_event(self, line: str) -> None:
        line, sign, text = line.partition(" #")
        beat, *words = line.split()
        if len(words) < 2:
            raise ValueError("an event has a beat, a cycle within it and words: 120 0 key enter")
        moves = beat.startswith("+")
        before = self._events[-1].place.beat if moves and self._events else 0
        place = Place(before + _number(beat.removeprefix("+"), "the beat"), _number(words[0], "the cycle"))
        if place.beat > LARGEST_NUMBER:
            raise ValueError(f"the beat should be 0 to {LARGEST_NUMBER}, not {place.beat}")
        event = parse_event(words[1:])
        self._events.append(RecordedEvent(place, event, text.strip() if sign else "", tuple(self._above), moves))
        self._above.clear()

    def _take_tick(self, rest: str) -> None:
        words = rest.split()
        if len(words) != 6 or not all(_HEX16.fullmatch(word) for word in words[2:5]):
            raise ValueError("a tick has its number, its cycle, three digests of 16 hex digits and changed variables")
        self._check_next_tick(_number(words[0], "the tick"))
        values = changed_by_word(self._ticks[-1].values if self._ticks else NO_VALUES, words[5])
        self._add_ticks(Ticks([Tick(words[2], words[3], words[4], _number(words[1], "the cycle"), values)]))

    def _take_ticks(self, rest: str) -> None:
        words = rest.split()
        if len(words) != 3:
            raise ValueError("a block of ticks has its first and last number and the packed digests")
        first, last = (_number(word, "the tick") for word in words[:2])
        self._check_next_tick(first)
        if not first <= last < first + LARGEST_BLOCK:
            raise ValueError(f"ticks {first} to {last} are not a block of 1 to {LARGEST_BLOCK} ticks")
        self._add_ticks(unpack_ticks(words[2], last - first + 1))

    def _add_ticks(self, ticks: Ticks) -> None:
        if ticks.count_with_values != len(ticks):
            raise ValueError("a tick has no variables and flags")
        self._ticks.rows += ticks.rows
        if len(self._ticks) > MOST_TICKS:
            raise ValueError(f"more than {MOST_TICKS:,} ticks, the most of a recording")

    def _check_next_tick(self, number: int) -> None:
        due = len(self._ticks) + 1
        if number != due:
            raise ValueError(f"expected tick {due}, found tick {number}")

    def _take_end(self, rest: str) -> None:
        self._end = _number(rest, "the end")
        ticks = len(self._ticks)
        if self._start.kind is not StartKind.BOOT or not ticks:
            return
        # The last tick of a game that ended is cut short.
        if not BEATS_PER_TICK * (ticks - 1) <= self._end < BEATS_PER_TICK * (ticks + 1):
            raise ValueError(f"the end at beat {self._end} does not match {ticks} ticks of {BEATS_PER_TICK} beats")

    def _take_pin(self, rest: str) -> None:
        words = rest.split(" ", 4)
        if len(words) != 5 or words[0] not in list(What) or not _HEX16.fullmatch(words[3]):
            raise ValueError("a pin is state, frame or sound, two ticks, a digest and a reason")
        self._pins.append(Pin(What(words[0]), _number(words[1], "tick"), _number(words[2], "tick"), words[3], words[4]))

    def _take_masked(self, rest: str) -> None:
        words = rest.split()
        if len(words) != 4:
            raise ValueError("a masked rectangle has x, y, width and height")
        x, y = _number(words[0], "x", SCREEN_WIDTH - 1), _number(words[1], "y", SCREEN_HEIGHT - 1)
        width, height = (
            _number(words[2], "the width", SCREEN_WIDTH - x),
            _number(words[3], "the height", SCREEN_HEIGHT - y),
        )
        self._masked.add((x, y, width, height))

    def _take_resources(self, rest: str) -> None:
        known = _remembered_resources if len(rest) <= LONGEST_REMEMBERED else _resources
        self._crcs.update(known(rest))

    def _take_marker(self, rest: str) -> None:
        beat, _, text = rest.partition(" ")
        number = _number(beat.removeprefix("="), "the beat")
        self._markers.append(Marker(number, text.strip(), beat.startswith("=")))


_LINES: dict[str, Callable[[_Reader, str], None]] = {
    "start": _Reader._take_start,
    "disk": _Reader._take_disk,
    "comment": lambda reader, rest: reader._comment.append(rest),
    "marker": _Reader._take_marker,
    "accepted": lambda reader, rest: reader._accepted.append(rest),
    "pinned": _Reader._take_pin,
    "masked": _Reader._take_masked,
    "resources": _Reader._take_resources,
    "tick": _Reader._take_tick,
    "ticks": _Reader._take_ticks,
    "end": _Reader._take_end,
}
"""Lines that may occur more than once or set more than one field."""


def _resources(text: str) -> Mapping[ResourceName, int]:
    """Return what a line says of resources."""
    kind, *words = text.split()
    crcs = {}
    for word in words:
        found = _RESOURCE.fullmatch(word)
        if found is None:
            raise ValueError(f"{word!r} is not a number and checksum of a resource")
        crcs[ResourceName(kind, int(found[1]))] = int(found[2], 16)
    return crcs


_remembered_resources = lru_cache(maxsize=LINES_REMEMBERED)(_resources)
"""Recordings of one game have the same lines."""


def _number(text: str, what: str, largest: int = LARGEST_NUMBER) -> int:
    return parsed_number(text, largest, what)


def _game(text: str) -> str:
    if not _HEX64.fullmatch(text):
        raise ValueError("the digest of the game should be 64 hex digits")
    return text


def _digest_number(text: str) -> None:
    number = _number(text, "the number of the digests")
    if number != CURRENT:
        raise ValueError(f"the recording has digests number {number}, this program knows only {CURRENT}")


def _profile(text: str) -> str:
    if text not in PROFILES:
        raise ValueError(f"unknown interpreter {text!r}; known are {', '.join(PROFILES)}")
    return text


_HEAD: dict[str, tuple[str, Callable[[str], Any]]] = {
    "game": ("game_digest", _game),
    "name": ("name", str),
    "path": ("path", str),
    "profile": ("profile", _profile),
    "digests": ("", _digest_number),
    "author": ("author", str),
    "rerecords": ("rerecords", lambda text: _number(text, "the count")),
}
"""Lines of the head that occur once: the field of `Head` and how its value is read; none for what never varies."""
