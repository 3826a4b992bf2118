"""Packs the rows of cels (reference: VIEW-3, VIEW-12), also as other editors do it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from agi_emu.facts.errors import ResourceError

_MAX_RUN = 15
_TAILS = "tails"
_DIFFERENCE = "difference"


@dataclass(frozen=True, slots=True)
class ViewPacking:
    """The ways in which editors pack the same cels into different bytes; ours if nothing is said."""

    keeps_tails: bool = False
    """Of what is transparent at the end of a row only the last run is left out, not runs of 15 in front of it."""
    room_is_difference: bool = False
    """A mirrored cel gets room for as much as its two sides differ, also where the stored one is the longer."""

    @classmethod
    def from_words(cls, words: Iterable[str]) -> ViewPacking:
        """Return what the words of a view's source say."""
        given = set(words)
        if not given or given - {_TAILS, _DIFFERENCE}:
            raise ResourceError(f"expected packing {_TAILS}, {_DIFFERENCE} or both")
        return cls(_TAILS in given, _DIFFERENCE in given)

    @property
    def words(self) -> str:
        """The words for a view's source; empty for our own way."""
        return " ".join([_TAILS] * self.keeps_tails + [_DIFFERENCE] * self.room_is_difference)

    def rows(self, rows: Sequence[Sequence[int]], transparent: int, *, is_mirrored: bool) -> bytes:
        """Return rows of colours 0-15 packed; `is_mirrored` leaves room for the cel turned round.

        The original mirrors a cel where it lies in memory; the other side may pack worse, so there must be room.
        """
        data = b"".join(self._row(row, transparent) for row in rows)
        if not is_mirrored:
            return data
        more = sum(len(self._row(row[::-1], transparent)) for row in rows) - len(data)
        return data + bytes(abs(more) if self.room_is_difference else max(0, more))

    def _row(self, row: Sequence[int], transparent: int) -> bytes:
        """Return runs of colour and length; what is transparent at the end is left out."""
        packed = bytearray()
        for color, cells in groupby(row):
            full, rest = divmod(len(list(cells)), _MAX_RUN)
            packed += bytes([color << 4 | _MAX_RUN]) * full
            if rest:
                packed.append(color << 4 | rest)
        while packed and packed[-1] >> 4 == transparent:
            packed.pop()
            if self.keeps_tails:
                break
        return bytes(packed) + b"\0"


OWN_PACKING = ViewPacking()
PACKINGS = tuple(ViewPacking(tails, difference) for tails in (False, True) for difference in (False, True))
"""All of them, ours first."""
