"""Whatever a Python program writes into a machine's state, the next step raises an error of ours or runs.

On the core that ships this finds crashes; on the one built with the address sanitizer (tests/meta/test_sanitizers.py)
every access out of bounds.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agi_emu.facts.errors import SaveError
from agi_emu.facts.mercies import FRIENDLY, STRICT
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import SMOOTH, Settings
from agi_emu.machine.snapshots import Snapshot
from agi_emu.resources import open_game
from agi_emu.state.areas import Area
from agi_emu.state.layout import ARENA_OFFSET, StateLayout
from agi_emu.state.used_part import BEHIND_DEEP, used_part
from tests.core.test_any_bytes import some_game
from tests.core.test_resealed_states import STRANGE, some_events
from tests.own_games import meadow, releases
from tests.own_games.building import GameBuilder

PLANES = {"picture", "deep", "screen", "arena", "text_chars", "text_attributes", "spare_alignment", "spare_priorities"}
"""Pixels and cells: they are no places or counts, and half a million of them would leave the rest untried."""
WIDE = (256, 257, 1 << 15, (1 << 16) - 1, 1 << 16, 1 << 20, (1 << 31) - 1, (1 << 32) - 16, -1, -128, -(1 << 15))
WRITES = 150
BEATS = 5


def writable(area: Any) -> Iterator[tuple[Any, str | int]]:
    """Yield every number of an area as what holds it and its name or index there; of long lists the first few."""
    if isinstance(area, ctypes.Array):
        places: list[tuple[Any, str | int]] = [(area, index) for index in (*range(min(len(area), 6)), len(area) - 1)]
    else:
        places = [(area, field.name) for field in type(area).fields() if field.name not in PLANES]
    for holder, place in places:
        value = holder[place] if isinstance(place, int) else getattr(holder, place)
        if isinstance(value, Area | ctypes.Array):
            yield from writable(value)
        else:
            yield holder, place


def write_something(state: StateLayout, chance: random.Random) -> None:
    """Set one to three numbers at random."""
    names = [field.name for field in StateLayout.fields() if field.name not in PLANES]
    for _ in range(chance.randint(1, 3)):
        name = chance.choice(names)
        area = getattr(state, name)
        holder, place = chance.choice([*writable(area)]) if isinstance(area, Area | ctypes.Array) else (state, name)
        value = chance.choice((*STRANGE, *WIDE, chance.randrange(1 << 32)))
        if isinstance(place, int):
            holder[place] = value
        else:
            setattr(holder, place, value)


def run_with_writes(machine: Machine, chance: random.Random, writes: int) -> tuple[int, int]:
    """Write and run; return how often the machine ran and how often it refused."""
    ran = refused = 0
    for _ in range(writes):
        for _ in range(chance.randrange(1, BEATS)):
            machine.advance(some_events(chance))
        before = machine.snapshot()
        write_something(machine.state, chance)
        try:
            for _ in range(BEATS):
                machine.advance(some_events(chance))
            machine.restore(machine.snapshot())
            ran += 1
        except ValueError:
            refused += 1
            changed = machine.snapshot()
            with pytest.raises(SaveError):
                machine.restore(changed)
        machine.restore(before)
        assert machine.snapshot() == before
    return ran, refused


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["meadow", "releases", "random"])
def test_a_state_with_any_number_in_it_is_refused_or_runs(
    build_game: GameBuilder, tmp_path: Path, name: str, seed: int
) -> None:
    if name == "random":
        path = some_game(tmp_path, seed)
    else:
        path = build_game(**meadow.sources()) if name == "meadow" else releases.build(build_game)  # type: ignore[arg-type]
    settings = Settings(
        "tandy" if seed % 2 else "pc", seed=1, budget=SMOOTH, mercies=FRIENDLY if seed % 4 < 2 else STRICT
    )
    ran, refused = run_with_writes(Machine(open_game(path), settings=settings), random.Random(seed), WRITES)
    assert ran > WRITES // 10
    assert refused > WRITES // 30


@pytest.mark.parametrize("seed", range(2))
def test_snapshots_with_any_number_in_them_are_refused_or_run(build_game: GameBuilder, seed: int) -> None:
    machine = Machine(open_game(build_game(**meadow.sources())))  # type: ignore[arg-type]
    chance = random.Random(seed)
    refused = 0
    for _ in range(WRITES):
        machine.advance(some_events(chance))
        before = machine.snapshot()
        full = bytearray(before.used.rjust(len(before.used) + BEHIND_DEEP, b"\0"))
        full = full.ljust(ctypes.sizeof(StateLayout), b"\0")
        state = StateLayout.from_buffer(full)
        write_something(state, chance)
        foreign = Snapshot(bytes(full[used_part(state)][: ARENA_OFFSET + 1000]), None, before.kind)
        try:
            machine.restore(foreign)
        except SaveError:
            refused += 1
            assert machine.snapshot() == before
        else:
            for _ in range(BEATS):
                machine.advance(some_events(chance))
            machine.restore(before)
    assert refused > WRITES // 30
