"""A game without a window: a bounded stretch of machine time, played as fast as the host can."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from agi_emu.frontends.pacer import EveryBeat
from agi_emu.session import Ending, NoInput, Observer, Prompter, Session, VideoSink

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

BEATS_PER_TICK = 3
DEFAULT_TICKS = 1200
"""A minute of the game's time."""


def play_unseen(
    machine: Machine,
    *,
    ticks: int = DEFAULT_TICKS,
    prompter: Prompter | None = None,
    video: Iterable[VideoSink] = (),
    observers: Iterable[Observer] = (),
) -> Ending:
    """Play `ticks` ticks (20 a second of the game's time), or until the game ends."""
    session = Session(machine, source=NoInput(), pacer=EveryBeat(), prompter=prompter, video=video, observers=observers)
    return session.run(beats=ticks * BEATS_PER_TICK)
