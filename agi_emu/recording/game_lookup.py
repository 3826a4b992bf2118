"""Finds the game of a recording: the one to play, the one that was recorded, and copies kept beside recordings.

Copies let what was recorded be played again after the game has changed. They lie in the folder `games` beside the
recordings, one archive for each state of a game that was recorded.
"""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.data import demo_path
from agi_emu.errors import AgiError, GameError, RecordingError
from agi_emu.recording.resource_table import ResourceTable
from agi_emu.resources.game import Game, open_game

if TYPE_CHECKING:
    from agi_emu.recording.recording import Recording

FOLDER = "games"
DIGEST_DIGITS = 12
LONGEST_NAME = 40
_FIRST_DATE = (1980, 1, 1, 0, 0, 0)
"""Of every file in an archive, so that the same game makes the same archive."""


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
