"""Plain twin of ``_core/cel`` (reference: VIEW-1, VIEW-8, VIEW-15)."""

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


def stored_row(view: bytes, offset: int) -> tuple[bytes, int]:
    """Return the bytes of a stored row without its end, and the offset behind that."""
    end = view.find(0, offset)
    return (view[offset:], len(view)) if end < 0 else (view[offset:end], end + 1)


def turned_row(view: bytes, offset: int, width: int, transparent: int) -> tuple[bytes, int]:
    """Return a stored row turned round, and the offset behind what was read (reference: VIEW-12, VIEW-13, VIEW-14)."""
    cells = 0
    while offset < len(view) and view[offset] and view[offset] // 16 == transparent:
        cells += view[offset] % 16
        offset += 1
    if offset >= len(view) or not view[offset]:
        return b"", offset + 1
    kept = [view[offset]]
    offset += 1
    while offset < len(view) and view[offset] % 16:
        kept.append(view[offset])
        offset += 1
    lead = (width - cells - sum(chunk % 16 for chunk in kept)) % 256
    front = [transparent * 16 + 15] * (lead // 15) + ([transparent * 16 + lead % 15] if lead % 15 else [])
    return bytes([*front, *reversed(kept)]), offset + 1


def start_of_cel(view: bytes, loop: int, cel: int) -> int:
    """Return where a cel begins; IndexError if it does not exist."""
    if not 0 <= cel < cels_of_loop(view, loop):
        raise IndexError("no such cel")
    start = word(view, 5 + 2 * loop)
    return start + word(view, start + 1 + 2 * cel)


def read_cel(view: bytes, loop: int, cel: int, shown_in: int | None = None) -> Cel:
    """Read a cel as shown in its own or another loop; IndexError if it does not exist or lies outside of the data."""
    start = start_of_cel(view, loop, cel)
    width, height, flags = view[start], view[start + 1], view[start + 2]
    mirrored = flags >= 0x80 and flags // 16 % 8 != (loop if shown_in is None else shown_in)
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


def blit(
    picture: bytearray,
    view: bytes,
    loop: int,
    cel: int,
    x: int,
    top: int,
    priority: int,
    *,
    shown_in: int | None = None,
) -> bool:
    """Draw a cel with its top left cell at (x, top); return True if nothing of it is visible.

    Runs are drawn to their ends, at addresses of 16 bits; a control line, which zeros behind the picture count as,
    clears the high byte of what is left of a run (reference: VIEW-5).
    """
    hidden = True
    priority %= 16
    found = read_cel(view, loop, cel, shown_in)
    offset = found.offset
    for r in range(found.height or 256):  # the counter is reduced before it is tested (reference: VIEW-7)
        if found.mirrored:
            row, offset = turned_row(view, offset, found.width, found.transparent)
        else:
            row, offset = stored_row(view, offset)
        address = WIDTH * (top % 256 + r) + x
        for chunk in row:
            colour, left = divmod(chunk, 16)
            if colour == found.transparent:
                address += left
                continue
            while True:
                address %= 65536
                behind = picture[address] >> 4 if address < CELLS else 0
                if behind <= 2:
                    left %= 256
                if address >= CELLS:
                    hidden = False
                elif is_visible(picture, address, priority):
                    picture[address] = (behind if behind <= 2 else priority) * 16 + colour
                    hidden = False
                address += 1
                left = (left - 1) % 65536
                if left == 0:
                    break
    return hidden
