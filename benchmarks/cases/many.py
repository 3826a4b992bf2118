"""Machines by the hundred: stepped by turns, and what each takes of the memory."""

from __future__ import annotations

import numpy as np

from agi_emu import Machine, Stop, open_game, step_many
from benchmarks.case import Kind, Work, case, game_path
from benchmarks.processes import python

MACHINES = 1_000
BEGUN_CYCLES = 40
UNTIL = Stop.CYCLE | Stop.WAITING
MEBIBYTE = 1 << 20
ONE_MORE = """
import sys
from agi_emu import Machine, open_game
game, count, kept = open_game(sys.argv[1]), 100, []

def resident():
    return 4096 * int(open("/proc/self/statm").read().split()[1])

for number in range(count + 1):
    if number == 1:
        before = resident()
    kept.append(Machine(game, seed=number + 1))
    kept[-1].run(cycles=200)
    assert kept[-1].frame.pixels
print((resident() - before) // count)
"""


def begun(name: str) -> list[Machine]:
    """Return machines that have begun to play."""
    game = open_game(game_path(name))
    machines = [Machine(game, seed=seed) for seed in range(MACHINES)]
    for machine in machines:
        machine.run(cycles=BEGUN_CYCLES)
    return machines


@case(over=("demo2", "kq4dem", "cldest"), per=MACHINES)
def thousand_advanced(name: str) -> Work:
    """A cycle and a frame of each of a thousand machines."""
    machines = begun(name)

    def step() -> None:
        for machine in machines:
            machine.advance((), UNTIL)
            assert machine.frame.pixels

    return step


@case(over=("demo2", "cldest"), per=MACHINES)
def thousand_stepped(name: str) -> Work:
    """The same by `step_many`, with small pictures."""
    machines = begun(name)
    out = np.zeros((MACHINES, 84, 84), np.uint8)
    return lambda: step_many(machines, [()] * MACHINES, out)


@case(over=("demo", "demo2", "kq4dem"), kind=Kind.BYTES, limit=MEBIBYTE)
def memory_of_a_machine(name: str) -> Work:
    """What a machine more takes in a process that has the game open: 1 MiB at most."""
    path = game_path(name)
    return lambda: int(python("-c", ONE_MORE, str(path)))
