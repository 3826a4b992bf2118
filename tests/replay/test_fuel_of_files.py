"""No line of a recording's head and no value of a state switches fuel off, or gives a beat more of it than any has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agi_emu.facts.errors import AgiError
from agi_emu.facts.mercies import MERCIES
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import resume, resume_exactly
from agi_emu.machine.saving.state_saving import save_state, settings_from_texts
from agi_emu.machine.settings import BUDGETS, LARGEST_COST, MOST_FUEL, SETTINGS, Budget, Settings, settings_as_texts
from agi_emu.recording import reader
from agi_emu.recording.head import SETTING_LINES
from agi_emu.recording.recording import parse_recording, recording_text
from agi_emu.recording.replaying.starting import machine_at_start
from agi_emu.resources.game import Game, open_game
from agi_emu.state.files import state_file
from agi_emu.state.files.state_chunks import ENTRIES, TABLE, encode_areas, pack
from agi_emu.state.files.state_file import Chunk, ChunkPart, join_parts, split_parts
from agi_emu.state.validation import FARTHEST_COUNT, LIMITS
from tests.own_games.building import GameBuilder
from tests.own_games.hostile import GAMES
from tests.replay.recorded import keys, record

if TYPE_CHECKING:
    from collections.abc import Iterator

NUMBERS = ("", "0", "1", "-1", "254", "255", "65535", "4294967295", "9999999", "10000000", "10000001", "9" * 5000)
VALUES: dict[str, tuple[str, ...]] = {
    "machine": ("pcjr", "tandy", "abacus"),
    "budget": (*NUMBERS, "unlimited", "unlimited 254", "pc 0", "pc 254", "10000000 254", "1 0", "none", "-1 -1"),
    "mercies": ("", " ".join(MERCIES), "no-fuel"),
    "extensions": ("agimouse agi256 agipal", "fuel"),
    "resources": ("logic 0:00000000", "fuel 0:0"),
    "start": ("boot", "save", "state"),
    "masked": ("0,0,320,200", "0,0,0,0"),
}
"""What each line says in turn, where it is not a number or a text."""
GAME = "splatter"
"""It burns most units in the least time."""
BEATS = 2
MOST = {path: most for _, path, most in LIMITS}
AT_ONCE = ("Exec", "Clok", "Vars", "Flag")
"""Chunks of which every value is tried in each run; the others take longer."""


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    return open_game(GAMES[GAME](build_game))


def check_beats(machine: Machine) -> None:
    """Beats have an end: with fuel, and no more of it than any budget gives."""
    assert 0 < machine.rules.beat_fuel <= MOST_FUEL - LARGEST_COST
    for _ in range(BEATS):
        before = machine.core.burnt
        machine.advance()
        assert machine.core.burnt - before <= MOST_FUEL


def heads(text: str, word: str) -> Iterator[str]:
    """Yield a recording with each value of a line of its head, in the place of that line, twice and not at all."""
    lines = text.split("\n")
    at = next((number for number, line in enumerate(lines) if line.split(" ")[0] == word), 2)
    rest = [line for line in lines if line.split(" ")[0] != word]
    yield "\n".join(rest)
    for value in VALUES.get(word, NUMBERS):
        line = f"{word} {value}"
        yield "\n".join([*rest[:at], line, *rest[at:]])
        yield "\n".join([*rest[:at], line, line, *rest[at:]])


@pytest.mark.parametrize("word", sorted({*reader._LINES, *reader._HEAD, *SETTING_LINES} - {"tick", "ticks", "end"}))
def test_no_line_of_a_head_switches_fuel_off(game: Game, word: str) -> None:
    text = recording_text(record(Machine(game, seed=1), keys(b0="right"), 4))
    tried: set[Settings] = set()
    for changed in heads(text, word):
        try:
            recording = parse_recording(changed, "changed")
            machine = machine_at_start(game, recording)
        except AgiError:
            continue
        if machine.settings not in tried:
            check_beats(machine)
        tried.add(machine.settings)


def changed_states(machine: Machine, tag: str) -> Iterator[bytes]:
    """Yield a machine's state with each field of a chunk as small and as large as it may be, sealed again."""
    chunks = [chunk for chunk in state_file.read(save_state(machine)).chunks if chunk.tag != tag]
    parts = split_parts(tag, encode_areas(machine.unguarded.state, ENTRIES[tag].areas))
    for part in parts.values():
        elements = {byte * part.size for byte in (b"\0", b"\1", b"\x7f", b"\xff")}
        if most := MOST.get(part.name):
            elements |= {number.to_bytes(4, "little")[: part.size] for number in (most, most - 1)}
        for element in elements:
            changed = parts | {part.name: ChunkPart(part.name, part.size, element * part.count)}
            yield state_file.write([*chunks, Chunk(tag, pack(join_parts(changed.values())))])


@pytest.mark.parametrize(
    "tag",
    [
        pytest.param(entry.tag, marks=[] if entry.tag in AT_ONCE else [pytest.mark.slow])
        for entry in TABLE
        if entry.areas
    ],
)
def test_no_value_of_a_state_gives_a_beat_more_fuel(game: Game, tag: str) -> None:
    machine = Machine(game, seed=1)
    machine.advance()
    for data in changed_states(machine, tag):
        for load in (resume, resume_exactly):
            other = Machine(game, seed=1)
            try:
                load(other, data)
            except AgiError:
                continue
            check_beats(other)


@pytest.mark.parametrize("budget", BUDGETS.values(), ids=lambda budget: budget.name)
def test_a_state_in_a_logic_has_no_more_fuel_and_work_than_a_beat(game: Game, budget: Budget) -> None:
    machine = Machine(game, settings=Settings(seed=1, budget=budget))
    while not machine.unguarded.state.vm.depth:
        machine.advance()
    state = machine.unguarded.state
    state.vm.fuel = state.vm.work = FARTHEST_COUNT
    state.cycle.beat_due = 0
    data = save_state(machine)
    for load in (resume, resume_exactly):
        other = Machine(game, settings=Settings(seed=1, budget=budget))
        load(other, data)
        assert other.unguarded.state.vm.depth
        check_beats(other)


@pytest.mark.parametrize("name", SETTINGS)
def test_no_setting_in_a_state_switches_fuel_off(game: Game, name: str) -> None:
    for value in VALUES.get(name, NUMBERS):
        try:
            settings = settings_from_texts(settings_as_texts(Settings()) | {name: value})
            machine = Machine(game, settings=settings)
        except AgiError:
            continue
        check_beats(machine)
