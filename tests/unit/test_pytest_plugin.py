"""The plug-in collects recordings as tests; pytest runs inside pytest here."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from agi_emu import pytest_plugin
from agi_emu.checking import report as checking_report
from agi_emu.data import demo_path, demo_sources
from agi_emu.machine import vm
from agi_emu.machine.machine import Machine
from agi_emu.recording import game_lookup
from agi_emu.recording.comparing import compare, outcome, updating
from agi_emu.recording.recording import Recording
from agi_emu.reporting import scenes
from agi_emu.resources.game import open_game
from tests.own_games import meadow
from tests.own_games.building import GameBuilder
from tests.replay.recorded import keys, record

pytest_plugins = ["pytester"]

# pytester takes modules away that were not imported before a test; none of these may be imported twice.
LOADED = (
    checking_report,
    scenes,
    pytest_plugin,
    compare,
    outcome,
    game_lookup,
    updating,
    vm.handlers(),
)

WALK = keys(b0="right", b60="down", b120="left")


@pytest.fixture
def author(pytester: pytest.Pytester, build_game: GameBuilder) -> pytest.Pytester:
    """The folder of a game's author: configuration, game, a recording."""
    game = build_game(**meadow.sources())  # type: ignore[arg-type]
    pytester.makeini(f"[pytest]\nagi_game = {game.name}\n")
    game.rename(pytester.path / game.name)
    (pytester.path / "recordings").mkdir()
    machine = Machine(open_game(pytester.path / game.name), seed=2)
    record(machine, WALK, 200, path=pytester.path / "recordings" / "walk.agirec")
    return pytester


def run(author: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    # Where agi_emu is installed its entry point would register the plug-in a second time, under another name.
    plugins = ("-p", "no:agi_emu", "-p", "agi_emu.pytest_plugin", "-p", "no:cacheprovider")
    return author.runpytest_inprocess(*plugins, *arguments)


def change_sky(author: pytest.Pytester, build_game: GameBuilder) -> None:
    """Put a game with another sky where the author's game is."""
    sources = meadow.sources() | {"pictures": {1: meadow.PICTURE.replace("color 10", "color 11")}}
    game = build_game(**sources)  # type: ignore[arg-type]
    for path in game.iterdir():
        (author.path / "game1" / path.name).write_bytes(path.read_bytes())


def test_a_recording_is_a_test(author: pytest.Pytester) -> None:
    result = run(author, "-v")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*walk.agirec*walk*PASSED*"])


def test_a_walkthrough_is_a_test(author: pytest.Pytester) -> None:
    (author.path / "recordings" / "good.agiwalk").write_text("expect room 1\n")
    (author.path / "recordings" / "bad.agiwalk").write_text("expect room 1\nexpect room 9 within 1\n")
    result = run(author, "-v", "--agi-report", "report")
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*bad.agiwalk, line 2: expect room 9 within 1: not within 1 seconds; room is 1*"])
    assert "bad.agiwalk" in (author.path / "report" / "index.html").read_text()


def test_a_slower_room_fails(author: pytest.Pytester, build_game: GameBuilder) -> None:
    path = author.path / "recordings" / "walk.agirec"
    now, _ = updating.updated(open_game(author.path / "game1"), Recording.load(path), counts_work=True)
    now.save(path)
    room = meadow.MEADOW.replace("return();", "v100 = 0;" * 200 + "return();")
    slow = build_game(**meadow.sources() | {"logics": {0: meadow.LOGIC, 1: room}})  # type: ignore[arg-type]
    result = run(author, "--agi-game", str(slow))
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*ticks are equal, but room 1 became slower*", "*room 1 became slower: *more; cycles*"]
    )
    run(author, "--agi-game", str(slow), "--agi-work-tolerance", "1000").assert_outcomes(passed=1)


def test_a_difference_fails_with_tick_and_resource(author: pytest.Pytester, build_game: GameBuilder) -> None:
    change_sky(author, build_game)
    result = run(author, "--junitxml=out.xml")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*walk.agirec: tick 1 (*) differs in state*", "*changed and in use: picture 1*"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    failure = ElementTree.parse(author.path / "out.xml").find(".//failure")
    assert failure is not None


def test_update_makes_the_change_the_expectation(author: pytest.Pytester, build_game: GameBuilder) -> None:
    change_sky(author, build_game)
    run(author, "--agi-update", "a new sky").assert_outcomes(passed=1)
    run(author).assert_outcomes(passed=1)
    path = author.path / "recordings" / "walk.agirec"
    (line,) = Recording.load(path).head.accepted
    assert re.fullmatch(r"\d{4}-\d\d-\d\d a new sky", line)
    before = path.read_bytes()
    run(author, "--agi-update", "a new sky").assert_outcomes(passed=1)
    assert path.read_bytes() == before


def test_what_is_no_recording_fails_with_a_sentence(author: pytest.Pytester) -> None:
    path = author.path / "recordings" / "walk.agirec"
    path.write_text(path.read_text().replace("machine pc", "machine amiga"))
    result = run(author)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*walk.agirec, line 6: 'amiga' is not a machine*"])


def test_fixtures_give_game_and_machine(author: pytest.Pytester) -> None:
    author.makepyfile(
        """
        def test_room(agi_machine, agi_game):
            agi_machine.run(seconds=1)
            assert agi_machine.vars[0] == 1
            assert agi_machine.game is agi_game
        """
    )
    run(author).assert_outcomes(passed=2)


