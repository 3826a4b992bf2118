import numpy as np
from numpy.typing import NDArray

def draw(
    picture: NDArray[np.uint8] | bytearray, data: bytes | bytearray | NDArray[np.uint8], *, pen_variant: int = 0
) -> int: ...

class Drawing:
    @property
    def offset(self) -> int: ...
    def __init__(
        self,
        picture: NDArray[np.uint8] | bytearray,
        data: bytes | bytearray | NDArray[np.uint8],
        *,
        pen_variant: int = 0,
    ) -> None: ...
    def step(self) -> bool: ...
