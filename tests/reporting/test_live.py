"""Reports that play both games: what is in them, and what they refuse; the runtime's large files are stand-ins."""

from __future__ import annotations

import json
import re
from contextlib import chdir
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from agi_emu import cli
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.resources.game import open_game
from tests.replay.recorded import record
from tests.reporting.changed_demo import BEATS, SCRIPT, ChangedDemo, write_orphan
from tests.web.test_exporting import make_runtime


@pytest.fixture(scope="module")
def runtime(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_runtime(root, tmp_path_factory.mktemp("runtime"), version("agi-emu"))


def compare(demo: ChangedDemo, *words: str | Path, code: int) -> str:
    """Compare the recording that differs and the one that does not; return what is printed."""
    with chdir(demo.quay.parent):
        result = CliRunner().invoke(cli.verbs, ["compare", "quay.agirec", "title.agirec", *map(str, words)])
    assert result.exit_code == code, result.output
    return result.output


def cases_of(page: Path) -> dict[str, Any]:
    """Return what a live page knows of its recordings."""
    found = re.search(r'id="config">(.*?)</script>', page.read_text())
    assert found
    cases: dict[str, Any] = json.loads(found[1])["cases"]
    return cases


def test_a_report_is_static_unless_asked(failing_report: Path) -> None:
    page = failing_report.read_text()
    assert 'class="live' not in page
    assert "worker-src" not in page


def test_what_differs_can_be_played(changed_demo: ChangedDemo, runtime: Path, tmp_path: Path) -> None:
    compare(changed_demo, "--game", "changed", "--report", tmp_path, "--live", "--runtime", runtime, code=1)
    ((slug, case),) = cases_of(tmp_path / "live.html").items()
    assert (case["title"], set(case["sides"])) == ("quay.agirec", {"expected", "actual"})
    assert case["sides"]["expected"]["game"] != case["sides"]["actual"]["game"]
    assert [13, 13, ["sound"]] in case["spans"]
    page = (tmp_path / f"{slug}.html").read_text()
    assert f'data-page="live.html" data-case="{slug}" data-tick="13"' in page
    assert page.count("Play from here") == page.count('<article class="moment"') > 1
    (equal,) = (each for each in tmp_path.glob("title-*.html"))
    assert 'class="live' not in equal.read_text()


def test_without_the_recorded_game_the_actual_one_can_be_played(
    changed_demo: ChangedDemo, runtime: Path, tmp_path: Path
) -> None:
    recording = tmp_path / "quay.agirec"
    write_orphan(changed_demo, recording)
    command = ["compare", recording, "--game", changed_demo.game, "--report", tmp_path / "report", "--live"]
    result = CliRunner().invoke(cli.verbs, [*map(str, command), "--runtime", str(runtime)])
    assert result.exit_code == 1, result.output
    (case,) = cases_of(tmp_path / "report" / "live.html").values()
    assert set(case["sides"]) == {"actual"}
    assert case["spans"]


def test_two_recordings_are_played_with_the_games_that_they_are_of(
    changed_demo: ChangedDemo, runtime: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.agirec"
    settings = Settings(machine="pcjr", seed=1)
    record(Machine(open_game(changed_demo.game), settings=settings), SCRIPT, BEATS, path=other)
    compare(changed_demo, "--against", other, "--report", tmp_path / "r", "--live", "--runtime", runtime, code=1)
    sides = next(iter(cases_of(tmp_path / "r" / "live.html").values()))["sides"]
    assert sides["expected"]["recording"] != sides["actual"]["recording"]


def test_one_file_holds_the_player_too(changed_demo: ChangedDemo, runtime: Path, tmp_path: Path) -> None:
    words = ("--report", tmp_path, "--single-file", "--live", "--runtime", runtime)
    compare(changed_demo, "--game", "changed", *words, code=1)
    assert {path.name for path in tmp_path.iterdir()} == {"index.html"}
    page = (tmp_path / "index.html").read_text()
    assert '<script type="application/octet-stream" id="live">' in page
    assert "frame-src blob:" in page


def test_nothing_to_play_makes_no_player(changed_demo: ChangedDemo, runtime: Path, tmp_path: Path) -> None:
    compare(changed_demo, "--report", tmp_path, "--live", "--runtime", runtime, code=0)
    assert not (tmp_path / "live.html").exists()


def test_a_missing_runtime_is_said_before_anything_is_compared(
    changed_demo: ChangedDemo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    said = compare(changed_demo, "--report", tmp_path / "report", "--live", code=4)
    assert "make web builds the wheel agi-emu-web" in said
    assert "ticks are equal" not in said
    assert not (tmp_path / "report").exists()


@pytest.mark.parametrize(("words", "said"), [(["--live"], "--live needs --report"), (["--runtime", "."], "--runtime")])
def test_options_that_lack_another_are_refused(changed_demo: ChangedDemo, words: list[str], said: str) -> None:
    assert said in compare(changed_demo, *words, code=2)
