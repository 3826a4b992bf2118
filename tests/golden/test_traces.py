"""Recorded runs of the original, cycle by cycle: a fixed part of them, in which every game stands once.

Everything is compared by ``make accuracy``; these few keep what was reached.
"""

from __future__ import annotations

import json
import os
from itertools import cycle
from pathlib import Path

import pytest

from tests.accuracy.ground_truth import GroundTruth, RecordedRun
from tests.accuracy.runs import check_run

pytestmark = [pytest.mark.golden, pytest.mark.games]

SHARED = Path(os.environ.get("AGI_EMU_SHARED") or Path(__file__).parents[3] / "shared")
TURN = ("tour", "synth", "fuzz")
"""Kinds in the order in which games take them; a game without the kind takes the next one."""


def _names() -> list[str]:
    """Return the names of the chosen runs: the kinds by turns over the games, then a save of every sixth game."""
    index = SHARED / "golden" / "index.jsonl"
    if not index.is_file():
        return []
    kinds: dict[str, dict[str, str]] = {}
    saves = []
    for line in map(json.loads, index.read_text().splitlines()):
        name = f"{line['kind']}/{Path(line['path']).name}"
        if line["kind"] == "save":
            saves.append(name.replace("save/", "saves/"))
        else:
            kinds.setdefault(line["game"].split("_")[0], {}).setdefault(line["kind"], name)
    chosen = []
    turns = cycle(TURN)
    for runs in kinds.values():
        kind = next(each for each in turns if each in runs)
        chosen.append(runs[kind])
    return chosen + saves[::6]


NAMES = _names()


@pytest.fixture(scope="module")
def runs(truth: GroundTruth) -> dict[str, RecordedRun]:
    """Every recorded run by name."""
    return {run.name: run for run in truth.runs()}


def test_every_game_is_here_once(golden: Path, runs: dict[str, RecordedRun]) -> None:
    tried = [runs[name].game.split("_")[0] for name in NAMES if not name.startswith("saves/")]
    assert sorted(tried) == sorted({run.game.split("_")[0] for run in runs.values()})
    assert len(tried) == len(set(tried)) > 70


@pytest.mark.parametrize("name", NAMES)
def test_run_is_that_of_the_original(name: str, truth: GroundTruth, runs: dict[str, RecordedRun]) -> None:
    score = check_run(truth.game_of(runs[name]), runs[name])
    assert score.first == ""
    assert score.equal == score.recorded
    assert score.is_equal
    assert score.savegame_is_equal is (True if name.startswith("saves/") else None)
