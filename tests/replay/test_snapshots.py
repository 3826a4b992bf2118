"""A snapshot restored and run equals never having stopped, at whatever stop it was taken.

Each tick has the same digests, and what they leave out is the same at the end.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from agi_emu.facts.errors import SaveError
from agi_emu.machine.machine import Machine
from agi_emu.machine.snapshots import MomentMemory, Snapshot
from agi_emu.resources.game import open_game
from agi_emu.state.digests import resume_hash
from tests.own_games.building import GameBuilder
from tests.replay.play import play, random_events, vocabulary

GAMES = ("ltec", "demo2", "cldest", "kq4dem", "enclos", "nickq", "abrah", "alpnd1", "texm2", "uagifg")
STOPS = 50
BEATS_BEFORE = 2400
BEATS_AFTER = 1800
"""300 cycles at the usual delay of two ticks."""
FEW_BEATS_AFTER = 360
"""60 cycles: what is played after most stops; the next ones are nearer, so that every cycle is played again anyway."""
LONG = 5
"""Of so many stops one is followed by the longer run."""

SHOWN = "if (v0 == 0) { new.room(2); } set(f77); v99 = 5; return();"


def beats_after(stops: Iterable[int]) -> dict[int, int]:
    """Return how many beats are played after each stop."""
    return {beat: FEW_BEATS_AFTER if index % LONG else BEATS_AFTER for index, beat in enumerate(sorted(stops))}


def where(machine: Machine) -> str:
    """Name what a stop is inside of."""
    state = machine.state
    if state.modal.depth:
        return f"modal {machine.modal!r}"
    if state.vm.depth:
        frame = state.vm.frames[state.vm.depth - 1]
        return "condition" if frame.condition else "logic"
    return "between"


@pytest.mark.games
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.slow) if n % 3 else game for n, game in enumerate(GAMES)]
)
def test_snapshot_restored_runs_on_as_if_never_stopped(games: Path, game: str) -> None:
    path = games / f"{game}.zip"
    if not path.is_file():
        pytest.skip(f"{path} is absent")
    opened = open_game(path)
    machine = Machine(opened, seed=7)
    script = random_events(vocabulary(machine), 11, BEATS_BEFORE + BEATS_AFTER)
    stops = sorted(random.Random(5).sample(range(BEATS_BEFORE), STOPS))
    snapshots: dict[int, Snapshot] = {}
    places: Counter[str] = Counter()
    whole: dict[int, int] = {}

    def take(beat: int) -> None:
        whole[beat] = resume_hash(machine.unguarded.state)
        if beat in stops:
            snapshots[beat] = machine.snapshot()
            places[where(machine)] += 1

    expected = play(machine, script, 0, BEATS_BEFORE + BEATS_AFTER, take)
    assert len(snapshots) > 0
    other = Machine(opened, seed=1)
    for beat, after in beats_after(snapshots).items():
        other.restore(snapshots[beat])
        other.port_writes.clear()
        digests = play(other, script, beat, beat + after)
        first = -(-beat // 3)
        # The port writes of the tick in which the snapshot was taken began before it.
        assert [each[:2] for each in digests] == [each[:2] for each in expected[first : first + len(digests)]]
        assert digests[1:] == expected[first + 1 : first + len(digests)]
        assert beat + after not in whole or resume_hash(other.unguarded.state) == whole[beat + after]


def test_a_slot_holds_the_latest_moment_and_is_no_more_trusted_than_a_snapshot(build_game: GameBuilder) -> None:
    machine = Machine(open_game(build_game({0: "v50++; return();"})), seed=1)
    slot = MomentMemory()
    for _ in range(3):
        machine.run(ticks=5)
        machine.keep(slot)
        assert slot.snapshot() == machine.snapshot()
    kept, here = slot.snapshot(), resume_hash(machine.unguarded.state)
    machine.run(ticks=5)
    machine.restore(kept)
    assert resume_hash(machine.unguarded.state) == here
    state = machine.state
    state.general.object_count = 65535
    machine.keep(slot)
    with pytest.raises(SaveError):
        machine.restore(slot.snapshot())
    machine.restore(kept)
    assert state.general.object_count != 65535


def test_what_is_shown_of_a_machine_is_short(build_game: GameBuilder) -> None:
    machine = Machine(open_game(build_game({0: SHOWN, 2: "return();"})), seed=1)
    machine.run(cycles=3)
    assert repr(machine.vars).split()[0:2] == ["<Variables", "v0=2"]
    assert " v99=5" in repr(machine.vars)
    assert "v98" not in repr(machine.vars)
    assert " f77" in repr(machine.flags)
    assert "f78" not in repr(machine.flags)
    snapshot = machine.snapshot()
    assert repr(snapshot) == f"<Snapshot: room 2, cycle 3, {len(snapshot.used) / 1000:.0f} KB>"
    assert repr(Snapshot(b"damaged" * 1000)) == "<Snapshot: 7 KB>"
