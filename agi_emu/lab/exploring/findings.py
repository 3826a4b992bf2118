"""Declares what is wrong with a game, sees it again in a play, and finds a short play that shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from agi_emu.coverage.reached import Coverage
from agi_emu.facts.codes import BEATS_PER_SECOND, Var
from agi_emu.input.keys_for_player import can_walk
from agi_emu.input.walkthrough import holding
from agi_emu.lab.exploring.shrinking import shrink
from agi_emu.lab.exploring.soft_locks import Fact
from agi_emu.lab.exploring.takes import Take, play_take, power_on
from agi_emu.machine.assertions import Assertion
from agi_emu.machine.machine import Machine
from agi_emu.machine.raised_errors import RaisedError
from agi_emu.machine.settings import Settings
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources.avoided import Avoided
from agi_emu.resources.game import Game

BEATS_OF_A_STANDSTILL = 60 * BEATS_PER_SECOND
LONGEST_HELPLESSNESS = 1500
"""Cycles that the player may be without control while no room, score or window changes."""


@dataclass(frozen=True, slots=True)
class PlayFinding:
    """Something that is wrong with a game, and how to see it."""

    kind: str
    """One of: error, note, assertion, standstill, helpless, dead end, soft lock, cheat, goal, not reached."""
    what: str
    """A sentence; the assertion that failed, or the condition that came true or did not."""
    room: int
    take: Take
    error: RaisedError | None = None
    """The error that the game raised, if that is what was found."""
    fact: Fact | None = None
    """What a soft lock begins with."""

    @property
    def is_mistake(self) -> bool:
        """Return whether it is surely one: what looks like a dead end may be the end of the game."""
        return self.kind not in ("goal", "helpless", "dead end", "soft lock", "cheat")

    @property
    def key(self) -> tuple[object, ...]:
        """Return what makes two findings the same one."""
        if self.kind == "cheat":
            return (self.kind,)
        if self.error is None:
            return self.kind, self.what
        # A resource that is missing is one mistake, wherever it is asked for, and so is an instruction.
        return self.kind, self.error.resource or (self.error.logic, self.error.offset)


def are_used(cheats: Avoided, machine: Machine) -> bool:
    """Return whether a debug mode is on, or a cheat asks for a number."""
    state = machine.unguarded.state
    if any(state.flags[flag // 8] & 0x80 >> flag % 8 for flag in cheats.flags):
        return True
    if machine.modal is not Purpose.GET_NUMBER or not state.vm.depth:
        return False
    frame = state.vm.frames[state.vm.depth - 1]
    return cheats.cover(frame.logic, frame.pc)


@dataclass(slots=True)
class Exploration:
    """The result of exploring."""

    seed: int
    cycles: int = 0
    states: int = 0
    rooms: list[int] = field(default_factory=list)
    """In the order of the first visit; those that exist, and were reached without cheats."""
    rooms_by_cheats: list[int] = field(default_factory=list)
    """Those that only plays with cheats have reached."""
    coverage: Coverage = field(default_factory=Coverage)
    findings: list[PlayFinding] = field(default_factory=list)


def standing_still(room: int, machine: Machine) -> str:
    vm = machine.unguarded.state.vm
    logic = vm.frames[vm.depth - 1].logic if vm.depth else 0
    return f"logic {logic} loops for ever in room {room}"


def shrunk(game: Game, settings: Settings, finding: PlayFinding, assertions: Sequence[Assertion] = ()) -> PlayFinding:
    """Return a finding with a take that is as short as could be found and still shows it."""
    if finding.kind == "not reached":
        return finding
    shows = _shows(finding, assertions)

    def trial(take: Take) -> int | None:
        return play_take(power_on(game, settings), take, shows())

    return replace(finding, take=shrink(finding.take, trial))


def _shows(finding: PlayFinding, assertions: Sequence[Assertion]) -> Callable[[], Callable[[Machine], bool]]:
    """Return what makes, for each play, a function that sees whether the finding shows."""
    error = finding.error
    if error is not None:
        return lambda: lambda machine: any(_place(each) == _place(error) for each in machine.errors)
    if finding.kind == "assertion":
        assertion = next(each for each in assertions if each.text == finding.what)
        return lambda: lambda machine: not assertion.holds(machine)
    if finding.kind == "goal":
        holds = holding(finding.what)
        return lambda: holds
    fact = finding.fact
    if fact is not None:
        return lambda: lambda machine: fact.holds(machine.unguarded.state)
    if finding.kind == "dead end":
        return lambda: lambda machine: machine.room == finding.room and can_walk(machine)
    if finding.kind == "note":
        return lambda: lambda machine: finding.what in machine.notes
    return Standstill if finding.kind == "standstill" else lambda: Helplessness(finding.room)


def _place(error: RaisedError) -> tuple[object, ...]:
    return error.number, error.meaning, error.logic, error.offset


class Standstill:
    """Sees that a machine has completed no cycle for long, while no window waits."""

    def __init__(self) -> None:
        self._cycle = -1
        self._since = 0

    def __call__(self, machine: Machine) -> bool:
        state = machine.unguarded.state
        if state.cycle.number != self._cycle or state.modal.depth:
            self._cycle, self._since = state.cycle.number, state.clock.beats
        return bool(state.clock.beats - self._since >= BEATS_OF_A_STANDSTILL)


class Helplessness:
    """Sees that the player has had no control for long while nothing changes."""

    def __init__(self, room: int | None = None) -> None:
        """`room` is the only one that counts, None any."""
        self._room = room
        self._before: object = None
        self._since = 0

    def __call__(self, machine: Machine) -> bool:
        now = helplessness(machine)
        cycle = machine.unguarded.state.cycle.number
        is_elsewhere = self._room not in (None, machine.room)
        if now is None or now != self._before or is_elsewhere:
            self._before, self._since = now, cycle
        return bool(cycle - self._since >= LONGEST_HELPLESSNESS)


def helplessness(machine: Machine) -> object:
    """Return what must change for a player without control to hope; None where there is control."""
    state = machine.unguarded.state
    if not state.vars[Var.ROOM] or state.general.player_control or state.input.enabled:
        return None
    return state.vars[Var.ROOM], state.vars[Var.SCORE], state.modal.depth
