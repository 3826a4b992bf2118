from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

class PenVariant(IntEnum):
    PEN_FULL = 0
    PEN_MIDDLE_ROW_INSIDE = 1
    PEN_NOTCHED = 2
    PEN_NOTCHED_OFF_CENTRE = 3
    PEN_SHORT_OFF_CENTRE = 4
    PEN_DOT = 5
    PEN_ABSENT = 6

def draw(
    picture: NDArray[np.uint8] | bytearray,
    x: int,
    y: int,
    pen: int,
    texture: int,
    mask: int,
    value: int,
    *,
    variant: int = 0,
) -> None: ...
