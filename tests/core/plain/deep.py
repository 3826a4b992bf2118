"""Plain twin of ``_core/deep`` (reference: EXT-12, VIEW-6)."""

from __future__ import annotations

from tests.core.plain import cel as plain

MARK = b"\x0f\xf0"


class Noting(bytearray):
    """A picture that notes which cells are written, and with which colour."""

    def __init__(self, cells: bytes) -> None:
        """Copy a picture."""
        super().__init__(cells)
        self.written: dict[int, int] = {}

    def __setitem__(self, address: int, cell: int) -> None:  # type: ignore[override]
        """Write a cell."""
        self.written[address] = cell % 16
        super().__setitem__(address, cell)


def blit(
    picture: bytearray, deep: bytearray, view: bytes, loop: int, cel: int, x: int, top: int, priority: int
) -> bool:
    """Draw a cel into both pictures; return True if nothing of it is visible."""
    if view.startswith(MARK):
        return blit_deep(picture, deep, view, loop, cel, x, top, priority)
    noting = Noting(picture)
    hidden = plain.blit(noting, view, loop, cel, x, top, priority)
    picture[:] = noting
    for address, colour in noting.written.items():
        deep[address] = colour
    return hidden


def blit_deep(
    picture: bytearray, deep: bytearray, view: bytes, loop: int, cel: int, x: int, top: int, priority: int
) -> bool:
    """Draw a cel of 256 colours: a byte for each cell of a row, which a 0 ends."""
    hidden = True
    found = plain.read_cel(view, loop, cel)
    rows = view[found.offset :].split(b"\0")
    transparent = view[found.offset - 1]
    for r, row in enumerate(rows[: found.height]):
        start = (160 * (top % 256 + r) + x) % 65536
        start -= 65536 if start >= 32768 else 0
        for column, colour in enumerate(row[: found.width]):
            address = start + column
            if colour == transparent:
                continue
            if not 0 <= address < plain.CELLS:
                hidden = False
            elif plain.is_visible(picture, address, priority % 16):
                behind = picture[address] >> 4
                picture[address] = (behind if behind <= 2 else priority % 16) * 16 + colour % 16
                deep[address] = colour
                hidden = False
    return hidden
