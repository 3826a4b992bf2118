"""The examples in `examples/` run: short forms of what ``make lab`` runs at length."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="the extra agi-emu[gym] is not installed")

MOST_LINES = 150


def run(root: Path, name: str, *arguments: object) -> str:
    command = [sys.executable, str(root / "examples" / name), *map(str, arguments)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_go_explore_wins_points_in_the_demo_game(root: Path) -> None:
    found = re.search(r"(\d+) rooms, best score (\d+):", run(root, "go_explore.py", "--steps", 60_000))
    assert found
    assert (int(found[1]) > 2, int(found[2]) > 1) == (True, True)


@pytest.mark.games
def test_go_explore_wins_points_in_a_game_of_others(root: Path, games: Path) -> None:
    found = re.search(r"best score (\d+):", run(root, "go_explore.py", games / "herbao.zip", "--steps", 3_000))
    assert found
    assert int(found[1]) > 0


@pytest.mark.slow
def test_a_text_agent_learns_what_wins_points(root: Path) -> None:
    averages = re.findall(r"play \d+: (\S+) points on average", run(root, "text_agent.py", "--plays", 50, "--seed", 2))
    assert len(averages) == 10
    first, second = (sum(map(float, half)) for half in (averages[:5], averages[5:]))
    assert second > max(first, 2.5)


def test_examples_are_short(root: Path) -> None:
    lengths = {path.name: len(path.read_text().splitlines()) for path in (root / "examples").glob("*.py")}
    assert len(lengths) == 2
    assert max(lengths.values()) < MOST_LINES
