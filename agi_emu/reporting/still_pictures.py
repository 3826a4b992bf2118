"""Writes pictures of the first tick that looks different as files: expected, actual, and where they differ."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.presentation.display_modes import ega
from agi_emu.presentation.picture_files import picture_of, save_png
from agi_emu.recording.ticks import What
from agi_emu.reporting.pictures import difference_of
from agi_emu.reporting.scenes import scene_at

if TYPE_CHECKING:
    from agi_emu.recording.comparing.outcome import Outcome
    from agi_emu.recording.comparing.recording_file import RecordingOnDisk


def write_pictures(outcome: Outcome, file: RecordingOnDisk, folder: Path, name: str) -> dict[str, Path]:
    """Write the pictures into a folder as NAME-TICK-KIND.png; return kind and path of each.

    None are written if the screen never differs; without the game as recorded, the actual one alone.
    """
    tick = next((span.first for span in outcome.spans if What.FRAME in span.what), None)
    if tick is None:
        return {}
    recording, masks = file.expected, file.expected_masks
    now = scene_at(file.game, recording, masks, tick).state
    frames = {"actual": picture_of(now, ega.show)}
    if file.reference is not None:
        was = scene_at(file.reference, recording, masks, tick).state
        frames = {
            "expected": picture_of(was, ega.show),
            **frames,
            "difference": difference_of(was, now, masks, ega.show),
        }
    folder.mkdir(parents=True, exist_ok=True)
    paths = {kind: folder / f"{name}-{tick}-{kind}.png" for kind in frames}
    for kind, frame in frames.items():
        save_png(paths[kind], frame)
    return paths
