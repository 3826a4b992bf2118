"""Fuel ends every beat, and a stop changes nothing."""

from __future__ import annotations

import pickle
import random
import signal
import threading
from typing import TYPE_CHECKING

import pytest

from agi_emu import Machine, open_game
from agi_emu.facts.codes import FUEL_OF_WORK
from agi_emu.machine.settings import (
    BUDGETS,
    LARGEST_COST,
    MOST_FUEL,
    MOST_FUEL_IN_SMOOTH,
    MOST_UNITS,
    RUNAWAY_UNITS,
    SMOOTH,
    UNLIMITED,
    Budget,
    Settings,
)
from agi_emu.state.core_rules import CoreRules
from agi_emu.state.progress import Stop

if TYPE_CHECKING:
    from tests.own_games.building import GameBuilder

DRAWN = "load.view(0); animate.obj(o1); set.view(o1, 0);"
LOOPS = {
    "nothing": ":again goto(again);",
    "placement searches": (
        f"{DRAWN} object.on.water(o1); :again erase(o1); position(o1, 50, 100); draw(o1); goto(again);"
    ),
    "rooms": "new.room(0);",
    "errors": "set.view(o1, 99);",
    "restarts": "restart.game();",
    "lists of objects": f"{DRAWN} position(o1, 50, 100); :again draw(o1); erase(o1); goto(again);",
    "messages": ':again set(f15); print("%m1%m1%m1"); goto(again);',
    "pictures": "v60 = 1; load.pic(v60); :again draw.pic(v60); show.pic(); goto(again);",
    "conditions": f":again if ({' || '.join(['isset(f60)'] * 2000)}) {{ v60 = 1; }} goto(again);",
}
PICTURE = bytes([0xF0, 1, 0xF8, 80, 80, 0xFF])


def looping(build_game: GameBuilder, name: str, settings: Settings) -> Machine:
    """Return a machine whose game does something for ever."""
    source = f"{LOOPS[name]} return();"
    return Machine(open_game(build_game({0: source}, pictures={1: PICTURE})), settings=settings)


def with_little_fuel(m: Machine) -> Machine:
    """Let the beats of a machine end sooner, so that the test does."""
    m.rules = CoreRules(**vars(m.rules) | {"beat_fuel": min(m.rules.beat_fuel, 10_000_000), "runaway_units": 300_000})
    m.core.set_rules(m.rules)
    return m


def burnt_in_a_beat(m: Machine) -> int:
    """Play one beat and return the fuel that it has burnt."""
    vm, granted = m.state.vm, m.settings.beat_fuel
    before = min(vm.fuel, 0) + granted if m.state.cycle.beat_due else vm.fuel
    m.advance()
    return before - vm.fuel


@pytest.mark.parametrize("budget", [*BUDGETS.values(), Budget("fast", 10_000_000)], ids=lambda budget: str(budget.name))
@pytest.mark.parametrize("name", LOOPS)
def test_no_beat_burns_more_than_its_budget_may(build_game: GameBuilder, name: str, budget: Budget) -> None:
    m = looping(build_game, name, Settings(budget=budget))
    most = MOST_FUEL_IN_SMOOTH if budget == SMOOTH else MOST_FUEL
    assert max(burnt_in_a_beat(m) for _ in range(2)) + budget.fuel <= most


def test_beats_of_two_budgets_end_in_time() -> None:
    assert Settings().beat_fuel + LARGEST_COST + FUEL_OF_WORK * 3000 == MOST_FUEL_IN_SMOOTH
    assert Settings(budget=UNLIMITED).beat_fuel + LARGEST_COST + FUEL_OF_WORK * RUNAWAY_UNITS == MOST_FUEL
    assert Settings(budget=Budget("fastest", MOST_UNITS)).beat_fuel > 0


def test_a_beat_owes_what_the_one_before_has_burnt_too_much(build_game: GameBuilder) -> None:
    m = looping(build_game, "nothing", Settings())
    m.advance()
    m.core.burn(3 * m.settings.beat_fuel)
    owed = [m.state.vm.fuel]
    while owed[-1] < 0:
        beats = m.state.clock.beats
        m.advance()
        assert m.state.clock.beats == beats + 1
        owed.append(m.state.vm.fuel)
    assert len(owed) >= 3


