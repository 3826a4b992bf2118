"""A game as a text adventure: words out, lines in."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from agi_emu import cli
from agi_emu.headless.line_player import HELP
from agi_emu.headless.unseen_play import play_by_lines
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.replay import replay
from agi_emu.resources import open_game
from agi_emu.session import Ending
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

STATUS = "Score:0 of 0  Sound:on"


@pytest.fixture
def game(build_game: GameBuilder) -> Path:
    """The meadow with its menu allowed (flag 14)."""
    logics = {0: meadow.LOGIC.replace("submit.menu();", "submit.menu(); set(f14);"), 1: meadow.MEADOW}
    return build_game(**{**meadow.sources(), "logics": logics})  # type: ignore[arg-type]


class Talk:
    """What was typed and heard."""

    def __init__(self, game: Path, *lines: str) -> None:
        self.machine = Machine(open_game(game), settings=Settings(seed=1))
        self.heard: list[str] = []
        self.noted: list[str] = []
        self.places: list[tuple[int, int]] = []
        waiting = list(lines)

        def read() -> str | None:
            self.places.append((self.machine.ego.x, self.machine.ego.y))
            return waiting.pop(0) + "\n" if waiting else None

        self.ending = play_by_lines(self.machine, read, self.heard.append, self.noted.append)


def test_a_sentence_is_answered_and_the_end_of_lines_leaves(game: Path) -> None:
    talk = Talk(game, "look")
    assert talk.heard == [STATUS, "Grass, as far as you can see."]
    assert talk.ending is Ending.STOPPED
    assert talk.noted == [HELP]


def test_a_sentence_closes_the_window_before_it(game: Path) -> None:
    talk = Talk(game, "look", "look", "")
    assert talk.heard == [STATUS, *["Grass, as far as you can see."] * 2]
    assert talk.machine.message is None


def test_a_key_closes_the_window_before_it(game: Path) -> None:
    assert Talk(game, "look", "[f1]").heard == [STATUS, "Grass, as far as you can see.", "Type a sentence."]


def test_a_list_to_read_is_told_each_time_and_closes_before_a_sentence(build_game: GameBuilder) -> None:
    logic = 'if (f5) { accept.input(); } if (controller(c5)) { status(); } if (said("look")) { print("Grass."); }'
    logic = f"if (v0 == 0) {{ set.key(9, 0, c5); v0 = 1; }} {logic}"
    talk = Talk(build_game({0: logic}, words={"look": 2}), "[tab]", "look", "[tab]", "")
    assert [each for each in talk.heard if each != STATUS][::2] == [talk.heard[0]] * 2
    assert "Grass." in talk.heard


def test_what_another_window_stops_is_told(build_game: GameBuilder) -> None:
    logic = 'if (f5) { accept.input(); print("One."); print("Two."); }'
    talk = Talk(build_game({0: logic}), "[tab]", "")
    assert talk.heard[-2:] == ["One.", "Two."]
    assert talk.noted == [HELP, "[tab]: not done, another window has opened"]


def test_a_sentence_does_not_say_yes_to_a_question(build_game: GameBuilder) -> None:
    talk = Talk(build_game({0: "if (f5) { accept.input(); quit(0); }"}), "look")
    assert talk.ending is Ending.STOPPED, "the game was not left"


@pytest.mark.parametrize(("word", "across", "down"), [("north", 0, -1), ("se", 1, 1), ("W", -1, 0)])
def test_words_in_brackets_walk_until_ego_stands(game: Path, word: str, across: int, down: int) -> None:
    talk = Talk(game, f"[{word}]", "[stop]")
    (x, y), (later_x, later_y) = talk.places[:2]
    assert ((later_x > x) - (later_x < x), (later_y > y) - (later_y < y)) == (across, down)
    assert talk.machine.ego.direction == 0


def test_keys_have_their_names(game: Path) -> None:
    assert Talk(game, "[f1]").heard == [STATUS, "Type a sentence."]


def test_a_menu_takes_its_words(game: Path) -> None:
    talk = Talk(game, "[esc]", "help")
    assert talk.heard == [STATUS, "Game: Help <F1>", "Type a sentence."]
    wrong = Talk(game, "[esc]", "dance")
    assert wrong.noted == [HELP, "there is Game, Help <F1>, Quit"]
    assert Talk(game, "[esc]", "quit").ending is Ending.GAME


def test_an_unknown_word_in_brackets_helps_and_quit_leaves(game: Path) -> None:
    talk = Talk(game, "[jump]", "[quit]", "look")
    assert talk.noted == [HELP, HELP]
    assert talk.heard == [STATUS]
    assert talk.ending is Ending.STOPPED


def test_steps_of_a_walkthrough_stand_in_brackets(game: Path) -> None:
    talk = Talk(game, "[walk to 60,140]", '[say "look"]', "[expect score 1 within 2]", "[walk to 999,5]")
    assert talk.places[1] == (60, 140)
    assert talk.heard == [STATUS, "Grass, as far as you can see."]
    late, wrong = talk.noted[1:]
    assert late.startswith('not within 2 seconds; a window says "Grass, as far as you can see."; room 1')
    assert wrong == "the picture has places from 0,0 to 159,167, not 999,5"


def test_the_verb_reads_stdin_and_records(game: Path, tmp_path: Path) -> None:
    recording = tmp_path / "talk.agirec"
    arguments = ["run", str(game), "--text", "--stdin", "--saves", str(tmp_path / "saves"), "--record", str(recording)]
    result = CliRunner().invoke(cli.verbs, arguments, input="look\n[east]\n")
    assert result.exit_code == 0, result.output
    assert result.stdout == f"{STATUS}\n\nGrass, as far as you can see.\n\n"
    assert HELP in result.stderr
    assert list((tmp_path / "saves").glob("*.agistate")), "where the game was left is kept"
    assert replay(open_game(game), Recording.load(recording)) is not None


@pytest.mark.parametrize("others", [(), ("--text", "--headless")])
def test_stdin_goes_with_text_only(game: Path, others: tuple[str, ...]) -> None:
    result = CliRunner().invoke(cli.verbs, ["run", str(game), "--stdin", *others])
    assert result.exit_code == 2
    assert "--stdin needs --text" in result.stderr
