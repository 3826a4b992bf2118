"""Many machines: what comes out is what one machine after the other gives."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agi_emu import InputEvent, Key, Machine, open_game, run_many, step_many
from agi_emu.data import demo_path
from agi_emu.state.progress import Stop
from tests.own_games.building import GameBuilder

BUSY = 'increment(v50); random(0, 255, v51); if (v50 == 9) { v50 = 0; display(3, 4, "%v51"); } return();'
END = "quit(1); return();"


def machines(path: Path) -> list[Machine]:
    game = open_game(path)
    return [Machine(game, seed=seed) for seed in range(1, 6)]


@pytest.mark.parametrize("source", [BUSY, 'print("wait"); return();', END])
def test_threads_change_nothing(tmp_path: Path, source: str) -> None:
    path = GameBuilder(tmp_path)({0: source})
    apart, together, single = machines(path), machines(path), machines(path)
    stops = run_many(together, 100, threads=3)
    assert stops == run_many(apart, 100, threads=1)
    for machine in single:
        while machine.state.clock.beats < 300 and not machine.advance() & Stop.ENDED:
            pass
    for one, other, third in zip(apart, together, single, strict=True):
        assert one.snapshot() == other.snapshot() == third.snapshot()


def test_run_many_tells_which_have_ended(tmp_path: Path) -> None:
    ended, running = (
        Machine(open_game(GameBuilder(tmp_path / name)({0: text}))) for name, text in (("a", END), ("b", "return();"))
    )
    assert run_many([ended, running], 3, threads=2) == [Stop.ENDED, Stop.BEAT]


def test_run_many_refuses_negative_time() -> None:
    with pytest.raises(ValueError, match="-1 ticks"):
        run_many([], -1)


def test_a_machine_that_is_there_twice_is_refused(build_game: GameBuilder) -> None:
    game = open_game(build_game({0: "v50++; return();"}))
    first, second = Machine(game), Machine(game)
    with pytest.raises(ValueError, match="twice"):
        run_many([first, second, first], ticks=1)
    assert len(run_many([first, second], ticks=1)) == 2


@pytest.mark.parametrize("cycles", [1, 3])
def test_machines_in_steps_are_those_stepped_one_by_one(cycles: int) -> None:
    game = open_game(demo_path())
    together, apart = ([Machine(game, seed=seed) for seed in range(1, 5)] for _ in range(2))
    out = np.zeros((4, 200, 320), np.uint8)
    words = [Key(13), Key(27), Key(ord("l")), Key(0x3B00)]
    for step in range(60):
        actions: list[list[InputEvent]] = [[words[(step + each) % 4]] if (step + each) % 3 else [] for each in range(4)]
        stops = step_many(together, actions, out, cycles=cycles)
        for machine, events, stop, picture in zip(apart, actions, stops, out, strict=True):
            for number in range(cycles):
                last = machine.advance(() if number else events, Stop.CYCLE | Stop.WAITING)
                if last & (Stop.WAITING | Stop.ENDED):
                    break
            assert last == stop
            assert (machine.frame.indices == picture).all()
    assert [machine.digests() for machine in together] == [machine.digests() for machine in apart]


def test_machines_by_turns_are_those_that_run_alone() -> None:
    game = open_game(demo_path())
    machines = [(Machine(game, seed=seed), 0) for seed in range(40)]
    for step in range(30):
        # Some go, others come, and some rounds are the other way round.
        del machines[step % len(machines)]
        machines += [(Machine(game, seed=step), step)] if step % 2 else []
        for machine, _ in machines if step % 3 else reversed(machines):
            machine.advance((), Stop.CYCLE)
    for machine, begun in machines:
        alone = Machine(game, seed=machine.settings.seed)
        for _ in range(begun, 30):
            alone.advance((), Stop.CYCLE)
        assert alone.digests() == machine.digests()


def test_what_a_caller_writes_to_the_screen_is_in_the_next_picture() -> None:
    machine = Machine(open_game(demo_path()), seed=1)
    out = np.zeros((1, 200, 320), np.uint8)
    for colour in (3, 9):
        step_many([machine], [()], out)
        machine.state.screen[63999] = colour
        step_many([machine], [()], out)
        assert out[0, 199, 319] == colour


def test_a_step_ends_where_a_game_ends_or_waits(tmp_path: Path) -> None:
    sources = {"ends": END, "waits": 'print("x"); return();', "runs": "return();"}
    played = [Machine(open_game(GameBuilder(tmp_path / name)({0: text}))) for name, text in sources.items()]
    out = np.zeros((3, 84, 84), np.uint8)
    for _ in range(3):
        ended, waiting, running = step_many(played, [()] * 3, out, cycles=5, grey=True)
    assert ended == Stop.ENDED
    assert waiting & Stop.WAITING
    assert running == Stop.CYCLE
    assert played[2].state.cycle.number >= 14


def test_steps_that_cannot_begin_are_refused(build_game: GameBuilder) -> None:
    machine = Machine(open_game(build_game({0: "return();"})))
    good = np.zeros((1, 84, 84), np.uint8)
    for sentence, actions, out, cycles in (
        ("at least one cycle", [()], good, 0),
        ("as many actions, not 2", [(), ()], good, 1),
        ("uint8 with three dimensions, not of int16", [()], good.astype("int16"), 1),
        ("with 2", [()], good[0], 1),
        ("C-contiguous", [()], np.zeros((1, 168, 84), np.uint8)[:, ::2], 1),
        ("as many pictures in out, not 2", [()], np.zeros((2, 84, 84), np.uint8), 1),
        ("sides of 1 to 1024", [()], np.zeros((1, 84, 0), np.uint8), 1),
    ):
        with pytest.raises(ValueError, match=sentence):
            step_many([machine], actions, out, cycles=cycles)
    assert machine.state.clock.beats == 0


def test_a_step_is_given_up_after_beats(build_game: GameBuilder) -> None:
    machine = Machine(open_game(build_game({0: "again: if (!have.key()) { goto(again); } return();"})))
    out = np.zeros((1, 84, 84), np.uint8)
    assert step_many([machine], [()], out, cycles=4, beats=20) == [Stop.BEAT]
    assert 20 <= machine.state.clock.beats <= 21
    with pytest.raises(ValueError, match="at least one cycle and one beat"):
        step_many([machine], [()], out, beats=0)
