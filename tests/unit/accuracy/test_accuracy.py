"""`make accuracy` over ground truth of the test's own: recordings of ours, tables of a few rows."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.resources import open_game
from agi_emu.tracing.resource_digests import picture_rows, view_rows
from tests.accuracy import measure, report
from tests.accuracy.accuracy_command import command
from tests.accuracy.ground_truth import RecordedRun
from tests.accuracy.runs import check_run
from tests.accuracy.scores import RunScore
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

SCRIPT = "cycle 3: key right\ncycle 8: text look\n"
CYCLES = 30


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(command, ["-q", *map(str, arguments)])


@pytest.fixture(autouse=True)
def without_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clocks of the shared recordings stay out of the page: tests/golden/test_clocks.py compares them."""
    monkeypatch.setattr(report, "has_clocks", lambda: False)


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
        "2.936      arith            2 of        2 values equal",
        "2.936      random           6 of        6 values equal",
        "2.936      tour            31 of       31 cycles equal, 1 of 1 runs to the end",
        "2.936      synth           31 of       31 cycles equal, 1 of 1 runs to the end",
        "all                        62 of       62 cycles equal, 2 of 2 runs to the end",
    ]


def test_several_folders_are_compared_together(golden: Path, games: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    (other / "data" / "2.440").mkdir(parents=True)
    (other / "data" / "2.440" / "arith.json").write_text(json.dumps([["increment", 255, None, 255]]))
    (other / "data" / "3.002.098").mkdir()
    (other / "data" / "3.002.098" / "arith.json").write_text(json.dumps([["addn", 250, 10, 5]]))
    page = tmp_path / "accuracy.md"
    folders = ("--golden", golden, "--golden", other)
    result = invoke(*folders, "--games", games, "--only", "arith", "--only", "tour", "--jobs", 1, "--write", page)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "2.440      arith            1 of        1 values equal",
        "2.936      arith            2 of        2 values equal",
        "3.002.098  arith            0 of        1 values equal",
        "2.936      tour            31 of       31 cycles equal, 1 of 1 runs to the end",
        "",
        "3.002.098 arith: addn 250 10: 4, recorded 5",
    ]
    text = page.read_text()
    assert "(2.440, 2.936 and 3.002.098)" in text
    assert "| 3.002.098 | arith | edge values of arithmetic | 0 | 1 | 0 |" in text
    assert "| equal to the original | 2.4xx | 2.9xx | 3.x |" in text
    assert "| recorded runs |  | 1 of 1 |  |" in text


def test_a_table_of_pictures_that_lists_differences_is_completed(golden: Path, games: Path, tmp_path: Path) -> None:
    # The meadow has picture 1, which every interpreter draws alike.
    row = next(row for row in picture_rows(open_game(games / "meadow.zip")) if row["pic"] == 1)
    assert "vis_sha1" in row
    other = row | {"game": "meadow"}
    whole = [other, other | {"pic": 2, "error": "missing volume"}]
    (golden / "pictures.jsonl").write_text("".join(json.dumps(each) + "\n" for each in whole))
    (golden / "data" / "3.002.098").mkdir()
    listed = golden / "data" / "3.002.098" / "pictures.jsonl"
    listed.write_text("")
    arguments = ("--golden", golden, "--games", games, "--only", "pictures", "--jobs", 1)
    line = "3.002.098  pictures         {} of        1 values equal, 1 rows without ground truth"
    assert line.format(1) in invoke(*arguments).stdout
    listed.write_text(json.dumps(other | {"vis_sha1": "0"}) + "\n")
    assert line.format(0) in invoke(*arguments).stdout


def test_cels_are_added_in_turn_for_an_interpreter_that_names_its_table(golden: Path, games: Path) -> None:
    (golden / "data" / "2.440").mkdir()
    rows = [{**row, "game": "meadow"} for row in view_rows(open_game(games / "meadow.zip"))]
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    (golden / "data" / "2.440" / "views.jsonl.gz").write_bytes(gzip.compress(data))
    data = invoke("--golden", golden, "--games", games, "--only", "views", "--jobs", 1, "--json").stdout
    (total,) = json.loads(data)["tables"]
    assert (total["interpreter"], total["different"]) == ("2.440", [])
    assert total["equal"] == total["checked"] > 0


