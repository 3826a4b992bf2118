"""``agi-emu coverage``: table, files, merging, limits, wrong inputs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.coverage.reached import Coverage
from agi_emu.data import demo_path, demo_sources
from tests.own_games.building import GameBuilder

LOGIC = """
if (v0 == 0) { new.room(1); }
v50 += 1;
if (v50 == 20) { v51 = 1; }
if (said("look")) { print("A lamp & <more>."); }
call.v(v0);
return();
"""


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, ["coverage", *map(str, arguments)])


@pytest.fixture
def game(build_game: GameBuilder) -> Path:
    return build_game({0: LOGIC, 1: "return();"})


def record(game: Path, path: Path, ticks: int) -> Path:
    result = CliRunner().invoke(
        cli.verbs, ["run", str(game), "--headless", "--ticks", str(ticks), "--record", str(path), "--autosave", "0"]
    )
    assert result.exit_code == 0, result.output
    return path


@pytest.fixture
def short(game: Path, tmp_path: Path) -> Path:
    return record(game, tmp_path / "short.agirec", 6)


@pytest.fixture
def long(game: Path, tmp_path: Path) -> Path:
    return record(game, tmp_path / "long.agirec", 200)


def test_the_table_counts_all_recordings_together(game: Path, short: Path, long: Path) -> None:
    result = invoke(game, short, long, "-q")
    assert result.exit_code == 0, result.output
    rows = {line.split()[0]: line.split()[1:] for line in result.stdout.splitlines()[1:]}
    assert rows["logics"] == ["2", "2", "100.0"]
    assert rows["instructions"] == ["9", "10", "90.0"]
    assert rows["branches"] == ["5", "6", "83.3"]
    assert rows["messages"] == ["0", "1", "0.0"]


def test_files_that_were_kept_are_merged(game: Path, short: Path, long: Path, tmp_path: Path) -> None:
    kept = [tmp_path / "short.agicov", tmp_path / "long.agicov", tmp_path / "both.agicov"]
    for recordings, file in zip(([short], [long], [short, long]), kept, strict=True):
        assert invoke(game, *recordings, "-o", file, "-q").exit_code == 0
    assert Coverage.load(kept[0]) | Coverage.load(kept[1]) == Coverage.load(kept[2])
    merged, whole = invoke(game, kept[0], kept[1], "--json"), invoke(game, short, long, "--json")
    assert merged.stdout == whole.stdout
    assert json.loads(whole.stdout)["counts"]["rooms"] == {"reached": 1, "total": 1}


def test_the_page_escapes_what_the_game_says(game: Path, long: Path, tmp_path: Path) -> None:
    page = tmp_path / "coverage.html"
    assert invoke(game, long, "-o", page, "-q").exit_code == 0
    text = page.read_text()
    assert "A lamp &amp; &lt;more&gt;." in text
    assert '<tr class="missed">' in text
    # A page of an earlier call is replaced, another file is not.
    assert invoke(game, long, "-o", page, "-q").exit_code == 0
    page.write_text("mine")
    assert invoke(game, long, "-o", page, "-q").exit_code == 2
    assert page.read_text() == "mine"


def test_rooms_that_miss_their_pace_are_named(build_game: GameBuilder, tmp_path: Path) -> None:
    count = "v10 = 1; v90 = 0; :again v90++; v91++; v92++; v93++; if (v90 < 200) { goto(again); } return();"
    game, page = build_game({0: count}), tmp_path / "page.html"
    result = invoke(game, record(game, tmp_path / "slow.agirec", 30), "-o", page)
    told = "room 0 misses its pace on a PC 4.77 MHz"
    assert told in result.stdout
    assert told in page.read_text()


@pytest.mark.parametrize(("limit", "code"), [(90, 0), (91, 1)])
def test_too_little_is_exit_code_1(game: Path, long: Path, limit: int, code: int) -> None:
    assert invoke(game, long, "--fail-under", limit).exit_code == code


def test_lcov_needs_sources(game: Path, long: Path, tmp_path: Path) -> None:
    result = invoke(game, long, "-o", tmp_path / "lcov.info")
    assert result.exit_code == 2
    assert "--sources" in result.stderr


def test_other_files_are_refused(game: Path, long: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.agicov"
    wrong.write_text("{}")
    result = invoke(game, wrong)
    assert result.exit_code == 3
    assert "is not a coverage file" in result.stderr
    assert invoke(game, long, "-o", tmp_path / "coverage.txt").exit_code == 2


def test_a_changed_logic_is_told(game: Path, long: Path, build_game: GameBuilder, tmp_path: Path) -> None:
    kept = tmp_path / "kept.agicov"
    invoke(game, long, "-o", kept, "-q")
    changed = build_game({0: "v9 = 1;" + LOGIC, 1: "return();"})
    result = invoke(changed, kept)
    assert result.exit_code == 0
    assert "logic 0 has changed" in result.stderr


def test_comparing_collects_the_same(game: Path, short: Path, long: Path, tmp_path: Path) -> None:
    alone, compared = tmp_path / "alone.agicov", tmp_path / "compared.agicov"
    table = invoke(game, short, long, "-o", alone, "-q").stdout
    for options in (["--jobs", "2"], ["--resume", "--json"], ["--fail-under", "99"]):
        words = ["compare", str(short), str(long), "-q", "--coverage", str(compared), *options]
        result = CliRunner().invoke(cli.verbs, words)
        assert result.exit_code == (1 if "99" in options else 0), result.output
        assert compared.read_bytes() == alone.read_bytes()
        assert result.stdout.endswith(table) or "--json" in options
        assert '"coverage"' not in result.stdout


def test_lines_of_sources_need_the_sources_when_comparing(short: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(cli.verbs, ["compare", str(short), "--coverage", str(tmp_path / "lcov.info")])
    assert result.exit_code == 2
    assert "--sources" in result.stderr


@pytest.mark.slow
def test_comparing_writes_the_same_lines_of_sources(root: Path, tmp_path: Path) -> None:
    recording = root / "tests" / "replay" / "the-last-lamp.agirec"
    sources = ("--sources", demo_sources())
    alone, compared = tmp_path / "alone.info", tmp_path / "compared.info"
    assert invoke(demo_path(), recording, *sources, "-o", alone, "-q").exit_code == 0
    assert "SF:" in alone.read_text()
    words = ["compare", recording, "-q", *sources, "--coverage", compared]
    assert CliRunner().invoke(cli.verbs, [*map(str, words)]).exit_code == 0
    assert compared.read_bytes() == alone.read_bytes()
