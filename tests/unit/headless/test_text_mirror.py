"""The words of a game as text."""

from __future__ import annotations

import pytest

from agi_emu.headless.text_mirror import TextMirror, text_of
from agi_emu.machine.input.events import key_events, text_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.resources import open_game
from tests.own_games import meadow
from tests.own_games.building import GameBuilder


@pytest.fixture
def machine(build_game: GameBuilder) -> Machine:
    machine = Machine(open_game(build_game(**meadow.sources())))  # type: ignore[arg-type]
    machine.run(ticks=10)
    return machine


STATUS = "Score:0 of 0  Sound:on"
"""The status line is the first thing that a mirror tells."""


def play(machine: Machine, mirror: TextMirror, *keys: str, beats: int = 20) -> None:
    for events in [key_events(key) for key in keys] or [()]:
        for _ in range(beats):
            machine.advance(events)
            mirror.after(machine, events)
            events = ()


def test_a_window_is_told_once_when_it_opens(machine: Machine) -> None:
    told: list[str] = []
    mirror = TextMirror(told.append)
    play(machine, mirror)
    assert told == [STATUS]
    play(machine, mirror, "f1", beats=100)
    assert told == [STATUS, "Type a sentence."]


def test_the_same_window_again_is_told_again(machine: Machine) -> None:
    told: list[str] = []
    play(machine, TextMirror(told.append), "f1", "enter", "f1")
    assert told == [STATUS, *["Type a sentence."] * 2]


def test_windows_of_sentences(machine: Machine) -> None:
    told: list[str] = []
    mirror = TextMirror(told.append)
    machine.press(*text_events("look", enter=True))
    play(machine, mirror)
    assert told == [STATUS, "> look", "Grass, as far as you can see."]


def test_a_text_screen_is_told_when_it_stands_still(machine: Machine) -> None:
    told: list[str] = []
    play(machine, TextMirror(told.append), "f2", beats=60)
    assert told == [STATUS, "     A page of words.\n\n     Its end."], "rows in between that are blank count as one"


def test_text_of_cells() -> None:
    cells = bytearray(1000)
    cells[40 * 3 + 5 : 40 * 3 + 8] = b"abc"
    cells[40 * 5 + 5 : 40 * 5 + 10] = b"d\x01e\x84 "
    assert text_of(bytes(cells), 2, 5, 9, 20) == "abc\n\nd eä"
    assert text_of(bytes(cells), 3, 6, 4, 7) == "b"
    assert text_of(bytes(1000), 0, 0, 25, 40) == ""


SIGNS = """
if (v0 == 0) { new.room(1); }
if (f5) {
  set.menu("File"); set.menu.item("About", c1); set.menu.item("Quit", c2);
  set.menu("Look"); set.menu.item("Around", c3);
  submit.menu(); set(f14); set.key(27, 0, c9);
}
if (controller(c9)) { menu.input(); }
if (v11 == 1 && !f100) {
  set(f100); display(10, 5, "A sign"); display(11, 5, "in two rows"); display(20, 3, "Another");
}
if (v11 == 4 && !f102) { set(f102); status.line.on(); }
if (v11 == 5 && !f103) { set(f103); v3 = 7; }
if (v11 == 2 && !f101) { set(f101); display(20, 3, "Another"); clear.lines(10, 11, 0); }
return();
"""


@pytest.fixture
def signs(build_game: GameBuilder) -> Machine:
    return Machine(open_game(build_game({0: SIGNS, 1: "return();"})))


def test_texts_on_the_picture_are_told_once_rows_together(signs: Machine) -> None:
    told: list[str] = []
    play(signs, TextMirror(told.append), beats=60 * 6)
    assert told == ["A sign\nin two rows", "Another", STATUS, "Score:7 of 0  Sound:on"]


def test_the_choice_in_a_menu_is_told_as_it_moves(signs: Machine) -> None:
    told: list[str] = []
    signs.run(seconds=1)
    play(signs, TextMirror(told.append), "esc", "down", "right", "esc", "esc", beats=10)
    menu = [words for words in told if ":" in words]
    assert menu == ["File: About", "File: Quit", "Look: Around", "Look: Around"]


def test_an_entered_line_is_told(machine: Machine) -> None:
    told: list[str] = []
    mirror = TextMirror(told.append)
    play(machine, mirror)
    machine.press(*text_events("dance", enter=True))
    play(machine, mirror)
    assert told == [STATUS, "> dance"]
    told.clear()
    quiet = TextMirror(told.append, tells_input=False)
    machine.press(*text_events("look", enter=True))
    play(machine, quiet)
    assert "> look" not in told


def test_the_window_in_which_a_line_is_typed_is_not_told(build_game: GameBuilder) -> None:
    game = open_game(build_game(**meadow.sources()))  # type: ignore[arg-type]
    machine = Machine(game, settings=Settings(display="hercules-green"))
    machine.run(ticks=10)
    told: list[str] = []
    play(machine, TextMirror(told.append), *"look", "enter")
    assert not any("ENTER COMMAND" in text for text in told)
    assert told[-1] == "Grass, as far as you can see."
