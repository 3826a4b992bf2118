"""A picture as it is drawn: its colours and its priorities, cell by cell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agi_emu._core.brush import PenVariant
from agi_emu._core.picture import draw

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WIDTH, HEIGHT = 160, 168
EMPTY_PICTURE = bytes([0x4F]) * (WIDTH * HEIGHT)
"""Priority 4, colour white: what draw.pic draws on (reference: PIC-2)."""
COLOUR_OF = bytes(cell & 15 for cell in range(256))
PRIORITY_OF = bytes(cell >> 4 for cell in range(256))
"""With `bytes.translate`: the colours or the priorities of cells."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture drawn over an empty one."""

    number: int
    cells: bytes = field(repr=False)
    """Priority << 4 | colour, 160 cells a row, 168 rows."""

    @property
    def colours(self) -> NDArray[np.uint8]:
        """The colours, 0-15: an array of 168 rows and 160 columns."""
        return _rows(bytearray(self.cells.translate(COLOUR_OF)))

    @property
    def priorities(self) -> NDArray[np.uint8]:
        """The priorities, 0-15, of the same form; 0 to 3 are control lines."""
        return _rows(bytearray(self.cells.translate(PRIORITY_OF)))


def draw_picture(number: int, data: bytes, pen: PenVariant) -> Picture:
    """Return a picture resource drawn with an interpreter's pens."""
    cells = bytearray(EMPTY_PICTURE)
    draw(cells, data, pen_variant=pen)
    return Picture(number, bytes(cells))


def _rows(numbers: bytearray) -> NDArray[np.uint8]:
    import numpy as np

    return np.frombuffer(numbers, np.uint8).reshape(HEIGHT, WIDTH)
