"""Digests of the pictures and cels of a game, in the form of the recordings of the original.

The recordings were made with the interpreters 2.917 and 2.936, which agree on all pictures and cels, whatever
interpreter a game came with; so these are drawn with their pens, too, unless you ask for another interpreter.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator

from agi_emu._core import cel, picture
from agi_emu.facts.errors import ResourceError
from agi_emu.facts.pens import pen_variant
from agi_emu.facts.versions import PROFILES, VersionProfile
from agi_emu.facts.witnesses import RECORDED_WITH
from agi_emu.resources import Game, Kind, Presence
from agi_emu.resources.drawn_picture import COLOUR_OF, EMPTY_PICTURE, HEIGHT, PRIORITY_OF, WIDTH

Row = dict[str, object]
CelDigest = tuple[int, int, str, str]
"""Width, height, and CRC-32 (hex) of the colours and of the priorities of the picture that the cel was drawn into."""

CEL_X = 10
CEL_Y = HEIGHT - 1
CEL_PRIORITY = 15

_RECORDED_WITH = PROFILES[RECORDED_WITH]


def picture_rows(game: Game, profile: VersionProfile = _RECORDED_WITH) -> Iterator[Row]:
    """Return a row per picture in the directory: SHA-1 of its colours and priorities, a byte per cell, 160x168."""
    return _rows(game, Kind.PICTURE, "pic", lambda data: picture_digest(data, profile))


def view_rows(game: Game) -> Iterator[Row]:
    """Return a row per view in the directory: the digests of each cel of each loop."""
    return _rows(game, Kind.VIEW, "view", view_digest)


def _rows(game: Game, kind: Kind, key: str, digest_of: Callable[[bytes], Row]) -> Iterator[Row]:
    """Yield a row for every resource in the directory, including unreadable ones."""
    for number in range(256):
        if game.presence(kind, number) in (Presence.ABSENT, Presence.BEYOND_DIRECTORY):
            continue
        row: Row = {"game": game.id, key: number}
        try:
            stored = game.stored(kind, number)
            if stored.damage:
                raise ResourceError(f"{kind} {number}: {stored.damage}")
            row |= digest_of(stored.data)
        except ResourceError as error:
            row["error"] = str(error)
        yield row


def picture_digest(data: bytes, profile: VersionProfile = _RECORDED_WITH) -> Row:
    """Return the digests of a picture drawn on an empty buffer with an interpreter's pens."""
    cells = bytearray(EMPTY_PICTURE)
    picture.draw(cells, data, pen_variant=pen_variant(profile))
    return {
        "res_sha1": hashlib.sha1(data).hexdigest(),
        "len": len(data),
        "vis_sha1": hashlib.sha1(cells.translate(COLOUR_OF)).hexdigest(),
        "pri_sha1": hashlib.sha1(cells.translate(PRIORITY_OF)).hexdigest(),
    }


def view_digest(data: bytes) -> Row:
    """Return the digests of all cels of a view."""
    return {
        "res_sha1": hashlib.sha1(data).hexdigest(),
        "cels": [
            [cel_digest(data, loop, number) for number in range(cel.cel_count(data, loop))]
            for loop in range(cel.loop_count(data))
        ],
    }


def cel_digest(view: bytes, loop: int, number: int) -> CelDigest | None:
    """Return the digest of a cel added to an empty picture, its lower left cell at (10, 167), priority 15, no box.

    None for a cel that does not fit there or whose header is missing from the view.
    """
    size = cel_size(view, loop, number)
    if size is None:
        return None
    width, height = size
    cells = bytearray(EMPTY_PICTURE)
    cel.blit(cells, view, loop, number, CEL_X, CEL_Y - height + 1, CEL_PRIORITY)
    return (
        width,
        height,
        f"{zlib.crc32(cells.translate(COLOUR_OF)):08x}",
        f"{zlib.crc32(cells.translate(PRIORITY_OF)):08x}",
    )


def cel_size(view: bytes, loop: int, number: int) -> tuple[int, int] | None:
    """Return width and height of a cel that fits where `cel_digest` draws it; None for every other one."""
    try:
        width, height, _, _, _ = cel.header(view, loop, number)
    except IndexError:
        return None
    return (width, height) if CEL_X + width <= WIDTH and height <= CEL_Y + 1 else None
