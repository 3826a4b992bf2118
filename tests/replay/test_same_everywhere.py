"""A recording of 10,000 cycles is equal in other processes, on other Pythons, at every speed, heard or not."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from agi_emu.machine.machine import Machine
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Audience, Playback
from agi_emu.resources.game import open_game
from agi_emu.session import PortWrites
from agi_emu.window.host.pacer import RealTimePacer
from tests.replay.play import random_events, vocabulary
from tests.replay.recorded import record

GAME = "kq4dem.zip"
BEATS = 13_000
CYCLES = 10_000


class Loudspeaker:
    """A sound sink that keeps what it is given, as a player does who listens."""

    def __init__(self) -> None:
        self.writes = 0

    def write(self, port_writes: PortWrites) -> None:
        self.writes += len(port_writes)


@pytest.fixture(scope="module")
def long_run(games: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a recording of 10,000 cycles."""
    game = open_game(games / GAME)
    machine = Machine(game, seed=3)
    path = tmp_path_factory.mktemp("recording") / "long.agirec"
    record(machine, random_events(vocabulary(machine), 3, BEATS), BEATS, path=path)
    assert machine.state.cycle.number >= CYCLES
    return path


def pythons() -> list[str]:
    """Return this Python, and another one that has the package if AGI_EMU_OTHER_PYTHON names it."""
    other = os.environ.get("AGI_EMU_OTHER_PYTHON")
    found = shutil.which(other) if other else None
    return [sys.executable, *([found] if found else [])]


@pytest.mark.games
@pytest.mark.parametrize("python", pythons(), ids=lambda path: Path(path).parent.parent.name)
@pytest.mark.parametrize("seed", ["0", "1", "4711"])
def test_in_another_process_with_another_hash_seed(
    long_run: Path, games: Path, root: Path, python: str, seed: str
) -> None:
    environment = os.environ | {"PYTHONHASHSEED": seed}
    if python == sys.executable:
        environment["PYTHONPATH"] = str(root)
    done = subprocess.run(
        [python, "-m", "agi_emu", "compare", str(long_run), "--game", str(games / GAME)],
        cwd=long_run.parent,
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ticks are equal" in done.stdout


@pytest.mark.games
@pytest.mark.parametrize("speed", [0.5, 50.0])
@pytest.mark.parametrize("heard", [False, True])
def test_at_every_speed_heard_or_not(long_run: Path, games: Path, speed: float, heard: bool) -> None:
    recording = Recording.load(long_run)
    seconds = [0.0]

    def clock() -> float:
        # A host that is busy, too: looking at the clock takes time.
        seconds[0] += 0.0001
        return seconds[0]

    def sleep(time: float) -> None:
        seconds[0] += time

    loudspeaker = Loudspeaker()
    play = Playback(
        open_game(games / GAME),
        recording,
        Audience(
            pacer=RealTimePacer(speed, clock=clock, sleep=sleep),
            audio=[loudspeaker] if heard else [],
        ),
    )
    play.run()
    assert play.recorder.recording.ticks == recording.ticks
    assert seconds[0] > BEATS / 60 / speed * 0.9
    assert (loudspeaker.writes > 0) is heard
