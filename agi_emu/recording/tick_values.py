"""Variables and flags at the end of a tick: what differs between two, also as a word of a recording.

The values are 288 bytes: 256 variables, then the flags, flag n the bit 80h >> (n & 7) of byte n >> 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from agi_emu.facts.numbers import number_in
from agi_emu.logic.names import RESERVED

VARIABLES = 256
FLAG_BYTES = 32
VALUE_BYTES = VARIABLES + FLAG_BYTES
NO_VALUES = bytes(VALUE_BYTES)


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A variable (`v34`) or flag (`f40`) with an unexpected value."""

    name: str
    expected: int
    actual: int

    def __str__(self) -> str:
        meaning = f" ({RESERVED[self.name]})" if self.name in RESERVED else ""
        return f"{self.name}{meaning} is {self.actual}, not {self.expected}"


def changes_of(before: bytes, after: bytes) -> Iterator[ValueChange]:
    """Yield the variables, then the flags that differ."""
    for place in changed_places(before, after):
        old, new = before[place], after[place]
        if place < VARIABLES:
            yield ValueChange(f"v{place}", old, new)
            continue
        for bit in range(8):
            mask = 0x80 >> bit
            if (old ^ new) & mask:
                number = 8 * (place - VARIABLES) + bit
                yield ValueChange(f"f{number}", int(bool(old & mask)), int(bool(new & mask)))


def changed_places(before: bytes, after: bytes) -> Iterator[int]:
    """Yield the places of bytes that differ. Few do, and one long number finds them: a loop over all takes 30 us."""
    differing = int.from_bytes(before, "little") ^ int.from_bytes(after, "little")
    while differing:
        place = ((differing & -differing).bit_length() - 1) // 8
        yield place
        differing &= ~(0xFF << 8 * place)


def changed_by_word(before: bytes, word: str) -> bytes:
    """Return values after changes in a word, `v34=5,f40=1` or `-` for none; ValueError says what is wrong with it."""
    values = bytearray(before)
    for each in () if word == "-" else word.split(","):
        name, _, value = each.partition("=")
        kind, number = name[:1], name[1:]
        place, new = number_in(number, VARIABLES - 1), number_in(value, {"v": 255, "f": 1}.get(kind, -1))
        if place is None or new is None:
            raise ValueError(f"{each!r} is not a variable or flag with its value, such as v34=5 or f40=1")
        if kind == "v":
            values[place] = new
        else:
            byte, mask = VARIABLES + (place >> 3), 0x80 >> (place & 7)
            values[byte] = values[byte] | mask if new else values[byte] & ~mask
    return bytes(values)
