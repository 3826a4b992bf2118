"""Every state that is written loads again, wherever a game stands, and runs as the machine that wrote it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.data import demo_path
from agi_emu.facts.errors import GameError
from agi_emu.facts.mercies import FRIENDLY, STRICT
from agi_emu.machine.input.events import Arrow, Key
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import BUDGETS, Settings
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources.game import Game, open_game
from agi_emu.state.progress import Stop
from tests.core.strange_states import some_events
from tests.examples import examples
from tests.fuzz.oracles import check_repeats, check_written_state
from tests.fuzz.samples import NAMES, PROBES, files_of, game_of
from tests.own_games.building import GameBuilder

STOPS = 8
STOPS_OF_REAL_GAMES = 6
LONGEST = 400
"""Most stops of the machine before a look."""
AFTERWARDS = 30
"""Beats for which a state that was loaded runs on."""
KINDS = (Stop.BEAT, Stop.BEAT | Stop.CYCLE, Stop.BEAT | Stop.READY, Stop.BEAT | Stop.WAITING)


def look_everywhere(game: Game, seed: int, stops: int) -> None:
    """Save, load and repeat at some stops of a random play; a game that ends is switched on again."""
    chance = random.Random(seed)
    for _ in range(stops):
        chosen = Settings(budget=chance.choice(list(BUDGETS.values())), mercies=chance.choice((FRIENDLY, STRICT)))
        machine = Machine(game, seed=chance.randrange(1 << 16), settings=chosen)
        for _ in range(chance.randrange(1, LONGEST)):
            if machine.advance(some_events(chance), chance.choice(KINDS)) & Stop.ENDED:
                break
        check_written_state(machine)
        check_repeats(machine, [some_events(chance) for _ in range(AFTERWARDS)])


@examples(40)
@given(st.sampled_from(NAMES), st.integers(1, 0xFFFF))
def test_every_state_that_is_written_loads_again(name: str, seed: int) -> None:
    game = game_of(files_of(name))
    assert game is not None
    look_everywhere(game, seed, 2)


@pytest.mark.parametrize("seed", range(3))
def test_every_state_of_the_demo_loads_again(seed: int) -> None:
    look_everywhere(open_game(demo_path()), seed, STOPS)


@pytest.mark.parametrize("source", ["", 'set.menu("A"); submit.menu();'])
def test_a_menu_of_nothing_that_is_open_loads_again(build_game: GameBuilder, source: str) -> None:
    # reference: TEXT-56: the original opens a menu also where there is none, or no item.
    machine = Machine(
        open_game(build_game({0: source + " set(f14); menu.input(); return();"})), settings=Settings(mercies=STRICT)
    )
    machine.run(seconds=1)
    assert machine.modal is Purpose.MENU
    check_written_state(machine)
    check_repeats(machine, [[Key(13)], [Arrow(1, down=True)], [Key(27)]] * AFTERWARDS)


def test_more_voices_than_a_state_counts_end_with_its_sound(build_game: GameBuilder) -> None:
    source = "if (isset(f5)) { load.sound(1); sound(1, f60); } return();"
    notes = "voice 0\na4:2\nvoice 1\na4:4\nvoice 2\na4:6"
    path = build_game({0: "if (v0 == 0) { new.room(1); } call(1); return();", 1: source}, sounds={1: notes})
    machine = Machine(open_game(path), settings=Settings("tandy"))
    while not machine.state.sound.playing:
        machine.advance()
    machine.state.sound.voices_left = 0
    for _ in range(AFTERWARDS):
        machine.advance()
        check_written_state(machine)


@pytest.mark.slow
def test_every_state_of_all_probes_loads_again() -> None:
    for seed, path in enumerate(sorted(PROBES.glob("*/game.zip"))):
        look_everywhere(open_game(path), seed, 2)


def playable(folder: Path) -> Sequence[Game]:
    """Return the games of a folder."""
    found = []
    for path in sorted(folder.glob("*.zip")):
        try:
            found.append(open_game(path))
        except GameError:
            continue
    return found


@pytest.mark.games
@pytest.mark.slow
def test_every_state_of_all_games_loads_again(games: Path) -> None:
    found = playable(games)
    assert found
    for seed, game in enumerate(found):
        look_everywhere(game, seed, STOPS_OF_REAL_GAMES)
