"""LZW as in reference: RES-17, obvious and slow: expanding, and compressing for round trips."""

from __future__ import annotations

from collections.abc import Iterator

RESET, END, FIRST, MOST_CODES = 256, 257, 258, 2048


def width_for(free_code: int) -> int:
    """Return the bits of the next code when `free_code` is the next free one of the decoder."""
    return 9 if free_code < 512 else 10 if free_code < 1024 else 11


def expand(stored: bytes, limit: int) -> bytes:
    """Return what `stored` expands to, at most `limit` bytes; a code that cannot be ends it."""
    stream = int.from_bytes(stored, "little")
    bits_left = 8 * len(stored)
    output = b""
    table: dict[int, bytes] = {}
    previous: bytes | None = None
    free_code = FIRST
    while len(output) < limit:
        width = width_for(free_code)
        if bits_left < width:
            break
        code = stream & ((1 << width) - 1)
        stream >>= width
        bits_left -= width
        if code == END:
            break
        if code == RESET:
            table, previous, free_code = {}, None, FIRST
            continue
        if code < 256:
            text = bytes([code])
        elif code in table:
            text = table[code]
        elif code == free_code and previous is not None and free_code < MOST_CODES:
            text = previous + previous[:1]
        else:
            break
        output += text
        if previous is not None and free_code < MOST_CODES:
            table[free_code] = previous + text[:1]
            free_code += 1
        previous = text
    return output[:limit]


def compress(data: bytes, *, resets: bool = True) -> bytes:
    """Return `data` as a stream; without `resets` the table stays full instead of being started over."""
    stream = 0
    length = 0
    for code, width in _codes(data, resets):
        stream |= code << length
        length += width
    return stream.to_bytes((length + 7) // 8, "little")


def _codes(data: bytes, resets: bool) -> Iterator[tuple[int, int]]:
    """Yield each code with its width. The decoder's table is one entry behind the encoder's."""
    yield RESET, 9
    table = {bytes([value]): value for value in range(256)}
    decoder_free = FIRST - 1  # the first code after a reset adds no entry
    text = b""
    for value in data:
        longer = text + bytes([value])
        if longer in table:
            text = longer
            continue
        yield table[text], width_for(decoder_free)
        decoder_free = min(decoder_free + 1, MOST_CODES)
        free = len(table) + 2
        if free < MOST_CODES:
            table[longer] = free
        elif resets:
            yield RESET, width_for(decoder_free)
            table = {bytes([each]): each for each in range(256)}
            decoder_free = FIRST - 1
        text = bytes([value])
    if text:
        yield table[text], width_for(decoder_free)
        decoder_free = min(decoder_free + 1, MOST_CODES)
    yield END, width_for(decoder_free)
