"""Finds the game of a recording: the one to play, the one that was recorded, and copies kept beside recordings.

With a copy, a recording can be played after the game has changed. Copies are in the folder `games` beside the
recordings, one archive for each recorded state of a game.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.data import demo_path
from agi_emu.facts.errors import AgiError, GameError, RecordingError
from agi_emu.host_files.archives import zipped
from agi_emu.host_files.drafts import write_whole
from agi_emu.host_files.inside import is_on_this_computer
from agi_emu.recording.resource_table import ResourceTable
from agi_emu.resources.game import Game, open_game

if TYPE_CHECKING:
    from agi_emu.recording.head import Head
    from agi_emu.recording.recording import Recording

FOLDER = "games"
DIGEST_DIGITS = 12
_DIGEST = re.compile(f"[0-9a-f]{{{DIGEST_DIGITS}}}")
LONGEST_NAME = 40
MOST_OPEN = 8
"""Games that stay open at a time."""
Stamp = tuple[tuple[str, int, int, int], ...]
"""Name, size, time and number of each file of a game."""


def game_of(head: Head, path: Path, given: Path | None = None, profile: str | None = None) -> Game:
    """Return the game of the recording at `path` with this head, opened.

    This is the one `given`, else the one at the recorded path, else the demo game if the recording is of that. The
    interpreter version is `profile`, else the recorded one.
    """
    profile = profile or head.profile
    if given is not None:
        return opened(given, profile)
    if not is_on_this_computer(head.path):
        raise RecordingError(f"{path}: its path leads to another computer or a device; give the game with --game")
    hint = path.parent / head.path
    if head.path and hint.exists():
        return opened(hint, profile)
    demo = opened(demo_path(), profile)
    if demo.digest == head.game_digest:
        return demo
    where = f" at {hint}" if head.path else ""
    raise RecordingError(f"{path}: its game, {head.name}, is not{where}; give its path with --game")


def reference_of(recording: Recording, path: Path, given: Path | None = None) -> Game | None:
    """Return the game as recorded; None if it is missing.

    This is the one `given`, which must be the same, else the copy beside the recording, else the one at the recorded
    path, if it is still the same.
    """
    expected = recording.head.resources
    if given is not None:
        game = opened(given, recording.head.profile)
        changed = expected.changed(ResourceTable.of(game))
        if changed:
            raise RecordingError(f"{path}: {given} is not the recorded game: {changed[0]} differs")
        return game
    kept = kept_game(recording, path)
    if kept is not None:
        return kept
    try:
        game = game_of(recording.head, path)
    except AgiError:
        return None
    return None if expected.changed(ResourceTable.of(game)) else game


def opened(path: Path, profile: str | None) -> Game:
    """Open a game, or return it if it was opened just before and its files have not changed.

    Many recordings of one game are compared with it, one after the other.
    """
    stamp = _stamp(path)
    return _opened(path.absolute(), path, profile, stamp) if stamp else open_game(path, profile)


@lru_cache(maxsize=MOST_OPEN)
def _opened(place: Path, path: Path, profile: str | None, stamp: Stamp) -> Game:
    return open_game(path, profile)


def _stamp(path: Path) -> Stamp:
    """Return which files a game has, and when they were changed; empty if that is not plain, as in a deeper folder."""
    if path.is_dir():
        files = list(path.iterdir())
        if not any(each.name.lower().endswith("dir") and each.is_file() for each in files):
            return ()
    else:
        # A path into an archive does not exist by itself.
        files = [path if path.exists() else next((each for each in path.parents if each.exists()), path)]
    found = []
    with suppress(OSError):
        for each in files:
            about = each.stat()
            # A link may lead elsewhere by now.
            found.append((str(each), about.st_size, about.st_mtime_ns, about.st_ino))
    return tuple(sorted(found))


def kept_path(game: Game, recording: Path) -> Path:
    """Return the path of the copy of a game for a recording."""
    name = "".join(letter if letter.isalnum() else "-" for letter in game.id)[:LONGEST_NAME]
    return recording.parent / FOLDER / f"{name}-{game.digest[:DIGEST_DIGITS]}.zip"


def keep_game(game: Game, recording: Path) -> Path:
    """Write a copy of a game for a recording, unless it exists; return its path."""
    path = kept_path(game, recording)
    if path.exists():
        return path
    path.parent.mkdir(exist_ok=True)
    write_whole(path, packed(game))
    return path


def packed(game: Game) -> bytes:
    """Return a game as a zip archive, which is opened as the same one everywhere."""
    return zipped({name: game.files.contents[name] for name in game.files})


def kept_game(recording: Recording, path: Path) -> Game | None:
    """Return the copy of the game with which the recording at `path` was made; None if none was kept."""
    head = recording.head
    for found in sorted((path.parent / FOLDER).glob(f"*-{head.game_digest[:DIGEST_DIGITS]}.zip")):
        try:
            game = opened(found, head.profile)
        except GameError:
            continue
        if game.digest == head.game_digest:
            return game
    return None


def forget_unused(folder: Path) -> None:
    """Remove the copies of games in a folder of recordings that none of these expects; a damaged one expects all."""
    from agi_emu.recording.recording import SUFFIX, Recording

    try:
        expecting = [Recording.load(path, unclosed=True) for path in folder.glob(f"*{SUFFIX}")]
    except RecordingError:
        return
    used = {each.head.game_digest[:DIGEST_DIGITS] for each in expecting}
    for kept in (folder / FOLDER).glob("*.zip"):
        digits = kept.stem.rpartition("-")[2]
        if _DIGEST.fullmatch(digits) and digits not in used:
            kept.unlink(missing_ok=True)


def keep_as_before(game: Game, recording: Recording, path: Path) -> None:
    """Keep a copy of the game that a recording now expects, if there was a copy of the previous one."""
    if kept_game(recording, path) is not None:
        keep_game(game, path)
