"""States that pass every check of their file and hold what no machine wrote: refused, or run without harm.

Whoever makes a file by hand, or another program, seals it again; then only what the fields say stands between it and
the core, whose loops check nothing. On the core that ships this finds crashes and exceptions, on the one built with the
address sanitizer (tests/meta/test_sanitizers.py) every access out of bounds.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from agi_emu.facts.errors import SaveError
from agi_emu.facts.mercies import FRIENDLY
from agi_emu.machine.input.events import Key
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.modal_validation import WAITS
from agi_emu.machine.saving.restoring import restore, savegame_of
from agi_emu.machine.saving.resuming import resume
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.machine.settings import SMOOTH, Settings
from agi_emu.machine.windows.modal import Purpose, Wait
from agi_emu.resources import open_game
from tests.core.strange_states import BEATS, STRANGE, check, load_and_run, some_events, states_of
from tests.core.test_any_bytes import some_game
from tests.own_games import meadow, releases
from tests.own_games.building import GameBuilder


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", ["meadow", "releases", "random"])
def test_a_sealed_state_with_strange_values_is_refused_or_runs(
    build_game: GameBuilder, tmp_path: Path, name: str, seed: int
) -> None:
    if name == "random":
        path = some_game(tmp_path, seed)
    elif name == "meadow":
        path = build_game(**meadow.sources())  # type: ignore[arg-type]
    else:
        path = releases.build(build_game)
    assert check(path, seed) > 0


@pytest.mark.parametrize("seed", range(3))
def test_a_savegame_of_the_original_with_strange_values_is_refused_or_runs(tmp_path: Path, seed: int) -> None:
    """Nothing in it is sealed at all."""
    chance = random.Random(seed)
    machine = Machine(
        open_game(some_game(tmp_path, seed)), settings=Settings("pc", seed=1, budget=SMOOTH, mercies=FRIENDLY)
    )
    loaded = 0
    for _ in range(40):
        for _ in range(chance.randrange(1, 30)):
            machine.advance(some_events(chance))
        while machine.modal:
            # A game restores while nothing else is open.
            machine.advance([Key(13), Key(27)])
        save = savegame_of(machine)
        data = bytearray(save.to_bytes())
        starts = [save.offset_of(piece) for piece in save.pieces()]
        for _ in range(chance.randint(1, 4)):
            start = chance.choice(starts)
            data[min(start + chance.randrange(chance.choice((60, 2000))), len(data) - 1)] = chance.choice(STRANGE)
        before, fuel = machine.snapshot(), machine.unguarded.state.vm.fuel
        try:
            restore(machine, bytes(data))
        except SaveError:
            # What it computed before it failed is paid for.
            machine.unguarded.state.vm.fuel = fuel
            assert machine.snapshot() == before
            continue
        loaded += 1
        for _ in range(BEATS):
            machine.advance(some_events(chance))
        # What came of it is a state that this program takes for sound.
        resume(Machine(machine.game, settings=machine.settings), save_state(machine))
    assert loaded > 0


def open_something(machine: Machine, chance: random.Random) -> None:
    """Pretend that windows, prompts and menus are open that nobody opened."""
    state = machine.unguarded.state
    state.modal.depth = chance.choice((1, 1, 1, 2, 4))
    for record in state.modal.records[: state.modal.depth]:
        record.purpose = chance.choice((*Purpose, 0, 99))
        record.wait = WAITS.get(record.purpose, chance.choice((*Wait, 0)))
        record.stage = chance.randrange(9)
        for place in range(8):
            record.values[place] = chance.choice((0, 1, 2, 12, 13, 40, 63, 64, 255, 256, -1, 1 << 30, -1 << 31))
    for area in (state.window, state.text, state.trace, state.menu, state.updating_sprites.entries[255]):
        for field in area.fields():
            if isinstance(getattr(area, field.name), int) and chance.random() < 0.1:
                setattr(area, field.name, chance.choice((0, 1, 5, 24, 25, 39, 40, 41, 127, -1, -128)))


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_said_to_be_open_is_refused_or_runs(build_game: GameBuilder, seed: int) -> None:
    path = build_game(**meadow.sources())  # type: ignore[arg-type]
    chance = random.Random(seed)
    machine, other = (Machine(open_game(path), settings=Settings(mercies=FRIENDLY)) for _ in range(2))
    loaded = 0
    for file in states_of(machine, chance, 4, 60):
        for _ in range(20):
            resume(other, file)
            open_something(other, chance)
            loaded += load_and_run(machine, [save_state(other)], chance)
    assert loaded > 0


def test_a_machine_that_was_just_switched_on_is_saved_and_loaded(build_game: GameBuilder) -> None:
    machine = Machine(open_game(build_game(**meadow.sources())))  # type: ignore[arg-type]
    other = Machine(machine.game)
    other.run(seconds=3)
    resume(other, save_state(machine))
    assert other.snapshot() == machine.snapshot()
