"""Measures how fast a play would have gone on the computers of the time, room by room (reference: TIME-34).

What each cycle asks of the original's routines is counted while a recording is replayed, and priced for each computer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from agi_emu._core.counting import begin_counting, take_counts
from agi_emu.facts.clock_prices import COMPUTERS, PACES, prices_of
from agi_emu.facts.codes import BEATS_PER_SECOND, BEATS_PER_TICK, Var
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.loading import parts_of_load
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import BUDGETS, Budget
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Audience, Playback
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind

CLOCKED = {budget.computer: budget for budget in BUDGETS.values() if budget.computer}
"""The budgets of the computers of the time, by the names of these."""
SLOW = 0.9
"""Share of the cycles asked for below which a room misses its pace."""
PARTS: Mapping[str, tuple[str, ...]] = {
    "pictures": ("pictures", "picture_", "plotted", "lines_", "points_", "fill_", "fills", "pens"),
    "cels": ("cels", "cel_", "opaque", "runs", "clear_runs", "below"),
    "backgrounds": ("saved", "restored"),
    "screen": ("shown", "filled", "characters", "displayed"),
    "lists": ("lists", "looked_at", "listed", "fixed"),
    "motion": (
        *("animated", "active", "advanced", "directed", "wander", "move_obj", "moved", "stepped", "base"),
        *("above_all", "collided", "searched", "objects"),
    ),
    "loading": ("loaded", "decrypted", "unpacked_", "called "),
    "cycle": ("cycles", "words", "word_"),
}
"""Where clocks go: how the names of the counts begin; all others are of the logics."""
LOGICS = "logics"
MOST_PARTS = 2
"""Parts of a cycle that are named."""


def part_of(name: str) -> str:
    """Return the part of a cycle to which a count belongs."""
    return next((part for part, names in PARTS.items() if name.startswith(names)), LOGICS)


@dataclass(slots=True)
class RoomPace:
    """The cycles of a room: what they asked for, and how long they would have taken."""

    cycles: int = 0
    asked: int = 0
    """Beats that the game asked for."""
    free: int = 0
    """Cycles with v10 = 0, which ask for none: as fast as possible."""
    beats: dict[str, float] = field(default_factory=lambda: dict.fromkeys(COMPUTERS, 0.0))
    """Beats that they take on each computer, those of waiting for v10 included."""
    clocks: Counter[str] = field(default_factory=Counter)
    """Clocks of a PC, by part."""
    visits: int = 0
    seeks: int = 0
    """Resources that were read from disk: an estimate of its seeks."""
    disk_bytes: int = 0
    """Their bytes in the volumes."""

    @property
    def wanted(self) -> float:
        """Cycles per second that the game asks for; 0 where most cycles come as fast as possible."""
        return BEATS_PER_SECOND * (self.cycles - self.free) / self.asked if 2 * self.free < self.cycles else 0

    def reached(self, computer: str) -> float:
        """Return the cycles per second that a computer reaches."""
        return BEATS_PER_SECOND * self.cycles / self.beats[computer] if self.beats[computer] else 0

    def misses(self, computer: str) -> bool:
        """Return whether the room is slower on a computer than the game asks for."""
        return self.reached(computer) < SLOW * self.wanted

    @property
    def parts(self) -> str:
        """Where most clocks go."""
        total = sum(self.clocks.values())
        most = self.clocks.most_common(MOST_PARTS)
        return ", ".join(f"{part} {clocks / total:.0%}" for part, clocks in most if clocks)


def slow_rooms(rooms: Mapping[int, RoomPace]) -> list[str]:
    """Return a sentence about each room that misses its pace on a PC."""
    return [
        f"room {number} misses its pace on a {PACES['pc-4.77']}: {room.reached('pc'):.1f} of {room.wanted:.1f} cycles"
        f" per second ({room.parts})"
        for number, room in sorted(rooms.items())
        if room.misses("pc")
    ]


class PaceMeter:
    """Observes a machine and measures its rooms."""

    def __init__(self) -> None:
        """Begin without rooms."""
        self.rooms: dict[int, RoomPace] = {}
        self._cycle = 0
        self._room = -1
        self._prices = {computer: prices_of(computer) for computer in COMPUTERS}

    def begin(self, machine: Machine) -> None:
        """Count from now on what a machine does."""
        begin_counting(machine.core, machine.screen)
        self._cycle = machine.unguarded.state.cycle.number

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """See the machine after a beat: where cycles have ended, they belong to its room."""
        state = machine.unguarded.state
        cycles = int(state.cycle.number) - self._cycle
        if cycles <= 0:
            return
        self._cycle += cycles
        counts = _with_called(machine, take_counts(machine.core))
        number = int(state.vars[Var.ROOM])
        room = self.rooms.setdefault(number, RoomPace())
        room.visits += number != self._room
        self._room = number
        room.seeks += counts["loaded"]
        room.disk_bytes += counts["disk_bytes"]
        asked = BEATS_PER_TICK * int(state.vars[Var.CYCLE_TICKS]) * cycles
        room.cycles += cycles
        room.asked += asked
        room.free += 0 if asked else cycles
        for computer, prices in self._prices.items():
            clocks = sum(prices.get(name, 0) * count for name, count in counts.items())
            room.beats[computer] += max(clocks / _free_clocks(CLOCKED[computer], prices), asked)
        for name, count in counts.items():
            room.clocks[part_of(name)] += self._prices["pc"].get(name, 0) * count


def _free_clocks(budget: Budget, prices: Mapping[str, int]) -> int:
    """Return the clocks of a beat that the timer interrupt leaves."""
    return (budget.units or 0) - prices["beat"]


def _with_called(machine: Machine, counts: dict[str, int]) -> Counter[str]:
    """Return counts in which a logic that was loaded for a call counts as its parts."""
    found: Counter[str] = Counter()
    for name, count in counts.items():
        kind, _, number = name.partition(" ")
        if kind == "called":
            for part, each in parts_of_load(machine.unguarded, Kind.LOGIC, int(number)).items():
                found[part] += each * count
        else:
            found[name] += count
    return found


def paces_of(game: Game, recordings: Iterable[Recording]) -> dict[int, RoomPace]:
    """Return the pace of each room that recordings play in, all together."""
    meter = PaceMeter()
    for recording in recordings:
        play = Playback(game, recording, Audience(observers=[meter]))
        meter.begin(play.machine)
        play.run()
    return dict(sorted(meter.rooms.items()))
