"""Who wrote a value last is checked against brute force: the states of all cycles, compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.data import demo_path
from benchmarks.trials.last_writers import check


@pytest.mark.slow
def test_the_last_writers_of_the_demo_are_right() -> None:
    asked, wrong = check(demo_path(), cycles=100, questions=30)
    assert wrong == []
    assert asked > 500


@pytest.mark.slow
@pytest.mark.parametrize("name", ["kq4dem", "enclos"])
def test_the_last_writers_of_games_are_right(games: Path, name: str) -> None:
    asked, wrong = check(games / f"{name}.zip", cycles=100, questions=30)
    assert wrong == []
    assert asked > 100