def test_what_differs_is_counted_and_named(golden: Path, games: Path, tmp_path: Path) -> None:
    change(golden, 12)
    (golden / "data" / "arith.json").write_text(json.dumps([["addn", 250, 10, 5]]))
    page = tmp_path / "accuracy.md"
    result = invoke("--golden", golden, "--games", games, "--jobs", 1, "--write", page)
    assert result.exit_code == 1
    assert "arith            0 of        1 values equal" in result.stdout
    assert "tour            30 of       31 cycles equal, 0 of 1 runs to the end" in result.stdout
    assert "cycles that differ, by field: rng 1" in result.stdout
    assert "2.936 arith: addn 250 10: 4, recorded 5" in result.stdout
    assert "tour/meadow: rng: cycle 12, room 1: random seed: 4660, expected 1" in result.stdout
    text = page.read_text()
    assert "| 2.936 | arith | edge values of arithmetic | 0 | 1 | 0 |" in text
    assert "| 2.936 | tour | 0 of 1 | 31 | 30 | 12 |  |" in text
    assert "| `rng` | random seed | 61 | 61 |" in text
    assert "- tour/meadow: rng: cycle 12" in text
    assert "| 2.936 | synth | 1 of 1 | 31 | 31 | 31 |  |" in text


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
    assert "holds neither recordings (index.jsonl) nor a table" in result.stderr


def test_without_a_folder_the_environment_is_asked(tmp_path: Path) -> None:
    result = CliRunner(env={"AGI_EMU_SHARED": str(tmp_path / "none")}).invoke(command, [])
    assert result.exit_code == 2
    assert "AGI_EMU_SHARED" in result.stderr


@pytest.mark.parametrize(("content", "why"), [("{", "damaged"), ("7", "neither an array nor an object")])
def test_a_damaged_table_is_named_and_the_others_are_compared(
    golden: Path, games: Path, content: str, why: str
) -> None:
    (golden / "data" / "random.json").write_text(content)
    result = invoke("--golden", golden, "--games", games, "--only", "random", "--only", "arith")
    assert result.exit_code == 3
    assert "arith            2 of        2 values equal" in result.stdout
    assert "not compared: random: " in result.stdout
    assert f"random.json: {why}" in result.stdout


def test_a_game_that_is_not_there_is_named_and_the_others_are_compared(golden: Path, games: Path) -> None:
    (games / "meadow.zip").unlink()
    result = invoke("--golden", golden, "--games", games, "--jobs", 1)
    assert result.exit_code == 3
    assert "synth           31 of       31 cycles equal, 1 of 1 runs to the end" in result.stdout
    assert result.stdout.splitlines()[-1] == (
        f"not compared: tour/meadow: there is neither meadow.zip nor a folder meadow in {games};"
        " name the folder of the games with --games"
    )
    data = json.loads(invoke("--golden", golden, "--games", games, "--jobs", 1, "--json").stdout)
    assert data["exact"] is False
    assert [part["name"] for part in data["uncompared"]] == ["tour/meadow"]


def test_a_recording_that_cannot_be_read_is_told_in_words(golden: Path, games: Path) -> None:
    place = golden / "traces" / "tour" / "meadow" / "trace.jsonl.gz"
    first, _, rest = gzip.decompress(place.read_bytes()).partition(b"\n")
    meta = json.loads(first)
    meta["meta"]["machine"] = "ps2"
    place.write_bytes(gzip.compress(json.dumps(meta).encode() + b"\n" + rest))
    result = invoke("--golden", golden, "--games", games, "--jobs", 1)
    assert result.exit_code == 3
    assert result.stdout.splitlines()[-1] == (
        f"not compared: tour/meadow: {place}: unreadable line (unknown machine 'ps2'; choose one of pc, pcjr, tandy)"
    )


