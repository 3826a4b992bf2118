"""``agi-emu accuracy`` over ground truth of the test's own: recordings of ours, tables of a few rows."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

SCRIPT = "cycle 3: key right\ncycle 8: text look\n"
CYCLES = 30


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, ["accuracy", "-q", *map(str, arguments)])


@pytest.fixture
def golden(build_game: GameBuilder, tmp_path: Path) -> Path:
    """A folder with two recorded runs of the meadow and tables without games."""
    folder = tmp_path / "golden"
    source = build_game(**meadow.sources())  # type: ignore[arg-type]
    lines = []
    for kind, name in (("tour", "meadow"), ("synth", "meadow_001")):
        place = folder / "traces" / kind / name
        place.mkdir(parents=True)
        (place / "input.script").write_text(SCRIPT)
        arguments = [
            *("trace", str(source), "--script", str(place / "input.script"), "--cycles", str(CYCLES)),
            *("-o", str(place / "trace.jsonl.gz")),
        ]
        assert CliRunner().invoke(cli.verbs, arguments).exit_code == 0
        lines.append(
            {
                "kind": kind,
                "game": name,
                "path": f"traces/{kind}/{name}",
                "interpreter": "2.936",
                "seed": 4660,
                "cycles": CYCLES,
                "end": "done",
            }
        )
    (folder / "index.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "data").mkdir()
    (folder / "data" / "arith.json").write_text(json.dumps([["increment", 255, None, 255], ["addn", 250, 10, 4]]))
    table = {
        "seed 0x0001": [[50, 31822], [92, 11127]],
        "seed 0": {"clock_read": [74565], "value": 197, "seed_after": 1986},
        "random(lo,hi) from seed 0x1234": [[1, 10, [3, 1, 2]]],
    }
    (folder / "data" / "random.json").write_text(json.dumps(table))
    return folder


@pytest.fixture
def games(golden: Path, tmp_path: Path) -> Path:
    """The folder of games: both runs are of the same."""
    folder = tmp_path / "games"
    folder.mkdir()
    for name in ("meadow", "meadow_001"):
        (folder / f"{name}.zip").symlink_to(tmp_path / "game1")
    return folder


def change(golden: Path, cycle: int) -> None:
    """Give the recorded tour another random seed in one cycle."""
    path = golden / "traces" / "tour" / "meadow" / "trace.jsonl.gz"
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    lines[cycle + 1]["rng"] = 1
    path.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))


def test_everything_equal(golden: Path, games: Path) -> None:
    result = invoke("--golden", golden, "--games", games, "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "arith            2 of        2 values equal",
        "random           6 of        6 values equal",
        "tour            31 of       31 cycles equal, 1 of 1 runs to the end",
        "synth           31 of       31 cycles equal, 1 of 1 runs to the end",
        "all             62 of       62 cycles equal, 2 of 2 runs to the end",
    ]


def test_what_differs_is_counted_and_named(golden: Path, games: Path, tmp_path: Path) -> None:
    change(golden, 12)
    (golden / "data" / "arith.json").write_text(json.dumps([["addn", 250, 10, 5]]))
    page = tmp_path / "accuracy.md"
    result = invoke("--golden", golden, "--games", games, "--jobs", 1, "--write", page)
    assert result.exit_code == 1
    assert "arith            0 of        1 values equal" in result.stdout
    assert "tour            30 of       31 cycles equal, 0 of 1 runs to the end" in result.stdout
    assert "cycles that differ, by field: rng 1" in result.stdout
    assert "arith: addn 250 10: 4, recorded 5" in result.stdout
    assert "tour/meadow: rng: cycle 12, room 1: random seed: 4660, expected 1" in result.stdout
    text = page.read_text()
    assert "| arith | edge values of arithmetic | 0 | 1 | 0 |" in text
    assert "| tour | 0 of 1 | 31 | 30 | 12 |  |" in text
    assert "| `rng` | random seed | 30 | all | 61 |" in text
    assert "- tour/meadow: rng: cycle 12" in text
    assert "| synth/meadow_001 | 2.936 | 31 | 31 | equal |" in text


def test_only_one_kind_as_json(golden: Path, games: Path) -> None:
    result = invoke("--golden", golden, "--games", games, "--only", "tour", "--jobs", 1, "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert data["exact"] is True
    assert data["tables"] == []
    assert [run["name"] for run in data["runs"]] == ["tour/meadow"]
    assert data["totals"][0]["fields"]["vis"] == 31


def test_the_number_of_processes_changes_nothing(golden: Path, games: Path) -> None:
    change(golden, 5)
    arguments = ("--golden", golden, "--games", games, "--json")
    assert invoke(*arguments, "--jobs", 2).stdout == invoke(*arguments, "--jobs", 1).stdout


def test_a_folder_without_recordings_is_told(tmp_path: Path) -> None:
    result = invoke("--golden", tmp_path)
    assert result.exit_code == 3
    assert "holds neither index.jsonl nor a table" in result.stderr


def test_without_a_folder_the_environment_is_asked(tmp_path: Path) -> None:
    result = CliRunner(env={"AGI_EMU_SHARED": str(tmp_path / "none")}).invoke(cli.verbs, ["accuracy"])
    assert result.exit_code == 2
    assert "AGI_EMU_SHARED" in result.stderr


def test_a_damaged_table_is_named(golden: Path, games: Path) -> None:
    (golden / "data" / "random.json").write_text("{")
    result = invoke("--golden", golden, "--games", games, "--only", "random")
    assert result.exit_code == 3
    assert "random.json" in result.stderr
