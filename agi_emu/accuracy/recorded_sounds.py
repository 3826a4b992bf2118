"""What lay around a sound in the original's memory while it was recorded.

A voice's place is an address of 16 bits, so a damaged sound whose voices begin or go on behind its end plays what the
memory holds there, and behind address FFFFh what stands at 0 and on. The sounds of a game were loaded and played one
after another in one run of the original. Each lies behind the one before it, with its entry of the list of sounds in
between; where one did not fit (its row is an error) a new run began with the next. What no sound has reached is 0.

Seen in the recordings: hankqe 12 plays the two bytes before itself and its own first ones (voices at 65534 and 65535).
hankqe 11 begins a voice at 44022, which is byte 5106 of hankqe 0, loaded 26,536 bytes of sounds and six entries before
it: its port writes name divisor 90h and attenuation 11, and 5106 is the one place of that neighbourhood that has them.
"""

from __future__ import annotations

from agi_emu.resources.game import Game

ENTRY_BYTES = 14
"""Of a sound in the list: the next one, its number, where its bytes are, and four voices, each a word."""
SEGMENT_BYTES = 0x10000


class RecordedSounds:
    """The sounds of a game as one run of the original has loaded them."""

    def __init__(self, game: Game) -> None:
        """Begin with none in memory."""
        self.game = game
        self._before = b""

    def load(self, number: int) -> bytes:
        """Load a sound behind the others; return the whole segment as seen from its first byte."""
        data = self.game.sounds[number]
        # What the entry holds are addresses, which are not known; no recording tells them from 0.
        before = (self._before + bytes(ENTRY_BYTES))[-(SEGMENT_BYTES - len(data)) :]
        self._before += bytes(ENTRY_BYTES) + data
        return data + bytes(SEGMENT_BYTES - len(data) - len(before)) + before

    def begin_again(self) -> None:
        """Forget what was loaded: the run has ended."""
        self._before = b""
