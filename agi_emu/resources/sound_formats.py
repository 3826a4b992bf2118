"""Sounds that are not in the format of versions 2 and 3 on the PC.

Untested against real files: no available game has such sounds. Sources: specification 7.1 appendix 2 (version 1.12),
reference: EXT-24, EXT-25 (version 1 booters, Apple IIgs).
"""

from __future__ import annotations

BEATS_PER_ROW = 3
"""A row of register bytes of version 1.12 lasts a tick."""
_END_OF_ROW = 0x00
_FIRST_REGISTER_BYTE = 0x80

_SAMPLE = 1
_SONG = 2
_SAMPLE_HEADER_BYTES = 54
_SAMPLE_LENGTH_OFFSET = 8
_SAMPLES_PER_SECOND = 8000
_BEATS_PER_SECOND = 60


def parse_version_1(data: bytes) -> tuple[bytes, ...]:
    """Return the register bytes of a sound of version 1.12, a row for each tick.

    A row holds what changes: bytes for the chip in the order in which it takes them, ended by 00; an empty row changes
    nothing. A first byte that is not a register byte is skipped. Data that ends without 00 end the last row.
    """
    if data and data[0] < _FIRST_REGISTER_BYTE:
        data = data[1:]
    rows = data.split(bytes([_END_OF_ROW]))
    return tuple(rows if rows[-1] else rows[:-1])


def apple_iigs_beats(data: bytes) -> int | None:
    """Return how many beats a sound of the Apple IIgs lasts, None if it is none.

    A sample says how long it is; of a song that is not known without the instruments of its interpreter, so it ends at
    once. In the format of the PC the first word is the offset of a voice and at least 8.
    """
    kind = int.from_bytes(data[:2], "little")
    if kind == _SONG:
        return 0
    if kind != _SAMPLE or len(data) < _SAMPLE_HEADER_BYTES:
        return None
    length = int.from_bytes(data[_SAMPLE_LENGTH_OFFSET : _SAMPLE_LENGTH_OFFSET + 2], "little")
    return -(-length * _BEATS_PER_SECOND // _SAMPLES_PER_SECOND)
