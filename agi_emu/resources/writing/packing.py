"""Packing of version 3 volumes: LZW with codes of 9 to 11 bits, and pictures with colours in half a byte.

Source: reference: RES-17, RES-21, RES-22; specification 3.3.
"""

from __future__ import annotations

from agi_emu.resources.volumes import END, SET_COLOUR, SET_PRIORITY

_RESET = 256
_END_OF_STREAM = 257
_FIRST_CODE = 258
_CODES = 2048
"""A reader's table: with more entries codes would need 12 bits, which no interpreter reads."""
_LEAST_BITS, _MOST_BITS = 9, 11
_MAX_NIBBLE = 15


class _BitWriter:
    """Codes one after the other, least significant bit first."""

    def __init__(self) -> None:
        self.data = bytearray()
        self._bits = 0
        self._count = 0

    def put(self, code: int, width: int) -> None:
        """Append a code of so many bits."""
        self._bits |= code << self._count
        self._count += width
        while self._count >= 8:
            self.data.append(self._bits & 0xFF)
            self._bits >>= 8
            self._count -= 8

    def finish(self) -> bytes:
        """Return the stream; the last byte is filled up with zeros."""
        if self._count:
            self.data.append(self._bits)
        return bytes(self.data)


def compress(data: bytes) -> bytes:
    """Return `data` as an LZW stream, greedy; the table is started over when it is full.

    A reader knows each entry one code later than the writer, so widths follow the reader's table.
    """
    out = _BitWriter()
    width = _LEAST_BITS
    out.put(_RESET, width)
    codes: dict[tuple[int, int], int] = {}
    next_code = _FIRST_CODE
    reader_next = _FIRST_CODE - 1
    prefix = -1
    for byte in data:
        if prefix < 0:
            prefix = byte
            continue
        known = codes.get((prefix, byte))
        if known is not None:
            prefix = known
            continue
        out.put(prefix, width)
        reader_next += 1
        if reader_next >= 1 << width and width < _MOST_BITS:
            width += 1
        if next_code < _CODES:
            codes[prefix, byte] = next_code
            next_code += 1
        else:
            # The reader's table is full; as Sierra's streams do, start over before a code would need 12 bits.
            out.put(_RESET, width)
            width = _LEAST_BITS
            codes = {}
            next_code = _FIRST_CODE
            reader_next = _FIRST_CODE - 1
        prefix = byte
    if prefix >= 0:
        out.put(prefix, width)
        reader_next += 1
        if reader_next >= 1 << width and width < _MOST_BITS:
            width += 1
    out.put(_END_OF_STREAM, width)
    return out.finish()


def pack_nibbles(picture: bytes) -> bytes | None:
    """Return a picture with the operands of "set colour" and "set priority" in half a byte each.

    None where it cannot be packed: a colour beyond 15, an end that is missing or not the last byte.
    """
    nibbles: list[int] = []
    position = 0
    while position < len(picture):
        command = picture[position]
        position += 1
        nibbles += divmod(command, 16)
        if command == END:
            break
        if command in (SET_COLOUR, SET_PRIORITY):
            if position == len(picture) or picture[position] > _MAX_NIBBLE:
                return None
            nibbles.append(picture[position])
            position += 1
    else:
        return None
    if position != len(picture):
        return None
    if len(nibbles) % 2:
        nibbles.append(0)
    return bytes(high << 4 | low for high, low in zip(nibbles[::2], nibbles[1::2], strict=True))
