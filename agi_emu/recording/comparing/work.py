"""Compares the work of two runs, room by room: a room that became slower is a difference that no clock is needed for.

Work is counted in units of fuel, each at most about a nanosecond of one core (docs/reliability.md), and depends on
nothing but state and resources. A recording holds that of each tick, if at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agi_emu.facts.codes import Var
from agi_emu.facts.wording import counted
from agi_emu.recording.ticks import Tick

USUAL_TOLERANCE = 20.0
"""Percent that a room may become slower."""


@dataclass(frozen=True, slots=True)
class WorkChange:
    """A room whose cycles take another amount of work than recorded."""

    room: int
    first: int
    """The first cycle, counted since power-on in the actual run."""
    last: int
    """The last cycle; equal to the first for the heaviest cycle alone."""
    expected: int
    """Units of work per cycle."""
    actual: int

    @property
    def is_slower(self) -> bool:
        """Whether it takes more work."""
        return self.actual > self.expected

    def __str__(self) -> str:
        percent = round(100 * abs(self.actual - self.expected) / self.expected) if self.expected else 0
        share = f"{percent} % " if percent else ""
        is_one = self.first == self.last
        where = f"in cycle {self.first}" if is_one else "per cycle"
        cycles = "" if is_one else f"; cycles {self.first} to {self.last}"
        became, more = ("slower", "more") if self.is_slower else ("faster", "less")
        return (
            f"room {self.room} became {became}: {self.actual:,} units of work {where}, "
            f"not {self.expected:,} ({share}{more}{cycles})"
        )


@dataclass(frozen=True, slots=True)
class _Cycles:
    """Cycles that ended in one tick, mostly a single one."""

    first: int
    last: int
    room: int
    work: int
    """Of all of them."""

    @property
    def count(self) -> int:
        return self.last - self.first + 1

    @property
    def mean(self) -> int:
        return self.work // self.count


def compare_work(
    expected: Sequence[Tick], actual: Sequence[Tick], tolerance: float, *, is_from_boot: bool
) -> tuple[WorkChange, ...]:
    """Return the rooms whose work differs by more than `tolerance` percent, slower ones first, then by room.

    Of each room two things are compared: the heaviest cycle, usually the one that enters it, and the mean of the
    others. Cycles that began before the recording, or have ticks without work, do not count.
    """
    begins = 0 if is_from_boot else None
    was, now = (_by_room(_cycles_of(ticks, begins)) for ticks in _with_work_in_both(expected, actual))
    changes = [change for room in sorted(was.keys() & now.keys()) for change in _changes(was[room], now[room])]
    beyond = [each for each in changes if 100 * abs(each.actual - each.expected) > tolerance * each.expected]
    return tuple(sorted(beyond, key=lambda each: not each.is_slower))


def slower_rooms(changes: Iterable[WorkChange]) -> tuple[int, ...]:
    """Return the rooms that became slower, each once."""
    return tuple(dict.fromkeys(each.room for each in changes if each.is_slower))


def rooms_text(rooms: Sequence[int]) -> str:
    """Return how many rooms became slower."""
    return f"{counted(len(rooms), 'room')} became slower" if len(rooms) > 1 else f"room {rooms[0]} became slower"


def _with_work_in_both(one: Sequence[Tick], other: Sequence[Tick]) -> tuple[list[Tick], list[Tick]]:
    """Return the ticks that two runs have, without the work that one of them lacks."""
    pairs = [
        (was, now) if None not in (was.work, now.work) else (was._replace(work=None), now._replace(work=None))
        for was, now in zip(one, other, strict=False)
    ]
    return [was for was, _ in pairs], [now for _, now in pairs]


def _cycles_of(ticks: Sequence[Tick], begins: int | None) -> Iterator[_Cycles]:
    """Yield completed cycles; `begins` is the number of those before the first tick, None if that is inside one."""
    before, work, is_whole = begins, 0, begins is not None
    for tick in ticks:
        is_whole = is_whole and tick.work is not None and bool(tick.values)
        work += tick.work or 0
        if tick.cycle == before:
            continue
        if is_whole and before is not None and tick.cycle > before:
            yield _Cycles(before + 1, tick.cycle, tick.values[Var.ROOM], work)
        before, work, is_whole = tick.cycle, 0, True


def _by_room(cycles: Iterable[_Cycles]) -> dict[int, list[_Cycles]]:
    found: dict[int, list[_Cycles]] = {}
    for each in cycles:
        found.setdefault(each.room, []).append(each)
    return found


def _changes(was: list[_Cycles], now: list[_Cycles]) -> Iterator[WorkChange]:
    before, heaviest = (max(cycles, key=lambda each: each.mean) for cycles in (was, now))
    yield WorkChange(heaviest.room, heaviest.last, heaviest.last, before.mean, heaviest.mean)
    was.remove(before)
    now.remove(heaviest)
    if was and now:
        yield WorkChange(heaviest.room, now[0].first, now[-1].last, _mean_of(was), _mean_of(now))


def _mean_of(cycles: Sequence[_Cycles]) -> int:
    return sum(each.work for each in cycles) // sum(each.count for each in cycles)
