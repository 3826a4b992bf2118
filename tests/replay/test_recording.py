"""What was recorded is played again, equal at every tick, from any start, forwards and backwards."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.facts.errors import RecordingError
from agi_emu.machine.input.events import InputEvent, Key
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.restoring import savegame_of
from agi_emu.recording.comparing.compare import compare, compare_with_game
from agi_emu.recording.comparing.updating import updated
from agi_emu.recording.game_lookup import game_of
from agi_emu.recording.head import Start, StartKind
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Audience
from agi_emu.recording.replaying.recorder import SessionRecorder
from agi_emu.recording.replaying.replay import SNAPSHOT_TICKS, Replay
from agi_emu.recording.replaying.starting import begin_recording, machine_at_start
from agi_emu.recording.ticks import What
from agi_emu.resources.game import Game, open_game
from agi_emu.session import EveryBeat, Session
from agi_emu.state.files.state_file import looks_like_state
from tests.own_games import meadow
from tests.own_games.building import GameBuilder
from tests.replay.recorded import ScriptedPlayer, keys, record

FORMATS = Path(__file__).with_name("formats")
WALK = keys(
    b0="right", b40="down", b70="l o o k enter", b120="enter", b130="esc", b150="enter", b200="f2", b230="enter"
)


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    return open_game(build_game(**meadow.sources()))  # type: ignore[arg-type]


def test_a_recording_replays_equal_and_comes_back_from_its_file(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "walk.agirec"
    made = record(Machine(game, seed=4), WALK, 400, path=path)
    assert Recording.load(path) == made
    assert len(made.ticks) == 133
    assert {each.event for each in made.events} >= {Key(ord("l")), Key(13)}
    assert compare(game, made) is None


@pytest.mark.skipif(sys.platform != "linux", reason="names of files may be any bytes")
@pytest.mark.parametrize("name", [b"two\nlines", b"no text \xff", "Spaß".encode()])
def test_the_name_of_a_game_may_be_any(game: Game, tmp_path: Path, name: bytes) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
    game.path.rename(folder)
    path = tmp_path / "walk.agirec"
    made = record(Machine(open_game(folder)), keys(b0="right"), 30, path=path)
    assert Recording.load(path) == made
    assert made.head.path in ("", "Spaß")


def test_events_of_cycles_go_in_at_their_cycle(game: Game) -> None:
    machine = Machine(game, seed=4)
    recorder = SessionRecorder(machine, begin_recording(machine))
    session = Session(machine, source=ScriptedPlayer(WALK), pacer=EveryBeat(), audio=[recorder], observers=[recorder])
    for _ in range(60):
        session.step_cycle()
        session.give([Key(ord("a"))])
        session.run(beats=1)
    made = recorder.close()
    assert any(each.place.cycle for each in made.events)
    assert compare(game, made) is None


def test_saves_made_while_recording_stay_inside(game: Game) -> None:
    machine = Machine(game, seed=4)
    machine.save_store.write(b"\\", b"MEADOWSG.1", b"not from this run")
    outside = machine.save_store
    made = record(machine, WALK, 100)
    assert machine.save_store is not outside
    assert [each.name for each in made.head.disk] == [b"MEADOWSG.1"]
    machine.save_store.write(b"\\", b"MEADOWSG.2", b"of this run")
    assert list(outside.list(b"\\") or ()) == [b"MEADOWSG.1"]
    assert compare(game, made) is None


def test_a_recording_starts_from_a_state_that_travels_inside(game: Game, tmp_path: Path) -> None:
    machine = Machine(game, seed=4)
    Session(machine, source=ScriptedPlayer(WALK), pacer=EveryBeat()).run(beats=77)
    path = tmp_path / "later.agirec"
    machine.port_writes.clear()
    made = record(machine, keys(b5="left", b60="enter"), 200, path=path)
    assert made.head.start.kind is StartKind.STATE
    loaded = Recording.load(path)
    assert loaded == made
    assert compare(game, loaded) is None
    assert looks_like_state(loaded.head.start.data)
    damaged = replace(loaded, head=replace(loaded.head, start=Start(StartKind.STATE, loaded.head.start.data[:-9])))
    with pytest.raises(RecordingError, match="the state to start from: chunk Last: byte "):
        compare(game, damaged)


def test_a_changed_game_goes_on_from_the_very_state_too(game: Game, build_game: GameBuilder) -> None:
    machine = Machine(game, seed=4)
    Session(machine, source=ScriptedPlayer(WALK), pacer=EveryBeat()).run(beats=77)
    machine.port_writes.clear()
    at_start = machine.snapshot().used
    made = record(machine, keys(b5="left", b60="enter"), 200)
    sources = meadow.sources() | {"pictures": {1: meadow.PICTURE.replace("color 10", "color 11")}}
    changed = open_game(build_game(**sources))  # type: ignore[arg-type]
    assert changed.digest != game.digest
    assert machine_at_start(changed, made).snapshot().used == at_start


def test_a_start_under_a_window_that_an_earlier_program_wrote_is_that_machine() -> None:
    path = FORMATS / "format-3-state.agirec"
    old = Recording.load(path)
    game = game_of(old.head, path)
    assert game.digest == old.head.game_digest
    machine = machine_at_start(game, old)
    assert (machine.state.clock.beats, machine.state.vm.depth, machine.ego.x, machine.ego.y) == (119, 1, 100, 120)
    assert machine.modal is not None
    # That program left the cursor of the input line to the text screen (reference: TEXT-16).
    spans = compare_with_game(game, old).spans
    assert [(span.first, span.last, span.what) for span in spans] == [(35, 47, (What.STATE,))]
    now, changed = updated(game, old)
    assert (changed, now.head.start) == (13, old.head.start)
    assert compare(game, now) is None


def test_a_recording_starts_from_a_savegame(game: Game, tmp_path: Path) -> None:
    from agi_emu.machine.saving.resuming import start_from

    earlier = Machine(game, seed=4)
    earlier.run(seconds=3)
    save = savegame_of(earlier, b"here").to_bytes()
    machine = Machine(game, seed=4)
    start_from(machine, save)
    recorder = SessionRecorder(machine, begin_recording(machine, savegame=save))
    session = Session(machine, source=ScriptedPlayer(WALK), pacer=EveryBeat(), audio=[recorder], observers=[recorder])
    session.run(beats=200)
    made = recorder.close()
    path = tmp_path / "saved.agirec"
    made.save(path)
    assert Recording.load(path).head.start.data == save
    assert compare(game, Recording.load(path)) is None


def test_a_crash_loses_no_more_than_a_moment(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "crash.agirec"
    seconds = [0.0]
    machine = Machine(game, seed=4)
    recorder = SessionRecorder(machine, begin_recording(machine), clock=lambda: seconds[0])
    recorder.open(path)
    session = Session(machine, source=ScriptedPlayer(WALK), pacer=EveryBeat(), audio=[recorder], observers=[recorder])
    for beat in range(300):
        seconds[0] = beat / 60
        session.turn()
    # Nothing is closed: this is what another process would find after the end of this one.
    found = Recording.load(path, unclosed=True)
    assert len(found.ticks) >= (300 - 31) // 3 - 1
    assert compare(game, found) is None
    closed, changed = updated(game, found)
    assert closed.closed
    assert changed == 0
    recorder.close()


def test_seeking_reaches_any_tick_from_near_and_exactly(game: Game) -> None:
    class Beats:
        played: ClassVar[set[int]] = set()

        def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
            self.played.add(machine.state.clock.beats)

    made = record(Machine(game, seed=4), WALK, 3000)
    play = Replay(game, made)
    play.run()
    beats = Beats()
    play.session.observers.append(beats)
    assert play.recorder.recording.ticks == made.ticks
    rng = random.Random(3)
    for tick in [0, 999, 1, *(rng.randrange(1000) for _ in range(60))]:
        beats.played.clear()
        play.seek(tick)
        # From a snapshot that is near: how long that takes is measured in benchmarks/cases/recordings.py.
        assert len(beats.played) <= SNAPSHOT_TICKS * BEATS_PER_TICK + 1
        assert play.tick == tick
        assert play.recorder.recording.ticks == made.ticks[:tick]
    play.run()
    assert play.recorder.recording.ticks == made.ticks


def test_stepping_goes_forward_and_back_by_cycles(game: Game) -> None:
    play = Replay(game, record(Machine(game, seed=4), WALK, 600))
    play.seek(60)
    cycles = [play.machine.state.cycle.number]
    hashes = []
    for _ in range(5):
        play.step()
        cycles.append(play.machine.state.cycle.number)
        hashes.append(play.machine.digests().state)
    back = []
    for _ in range(4):
        play.step_back()
        back.append(play.machine.digests().state)
    assert cycles[1:] == list(range(cycles[1], cycles[1] + 5))
    assert back == hashes[-2::-1]
    for _ in range(200):
        play.step_back()
    assert play.tick == 0


def test_taking_over_goes_on_with_the_recording(game: Game, tmp_path: Path) -> None:
    made = record(Machine(game, seed=4), WALK, 600)
    noted = replace(made, events=(replace(made.events[0], text="off we go"), *made.events[1:]))
    play = Replay(game, noted, Audience(ScriptedPlayer(keys(b0="up", b30="l o o k enter", b60="enter"))))
    play.seek(50)
    play.take_over()
    play.recorder.open(tmp_path / "joined.agirec")
    play.session.run(beats=300)
    joined = play.recorder.close()
    assert joined.head.rerecords == 1
    assert joined.events[0].text == "off we go"
    assert joined.ticks[:50] == made.ticks[:50]
    assert joined.ticks[50:] != made.ticks[50 : len(joined.ticks)]
    assert max(each.place.beat for each in joined.events) > 150
    assert compare(game, Recording.load(tmp_path / "joined.agirec")) is None


def test_edited_events_are_played_and_their_digests_made_again(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "walk.agirec"
    record(Machine(game, seed=4), WALK, 400, path=path)
    text = path.read_text()
    assert "press right" in text
    path.write_text(text.replace("press right", "press left  # the other way").replace("release right", "release left"))
    edited = Recording.load(path)
    first = compare(game, edited)
    assert first is not None
    now, changed = updated(game, edited)
    assert changed > 0
    now.save(path)
    assert "# the other way" in path.read_text()
    assert compare(game, Recording.load(path)) is None
