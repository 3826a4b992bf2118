"""What the monitor shows at one moment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image


class Frame:
    """A copy of the screen: palette indices and the palette they point into.

    The bytes are what a window draws from; the arrays are for tools, and numpy is imported only when one is asked for,
    because that import would double the time to the first picture of a game.
    """

    __slots__ = ("colours", "pixels")

    def __init__(self, pixels: bytes, colours: bytes) -> None:
        """Keep 320x200 palette indices, row by row, and red, green, blue of the 16 colours, 0-255 each."""
        if len(pixels) != SCREEN_WIDTH * SCREEN_HEIGHT or len(colours) != 48:
            raise ValueError("a frame has 64000 pixels and 16 colours of 3 bytes")
        self.pixels = pixels
        self.colours = colours

    def __eq__(self, other: object) -> bool:
        """Two frames are equal when they look the same on the monitor."""
        if not isinstance(other, Frame):
            return NotImplemented
        return self.pixels == other.pixels and self.colours == other.colours

    def __hash__(self) -> int:
        """Hash what is compared."""
        return hash((self.pixels, self.colours))

    def __repr__(self) -> str:
        """Say what it is."""
        return f"<Frame {SCREEN_WIDTH}x{SCREEN_HEIGHT}>"

    @property
    def indices(self) -> NDArray[np.uint8]:
        """The palette indices as a read-only array (200, 320)."""
        import numpy as np

        return np.frombuffer(self.pixels, dtype=np.uint8).reshape(SCREEN_HEIGHT, SCREEN_WIDTH)

    @property
    def palette(self) -> NDArray[np.uint8]:
        """The 16 colours as a read-only array (16, 3) of red, green, blue."""
        import numpy as np

        return np.frombuffer(self.colours, dtype=np.uint8).reshape(16, 3)

    @property
    def rgb(self) -> NDArray[np.uint8]:
        """The screen as a new array (200, 320, 3)."""
        return self.palette[self.indices]

    def image(self, *, scale: int = 1) -> Image:
        """Return the screen as a Pillow image in palette mode, every pixel `scale` times as wide and high."""
        from PIL import Image

        if scale < 1:
            raise ValueError(f"the scale must be 1 or more, not {scale}")
        image = Image.frombytes("P", (SCREEN_WIDTH, SCREEN_HEIGHT), self.pixels)
        image.putpalette(self.colours)
        return image.resize((SCREEN_WIDTH * scale, SCREEN_HEIGHT * scale), Image.Resampling.NEAREST)

    def save(self, path: str | Path, *, scale: int = 1) -> None:
        """Write the screen as an image whose format the name's ending tells, such as .png (ValueError if none does)."""
        self.image(scale=scale).save(path)
