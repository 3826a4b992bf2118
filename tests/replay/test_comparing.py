"""What a comparison says: first tick, spans, shifts, pins, masks, accepted changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from agi_emu.checking.summary import merge
from agi_emu.data import demo_path
from agi_emu.facts.errors import RecordingError
from agi_emu.machine.machine import Machine
from agi_emu.recording.comparing.compare import compare_recordings, compare_with_game
from agi_emu.recording.comparing.recording_file import remasked
from agi_emu.recording.comparing.spans import Shift, find_shifts
from agi_emu.recording.comparing.updating import accepted, pinned
from agi_emu.recording.masks import NO_MASKS, Masks, Rectangle, Variable
from agi_emu.recording.position import Place
from agi_emu.recording.recording import Recording
from agi_emu.recording.ticks import Tick, What
from agi_emu.resources.game import Game, open_game
from tests.own_games import meadow
from tests.own_games.building import GameBuilder
from tests.replay.recorded import keys, record

SCRIPT = keys(b0="right", b60="down", b120="left", b200="f2", b230="enter")
MARCH = """
if (v0 == 0) { v10 = 2; new.room(1); }
call(1);
return();
"""
MARCHER = """
if (isset(f5)) {
  load.view(0); animate.obj(o0); set.view(o0, 0); position(o0, 10, 120); draw(o0);
  v50 = 1; load.pic(v50); draw.pic(v50); show.pic();
  program.control(); v60 = 0;
}
v60 += 1;
if (v60 == %d) { move.obj(o0, 140, 120, 2, f60); }
return();
"""


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    return open_game(build_game(**meadow.sources()))  # type: ignore[arg-type]


@pytest.fixture
def other(build_game: GameBuilder) -> Game:
    """The same game with another colour of the sky."""
    sources = meadow.sources() | {"pictures": {1: meadow.PICTURE.replace("color 10", "color 11")}}
    return open_game(build_game(**sources))  # type: ignore[arg-type]


def march(build_game: GameBuilder, cycle: int) -> Game:
    """Return a game in which somebody sets off in a cycle."""
    return open_game(build_game({0: MARCH, 1: MARCHER % cycle}, pictures={1: meadow.PICTURE}, views={0: meadow.VIEW}))


def test_a_changed_picture_is_found_where_it_is_drawn(game: Game, other: Game) -> None:
    recording = record(Machine(game, seed=2), SCRIPT, 300)
    found = compare_with_game(other, recording)
    assert found.first is not None
    # Drawn in the first tick, shown a little later.
    assert (found.first.tick, found.first.what) == (1, (What.STATE,))
    assert found.spans[1].what == (What.STATE, What.FRAME)
    assert [str(each) for each in found.first.resources] == ["picture 1"]
    assert found.shifts == ()
    lines = list(replace(found, name="walk").lines(all_spans=True))
    assert "tick 1 (00:00.050, cycle 0, room 1) differs in state" in lines[0]
    assert lines[1] == "  changed and in use: picture 1"
    assert found.record()["changed"] == ["picture 1"]
    equal = compare_with_game(game, recording)
    case = ElementTree.fromstring(merge([replace(found, name="walk"), replace(equal, name="same")]).junit())
    assert (case.get("tests"), case.get("failures")) == ("2", "1")


def test_only_what_is_asked_for_is_compared(game: Game, other: Game) -> None:
    recording = record(Machine(game, seed=2), SCRIPT, 300)
    assert compare_with_game(other, recording, [What.SOUND]).equal
    found = compare_with_game(other, recording, [What.FRAME])
    assert found.first is not None
    assert {what for span in found.spans for what in span.what} == {What.FRAME}


@pytest.mark.parametrize("late", [1, 3, 7])
def test_a_run_that_is_late_is_a_shift(build_game: GameBuilder, late: int) -> None:
    recording = record(Machine(march(build_game, 5), seed=2), {}, 400)
    found = compare_with_game(march(build_game, 5 + late), recording)
    assert found.first is not None
    shift = found.shifts[0]
    # v10 is 2: a cycle takes two ticks
    assert (shift.cycles, shift.ticks, len(found.shifts)) == (late, 2 * late, 1)
    assert shift.last >= len(recording.ticks) - 2 * late
    back = compare_with_game(march(build_game, 5), record(Machine(march(build_game, 5 + late), seed=2), {}, 400))
    assert (back.shifts[0].cycles, back.shifts[0].ticks) == (-late, -2 * late)
    text = "\n".join(replace(found, name="march").lines())
    assert f"come {late} cycle{'s' if late > 1 else ''}, {2 * late} ticks later" in text


def test_shifts_need_something_to_happen() -> None:
    still = [Tick("s", "f", "a", n) for n in range(100)]
    assert find_shifts(still, [*still[:50], *(tick._replace(frame="g") for tick in still[50:])]) == []
    moving = [Tick("s", str(n // 5), "a", n) for n in range(100)]
    later = [*moving[:30], *([moving[29]] * 4), *moving[30:]]
    found = find_shifts(moving, later)
    assert found == [Shift(31, 100, 4, 0)]


def test_two_recordings_are_compared_with_each_other(game: Game, other: Game) -> None:
    one = record(Machine(game, seed=2), SCRIPT, 300)
    two = record(Machine(other, seed=2), SCRIPT, 300)
    assert compare_recordings(one, one).equal
    found = compare_recordings(one, two)
    assert found.first == compare_with_game(other, one).first
    shorter = compare_recordings(one, replace(two, ticks=two.ticks[:50]))
    assert shorter.notes == ("one has 99 ticks, the other 50",)
    with pytest.raises(RecordingError, match="different masks"):
        compare_recordings(one, replace(two, head=replace(two.head, masked=((0, 0, 8, 8),))))


def test_a_change_is_accepted_with_its_reason(game: Game, other: Game, tmp_path: Path) -> None:
    recording = record(Machine(game, seed=2), SCRIPT, 300)
    found = compare_with_game(other, recording)
    now = accepted(recording, found, reason="a bluer\nsky", date="2026-11-20")
    path = tmp_path / "walk.agirec"
    now.save(path)
    assert compare_with_game(other, Recording.load(path)).equal
    assert not compare_with_game(other, Recording.load(path)).changed
    line = next(each for each in path.read_text().splitlines() if each.startswith("accepted"))
    assert line.startswith("accepted 2026-11-20 from tick ")
    assert line.endswith(" in state: a bluer sky")


def test_a_pinned_difference_is_known_as_long_as_it_stays(game: Game, other: Game, build_game: GameBuilder) -> None:
    recording = record(Machine(game, seed=2), SCRIPT, 300)
    kept = pinned(recording, compare_with_game(other, recording), reason="under way", date="2026-11-20")
    found = compare_with_game(other, kept)
    assert found.equal
    assert [pin.reason for pin in found.known] == ["2026-11-20 under way"] * len(found.known)
    assert {pin.what for pin in found.known} == {What.STATE, What.FRAME}
    sources = meadow.sources() | {"pictures": {1: meadow.PICTURE.replace("color 10", "color 12")}}
    third = compare_with_game(open_game(build_game(**sources)), kept)  # type: ignore[arg-type]
    assert not third.equal
    assert third.gone
    assert not compare_with_game(game, kept).known


def test_what_is_masked_is_not_compared(game: Game, other: Game) -> None:
    masks = Masks((Rectangle(0, 0, 320, 200, "all of it"),), (Variable(11, "seconds"),))
    recording = record(Machine(game, seed=2), SCRIPT, 300, masks=masks)
    assert compare_with_game(other, recording, masks=masks).equal
    with pytest.raises(RecordingError, match="made under other masks"):
        compare_with_game(other, recording)


def test_a_masked_variable_is_not_compared_whenever_it_was_masked(game: Game, build_game: GameBuilder) -> None:
    recording = record(Machine(game, seed=2), SCRIPT, 300)
    sources = meadow.sources()
    assert isinstance(sources["logics"], dict)
    logics = {**sources["logics"], 1: meadow.MEADOW.replace("v50 = 1;", "v51 = 1; v50 = 1; set(f40);")}
    changed = open_game(build_game(**(sources | {"logics": logics})))  # type: ignore[arg-type]
    found = compare_with_game(changed, recording)
    assert found.values is not None
    assert (found.values.tick, [each.name for each in found.values.changes]) == (
        1,
        ["v51", "f40"],
    )
    masks = Masks((), (Variable(51, "new"),))
    left = compare_with_game(changed, recording, masks=masks).values
    assert left is not None
    assert [each.name for each in left.changes] == ["f40"]
    # Pins are of what is left under the masks.
    kept = pinned(
        recording, compare_with_game(changed, recording, masks=masks), reason="under way", date="", masks=masks
    )
    assert compare_with_game(changed, kept, masks=masks).equal
    assert not compare_with_game(changed, kept).equal


def test_masks_that_are_newer_need_the_run_that_was_recorded(game: Game, other: Game) -> None:
    recording = record(Machine(game, seed=2), SCRIPT, 300)
    masks = Masks((Rectangle(0, 0, 320, 60, "the sky"),))
    made = remasked(recording, game, masks)
    assert made.head.masked == ((0, 0, 320, 60),)
    assert made == replace(record(Machine(game, seed=2), SCRIPT, 300, masks=masks), events=recording.events)
    assert [tick.sound for tick in made.ticks] == [tick.sound for tick in recording.ticks]
    with pytest.raises(RecordingError, match="does not do what was recorded, from tick 1 on"):
        remasked(recording, other, masks)
    # Masks that were in the recording can be taken out again.
    assert remasked(made, game, NO_MASKS).ticks == recording.ticks


def test_newer_masks_change_no_sound() -> None:
    demo = open_game(demo_path())
    recording = record(Machine(demo, seed=2), {}, 300)
    assert len({tick.sound for tick in recording.ticks}) > 10
    made = remasked(recording, demo, Masks((Rectangle(0, 0, 320, 8, "the status line"),)))
    assert [tick.sound for tick in made.ticks] == [tick.sound for tick in recording.ticks]


def test_a_game_that_has_lost_its_way_is_given_up(game: Game, build_game: GameBuilder) -> None:
    recording = record(Machine(game, seed=2), SCRIPT, 1500)
    sources = meadow.sources()
    assert isinstance(sources["logics"], dict)
    lost = {**sources["logics"], 1: meadow.MEADOW.replace("status.line.on();", "again: v60 += 1; goto again;")}
    found = compare_with_game(open_game(build_game(**(sources | {"logics": lost}))), recording)  # type: ignore[arg-type]
    assert found.first is not None
    assert found.actual is not None
    assert len(found.actual.ticks) < 80 < 400 < len(recording.ticks)
    assert "busy inside one cycle for 3 seconds" in "\n".join(replace(found, name="lost").lines())


def test_events_that_never_happen_are_told(game: Game) -> None:
    machine = Machine(game, seed=2)
    machine.run(ticks=20)
    machine.port_writes.clear()
    recording = record(machine, keys(b20="right"), 60)
    assert compare_with_game(game, recording).notes == ()
    (event, _) = recording.events
    edited = replace(
        recording, events=(replace(event, place=Place(3, 0)), *recording.events, replace(event, place=Place(500, 0)))
    )
    found = compare_with_game(game, edited)
    assert found.equal
    assert found.notes == ("events before the start or after the end, which never happen: 2",)


def test_another_profile_is_told(game: Game) -> None:
    recording = record(Machine(game, seed=2), SCRIPT, 300)
    found = compare_with_game(open_game(game.path, "2.440"), recording)
    assert found.notes == ("recorded as 2.936, compared as 2.440",)


def test_a_game_that_breaks_is_a_difference(game: Game, build_game: GameBuilder) -> None:
    recording = record(Machine(game, seed=2), SCRIPT, 300)
    sources = meadow.sources()
    assert isinstance(sources["logics"], dict)
    logics = {**sources["logics"], 1: meadow.MEADOW.replace("status.line.on();", "quit(1);")}
    found = compare_with_game(open_game(build_game(**(sources | {"logics": logics}))), recording)  # type: ignore[arg-type]
    assert found.first is not None
    assert len(found.spans) >= 1
    assert "logic 1" in [str(each) for each in found.first.resources]
