"""Writes a folder about the differences from a recording: text, and pictures where the recording kept pixels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from agi_emu.facts.palette import EGA
from agi_emu.tracing.check import Plane, TraceCheck, planes_of
from agi_emu.tracing.comparison import TraceComparison
from agi_emu.tracing.differences import differences
from agi_emu.tracing.records import TraceRecord

TEXT_NAME = "differences.txt"
PICTURES = 20
"""Most cycles shown as pictures."""
MARK = (255, 0, 255)
"""Colour of a differing pixel in the third image."""


class TraceReport:
    """Collects cycles that differ; pass it as the watch of a check."""

    def __init__(self, folder: Path, check: TraceCheck) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._check = check
        self._lines: list[str] = []
        self._pictures = 0
        self._before: list[str] = []

    def __call__(self, expected: TraceRecord, found: TraceRecord, fields: list[str]) -> None:
        """Note a cycle, except the fields that already differed in the cycle before it."""
        last = self._before
        self._before = fields
        new = [field for field in fields if field not in last]
        if not new:
            return
        scope = self._check.outcome.scope
        self._lines += [f"{each.field}: {each}" for each in differences(expected, found, scope, new)]
        if self._pictures < PICTURES and {"vis", "pri", "scr"} & set(new):
            self._pictures += self._show(expected.cycle)

    def finish(self, outcome: TraceComparison) -> Path:
        """Write the text; return its file."""
        path = self._folder / TEXT_NAME
        summary = outcome.lines(every_field=True)
        path.write_text("\n".join([*summary, "", *self._lines]) + "\n", encoding="utf-8", newline="\n")
        return path

    def _show(self, cycle: int) -> bool:
        """Write the recorded, our and the marked image of a cycle; False if the recording kept no pixels of it."""
        check = self._check
        kept = (("picture", check.planes.picture(cycle)), ("screen", check.planes.screen(cycle)))
        for (name, recorded), found in zip(kept, planes_of(check.driver), strict=True):
            if recorded is None:
                continue
            images = [_image(recorded & 15), _image(found & 15), _marked(recorded, found)]
            if name == "picture":
                images[2:2] = [_image(recorded >> 4), _image(found >> 4)]
            Image.fromarray(np.hstack(images)).save(self._folder / f"cycle-{cycle:05d}-{name}.png")
        return any(recorded is not None for _, recorded in kept)


def _image(indices: Plane) -> NDArray[np.uint8]:
    """Return colours twice as wide as high, as a monitor shows picture cells."""
    palette = np.array(EGA, dtype=np.uint8)
    return np.repeat(palette[indices], 2, axis=1)


def _marked(recorded: Plane, found: Plane) -> NDArray[np.uint8]:
    """Return the recorded image, darkened, with the differing cells marked."""
    image = _image(recorded & 15) // 3
    image[np.repeat(recorded != found, 2, axis=1)] = MARK
    return image
