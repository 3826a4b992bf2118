"""``agi-emu farm``: tables, files, what is kept, what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.cli.exits import ExitCode
from agi_emu.coverage.reached import Coverage
from agi_emu.data import demo_path, demo_sources
from agi_emu.lab.monkey import play
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.resources.game import open_game
from tests.own_games import meadow
from tests.own_games.building import GameBuilder
from tests.replay.recorded import keys, record

LIBRARY = "the extra agi-emu[farm] is not installed"


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, ["farm", *map(str, arguments)])


@pytest.fixture
def game(build_game: GameBuilder) -> Path:
    return build_game(**meadow.sources())  # type: ignore[arg-type]


@pytest.fixture
def other(build_game: GameBuilder) -> Path:
    sources = meadow.sources() | {"pictures": {1: meadow.PICTURE.replace("color 10", "color 11")}}
    return build_game(**sources)  # type: ignore[arg-type]


@pytest.fixture
def folder(game: Path, tmp_path: Path) -> Path:
    made = tmp_path / "recordings"
    made.mkdir()
    for number in range(8):
        script = keys(b0="right", b30="down")
        record(Machine(open_game(game), seed=number), script, 90, path=made / f"{number}.agirec")
    (made / "5.agirec").write_text("agirec 3\nno recording\n")
    return made


@pytest.mark.filterwarnings("ignore")
def test_the_table_the_files_and_what_is_kept(folder: Path, other: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason=LIBRARY)
    junit, report = tmp_path / "out.xml", tmp_path / "report"
    result = invoke("compare", folder, "--game", other, "--jobs", 2, "--junit", junit, "--report", report)
    assert result.exit_code == ExitCode.UNREADABLE, result.output
    assert result.stdout.splitlines() == [
        "recordings  status         cause",
        f"         1  failed         {folder}/5.agirec, line 2: 'no' is not a keyword of recordings",
        "         7  different      picture 1 (state; first at tick 1)",
    ]
    assert "dashboard: http://" in result.stderr
    suite = ElementTree.parse(junit).getroot()
    assert [suite.get(each) for each in ("name", "tests", "failures", "errors")] == [
        *("agi-emu farm compare", "8", "7", "1")
    ]
    assert "7 of 8 recordings differ" in (report / "index.html").read_text()
    again = invoke("compare", folder, "--game", other, "--jobs", 1, "--json")
    records = [json.loads(line) for line in again.stdout.splitlines()]
    assert sorted(each["status"] for each in records) == ["different"] * 7 + ["failed"]
    plain = CliRunner().invoke(cli.verbs, ["compare", str(folder), "--game", str(other), "--json", "--resume"])
    by_name = {each["recording"]: each for each in map(json.loads, plain.stdout.splitlines())}
    for each in records:
        assert {**each, "seconds": 0} == {**by_name[each["recording"]], "seconds": 0}


@pytest.mark.filterwarnings("ignore")
def test_what_plays_reach_is_written(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason=LIBRARY)
    kept, lines = tmp_path / "kept.agicov", tmp_path / "lines.info"
    files = ("--coverage", kept, "--coverage", lines, "--sources", demo_sources())
    result = invoke("monkey", demo_path(), "--seeds", "0:3", "--cycles", 100, "--jobs", 1, *files)
    assert result.exit_code == ExitCode.GOOD, result.output
    assert "instructions " in result.stdout
    assert "SF:" in lines.read_text()
    # What is kept from before counts, too.
    again = invoke("monkey", demo_path(), "--seeds", "0:3", "--cycles", 100, "--jobs", 1, *files)
    assert "3 of them known from before" in again.stderr
    assert again.stdout == result.stdout
    rooms = {room for seed in range(3) for room in play(open_game(demo_path()), seed, 100, Settings()).rooms}
    assert Coverage.load(kept).named["rooms"] == rooms - {0}


def test_contradictions_are_refused_before_anything_is_done(folder: Path, tmp_path: Path) -> None:
    both = invoke("compare", folder, "--cluster", "tcp://127.0.0.1:1", "--jobs", 2)
    assert both.exit_code == ExitCode.WRONG_USE
    assert "--jobs is for workers here" in both.stderr
    two = invoke("monkey", demo_path(), demo_path(), "--coverage", tmp_path / "all.html")
    assert two.exit_code == ExitCode.WRONG_USE
    assert "are about one game" in two.stderr
    (tmp_path / "out.xml").write_text("my notes")
    assert "is not a JUnit report" in invoke("compare", folder, "--junit", tmp_path / "out.xml").stderr


def test_without_dask_a_sentence_says_what_to_install(folder: Path) -> None:
    program = (
        "import sys\nsys.modules['distributed'] = None\nfrom agi_emu.cli import verbs\n"
        f"verbs(['farm', 'compare', {str(folder)!r}])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.returncode == ExitCode.HOST_LACKS
    assert run.stderr == "agi-emu: a farm needs Dask: pip install 'agi-emu[farm]'\n"
