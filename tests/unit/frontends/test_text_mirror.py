"""The words of a game as text."""

from __future__ import annotations

import pytest

from agi_emu.frontends.text_mirror import TextMirror, text_of
from agi_emu.machine.input.keynames import key_events, text_events
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from tests.own_games import meadow
from tests.own_games.building import GameBuilder


@pytest.fixture
def machine(build_game: GameBuilder) -> Machine:
    machine = Machine(open_game(build_game(**meadow.sources())))  # type: ignore[arg-type]
    machine.run(ticks=10)
    return machine


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
    assert told == []
    play(machine, mirror, "f1", beats=100)
    assert told == ["Type a sentence."]


def test_the_same_window_again_is_told_again(machine: Machine) -> None:
    told: list[str] = []
    play(machine, TextMirror(told.append), "f1", "enter", "f1")
    assert told == ["Type a sentence."] * 2


def test_windows_of_sentences(machine: Machine) -> None:
    told: list[str] = []
    mirror = TextMirror(told.append)
    machine.press(*text_events("look", enter=True))
    play(machine, mirror)
    assert told == ["Grass, as far as you can see."]


def test_a_text_screen_is_told_when_it_stands_still(machine: Machine) -> None:
    told: list[str] = []
    play(machine, TextMirror(told.append), "f2", beats=60)
    assert told == ["     A page of words.\n\n     Its end."], "rows in between that are blank count as one"


def test_text_of_cells() -> None:
    cells = bytearray(1000)
    cells[40 * 3 + 5 : 40 * 3 + 8] = b"abc"
    cells[40 * 5 + 5 : 40 * 5 + 10] = b"d\x01e\x84 "
    assert text_of(bytes(cells), 2, 5, 9, 20) == "abc\n\nd eä"
    assert text_of(bytes(cells), 3, 6, 4, 7) == "b"
    assert text_of(bytes(1000), 0, 0, 25, 40) == ""
