"""Machines in threads: what comes out is what one machine after the other gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu import Machine, open_game, run_many
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
