import numpy as np
from numpy.typing import NDArray

def fill(
    picture: NDArray[np.uint8] | bytearray, queue: NDArray[np.uint16], x: int, y: int, mask: int, value: int
) -> int: ...
