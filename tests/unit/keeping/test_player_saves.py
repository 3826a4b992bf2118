"""What is kept while a game is played: automatic saves, quick save and load, the way back in time."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Hashable
from pathlib import Path

import pytest

from agi_emu.facts.errors import SaveError
from agi_emu.host_files.drafts import HostFiles
from agi_emu.input.player_commands import PlayerCommand
from agi_emu.keeping.saves.player_saves import (
    FIRST_SAVE_BEATS,
    MOST_JUMPS_WAITING,
    NOTED_BEATS,
    Autosave,
    PlayerSaves,
    load_into,
    run_and_save,
)
from agi_emu.keeping.saves.rewind import BEATS_BETWEEN, Rewind
from agi_emu.keeping.saves.save_folder import RING_LENGTH, StateFolder, load_state
from agi_emu.keeping.saves.save_writer import SaveWriter, Told
from agi_emu.machine import room_changes
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.restoring import restore, savegame_of
from agi_emu.machine.saving.resuming import resume
from agi_emu.resources import open_game
from agi_emu.session import Ending, EveryBeat, NoInput, Session
from agi_emu.state.digests import resume_hash
from agi_emu.window.window_commands import SaveKeys
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


def autosave_of(
    machine: Machine, folder: StateFolder, minutes: int = 5, note: Callable[[str], None] = print
) -> Autosave:
    return Autosave(machine, folder, AtOnce(), minutes=minutes, note=note)


class AtOnce(SaveWriter):
    """Writes while one waits."""

    def submit(self, place: Hashable, write: Callable[[], object], told: Told) -> None:
        super().submit(place, write, told)
        self.wait()


def descriptions(folder: StateFolder) -> list[str]:
    return [load_state(path).contents.summary.description for path in sorted(folder.folder.glob("auto-*.agistate"))]


def test_a_new_room_is_saved_and_then_every_few_minutes(machine: Machine, tmp_path: Path) -> None:
    folder = StateFolder(tmp_path / "saves")
    autosave = autosave_of(machine, folder, minutes=1)
    watch(machine, autosave, 120)
    assert descriptions(folder) == ["room 1"]
    watch(machine, autosave, 3600)
    assert descriptions(folder) == ["room 1", "on the way"]
    machine.state.controllers[1] = 1
    machine.vars[0] = 2
    watch(machine, autosave, 2)
    assert descriptions(folder)[-1] == "room 2"


def test_the_first_save_comes_after_the_first_picture(machine: Machine, tmp_path: Path) -> None:
    folder = StateFolder(tmp_path / "saves")
    autosave = autosave_of(machine, folder)
    watch(machine, autosave, FIRST_SAVE_BEATS - 1)
    assert (machine.vars[0], descriptions(folder)) == (1, [])
    watch(machine, autosave, 2)
    assert descriptions(folder) == ["room 1"]


def test_a_game_is_remembered_soon_after_it_began_and_at_its_end(machine: Machine, tmp_path: Path) -> None:
    remembered: list[int] = []
    saves = PlayerSaves(
        machine, StateFolder(tmp_path), remember=lambda: remembered.append(machine.unguarded.state.clock.beats)
    )
    watch(machine, saves.autosave, 2 * NOTED_BEATS)
    saves.wait()
    assert len(remembered) == 1
    saves.leave()
    assert len(remembered) == 2


def test_before_a_sequence_the_moment_before_is_saved(machine: Machine, tmp_path: Path) -> None:
    folder = StateFolder(tmp_path)
    autosave = autosave_of(machine, folder, minutes=0)
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
    autosave = autosave_of(machine, folder, minutes=0)
    watch(machine, autosave, 30)
    machine.state.general.player_control = 0
    watch(machine, autosave, 30)
    assert "before a sequence" not in descriptions(folder)
    assert autosave.before_sequence == b""


def test_a_game_that_ended_is_saved_as_it_was_before(machine: Machine, tmp_path: Path) -> None:
    folder = StateFolder(tmp_path)
    autosave = autosave_of(machine, folder)
    watch(machine, autosave, 240)
    machine.end(0)
    autosave.save("on leaving")
    resume(machine, folder.newest().data)
    assert machine.state.general.exited == 0


def test_what_cannot_be_saved_is_told_once_until_it_can_be_again(machine: Machine, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    told: list[str] = []
    shown: list[str] = []
    saves = PlayerSaves(machine, StateFolder(tmp_path / "file"), note=told.append)
    saves.show = shown.append
    watch(machine, saves.autosave, 120)

    def save_again() -> int:
        saves.autosave.save("again")
        saves.quick_load()  # Waits until everything is written.
        return len(told)

    assert save_again() == 1
    assert told[0].startswith("no automatic saves: ")
    (tmp_path / "file").unlink()
    assert save_again() == 1
    shutil.rmtree(tmp_path / "file")
    (tmp_path / "file").write_bytes(b"")
    assert save_again() == 2
    assert shown == told


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


def test_the_way_back_keeps_to_its_memory_and_loses_the_oldest_first(machine: Machine) -> None:
    machine.run(seconds=2)
    unlimited = Rewind(machine)
    limit = unlimited.history.used_bytes + 5000
    rewind = Rewind(machine, limit_bytes=limit)
    for _ in range(400):
        machine.advance()
        for each in (unlimited, rewind):
            each.after(machine, ())
        assert rewind.history.used_bytes <= limit
    assert unlimited.history.used_bytes > limit
    newest = machine.snapshot()
    times: dict[Rewind, list[int]] = {unlimited: [], rewind: []}
    for each, found in times.items():
        machine.restore(newest)
        while each.step_back():
            found.append(machine.state.clock.beats)
    kept = times[rewind]
    assert 1 < len(kept) < len(times[unlimited])
    assert kept == times[unlimited][: len(kept)]


def test_the_last_moment_of_the_way_back_stays_when_playing_on(machine: Machine) -> None:
    rewind = Rewind(machine)
    watch(machine, rewind, 3 * BEATS_BETWEEN)
    while rewind.step_back():
        pass
    first = machine.state.clock.beats
    assert not rewind.step_back()
    watch(machine, rewind, 3 * BEATS_BETWEEN)
    while rewind.step_back():
        pass
    assert machine.state.clock.beats == first


def quick_save(saves: PlayerSaves) -> str:
    """Save, and return what the player is told once it is done."""
    said: list[str] = []
    saves.quick_save(said.append)
    while not said:
        saves.poll()
    return said[0]


def saves_of(machine: Machine, folder: Path) -> PlayerSaves:
    return PlayerSaves(machine, StateFolder(folder))


def session_of(machine: Machine, saves: PlayerSaves) -> Session:
    return Session(machine, source=NoInput(), pacer=EveryBeat(), observers=saves.observers)


def test_quick_save_and_load(machine: Machine, tmp_path: Path) -> None:
    saves = saves_of(machine, tmp_path)
    session = session_of(machine, saves)
    session.run(beats=120)
    assert saves.quick_load().startswith("not loaded: ")
    assert quick_save(saves) == "saved"
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
    assert quick_save(saves) == "saved, with the moment before this sequence"
    here = resume_hash(machine.state)
    session.run(beats=30)
    assert "Ctrl+Shift+Y loads the moment before it" in saves.quick_load()
    assert resume_hash(machine.state) == here
    assert saves.quick_load(before_sequence=True) == "The game is exactly as it was."
    assert machine.state.general.player_control == 1


def test_a_recording_cannot_go_back(machine: Machine, tmp_path: Path) -> None:
    saves = saves_of(machine, tmp_path)
    session_of(machine, saves).run(beats=120)
    quick_save(saves)
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
    keys.carry_out(PlayerCommand.SAVE, 26)
    keys.carry_out(PlayerCommand.LOAD, 4)  # which waits for the save
    assert said == ["saved", "The game is exactly as it was."]
    session.run(beats=60)
    beats = machine.state.clock.beats
    keys.carry_out(PlayerCommand.REWIND, 29)
    assert keys.is_rewinding
    for _ in range(6):
        keys.turn()
    assert machine.state.clock.beats <= beats - 2 * BEATS_BETWEEN
    keys.release(30)
    assert keys.is_rewinding
    keys.release(29)
    assert not keys.is_rewinding
    keys.carry_out(PlayerCommand.REWIND, None)
    assert said[-1].startswith("hold ")
    keys.carry_out(PlayerCommand.REWIND, 29)
    for _ in range(200):
        keys.turn()
    assert said[-1] == "cannot go further back"
    keys.focus_lost()
    assert not keys.is_rewinding
    saves.wait()
    saves.leave()
    assert descriptions(StateFolder(tmp_path))[-2:] == ["on the way", "on leaving"]


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
    quick_save(saves)
    with pytest.raises(SaveError, match="no moment before"):
        load_into(machine, StateFolder(tmp_path).quick(), before_sequence=True)


class HangingFiles(HostFiles):
    """A disk that takes as long as a test wants it to."""

    def __init__(self) -> None:
        self.may_write = threading.Event()

    def write(self, path: Path, data: bytes) -> None:
        assert threading.current_thread() is not threading.main_thread()
        assert self.may_write.wait(60)
        super().write(path, data)


def test_the_game_goes_on_while_a_disk_is_slow(machine: Machine, tmp_path: Path) -> None:
    before = set(threading.enumerate())
    files = HangingFiles()
    folder = tmp_path / "kept"
    saves = PlayerSaves(machine, StateFolder(folder, files))
    said: list[str] = []
    session = session_of(machine, saves)
    session.run(beats=120)
    saves.quick_save(said.append)
    then = machine.state.clock.beats
    session.run(beats=120)
    saves.focus_lost()
    assert (said, list(folder.glob("*.agistate"))) == ([], [])
    threading.Timer(0.1, files.may_write.set).start()  # by then the save on leaving waits
    saves.leave()
    assert said == ["saved"]
    assert descriptions(StateFolder(folder)) == ["room 1", "on leaving"], "the newest replaces one that waits"
    assert load_state(folder / "quick.agistate").contents.summary.beats == then
    assert set(threading.enumerate()) <= before
    saves.quick_save(said.append)
    saves.leave()
    assert said == ["saved", "saved"], "a game that goes on behind its end can be saved again"


def test_what_was_left_is_kept_however_slow_a_disk_is(machine: Machine, tmp_path: Path) -> None:
    files = HangingFiles()
    saves = PlayerSaves(machine, StateFolder(tmp_path, files))
    session = session_of(machine, saves)
    session.run(beats=900)
    saves.begin_going_back()
    assert saves.go_back()
    session.run(beats=120)
    saves.focus_lost()
    assert saves.go_back(), "soon after a save, which waits"
    saves.begin_going_back()
    files.may_write.set()
    saves.leave()
    assert descriptions(StateFolder(tmp_path)) == ["room 1", "before going back", "on the way", "on leaving"]


@pytest.mark.parametrize("jump", ["restart.game", "restore.game"])
def test_what_the_game_itself_leaves_is_kept_too(machine: Machine, tmp_path: Path, jump: str) -> None:
    files = HangingFiles()
    saves = PlayerSaves(machine, StateFolder(tmp_path, files))
    session = session_of(machine, saves)
    session.run(beats=120)
    earlier = savegame_of(machine.unguarded).to_bytes()
    session.run(beats=120)
    saves.focus_lost()
    waits = machine.state.clock.beats
    for _ in range(MOST_JUMPS_WAITING - 1):
        if jump == "restart.game":
            room_changes.restart(machine.unguarded)
        else:
            restore(machine.unguarded, earlier)
        session.run(beats=120)
        saves.focus_lost()
    files.may_write.set()
    saves.leave()
    kept = [state.contents.summary.beats for state in StateFolder(tmp_path).states()]
    assert waits in kept, "the newest of another moment does not replace it"
    assert len(kept) <= 2 + MOST_JUMPS_WAITING


def test_two_programs_never_write_into_one_folder_at_once(root: Path, tmp_path: Path) -> None:
    """Two of them save the same file and the same ring as fast as they can: every file is whole, none is lost."""
    program = (
        "import sys; from pathlib import Path; from agi_emu.keeping.saves.save_folder import StateFolder\n"
        "from tests.unit.keeping.test_kept_files import a_state\n"
        "folder = StateFolder(Path(sys.argv[1])); state = a_state(int(sys.argv[2]))\n"
        "for _ in range(15): folder.save_automatic(state); folder.save_quick(state)\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    running = [subprocess.Popen([*command, str(room)], cwd=root) for room in (1, 2)]
    assert [each.wait(120) for each in running] == [0, 0]
    names = sorted(path.name for path in tmp_path.iterdir())
    ring, quick = names[:-2], names[-2:]
    assert len(ring) == RING_LENGTH
    # No number was given twice, so the last three are those of the last three of thirty saves.
    assert ring[-3:] == [f"auto-{number:06}.agistate" for number in (28, 29, 30)]
    assert quick == ["quick.agistate", "quick.agistate.bak"]
    for path in tmp_path.glob("*.agistate"):
        assert load_state(path).note == ""


def test_what_is_left_by_a_load_or_by_going_back_is_kept(machine: Machine, tmp_path: Path) -> None:
    saves = saves_of(machine, tmp_path)
    session = session_of(machine, saves)
    keys = SaveKeys(saves, session, None, lambda sentence: None)
    session.run(beats=120)
    quick_save(saves)
    saves.quick_load()
    assert descriptions(StateFolder(tmp_path)) == ["room 1"], "a moment ago is no loss"
    session.run(beats=700)
    saves.quick_load()
    session.run(beats=700)
    keys.carry_out(PlayerCommand.REWIND, 29)
    saves.leave()
    assert descriptions(StateFolder(tmp_path)) == ["room 1", "before a load", "before going back", "on leaving"]


def test_why_the_dialog_did_not_save_or_restore_is_told(machine: Machine, tmp_path: Path) -> None:
    told: list[str] = []
    saves = PlayerSaves(machine, StateFolder(tmp_path), note=told.append)
    watching = saves.observers[-1]
    machine.note("view 9 is missing: continued without it")
    watching.after(machine, ())
    assert told == []
    machine.note("the game was not restored: objects at offset 1560: object 0 has motion 9")
    watching.after(machine, ())
    watching.after(machine, ())
    assert told == ["the game was not restored: objects at offset 1560: object 0 has motion 9"]
