"""Plain twin of ``_core/cel`` (reference: views-and-blitting.md 1 to 3 and 5)."""

from __future__ import annotations

from dataclasses import dataclass

WIDTH = 160
CELLS = 160 * 168


@dataclass
class Cel:
    """A cel as shown: rows of colours, None where nothing is drawn."""

    width: int
    height: int
    transparent: int
    mirrored: bool
    offset: int
    rows: list[list[int | None]]


def word(data: bytes, offset: int) -> int:
    """Return a little-endian word; IndexError outside of the data."""
    return data[offset] + 256 * data[offset + 1]


def cels_of_loop(view: bytes, loop: int) -> int:
    """Return the number of cels of a loop; the loop behind the last one is read like the others."""
    try:
        if not 0 <= loop <= view[2]:
            return 0
        return view[word(view, 5 + 2 * loop)]
    except IndexError:
        return 0


def read_row(view: bytes, offset: int, width: int, transparent: int) -> tuple[list[int | None], int]:
    """Return a stored row, cut or filled up to the width, and the offset behind it."""
    row: list[int | None] = []
    while offset < len(view):
        chunk = view[offset]
        offset += 1
        if chunk == 0:
            break
        colour, count = chunk // 16, chunk % 16
        row += [None if colour == transparent else colour] * count
    return (row + [None] * width)[:width], offset


def read_cel(view: bytes, loop: int, cel: int) -> Cel:
    """Read a cel; IndexError if it does not exist or its header lies outside of the data."""
    if not 0 <= cel < cels_of_loop(view, loop):
        raise IndexError("no such cel")
    start = word(view, 5 + 2 * loop)
    start += word(view, start + 1 + 2 * cel)
    width, height, flags = view[start], view[start + 1], view[start + 2]
    mirrored = flags >= 0x80 and flags // 16 % 8 != loop
    found = Cel(width, height, flags % 16, mirrored, start + 3, [])
    offset = start + 3
    for _ in range(height):
        row, offset = read_row(view, offset, width, found.transparent)
        found.rows.append(row[::-1] if mirrored else row)
    return found


def is_visible(picture: bytes | bytearray, address: int, priority: int) -> bool:
    """Tell whether a cell of the given priority shows at an address of the picture."""
    behind = picture[address] >> 4
    if behind > 2:
        return behind <= priority
    look = 0
    while address + WIDTH < CELLS:
        address += WIDTH
        look = picture[address] >> 4
        if look > 2:
            break
    return look <= priority


def blit(picture: bytearray, view: bytes, loop: int, cel: int, x: int, top: int, priority: int) -> bool:
    """Draw a cel with its top left cell at (x, top); return True if nothing of it is visible."""
    hidden = True
    priority %= 16
    for r, row in enumerate(read_cel(view, loop, cel).rows):
        for c, colour in enumerate(row):
            if colour is None:
                continue
            address = WIDTH * (top % 256 + r) + x + c
            if not 0 <= address < CELLS:
                hidden = False
            elif is_visible(picture, address, priority):
                behind = picture[address] >> 4
                picture[address] = (behind if behind <= 2 else priority) * 16 + colour
                hidden = False
    return hidden
