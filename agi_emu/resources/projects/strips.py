"""Images of cels: PNG files with the sixteen colours and transparent ones, side by side in a strip.

Pillow is imported when an image is read or written, numpy when it is read: a project without images, as our demo game
is, is built without.
"""

from __future__ import annotations

import io
import warnings
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.errors import ResourceError
from agi_emu.palette import COLOR_NAMES, EGA, EGA_BYTES
from agi_emu.resources.projects.view_source import MAX_CEL_HEIGHT, MAX_CEL_WIDTH, TRANSPARENT, Pixels

if TYPE_CHECKING:
    from PIL import Image

_TRANSPARENT_INDEX = 16
_TRANSPARENT_RGB = bytes([0xFF, 0x00, 0xDC])
"""The colour in programs that know nothing of transparency: not one of the sixteen."""
_OPAQUE = 0xFF
_WIDEST = 0xFF * MAX_CEL_WIDTH
"""As many cels as a loop can have, side by side."""
_FORMATS = ("PNG", "GIF", "BMP")
"""Of others Pillow may start a program to read them, and none keeps sixteen exact colours better."""


def read_strip(path: Path) -> Pixels:
    """Return the pixels of an image file: colours 0-15 by their exact RGB values, `TRANSPARENT` where it is."""
    from PIL import Image, UnidentifiedImageError

    try:
        # Opening reads the head alone; Pillow's own limit is far above ours, and it prints a warning.
        with warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning):
            image = Image.open(path, formats=_FORMATS)
        with image:
            width, height = image.size
            if width > _WIDEST or height > MAX_CEL_HEIGHT:
                most = f"{_WIDEST} by {MAX_CEL_HEIGHT}"
                raise ResourceError(f"{path.name}: {width} by {height} pixels; a strip of cels has at most {most}")
            # Row by row: a strip that is all transparent is small as a file and has millions of pixels.
            return [_colors(path.name, y, image.crop((0, y, width, y + 1))) for y in range(height)]
    except UnidentifiedImageError:
        raise ResourceError(f"{path.name}: not a {', '.join(_FORMATS)} image that can be read") from None
    except (Image.DecompressionBombError, SyntaxError, ValueError) as problem:
        raise ResourceError(f"{path.name}: not an image: {problem}") from None


def _colors(name: str, y: int, row: Image.Image) -> Sequence[int]:
    """Return the colours of a row of an image, a byte each."""
    import numpy as np

    data = row.convert("RGBA").tobytes()
    pixels = np.frombuffer(data, np.uint32)
    colors = np.full(len(pixels), TRANSPARENT, np.int8)
    for color, rgb in enumerate(EGA):
        colors[pixels == np.frombuffer(bytes([*rgb, _OPAQUE]), np.uint32)] = color
    wrong = np.flatnonzero((np.frombuffer(data, np.uint8)[3::4] == _OPAQUE) & (colors == TRANSPARENT))
    if wrong.size:
        raise ResourceError(f"{name}: the pixel at {wrong[0]},{y} {_is_foreign(data[4 * int(wrong[0]) :][:3])}")
    return array("b", colors.tobytes())


def _is_foreign(pixel: bytes) -> str:
    """Return what is wrong with the colour of a pixel, and the nearest of the sixteen."""
    distances = [sum((a - b) ** 2 for a, b in zip(color, pixel, strict=True)) for color in EGA]
    nearest = distances.index(min(distances))
    other = f"{COLOR_NAMES[nearest]}, #{bytes(EGA[nearest]).hex()}"
    return f"has the colour #{pixel.hex()}, which is not one of the sixteen; the nearest is {other}"


def strip_png(cels: Sequence[Pixels]) -> bytes:
    """Return a PNG file with cels side by side, tops aligned; what lies below a low one is transparent."""
    width = sum(len(cel[0]) for cel in cels)
    height = max(len(cel) for cel in cels)
    cells = bytearray()
    for y in range(height):
        for cel in cels:
            row = cel[y] if y < len(cel) else [TRANSPARENT] * len(cel[0])
            cells += bytes(_TRANSPARENT_INDEX if color == TRANSPARENT else color for color in row)
    return indexed_png(bytes(cells), width, height)


def indexed_png(cells: bytes, width: int, height: int) -> bytes:
    """Return a PNG file of cells 0-15, and 16 for transparent."""
    from PIL import Image

    image = Image.frombytes("P", (width, height), cells)
    image.putpalette(EGA_BYTES + _TRANSPARENT_RGB)
    out = io.BytesIO()
    image.save(out, format="PNG", transparency=_TRANSPARENT_INDEX, bits=8)
    return out.getvalue()
