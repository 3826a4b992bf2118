"""Records a play of a game that saves, opens the menu and restores: python record.py GAME RECORDING."""

from __future__ import annotations

import sys

from agi_emu import Machine, Recorder, open_game


def main(game: str, path: str) -> None:
    """Play until the game takes sentences, then save, look at the menu and restore."""
    recorder = Recorder(Machine(open_game(game), seed=1))
    machine = recorder.machine
    for _ in range(200):
        if machine.state.input.enabled and machine.modal is None:
            break
        recorder.press("enter")
        recorder.run(seconds=1)
    for key in ("right", "f5", "enter", "a", "enter", "enter", "left", "esc", "right", "esc", "f7", "enter", "enter"):
        recorder.press(key)
        recorder.run(seconds=1)
    assert machine.unguarded.jumps, "the game was not restored"
    recorder.run(seconds=2)
    recorder.save(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
