"""The recordings and tables of other interpreters than 2.917 and 2.936 (golden README, "2.440 and 3.002.098")."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.resources import open_game
from tests.accuracy import tables
from tests.accuracy.ground_truth import TABLES, GroundTruth
from tests.accuracy.runs import check_run

pytestmark = [pytest.mark.golden, pytest.mark.games]

INTERPRETERS = ("2.440", "3.002.098")
LARGEST_TABLE = ("2.440", "views")


@pytest.fixture(scope="module")
def versions(shared: Path, games: Path) -> GroundTruth:
    """The recordings of other interpreters."""
    folder = shared / "golden-versions"
    if not folder.is_dir():
        pytest.skip(f"{folder} is absent: no recordings of other interpreters")
    return GroundTruth(folder, games)


@pytest.mark.parametrize("kind", ["tour", "fuzz", "synth", "saves"])
@pytest.mark.parametrize("interpreter", INTERPRETERS)
def test_runs_are_those_of_the_original(versions: GroundTruth, interpreter: str, kind: str) -> None:
    runs = [run for run in versions.runs() if (run.interpreter, run.kind) == (interpreter, kind)]
    # Every second one, and all with a machine of their own: `make accuracy` compares them all.
    chosen = [run for run in runs if run in runs[::2] or "-pcjr" in run.name or "-tandy" in run.name]
    scores = [check_run(versions.game_of(run), run) for run in chosen]
    assert [f"{score.name}: {score.first}" for score in scores if not score.is_equal] == []
    assert {score.interpreter for score in scores} == {interpreter}
    assert all(score.machine == score.name.rpartition("-")[2] for score in scores if score.machine != "pc")


@pytest.mark.parametrize(
    ("interpreter", "table"),
    [
        pytest.param(name, table, marks=[pytest.mark.slow] if (name, table) == LARGEST_TABLE else ())
        for name in INTERPRETERS
        for table in TABLES
    ],
)
def test_tables_are_those_of_the_original(versions: GroundTruth, interpreter: str, table: str) -> None:
    if interpreter not in versions.interpreters(table):
        pytest.skip(f"there is no table of {table} of {interpreter}")
    groups = versions.groups(table, interpreter)
    scores = [
        tables.check(versions.game(game), table, game, rows, interpreter=interpreter) for game, rows in groups.items()
    ]
    assert [words for score in scores for words in score.different] == []
    assert sum(score.equal for score in scores) > 200


def test_texts_and_tables_of_the_program_are_those_of_its_own_file(games: Path) -> None:
    # reference: CMD-30: AGIDATA.OVL as games bring it
    seen = set()
    for archive in sorted(games.glob("*.zip")):
        game = open_game(archive)
        data, profile = game.files.get("agidata.ovl"), game.profile
        if data is None or f"Version {profile.name}".encode() not in data or archive.stem == "agi256":
            continue  # agi256's interpreter is changed: it has another routine for action 170
        seen.add(profile.name)
        for offset, content in profile.memory_texts:
            if content and offset + len(content) < len(data):
                assert data[offset : offset + len(content) + 1] == content + b"\0", (archive.name, offset)
    assert seen >= {"2.425", "2.915", "2.917", "2.936", "3.002.102"}
