"""The game as it was when a recording was made, to look at beside the game as it is now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.errors import AgiError, RecordingError
from agi_emu.recording.game_of import game_of
from agi_emu.recording.kept_games import kept_game
from agi_emu.recording.resource_table import ResourceTable
from agi_emu.resources.game import open_game

if TYPE_CHECKING:
    from pathlib import Path

    from agi_emu.recording.recording import Recording
    from agi_emu.resources.game import Game


def reference_of(recording: Recording, path: Path, given: Path | None = None) -> Game | None:
    """Return the game that was recorded; None when it is not at hand.

    It is the one `given`, which must be it, else the copy kept beside the recording, else the one that lies where the
    recording says, if it is still the same.
    """
    expected = recording.head.resources
    if given is not None:
        game = open_game(given, recording.head.profile)
        changed = expected.changed(ResourceTable.of(game))
        if changed:
            raise RecordingError(f"{path}: {given} is not the game that was recorded: {changed[0]} is another one")
        return game
    kept = kept_game(recording, path)
    if kept is not None:
        return kept
    try:
        game = game_of(recording, path)
    except AgiError:
        return None
    return None if expected.changed(ResourceTable.of(game)) else game
