"""State files that pass every check and hold what no machine wrote, made from files that one did.

Run as a program it loads and runs many: ``python -m tests.core.strange_states COUNT [GAME...]`` changes COUNT states in
all, the same number of each game (zip archives or folders; the demo without any), runs each that is not refused for
1,000 beats, and writes and loads it again. It prints a line for each game, and keeps in the working directory the
states with which anything was raised.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

from agi_emu.data import demo_path
from agi_emu.facts.errors import SaveError
from agi_emu.facts.mercies import FRIENDLY, STRICT
from agi_emu.machine.input.events import Arrow, InputEvent, Key
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import resume
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.machine.settings import SMOOTH, Settings
from agi_emu.resources import open_game
from agi_emu.state.files import state_file
from agi_emu.state.files.state_chunks import ENTRIES, pack, unpack
from agi_emu.state.files.state_file import Chunk, ChunkPart, join_parts, split_parts
from agi_emu.state.progress import Stop
from tests.core.test_any_bytes import KEYS

BEATS = 40
LONG = 1000
"""Beats that the program runs a state for."""
STATES = 6
"""Stops of a run whose states are changed."""
CHANGED = 6
"""Files made of each."""
INDEXED = ("Modl", "Menu", "Exec", "Sprt", "Objs", "Load", "Keyb", "Text", "Scrp", "Soun")
"""Chunks whose numbers are places in something: they are changed more often."""
STRANGE = (0, 1, 2, 15, 16, 63, 64, 127, 128, 159, 160, 167, 168, 254, 255)


def some_events(chance: random.Random) -> list[InputEvent]:
    """Return what a restless player does in a beat, mostly nothing."""
    kind = chance.random()
    if kind < 0.2:
        return [Key(chance.choice(KEYS))]
    if kind < 0.3:
        return [Arrow(chance.randint(1, 8), down=True)]
    return []


def with_strange_values(data: bytes, chance: random.Random) -> bytes:
    """Return a state file with some elements of some parts changed, sealed again."""
    chunks = list(state_file.read(data).chunks)
    places = [place for place, chunk in enumerate(chunks) if ENTRIES[chunk.tag].areas]
    weights = [4 if chunks[place].tag in INDEXED else 1 for place in places]
    for _ in range(chance.randint(1, 3)):
        (place,) = chance.choices(places, weights)
        tag = chunks[place].tag
        parts = split_parts(tag, unpack(tag, chunks[place].data))
        for name in chance.choices(sorted(parts), k=chance.randint(1, 3)):
            parts[name] = with_strange_elements(parts[name], chance)
        chunks[place] = Chunk(tag, pack(join_parts(parts.values())))
    return state_file.write(chunks)


def with_strange_elements(part: ChunkPart, chance: random.Random) -> ChunkPart:
    """Return a part with a few bytes changed, more often those at its beginning: they are in use."""
    raw = bytearray(part.data)
    if not raw:
        return part
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(min(len(raw), chance.choice((part.size, 4 * part.size, len(raw)))))
        raw[at] = chance.choice((*STRANGE, chance.randrange(256)))
    return ChunkPart(part.name, part.size, bytes(raw))


def states_of(machine: Machine, chance: random.Random, count: int, beats: int) -> list[bytes]:
    """Return states of a run at random."""
    found = []
    for _ in range(count):
        for _ in range(chance.randrange(1, beats)):
            machine.advance(some_events(chance))
        found.append(save_state(machine))
    return found


def load_and_run(machine: Machine, files: Sequence[bytes], chance: random.Random, beats: int = BEATS) -> int:
    """Load every file into a machine that runs, and run it; its state then loads again. Return how many were loaded."""
    loaded = 0
    for file in files:
        before = machine.snapshot()
        try:
            resume(machine, file)
        except SaveError:
            assert machine.snapshot() == before
            continue
        loaded += 1
        for _ in range(beats):
            if machine.advance(some_events(chance)) & Stop.ENDED:
                break
        resume(Machine(machine.game, settings=machine.settings), save_state(machine))
    return loaded


def strange_files(path: Path, seed: int, states: int, changed: int) -> tuple[Machine, list[bytes], random.Random]:
    """Return a machine of a game, states of its play changed in many ways, and where the chance stands."""
    chance = random.Random(seed)
    settings = Settings(
        "tandy" if seed % 2 else "pc", seed=1, budget=SMOOTH, mercies=FRIENDLY if seed % 4 < 2 else STRICT
    )
    machine = Machine(open_game(path), settings=settings)
    files = states_of(machine, chance, states, 60)
    return machine, [with_strange_values(file, chance) for file in files for _ in range(changed)], chance


def check(path: Path, seed: int, *, states: int = STATES, changed: int = CHANGED) -> int:
    """Change states of a game in many ways, load and run them; return how many could be loaded."""
    machine, strange, chance = strange_files(path, seed, states, changed)
    return load_and_run(machine, strange, chance)


def run_for_long(path: Path, seed: int, states: int) -> tuple[int, list[str]]:
    """Change states of a game and run each; return how many were loaded, and what was raised with whose input."""
    machine, strange, chance = strange_files(path, seed, states, CHANGED)
    loaded = 0
    raised = []
    for number, file in enumerate(strange):
        try:
            loaded += load_and_run(machine, [file], chance, LONG)
        except Exception as error:
            kept = Path(f"{path.stem}-{number}.agistate")
            kept.write_bytes(file)
            raised.append(f"{kept}: {type(error).__name__}: {error}")
            machine = Machine(machine.game, settings=machine.settings)
    return loaded, raised


def main(count: int, paths: Sequence[Path]) -> int:
    """Change so many states of all games in all; the exit code is 1 if anything was raised."""
    all_changed = all_loaded = all_raised = 0
    states = max(1, round(count / (CHANGED * len(paths))))
    for seed, path in enumerate(paths):
        loaded, raised = run_for_long(path, seed, states)
        print(f"{path.stem:12} {states * CHANGED:6} changed {loaded:6} run for {LONG:,} beats {len(raised):3} raised")
        print(*raised, sep="\n", end="\n" if raised else "", flush=True)
        all_changed, all_loaded, all_raised = (
            all_changed + states * CHANGED,
            all_loaded + loaded,
            all_raised + len(raised),
        )
    refused = all_changed - all_loaded - all_raised
    print(f"{len(paths)} games: {all_changed:,} states, {refused:,} refused, {all_loaded:,} run, {all_raised} raised")
    return int(all_raised > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), [Path(argument) for argument in sys.argv[2:]] or [demo_path()]))
