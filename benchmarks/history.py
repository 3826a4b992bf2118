"""Draws the saved runs as a picture: a line for each case, over time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.host_files.drafts import draft_of
from benchmarks.results import Results

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

ROW = 40
NAMES = 380
PLOT = 560
RIGHT = 220
TITLE = 30
INK, FAINT, LINE, GOOD, BAD = (30, 30, 30), (205, 205, 205), (30, 90, 170), (20, 130, 60), (180, 40, 30)
LETTERS = 14
"""Height of the letters in pixels."""
NOISE = 1.05
"""Changes up to this factor get no colour."""
LEAST_RANGE = math.log(1.25)
"""A row shows at least a quarter up and down, so that noise looks like noise."""


def draw(runs: Sequence[Results], path: Path) -> None:
    """Write a PNG: each row a case, up is faster or smaller, logarithmic; beside it the last, and the change."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default(LETTERS)
    names = sorted({case for run in runs for case in run.figures})
    image = Image.new("RGB", (NAMES + PLOT + RIGHT, TITLE + ROW * max(len(names), 1)), "white")
    pen = ImageDraw.Draw(image)
    if runs:
        pen.text((10, 6), f"{runs[0].name} ({_minute(runs[0])}) to {runs[-1].name} ({_minute(runs[-1])})", INK, font)
        pen.text((NAMES + 8, 6), "up is faster; a row is 1.25 times high, or more", INK, font)
        pen.text((NAMES + PLOT + 12, 6), "median, times as fast", INK, font)
    for number, name in enumerate(names):
        found = [(place, run.figures[name]) for place, run in enumerate(runs) if name in run.figures]
        top = TITLE + number * ROW
        pen.line([(0, top), (NAMES + PLOT + RIGHT, top)], fill=FAINT)
        pen.text((10, top + 11), name, INK, font)
        speeds = [-math.log(figure.pace) for _, figure in found]
        _plot(pen, top, [place for place, _ in found], speeds, len(runs))
        change = math.exp(speeds[-1] - speeds[0])
        colour = GOOD if change > NOISE else BAD if change < 1 / NOISE else INK
        pen.text((NAMES + PLOT + 12, top + 11), str(found[-1][1]), INK, font)
        if len(found) > 1:
            pen.text((NAMES + PLOT + 112, top + 11), f"{change:.2f}", colour, font)
    with draft_of(path) as draft:
        image.save(draft)


def _minute(run: Results) -> str:
    return run.when[:16].replace("T", " ")


def _plot(pen: ImageDraw, top: int, places: Sequence[int], speeds: Sequence[float], count: int) -> None:
    middle = (max(speeds) + min(speeds)) / 2
    reach = max(max(speeds) - min(speeds), LEAST_RANGE)
    points = [
        (NAMES + 8 + (PLOT - 16) * place / max(count - 1, 1), top + ROW / 2 - (speed - middle) / reach * (ROW - 12))
        for place, speed in zip(places, speeds, strict=True)
    ]
    if len(points) > 1:
        pen.line(points, fill=LINE, width=2)
    for x, y in points:
        pen.ellipse([(x - 2, y - 2), (x + 2, y + 2)], fill=LINE)
