"""Images of cels: PNG files with the sixteen colours and transparent ones, side by side in a strip, and sprites.

Pillow is imported when an image is read or written, numpy when it is read: a project without images, as our demo game
is, is built without.
"""

from __future__ import annotations

import io
import warnings
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.facts.errors import ResourceError
from agi_emu.facts.mistakes import WARNING, Mistake, Note
from agi_emu.facts.palette import COLOR_NAMES, EGA, EGA_AND_TRANSPARENT, TRANSPARENT_CEL
from agi_emu.host_files.reading import IMAGE, read_whole
from agi_emu.resources.projects.aseprite import read_sprite
from agi_emu.resources.projects.view_source import (
    MAX_CEL_HEIGHT,
    MAX_CEL_WIDTH,
    MAX_MIRRORED_LOOP,
    TRANSPARENT,
    Loop,
    MirrorOf,
    Pixels,
    SourceCel,
    view_resource,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

_OPAQUE = 0xFF
_HALF_OPAQUE = 0x80
"""With the nearest colours, what is less opaque than that is transparent."""
_WIDEST = 0xFF * MAX_CEL_WIDTH
"""As many cels as a loop can have, side by side."""
_FORMATS = ("PNG", "GIF", "BMP")
"""Of others Pillow may start a program to read them, and none keeps sixteen exact colours better."""


_PIXELS_AT_ONCE = 1 << 18


def read_strip(path: Path) -> Pixels:
    """Return the pixels of an image file: colours 0-15 by their exact RGB values, `TRANSPARENT` where it is.

    The images of an animation stand side by side.
    """
    with _opened(path) as image:
        # Some rows at a time: a strip that is all transparent is small as a file and has millions of pixels.
        width, height = image.size
        count = max(_PIXELS_AT_ONCE // width, 1)
        bands = ((y, image.crop((0, y, width, min(y + count, height)))) for y in range(0, height, count))
        return [colors for y, band in bands for colors in _colors(path.name, y, band)]


def read_nearest(path: Path) -> tuple[Pixels, str]:
    """Return the pixels of an image file as `read_strip` does, but with the nearest colours.

    Also return a sentence about how far off those are; none if all are exact.
    """
    with _opened(path) as image:
        return _nearest_of(path.name, image)


def aseprite_view(path: Path, notes: list[str]) -> bytes:
    """Return the view that a sprite of Aseprite makes: a loop of each of its tags, or of all frames without tags.

    `notes` gets a sentence if its colours are not exact. A loop that is the mirror image of an earlier one is marked as
    that; the interpreter mirrors a loop for one other at most.
    """
    from PIL import Image

    sprite = read_sprite(read_whole(path, IMAGE), path.name)
    shown = sorted({frame for run in sprite.loops for frame in run})
    width, height = sprite.width, sprite.height
    strip = Image.new("RGBA", (width * len(shown), height))
    for place, frame in enumerate(shown):
        strip.paste(sprite.image(frame), (width * place, 0))
    pixels, note = _nearest_of(path.name, strip)
    if note:
        notes.append(Note(note, Mistake(note, path.name, rule="not-exact", severity=WARNING)))
    cels = {
        frame: SourceCel(tuple(tuple(row[width * place : width * (place + 1)]) for row in pixels))
        for place, frame in enumerate(shown)
    }
    loops: list[Loop] = []
    free: dict[tuple[SourceCel, ...], int] = {}
    for number, run in enumerate(sprite.loops):
        loop = tuple(cels[frame] for frame in run)
        turned = tuple(SourceCel(tuple(row[::-1] for row in cel.rows)) for cel in loop)
        if turned in free:
            loops.append(MirrorOf(free.pop(turned)))
            continue
        loops.append(loop)
        if number <= MAX_MIRRORED_LOOP:
            free.setdefault(loop, number)
    try:
        return view_resource(loops)
    except ResourceError as problem:
        raise ResourceError.at(path.name, str(problem)) from None


def _nearest_of(name: str, image: Image.Image) -> tuple[Pixels, str]:
    rows = [_nearest(row) for _, row in _rows(image)]
    return [colors for colors, _ in rows], _how_far_off(name, [off for _, off in rows], image)


@contextmanager
def _opened(path: Path) -> Iterator[Image.Image]:
    """Give an image whose size is that of a strip; ResourceError for one that cannot be read."""
    from PIL import Image, UnidentifiedImageError

    try:
        # Opening reads the head alone; Pillow's own limit is far above ours, and it prints a warning.
        with warnings.catch_warnings(action="ignore", category=Image.DecompressionBombWarning):
            image = Image.open(io.BytesIO(read_whole(path, IMAGE)), formats=_FORMATS)
        with image:
            frames = getattr(image, "n_frames", 1)
            width, height = image.size
            if frames * width > _WIDEST or height > MAX_CEL_HEIGHT:
                most = f"{_WIDEST} by {MAX_CEL_HEIGHT}"
                raise ResourceError(
                    f"{path.name}: {frames * width} by {height} pixels; a strip of cels has at most {most}"
                )
            yield image if frames == 1 else _side_by_side(image, frames)
    except UnidentifiedImageError:
        raise ResourceError(f"{path.name}: not a {', '.join(_FORMATS)} image that can be read") from None
    except (Image.DecompressionBombError, SyntaxError, ValueError) as problem:
        raise ResourceError(f"{path.name}: not an image: {problem}") from None


def _side_by_side(image: Image.Image, frames: int) -> Image.Image:
    """Return the images of an animation as one."""
    from PIL import Image

    width, height = image.size
    strip = Image.new("RGBA", (frames * width, height))
    for frame in range(frames):
        image.seek(frame)
        strip.paste(image.convert("RGBA"), (frame * width, 0))
    return strip


def _rows(image: Image.Image) -> Iterator[tuple[int, Image.Image]]:
    width, height = image.size
    return ((y, image.crop((0, y, width, y + 1))) for y in range(height))


def _nearest(row: Image.Image) -> tuple[Sequence[int], NDArray[np.float64]]:
    """Return the nearest colours of a row, a byte each, and how far off each is: 0 exact, 1 white for black."""
    import numpy as np

    pixels = np.frombuffer(row.convert("RGBA").tobytes(), np.uint8).reshape(-1, 4).astype(np.int32)
    palette = np.array(EGA, np.int32)
    squares = ((pixels[:, None, :3] - palette[None]) ** 2).sum(2)
    colors = squares.argmin(1)
    off = np.sqrt(squares[np.arange(len(pixels)), colors] / (3 * 255**2))
    is_clear = pixels[:, 3] < _HALF_OPAQUE
    off[is_clear] = 0
    return array("b", np.where(is_clear, TRANSPARENT, colors).astype(np.int8).tobytes()), off


def _how_far_off(name: str, rows: Sequence[NDArray[np.float64]], image: Image.Image) -> str:
    """Return a sentence about the pixels of an image that are not in their own colours, "" if there are none."""
    import numpy as np

    off = np.array(rows)
    count = int(np.count_nonzero(off))
    if not count:
        return ""
    y, x = divmod(int(off.argmax()), off.shape[1])
    pixel = image.crop((x, y, x + 1, y + 1)).convert("RGB").tobytes()
    return (
        f"{name}: {count:,} of {off.size:,} pixels took the nearest of the sixteen colours, on average "
        f"{off.sum() / count:.0%} off; the farthest, #{pixel.hex()} at {x},{y}, is {off.max():.0%} off"
    )


def _colors(name: str, top: int, band: Image.Image) -> Pixels:
    """Return the colours of some rows of an image, a byte each; `top` is the number of the first."""
    import numpy as np

    data = band.convert("RGBA").tobytes()
    pixels = np.frombuffer(data, np.uint32)
    colors = np.full(len(pixels), TRANSPARENT, np.int8)
    for color, rgb in enumerate(EGA):
        colors[pixels == np.frombuffer(bytes([*rgb, _OPAQUE]), np.uint32)] = color
    wrong = np.flatnonzero((np.frombuffer(data, np.uint8)[3::4] == _OPAQUE) & (colors == TRANSPARENT))
    if wrong.size:
        y, x = divmod(int(wrong[0]), band.width)
        raise ResourceError(f"{name}: the pixel at {x},{top + y} {_is_foreign(data[4 * int(wrong[0]) :][:3])}")
    return [array("b", row.tobytes()) for row in colors.reshape(-1, band.width)]


def _is_foreign(pixel: bytes) -> str:
    """Return what is wrong with the colour of a pixel, and the nearest of the sixteen."""
    distances = [sum((a - b) ** 2 for a, b in zip(color, pixel, strict=True)) for color in EGA]
    nearest = distances.index(min(distances))
    other = f"{COLOR_NAMES[nearest]}, #{bytes(EGA[nearest]).hex()}"
    return (
        f"has the colour #{pixel.hex()}, which is not one of the sixteen; the nearest is {other} (strip FILE nearest)"
    )


def in_a_strip(cels: Sequence[Pixels]) -> Pixels:
    """Return cels side by side, tops aligned; what lies below a low one is transparent."""
    rows: list[list[int]] = [[] for _ in range(max(map(len, cels), default=0))]
    for cel in cels:
        for y, row in enumerate(rows):
            row += cel[y] if y < len(cel) else [TRANSPARENT] * len(cel[0])
    return rows


def strip_png(cels: Sequence[Pixels]) -> bytes:
    """Return a PNG file of a strip of cels."""
    from PIL import Image

    rows = in_a_strip(cels)
    cells = bytes(TRANSPARENT_CEL if color == TRANSPARENT else color for row in rows for color in row)
    image = Image.frombytes("P", (len(rows[0]), len(rows)), cells)
    image.putpalette(EGA_AND_TRANSPARENT)
    out = io.BytesIO()
    image.save(out, format="PNG", transparency=TRANSPARENT_CEL, bits=8)
    return out.getvalue()
