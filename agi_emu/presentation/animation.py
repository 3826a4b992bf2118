"""Writes animations of a stretch of play: GIF and APNG, lossless, with the game's own timing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from agi_emu.machine.frame import Frame

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
