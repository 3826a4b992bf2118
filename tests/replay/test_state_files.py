"""A state saved to a file and resumed in another process goes on as if nothing had been.

The savegames of the game itself are files of the player's and no part of a state; the tests hand them on beside it.
"""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import Grade, resume
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.resources.game import open_game
from agi_emu.state.digests import resume_hash
from tests.replay.play import play, random_events, vocabulary
from tests.replay.test_snapshots import BEATS_AFTER, BEATS_BEFORE, GAMES, STOPS, beats_after

EVENTS_SEED = 11


def go_on(path: Path, folder: Path) -> None:
    """Resume every state of a folder and print the digests of each tick that follows, and of the whole state then."""
    machine = Machine(open_game(path), seed=1)
    script = random_events(vocabulary(machine), EVENTS_SEED, BEATS_BEFORE + BEATS_AFTER)
    files = {int(file.stem): file for file in folder.glob("*.agistate")}
    for beat, after in beats_after(files).items():
        file = files[beat]
        done = resume(machine, file.read_bytes())
        assert done.grade is Grade.EXACT, done.sentence
        machine.save_store = pickle.loads(file.with_suffix(".disk").read_bytes())
        machine.port_writes.clear()
        for digests in play(machine, script, beat, beat + after):
            print(beat, *digests)
        print(beat, resume_hash(machine.unguarded.state))


@pytest.mark.games
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.slow) if n else game for n, game in enumerate(GAMES)]
)
def test_a_state_file_resumed_in_another_process_runs_on_as_if_never_stopped(
    root: Path, games: Path, tmp_path: Path, game: str
) -> None:
    path = games / f"{game}.zip"
    if not path.is_file():
        pytest.skip(f"{path} is absent")
    machine = Machine(open_game(path), seed=7)
    script = random_events(vocabulary(machine), EVENTS_SEED, BEATS_BEFORE + BEATS_AFTER)
    stops = set(random.Random(6).sample(range(BEATS_BEFORE), STOPS))
    whole: dict[int, int] = {}

    def take(beat: int) -> None:
        whole[beat] = resume_hash(machine.unguarded.state)
        if beat in stops:
            (tmp_path / f"{beat:05}.agistate").write_bytes(save_state(machine))
            (tmp_path / f"{beat:05}.disk").write_bytes(pickle.dumps(machine.save_store))

    expected = play(machine, script, 0, BEATS_BEFORE + BEATS_AFTER, take)
    command = [sys.executable, "-m", "tests.replay.test_state_files", str(path), str(tmp_path)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True, timeout=240)
    found: dict[int, list[tuple[str, ...]]] = {}
    for line in done.stdout.splitlines():
        beat, *digests = line.split()
        found.setdefault(int(beat), []).append(tuple(digests))
    assert len(found) == len(list(tmp_path.glob("*.agistate"))) > 0
    lengths = beats_after(found)
    for beat, (*after, (end,)) in found.items():
        first = -(-beat // 3)
        assert int(end) == whole.get(beat + lengths[beat], int(end))
        # The port writes of the tick in which the state was saved began before it.
        assert [each[:2] for each in after] == [each[:2] for each in expected[first : first + len(after)]]
        assert after[1:] == expected[first + 1 : first + len(after)]


if __name__ == "__main__":
    go_on(Path(sys.argv[1]), Path(sys.argv[2]))
