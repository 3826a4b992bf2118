"""Finds the game that a recording was made with."""

from __future__ import annotations

from pathlib import Path

from agi_emu.data import demo_path
from agi_emu.errors import RecordingError
from agi_emu.recording.recording import Recording
from agi_emu.resources.game import Game, open_game


def game_of(recording: Recording, path: Path, given: Path | None = None, profile: str | None = None) -> Game:
    """Open the game of a recording that lies at `path`.

    It is the one `given`, else the one where the recording says that its game lay, else the demo game if it is that.
    It is run as the interpreter `profile`, else as the one recorded.
    """
    profile = profile or recording.head.profile
    if given is not None:
        return open_game(given, profile)
    hint = path.parent / recording.head.path
    if recording.head.path and hint.exists():
        return open_game(hint, profile)
    demo = open_game(demo_path(), profile)
    if demo.digest == recording.head.game_digest:
        return demo
    where = f" at {hint}" if recording.head.path else ""
    raise RecordingError(f"{path}: its game, {recording.head.name}, is not{where}; --game says where it is")
