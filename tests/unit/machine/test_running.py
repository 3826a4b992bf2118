"""Running for cycles and beats: the short ways through the core end where single steps do."""

from __future__ import annotations

from itertools import product

import pytest

from agi_emu import Machine, open_game
from agi_emu.machine.settings import SMOOTH, UNLIMITED, Budget, Settings
from agi_emu.state.progress import Stop, stop_of
from tests.own_games.building import GameBuilder

SLOW = "v10 = 2; increment(v60); random(0, 255, v61); return();"
ASKS = 'increment(v60); if (v60 == 7) { get.num("How many?", v62); } return();'
ENDS = "increment(v60); if (v60 == 9) { quit(1); } return();"
WAITS = "increment(v60); if (v60 == 5) { v19 = 0; :again if (!have.key()) { goto(again); } } return();"
GAMES = {"slow": SLOW, "asks": ASKS, "ends": ENDS, "waits for a key": WAITS}


def by_single_stops(m: Machine, *, cycles: int, ticks: int) -> Stop:
    """Do what `run` promises, beat by beat."""
    last_cycle, last_beat = m.state.cycle.number + cycles, m.state.clock.beats + 3 * ticks
    stop = Stop.BEAT
    while m.state.clock.beats < last_beat:
        stop = m.advance()
        if stop & Stop.ENDED or m.state.cycle.number >= last_cycle:
            break
    return stop


def one_cycle_by_single_stops(m: Machine, *, beats: int) -> Stop:
    """Do what `cycle` promises, beat by beat."""
    number = m.state.cycle.number
    while True:
        stop = m.advance((), Stop.CYCLE | Stop.BEAT)
        beats -= bool(stop & Stop.BEAT)
        if stop & Stop.ENDED or m.state.cycle.number != number or (stop & Stop.BEAT and beats <= 0):
            return stop


@pytest.mark.parametrize("budget", [SMOOTH, UNLIMITED], ids=["smooth", "unlimited"])
@pytest.mark.parametrize("name", GAMES)
def test_runs_end_where_single_steps_do(build_game: GameBuilder, name: str, budget: Budget) -> None:
    game = open_game(build_game({0: GAMES[name]}))
    short, long = (Machine(game, settings=Settings(budget=budget)) for _ in range(2))
    for cycles, ticks in product((1, 2, 5), (1, 4, 40)):
        assert short.run(cycles=cycles, ticks=ticks) == by_single_stops(long, cycles=cycles, ticks=ticks)
        assert short.snapshot() == long.snapshot()
        for beats in (1, 2, 30):
            assert short.cycle(beats=beats) == one_cycle_by_single_stops(long, beats=beats)
            assert short.snapshot() == long.snapshot()


def test_so_many_cycles_are_passed_at_most(build_game: GameBuilder) -> None:
    m = Machine(open_game(build_game({0: SLOW})))
    m.run(cycles=3)
    number = m.unguarded.state.cycle.number
    assert m.advance((), Stop.CYCLE, cycles=7) is Stop.CYCLE
    assert m.unguarded.state.cycle.number == number + 7
    m.stop()
    assert m.advance((), Stop.CYCLE, cycles=7) is Stop.ASKED


def test_stops_combine_as_flags_do() -> None:
    assert stop_of(3) is Stop.BEAT | Stop.CYCLE
    for one, other in product(range(32), range(32)):
        assert stop_of(one) & stop_of(other) is stop_of(one) & other is one & stop_of(other) is stop_of(one & other)
        assert stop_of(one) | stop_of(other) is stop_of(one) | other is one | stop_of(other) is stop_of(one | other)
    assert not Stop.BEAT & Stop.CYCLE
    assert Stop.WAITING in Stop.BEAT | Stop.WAITING
