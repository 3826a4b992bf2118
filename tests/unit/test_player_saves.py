"""What is kept while a game is played: automatic saves, quick save and load, the way back in time."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from agi_emu.errors import SaveError
from agi_emu.frontends.autosave import Autosave
from agi_emu.frontends.commands import Command
from agi_emu.frontends.player_saves import PlayerSaves, load_into, run_and_save
from agi_emu.frontends.rewind import BEATS_BETWEEN, Rewind
from agi_emu.frontends.save_keys import SaveKeys
from agi_emu.frontends.state_folder import StateFolder, load_state
from agi_emu.machine.machine import Machine
from agi_emu.machine.resuming import resume
from agi_emu.resources import open_game
from agi_emu.session import Ending, EveryBeat, NoInput, Session
from agi_emu.state.digests import resume_hash
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

SEQUENCE = """
if (controller(c4)) { program.control(); v70 = 60; }
if (v70 > 0) { v70 -= 1; v71 += 1; if (v70 == 0) { player.control(); } }
"""


@pytest.fixture
def machine(build_game: GameBuilder) -> Machine:
    sources = meadow.sources()
    logics = dict(sources["logics"])  # type: ignore[call-overload]
    logics[0] = logics[0].replace("call(1);", "call.v(v0);" + SEQUENCE)
    logics[0] = logics[0].replace("if (controller(c1)) {", "if (controller(c1)) { new.room(2); ")
    logics[2] = logics[1]
    return Machine(open_game(build_game(**(sources | {"logics": logics}))), seed=1)  # type: ignore[arg-type]


def watch(machine: Machine, observer: Autosave | Rewind, beats: int) -> None:
    for _ in range(beats):
        machine.advance()
        observer.after(machine, ())


def descriptions(folder: StateFolder) -> list[str]:
    return [load_state(path).contents.summary.description for path in sorted(folder.folder.glob("auto-*.agistate"))]


def test_a_new_room_is_saved_and_then_every_few_minutes(machine: Machine, tmp_path: Path) -> None:
    folder = StateFolder(tmp_path / "saves")
    autosave = Autosave(machine, folder, minutes=1)
    watch(machine, autosave, 120)
    assert descriptions(folder) == ["room 1"]
    watch(machine, autosave, 3600)
    assert descriptions(folder) == ["room 1", "on the way"]
    machine.state.controllers[1] = 1
    machine.vars[0] = 2
    watch(machine, autosave, 2)
    assert descriptions(folder)[-1] == "room 2"


def test_before_a_sequence_the_moment_before_is_saved(machine: Machine, tmp_path: Path) -> None:
    folder = StateFolder(tmp_path)
    autosave = Autosave(machine, folder, minutes=0)
    watch(machine, autosave, 240)
    machine.state.general.player_control = 0
    watch(machine, autosave, 30)
    assert descriptions(folder) == ["room 1", "before a sequence"]
    other = Machine(machine.game)
    resume(other, autosave.before_sequence)
    assert other.state.general.player_control == 1
    assert machine.state.clock.beats - 35 < other.state.clock.beats < machine.state.clock.beats - 29
    machine.state.general.player_control = 1
    watch(machine, autosave, 90)
    assert autosave.before_sequence == b""
    machine.state.general.player_control = 0
    watch(machine, autosave, 30)
    assert autosave.before_sequence, "the moment is kept for a save of the player"
    assert len(descriptions(folder)) == 2, "but it is written at most once in a stay in a room"


def test_no_sequence_is_saved_that_begins_at_once(machine: Machine, tmp_path: Path) -> None:
    folder = StateFolder(tmp_path)
    autosave = Autosave(machine, folder, minutes=0)
    watch(machine, autosave, 30)
    machine.state.general.player_control = 0
    watch(machine, autosave, 30)
    assert "before a sequence" not in descriptions(folder)
    assert autosave.before_sequence == b""


def test_a_game_that_ended_is_saved_as_it_was_before(machine: Machine, tmp_path: Path) -> None:
    folder = StateFolder(tmp_path)
    autosave = Autosave(machine, folder)
    watch(machine, autosave, 240)
    machine.end(0)
    autosave.save("on leaving")
    resume(machine, folder.newest().data)
    assert machine.state.general.exited == 0


def test_what_cannot_be_saved_is_told_once(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    told: list[str] = []
    autosave = Autosave(machine, StateFolder(tmp_path / "file"), note=told.append)
    watch(machine, autosave, 120)
    autosave.save("again")
    assert len(told) == 1
    assert told[0].startswith("no automatic saves: ")


def test_the_way_back_ends_where_it_began(machine: Machine) -> None:
    machine.run(seconds=2)
    rewind = Rewind(machine)
    hashes = {}
    for _ in range(600):
        machine.advance()
        rewind.after(machine, ())
        hashes[machine.state.clock.beats] = resume_hash(machine.state)
    steps = 0
    while rewind.step_back():
        steps += 1
        assert resume_hash(machine.state) == hashes[machine.state.clock.beats]
    assert steps >= 600 // BEATS_BETWEEN - 1
    assert not rewind.step_back()
    machine.advance()
    rewind.after(machine, ())
    rewind.forget()
    assert not rewind.step_back()


def saves_of(machine: Machine, folder: Path) -> PlayerSaves:
    return PlayerSaves(machine, StateFolder(folder))


def session_of(machine: Machine, saves: PlayerSaves) -> Session:
    return Session(machine, source=NoInput(), pacer=EveryBeat(), observers=saves.observers)


def test_quick_save_and_load(machine: Machine, tmp_path: Path) -> None:
    saves = saves_of(machine, tmp_path)
    session = session_of(machine, saves)
    session.run(beats=120)
    assert saves.quick_load().startswith("not loaded: ")
    assert saves.quick_save() == "saved"
    here = resume_hash(machine.state)
    session.run(beats=120)
    assert resume_hash(machine.state) != here
    assert saves.quick_load() == "The game is exactly as it was."
    assert resume_hash(machine.state) == here
    assert saves.quick_load(before_sequence=True).startswith("not loaded: ")


def test_a_save_in_a_sequence_offers_the_moment_before(machine: Machine, tmp_path: Path) -> None:
    saves = saves_of(machine, tmp_path)
    session = session_of(machine, saves)
    session.run(beats=240)
    machine.state.general.player_control = 0
    session.run(beats=30)
    assert saves.quick_save() == "saved, with the moment before this sequence"
    here = resume_hash(machine.state)
    session.run(beats=30)
    assert "the moment before it can be loaded" in saves.quick_load()
    assert resume_hash(machine.state) == here
    assert saves.quick_load(before_sequence=True) == "The game is exactly as it was."
    assert machine.state.general.player_control == 1


def test_a_recording_cannot_go_back(machine: Machine, tmp_path: Path) -> None:
    saves = saves_of(machine, tmp_path)
    session_of(machine, saves).run(beats=120)
    saves.quick_save()
    saves.why_locked = lambda: "it records"
    before = machine.snapshot()
    assert saves.quick_load() == "it records"
    assert not saves.go_back()
    assert machine.snapshot() == before


def test_the_keys_say_what_they_did(machine: Machine, tmp_path: Path) -> None:
    said: list[str] = []
    saves = saves_of(machine, tmp_path)
    session = session_of(machine, saves)
    keys = SaveKeys(saves, session, None, said.append)
    session.run(beats=300)
    keys.carry_out(Command.SAVE, 26)
    keys.carry_out(Command.LOAD, 4)
    assert said == ["saved", "The game is exactly as it was."]
    session.run(beats=60)
    beats = machine.state.clock.beats
    keys.carry_out(Command.REWIND, 29)
    assert keys.is_rewinding
    for _ in range(6):
        keys.turn()
    assert machine.state.clock.beats <= beats - 2 * BEATS_BETWEEN
    keys.release(30)
    assert keys.is_rewinding
    keys.release(29)
    assert not keys.is_rewinding
    keys.carry_out(Command.REWIND, None)
    assert said[-1].startswith("hold ")
    keys.carry_out(Command.REWIND, 29)
    for _ in range(200):
        keys.turn()
    assert said[-1] == "no further back"
    keys.focus_lost()
    assert not keys.is_rewinding
    assert StateFolder(tmp_path).newest()


class Interrupter:
    """Presses Ctrl+C in the terminal at the first beat that it sees."""

    def after(self, machine: Machine, events: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)


def test_leaving_saves_and_a_signal_does_what_it_did(machine: Machine, tmp_path: Path) -> None:
    saves = saves_of(machine, tmp_path)
    session = session_of(machine, saves)
    assert run_and_save(session, None, beats=3) is Ending.LIMIT
    assert run_and_save(session, saves, beats=200) is Ending.LIMIT
    assert descriptions(StateFolder(tmp_path))[-1] == "on leaving"
    session.observers.append(Interrupter())
    with pytest.raises(KeyboardInterrupt):
        run_and_save(session, saves, beats=600)
    assert descriptions(StateFolder(tmp_path))[-2:] == ["on leaving"] * 2
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_state_without_a_moment_before_says_so(machine: Machine, tmp_path: Path) -> None:
    saves = saves_of(machine, tmp_path)
    session_of(machine, saves).run(beats=120)
    saves.quick_save()
    with pytest.raises(SaveError, match="no moment before"):
        load_into(machine, StateFolder(tmp_path).quick(), before_sequence=True)
