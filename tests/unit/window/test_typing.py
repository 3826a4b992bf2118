"""Sentences without a keyboard, and with one: words to pick, Tab, the line for which the game stands still."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.coverage.sentences import next_words
from agi_emu.input.host_events import Composed, HostEvent, KeyPress, Modifier, PadButton, Pointer, Typed
from agi_emu.machine.input.events import Key
from agi_emu.resources import open_game
from tests.own_games import meadow
from tests.own_games.building import GameBuilder
from tests.unit.window.test_input_besides_keyboard import Desk

RETURN, ESCAPE, BACKSPACE, TAB, DOWN, UP = 0x28, 0x29, 0x2A, 0x2B, 0x51, 0x52
WORDS = {"a": 0, "look": 2, "l": 2, "open": 3, "push": 4, "door": 5, "window": 6}
ROOM = """
if (isset(f2) && said("open", "door")) { print("It is open."); }
if (isset(f2) && said("open", "window")) { print("It is stuck."); }
if (isset(f2) && said("push", "door")) { print("It gives way."); }
return();
"""


@pytest.fixture
def game(build_game: GameBuilder) -> Path:
    sources = meadow.sources()
    room = meadow.MEADOW.strip().removesuffix("return();") + ROOM
    return build_game(**(sources | {"logics": {0: meadow.LOGIC, 1: room}, "words": WORDS}))  # type: ignore[arg-type]


@pytest.fixture
def desk(game: Path) -> Desk:
    return Desk(game)


def typed(desk: Desk, text: str) -> None:
    for letter in text:
        desk.host.happen(KeyPress(0, ord(letter)), Typed(letter))
        desk.play(6)


def press(desk: Desk, *scancodes: int) -> None:
    for scancode in scancodes:
        desk.host.happen(KeyPress(scancode))
        desk.play(30)


def happened(desk: Desk, event: HostEvent) -> None:
    desk.host.happen(event)
    desk.play(40)


def test_words_follow_what_the_logics_of_the_room_test_for(game: Path) -> None:
    opened = open_game(game)
    assert next_words(opened, b"\1\0", "") == ["open", "push", "look"]
    assert next_words(opened, b"\0\1", "") == ["look", "open", "push"]
    assert next_words(opened, b"\1\0", "open ") == ["door", "window"]
    assert next_words(opened, b"\1\0", "open w") == ["window"]
    assert next_words(opened, b"\1\0", "push ") == ["door"]
    assert next_words(opened, b"\1\0", "sing ") == ["open", "push", "look"], "a word that is not known says nothing"


def test_of_the_words_of_a_group_the_plain_verb_is_shown(build_game: GameBuilder) -> None:
    words = {"check": 20, "examine": 20, "look": 20, "acquire": 21, "obtain": 21}
    opened = open_game(build_game({0: 'if (said("look") || said("obtain")) { print("Yes."); }'}, words=words))
    assert next_words(opened, b"\0", "") == ["look", "acquire"]


def test_tab_completes_a_word_and_then_goes_through_the_others(desk: Desk) -> None:
    typed(desk, "o")
    press(desk, TAB)
    assert desk.heard == "open"
    typed(desk, " ")
    press(desk, TAB)
    assert desk.heard == "open door"
    press(desk, TAB)
    assert desk.heard == "open window"
    press(desk, TAB)
    assert desk.heard == "open door"


def test_tab_is_the_games_own_while_nothing_is_typed(desk: Desk) -> None:
    press(desk, TAB)
    assert desk.events[-1] == Key(9)


def test_with_strict_tab_is_the_games_own(game: Path) -> None:
    desk = Desk(game, is_guided=False)
    typed(desk, "o")
    press(desk, TAB)
    assert Key(9) in desk.events


def test_a_pad_picks_words_from_the_board(desk: Desk) -> None:
    desk.press(PadButton.LETTERS)
    letters, _ = desk.window._hands.look()
    press(desk, UP, UP)
    assert letters is not None
    assert letters.rows[-1] == ("open", "push", "look")
    press(desk, DOWN)
    desk.press(PadButton.CONFIRM)
    assert desk.heard.rstrip() == "open"
    letters, _ = desk.window._hands.look()
    assert letters is not None
    assert letters.rows[-1] == ("door", "window"), "the words that go with it"


def test_the_mouse_picks_words_from_the_board(desk: Desk) -> None:
    desk.press(PadButton.LETTERS)
    desk.window._hands.look()
    # The board is 300 wide and begins at (10, 8): five rows of letters, then the words, three in a row.
    place = (10 + 150, 8 + 1 + 5 * 14 + 7)
    happened(desk, Pointer(*place, 1, pressed=True))
    assert desk.heard.rstrip() == "push"


def test_typing_stops_the_game_until_the_sentence_is_said(desk: Desk) -> None:
    desk.window.commands.switches.add("typing-pauses")
    before = len(desk.events)
    desk.host.happen(KeyPress(0, ord("o")), Typed("o"))
    assert desk.window.poll() == []
    assert desk.window.pacer.paused
    desk.host.happen(KeyPress(0, ord("x")), Typed("x"), KeyPress(BACKSPACE), KeyPress(TAB), KeyPress(DOWN))
    assert desk.window.poll() == []
    assert desk.window.pacer.paused
    _, line = desk.window._hands.look()
    assert line is not None
    assert line.text == "open"
    assert desk.events[before:] == [], "the game has got nothing yet"
    desk.host.happen(KeyPress(0, 32), Typed(" "), KeyPress(TAB), KeyPress(RETURN))
    desk.play(60)
    assert not desk.window.pacer.paused
    assert desk.events[before:] == [*map(Key, b"open door"), Key(13)]
    assert desk.machine.modal is not None, "the game answers"


def test_a_sentence_is_dropped_with_escape_and_other_keys_stay_the_games(desk: Desk) -> None:
    desk.window.commands.switches.add("typing-pauses")
    desk.host.happen(KeyPress(0, ord("o")), Typed("o"), KeyPress(ESCAPE))
    desk.play(10)
    assert not desk.window.pacer.paused
    assert desk.events == []
    happened(desk, KeyPress(0x3A))
    assert desk.machine.modal is not None, "F1 is help"
    desk.host.happen(KeyPress(0, ord("o")), Typed("o"))
    assert desk.window.poll() == [Key(ord("o"))], "no sentence is taken in a window"


def test_the_board_types_into_the_line_of_a_game_that_stands_still(desk: Desk) -> None:
    desk.window.commands.switches.add("typing-pauses")
    desk.press(PadButton.LETTERS, PadButton.CONFIRM)
    _, line = desk.window._hands.look()
    assert line is not None
    assert line.text == "a"
    assert desk.events == []


def test_a_click_walks_straight_where_that_is_chosen(desk: Desk) -> None:
    desk.window.commands.switches.add("straight-walk")
    desk.click(2 * 120, 8 + 140, beats=400)
    assert abs(desk.place[0] - 120) <= 1
    assert abs(desk.place[1] - 140) <= 1


def test_switches_are_named_when_they_change(desk: Desk) -> None:
    both = Modifier.CTRL | Modifier.SHIFT
    desk.window.commands.why_silent = lambda: "no voice here"
    desk.host.happen(KeyPress(0, ord("x"), both))
    desk.window.poll()
    assert desk.window.commands.switches == set(), "without a voice nothing is switched on"
    assert "no voice here" in desk.host.title


def caption(desk: Desk) -> str:
    desk.window.show(desk.machine.frame)
    return desk.window._picture._overlay.caption


def test_what_an_input_method_composes_is_shown_until_it_is_typed(desk: Desk) -> None:
    happened(desk, Composed("kan"))
    assert caption(desk) == ">kan_"
    desk.host.happen(Typed("k"))
    assert desk.window.poll() == [Key(ord("k"))]
    assert caption(desk) == ""
