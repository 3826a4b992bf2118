"""One machine runs once at a time, and what was written into its state is checked before it runs."""

from __future__ import annotations

import inspect
import pickle
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from agi_emu import run_many
from agi_emu._core.stepper import DEFAULT_BEATS
from agi_emu.facts.errors import SaveError
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.resources import open_game
from agi_emu.state.layout import General, StateLayout
from agi_emu.state.progress import Stop
from agi_emu.state.used_part import BEHIND_DEEP
from tests.own_games.building import GameBuilder

CODE = """
if (!f200) { set(f200); load.view(0); animate.obj(o0); set.view(o0, 0); position(o0, 50, 90); draw(o0); }
v50++;
return();
"""
COUNT_AT = StateLayout.general.offset + General.object_count.offset - BEHIND_DEEP  # type: ignore[attr-defined]


@pytest.fixture
def machine(build_game: GameBuilder) -> Machine:
    machine = Machine(open_game(build_game({0: CODE})), seed=1)
    machine.run(seconds=1)
    return machine


def with_wrong_count(used: bytes) -> bytes:
    return used[:COUNT_AT] + b"\xff\xff" + used[COUNT_AT + 2 :]


STEPS: tuple[Callable[[Machine], object], ...] = (
    lambda m: m.advance(),
    lambda m: m.advance_to(10_000),
    lambda m: m.cycle(),
    lambda m: m.tick(),
    lambda m: m.run(seconds=1),
    lambda m: m.press("enter"),
    lambda m: m.type("a"),
    lambda m: m.deliver_beat(),
    lambda m: m.surplus_beats(1),
    save_state,
)


@pytest.mark.parametrize("step", STEPS)
def test_a_wrong_number_in_the_state_is_named_by_the_next_step(
    machine: Machine, step: Callable[[Machine], object]
) -> None:
    machine.state.general.object_count = 65535
    for _ in range(2):
        with pytest.raises(ValueError, match=r"machine.state .* general.object_count is 65535; expected at most"):
            step(machine)
    machine.state.general.object_count = 1
    step(machine)


def test_a_state_that_a_caller_keeps_is_looked_at_before_each_step(machine: Machine) -> None:
    sprites = machine.state.updating_sprites
    for _ in range(3):
        machine.run(seconds=1)
    sprites.count = 2**31 - 1
    with pytest.raises(ValueError, match=r"updating_sprites.count"):
        machine.run(seconds=1)


def test_a_state_taken_while_the_machine_runs_is_looked_at_too(machine: Machine, build_game: GameBuilder) -> None:
    machine = Machine(open_game(build_game({0: "v60 = 1; load.pic(v60); draw.pic(v60); return();"})))

    def disturb() -> None:
        machine.state.general.object_count = 256 * 200

    machine.picture_drawn = disturb
    with pytest.raises(ValueError, match=r"object_count"):
        machine.run(seconds=1)


def test_a_change_that_a_machine_can_have_runs(machine: Machine) -> None:
    machine.state.objects[0].x = 77
    machine.state.vars[50] = 200
    machine.run(ticks=2)
    assert machine.ego.x == 77
    assert machine.vars[50] > 200


def test_reading_changes_nothing(machine: Machine, build_game: GameBuilder) -> None:
    other = Machine(machine.game, seed=1)
    other.run(seconds=1)
    for _ in range(30):
        assert machine.state.clock.beats == other.unguarded.state.clock.beats
        machine.advance()
        other.advance()
    assert machine.digests() == other.digests()


def test_a_snapshot_that_this_process_did_not_make_is_validated(machine: Machine) -> None:
    here = machine.snapshot()
    foreign = [
        replace(here, used=with_wrong_count(here.used)),
        pickle.loads(pickle.dumps(replace(here, used=with_wrong_count(here.used)))),
    ]
    machine.run(seconds=1)
    before = machine.snapshot()
    for each in foreign:
        with pytest.raises(SaveError, match=r"general.object_count is 65535"):
            machine.restore(each)
        assert machine.snapshot() == before
    machine.restore(pickle.loads(pickle.dumps(here)))
    assert machine.snapshot() == here


def test_a_snapshot_of_a_wrong_state_is_validated(machine: Machine) -> None:
    machine.state.general.object_count = 65535
    wrong = machine.snapshot()
    with pytest.raises(SaveError):
        machine.restore(wrong)
    with pytest.raises(ValueError, match=r"object_count"):
        machine.advance()


def test_a_restored_machine_forgets_what_was_written(machine: Machine) -> None:
    here = machine.snapshot()
    general = machine.state.general
    general.object_count = 65535
    machine.restore(here)
    machine.run(seconds=1)
    general.object_count = 65535
    with pytest.raises(ValueError, match=r"object_count"):
        machine.run(seconds=1)


def test_a_machine_that_runs_in_one_thread_is_refused_in_another(machine: Machine, build_game: GameBuilder) -> None:
    machine = Machine(open_game(build_game({0: "v60 = 1; load.pic(v60); draw.pic(v60); return();"})))
    inside, leave = threading.Event(), threading.Event()

    def wait() -> None:
        inside.set()
        leave.wait(60)

    machine.picture_drawn = wait
    thread = threading.Thread(target=machine.run, kwargs={"seconds": 1})
    thread.start()
    try:
        assert inside.wait(60)
        for step in (*STEPS[:8], lambda m: m.restore(m.snapshot())):
            with pytest.raises(RuntimeError, match="one machine runs in one thread at a time"):
                step(machine)
    finally:
        machine.picture_drawn = lambda: None
        leave.set()
        thread.join()
    machine.run(seconds=1)


def test_run_many_refuses_a_machine_that_is_there_twice(machine: Machine) -> None:
    other = Machine(machine.game)
    with pytest.raises(ValueError, match="twice"):
        run_many([machine, other, machine], ticks=1)
    assert len(run_many([machine, other], ticks=1)) == 2


def test_the_defaults_of_a_step_are_those_that_have_names() -> None:
    given = inspect.signature(Machine.advance).parameters
    assert (given["until"].default, given["beats"].default) == (Stop.BEAT, DEFAULT_BEATS)
