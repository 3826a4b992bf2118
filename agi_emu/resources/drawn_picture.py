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
_EMPTY = 0x4F
"""A cell before anything is drawn: priority 4, white."""
_COLOUR_BITS, _PRIORITY_SHIFT = 0x0F, 4


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture drawn over an empty one."""

    number: int
    cells: bytes = field(repr=False)
    """Priority << 4 | colour, 160 cells a row, 168 rows."""

    @property
    def colours(self) -> NDArray[np.uint8]:
        """The colours, 0-15: an array of 168 rows and 160 columns."""
        return (self._array() & _COLOUR_BITS).astype("uint8", copy=False)

    @property
    def priorities(self) -> NDArray[np.uint8]:
        """The priorities, 0-15, of the same form; 0 to 3 are control lines."""
        return (self._array() >> _PRIORITY_SHIFT).astype("uint8", copy=False)

    def _array(self) -> NDArray[np.uint8]:
        import numpy as np

        return np.frombuffer(self.cells, np.uint8).reshape(HEIGHT, WIDTH)


def draw_picture(number: int, data: bytes, pen: PenVariant) -> Picture:
    """Return a picture resource drawn with an interpreter's pens."""
    cells = bytearray([_EMPTY]) * (WIDTH * HEIGHT)
    draw(cells, data, pen_variant=pen)
    return Picture(number, bytes(cells))
