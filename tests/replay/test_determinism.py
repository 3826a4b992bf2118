"""Same game, settings and events: same digests, in another process and on another Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.replay.play import digest_of_run

BEATS = 3000
GAMES = ("ltec", "demo2", "texm2")


def run_elsewhere(root: Path, path: Path, python: str, **environment: str) -> str:
    """Return the digest of a run in a process of its own."""
    command = [python, "-m", "tests.replay.play", str(path), "3", str(BEATS)]
    done = subprocess.run(
        command, cwd=root, env=os.environ | environment, capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout.strip()


@pytest.mark.games
@pytest.mark.parametrize("game", GAMES)
def test_run_is_the_same_in_another_process_and_with_another_hash_seed(root: Path, games: Path, game: str) -> None:
    path = games / f"{game}.zip"
    here = digest_of_run(path, 3, BEATS)
    assert run_elsewhere(root, path, sys.executable, PYTHONHASHSEED="1") == here
    assert run_elsewhere(root, path, sys.executable, PYTHONHASHSEED="77") == here


def other_python() -> str | None:
    """Return the Python that AGI_EMU_OTHER_PYTHON names; `setup.py build_ext --inplace` built the core for it here."""
    named = os.environ.get("AGI_EMU_OTHER_PYTHON")
    return shutil.which(named) if named else None


@pytest.mark.games
def test_run_is_the_same_on_another_python(root: Path, games: Path) -> None:
    python = other_python()
    if python is None:
        pytest.skip("AGI_EMU_OTHER_PYTHON names no other Python for which the core was built here")
    path = games / "ltec.zip"
    assert run_elsewhere(root, path, python) == digest_of_run(path, 3, BEATS)
