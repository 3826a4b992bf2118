"""What tools can decide about the text of the project."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BIN = Path(sys.executable).parent


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["ruff", "check", "--no-cache", "."], id="ruff check"),
        pytest.param(["ruff", "format", "--no-cache", "--check", "."], id="ruff format"),
        pytest.param(["mypy"], id="mypy", marks=pytest.mark.slow),
        pytest.param(["cython-lint", "agi_emu"], id="cython-lint", marks=pytest.mark.slow),
    ],
)
def test_tool_finds_nothing(root: Path, command: list[str]) -> None:
    # cython-lint calls pycodestyle by name.
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    ran = subprocess.run([BIN / command[0], *command[1:]], cwd=root, env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
