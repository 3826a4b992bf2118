from collections.abc import Sequence
from typing import Any

class Scaler:
    width: int
    height: int
    source_width: int
    source_height: int
    def __init__(self, width: int, height: int, source_width: int = 320, source_height: int = 200) -> None: ...
    def draw(
        self,
        pixels: bytes | bytearray | memoryview | Any,
        colours: Sequence[int] | Any,
        target: Any,
        pitch: int,
        left: int,
        top: int,
        first_row: int = 0,
        last_row: int = -1,
        layer: bytes | None = None,
    ) -> tuple[int, int]: ...
