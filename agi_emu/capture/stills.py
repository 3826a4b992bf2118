"""Pictures of the screen or of a picture buffer, as PNG that keeps the palette indices."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from agi_emu.state.layout import (
    PICTURE_HEIGHT,
    PICTURE_WIDTH,
    SCREEN_HEIGHT,
    SCREEN_WIDTH,
)

if TYPE_CHECKING:
    from agi_emu.machine.frame import Frame
    from agi_emu.machine.machine import Machine
    from agi_emu.state.layout import StateLayout


class Layer(StrEnum):
    """What of a machine is captured."""

    SCREEN = "screen"
    VISUAL = "visual"
    PRIORITY = "priority"


@dataclass(frozen=True, slots=True)
class Still:
    """Palette indices with the palette they mean, ready to be written or joined to an animation."""

    pixels: bytes
    width: int
    height: int
    colours: bytes

    def image(self, scale: int = 1) -> Image.Image:
        """Return an image in palette mode, every pixel `scale` times as wide and high."""
        image = Image.frombytes("P", (self.width, self.height), self.pixels)
        image.putpalette(self.colours)
        return image.resize((self.width * scale, self.height * scale), Image.Resampling.NEAREST) if scale > 1 else image


def still_of_frame(frame: Frame) -> Still:
    """Keep what the monitor shows."""
    return Still(frame.pixels, SCREEN_WIDTH, SCREEN_HEIGHT, frame.colours)


def take_still(machine: Machine, layer: Layer = Layer.SCREEN) -> Still:
    """Keep the screen, or the picture's colours or priorities (160x168 cells) with what is drawn into it."""
    return still_of_layer(machine.state, layer)


def still_of_layer(state: StateLayout, layer: Layer) -> Still:
    """Keep a layer of a state, which may be a copy."""
    colours = bytes(state.palette)
    if layer is Layer.SCREEN:
        return Still(bytes(state.screen), SCREEN_WIDTH, SCREEN_HEIGHT, colours)
    table = _LOW_NIBBLES if layer is Layer.VISUAL else _HIGH_NIBBLES
    return Still(bytes(state.picture).translate(table), PICTURE_WIDTH, PICTURE_HEIGHT, colours)


def png_bytes(still: Still, scale: int = 1) -> bytes:
    """Return a still as the bytes of a PNG file."""
    out = io.BytesIO()
    still.image(scale).save(out, format="PNG", optimize=True)
    return out.getvalue()


def save_png(path: Path, still: Still, scale: int = 1) -> None:
    """Write a still as a PNG file."""
    path.write_bytes(png_bytes(still, scale))


def save_numbered(folder: Path, name: str, still: Still) -> Path:
    """Write a still as NAME-0001.png, or the first higher number that is free; return its path."""
    for number in range(1, 10_000):
        path = folder / f"{name}-{number:04}.png"
        try:
            with path.open("xb") as file:
                file.write(png_bytes(still))
        except FileExistsError:
            continue
        return path
    raise FileExistsError(f"{folder} holds 9999 pictures of {name}")


def _nibbles(nibble: Callable[[int], int]) -> bytes:
    return bytes(nibble(cell) for cell in range(256))


_LOW_NIBBLES = _nibbles(lambda cell: cell & 0x0F)
_HIGH_NIBBLES = _nibbles(lambda cell: cell >> 4)
