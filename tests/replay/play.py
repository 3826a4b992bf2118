"""Play a game at random, by a seed, and write down what it was at every tick: shared by the replay tests.

Run as a program it prints one digest over the whole run: ``python -m tests.replay.play GAME SEED BEATS``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path

import xxhash

from agi_emu.machine.input.events import Arrow, InputEvent, Key
from agi_emu.machine.machine import Machine
from agi_emu.resources.game import open_game
from agi_emu.state.progress import Stop

ENTER, ESC = 13, 27
FUNCTION_KEYS = [scan << 8 for scan in range(59, 69)]
BEATS_PER_TICK = 3


def random_events(machine_words: list[str], seed: int, beats: int) -> dict[int, list[InputEvent]]:
    """Return what a restless player does: the events before each beat that has any."""
    rng = random.Random(seed)
    script: dict[int, list[InputEvent]] = {}
    for beat in range(0, beats, 4):
        kind = rng.randrange(12)
        events: list[InputEvent] = []
        if kind < 4:
            direction = rng.randint(1, 8)
            events = [Arrow(direction, down=True), Arrow(direction, down=False)]
        elif kind < 7:
            events = [Key(ENTER)]
        elif kind == 7:
            events = [Key(ESC)]
        elif kind == 8:
            events = [Key(rng.choice(FUNCTION_KEYS))]
        elif kind == 9 and machine_words:
            events = [Key(byte) for byte in rng.choice(machine_words).encode("cp437", "replace")][:12]
        script[beat] = events
    return script


def play(
    machine: Machine,
    script: dict[int, list[InputEvent]],
    first: int,
    last: int,
    at_stop: Callable[[int], None] | None = None,
) -> list[tuple[str, str, str]]:
    """Run beats `first` to `last` and return the digests of state, frame and sound at every third of them."""
    digests = []
    for beat in range(first, last):
        if at_stop is not None:
            at_stop(beat)
        stop = machine.advance(script.get(beat, ()))
        if beat % BEATS_PER_TICK == 0:
            now = machine.digests(since_beat=machine.state.clock.beats - BEATS_PER_TICK)
            digests.append((now.state, now.frame, now.sound))
            machine.port_writes.clear()
        if stop & Stop.ENDED:
            break
    return digests


def vocabulary(machine: Machine) -> list[str]:
    """Return the game's words in a fixed order."""
    return sorted(machine.game.words)


def digest_of_run(path: Path, seed: int, beats: int) -> str:
    """Return one digest of everything a random run was, showed and sounded like."""
    machine = Machine(open_game(path), seed=seed)
    digests = play(machine, random_events(vocabulary(machine), seed, beats), 0, beats)
    return xxhash.xxh3_64_hexdigest(repr(digests).encode())


if __name__ == "__main__":
    print(digest_of_run(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
