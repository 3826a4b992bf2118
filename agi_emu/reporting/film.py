"""Makes the film of a difference: both screens side by side, some seconds around the tick."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from agi_emu.machine.frame import Frame
from agi_emu.presentation.picture_files import Animation, AnimationFormat, png_bytes
from agi_emu.reporting.pictures import data_uri

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
