"""Searches what to press so that something comes true as soon as possible: breadth first over snapshots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from agi_emu.facts.codes import BEATS_PER_TICK, EGO, Var
from agi_emu.machine.assertions import parse_assertion
from agi_emu.machine.input.events import key_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.machine.snapshots import Snapshot, sealed
from agi_emu.recording.event_text import RecordedEvent
from agi_emu.recording.game_lookup import opened
from agi_emu.recording.position import Place
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Playback

Spread = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]
"""`map`, or that of an executor."""
OF_PLACE = frozenset({Var.ROOM, Var.SCORE})
"""Variables that always tell states apart."""
STATES_AT_ONCE = 16
"""States that a process gets at a time."""


@dataclass(frozen=True, slots=True)
class _Search:
    """What is searched; it can be sent to another process."""

    game: Path
    profile: str
    settings: Settings
    goal: str
    actions: tuple[str, ...]
    every: int
    counters: tuple[int, ...]
    """Variables that change by themselves: they tell no states apart."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A state that was reached, and how."""

    pressed: tuple[str, ...]
    """An action for each stretch of ticks."""
    snapshot: Snapshot
    key: bytes = b""
    ticks: int | None = None
    """Ticks from the beginning until the goal came true, if it did."""


def fastest(
    recording: Recording,
    game: Path,
    tick: int,
    goal: str,
    actions: Sequence[str],
    span: int,
    every: int,
    spread: Spread,
) -> Recording | None:
    """Return the recording up to a tick, and then what makes `goal` come true soonest; None if nothing within `span`.

    Each `every` ticks one of `actions` is pressed: the name of a key, several with blanks between them, or nothing.
    Of states with the same flags, items, place of ego and variables, apart from those that change by themselves, the
    first one is continued.
    """
    parse_assertion(goal)
    for names in actions:
        _events(names)
    head = recording.head
    play = Playback(opened(game, head.profile), recording)
    play.run(until_tick=tick)
    beat, beginning = play.machine.unguarded.state.clock.beats, play.machine.snapshot()
    counters = _counters(play.machine, span)
    search = _Search(game, head.profile, head.settings, goal, tuple(actions), every, counters)
    found = _searched(search, beginning, span, spread)
    if found is None or found.ticks is None:
        return None
    kept = recording.until(Place(beat + 1), tick)
    pressed = [
        RecordedEvent(Place(beat + 1 + BEATS_PER_TICK * every * at), event)
        for at, names in enumerate(found.pressed)
        for event in _events(names)
    ]
    return replace(kept, events=(*kept.events, *pressed), end=beat + BEATS_PER_TICK * found.ticks)


def _fastest_of_seed(task: Callable[..., Recording | None], recording: Recording, seed: int) -> Recording | None:
    head = replace(recording.head, settings=replace(recording.head.settings, seed=seed))
    return task(replace(recording, head=head, ticks=()), spread=map)


def fastest_of_seeds(recording: Recording, seeds: Iterable[int], spread: Spread, **search: Any) -> Recording | None:
    """Return what `fastest` finds soonest with one of these seeds in place of the recording's own."""
    task = partial(_fastest_of_seed, partial(fastest, **search), recording)
    found = [each for each in spread(task, seeds) if each is not None]
    return min(found, key=lambda each: each.end or 0, default=None)


def _searched(search: _Search, beginning: Snapshot, span: int, spread: Spread) -> _Found | None:
    level, seen = [_Found((), beginning)], set()
    for _ in range(0, span, search.every):
        chunks = [level[at : at + STATES_AT_ONCE] for at in range(0, len(level), STATES_AT_ONCE)]
        level = []
        reached: list[_Found] = []
        for each in (found for part in spread(partial(_continued, search), chunks) for found in part):
            if each.ticks is not None and each.ticks <= span:
                reached.append(each)
            elif each.key not in seen:
                seen.add(each.key)
                level.append(each)
        if reached:
            return min(reached, key=lambda each: each.ticks or 0)
    return None


def _continued(search: _Search, states: Sequence[_Found]) -> list[_Found]:
    """Return what every action makes of every state."""
    return [found for state in states for action in search.actions for found in _pressed(search, state, action)]


def _pressed(search: _Search, before: _Found, action: str) -> Iterator[_Found]:
    """Yield what an action makes of a state; nothing if the game ends without the goal."""
    machine, goal = _machine(search.game, search.profile, search.settings), parse_assertion(search.goal)
    moment = before.snapshot
    # It is of a machine like this one, whichever process that was in.
    machine.restore(sealed(moment.used, moment.disk, moment.kind))
    machine.port_writes.clear()
    first = machine.unguarded.state.clock.beats
    machine.press(*_events(action))
    for ticks in range(1, search.every + 1):
        machine.advance_to(first + BEATS_PER_TICK * ticks)
        if goal.holds(machine):
            passed = search.every * len(before.pressed) + ticks
            yield _Found((*before.pressed, action), before.snapshot, ticks=passed)
            return
        if machine.unguarded.state.general.exited:
            return
    yield _Found((*before.pressed, action), machine.snapshot(), _key(machine, search.counters))


def _counters(machine: Machine, span: int) -> tuple[int, ...]:
    """Return the variables that change in a machine that nobody touches; it is played for that."""
    changed: set[int] = set()
    state = machine.unguarded.state
    variables, beat = bytes(state.vars), state.clock.beats
    for ticks in range(1, span + 1):
        machine.advance_to(beat + BEATS_PER_TICK * ticks)
        now = bytes(state.vars)
        changed.update(at for at in range(len(now)) if now[at] != variables[at])
    return tuple(sorted(changed - OF_PLACE))


def _key(machine: Machine, counters: Sequence[int]) -> bytes:
    """Return what tells states apart."""
    state = machine.unguarded.state
    variables = bytearray(state.vars)
    for number in counters:
        variables[number] = 0
    ego = state.objects[EGO]
    return bytes(variables) + bytes(state.flags) + bytes(state.item_rooms) + bytes((ego.x, ego.y, state.modal.depth))


def _events(names: str) -> list[Any]:
    return [event for name in names.split() for event in key_events(name)]


@lru_cache(maxsize=1)
def _machine(game: Path, profile: str, settings: Settings) -> Machine:
    """Return a machine to bring states back into."""
    return Machine(opened(game, profile), settings=settings)
