"""The demo game won, as a recording: what a change of the game or of the machine alters first is named by its tick.

Where the change is meant: ``agi-emu replay tests/replay/the-last-lamp.agirec --game agi_emu/data/demo.zip --update``,
or record `last-lamp.script` anew when the way to win has changed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.data import demo_path, demo_sources
from agi_emu.facts.versions import PROFILES
from agi_emu.recording.comparing.compare import compare
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.replay import replay
from agi_emu.resources import open_game
from agi_emu.resources.projects.project import build_project

TICKS = 4400
SCORE, ALL_POINTS = 3, 35


@pytest.fixture(scope="module")
def recording() -> Recording:
    """The winning run."""
    return Recording.load(Path(__file__).with_name("the-last-lamp.agirec"))


def test_recording_plays_and_wins_as_recorded(recording: Recording) -> None:
    game = open_game(demo_path())
    assert compare(game, recording) is None
    run = replay(game, recording)
    run.run()
    assert run.tick == TICKS
    assert run.machine.vars[SCORE] == ALL_POINTS


def test_build_for_version_3_holds_the_same_game(recording: Recording, tmp_path: Path) -> None:
    built = build_project(demo_sources(), tmp_path / "lamp.zip", profile=PROFILES["3.002.149"])
    # As the interpreter that it was recorded with: version 3 has other envelopes of notes (reference: SND-16).
    assert compare(open_game(built, profile=recording.head.profile), recording) is None
