"""Sounds that are not in the format of the PC: those of the Apple IIgs.

Untested against real files: no available game has such sounds. Source: reference: EXT-25.
"""

from __future__ import annotations

_SAMPLE = 1
_SONG = 2
_SAMPLE_HEADER_BYTES = 54
_SAMPLE_LENGTH_OFFSET = 8
_SAMPLES_PER_SECOND = 8000
_BEATS_PER_SECOND = 60


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
