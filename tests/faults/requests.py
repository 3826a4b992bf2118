"""Plays a game whose core gets no memory at its first request, at its second, and so on until none is left.

``python -m tests.faults.requests FOLDER`` prints a line of JSON for each.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from agi_emu._core.scale import Scaler
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from tests.faults.preloading import failing_calls
from tests.own_games.building import GameBuilder

CODE = """
if (!f200) {
    set(f200); set(f9);
    load.view(7); animate.obj(o0); set.view(o0, 7); position(o0, 50, 90); draw(o0);
    load.sound(1); sound(1, f60);
}
v50++;
return();
"""
VIEW = "loop\ncel\n12\n.3\ncel\n1"
SOUND = "voice 0\n" + "\n".join("a4:6" for _ in range(60))
BEATS = 120
MOST_REQUESTS = 100


def main(folder: Path) -> None:
    """Play, and prepare to draw the screen, with every request failing once."""
    game = open_game(GameBuilder(folder)({0: CODE}, views={7: VIEW}, sounds={1: SOUND}))
    calls = failing_calls()
    for request in range(1, MOST_REQUESTS):
        machine = Machine(game, seed=1)
        machine.core.record_actions(True)
        error = ""
        last = machine.unguarded.state.clock.beats + BEATS
        calls.arm_memory(request)
        while machine.unguarded.state.clock.beats < last:
            try:
                machine.advance_to(last)
            except MemoryError as problem:
                error = type(problem).__name__
        try:
            Scaler(640, 400)
        except MemoryError as problem:
            error = type(problem).__name__
        taken = calls.memory_requests()
        calls.arm_memory(0)
        found = {"failed": taken >= request, "error": error, "state": machine.digests().state}
        print(json.dumps(found))
        if not found["failed"]:
            break


if __name__ == "__main__":
    main(Path(sys.argv[1]))
