"""Draws the cover of a page: what shops of games and links to the page show."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.facts.errors import ResourceError
from agi_emu.host_files.reading import IMAGE, read_whole
from agi_emu.machine.machine import Machine

if TYPE_CHECKING:
    from PIL.Image import Image

    from agi_emu.machine.settings import Settings
    from agi_emu.resources.game import Game

SIZE = 630, 500
"""Pixels of a cover, as itch.io asks for them."""
TICKS = 100
"""Ticks, 20 per second, after which a game shows its title."""
_MONITOR = 640, 480
"""Pixels of a screen in the proportions of a monitor: whole ones across, of which the cover leaves out five a side."""


def screen_image(game: Game, settings: Settings) -> Image:
    """Return what a game shows after some seconds."""
    machine = Machine(game, settings=settings)
    machine.run(ticks=TICKS)
    return machine.frame.image().convert("RGB")


def image_in(path: Path) -> Image:
    """Return the image in a file; ResourceError if it cannot be read, or is too large."""
    from PIL import Image

    try:
        with warnings.catch_warnings(action="error", category=Image.DecompressionBombWarning):
            return Image.open(io.BytesIO(read_whole(path, IMAGE)), formats=("PNG", "GIF", "JPEG", "BMP")).convert("RGB")
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError, Image.DecompressionBombWarning) as problem:
        raise ResourceError(f"{path}: not an image that can be a cover: give a PNG, GIF, JPEG or BMP") from problem


def cover_png(image: Image) -> bytes:
    """Return a cover as PNG: a screen of 320x200 at twice its width, another image as large as fits."""
    from PIL import Image, ImageOps

    if image.width * 5 == image.height * 8:
        shown = image.resize(_MONITOR, Image.Resampling.NEAREST)
    else:
        shown = ImageOps.contain(image, SIZE)
    cover = Image.new("RGB", SIZE)
    cover.paste(shown, ((SIZE[0] - shown.width) // 2, (SIZE[1] - shown.height) // 2))
    out = io.BytesIO()
    cover.save(out, format="PNG", optimize=True)
    return out.getvalue()
