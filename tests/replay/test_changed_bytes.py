"""A byte changed in a resource is found at exactly the tick where it can first be seen or heard, and named.

Where that is, is established without any digest: two machines are stepped side by side and their bytes are compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from agi_emu.facts.errors import AgiError
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.recording.comparing.compare import compare_with_game
from agi_emu.recording.recording import Recording
from agi_emu.resources.directory_finding import find_layout
from agi_emu.resources.files import GameFiles
from agi_emu.resources.game import Game, open_game
from agi_emu.resources.kinds import Kind
from agi_emu.state.digest_lists import FRAME_FIELDS, STATE_FIELDS
from agi_emu.state.digests import parse
from agi_emu.state.layout import StateLayout
from agi_emu.state.progress import Stop
from tests.replay.play import random_events, vocabulary
from tests.replay.recorded import record

BEATS = 600
CHANGES = 200
V2_HEADER = 5
NEVER = 0


class Used:
    """An observer that notes which resources a run uses."""

    def __init__(self) -> None:
        self.numbers: dict[Kind, set[int]] = {kind: set() for kind in Kind}

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Note what is in memory or plays."""
        loaded, sound = machine.state.loaded, machine.state.sound
        for kind, each in ((Kind.LOGIC, loaded.logics), (Kind.VIEW, loaded.views)):
            self.numbers[kind] |= set(each.order[: each.count])
        self.numbers[Kind.PICTURE].add(machine.state.general.picture_number)
        self.numbers[Kind.PICTURE] &= set(machine.game.pictures)
        if sound.playing:
            self.numbers[Kind.SOUND].add(sound.number)


def changed_game(game: Game, kind: Kind, number: int, at: int, mask: int) -> Game:
    """Return a copy of a version 2 game in which a byte of a resource has other bits."""
    entry = game.volumes.entry(kind, number)
    assert entry is not None
    name = game.layout.volume_names[entry.volume]
    volume = bytearray(game.files.contents[name])
    volume[entry.offset + V2_HEADER + at] ^= mask
    contents = {**game.files.contents, name: bytes(volume)}
    files = GameFiles(contents, game.files.names, game.files.sizes)
    layout = find_layout(files)
    assert layout is not None
    return Game(game.path, files, layout, game.profile)


def internals(state: StateLayout) -> Iterator[bytes]:
    """Yield what the interpreter is about, but for its place in a logic and the bytes of actions: no behaviour."""
    vm, modal, loaded = state.vm, state.modal, state.loaded
    yield bytes([vm.error, vm.error_value, *(frame.logic for frame in vm.frames[: vm.depth])])
    yield b"".join(bytes(each)[:36] for each in modal.records[: modal.depth])
    yield bytes(modal)[type(modal).edit_length.offset :]  # type: ignore[attr-defined]
    yield from (bytes(each) for each in (loaded.logics, loaded.views, loaded.pictures, loaded.sounds))


def ticks_of(game: Game, recording: Recording) -> Iterator[tuple[bytes, ...]]:
    """Yield at each tick the bytes of what a machine is, shows and sounds like; the end when the game breaks."""
    machine = Machine(game, settings=recording.head.settings)
    events = {each.place.beat: [] for each in recording.events}  # type: ignore[var-annotated]
    for each in recording.events:
        assert each.place.cycle == 0
        events[each.place.beat].append(each.event)
    beat = 0
    count = machine.state.general.object_count
    names = [field.name for field in (*parse(STATE_FIELDS[1]), *parse(FRAME_FIELDS[1]))]
    areas = [name for name in names if name not in ("objects", "rng", "vm", "loaded", "modal")]
    try:
        while beat <= (recording.end or 0):
            stop = machine.advance(events.get(beat, ()))
            if stop & Stop.ENDED or (beat and beat % 3 == 0):
                state = machine.state
                looks = tuple(bytes(getattr(state, name)) for name in areas)
                objects = b"".join(bytes(each) for each in state.objects[:count])
                yield (*looks, objects, *internals(state), repr((state.rng, machine.port_writes)).encode())
                machine.port_writes.clear()
            if stop & Stop.ENDED:
                return
            beat += 1
    except AgiError:
        return


def first_seen(game: Game, expected: list[tuple[bytes, ...]], recording: Recording) -> int:
    """Return the first tick at which a game differs from the expected run; NEVER when none does."""
    tick = 0
    for tick, looks in enumerate(ticks_of(game, recording), start=1):
        if tick > len(expected) or looks != expected[tick - 1]:
            return tick
    return NEVER if tick == len(expected) else tick + 1


@pytest.mark.games
@pytest.mark.slow
def test_a_changed_byte_is_found_at_its_tick_and_its_resource_named(games: Path) -> None:
    game = open_game(games / "alpndh.zip")
    # The PCjr plays all voices of a sound, so that most changes of one are heard.
    machine = Machine(game, settings=Settings(machine="pcjr", seed=3))
    used = Used()
    recording = record(machine, random_events(vocabulary(machine), 3, BEATS), BEATS, observer=used)
    expected = list(ticks_of(game, recording))
    assert len(expected) == len(recording.ticks)
    rng = random.Random(12)
    found = []
    for _ in range(CHANGES):
        kind = rng.choice(list(Kind))
        number = rng.choice(sorted(used.numbers[kind]))
        data = game.stored(kind, number).data
        changed = changed_game(game, kind, number, rng.randrange(len(data)), 1 << rng.randrange(8))
        result = compare_with_game(changed, recording)
        tick = first_seen(changed, expected, recording)
        assert (result.first.tick if result.first else NEVER) == tick, (kind, number)
        assert [str(each) for each in result.changed] == [f"{kind} {number}"]
        if result.first is not None:
            assert f"  changed and in use: {kind} {number}" in replace(result, name="game").lines()
            found.append(kind)
    assert len(found) > CHANGES // 10
    assert set(found) == set(Kind)
