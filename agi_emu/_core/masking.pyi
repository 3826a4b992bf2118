from collections.abc import Iterable

from typing_extensions import Buffer

class Mask:
    """Rectangles of (x, y, width, height) in pixels of the screen, and numbers of variables."""

    def __init__(self, areas: Iterable[tuple[int, int, int, int]], variables: Iterable[int]) -> None: ...
    def clear(self, state: Buffer) -> None: ...
