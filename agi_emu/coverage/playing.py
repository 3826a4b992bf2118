"""Plays a recording to see what it reaches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.coverage.reached import Coverage, collect, reached
from agi_emu.facts.errors import AgiError, TimeLimitError
from agi_emu.recording.replaying.playback import Playback

if TYPE_CHECKING:
    from agi_emu.recording.recording import Recording
    from agi_emu.resources.game import Game


def reached_by(game: Game, recording: Recording) -> tuple[Coverage, str]:
    """Return what a recording reaches in a game, and why it ended early, if it did."""
    play = Playback(game, recording)
    collect(play.machine)
    note = ""
    try:
        play.run()
    except TimeLimitError:
        raise
    except AgiError as error:
        note = f"it was not played to its end: {error}"
    return reached(play.machine), note
