"""A first play that is killed at any moment is not forgotten."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from agi_emu.cli.shelf import choice_of
from agi_emu.keeping.shelf.register import read_register

PLAYS, AT_ONCE = 50, 10
SECONDS = (1.0, 3.0)
"""After the game's first words."""


def killed(game: Path, home: Path, seconds: float) -> None:
    """Play a game for a while after its first words, and kill it."""
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    environment |= {f"XDG_{kind}_HOME": str(home / kind) for kind in ("CONFIG", "DATA", "CACHE")}
    play = subprocess.Popen(
        [sys.executable, "-m", "agi_emu", "run", str(game), "--text"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert play.stdout is not None
    with play.stdout:
        assert play.stdout.readline()
        time.sleep(seconds)
        play.kill()
    play.wait()


@pytest.mark.slow
def test_every_play_that_was_killed_is_on_the_shelf_and_continues(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = random.Random(33)
    waits = [moments.uniform(*SECONDS) for _ in range(PLAYS)]
    homes = [tmp_path / f"home-{number}" for number in range(PLAYS)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(lambda at: killed(game, homes[at], waits[at]), range(PLAYS)))
    lost = []
    for home, seconds in zip(homes, waits, strict=True):
        for kind in ("CONFIG", "DATA", "CACHE"):
            monkeypatch.setenv(f"XDG_{kind}_HOME", str(home / kind))
        if choice_of(None, resume=True) != game or [Path(each) for each in read_register().played] != [game]:
            lost.append((seconds, json.dumps([str(each) for each in home.rglob("*")])))
    assert lost == []
