"""Writes a register log of the sound chip in the VGM format, version 1.71, for players of chip music.

It counts time in 44,100ths of a second; a beat is exactly 735 of them. The format has no PC speaker.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

from agi_emu.facts.codes import BEATS_PER_SECOND

CHIP_HZ = 3_579_545
CHIP_PORT = 0xC0
SAMPLES_PER_BEAT = 735
VERSION = 0x171
HEADER_BYTES = 0x100

WRITE_CHIP = 0x50
WAIT = 0x61
WAIT_BEAT = 0x62
END = 0x66

ZERO_IS_1024, NEGATED, NO_STEREO, XNOR = 1, 2, 4, 16
NOISE = {
    "pcjr": (0x000C, 17, ZERO_IS_1024 | NO_STEREO),
    "tandy": (0x0022, 16, ZERO_IS_1024 | NEGATED | NO_STEREO | XNOR),
}
"""Taps of the shift register, its width and flags, by machine (reference: SND-32; VGM 1.71, bytes 28h to 2Bh)."""


def vgm(port_writes: Iterable[tuple[int, int, int]], beats: int, machine: str) -> bytes:
    """Return the log of writes of (beat, port, value) to the chip of `machine` (pcjr, tandy), `beats` beats long."""
    taps, width, flags = NOISE[machine]
    commands = bytearray()
    now = 0
    for beat, port, value in port_writes:
        if port == CHIP_PORT:
            commands += _wait(beat - now)
            commands += bytes((WRITE_CHIP, value))
            now = beat
    commands += _wait(beats - now)
    commands.append(END)
    header = bytearray(HEADER_BYTES)
    header[0:4] = b"Vgm "
    struct.pack_into("<III", header, 0x04, HEADER_BYTES + len(commands) - 0x04, VERSION, CHIP_HZ)
    struct.pack_into("<I", header, 0x18, beats * SAMPLES_PER_BEAT)
    struct.pack_into("<IHBB", header, 0x24, BEATS_PER_SECOND, taps, width, flags)
    struct.pack_into("<I", header, 0x34, HEADER_BYTES - 0x34)
    return bytes(header + commands)


def _wait(beats: int) -> bytes:
    """Return the commands that let beats pass."""
    most = 0xFFFF // SAMPLES_PER_BEAT
    whole, rest = divmod(beats, most)
    long_wait = struct.pack("<BH", WAIT, most * SAMPLES_PER_BEAT) * whole
    if rest <= 2:
        return long_wait + bytes([WAIT_BEAT]) * rest
    return long_wait + struct.pack("<BH", WAIT, rest * SAMPLES_PER_BEAT)
