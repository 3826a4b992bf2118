"""A time limit ends what runs in it, a machine in the middle of a beat as well."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from agi_emu import Machine, Stop, open_game, run_many
from agi_emu.checking import time_limits
from agi_emu.checking.time_limits import SIGNAL, time_limit
from agi_emu.facts.errors import TimeLimitError
from agi_emu.machine.settings import UNLIMITED, Settings

if TYPE_CHECKING:
    from tests.own_games.building import GameBuilder

ENDLESS = 10**9


def losing_one() -> None:
    """Continue after the first interruption."""
    with suppress(TimeLimitError):
        time.sleep(10)
    time.sleep(10)


def busy(build_game: GameBuilder) -> Machine:
    """Return a machine whose logic does not end: each beat ends in it."""
    return Machine(open_game(build_game({0: ":again goto(again);"})), settings=Settings(budget=UNLIMITED))


def test_a_machine_ends_and_the_job_is_named(build_game: GameBuilder) -> None:
    m = busy(build_game)
    with pytest.raises(TimeLimitError, match="the job: not done"), time_limit(0.05, "the job"):
        m.advance_to(ENDLESS)


def test_a_block_that_is_quick_enough_is_left_alone() -> None:
    before = signal.getsignal(SIGNAL)
    with time_limit(60, "quick"):
        pass
    with time_limit(None, "endless"):
        assert signal.getsignal(SIGNAL) == before
    assert signal.getsignal(SIGNAL) == before


def test_an_interrupted_finaliser_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limits, "AGAIN_AFTER", 0.05)
    with pytest.raises(TimeLimitError), time_limit(0.01, "stubborn"):
        losing_one()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_file_that_never_comes_ends_in_time(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    before = time.monotonic()
    with pytest.raises(TimeLimitError), time_limit(0.05, "waiting"):
        (tmp_path / "pipe").read_bytes()
    assert time.monotonic() - before < 5


@pytest.mark.parametrize("threads", [1, 2])
def test_many_machines_stop_each_by_itself(build_game: GameBuilder, threads: int) -> None:
    quick = Machine(open_game(build_game({0: "return();"})))
    stops = run_many([busy(build_game), quick, busy(build_game)], ENDLESS, threads=threads, timeout=0.2)
    assert stops[0] == stops[2] == Stop.ASKED
