"""Rebuilds the original's memory around a sound while it was recorded.

A voice's place is an address of 16 bits, so a damaged sound whose voices begin or go on behind its end plays what the
memory holds there, and behind address FFFFh what stands at 0 and on. The sounds of a game were loaded and played one
after another in one run of the original, behind what its start takes (docs/heap.md). Each lies behind the one before
it, with its entry of the list of sounds in between; where one did not fit (its row is an error) a new run began with
the next. The memory begins with the stack, filled with `s` above its first word (reference: MEM-4). What else no sound
has reached is 0.

Seen in the recordings: hankqe 12 plays the two bytes before itself and its own first ones (voices at 65534 and 65535).
hankqe 11 begins a voice at 44022, which is byte 5106 of hankqe 0, loaded 26,536 bytes of sounds and six entries before
it: its port writes name divisor 90h and attenuation 11, and 5106 is the one place of that neighbourhood that has them.

The recorder made the original execute its action `sound` with operands of its own, which it put at FF00h: the sound,
the flag, 0, 0. Two of the recorded sounds reach over that place, both of gourdb. In sound 65 it is bytes 5552 to 5555,
the third-to-last note of voice 2, and the recorded port writes show just that: a note of 2,240 beats or more (the sound
in the low byte, so any flag from 9 on would do), then 00 00, and no other note gives them. In 3.002.098, where it lies
elsewhere, they are bytes 5400 to 5403, and the flag is a note's level: of all flags those whose low half is 8 give the
recorded writes, 24, 40 and so on. Of sound 40 all port writes are the same with and without.

Sound 117 of patqst plays the stack and, in 2.440, four bytes below it, of the interpreter's own texts: the chip gets
`a`, `t`, `c` as second, first and third byte of a note at 176Fh that lasts longer than the recording. Of what the
interpreter says only `Stack blown.` has `tac` (reference: TEXT-66), so that text begins at 1770h.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from agi_emu.machine import costs, heap_addresses
from agi_emu.machine.machine import Machine
from agi_emu.resources.directory_finding import DIRECTORY_HEADER_BYTES
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from tests.accuracy.bench import strict_settings

SEGMENT_BYTES = 0x10000
OPERANDS_AT = 0xFF00
"""Where the recorder put the operands of the action that plays a sound."""
STACK_MARK = b"\xaa\xaa"
STACK_FILL = b"s"
TEXTS: Mapping[str, tuple[int, bytes]] = MappingProxyType({"2.440": (0x1770, b"Stack blown.")})
"""Interpreter -> data address of a text of its own that a recorded sound plays."""


class RecordedSounds:
    """The sounds of a game as one run of the original has loaded them."""

    def __init__(self, game: Game, end_flag: int) -> None:
        """Start with no sound in memory; each is played with this flag for its end."""
        self.game = game
        self._end_flag = end_flag
        self._first = heap_addresses.first_free_address(Machine(game, settings=strict_settings()))
        if game.profile.generation > game.layout.generation:
            # Such a game was recorded in the form of version 3, whose directory begins with the places of its tables.
            self._first += DIRECTORY_HEADER_BYTES
        self._next = self._first
        self.begin_again()

    def load(self, number: int) -> bytes:
        """Load a sound after the others and play it; return the whole segment as seen from its first byte."""
        data = self.game.sounds[number]
        # The entry holds addresses, about which no recording says anything.
        start = self._next + costs.ENTRY_BYTES[Kind.SOUND]
        self._next = start + len(data)
        self._put(start, data)
        self._put(OPERANDS_AT, bytes([number, self._end_flag, 0, 0]))
        start %= SEGMENT_BYTES
        return bytes(self._segment[start:] + self._segment[:start])

    def begin_again(self) -> None:
        """Forget what was loaded: the run has ended."""
        self._segment = bytearray(SEGMENT_BYTES)
        self._next = self._first
        self._put(
            heap_addresses.first_address(self.game.profile), STACK_MARK.ljust(heap_addresses.STACK_BYTES, STACK_FILL)
        )
        if self.game.profile.name in TEXTS:
            self._put(*TEXTS[self.game.profile.name])

    def _put(self, address: int, data: bytes) -> None:
        for place, byte in enumerate(data, address):
            self._segment[place % SEGMENT_BYTES] = byte
