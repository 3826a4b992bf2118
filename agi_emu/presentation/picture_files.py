"""Captures frames of a machine and writes them: PNG files, and animations (GIF and APNG) with the game's own timing.

All of them are lossless and keep the palette indices.
"""

from __future__ import annotations

import io
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from agi_emu.host_files.drafts import write_new
from agi_emu.machine.frame import Frame, Layer, layer_of
from agi_emu.resources.translation import UNTRANSLATED, Translation

if TYPE_CHECKING:
    from agi_emu.presentation.looks import ScreenLook
    from agi_emu.state.layout import StateLayout


def picture_of(
    state: StateLayout, mode: ScreenLook, layer: Layer = Layer.SCREEN, translation: Translation = UNTRANSLATED
) -> Frame:
    """Return the screen of a state as a look shows it, or the colours or priorities of its picture."""
    frame = layer_of(state, layer, translation)
    return in_proportion(mode(frame)) if layer is Layer.SCREEN else frame


def in_proportion(frame: Frame) -> Frame:
    """Return a frame with every line twice where its dots are half as wide as high: those of a television."""
    return frame.of_size(frame.width, 2 * frame.height) if frame.width > 3 * frame.height else frame


def png_bytes(frame: Frame, scale: int = 1) -> bytes:
    """Return a frame as the bytes of a PNG file."""
    out = io.BytesIO()
    frame.image(scale=scale).save(out, format="PNG", optimize=True)
    return out.getvalue()


def save_png(path: Path, frame: Frame, scale: int = 1) -> None:
    """Write a frame as a PNG file."""
    path.write_bytes(png_bytes(frame, scale))


def save_numbered(folder: Path, name: str, frame: Frame) -> Path:
    """Write a frame as NAME-0001.png, or the first higher number that is free; return its path."""
    for number in range(1, 10_000):
        path = folder / f"{name}-{number:04}.png"
        # Another program may take the name in between.
        with suppress(FileExistsError):
            if not path.exists():
                write_new(path, png_bytes(in_proportion(frame)))
                return path
    raise FileExistsError(f"{folder} holds 9999 pictures of {name}")


MILLISECONDS_PER_TICK = 50
LONGEST_SHOT = 65_000
"""Milliseconds: APNG counts them in 16 bits. A picture shown for longer is cut to this."""


class AnimationFormat(StrEnum):
    """The formats, by the ending of the file's name."""

    GIF = ".gif"
    APNG = ".apng"


@dataclass(frozen=True, slots=True)
class Shot:
    """A frame and the number of ticks it was shown."""

    frame: Frame
    ticks: int


class Animation:
    """Shots in order; a frame equal to the previous one only lengthens it."""

    def __init__(self) -> None:
        """Start without a shot."""
        self.shots: list[Shot] = []

    def add(self, frame: Frame) -> None:
        """Add the frame shown for one tick."""
        if self.shots and self.shots[-1].frame == frame:
            last = self.shots.pop()
            self.shots.append(Shot(last.frame, last.ticks + 1))
        else:
            self.shots.append(Shot(frame, 1))

    def save(self, path: Path | BinaryIO, container: AnimationFormat, scale: int = 1) -> None:
        """Write all shots to one file that repeats forever; `path` may have any name, or be an open file."""
        if not self.shots:
            raise ValueError("an animation needs at least one shot")
        first, *others = [shot.frame.image(scale=scale) for shot in self.shots]
        durations = [min(LONGEST_SHOT, shot.ticks * MILLISECONDS_PER_TICK) for shot in self.shots]
        if container is AnimationFormat.GIF:
            # Pillow must neither crop frames to what changed nor renumber the palette: a viewer sees every index.
            first.save(
                path, format="GIF", save_all=True, append_images=others, duration=durations, loop=0, optimize=False
            )
        else:
            first.save(path, format="PNG", save_all=True, append_images=others, duration=durations, loop=0)
