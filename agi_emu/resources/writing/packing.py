"""Packing of version 3 volumes: LZW with codes of 9 to 11 bits, and pictures with colours in half a byte.

Source: reference: RES-17, RES-21, RES-22; specification 3.3.
"""

from __future__ import annotations

import re

from agi_emu.resources.volumes import SET_COLOUR, SET_PRIORITY

_RESET = 256
_END_OF_STREAM = 257
_FIRST_CODE = 258
_CODES = 2048
"""A reader's table: with more entries codes would need 12 bits, which no interpreter reads."""
_LEAST_BITS, _MOST_BITS = 9, 11


_CHUNK_BITS = 512
"""Bits that are gathered before they become bytes: longer numbers take longer to shift."""
_CHUNK_MASK = (1 << _CHUNK_BITS) - 1


def compress(data: bytes) -> bytes:
    """Return `data` as an LZW stream, greedy; the table is started over when it is full.

    A reader knows each entry one code later than the writer, so widths follow the reader's table. Codes stand one after
    the other, least significant bit first.
    """
    out = bytearray()
    bits, count, width = _RESET, _LEAST_BITS, _LEAST_BITS
    codes: dict[int, int] = {}
    next_code = _FIRST_CODE
    grows_at = (1 << width) + 1
    """The code after which the reader's table needs another bit."""
    prefix = data[0] if data else -1
    for byte in memoryview(data)[1:]:
        # A prefix and a byte as one number.
        string = prefix << 8 | byte
        known = codes.get(string)
        if known is not None:
            prefix = known
            continue
        bits |= prefix << count
        count += width
        if count >= _CHUNK_BITS:
            out += (bits & _CHUNK_MASK).to_bytes(_CHUNK_BITS // 8, "little")
            bits >>= _CHUNK_BITS
            count -= _CHUNK_BITS
        if next_code < _CODES:
            codes[string] = next_code
            next_code += 1
            if next_code == grows_at and width < _MOST_BITS:
                width += 1
                grows_at = (1 << width) + 1
        else:
            # The reader's table is full; as Sierra's streams do, start over before a code would need 12 bits.
            bits |= _RESET << count
            count += width
            width = _LEAST_BITS
            codes = {}
            next_code = _FIRST_CODE
            grows_at = (1 << width) + 1
        prefix = byte
    if prefix >= 0:
        bits |= prefix << count
        count += width
        if next_code + 1 == grows_at and width < _MOST_BITS:
            width += 1
    bits |= _END_OF_STREAM << count
    count += width
    return bytes(out) + bits.to_bytes(-(-count // 8), "little")


_SET = bytes((SET_COLOUR, SET_PRIORITY))
_PACKABLE = re.compile(rb"(?:[^%b\xff]|[%b][\x00-\x0f])*+\xff" % (_SET, _SET), re.DOTALL)
_SETTING = re.compile(rb"([%b].)" % _SET, re.DOTALL)


def pack_nibbles(picture: bytes) -> bytes | None:
    """Return a picture with the operands of "set colour" and "set priority" in half a byte each.

    None where it cannot be packed: a colour beyond 15, an end that is missing or not the last byte.
    """
    if _PACKABLE.fullmatch(picture) is None:
        return None
    parts = _SETTING.split(picture)
    digits = [part.hex() for part in parts]
    digits[1::2] = [setting[:2] + setting[3] for setting in digits[1::2]]
    nibbles = "".join(digits)
    return bytes.fromhex(nibbles + "0" * (len(nibbles) % 2))
