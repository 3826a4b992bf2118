from collections.abc import Sequence
from typing import Any

class Scaler:
    width: int
    height: int
    def __init__(self, width: int, height: int) -> None: ...
    def draw(
        self,
        pixels: bytes | bytearray | memoryview | Any,
        colours: Sequence[int] | Any,
        target: Any,
        pitch: int,
        left: int,
        top: int,
        first_row: int = 0,
        last_row: int = 199,
    ) -> tuple[int, int]: ...
