import numpy as np
from numpy.typing import NDArray

WAITING: int

def fill(
    picture: NDArray[np.uint8] | bytearray, waiting: NDArray[np.uint32], x: int, y: int, mask: int, value: int
) -> int: ...
