"""A recording and a state that an earlier program wrote are read, and play as they did.

Both are of `formats/meadow.zip`, and are never written again: files of every release are read for ever. A
recording and a state without work rules are older than that.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.facts.errors import RecordingError, SaveError
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import Grade, resume
from agi_emu.machine.windows.modal import Purpose
from agi_emu.recording.comparing.compare import compare_with_game
from agi_emu.recording.recording import Recording
from agi_emu.recording.ticks import What
from agi_emu.resources import open_game
from agi_emu.state.files import state_file
from agi_emu.state.files.state_file import Chunk

FORMATS = Path(__file__).with_name("formats")
WALK, STATE = FORMATS / "walk.agirec", FORMATS / "meadow.agistate"
TEXT_SCREEN = [(67, 76, (What.STATE,))]
"""While it is open: that program did not take the cursor of the input line away for it (reference: TEXT-16)."""


def test_a_recording_of_an_earlier_program_plays_equal() -> None:
    recording = Recording.load(WALK)
    assert (len(recording.ticks), len(recording.events)) == (133, 14)
    found = compare_with_game(open_game(FORMATS / "meadow.zip"), recording)
    assert found.compared == 133
    assert [(span.first, span.last, span.what) for span in found.spans] == TEXT_SCREEN


def test_a_recording_without_work_rules_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "old.agirec"
    path.write_text(WALK.read_text().replace("work 2\n", ""))
    with pytest.raises(RecordingError, match=r"the head has no line 'work': .* older than the first release"):
        Recording.load(path)
    path.write_text(WALK.read_text().replace("work 2\n", "work 3\n"))
    with pytest.raises(RecordingError, match="work rules 3: this program knows only 2 for 'smooth'"):
        Recording.load(path)


@pytest.mark.parametrize(("now", "error"), [(b"xork", "older than the first release"), (b"work", "work rules 9")])
def test_a_state_without_known_work_rules_is_refused_in_one_sentence(now: bytes, error: str) -> None:
    file = state_file.read(STATE.read_bytes())
    chunks = [
        Chunk(each.tag, each.data.replace(b"work", now).replace(b"2", b"9") if each.tag == "Sets" else each.data)
        for each in file.chunks
    ]
    machine = Machine(open_game(FORMATS / "meadow.zip"), seed=1)
    before = machine.digests()
    with pytest.raises(SaveError, match=error):
        resume(machine, state_file.write(chunks, file.version))
    assert machine.digests() == before


def test_a_state_of_an_earlier_program_goes_on() -> None:
    machine = Machine(open_game(FORMATS / "meadow.zip"), seed=1)
    done = resume(machine, STATE.read_bytes())
    assert done.grade is Grade.EXACT
    assert (machine.modal, machine.message) == (Purpose.PRINT, "Grass, as far as you can see.")
    assert (machine.state.clock.beats, machine.ego.x, machine.ego.y) == (132, 80, 120)
    machine.type("\r")
    machine.run(seconds=1)
    machine.type("look\r")
    machine.run(seconds=1)
    assert machine.message == "Grass, as far as you can see."
