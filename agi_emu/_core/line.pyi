import numpy as np
from numpy.typing import NDArray

def draw(picture: NDArray[np.uint8] | bytearray, x1: int, y1: int, x2: int, y2: int, mask: int, value: int) -> None: ...
