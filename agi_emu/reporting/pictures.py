"""Pictures of a moment, as data for a page: expected, actual, and where they differ."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from agi_emu.capture.stills import Layer, Still, png_bytes, still_of_layer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from agi_emu.recording.mask_file import Masks
    from agi_emu.state.layout import StateLayout

DIFFERENT = (255, 0, 160)
"""The colour of pixels that differ; what is equal is shown dark."""
_DARK = 3
"""Divides the colours of what is equal."""
LAYER_NAMES = {Layer.SCREEN: "Screen", Layer.VISUAL: "Visual", Layer.PRIORITY: "Priority"}


@dataclass(frozen=True, slots=True)
class Pixel:
    """A pixel with the palette indices that it has in both pictures."""

    x: int
    y: int
    expected: int
    actual: int


@dataclass(frozen=True, slots=True)
class LayerPictures:
    """One layer of a moment; pictures as data URIs."""

    name: str
    width: int
    height: int
    palette: str
    """16 colours of six hex digits."""
    actual: str
    expected: str = ""
    """Empty when the expected pixels are not known; then there is no difference, either."""
    difference: str = ""
    count: int = 0
    """Pixels that differ; masked ones do not."""
    first: Pixel | None = None
    box: str = ""
    """The smallest rectangle around them."""


def layers_of(expected: StateLayout | None, actual: StateLayout, masks: Masks) -> list[LayerPictures]:
    """Return screen, colours and priorities of two states."""
    return [_layer(layer, expected, actual, masks) for layer in Layer]


def picture_uri(state: StateLayout) -> str:
    """Return the screen of a state."""
    return _uri(still_of_layer(state, Layer.SCREEN))


def _layer(layer: Layer, expected: StateLayout | None, actual: StateLayout, masks: Masks) -> LayerPictures:
    now = still_of_layer(actual, layer)
    palette = " ".join(now.colours[start : start + 3].hex() for start in range(0, 48, 3))
    name = LAYER_NAMES[layer]
    if expected is None:
        return LayerPictures(name, now.width, now.height, palette, _uri(now))
    was = still_of_layer(expected, layer)
    differs = _rgb(still_of_layer(masks.apply(expected), layer)) != _rgb(still_of_layer(masks.apply(actual), layer))
    places = np.argwhere(differs.any(axis=2))
    first, box = None, ""
    if len(places):
        y, x = (int(each) for each in places[0])
        first = Pixel(x, y, was.pixels[y * was.width + x], now.pixels[y * now.width + x])
        (top, left), (bottom, right) = places.min(axis=0), places.max(axis=0)
        box = f"x {left} to {right}, y {top} to {bottom}"
    return LayerPictures(
        name,
        now.width,
        now.height,
        palette,
        _uri(now),
        _uri(was),
        _uri(_difference(now, differs.any(axis=2))),
        len(places),
        first,
        box,
    )


def _difference(now: Still, differs: NDArray[np.bool_]) -> Still:
    pixels = np.frombuffer(now.pixels, dtype=np.uint8).reshape(now.height, now.width)
    colours = bytes(part // _DARK for part in now.colours) + bytes(DIFFERENT)
    marked = np.where(differs, len(now.colours) // 3, pixels).astype(np.uint8)
    return Still(marked.tobytes(), now.width, now.height, colours)


def _rgb(still: Still) -> NDArray[np.uint8]:
    palette = np.frombuffer(still.colours, dtype=np.uint8).reshape(-1, 3)
    return palette[np.frombuffer(still.pixels, dtype=np.uint8).reshape(still.height, still.width)]


def _uri(still: Still) -> str:
    return data_uri("image/png", png_bytes(still))


def data_uri(kind: str, data: bytes) -> str:
    """Return bytes as an address that holds them."""
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"
