"""Playing on with another computer, pace or language: what the menu of the window offers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from agi_emu.data import demo_path
from agi_emu.input.player_commands import PlayerCommand
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.window.windowed_play import WindowedPlay
from tests.own_games.building import GameBuilder


def chosen(machine: Machine, wish: PlayerCommand) -> tuple[Machine, list[dict[str, Any]], list[str]]:
    """Return the machine that is played then, the settings that are kept, and what the window says."""
    kept: list[dict[str, Any]] = []
    said: list[str] = []
    services = SimpleNamespace(keep=lambda changes, *_: kept.append(changes))
    play: Any = SimpleNamespace(_services=services, window=SimpleNamespace(note=said.append))
    return WindowedPlay._otherwise(play, machine, wish), kept, said


@pytest.mark.parametrize(
    ("wish", "setting", "expected"),
    [
        (PlayerCommand.NEXT_COMPUTER, "computer", "pcjr"),
        (PlayerCommand.PREVIOUS_COMPUTER, "computer", "tandy"),
        (PlayerCommand.NEXT_PACE, "pace", "pc-4.77"),
        (PlayerCommand.PREVIOUS_PACE, "pace", "at-8"),
    ],
)
def test_the_game_plays_on_with_the_neighbour_of_what_it_has(wish: PlayerCommand, setting: str, expected: str) -> None:
    machine = Machine(open_game(demo_path()), seed=1)
    machine.run(seconds=1)
    other, kept, said = chosen(machine, wish)
    assert (kept[0][setting], said) == (expected, [])
    assert expected in (other.settings.machine, other.settings.budget.name)
    assert other.room == machine.room


def test_languages_go_round_with_that_of_the_game_among_them() -> None:
    machine = Machine(open_game(demo_path()), seed=1)
    german, kept, _ = chosen(machine, PlayerCommand.NEXT_LANGUAGE)
    assert kept == [{"language": "de"}]
    assert chosen(german, PlayerCommand.PREVIOUS_LANGUAGE)[1] == [{"language": "none"}]


def test_a_game_without_translations_says_so_and_plays_on(build_game: GameBuilder) -> None:
    machine = Machine(open_game(build_game({0: "return();"})), seed=1)
    other, kept, said = chosen(machine, PlayerCommand.NEXT_LANGUAGE)
    assert other is machine
    assert (kept, said) == ([], [f"{machine.game.title} has no translation beside it"])
