"""Runs many machines in one process, in threads: the interpreter lock is free while their logics stay in the core."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from agi_emu.codes import BEATS_PER_TICK
from agi_emu.machine.machine import Machine
from agi_emu.state.progress import Stop


def run_many(machines: Sequence[Machine], ticks: int, *, threads: int = 2, timeout: float | None = None) -> list[Stop]:
    """Run each machine for `ticks` (1/20 s) of its own time; return where each one stopped, in their order.

    `threads` is how many run at once; more than the host has processors gain nothing. The result is the same as with
    one thread: machines share nothing that changes except their game's resources, which are read once.
    A machine that takes longer than `timeout` seconds of real time stops where it is: `Stop.ASKED`.
    """
    if ticks < 0:
        raise ValueError(f"{ticks} ticks")
    if len({id(machine) for machine in machines}) < len(machines):
        raise ValueError("a machine is in the list twice: each runs in one thread")
    beats = ticks * BEATS_PER_TICK

    def run(machine: Machine) -> Stop:
        last_beat = machine.unguarded.state.clock.beats + beats
        if timeout is None:
            return machine.advance_to(last_beat)
        timer = threading.Timer(timeout, machine.stop)
        timer.start()
        try:
            return machine.advance_to(last_beat)
        finally:
            timer.cancel()
            timer.join()
            machine.core.take_stop()

    if threads <= 1 or len(machines) <= 1:
        return [run(machine) for machine in machines]
    with ThreadPoolExecutor(min(threads, len(machines))) as pool:
        return list(pool.map(run, machines))
