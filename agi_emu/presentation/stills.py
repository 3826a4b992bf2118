"""Captures frames of a machine, and writes them as PNG files that keep the palette indices."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.host_files.drafts import write_whole
from agi_emu.machine.frame import Frame, Layer, layer_of

if TYPE_CHECKING:
    from agi_emu.presentation.display_modes.modes import DisplayMode
    from agi_emu.state.layout import StateLayout


def picture_of(state: StateLayout, mode: DisplayMode, layer: Layer = Layer.SCREEN) -> Frame:
    """Return the screen of a state as a display mode shows it, or the colours or priorities of its picture."""
    frame = layer_of(state, layer)
    return mode(frame) if layer is Layer.SCREEN else frame


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
        try:
            path.touch(exist_ok=False)
        except FileExistsError:
            continue
        try:
            write_whole(path, png_bytes(frame))
        except BaseException:
            # The name was taken so that no other program takes it.
            path.unlink(missing_ok=True)
            raise
        return path
    raise FileExistsError(f"{folder} holds 9999 pictures of {name}")
