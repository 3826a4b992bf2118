"""Draws what an editor may show, by our own renderers: pictures up to a line, loops of views, windows."""

from __future__ import annotations

import base64
import re

from PIL import Image

from agi_emu._core import picture
from agi_emu.authoring.images import cel_image, lettering, loop_strip, png_bytes, priority_image, visual_image
from agi_emu.facts.errors import AgiError
from agi_emu.facts.palette import EGA_BYTES
from agi_emu.facts.pens import pen_variant
from agi_emu.facts.versions import VersionProfile
from agi_emu.resources.drawn_picture import EMPTY_PICTURE, WIDTH
from agi_emu.resources.projects.picture_source import picture_lines
from agi_emu.resources.view import parse_view

_RED, _WHITE, _BLACK = 4, 15, 0
_MARGIN = 8
_POINT = re.compile(r"\b(\d{1,3}),(\d{1,3})\b")


class DrawingError(AgiError):
    """There is nothing to draw."""


def picture_up_to(text: str, line: int | None, profile: VersionProfile | None, layer: str) -> bytes:
    """Return the PNG of a picture as it is after a line of its script, all of it with None; `layer` as in previews."""
    lines = text.split("\n")
    data, _ = picture_lines("\n".join(lines if line is None else lines[: line + 1]))
    cells = _drawn(data, profile)
    return png_bytes((priority_image if layer == "priorities" else visual_image)(cells))


def line_at(text: str, x: int, y: int, profile: VersionProfile | None) -> int | None:
    """Return the last line of a script that changes a cell; None if none does."""
    data, lines = picture_lines(text)
    buffer = bytearray(EMPTY_PICTURE)
    drawing = picture.Drawing(buffer, data, pen_variant=_pens(profile))
    at = y * WIDTH + x
    found = None
    for each in lines:
        before = buffer[at]
        while drawing.offset < each.end and drawing.step():
            pass
        if buffer[at] != before:
            found = each.line
    return found


def drawn_picture(data: bytes, profile: VersionProfile | None) -> Image.Image:
    """Return the colours of a picture."""
    return visual_image(_drawn(data, profile))


def image_text(image: Image.Image) -> str:
    """Return an image as Markdown shows it."""
    return f"![](data:image/png;base64,{base64.b64encode(png_bytes(image)).decode()})"


def _drawn(data: bytes, profile: VersionProfile | None) -> bytes:
    buffer = bytearray(EMPTY_PICTURE)
    picture.draw(buffer, data, pen_variant=_pens(profile))
    return bytes(buffer)


def _pens(profile: VersionProfile | None) -> int:
    return pen_variant(profile) if profile is not None else 0


def drawn_loop(data: bytes, number: int, loop: int) -> Image.Image:
    """Return the cels of a loop side by side, with their lower left corners in boxes of one size."""
    return loop_strip(loop_cels(data, number, loop))


def loop_cels(data: bytes, number: int, loop: int) -> list[Image.Image]:
    """Return the cels of a loop as images."""
    view = parse_view(number, data)
    if not 0 <= loop < len(view.loops) or not view.loops[loop].cels:
        raise DrawingError(f"view {number} has no loop {loop}")
    try:
        return [cel_image(data, loop, cel) for cel in range(len(view.loops[loop].cels))]
    except (IndexError, ValueError) as error:
        raise DrawingError(f"view {number}, loop {loop}: {error}") from None


def window_image(rows: list[str]) -> Image.Image:
    """Return the window of a message with its border, in the built-in face."""
    lines = [lettering(row or " ", 8 * max(len(row), 1), foreground=_BLACK, background=_WHITE) for row in rows]
    width = max(line.width for line in lines)
    height = sum(line.height for line in lines)
    image = Image.new("P", (width + 2 * _MARGIN, height + 2 * _MARGIN), _WHITE)
    image.putpalette(EGA_BYTES)
    frame = Image.new("P", (width + 2 * _MARGIN - 4, height + 2 * _MARGIN - 4), _RED)
    image.paste(frame, (2, 2))
    inner = Image.new("P", (width + 2 * _MARGIN - 8, height + 2 * _MARGIN - 8), _WHITE)
    image.paste(inner, (4, 4))
    for at, line in enumerate(lines):
        image.paste(line, (_MARGIN, _MARGIN + at * line.height))
    return image


def point_of(line: str) -> tuple[int, int] | None:
    """Return the last point x,y that a line of a picture's script names; None if it names none."""
    points = _POINT.findall(line.split(";")[0])
    return (int(points[-1][0]), int(points[-1][1])) if points else None