@pytest.mark.parametrize("name", ["nothing", "lists of objects", "rooms", "conditions"])
def test_a_machine_that_is_stopped_goes_on_as_if_it_was_not(build_game: GameBuilder, name: str) -> None:
    settings = Settings(budget=UNLIMITED)
    stopped, free = (with_little_fuel(looping(build_game, name, settings)) for _ in range(2))
    chance = random.Random(name)
    stops = 0
    for _ in range(3):
        last_beat = free.state.clock.beats + chance.randint(1, 2)
        free.advance_to(last_beat)
        while True:
            stopped.must_stop = lambda: True
            if chance.random() < 0.3:
                stopped.stop()
            stop = stopped.advance_to(last_beat)
            if not stop & Stop.ASKED:
                break
            stops += 1
            if chance.random() < 0.3:
                # Elsewhere it goes on as well.
                snapshot = stopped.snapshot()
                stopped = with_little_fuel(looping(build_game, name, settings))
                stopped.restore(snapshot)
        assert stopped.digests() == free.digests()
        assert stopped.snapshot() == free.snapshot()
    assert stops


def test_a_pickled_snapshot_of_the_middle_of_a_beat_goes_on_elsewhere(build_game: GameBuilder) -> None:
    settings = Settings(budget=UNLIMITED)
    stopped, free, other = (with_little_fuel(looping(build_game, "conditions", settings)) for _ in range(3))
    stopped.must_stop = lambda: True
    while not stopped.unguarded.state.vm.asked_pc:
        assert stopped.advance_to(3) & Stop.ASKED
    other.restore(pickle.loads(pickle.dumps(stopped.snapshot())))
    assert other.unguarded.state.vm.asked_pc
    for each in (other, free):
        each.advance_to(3)
    assert other.snapshot() == free.snapshot()


@pytest.mark.parametrize("value", [-(2**31), -(10**9) - 1, 10**9 + 1, 2**31 - 1])
@pytest.mark.parametrize("name", ["fuel", "work"])
def test_fuel_and_work_that_would_overflow_are_refused(build_game: GameBuilder, name: str, value: int) -> None:
    m = looping(build_game, "lists of objects", Settings())
    m.advance()
    setattr(m.state.vm, name, value)
    with pytest.raises(ValueError, match=rf"vm\.{name} is {value}"):
        m.advance()


@pytest.mark.parametrize("budget", [SMOOTH, UNLIMITED])
@pytest.mark.parametrize("value", [-(10**9), 10**9])
@pytest.mark.parametrize("name", ["fuel", "work"])
def test_the_farthest_fuel_and_work_do_not_overflow(
    build_game: GameBuilder, name: str, value: int, budget: Budget
) -> None:
    m = looping(build_game, "lists of objects", Settings(budget=budget))
    m.rules = CoreRules(**vars(m.rules) | {"runaway_units": 10_000})
    m.core.set_rules(m.rules)
    m.advance()
    vm = m.state.vm
    setattr(vm, name, value)
    m.core.burn(10**9)
    for _ in range(2):
        m.advance()
        assert -(10**9) <= vm.fuel <= 10**9
        assert -(10**9) <= vm.work <= 10**9


def test_no_logic_is_left_in_a_place_that_is_none(build_game: GameBuilder) -> None:
    m = looping(build_game, "nothing", Settings())
    m.advance()
    m.state.vm.asked_pc = 0x20000
    with pytest.raises(ValueError, match="asked_pc"):
        m.advance()


def test_stop_reaches_a_machine_in_another_thread(build_game: GameBuilder) -> None:
    m = looping(build_game, "nothing", Settings(budget=UNLIMITED))
    found: list[Stop] = []
    thread = threading.Thread(target=lambda: found.append(m.advance_to(10**9)))
    thread.start()
    while m.unguarded.state.clock.beats < 2:
        pass
    m.stop()
    thread.join(60)
    assert found == [Stop.ASKED]


def test_a_stop_before_the_call_is_kept_for_it(build_game: GameBuilder) -> None:
    m = looping(build_game, "nothing", Settings())
    m.stop()
    assert m.advance() == Stop.ASKED
    assert m.advance() == Stop.BEAT


def test_signals_are_handled_within_a_beat(build_game: GameBuilder) -> None:
    class CameError(Exception):
        pass

    def come(*_: object) -> None:
        raise CameError

    m = looping(build_game, "nothing", Settings(budget=UNLIMITED))
    m.rules = CoreRules(**vars(m.rules) | {"runaway_units": 10**9, "beat_fuel": 10**9})
    m.core.set_rules(m.rules)
    before = signal.signal(signal.SIGINT, come)
    try:
        timer = threading.Timer(0.05, signal.raise_signal, [signal.SIGINT])
        timer.start()
        with pytest.raises(CameError):
            m.advance_to(60)
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


def test_advance_ends_where_its_stop_never_comes(build_game: GameBuilder) -> None:
    m = Machine(open_game(build_game({0: 'print("Waits."); return();'})))
    stop = m.advance((), Stop.CYCLE)
    while not stop & Stop.BEAT:
        stop = m.advance((), Stop.CYCLE)
    assert m.modal is not None
    beats = m.state.clock.beats
    assert m.advance((), Stop.CYCLE) == Stop.BEAT
    assert m.state.clock.beats - beats <= 60 * 60 * 10 + 1
