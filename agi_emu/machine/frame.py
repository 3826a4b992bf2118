"""From the state to a picture: the only module that makes one of the other."""

from __future__ import annotations

from ctypes import c_int8
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from agi_emu._core import colours
from agi_emu._core.cga import artefacts
from agi_emu._core.hercules import dots_of_screen
from agi_emu.facts.adapters import ADAPTERS, COMPOSITE, NAMES, SHAKES, TELEVISION_BYTES, Driver
from agi_emu.facts.codes import Deep
from agi_emu.facts.palette import EGA_BYTES, VGA_BYTES
from agi_emu.machine.display.wide_letters import enlarged
from agi_emu.resources.translation import UNTRANSLATED, Translation
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH, SCREEN_HEIGHT, SCREEN_WIDTH, StateLayout

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray
    from PIL.Image import Image

    from agi_emu.machine.guard import Guard
    from agi_emu.machine.interpreter import Interpreter


COLOUR_BYTES = 3
"""Red, green, blue."""
MOST_COLOURS = 256
"""The number of colours that an index of one byte can name."""
PALETTE_LENGTHS = frozenset(range(COLOUR_BYTES, COLOUR_BYTES * MOST_COLOURS + 1, COLOUR_BYTES))
"""Bytes of the palettes that a frame can have."""


class Layer(StrEnum):
    """The part of a state that a frame shows."""

    SCREEN = "screen"
    VISUAL = "visual"
    PRIORITY = "priority"


