"""Runs many machines in one process: in threads, or step by step with what each shows in one array."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from agi_emu._core.sampling import Sampler
from agi_emu._core.stepper import DEFAULT_BEATS
from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.facts.palette import VGA_BYTES
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.state.progress import Stop

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CYCLE_OR_WAITING = Stop.CYCLE | Stop.WAITING


def run_many(machines: Sequence[Machine], ticks: int, *, threads: int = 2, timeout: float | None = None) -> list[Stop]:
    """Run each machine for `ticks` (1/20 s) of its own time; return where each one stopped, in their order.

    `threads` is how many run at once; more than the host has processors gain nothing. The result is the same as with
    one thread: machines share nothing that changes except their game's resources, which are read once.
    A machine that takes longer than `timeout` seconds of real time stops where it is: `Stop.ASKED`.
    """
    if ticks < 0:
        raise ValueError(f"{ticks} ticks")
    if len(set(map(id, machines))) < len(machines):
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


def step_many(
    machines: Sequence[Machine],
    actions: Sequence[Iterable[InputEvent]],
    out: NDArray[np.uint8],
    *,
    cycles: int = 1,
    beats: int = DEFAULT_BEATS,
    grey: bool = False,
) -> list[Stop]:
    """Give each machine its input, run it for `cycles` cycles of its game, and write what it then shows into `out`.

    `actions` has the input events of each machine, an empty tuple for none. A machine stops earlier where its game ends
    (`Stop.ENDED`), in a beat in which a window, prompt or menu waits for a key (`Stop.WAITING`), or after `beats` beats
    (`Stop.BEAT`); the list that is returned says where each one stopped. A machine whose game has ended stays as it is.

    `out` is an array of np.uint8, C-contiguous, of shape (machines, height, width), sides of 1 to 1024; machine i is
    written to out[i]. Each pixel is the one in the middle of the part of the 320x200 screen that it stands for. Without
    `grey` it is a palette index, as in `Frame.indices`; with `grey` the lightness of its colour, 0 (black) to 255.
    160x200 has every pixel of the picture, but only half of each character. Floats, stacks of frames and rewards are
    up to the caller.

    Machines come out as those that `Machine.advance` steps one by one. ValueError for an array of another type or
    shape, too few or too many actions, and `cycles` or `beats` below 1, before anything runs. What a machine itself
    raises ends the call: machines before it have been stepped, those after it have not.
    """
    _check_step(machines, actions, out, min(cycles, beats))
    sampler = Sampler(out.data, VGA_BYTES, grey=grey)
    stops = []
    for index, (machine, events) in enumerate(zip(machines, actions, strict=True)):
        stops.append(machine.advance(events, CYCLE_OR_WAITING, cycles=cycles, beats=beats))
        sampler.put(machine.screen, index)
    return stops


def _check_step(
    machines: Sequence[Machine], actions: Sequence[Iterable[InputEvent]], out: NDArray[np.uint8], least: int
) -> None:
    """Raise ValueError where `step_many` cannot begin."""
    if least < 1:
        raise ValueError(f"a step has at least one cycle and one beat, not {least}")
    if len(actions) != len(machines):
        raise ValueError(f"{len(machines)} machines need as many actions, not {len(actions)}")
    flags = out.flags
    if out.dtype != "uint8" or out.ndim != 3 or not (flags.c_contiguous and flags.writeable):
        raise ValueError(
            f"out must be a writable, C-contiguous array of uint8 with three dimensions, not of {out.dtype} with "
            f"{out.ndim}: np.zeros((machines, height, width), np.uint8)"
        )
    if len(out) != len(machines):
        raise ValueError(f"{len(machines)} machines need as many pictures in out, not {len(out)}")
