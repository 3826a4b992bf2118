"""Beats in which only the clock counts pass in one step, and the machine is as if each had been a stop."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from agi_emu import Machine, open_game
from agi_emu.machine.input.events import Key
from agi_emu.machine.settings import BUDGETS, SMOOTH, UNLIMITED, Budget, Settings
from agi_emu.resources.projects.view_source import SourceCel, view_resource
from agi_emu.state.progress import BeatReason, Stop

if TYPE_CHECKING:
    from tests.own_games.building import GameBuilder

BEATS = 1_500
TONE = bytes([8, 0, 15, 0, 15, 0, 15, 0, 60, 0, 20, 144, 144, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
LARGE_CEL = SourceCel(((1,) * 100,) * 80)
BODIES = {
    "nothing": "",
    "sound": "if (v50 == 3) { load.sound(1); sound(1, f60); }",
    "debts of drawing": (
        "if (isset(f5)) { load.view(0); animate.obj(o1); set.view(o1, 0); position(o1, 9, 99); draw(o1); wander(o1); }"
    ),
    "debts of work": "v60 = 0; :again v60++; if (v60 < 250) { v61 = v60; v62 = v61; goto(again); }",
    "windows": 'if (v50 == 4) { print("a window"); } if (v50 == 9) { v21 = 3; print("closes by itself"); v21 = 0; }',
    "other waits": "if (v50 == 5) { v10 = 7; } if (v50 == 8) { v10 = 0; } if (v50 == 20) { v10 = 1; }",
    "keys": "if (have.key()) { v63++; }",
    "days": "v11 = 59; v12 = 59; v13 = 23;",
}
"""What logic 0 does, by what could be missed."""
CHARGED_ALIKE = {"pcjr", "tandy1000", "at-8"}
"""Budgets that differ from `pc-4.77` by nothing but figures."""


def some_machine(build_game: GameBuilder, body: str, wait: int, budget: Budget) -> Machine:
    """Return a machine whose logic 0 waits for `wait` ticks between two cycles."""
    source = f"if (isset(f5)) {{ v10 = {wait}; accept.input(); }} v50++; {BODIES[body]} return();"
    path = build_game({0: source}, sounds={1: TONE}, views={0: view_resource([[LARGE_CEL]])})
    return Machine(open_game(path), seed=1, settings=Settings(budget=budget))


def beat_by_beat(m: Machine, beats: int) -> None:
    """Run to a number of beats with a stop at each."""
    while m.unguarded.state.clock.beats < beats:
        m.advance()


@pytest.mark.parametrize(
    "budget",
    [
        pytest.param(budget, id=str(budget.name), marks=[pytest.mark.slow] if budget.name in CHARGED_ALIKE else ())
        for budget in [*BUDGETS.values(), Budget("tiny", 20, 1)]
    ],
)
@pytest.mark.parametrize("wait", [0, 1, 2, 9, 255])
@pytest.mark.parametrize("body", BODIES)
def test_beats_pass_as_if_each_were_a_stop(build_game: GameBuilder, body: str, wait: int, budget: Budget) -> None:
    machines = [some_machine(build_game, body, wait, budget) for _ in range(3)]
    single, hopping, by_cycles = machines
    chance = random.Random(wait)
    beats = 0
    for machine in machines:
        machine.advance()
    while beats < BEATS:
        by_cycles.advance((), Stop.CYCLE | Stop.WAITING, cycles=chance.randint(1, 3))
        by_cycles.advance()
        beats = by_cycles.unguarded.state.clock.beats
        beat_by_beat(single, beats)
        hopping.advance_to(beats)
        assert single.buffer == by_cycles.buffer
        assert single.buffer == hopping.buffer
        assert single.port_writes == hopping.port_writes == by_cycles.port_writes
        if chance.random() < 0.2:
            for machine in machines:
                machine.press(Key(0x0D))


@pytest.mark.parametrize("budget", [UNLIMITED, SMOOTH], ids=lambda budget: str(budget.name))
@pytest.mark.parametrize("body", BODIES)
def test_stops_inside_cycles_leave_out_those_of_the_wait(build_game: GameBuilder, body: str, budget: Budget) -> None:
    beats = 300
    single, inside = (some_machine(build_game, body, 1, budget) for _ in range(2))
    expected, found = [], []
    while single.unguarded.state.clock.beats < beats:
        single.advance()
        due = single.unguarded.state.cycle.beat_due
        if due not in (BeatReason.ZERO_DELAY, BeatReason.ANIMATION):
            expected.append((single.unguarded.state.clock.beats, due))
    while (left := beats - inside.unguarded.state.clock.beats) > 0:
        inside.advance(until=Stop.INSIDE, beats=left)
        found.append((inside.unguarded.state.clock.beats, inside.unguarded.state.cycle.beat_due))
    if found[-1] not in expected:
        # The last beat that was to happen.
        assert found.pop()[0] == beats
    assert found == expected
    assert inside.digests() == single.digests()
