"""``agi-emu compare`` with many recordings: which are chosen, what is printed and written, also after a signal."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.authoring.project_writing import new_project
from agi_emu.facts.errors import ExitCode
from agi_emu.host_files.drafts import write_files
from agi_emu.machine.machine import Machine
from agi_emu.recording.recording import Recording
from agi_emu.resources.game import open_game
from tests.dask_cluster import dask_cluster
from tests.own_games import meadow
from tests.own_games.building import GameBuilder
from tests.replay.recorded import keys, record

MANY = 300


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, ["compare", *map(str, arguments)])


@pytest.fixture
def folder(game: Path, tmp_path: Path) -> Path:
    """Four recordings in a folder and one below it."""
    made = tmp_path / "recordings"
    (made / "deep").mkdir(parents=True)
    for number, name in enumerate(("a", "b", "c", "deep/d", "deep/e")):
        script = keys(b0="right", b30="down")
        record(Machine(open_game(game), seed=number), script, 90, path=made / f"{name}.agirec")
    return made


def game_of(folder: Path) -> Path:
    """Return the game with which the recordings were made."""
    return (folder / Recording.load(folder / "a.agirec").head.path).resolve()


def test_a_folder_is_all_its_recordings(folder: Path) -> None:
    result = invoke(folder)
    assert result.exit_code == ExitCode.GOOD, result.output
    lines = result.stdout.splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == [str(path) for path in sorted(folder.rglob("*.agirec"))]
    assert lines[-1].startswith("5 equal in ")


def test_filters_and_shares(folder: Path) -> None:
    assert "2 equal in" in invoke(folder, "--filter", "deep").stdout
    assert invoke(folder, "--filter", "deep", "--filter", "/e.").stdout.count("are equal") == 1
    assert "--filter: no recording matches nowhere" in invoke(folder, "--filter", "nowhere").stderr
    names = []
    for number in (1, 2, 3):
        result = invoke(folder, "--shard", f"{number}/3", "--json")
        assert result.exit_code == ExitCode.GOOD
        names += [json.loads(line)["recording"] for line in result.stdout.splitlines()]
    assert sorted(names) == sorted(str(path) for path in folder.rglob("*.agirec"))
    for wrong in ("0/3", "4/3", "3", "a/b"):
        assert invoke(folder, "--shard", wrong).exit_code == ExitCode.WRONG_USE


def test_what_leads_to_nothing_is_wrong_use(folder: Path, tmp_path: Path) -> None:
    for wrong in (tmp_path / "absent.agirec", f"{tmp_path}/*.none"):
        result = invoke(folder, wrong)
        assert result.exit_code == ExitCode.WRONG_USE
        assert str(wrong) in result.stderr


def test_the_exit_code_is_that_of_the_worst(folder: Path, other: Path, tmp_path: Path) -> None:
    junit = tmp_path / "out.xml"
    assert invoke(folder, "--game", other).exit_code == ExitCode.DIFFERENCE
    (folder / "b.agirec").write_text("agirec 3\nno recording\n")
    result = invoke(folder, "--game", other, "--junit", junit)
    assert result.exit_code == ExitCode.UNREADABLE
    assert f"{folder}/b.agirec, line 2" in result.stderr
    assert result.stdout.count(" differs in ") == 4, "one bad recording costs no other"
    assert "4 different, 1 failed in" in result.stdout
    assert "  4 recordings: picture 1 (state; first at tick 1)" in result.stdout
    suite = ElementTree.parse(junit).getroot()
    assert [suite.get(each) for each in ("tests", "failures", "errors")] == ["5", "4", "1"]


def test_only_what_failed_is_checked_again(folder: Path, game: Path) -> None:
    good = (folder / "b.agirec").read_text()
    (folder / "b.agirec").write_text("agirec 3\nno recording\n")
    assert invoke(folder).exit_code == ExitCode.UNREADABLE
    (folder / "b.agirec").write_text(good)
    result = invoke(folder, "--last-failed")
    assert result.exit_code == ExitCode.GOOD
    assert result.stdout.count("are equal") == 1
    again = invoke(folder, "--last-failed")
    assert again.stdout.startswith("nothing to check in ")
    assert again.exit_code == ExitCode.GOOD


def test_resuming_takes_what_is_known(folder: Path, other: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = invoke(folder, "--game", other, "--jobs", 1)
    assert first.exit_code == ExitCode.DIFFERENCE

    def fails(*_: object) -> None:
        raise AssertionError("nothing was to be played")

    monkeypatch.setattr("agi_emu.recording.comparing.recording_file.compare_with_game", fails)
    again = invoke(folder, "--game", other, "--resume", "--jobs", 1)
    assert again.exit_code == ExitCode.DIFFERENCE
    assert again.stdout.splitlines()[:-2] == first.stdout.splitlines()[:-2]
    assert again.stdout.splitlines()[-2].endswith(", 5 of them known from before")
    assert invoke(folder, "--game", other, "--jobs", 1).exit_code == ExitCode.UNREADABLE


def test_sources_make_no_difference_to_what_is_known_but_to_the_lines_of_errors(
    folder: Path, other: Path, tmp_path: Path, build_game: GameBuilder
) -> None:
    write_files(tmp_path / "sources", new_project("empty", "meadow"))
    named = ("--resume", "--jobs", 1, "--sources", tmp_path / "sources")
    invoke(folder, "--game", other, "--jobs", 1)
    assert ", 5 of them known from before" in invoke(folder, "--game", other, *named).stdout
    raising = "if (v60 == 0) { v60 = 1; sound(7, f100); }\n" + meadow.LOGIC
    loud = build_game(**meadow.sources() | {"logics": {0: raising, 1: meadow.MEADOW}})  # type: ignore[arg-type]
    invoke(folder, "--game", loud, "--jobs", 1)
    assert "known from before" not in invoke(folder, "--game", loud, *named).stdout
    assert ", 5 of them known from before" in invoke(folder, "--game", loud, *named).stdout


def test_a_group_of_several_resources_may_be_separated(folder: Path, build_game: GameBuilder) -> None:
    logics = {0: meadow.LOGIC, 1: "v60 = 1;\n" + meadow.MEADOW}
    game = build_game(**meadow.sources() | {"logics": logics, "pictures": {1: meadow.PICTURE + "\ncolor 1"}})  # type: ignore[arg-type]
    hint = "--last-failed --bisect separates them"
    assert hint in invoke(folder, "--game", game, "--jobs", 1).stderr
    bisected = invoke(folder, "--game", game, "--jobs", 1, "--bisect", "--reference", game_of(folder))
    assert hint not in bisected.stderr


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_what_processes_give(folder: Path, other: Path, tmp_path: Path) -> None:
    (folder / "b.agirec").write_text("agirec 3\nno recording\n")
    junit, report = tmp_path / "out.xml", tmp_path / "report"
    here = invoke(folder, "--game", other, "--bisect", "--reference", game_of(folder))
    with dask_cluster(1) as address:
        options = ("--cluster", address, "--junit", junit, "--report", report)
        there = invoke(folder, "--game", other, "--bisect", "--reference", game_of(folder), *options)
        again = invoke(folder, "--game", other, "--bisect", "--reference", game_of(folder), *options, "--resume")
    assert there.exit_code == here.exit_code == ExitCode.UNREADABLE, there.output
    assert there.stdout.splitlines()[:-3] == here.stdout.splitlines()[:-3]
    assert there.stdout.splitlines()[-2:] == here.stdout.splitlines()[-2:]
    assert ", 4 of them known from before" in again.stdout
    suite = ElementTree.parse(junit).getroot()
    assert [suite.get(each) for each in ("tests", "failures", "errors")] == ["5", "4", "1"]
    assert "4 of 5 recordings differ" in (report / "index.html").read_text()


def test_contradictions_are_refused_before_anything_is_done(folder: Path, tmp_path: Path) -> None:
    cluster = ("--cluster", "tcp://127.0.0.1:1")
    both = invoke(folder, *cluster, "--jobs", 2)
    assert both.exit_code == ExitCode.WRONG_USE
    assert "--jobs is for this computer" in both.stderr
    for options in (("--against", folder / "a.agirec"), ("--accept", "--reason", "x")):
        assert "need the files here" in invoke(folder, *cluster, *options).stderr
    (tmp_path / "out.xml").write_text("my notes")
    assert "is not a JUnit report" in invoke(folder, "--junit", tmp_path / "out.xml").stderr


def test_without_dask_a_sentence_says_what_to_install(folder: Path) -> None:
    program = (
        "import sys\nsys.modules['distributed'] = None\nfrom agi_emu.cli import verbs\n"
        f"verbs(['compare', {str(folder)!r}, '--cluster', 'tcp://127.0.0.1:1'])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.returncode == ExitCode.HOST_LACKS
    assert run.stderr == "agi-emu: a cluster needs Dask: pip install bokeh dask distributed\n"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_signal_leaves_junit_and_report(folder: Path, tmp_path: Path, jobs: int) -> None:
    for number in range(MANY):
        (folder / f"copy{number}.agirec").write_bytes((folder / "a.agirec").read_bytes())
    junit, report = tmp_path / "out.xml", tmp_path / "report"
    command = [sys.executable, "-m", "agi_emu", "compare", str(folder), "--jobs", str(jobs)]
    command += ["--junit", str(junit), "--report", str(report)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert "are equal" in program.stdout.readline()
        program.send_signal(signal.SIGTERM)
        out, errors = program.communicate()
    assert program.returncode == 128 + signal.SIGTERM
    assert "Traceback" not in errors
    suite = ElementTree.parse(junit).getroot()
    assert int(suite.get("tests", "")) == MANY + 5
    assert 0 < int(suite.get("skipped", "")) < MANY + 5
    assert "not checked in" in out
    assert (report / "index.html").is_file()


def test_two_recordings_name_what_their_heads_do_not_share(folder: Path) -> None:
    lines = invoke(folder / "a.agirec", "--against", folder / "b.agirec").stdout.splitlines()
    assert "  seed: one has 0, the other 1" in lines
    other = folder / "c.agirec"
    text = other.read_text()
    other.write_text(text.replace("budget smooth", "budget 500").replace(" survive-crashes", ""))
    lines = invoke(folder / "a.agirec", "--against", other).stdout.splitlines()
    assert "  budget: one has smooth, the other 500" in lines
    assert any(line.startswith("  mercies: one has ") for line in lines)
