"""Looks at a game that nobody has played: its title, what is missing, and a picture of its first seconds.

Nobody presses a key meanwhile, and nothing but the picture is kept: a file in the user's cache, named by the digest of
the game.
"""

from __future__ import annotations

import time
import zlib
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from agi_emu.facts.errors import AgiError
from agi_emu.facts.mercies import FRIENDLY
from agi_emu.host_files.drafts import write_whole
from agi_emu.host_files.reading import SAVE, read_whole
from agi_emu.keeping.host_folders import cache_folder
from agi_emu.keeping.shelf.scanning import FoundGame
from agi_emu.machine.frame import Frame
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.resources import open_game
from agi_emu.resources.game import Game
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH

LOOKS, TICKS_BETWEEN = 20, 10
"""Moments at which a game is looked at, and how far apart: half a second, ten seconds in all."""
LONGEST_LOOK = 0.5
"""Seconds of processor time for the first seconds of a game; most take a hundredth of that."""
_PIXELS = SCREEN_WIDTH * SCREEN_HEIGHT
_MOST_BYTES = _PIXELS + 3 * 256


def look_at(found: FoundGame) -> FoundGame:
    """Return a game with what a closer look shows, and keep a picture of it."""
    try:
        game = open_game(found.path)
        picture = _first_picture(game)
        seen = replace(found, title=game.title, damage="; ".join(game.damage))
    except AgiError as error:
        picture, seen = b"", replace(found, problem=str(error).removeprefix(f"{found.path}: "))
    with suppress(OSError):
        picture_file(found).parent.mkdir(parents=True, exist_ok=True)
        write_whole(picture_file(found), picture)
    return seen


def picture_file(found: FoundGame) -> Path:
    """Return the file with the picture of a game, which need not exist; it is empty if there is nothing to see."""
    return cache_folder() / "pictures" / f"{found.digest}.screen"


def picture_of(found: FoundGame) -> Frame | None:
    """Return the picture of a game's first seconds; None if there is none yet."""
    try:
        packed = zlib.decompressobj()
        data = packed.decompress(read_whole(picture_file(found), SAVE), _MOST_BYTES) if found.digest else b""
    except (AgiError, zlib.error):
        return None
    colours = data[_PIXELS:]
    return Frame(data[:_PIXELS], colours) if colours and len(colours) % 3 == 0 else None


def _first_picture(game: Game) -> bytes:
    """Return the screen with most to see, packed: pixels, then colours; nothing if it is never of the usual size."""
    machine = Machine(game, settings=Settings(mercies=FRIENDLY, extensions=frozenset(map(str, game.extensions))))
    ends = time.thread_time() + LONGEST_LOOK
    best, richest = b"", -1
    for _ in range(LOOKS):
        machine.run(ticks=TICKS_BETWEEN)
        frame = machine.frame
        much = len(zlib.compress(frame.pixels, 1))
        if much > richest and len(frame.pixels) == _PIXELS:
            richest, best = much, zlib.compress(frame.pixels + frame.colours)
        if machine.unguarded.state.general.exited or time.thread_time() > ends:
            break
    return best
