"""Copies of games beside their recordings: what was recorded can be played again after the game has changed.

They lie in the folder `games` beside the recordings, one archive for each state of a game that was recorded.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.errors import GameError
from agi_emu.resources.game import open_game

if TYPE_CHECKING:
    from agi_emu.recording.recording import Recording
    from agi_emu.resources.game import Game

FOLDER = "games"
DIGEST_DIGITS = 12
LONGEST_NAME = 40
_FIRST_DATE = (1980, 1, 1, 0, 0, 0)
"""Of every file in an archive, so that the same game makes the same archive."""


def kept_path(game: Game, recording: Path) -> Path:
    """Return where the copy of a game lies for a recording."""
    name = "".join(letter if letter.isalnum() else "-" for letter in game.id)[:LONGEST_NAME]
    return recording.parent / FOLDER / f"{name}-{game.digest[:DIGEST_DIGITS]}.zip"


def keep_game(game: Game, recording: Path) -> Path:
    """Write a copy of a game for a recording, unless it is there; return its path."""
    path = kept_path(game, recording)
    if path.exists():
        return path
    path.parent.mkdir(exist_ok=True)
    draft = path.with_name(path.name + ".part")
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in game.files:
            member = zipfile.ZipInfo(name, _FIRST_DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, game.files.contents[name])
    draft.replace(path)
    return path


def kept_game(recording: Recording, path: Path) -> Game | None:
    """Return the copy of the game that a recording at `path` was made with; None when none was kept."""
    head = recording.head
    for found in sorted((path.parent / FOLDER).glob(f"*-{head.game_digest[:DIGEST_DIGITS]}.zip")):
        try:
            game = open_game(found, head.profile)
        except GameError:
            continue
        if game.digest == head.game_digest:
            return game
    return None


def keep_as_before(game: Game, recording: Recording, path: Path) -> None:
    """Keep a copy of the game that a recording now expects, if there was one of the game that it expected before."""
    if kept_game(recording, path) is not None:
        keep_game(game, path)
