"""Recordings and states that the first program with each version of a format wrote are read, and play as they did.

Each of these programs was built from its commit and wrote its file of `formats/meadow.zip`; they are never written
again. Programs that came soon after wrote the other files in the two folders.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import Grade, resume
from agi_emu.machine.windows.modal import Purpose
from agi_emu.recording.comparing.compare import compare_with_game
from agi_emu.recording.comparing.expectation import Expectation
from agi_emu.recording.recording import FORMAT, Recording
from agi_emu.recording.ticks import What
from agi_emu.resources import open_game
from agi_emu.state.files import state_file

FORMATS = Path(__file__).with_name("formats")
STATES = FORMATS.parents[1] / "golden_states"
FORMATS_SINCE = {1: "6901538", 2: "3549ecb", 3: "96b0934"}
"""The first commit that wrote each format of recordings."""
STATES_SINCE = {1: "3c9a449"}
CUT_ELSEWHERE = {1: [(67, 67, (What.STATE,))]}
"""The tick in which the text screen opens: soon after its first commit the program cut the work there differently."""


def test_every_version_has_a_first_file() -> None:
    assert list(FORMATS_SINCE) == list(range(1, FORMAT + 1))
    assert list(STATES_SINCE) == list(range(1, state_file.VERSION + 1))


@pytest.mark.parametrize("number", FORMATS_SINCE)
def test_a_recording_of_the_first_program_plays_equal(number: int) -> None:
    path = FORMATS / f"first-{number}.agirec"
    assert path.read_text().startswith(f"agirec {number}\n")
    recording = Recording.load(path)
    assert (len(recording.ticks), len(recording.events)) == (133, 14)
    found = compare_with_game(open_game(FORMATS / "meadow.zip"), Expectation(recording))
    assert found.differences.compared == 133
    assert [(span.first, span.last, span.what) for span in found.differences.spans] == CUT_ELSEWHERE.get(number, [])


@pytest.mark.parametrize("number", STATES_SINCE)
def test_a_state_of_the_first_program_goes_on(number: int) -> None:
    machine = Machine(open_game(FORMATS / "meadow.zip"), seed=1)
    done = resume(machine, (STATES / f"first-{number}.agistate").read_bytes())
    assert done.grade is Grade.EXACT
    assert (machine.modal, machine.message) == (Purpose.PRINT, "Grass, as far as you can see.")
    assert (machine.state.clock.beats, machine.ego.x, machine.ego.y) == (132, 80, 120)
    machine.type("\r")
    machine.run(seconds=1)
    machine.type("look\r")
    machine.run(seconds=1)
    assert machine.message == "Grass, as far as you can see."
