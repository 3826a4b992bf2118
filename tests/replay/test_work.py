"""Work as a test without a clock: what ticks hold, and which rooms became slower."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import agi_emu
from agi_emu.facts.codes import FUEL_OF_WORK
from agi_emu.machine.costs import BYTE
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import BUDGETS, Settings
from agi_emu.recording.comparing.compare import compare_recordings, compare_with_game
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.recording.comparing.updating import accepted, updated
from agi_emu.recording.comparing.work import USUAL_TOLERANCE, WorkChange, compare_work
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Playback
from agi_emu.recording.replaying.replay import Replay
from agi_emu.recording.tick_values import NO_VALUES
from agi_emu.recording.ticks import Tick, What
from agi_emu.resources.game import Game, open_game
from agi_emu.resources.kinds import Kind
from agi_emu.state.progress import Stop
from tests.own_games import meadow
from tests.own_games.building import GameBuilder
from tests.replay.recorded import keys, record

SCRIPT = keys(b0="right", b60="down", b120="left")
BEATS = 240


def meadow_with(build_game: GameBuilder, every_cycle: str = "", at_start: str = "") -> Game:
    """Return the meadow, with more to do in each cycle of its room, or where the room begins."""
    room = meadow.MEADOW.replace("return();", f"{every_cycle} return();")
    room = room.replace("load.view(0);", f"{at_start} load.view(0);")
    sources = meadow.sources() | {"logics": {0: meadow.LOGIC, 1: room}}
    return open_game(build_game(**sources))  # type: ignore[arg-type]


def with_work(game: Game, *, budget: str = "smooth") -> Recording:
    """Return a recording of a walk that holds work."""
    machine = Machine(game, settings=Settings(seed=2, budget=BUDGETS[budget]))
    now, changed = updated(game, record(machine, SCRIPT, BEATS), counts_work=True)
    assert not changed
    return now


def compared(game: Game, recording: Recording, tolerance: float = USUAL_TOLERANCE) -> Outcome:
    return compare_with_game(game, recording, work_tolerance=tolerance)


@pytest.mark.parametrize("budget", [name for name, budget in BUDGETS.items() if not budget.computer])
def test_each_action_is_that_much_work(build_game: GameBuilder, budget: str) -> None:
    """A token of a logic is FUEL_OF_WORK units of fuel, in each budget of units (agi_emu/_core/fuel.pxd)."""
    plain = with_work(meadow_with(build_game), budget=budget)
    count = 50
    more = with_work(meadow_with(build_game, "v100 = 1;" * count), budget=budget)
    in_cycles = [
        (now.work or 0) - (was.work or 0)
        for before, was, now in zip(plain.ticks, plain.ticks[1:], more.ticks[1:], strict=False)
        if was.cycle == before.cycle + 1
    ]
    assert len(in_cycles) > BEATS // 6
    assert set(in_cycles[2:]) == {count * FUEL_OF_WORK}


def test_work_is_the_same_in_every_run_and_however_often_it_stops(build_game: GameBuilder) -> None:
    game = meadow_with(build_game, "v100 = 0; again: v100 += 1; if (v100 < 200) { goto(again); }")
    recording = with_work(game)
    play = Playback(game, recording)
    play.run()
    assert play.recorder.recording.ticks == recording.ticks
    stopped = agi_emu.Recorder(Machine(game, seed=2), counts_work=True)
    other = agi_emu.Recorder(Machine(game, seed=2), counts_work=True)
    other.run(ticks=60)
    while stopped.ticks < 60:
        stopped.machine.stop()
        assert stopped.advance() & Stop.ASKED
        stopped.advance()
    assert stopped.recording.ticks == other.recording.ticks


def test_work_is_the_same_after_a_jump(build_game: GameBuilder) -> None:
    game = meadow_with(build_game)
    recording = with_work(game)
    play = Replay(game, recording)
    play.seek(70)
    play.seek(33)
    play.seek(75)
    assert play.recorder.recording.ticks == recording.ticks[:75]


def test_only_recordings_that_hold_work_are_compared_by_it(build_game: GameBuilder, tmp_path: Path) -> None:
    game = meadow_with(build_game)
    slow = meadow_with(build_game, "v100 = 0;" * 200)
    recording = with_work(game)
    without = replace(recording, ticks=tuple(tick._replace(work=None) for tick in recording.ticks))
    assert recording.holds_work
    assert not without.holds_work
    assert compared(slow, without).work == ()
    path = tmp_path / "walk.agirec"
    recording.save(path)
    assert Recording.load(path) == recording
    # Digests and all else are as without it.
    assert compared(game, without).equal
    assert compared(game, without).actual.ticks == without.ticks


def test_a_room_that_became_slower_is_a_difference(build_game: GameBuilder) -> None:
    recording = with_work(meadow_with(build_game))
    found = compared(meadow_with(build_game, "v100 = 0;" * 200), recording)
    assert found.first is None
    assert not found.equal
    (change,) = found.work
    assert (change.room, change.is_slower, change.actual - change.expected) == (1, True, 200 * FUEL_OF_WORK)
    assert 0 < change.first < change.last <= recording.ticks[-1].cycle
    head, line, changed = replace(found, name="walk").lines()
    assert head == f"walk: {len(recording.ticks)} ticks are equal, but room 1 became slower"
    assert line == f"  {change}"
    assert f"cycles {change.first} to {change.last}" in line
    assert changed == "  changed: logic 1"
    outcome = replace(found, name="walk")
    assert (outcome.status, outcome.code, outcome.headline) == (Status.DIFFERENT, 1, "room 1 became slower")
    assert outcome.blamed == ("logic 1",)
    assert Outcome.from_record(json.loads(json.dumps(outcome.record()))) == outcome
    assert "room 1 became slower (work)" in agi_emu.merge([outcome, replace(found, name="other")]).groups[0].title


def test_a_tolerance_decides(build_game: GameBuilder) -> None:
    recording = with_work(meadow_with(build_game))
    slow = meadow_with(build_game, "v100 = 0;" * 200)
    (change,) = compared(slow, recording).work
    percent = 100 * (change.actual - change.expected) / change.expected
    assert compared(slow, recording, percent + 1).equal
    assert not compared(slow, recording, percent - 1).equal
    assert compared(slow, recording, percent - 1).work == (change,)


def test_a_heavy_cycle_does_not_hide_among_light_ones(build_game: GameBuilder) -> None:
    recording = with_work(meadow_with(build_game))
    count, length = 2500, 3
    found = compared(meadow_with(build_game, at_start="v100 = 0;" * count), recording, 1)
    (change,) = found.work
    assert change.first == change.last
    assert change.is_slower
    # The first tick loads them and executes them.
    more = (found.actual.ticks[0].work or 0) - (recording.ticks[0].work or 0)
    assert more == count * (FUEL_OF_WORK + length * BYTE[Kind.LOGIC])
    assert f"units of work in cycle {change.first}" in str(change)


def test_a_room_that_became_faster_is_a_remark(build_game: GameBuilder) -> None:
    recording = with_work(meadow_with(build_game, "v100 = 0;" * 200))
    found = compared(meadow_with(build_game), recording)
    assert found.equal
    assert [each.is_slower for each in found.work] == [False]
    assert replace(found, name="walk").lines()[0] == f"walk: {len(recording.ticks)} ticks are equal"
    assert "room 1 became faster" in "".join(replace(found, name="walk").lines())


def test_slower_rooms_are_accepted_and_compared_without_a_game(build_game: GameBuilder) -> None:
    recording = with_work(meadow_with(build_game))
    slow = meadow_with(build_game, "v100 = 0;" * 200)
    now = accepted(recording, compared(slow, recording), reason="a crowd", date="2026-11-23")
    assert compared(slow, now).work == ()
    assert compare_recordings(recording, now, work_tolerance=USUAL_TOLERANCE).work == compared(slow, recording).work
    assert compare_recordings(recording, now).equal


def test_work_stays_what_it_was_under_its_rules() -> None:
    # Written once, by the first version that recorded work: whoever changes a cost needs new work rules.
    path = Path(__file__).with_name("formats") / "format-3-work.agirec"
    recording = Recording.load(path)
    assert all(tick.work is not None for tick in recording.ticks)
    outcome = agi_emu.check(path, work_tolerance=0)
    assert (outcome.ticks, outcome.work) == (120, ())
    # The text screen stays open; that program left the cursor of the input line to it (reference: TEXT-16).
    assert [(span.first, span.last, span.what) for span in outcome.spans] == [(46, 120, (What.STATE,))]


def tick(cycle: int, work: int | None, room: int = 1) -> Tick:
    return Tick("", "", "", cycle, bytes([room]) + NO_VALUES[1:], work)


def test_cycles_that_are_not_whole_do_not_count() -> None:
    # The first cycle began before the recording, the third has a tick without work.
    was = [tick(7, 900), tick(8, 100), tick(8, None), tick(9, 100), tick(10, 100), tick(11, 200)]
    now = [tick(7, 100), tick(8, 100), tick(8, 900), tick(9, 100), tick(10, 150), tick(11, 200)]
    assert compare_work(was, now, 0, is_from_boot=False) == (WorkChange(1, 8, 10, 100, 125),)
    assert compare_work(was, was, 0, is_from_boot=True) == ()


def test_several_cycles_of_a_tick_share_its_work() -> None:
    was = [tick(3, 300), tick(6, 300), tick(9, 300)]
    now = [tick(3, 300), tick(6, 300), tick(9, 600)]
    assert compare_work(was, now, 0, is_from_boot=True) == (WorkChange(1, 9, 9, 100, 200),)
    # A recording may say anything: neither a loop without a bound nor a division by zero.
    far = [tick(1, 0), tick(4_000_000_000, 5), tick(2, 5)]
    assert compare_work(far, far, 0, is_from_boot=True) == ()
    assert compare_work([tick(1, 0)], [tick(1, 5)], 0, is_from_boot=True) == (WorkChange(1, 1, 1, 0, 5),)
    assert "5 units of work in cycle 1, not 0 (more)" in str(WorkChange(1, 1, 1, 0, 5))
