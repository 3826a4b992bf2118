"""Prepares pictures of a moment for a page: expected, actual, and where they differ; and the film of some seconds."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from agi_emu.machine.frame import COLOUR_BYTES, MOST_COLOURS, Frame, Layer
from agi_emu.presentation.picture_files import Animation, AnimationFormat, picture_of, png_bytes
from agi_emu.state.layout import PICTURE_WIDTH, SCREEN_WIDTH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from agi_emu.presentation.looks import ScreenLook
    from agi_emu.recording.masks import Masks
    from agi_emu.state.layout import StateLayout

DIFFERENT = (255, 0, 160)
"""The colour of pixels that differ; equal ones are darkened."""
_DARK = 3
"""Divisor for the colours of equal pixels."""
LAYER_NAMES = {Layer.SCREEN: "Screen", Layer.VISUAL: "Visual", Layer.PRIORITY: "Priority"}


@dataclass(frozen=True, slots=True)
class Pixel:
    """A pixel with its palette indices in both pictures."""

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
    """Colours of six hex digits, 16 of a machine."""
    actual: str
    expected: str = ""
    """Empty if the expected pixels are unknown; then there is no difference, either."""
    difference: str = ""
    count: int = 0
    """Pixels that differ; masked ones do not."""
    first: Pixel | None = None
    edges: tuple[int, ...] = ()
    """Left, top, right and bottom of the smallest rectangle around them."""

    @property
    def shown_size(self) -> tuple[int, int]:
        """Width and height of the picture on the page: every pixel is seen, and cells are twice as wide as high."""
        return {PICTURE_WIDTH: SCREEN_WIDTH}.get(self.width, self.width), self.height

    @property
    def box(self) -> str:
        """That rectangle in words."""
        if not self.edges:
            return ""
        left, top, right, bottom = self.edges
        return f"x {left} to {right}, y {top} to {bottom}"


def layers_of(expected: StateLayout | None, actual: StateLayout, masks: Masks, mode: ScreenLook) -> list[LayerPictures]:
    """Return screen, colours and priorities of two states, the screen as a look shows it."""
    return [_layer(layer, expected, actual, masks, mode) for layer in Layer]


def picture_uri(state: StateLayout, mode: ScreenLook) -> str:
    """Return the screen of a state as a look shows it."""
    return _uri(picture_of(state, mode))


def _layer(
    layer: Layer, expected: StateLayout | None, actual: StateLayout, masks: Masks, mode: ScreenLook
) -> LayerPictures:
    now = picture_of(actual, mode, layer)
    palette = " ".join(now.colours[start : start + 3].hex() for start in range(0, len(now.colours), 3))
    name = LAYER_NAMES[layer]
    if expected is None:
        return LayerPictures(name, now.width, now.height, palette, _uri(now))
    was = picture_of(expected, mode, layer)
    masked_was, masked_now = (picture_of(masks.apply(state), mode, layer) for state in (expected, actual))
    differs = masked_was.rgb != masked_now.rgb
    places = np.argwhere(differs.any(axis=2))
    first: Pixel | None = None
    edges: tuple[int, ...] = ()
    if len(places):
        y, x = (int(each) for each in places[0])
        first = Pixel(x, y, was.pixels[y * was.width + x], now.pixels[y * now.width + x])
        (top, left), (bottom, right) = places.min(axis=0), places.max(axis=0)
        edges = (int(left), int(top), int(right), int(bottom))
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
        edges,
    )


def difference_of(expected: StateLayout, actual: StateLayout, masks: Masks, mode: ScreenLook) -> Frame:
    """Return the screen of a state with the pixels marked that differ from another one; masked ones do not."""
    was, now = (picture_of(masks.apply(state), mode) for state in (expected, actual))
    return _difference(picture_of(actual, mode), (was.rgb != now.rgb).any(axis=2))


def _difference(now: Frame, differs: NDArray[np.bool_]) -> Frame:
    # Where there is no room for one more colour, the last one gives up its place: a VGA has black there.
    colours = bytes(part // _DARK for part in now.colours[: COLOUR_BYTES * (MOST_COLOURS - 1)]) + bytes(DIFFERENT)
    marker = len(colours) // COLOUR_BYTES - 1
    indices = np.where(now.indices == marker, 0, now.indices)
    marked = np.where(differs, marker, indices).astype(np.uint8)
    return Frame(marked.tobytes(), colours, width=now.width, height=now.height)


def _uri(frame: Frame) -> str:
    return data_uri("image/png", png_bytes(frame))


def data_uri(kind: str, data: bytes) -> str:
    """Return bytes as a data URI."""
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


GAP = 8
"""Pixels between the two screens."""


@dataclass(frozen=True, slots=True)
class FilmStep:
    """A tick of a film: what changes in the picture since the tick before."""

    tick: int
    image: str
    """The part that changes, as a data URI; empty if nothing does."""
    x: int = 0
    y: int = 0


@dataclass(frozen=True, slots=True)
class Film:
    """Both screens, tick by tick."""

    width: int
    height: int
    animation: str
    """All ticks as APNG, a data URI."""
    steps: tuple[FilmStep, ...]

    def record(self) -> list[list[object]]:
        """Return the steps as a value for JSON, for the page's script."""
        return [[each.tick, each.image, each.x, each.y] for each in self.steps]


def film_of(first_tick: int, expected: Sequence[Frame], actual: Sequence[Frame]) -> Film | None:
    """Return the film of two runs, a frame for each tick; None if one has none, or they share no palette."""
    pairs = list(zip(expected, actual, strict=False))
    if not pairs or any(was.colours != now.colours or was.height != now.height for was, now in pairs):
        return None
    frames = [_beside(was, now) for was, now in pairs]
    steps = [FilmStep(first_tick, data_uri("image/png", png_bytes(frames[0])))]
    for tick, (before, after) in enumerate(pairwise(frames), first_tick + 1):
        steps.append(_step(tick, before, after))
    return Film(frames[0].width, frames[0].height, data_uri("image/png", _animation(frames)), tuple(steps))


def _beside(expected: Frame, actual: Frame) -> Frame:
    gap = np.zeros((expected.height, GAP), dtype=np.uint8)
    indices = np.hstack((expected.indices, gap, actual.indices))
    return Frame(indices.tobytes(), actual.colours, width=indices.shape[1], height=indices.shape[0])


def _step(tick: int, before: Frame, after: Frame) -> FilmStep:
    if before.colours != after.colours:
        return FilmStep(tick, data_uri("image/png", png_bytes(after)))
    places = np.argwhere(before.indices != after.indices)
    if not len(places):
        return FilmStep(tick, "")
    (top, left), (bottom, right) = places.min(axis=0), places.max(axis=0)
    part = np.ascontiguousarray(after.indices[top : bottom + 1, left : right + 1])
    frame = Frame(part.tobytes(), after.colours, width=part.shape[1], height=part.shape[0])
    return FilmStep(tick, data_uri("image/png", png_bytes(frame)), int(left), int(top))


def _animation(frames: Sequence[Frame]) -> bytes:
    animation = Animation()
    for frame in frames:
        animation.add(frame)
    into = io.BytesIO()
    animation.save(into, AnimationFormat.APNG)
    return into.getvalue()
