"""``agi-emu monkey``: results, repeatability, ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.coverage.reached import Coverage
from agi_emu.data import demo_path, demo_sources
from agi_emu.lab.monkey import RoomFinds, play
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.restoring import savegame_of
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.machine.settings import Settings
from agi_emu.resources import open_game
from tests.own_games.building import GameBuilder

ROOMS = """
if (isset(f5)) { set.string(s1, "room"); accept.input(); v10 = 1; }
if (v0 == 0) { new.room(1); }
v50 += 1;
if (said("look")) { print("You see room %v0."); }
if (v50 == 100) { new.room(2); }
if (v50 == 200) { new.room(1); }
return();
"""
EMPTY = "return();"


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(cli.verbs, ["monkey", *arguments])


def test_one_line_for_each_seed(build_game: GameBuilder) -> None:
    game = build_game({0: ROOMS, 1: EMPTY, 2: EMPTY})
    result = invoke(str(game), "--cycles", "150", "--seeds", "3:5")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["seed", "cycles", "windows", "answers", "exits", "end", "rooms"]
    assert [line.split()[:2] for line in lines[1:3]] == [["3", "150"], ["4", "150"]]
    assert all(line.endswith("done           0 1 2") for line in lines[1:3])
    assert lines[3].startswith("2 good in ")


def test_a_seed_gives_the_same_play_again(build_game: GameBuilder) -> None:
    game = build_game({0: ROOMS, 1: EMPTY, 2: EMPTY})
    first = invoke(str(game), "--cycles", "300", "--seeds", "7", "--json")
    second = invoke(str(game), "--cycles", "300", "--seeds", "7", "--json")
    assert first.exit_code == 0, first.output
    assert first.stdout == second.stdout
    run = json.loads(first.stdout)
    assert (run["seed"], run["cycles"], run["end"]) == (7, 300, "done")
    assert run["rooms"] == [0, 1, 2]


def test_windows_are_answered(build_game: GameBuilder) -> None:
    game = build_game({0: 'v10 = 1; print("Again."); return();'})
    run = json.loads(invoke(str(game), "--cycles", "20", "--json").stdout)
    assert run["end"] == "done"
    assert run["windows"] == 20
    assert run["answers"] >= 20


def test_a_game_that_quits_is_switched_on_again(build_game: GameBuilder) -> None:
    game = build_game({0: "v50 += 1; if (v50 == 5) { quit(1); } return();"})
    run = json.loads(invoke(str(game), "--cycles", "20", "--json").stdout)
    # The fifth cycle never ends, so 20 whole cycles take five runs, of which four quit.
    assert (run["end"], run["cycles"], run["exits"]) == ("done", 20, 4)


def test_a_game_that_always_quits_at_once_is_an_end(build_game: GameBuilder) -> None:
    game = build_game({0: "quit(1);"})
    run = json.loads(invoke(str(game), "--cycles", "20", "--json").stdout)
    assert (run["end"], run["cycles"]) == ("game exited", 0)


def test_a_logic_that_never_ends_is_stuck(build_game: GameBuilder) -> None:
    game = build_game({0: "again: goto(again); return();"})
    result = invoke(str(game), "--cycles", "20", "--json", "--budget", "50")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["end"] == "stuck waiting"


def test_a_logic_that_waits_for_a_key_gets_one(build_game: GameBuilder) -> None:
    game = build_game({0: "again: if (!have.key()) { goto(again); } return();"})
    run = json.loads(invoke(str(game), "--cycles", "5", "--json").stdout)
    assert (run["end"], run["cycles"]) == ("done", 5)


@pytest.mark.parametrize("before", ["", "v10 = 3;", "v10 = 3; v50 += 1; if (v50 < 9) { return(); } v50 = 1;"])
def test_a_recorded_play_is_the_play_of_its_seed(build_game: GameBuilder, before: str) -> None:
    # It stops at each beat, the other only where something is done; keys must come in the same beats all the same.
    game = open_game(build_game({0: f"{before} wait: if (!have.key()) {{ goto(wait); }} return();"}))
    for seed in range(3):
        ends: list[Machine] = []
        for finds in (None, RoomFinds()):
            assert play(game, seed, 200, Settings(), finds=finds, watch=ends.append).answers > 20
        alone, recorded = (each.unguarded.state for each in ends)
        assert (alone.clock.beats, bytes(alone.vars)) == (recorded.clock.beats, bytes(recorded.vars))


@pytest.mark.parametrize("seeds", ["x", "3:", "5:5", ":4", "-1", "4:2"])
def test_wrong_seeds_are_wrong_use(build_game: GameBuilder, seeds: str) -> None:
    result = invoke(str(build_game({0: EMPTY})), "--seeds", seeds)
    assert result.exit_code == 2
    assert "seed" in result.output


def test_a_game_without_words_is_played_too(build_game: GameBuilder) -> None:
    game = build_game({0: "v10 = 1; return();"}, words={})
    assert json.loads(invoke(str(game), "--cycles", "100", "--json").stdout)["end"] == "done"


def test_a_play_can_begin_at_a_savegame_or_state(build_game: GameBuilder, tmp_path: Path) -> None:
    game = build_game({0: ROOMS, 1: EMPTY, 2: EMPTY})
    m = Machine(open_game(game))
    m.run(cycles=120)
    assert m.vars[0] == 2
    for name, data in (("SG.1", savegame_of(m).to_bytes()), ("here.agistate", save_state(m))):
        (tmp_path / name).write_bytes(data)
        result = invoke(str(game), "--cycles", "60", "--load", str(tmp_path / name))
        assert result.exit_code == 0, result.output
        seed, cycles, *_, rooms = result.stdout.splitlines()[1].split()
        assert (seed, cycles, rooms) == ("0", "60", "2")
    missing = invoke(str(game), "--load", str(tmp_path / "SG.2"))
    assert missing.exit_code == 2


def test_the_mouse_of_a_game_that_knows_it_is_used(build_game: GameBuilder) -> None:
    # Room 2 is entered by a right click on the right half of the screen.
    source = "push.script(); if (v27 == 2 && v28 > 80 && v0 != 2) { new.room(2); } return();"
    game = build_game({0: source, 2: "return();"})
    run = json.loads(invoke(str(game), "--cycles", "300", "--json").stdout)
    assert run["rooms"] == [0, 2]
    without = json.loads(invoke(str(game), "--cycles", "300", "--json", "--extensions", "none").stdout)
    assert without["rooms"] == [0]


def test_recordings_of_the_way_to_each_room(build_game: GameBuilder, tmp_path: Path) -> None:
    game = build_game({0: ROOMS, 1: EMPTY, 2: EMPTY})
    folder = tmp_path / "found"
    arguments = (str(game), "--cycles", "150", "--seeds", "0:3", "--record", str(folder))
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    (path,) = folder.iterdir()
    assert path.name.startswith("game1-room2-seed")
    compared = CliRunner().invoke(cli.verbs, ["compare", str(folder)])
    assert compared.exit_code == 0, compared.output
    before = path.read_bytes()
    assert "already exists; it stays as it is" in invoke(*arguments).stderr
    assert path.read_bytes() == before


MISTAKES = """
if (isset(f5)) { accept.input(); v10 = 1; }
if (v0 == 0) { new.room(1); }
if (said("look")) { v40 = 7; }
return();
"""


def test_guided_play_reports_what_it_finds(build_game: GameBuilder, tmp_path: Path) -> None:
    game = build_game({0: MISTAKES, 1: EMPTY})
    found = tmp_path / "found"
    result = invoke(str(game), "--guide", "--cycles", "600", "--assert", "v40 != 7", "--record", str(found))
    assert result.exit_code == 1, result.output
    assert "assertion: v40 != 7" in result.stdout
    recording, walkthrough = sorted(found.iterdir())
    assert recording.name == "game1-seed0-1-assertion.agirec"
    assert walkthrough.name == "game1-seed0-1-assertion.agiwalk"
    assert "look" in walkthrough.read_text("utf-8")
    again = CliRunner().invoke(cli.verbs, ["compare", str(recording), "--game", str(game)])
    assert again.exit_code == 0, again.output


def test_guided_play_without_findings_is_exit_code_0(build_game: GameBuilder) -> None:
    game = build_game({0: MISTAKES, 1: EMPTY})
    result = invoke(str(game), "--guide", "--cycles", "300", "--json")
    assert result.exit_code == 0, result.output
    record = json.loads(result.stdout)
    assert (record["findings"], record["counts"]["words"]) == ([], {"reached": 1, "total": 1})


@pytest.mark.parametrize(
    "wrong",
    [
        ("--assert", "v1 == 0"),
        ("--guide", "--assert", "nonsense"),
        ("--guide", "--load"),
        ("--with-cheat-keys",),
        ("--until", "v1 == 0"),
        ("--guide", "--until", "nonsense"),
        ("--guide", "--until", "v1 == 0", "--assert", "v1 == 0"),
        ("--guide", "--hints"),
    ],
)
def test_options_of_guided_play(build_game: GameBuilder, tmp_path: Path, wrong: tuple[str, ...]) -> None:
    game = build_game({0: MISTAKES, 1: EMPTY})
    (tmp_path / "save").write_bytes(b"")
    more = [str(tmp_path / "save")] if wrong[-1] == "--load" else []
    result = invoke(str(game), *wrong, *more)
    assert result.exit_code in (2, 3)
    assert result.stderr


def test_several_games_in_several_processes_are_played_as_in_one(build_game: GameBuilder, tmp_path: Path) -> None:
    games = [str(build_game({0: source, 1: EMPTY, 2: EMPTY})) for source in (ROOMS, MISTAKES)]
    options = (*games, "--cycles", "120", "--seeds", "0:4")
    found = []
    for jobs in ("1", "2"):
        folder = tmp_path / jobs
        result = invoke(*options, "--jobs", jobs, "--record", str(folder))
        assert result.exit_code == 0, result.output
        recordings = {path.name: path.read_bytes() for path in folder.iterdir()}
        found.append((result.stdout.splitlines()[:-1], recordings))
    assert found[0] == found[1]
    lines, recordings = found[0]
    assert [line for line in lines if line.endswith(":")] == ["game1:", "game2:"]
    assert len(lines) == 2 * (2 + 4)
    assert len(recordings) == 2


def test_what_plays_reach_is_written(tmp_path: Path) -> None:
    kept, lines = tmp_path / "kept.agicov", tmp_path / "lines.info"
    files = ("--coverage", str(kept), "--coverage", str(lines), "--sources", str(demo_sources()))
    options = (str(demo_path()), "--seeds", "0:3", "--cycles", "100", "--resume", *files)
    result = invoke(*options)
    assert result.exit_code == 0, result.output
    assert "instructions " in result.stdout
    assert "SF:" in lines.read_text()
    # What is kept from before counts, too.
    again = invoke(*options)
    assert "3 of them known from before" in again.stdout
    plays = [play(open_game(demo_path()), seed, 100, Settings(extensions=frozenset())) for seed in range(3)]
    assert Coverage.load(kept).named["rooms"] == {room for each in plays for room in each.rooms} - {0}
    two = invoke(str(demo_path()), str(demo_path()), "--coverage", str(tmp_path / "all.html"))
    assert two.exit_code == 2
    assert "are about one game" in two.stderr


def test_what_plays_found_is_written_as_junit_and_as_a_page(build_game: GameBuilder, tmp_path: Path) -> None:
    game = build_game({0: MISTAKES, 1: EMPTY})
    junit, report = tmp_path / "out.xml", tmp_path / "report"
    options = ("--guide", "--cycles", "300", "--assert", "v3 > 0", "--seeds", "0:2")
    for _ in range(2):
        result = invoke(str(game), *options, "--junit", str(junit), "--report", str(report))
        assert result.exit_code == 1, result.output
    assert "  2 plays: assertion: v3 > 0" in result.stdout
    assert 'failures="2"' in junit.read_text()
    assert "2 of 2 plays found something" in (report / "index.html").read_text()


def test_guided_play_finds_points_that_are_given_again_and_again(build_game: GameBuilder, tmp_path: Path) -> None:
    main = "if (v30 == 0) { v7 = %d; v30 = 1; } if (v3 < 9) { v3 += 2; } return();"
    given = invoke(str(build_game({0: main % 4})), "--guide", "--cycles", "60")
    assert given.exit_code == 1
    assert "score <= max" in given.output
    assert invoke(str(build_game({0: main % 0})), "--guide", "--cycles", "60").exit_code == 0, "it has no maximum"
