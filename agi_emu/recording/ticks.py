"""The ticks of a run: digests of a machine's state, picture and sound at the end of each, and variables and flags.

They are kept in rows of bytes, as the core takes and compares them (`_core/ticks.pyx`); a `Tick` is made of a row when
somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple, overload

from agi_emu._core.ticks import ROW_BYTES, count_with_values, holds_work, row_of, tick_of, unlike, without


class What(StrEnum):
    """The things compared at each tick."""

    STATE = "state"
    FRAME = "frame"
    SOUND = "sound"


class Tick(NamedTuple):
    """The digests at the end of a tick, 16 hex digits each, and the cycles completed since power-on."""

    state: str
    frame: str
    sound: str
    cycle: int
    values: bytes = b""
    """Variables and flags, which the digest of the state does not cover."""
    work: int | None = None
    """Units of fuel that were computed in the tick; None if the recording does not hold them."""

    def part(self, what: What) -> str:
        """Return everything that the tick holds about one thing."""
        if what is What.STATE:
            return self.state + self.values.hex()
        return self.frame if what is What.FRAME else self.sound


def differing(expected: Tick, actual: Tick) -> tuple[What, ...]:
    """Return the things in which two ticks differ."""
    if expected[:3] == actual[:3] and expected.values == actual.values:
        return ()
    return tuple(what for what in What if expected.part(what) != actual.part(what))


class Ticks(Sequence[Tick]):
    """Ticks in rows of bytes; to look at, they are like a tuple. Those of a recorder grow."""

    __slots__ = ("rows",)

    def __init__(self, ticks: Iterable[Tick] = ()) -> None:
        """Pack ticks; ValueError for one whose digests are not 16 hex digits each."""
        self.rows: bytes | bytearray = b"".join(map(_row_of, ticks))

    @classmethod
    def of_rows(cls, rows: bytes | bytearray) -> Ticks:
        """Return ticks that were packed before."""
        ticks = cls()
        ticks.rows = rows
        return ticks

    @classmethod
    def of(cls, ticks: Iterable[Tick]) -> Ticks:
        """Return ticks packed, the same object if they are."""
        return ticks if isinstance(ticks, Ticks) else cls(ticks)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.rows) // ROW_BYTES

    @overload
    def __getitem__(self, index: int) -> Tick: ...

    @overload
    def __getitem__(self, index: slice) -> Ticks: ...

    def __getitem__(self, index: int | slice) -> Tick | Ticks:
        """Return a tick, or some of them; IndexError for one that there is not."""
        if isinstance(index, slice):
            first, last, step = index.indices(len(self))
            if step != 1:
                return Ticks(self[at] for at in range(first, last, step))
            # One copy; of a bytearray, a slice would be another.
            with memoryview(self.rows) as rows:
                return Ticks.of_rows(bytes(rows[ROW_BYTES * first : ROW_BYTES * max(first, last)]))
        return Tick(*tick_of(self.rows, index if index >= 0 else index + len(self)))

    def __iter__(self) -> Iterator[Tick]:
        """Look at each."""
        return (Tick(*tick_of(self.rows, index)) for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Ticks equal those of any sequence that has the same."""
        if isinstance(other, Ticks):
            return self.rows == other.rows
        return tuple(self) == tuple(other) if isinstance(other, list | tuple) else NotImplemented

    def __hash__(self) -> int:
        """Hash the bytes."""
        return hash(bytes(self.rows))

    def __repr__(self) -> str:
        """Say how many there are."""
        return f"<Ticks {len(self)}>"

    @property
    def count_with_values(self) -> int:
        """How many of them hold variables and flags."""
        return count_with_values(self.rows)

    @property
    def holds_work(self) -> bool:
        """Whether any tick holds the work that was done in it."""
        return holds_work(self.rows)

    def unlike(self, other: Ticks, first: int = 0) -> list[int]:
        """Return the indices, from one on, of ticks that both have and that are not alike (`differing`)."""
        return unlike(self.rows, other.rows, first)

    def without(self, variables: Iterable[int]) -> Ticks:
        """Return the ticks with 0 for some variables."""
        return Ticks.of_rows(without(self.rows, list(variables)))


def _row_of(tick: Tick) -> bytes:
    digests = bytes.fromhex(tick.state + tick.frame + tick.sound)
    return row_of(digests, tick.cycle, tick.values, tick.work)
