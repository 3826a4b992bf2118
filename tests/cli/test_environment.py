"""Strange surroundings: no environment, no home, an old locale, a clock that jumps, a program that stood still."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agi_emu.data import demo_path
from tests.own_games.building import GameBuilder

ROOT = Path(__file__).parents[2]


def run(*arguments: object, environment: dict[str, str], under: tuple[str, ...] = ()) -> str:
    done = subprocess.run(
        [*under, sys.executable, "-m", "agi_emu", *map(str, arguments)],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert b"Traceback" not in done.stderr
    return done.stdout.decode(errors="replace")


ENVIRONMENTS: dict[str, dict[str, str]] = {
    "none at all": {},
    "a home that does not exist": {"HOME": "/nonexistent/home"},
    "the locale C": {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
}


@pytest.mark.parametrize("environment", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_games_are_read_and_played(environment: dict[str, str], build_game: GameBuilder, tmp_path: Path) -> None:
    built = build_game({0: 'if (!f200) { set(f200); print("Hello"); } return();'})
    game = Path(shutil.move(built, tmp_path / "Größe"))
    assert "VOL" not in run("info", game, environment=environment)
    assert "Hello" in run("run", game, "--headless", "--ticks", 20, "--text", environment=environment)
    run("capture", demo_path(), "--ticks", 40, "-o", tmp_path / "x.png", environment=environment)
    assert (tmp_path / "x.png").stat().st_size > 0


@pytest.mark.parametrize("clock", ["@1980-01-01 00:00:00", "+0 x1000", "@2038-01-19 03:14:00 x60", "-10y"])
def test_a_clock_that_is_wrong_or_jumps_changes_nothing(clock: str, tmp_path: Path) -> None:
    if not shutil.which("faketime"):
        pytest.skip("faketime is not installed: no clock that jumps")
    arguments = ("monkey", demo_path(), "--seeds", 1, "--cycles", 200, "--json")
    usual = run(*arguments, environment=dict(os.environ))
    assert run(*arguments, environment=dict(os.environ), under=("faketime", "-f", clock)) == usual
    recording = tmp_path / "x.agirec"
    under = ("faketime", "-f", clock)
    run(
        "run",
        demo_path(),
        "--headless",
        "--ticks",
        40,
        "--record",
        recording,
        environment=dict(os.environ),
        under=under,
    )
    run("compare", recording, "--game", demo_path(), environment=dict(os.environ))


def test_a_program_that_stood_still_continues(tmp_path: Path) -> None:
    target = tmp_path / "x.agirec"
    process = subprocess.Popen(
        [sys.executable, "-m", "agi_emu", "run", demo_path(), "--headless", "--ticks", "2000", "--record", target],
        cwd=ROOT,
    )
    for _ in range(3):
        time.sleep(0.2)
        process.send_signal(signal.SIGSTOP)
        time.sleep(0.1)
        process.send_signal(signal.SIGCONT)
    assert process.wait(120) == 0
    run("compare", target, "--game", demo_path(), environment=dict(os.environ))