@pytest.fixture
def known_probe(golden: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the tour a probe that differs in a cycle, and is known to."""
    change(golden, 5)
    suite = tmp_path / "suite"
    suite.mkdir()
    line = {"kind": "probe", "game": "meadow", "path": "meadow", "interpreter": "2.936", "question": "?", "claims": []}
    (suite / "index.jsonl").write_text(json.dumps(line) + "\n")
    (suite / "known-differences.toml").write_text(
        '[[difference]]\nprobe = "meadow"\ninterpreters = ["2.936"]\nreason = "Nobody knows."\n'
    )
    (suite / "other-interpreters.md").write_text("## Other interpreters\n\nBy hand.\n")
    monkeypatch.setattr("tests.accuracy.conformance.source_suite", lambda: suite)
    index = golden / "index.jsonl"
    index.write_text(index.read_text().replace('"kind": "tour"', '"kind": "probe"'))


@pytest.mark.usefixtures("known_probe")
def test_a_difference_that_is_known_is_given_with_its_reason_and_is_no_failure(golden: Path, games: Path) -> None:
    arguments = ("--golden", golden, "--games", games, "--jobs", 1)
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[2:8] == [
        "2.936      synth           31 of       31 cycles equal, 1 of 1 runs to the end",
        "2.936      probe           30 of       31 cycles equal, 0 of 1 runs to the end",
        "                     cycles that differ, by field: rng 1",
        "all        games           31 of       31 cycles equal, 1 of 1 runs to the end",
        "all        probe           30 of       31 cycles equal, 0 of 1 runs to the end",
        "                     cycles that differ, by field: rng 1",
    ]
    assert result.stdout.splitlines()[-2:] == [
        "probe/meadow: rng: cycle 5, room 1: random seed: 4660, expected 1",
        "  known: Nobody knows.",
    ]
    data = json.loads(invoke(*arguments, "--json").stdout)
    assert (data["exact"], {run["known"] for run in data["runs"]}) == (False, {"", "Nobody knows."})


@pytest.mark.usefixtures("known_probe")
def test_a_difference_beside_one_that_is_known_is_a_failure(golden: Path, games: Path, tmp_path: Path) -> None:
    (golden / "data" / "arith.json").write_text(json.dumps([["addn", 250, 10, 5]]))
    assert invoke("--golden", golden, "--games", games, "--jobs", 1).exit_code == 1


@pytest.mark.usefixtures("known_probe")
def test_the_page_tells_probes_from_games_and_keeps_what_was_written_by_hand(
    golden: Path, games: Path, tmp_path: Path
) -> None:
    page = tmp_path / "accuracy.md"
    invoke("--golden", golden, "--games", games, "--jobs", 1, "--write", page)
    text = page.read_text()
    assert "| recorded runs | 1 of 1 |\n" in text
    assert "| recorded probes, small games made for one question each | 0 of 1 |\n" in text
    assert "| all | games | 1 of 1 | 31 | 31 | 31 |  |\n| all | probe | 0 of 1 | 31 | 30 | 5 |  |\n" in text
    assert "Nothing but what is known:\n\n- probe/meadow: rng: cycle 5, room 1: random seed: 4660" in text
    assert "Nobody knows." in text
    assert "## Other interpreters\n\nBy hand.\n\n## Interpreters that were not recorded" in text


def test_a_difference_weighs_more_than_what_is_not_there(golden: Path, games: Path, tmp_path: Path) -> None:
    change(golden, 5)
    (games / "meadow_001.zip").unlink()
    page = tmp_path / "page.md"
    assert invoke("--golden", golden, "--games", games, "--jobs", 1, "--write", page).exit_code == 1
    assert "## What could not be compared\n\n- synth/meadow_001: there is neither" in page.read_text()


@pytest.mark.parametrize("name", ["meadow", "Meadow", "MEADOW.ZIP"])
def test_games_are_found_as_folders_and_in_any_case(golden: Path, games: Path, name: str) -> None:
    (games / "meadow.zip").rename(games / name)
    result = invoke("--golden", golden, "--games", games, "--only", "tour", "--jobs", 1)
    assert result.exit_code == 0, result.output


def test_a_recording_that_is_not_there_is_named(golden: Path, games: Path) -> None:
    (golden / "traces" / "tour" / "meadow").rename(golden / "elsewhere")
    result = invoke("--golden", golden, "--games", games, "--jobs", 1)
    assert result.exit_code == 3
    assert "not compared: tour/meadow: there is no recording in " in result.stdout


def test_an_index_may_name_more_and_say_less(golden: Path, games: Path) -> None:
    lines = [{"kind": "walk", "path": "traces/tour/meadow", "weather": "fine"}]
    (golden / "index.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    result = invoke("--golden", golden, "--games", games, "--only", "walk", "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert result.stdout == "2.936      walk            31 of       31 cycles equal, 1 of 1 runs to the end\n"


def test_without_an_index_the_recordings_are_those_that_lie_there(golden: Path, games: Path) -> None:
    (golden / "index.jsonl").unlink()
    result = invoke("--golden", golden, "--games", games, "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert "all                        62 of       62 cycles equal, 2 of 2 runs to the end" in result.stdout


def test_a_kind_that_is_not_there_is_refused(golden: Path, games: Path) -> None:
    result = invoke("--golden", golden, "--games", games, "--only", "views")
    assert result.exit_code == 2
    assert f"there is no 'views' in {golden}, only arith, random, tour, synth." in result.stderr


def test_records_behind_our_own_end_count_as_recorded(golden: Path, games: Path, build_game: GameBuilder) -> None:
    # The recorded game goes on, and this one quits in its first cycle: record 0 is all it has.
    (games / "quits").symlink_to(build_game({0: "quit(1); return();"}))
    index = {"kind": "tour", "game": "quits", "path": "traces/tour/meadow", "interpreter": "2.936"}
    (golden / "index.jsonl").write_text(json.dumps(index) + "\n")
    data = json.loads(invoke("--golden", golden, "--games", games, "--only", "tour", "--jobs", 1, "--json").stdout)
    assert data["runs"][0]["recorded"] == CYCLES + 1
    assert data["runs"][0]["equal"] <= 1


def test_a_row_that_cannot_be_checked_differs_and_the_others_are_checked(golden: Path, games: Path) -> None:
    window = {"pos": 0, "dim": 0, "top": 0, "left": 0, "n": 0, "lines_sha1": ""}
    rows = [{"game": "meadow", "logic": 99, "msg": 1, "sha1": "", **window}, {"game": "meadow", "msg": 1}]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (golden / "data" / "windows.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    result = invoke("--golden", golden, "--games", games, "--only", "windows", "--jobs", 1)
    assert result.exit_code == 1
    assert "windows          0 of        2 values equal" in result.stdout
    assert "meadow msg 1: logic 99" in result.stdout
    assert "meadow msg 1: cannot be checked (KeyError('logic'))" in result.stdout


def test_a_fault_of_the_program_ends_only_its_own_part(
    golden: Path, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(place: Path, run: RecordedRun) -> RunScore:
        if run.kind == "synth":
            raise ZeroDivisionError("oh")
        return check_run(place, run)

    monkeypatch.setattr(measure, "check_run", fails)
    result = invoke("--golden", golden, "--games", games, "--jobs", 1)
    assert result.exit_code == 1
    assert "tour            31 of       31 cycles equal, 1 of 1 runs to the end" in result.stdout
    assert "synth/meadow_001: the program failed: ZeroDivisionError('oh')" in result.stdout


@pytest.mark.parametrize("line", ["{", "[]", "7", '{"kind": "tour"}', '{"kind": "tour", "path": 3}'])
def test_a_damaged_index_is_named(golden: Path, games: Path, line: str) -> None:
    (golden / "index.jsonl").write_text(line + "\n")
    result = invoke("--golden", golden, "--games", games)
    assert result.exit_code == 3
    assert "index.jsonl: " in result.stderr