class Frame(colours.BareFrame):
    """A picture: palette indices and the palette they point into. As a machine has it, 320x200 of 16 or 256 colours.

    The bytes are what a window draws from; the arrays are for tools, and numpy is imported only when one is asked for,
    because that import would double the time to the first picture of a game.
    """

    __slots__ = ()

    def __init__(
        self, pixels: bytes, colours: bytes, *, width: int = SCREEN_WIDTH, height: int = SCREEN_HEIGHT
    ) -> None:
        """Keep width x height palette indices, row by row, and red, green, blue of 1-256 colours, 0-255 each.

        ValueError for another number of bytes. Indices are not compared with the number of colours.
        """
        if len(pixels) != width * height or width < 1:
            raise ValueError(f"a frame of {width}x{height} has {width * height} pixels, not {len(pixels)}")
        if len(colours) not in PALETTE_LENGTHS:
            raise ValueError(f"a frame has 1 to {MOST_COLOURS} colours of 3 bytes, not {len(colours)} bytes")
        self.pixels = pixels
        self.colours = colours
        self.width = width
        self.height = height

    def __eq__(self, other: object) -> bool:
        """Two frames are equal when they look the same on the monitor."""
        if not isinstance(other, Frame):
            return NotImplemented
        return self.pixels == other.pixels and self.colours == other.colours and self.width == other.width

    def __hash__(self) -> int:
        """Hash what is compared."""
        return hash((self.pixels, self.colours, self.width))

    def __repr__(self) -> str:
        """Say what it is."""
        return f"<Frame {self.width}x{self.height}>"

    @property
    def indices(self) -> NDArray[np.uint8]:
        """The palette indices as a read-only array (height, width)."""
        import numpy as np

        return np.frombuffer(self.pixels, dtype=np.uint8).reshape(self.height, self.width)

    @property
    def palette(self) -> NDArray[np.uint8]:
        """The colours as a read-only array (colours, 3) of red, green, blue."""
        import numpy as np

        return np.frombuffer(self.colours, dtype=np.uint8).reshape(-1, COLOUR_BYTES)

    @property
    def rgb(self) -> NDArray[np.uint8]:
        """The picture as a new array (height, width, 3); IndexError for an index that the palette lacks."""
        import numpy as np

        found = np.empty((self.height, self.width, COLOUR_BYTES), dtype=np.uint8)
        colours.paint(self.pixels, self.colours, found.reshape(-1).data)
        return found

    def image(self, *, scale: int = 1) -> Image:
        """Return the picture as a Pillow image in palette mode, every pixel `scale` times as wide and high."""
        from PIL import Image

        if scale < 1:
            raise ValueError(f"the scale must be 1 or more, not {scale}")
        image = Image.frombytes("P", (self.width, self.height), self.pixels)
        image.putpalette(self.colours)
        if scale == 1:
            return image
        return image.resize((self.width * scale, self.height * scale), Image.Resampling.NEAREST)

    def of_size(self, width: int, height: int) -> Frame:
        """Return the picture in another size: the pixels in the middles of width x height equal parts."""
        if (width, height) == (self.width, self.height):
            return self
        columns = [(2 * x + 1) * self.width // (2 * width) for x in range(width)]
        starts = [(2 * y + 1) * self.height // (2 * height) * self.width for y in range(height)]
        pixels = b"".join(bytes(map(self.pixels[at : at + self.width].__getitem__, columns)) for at in starts)
        return Frame(pixels, self.colours, width=width, height=height)

    def save(self, path: str | Path, *, scale: int = 1) -> None:
        """Write the picture as an image in the format of the name's ending, such as .png (ValueError if unknown)."""
        self.image(scale=scale).save(path)


def frame_of(state: StateLayout, translation: Translation = UNTRANSLATED) -> Frame:
    """Return what the monitor shows of a state, which may be a copy; twice as large with wide letters to show."""
    adapter, shaken, moved = NAMES[state.general.adapter], state.general.shake_offset, state.general.sync_place
    pixels, palette, width = _unmoved(state)
    if translation.face is not None and width == SCREEN_WIDTH:
        pixels = enlarged(bytes(pixels), bytes(state.text_chars), translation.face, translation.code_page)
        width *= 2
    if shaken and adapter == "mcga":
        palette = bytes(0xFF - level for level in palette)
    elif shaken or moved:
        across, down = _distance(adapter, shaken, c_int8(moved).value)
        pixels = colours.moved(pixels, width, across, down)
    return Frame(bytes(pixels), palette, width=width, height=len(pixels) // width)


SHIFTED_PAGE = 8, 4
"""Pixels to the right and down by which the other page of an EGA or Hercules is moved (reference: PIC-37)."""


def _distance(adapter: str, shaken: int, moved: int) -> tuple[int, int]:
    """Return how far right and down the monitor shows a picture that shakes, or that the player has moved."""
    across, down = ADAPTERS[adapter].sync_step
    if across or down:
        # A later sync begins the picture farther left and up.
        return -across * (SHAKES[shaken][0] + moved), -down * SHAKES[shaken][1]
    return SHIFTED_PAGE if shaken else (0, 0)


def _unmoved(state: StateLayout) -> tuple[Any, bytes, int]:
    """Return the pixels that the adapter shows, the colours, and the width."""
    screen, palette = state.screen, bytes(state.palette)
    if state.deep_shown == Deep.COLOURS:
        return screen, _many_colours(state), SCREEN_WIDTH
    adapter = state.general.adapter
    if ADAPTERS[NAMES[adapter]].driver is Driver.HERCULES:
        return dots_of_screen(bytes(screen)), palette[: 2 * COLOUR_BYTES], ADAPTERS[NAMES[adapter]].size[0]
    if adapter != COMPOSITE:
        return screen, palette, SCREEN_WIDTH
    if state.general.text_mode:
        wide = bytearray(2 * len(screen))
        wide[0::2] = wide[1::2] = bytes(screen)
        return wide, palette, 2 * SCREEN_WIDTH
    return artefacts(bytes(screen)), TELEVISION_BYTES, 2 * SCREEN_WIDTH


class Monitor(colours.ScreenView):
    """The monitor of a running machine: what it shows is copied, and digested, again only after it may have changed."""

    __slots__ = ("_digest", "_digested", "_guard", "_state", "_translation")

    def __init__(self, m: Interpreter, guard: Guard) -> None:
        """Look at a machine."""
        super().__init__(m.screen, Frame, COMPOSITE, asks_always=m.translation.face is not None)
        self._state, self._translation = m.state, m.translation
        self._guard = guard
        self._digest = ""
        self._digested: tuple[int | None, int] | None = None
        """The count of changes when `_digest` was made, and its number."""

    def look(self) -> Frame:
        """Return what the monitor shows now, `frame_of` the state."""
        return frame_of(self._state, self._translation)

    def digest(self, number: int) -> str:
        """Return the digest of what the monitor shows."""
        changes = self.screen.changes if self._guard.view is None else None
        if changes is None or self._digested != (changes, number):
            # Imported with the first digest: playing needs none.
            from agi_emu.state.digests import frame_digest

            self._digest = frame_digest(self._state, number)
            self._digested = (changes, number)
        return self._digest


def layer_of(state: StateLayout, layer: Layer, translation: Translation = UNTRANSLATED) -> Frame:
    """Return the screen of a state, or the colours or priorities of its picture, 160x168 cells.

    The picture is as the machine keeps it, with the objects drawn into it.
    """
    if layer is Layer.SCREEN:
        return frame_of(state, translation)
    if layer is Layer.VISUAL and state.deep_shown == Deep.COLOURS:
        return Frame(bytes(state.deep), _many_colours(state), width=PICTURE_WIDTH, height=PICTURE_HEIGHT)
    table = _LOW_NIBBLES if layer is Layer.VISUAL else _HIGH_NIBBLES
    cells = bytes(state.picture).translate(table)
    is_own = ADAPTERS[NAMES[state.general.adapter]].driver is Driver.COLOURS
    return Frame(cells, bytes(state.palette) if is_own else EGA_BYTES, width=PICTURE_WIDTH, height=PICTURE_HEIGHT)


def _many_colours(state: StateLayout) -> bytes:
    """Return 256 colours, of which the first 16 are those of the monitor."""
    colours = bytes(state.palette)
    return colours + VGA_BYTES[len(colours) :]


_LOW_NIBBLES = bytes(cell & 0x0F for cell in range(256))
_HIGH_NIBBLES = bytes(cell >> 4 for cell in range(256))
