"""Plays a game without a window: a limited span of machine time, as fast as the host can."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from agi_emu.saves.player_saves import PlayerSaves, run_and_save
from agi_emu.session import Ending, EveryBeat, NoInput, Observer, Prompter, Session, VideoSink, beats_of_ticks

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.recording.replaying.recorder import Recorder

DEFAULT_TICKS = 1200
"""A minute of the game's time."""


def play_unseen(
    machine: Machine,
    *,
    ticks: int = DEFAULT_TICKS,
    prompter: Prompter | None = None,
    video: Iterable[VideoSink] = (),
    observers: Iterable[Observer] = (),
    recorder: Recorder | None = None,
    saves: PlayerSaves | None = None,
) -> Ending:
    """Play `ticks` ticks (20 per second of the game's time), or until the game ends.

    Closes the recorder afterwards; `saves` keeps states while playing and at the end.
    """
    recorders = [recorder] if recorder else []
    session = Session(
        machine,
        source=NoInput(),
        pacer=EveryBeat(),
        prompter=prompter,
        video=video,
        audio=recorders,
        observers=[*recorders, *([saves.autosave] if saves else []), *observers],
    )

    def close() -> None:
        if recorder:
            recorder.close()

    return run_and_save(session, saves, beats=beats_of_ticks(machine, ticks), close=close)
