"""Signals that ask the program to end, at any moment of its start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from agi_emu import Machine, open_game
from agi_emu.data import demo_path
from agi_emu.machine.settings import Budget, Settings
from agi_emu.recording.head import head_of
from agi_emu.recording.recording import Recording

if TYPE_CHECKING:
    from tests.own_games.building import GameBuilder

ROOT = Path(__file__).parents[2]

INTERRUPTED_AT = """
import os, signal, sys

class Interruption:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.{handler})
sys.meta_path.insert(0, Interruption())
sys.argv[1:] = ["run", "--headless", "--ticks", "1", {game!r}]
from agi_emu.__main__ import main
main()
"""


def ended(module: str, handler: str) -> subprocess.CompletedProcess[str]:
    """Start the demo game, with Ctrl-C at the import of a module."""
    program = INTERRUPTED_AT.format(module=module, handler=handler, game=str(demo_path()))
    return subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    "module", ["gc", "agi_emu.cli", "click", "agi_emu.cli.commands.run", "agi_emu.machine.machine"]
)
def test_ctrl_c_during_the_start_leaves_quietly(module: str) -> None:
    result = ended(module, "default_int_handler")
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_signal_that_is_to_be_ignored_is_ignored() -> None:
    assert ended("click", "SIG_IGN").returncode == 0


@pytest.fixture
def endless(build_game: GameBuilder, tmp_path: Path) -> Path:
    """Make a recording that takes years, in a logic that does not end."""
    searches = "erase(o1); position(o1, 50, 100); draw(o1);"
    source = f"load.view(0); animate.obj(o1); set.view(o1, 0); object.on.water(o1); :again {searches} goto(again);"
    game = open_game(build_game({0: f"{source} return();"}))
    slow = Settings(budget=Budget("10000000 units", 10_000_000))
    head = replace(head_of(Machine(game, settings=slow)), path=str(game.path))
    path = tmp_path / "endless.agirec"
    Recording(head, end=4_000_000_000).save(path)
    return path


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.slow)]
)
def test_signals_end_a_recording_that_does_not(endless: Path, number: signal.Signals, code: int) -> None:
    command = [sys.executable, "-m", "agi_emu", "compare", str(endless)]
    with subprocess.Popen(command, cwd=ROOT) as program:
        # Long enough for the play to have begun on most computers; earlier it ends by the same signal.
        with pytest.raises(subprocess.TimeoutExpired):
            program.wait(2)
        program.send_signal(number)
        assert program.wait(60) == code


def test_a_recording_that_takes_too_long_is_named(endless: Path) -> None:
    command = [sys.executable, "-m", "agi_emu", "compare", str(endless), "--timeout", "0.5"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert result.returncode == 124
    assert "endless.agirec: not done after 0.5 seconds" in result.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("words", [["compare"], ["replay", "--headless"], ["save"], ["run", "--headless", "--load"]])
def test_a_pipe_in_place_of_a_file_is_refused_at_once(words: list[str], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p.agirec")
    command = [sys.executable, "-m", "agi_emu", *words, str(tmp_path / "p.agirec")]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=20)
    assert result.returncode == 3
    assert "p.agirec is a pipe, not a file" in result.stderr


def test_a_monkey_that_takes_too_long_is_named(build_game: GameBuilder) -> None:
    game = build_game({0: "return();"})
    command = [sys.executable, "-m", "agi_emu", "monkey", str(game), "--timeout", "0.5", "--seeds", "3:4"]
    command += ["--cycles", "1000000000"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert result.returncode == 124
    assert "seed 3: not done after 0.5 seconds" in result.stderr