def test_a_misspelt_attribute_of_a_machine_names_the_nearest(author: pytest.Pytester) -> None:
    author.makepyfile(
        """
        import pytest

        @pytest.mark.parametrize("name", ["variables", "flag5", "xyzzy"])
        def test_room(agi_machine, name):
            getattr(agi_machine, name)

        def test_other(agi_game):
            [].nothing
        """
    )
    result = run(author)
    result.assert_outcomes(passed=1, failed=4)
    result.stdout.fnmatch_lines_random(
        [
            "*AttributeError: a machine has no variables; did you mean vars?",
            "*AttributeError: a machine has no flag5; did you mean flag?",
            "*AttributeError: a machine has no xyzzy",
            "*AttributeError: 'list' object has no attribute 'nothing'",
        ]
    )


def test_a_game_can_be_named_on_the_command_line(author: pytest.Pytester, tmp_path: Path) -> None:
    author.makeini("[pytest]\n")
    elsewhere = author.path / "elsewhere"
    (author.path / "game1").rename(elsewhere)
    run(author).assert_outcomes(failed=1)
    run(author, "--agi-game", "elsewhere").assert_outcomes(passed=1)
    recording = Recording.load(author.path / "recordings" / "walk.agirec")
    assert recording.head.path == "../game1"


@pytest.mark.parametrize("reason", ["", " ", "recordings"])
def test_an_update_needs_a_reason(author: pytest.Pytester, reason: str) -> None:
    result = run(author, "--agi-update", reason)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*--agi-update needs the reason of the change*"])


def test_an_update_removes_copies_that_nobody_expects(author: pytest.Pytester, build_game: GameBuilder) -> None:
    recordings = author.path / "recordings"
    before = game_lookup.keep_game(open_game(author.path / "game1"), recordings / "walk.agirec")
    change_sky(author, build_game)
    run(author, "--agi-update", "a new sky").assert_outcomes(passed=1)
    (kept,) = (recordings / "games").iterdir()
    assert kept != before
    assert open_game(kept).digest == Recording.load(recordings / "walk.agirec").head.game_digest


def test_a_failure_names_pictures_and_commands(author: pytest.Pytester, build_game: GameBuilder) -> None:
    game_lookup.keep_game(open_game(author.path / "game1"), author.path / "recordings" / "walk.agirec")
    change_sky(author, build_game)
    result = run(author, "--agi-report", "out")
    result.assert_outcomes(failed=1)
    kinds = ("expected", "actual", "difference")
    for kind in kinds:
        # Where the variable CI is set, pytest's summary repeats what failed, whole.
        (line,) = {line for line in result.outlines if line.startswith(f"  {kind}: ")}
        with Image.open(author.path / line.partition(": ")[2]) as image:
            assert image.size == (320, 200)
    result.stdout.fnmatch_lines(
        [
            "*show it: agi-emu replay recordings/walk.agirec --game game1 --from 1",
            "*find the cause: agi-emu compare recordings/walk.agirec --game game1 --bisect --report report",
            "report about recordings: *out/index.html",
        ]
    )


@pytest.mark.parametrize("processes", ["0", pytest.param("2", marks=pytest.mark.slow)])
def test_one_report_for_all_also_with_several_processes(
    author: pytest.Pytester, build_game: GameBuilder, processes: str
) -> None:
    recordings = author.path / "recordings"
    for number in range(3):
        (recordings / f"copy{number}.agirec").write_bytes((recordings / "walk.agirec").read_bytes())
    (recordings / "bad.agirec").write_text("agirec 3\nno recording\n")
    change_sky(author, build_game)
    plugins = ("-p", "no:agi_emu", "-p", "agi_emu.pytest_plugin")
    # xdist starts processes that must find the plug-in, so pytest itself runs in one of its own.
    result = author.runpytest_subprocess(*plugins, "-n", processes, "--agi-report", "out")
    result.assert_outcomes(failed=5)
    text = (author.path / "out" / "index.html").read_text()
    assert text.count("<tr data-status=") == 5
    assert "agi-emu compare: 4 of 5 recordings differ" in text


def test_what_recordings_reach_is_written_and_may_be_too_little(author: pytest.Pytester) -> None:
    files = ("--agi-coverage", "c.html", "--agi-coverage", "c.agicov")
    result = run(author, *files, "--agi-fail-under", "1")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["instructions *"])
    assert "<title>agi-emu coverage" in (author.path / "c.html").read_text()
    assert (author.path / "c.agicov").is_file()
    result = run(author, "--agi-fail-under", "100")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["fewer than 100 % of the instructions"])
    assert run(author, "--agi-coverage", "c.txt").ret == pytest.ExitCode.USAGE_ERROR


def test_lines_of_sources_need_the_sources(author: pytest.Pytester, root: Path) -> None:
    shutil.copy(root / "tests" / "replay" / "the-last-lamp.agirec", author.path)
    demo = ("the-last-lamp.agirec", "--agi-game", str(demo_path()), "--agi-coverage", "c.info")
    result = run(author, *demo)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*with --agi-sources"])
    assert run(author, *demo, "--agi-sources", str(demo_sources())).ret == pytest.ExitCode.OK
    assert "SF:" in (author.path / "c.info").read_text()
