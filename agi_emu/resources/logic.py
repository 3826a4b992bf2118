"""LOGIC resources: code and messages.

Source: reference: RES-23 to RES-27, LANG-1, LANG-11, LANG-12; specification 4.1. Offsets of messages count from the
byte after the message count; that part of the resource is called the text section here.
"""

import struct
from collections.abc import Sequence
from typing import NamedTuple

from agi_emu.facts.cipher import exclusive_or

PLAIN = b""
"""The key of messages that are stored as they are."""

_PLACE = struct.Struct("<II")
_RETURN = b"\x00"
_FAR_PAST_THE_END = 8  # bytes: nearer ends are taken for a header length that is too small (reference: RES-27)


class Logic(NamedTuple):
    """A logic; message n of the game is `messages[n - 1]`, None if it is not defined (error 14 when used)."""

    number: int
    code: bytes
    messages: tuple[bytes | None, ...]
    notes: tuple[str, ...] = ()
    behind: bytes = b""
    """The bytes after the code in memory: the text section, decrypted. Code without a return runs on into it."""

    @property
    def in_memory(self) -> bytes:
        """The code and what lies after it."""
        return self.code + self.behind

    @property
    def message_0(self) -> bytes:
        """The text that the original reads as message 0, whose place in the table of offsets is that of the texts' end.

        It begins after the last text: bytes of the resource if there are any, else nothing that is known (reference:
        LANG-11).
        """
        end = int.from_bytes(self.behind[1:3], "little")
        return self.behind[1 + end :].partition(b"\0")[0]


def message_table(messages: Sequence[bytes | None]) -> bytes:
    """Return the messages of a logic as the core reads them.

    Their count, a byte; offset in the table and length of each, 32 bits, offset 0 for one that is not defined; texts.
    """
    places = bytearray((len(messages),))
    offset = 1 + _PLACE.size * len(messages)
    for text in messages:
        places += _PLACE.pack(0, 0) if text is None else _PLACE.pack(offset, len(text))
        offset += len(text or b"")
    return bytes(places) + b"".join(text or b"" for text in messages)


class _TextSection(NamedTuple):
    """The text section after the message count, still encrypted."""

    texts: int
    """The number of texts."""
    data: bytes
    start: int
    """Offset of the first text: after the end offset and the message offsets."""
    end: int
    """Offset at which the encryption ends."""


def parse_logic(number: int, data: bytes, *, key: bytes, following: bytes = b"") -> Logic:
    """Return the logic in `data`, decrypting its messages with `key`; odd things are noted, none is refused.

    `following` is what the volume holds after the resource: some games' headers name a length that is a few bytes
    short (reference: RES-27).
    """
    if len(data) < 3:
        return Logic(number, _RETURN, (), (f"its {len(data)} bytes hold no code; it only returns",))
    notes = []
    code_length = int.from_bytes(data[:2], "little")
    if code_length > len(data) - 2:
        notes.append(f"its code of {code_length} bytes is cut off after {len(data) - 2}")
    code = data[2 : 2 + code_length] or _RETURN
    whole = with_end(data, following)
    if len(whole) > len(data):
        notes.append(f"its last {len(whole) - len(data)} bytes lie after the end that its header names")
    section, more = _text_section(whole[2 + code_length :])
    notes += more
    text = _decrypted(section, key)
    behind = bytes((section.texts,)) + text if section.texts else data[2 + code_length :]
    return Logic(number, code, _messages(section, text, notes), tuple(notes), behind)


def with_end(data: bytes, following: bytes) -> bytes:
    """Return a logic with as many bytes of `following` as its texts reach after the end that its header names."""
    section = data[2 + int.from_bytes(data[:2], "little") :]
    if not section or section[0] == 0:
        return data
    missing = int.from_bytes(section[1:3], "little") - (len(section) - 1)
    return data + following[:missing] if 0 < missing <= _FAR_PAST_THE_END else data


def text_ends(data: bytes, key: bytes) -> int:
    """Return how many texts of a logic begin right after the NUL of another one when `key` is applied.

    Texts stand in the order of their numbers without gaps, so that is the number of texts but one under the right key,
    in whatever language they are (reference: LANG-13).
    """
    if len(data) < 3:
        return 0
    section, _ = _text_section(data[2 + int.from_bytes(data[:2], "little") :])
    text = _decrypted(section, key)
    return sum(section.start < offset <= len(text) and text[offset - 1] == 0 for offset in _offsets(section))


def _text_section(data: bytes) -> tuple[_TextSection, list[str]]:
    """Return the text section at the start of `data`, which is empty if there is none."""
    count = data[0] if data else 0
    if count == 0:
        return _TextSection(0, b"", 0, 0), []
    notes = []
    body = data[1:]
    start = 2 + 2 * count
    end = int.from_bytes(body[:2], "little")
    if end < start or end - len(body) > _FAR_PAST_THE_END:
        notes.append(f"its texts end at {end}, outside of its text section of {len(body)} bytes")
        end = len(body)
    if start > len(body):
        notes.append(f"its {count} message offsets are cut off")
    return _TextSection(count, body, start, min(end, len(body))), notes


def _decrypted(section: _TextSection, key: bytes) -> bytes:
    if key == PLAIN or section.start >= section.end:
        return section.data
    texts = exclusive_or(section.data[section.start : section.end], key)
    return section.data[: section.start] + texts + section.data[section.end :]


def _messages(section: _TextSection, text: bytes, notes: list[str]) -> tuple[bytes | None, ...]:
    messages: list[bytes | None] = []
    for number, offset in enumerate(_offsets(section), 1):
        if offset == 0:
            messages.append(None)
            continue
        if offset >= len(text):
            notes.append(f"message {number} starts at {offset}, past the end ({len(text)}); it is empty")
        messages.append(text[offset:].partition(b"\0")[0])
    return tuple(messages)


def _offsets(section: _TextSection) -> list[int]:
    """Return where the messages begin; 0 for one that is not defined or whose offset is cut off."""
    places = [section.data[2 + 2 * index : 4 + 2 * index] for index in range(section.texts)]
    return [int.from_bytes(place, "little") if len(place) == 2 else 0 for place in places]
