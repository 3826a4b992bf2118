"""``agi-emu movie``: recordings edited by ticks, and input scripts of them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import agi_emu
from agi_emu import cli
from agi_emu.data import demo_path
from agi_emu.facts.errors import ExitCode
from agi_emu.input.host_events import KeyPress
from agi_emu.recording.recording import Recording
from agi_emu.window.game_window import GameWindow
from agi_emu.window.movie_desk import MovieDesk
from tests.own_games.building import GameBuilder

KEYS = "cycle 5: key right\ncycle 20: key down\ncycle 30: key f1\nblocked: key enter\n"


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, ["movie", *map(str, arguments)])


def done(*arguments: object) -> str:
    result = invoke(*arguments)
    assert result.exit_code == ExitCode.GOOD, result.output
    return result.output


@pytest.fixture
def movie(game: Path, tmp_path: Path) -> Path:
    """A movie of a hundred ticks, made of a script."""
    script = tmp_path / "keys.script"
    script.write_text(KEYS)
    path = tmp_path / "walk.agirec"
    assert done("script", script, "--game", game, "--until", 100, "-o", path) == f"{path}: 100 ticks\n"
    return path


def places(path: Path) -> list[tuple[int, int]]:
    return [each.place for each in Recording.load(path).events]


def test_show_says_what_a_movie_is(movie: Path) -> None:
    lines = done("show", movie).splitlines()
    assert lines[0].startswith("length       100 ticks (00:05.000), ")
    assert json.loads(done("show", movie, "--json"))["inputs"] == len(places(movie))


def test_show_names_what_was_not_played(movie: Path) -> None:
    assert "pokes" not in done("show", movie)
    done("insert", movie, 5, 0, "set 60 3")
    assert "pokes        1 variable set by hand: this was not played" in done("show", movie)
    assert json.loads(done("show", movie, "--json"))["pokes"] == 1


def test_the_desk_saves_when_it_is_left_and_keeps_what_was_there_first(
    movie: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Recording.load(movie)

    def use(window: GameWindow, desk: MovieDesk, name: str) -> None:
        assert name == desk._game.title
        desk.take_event(KeyPress(0x49))
        desk.save()
        desk.take_event(KeyPress(0x49))
        window.open_page(desk)
        assert window._show_page()

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(GameWindow, "run_page", use)
    assert done("edit", movie) == f"{movie}: 101 ticks\n{movie}: 102 ticks\n"
    assert len(Recording.load(movie).ticks) == 102
    assert Recording.load(movie.with_name("walk.agirec.before")) == before


def test_an_insertion_is_played_and_undone_by_deletion(movie: Path, tmp_path: Path) -> None:
    before = Recording.load(movie)
    assert done("insert", movie, 5, 10) == f"{movie}: 110 ticks\n"
    assert Recording.load(movie.with_name("walk.agirec.before")) == before
    assert Recording.load(movie).ticks != before.ticks
    done("delete", movie, "5:14")
    assert Recording.load(movie) == before


def test_keys_are_inserted_by_their_names(movie: Path) -> None:
    count = len(places(movie))
    done("insert", movie, 50, 0, "left", "press up")
    assert len(places(movie)) == count + 3
    result = invoke("insert", movie, 50, 0, "elbow")
    assert (result.exit_code, "'elbow'" in result.output) == (ExitCode.WRONG_USE, True)


def test_a_shift_may_be_negative(movie: Path, tmp_path: Path) -> None:
    first = places(movie)[0].beat
    target = tmp_path / "shifted.agirec"
    done("shift", movie, "1:20", "+2", "-o", target)
    assert places(target)[0].beat == first + 6
    done("shift", target, "1:22", "-2")
    assert Recording.load(target).ticks == Recording.load(movie).ticks


def test_a_beginning_and_the_rest_joined_are_the_whole(movie: Path, tmp_path: Path) -> None:
    begin, rest, whole = (tmp_path / f"{name}.agirec" for name in ("begin", "rest", "whole"))
    done("trim", movie, 40, "-o", begin)
    done("cut", movie, "41:100", "-o", rest)
    assert len(Recording.load(rest).ticks) == 60
    done("join", begin, rest, "-o", whole)
    assert Recording.load(whole).ticks == Recording.load(movie).ticks


def test_a_tick_after_the_end_is_a_sentence(movie: Path) -> None:
    for verb, *rest in (("insert", 102, 1), ("delete", "102:103"), ("trim", 900), ("cut", "102"), ("shift", "900", 1)):
        result = invoke(verb, movie, *rest)
        assert result.exit_code == ExitCode.UNREADABLE
        assert "ends with tick 100; there is no tick" in result.output
    assert done("insert", movie, 101, 5) == f"{movie}: 105 ticks\n"


def test_a_branch_is_written_beside(movie: Path) -> None:
    assert done("branch", movie, 30) == f"{movie.with_name('walk-branch-1.agirec')}: 30 ticks\n"
    assert "walk-branch-2.agirec" in done("branch", movie, 30)


def test_inputs_after_the_end_are_told(movie: Path) -> None:
    text = re.sub(r"\nticks [2-9]\d.*", "", movie.read_text())
    movie.write_text(text.replace("\nend 300\n", "\nend 60\n"))
    late = len([beat for beat, _ in places(movie) if beat > 60])
    result = invoke("insert", movie, 1, 0)
    assert f"{late} inputs after the end" in result.output
    update = CliRunner().invoke(cli.verbs, ["replay", "--update", str(movie)])
    assert f"{late} inputs after the end" in update.output
    assert len(places(movie)) == len(places(movie.with_name("walk.agirec.before")))


def test_a_movie_from_nothing(game: Path, tmp_path: Path) -> None:
    script, path = tmp_path / "empty.script", tmp_path / "new.agirec"
    script.write_text("")
    assert done("script", script, "--game", game, "-o", path) == f"{path}: 20 ticks\n"


def test_a_script_that_leaves_a_window_open_ends(build_game: GameBuilder, tmp_path: Path) -> None:
    game = build_game(logics={0: 'if (have.key()) { print("For ever."); } return();'})
    script, path = tmp_path / "one.script", tmp_path / "open.agirec"
    script.write_text("cycle 5: key enter\n")
    done("script", script, "--game", game, "-o", path)
    assert len(Recording.load(path).ticks) < 20 * 62


def test_a_script_and_its_movie_are_the_same_again(movie: Path, game: Path, tmp_path: Path) -> None:
    script, again = tmp_path / "again.script", tmp_path / "again.agirec"
    assert "the script does the same in all" in done("script", movie, "-o", script)
    done("script", script, "--game", game, "--until", 100, "-o", again)
    assert Recording.load(again).ticks == Recording.load(movie).ticks


def test_what_a_script_cannot_say_is_a_sentence(movie: Path) -> None:
    movie.write_text(movie.read_text().replace("\nticks 1 ", "\n90 0 mouse 10 20 1\nticks 1 "))
    result = invoke("script", movie)
    assert result.exit_code == ExitCode.UNREADABLE
    assert "an input script cannot express this recording: it has 1 mouse event" in result.output


def test_a_movie_that_looks_at_real_time_is_told_to_differ(build_game: GameBuilder, tmp_path: Path) -> None:
    # It shows a window, and then what the clock says: a script closes the window after 18 beats.
    logic = 'v60 = v11; if (v50 == 3) { print("Wait."); } v50 += 1; return();'
    game, path = build_game(logics={0: logic}), tmp_path / "slow.agirec"
    recorder = agi_emu.Recorder(agi_emu.Machine(agi_emu.open_game(game)))
    recorder.run(ticks=60)
    recorder.press("enter")
    recorder.run(ticks=20)
    recorder.save(path)
    result = invoke("script", path, "--game", game, "-o", tmp_path / "slow.script")
    assert result.exit_code == ExitCode.DIFFERENCE
    assert "v60 is 0, not 3" in result.output


@pytest.mark.slow
def test_the_demo_won_is_a_script_that_the_original_can_be_given(tmp_path: Path) -> None:
    walk = demo_path().with_suffix("") / "walkthrough.agiwalk"
    won, script, again = (tmp_path / name for name in ("won.agirec", "won.script", "again.agirec"))
    done("script", walk, "--game", demo_path(), "-o", won)
    assert "35 of 35" in done("show", won)
    assert "the script does the same in all 1,470 cycles" in done("script", won, "-o", script)
    done("script", script, "--game", demo_path(), "-o", again)
    ticks = Recording.load(won).ticks
    assert Recording.load(again).ticks[: len(ticks)] == ticks
