"""Signals that ask the program to end, at any moment of its start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from agi_emu.data import demo_path

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
