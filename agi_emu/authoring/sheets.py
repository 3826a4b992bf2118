"""All pictures and all views of a game on one sheet each, and a page that shows both."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from agi_emu.authoring.extraction import Extraction
from agi_emu.authoring.images import (
    GLYPH,
    existing_pictures,
    lettering,
    loop_images,
    png_bytes,
    priority_image,
    visual_image,
)
from agi_emu.facts.palette import EGA_AND_TRANSPARENT, TRANSPARENT_CEL
from agi_emu.resources.game import Game

_SHEET_WIDTH = 1320
_GAP = 8
_BACKDROP = 8
"""Dark grey: few cels are."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A picture or view with its images."""

    title: str
    images: Sequence[Image.Image]
    text: str = ""


def extract_sheets(game: Game, folder: Path, extraction: Extraction) -> list[Path]:
    """Write pictures.png, views.png and index.html."""
    written = []
    exhibits = {"pictures": list(_pictures(game, extraction)), "views": list(_views(game, extraction))}
    for name, shown in exhibits.items():
        if shown:
            written.append(folder / f"{name}.png")
            sheet(shown).save(written[-1], optimize=True)
    written.append(folder / "index.html")
    written[-1].write_text(page(game.title, exhibits), encoding="utf-8", newline="\n")
    return written


def _pictures(game: Game, extraction: Extraction) -> Iterator[Exhibit]:
    for number, cells in existing_pictures(game, extraction):
        yield Exhibit(f"picture {number}", [visual_image(cells), priority_image(cells)])


def _views(game: Game, extraction: Extraction) -> Iterator[Exhibit]:
    for number in extraction.wanted(game.views):
        view = game.view(number)
        single = Extraction(scale=1, notes=extraction.notes)
        images = [
            image for _, loop in loop_images(game.views[number], view, single, f"view {number}") for image in loop
        ]
        description = (view.description or b"").decode("cp437")
        cels = sum(len(loop.cels) for loop in view.loops)
        yield Exhibit(f"view {number}", images, f"{len(view.loops)} loops, {cels} cels. {description}".strip())


def sheet(exhibits: Sequence[Exhibit]) -> Image.Image:
    """Return all exhibits on one image, each with its title above, in rows."""
    blocks = [_block(exhibit) for exhibit in exhibits]
    places = []
    x = y = row_height = _GAP
    for block in blocks:
        if x > _GAP and x + block.width + _GAP > _SHEET_WIDTH:
            x, y = _GAP, y + row_height + _GAP
            row_height = 0
        places.append((x, y))
        x += block.width + _GAP
        row_height = max(row_height, block.height)
    width = max([_SHEET_WIDTH, *(place[0] + block.width + _GAP for place, block in zip(places, blocks, strict=True))])
    image = _blank(width, y + row_height + _GAP)
    for place, block in zip(places, blocks, strict=True):
        image.paste(block, place)
    return image


def _block(exhibit: Exhibit) -> Image.Image:
    """Return the images of an exhibit in rows under its title."""
    places = []
    x = row_height = widest = 0
    y = GLYPH + 2
    for image in exhibit.images:
        if x and x + image.width > _SHEET_WIDTH - 2 * _GAP:
            x, y, row_height = 0, y + row_height + 2, 0
        places.append((x, y))
        x += image.width + 2
        widest = max(widest, x)
        row_height = max(row_height, image.height)
    block = _blank(max(widest, GLYPH * len(exhibit.title)), y + row_height)
    block.paste(lettering(exhibit.title, block.width, background=_BACKDROP), (0, 0))
    for image, place in zip(exhibit.images, places, strict=True):
        # Transparent cells show the backdrop.
        mask = image.point([0 if index == TRANSPARENT_CEL else 255 for index in range(256)], mode="L")
        block.paste(image, place, mask)
    return block


def _blank(width: int, height: int) -> Image.Image:
    image = Image.new("P", (width, height), _BACKDROP)
    image.putpalette(EGA_AND_TRANSPARENT)
    return image


def page(title: str, exhibits: dict[str, list[Exhibit]]) -> str:
    """Return one page of HTML that needs no other file."""
    parts = [_HEAD.format(title=html.escape(title))]
    for name, shown in exhibits.items():
        parts.append(f"<h2>{len(shown)} {name}</h2>\n")
        for exhibit in shown:
            images = "".join(f'<img alt="" src="{_data_uri(image)}">' for image in exhibit.images)
            caption = html.escape(f"{exhibit.title}. {exhibit.text}".strip())
            parts.append(f"<figure><figcaption>{caption}</figcaption>{images}</figure>\n")
    return "".join([*parts, "</body></html>\n"])


_HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
body {{ background: #333; color: #eee; font: 14px sans-serif; }}
figure {{ display: inline-block; vertical-align: top; margin: 8px; max-width: 660px; }}
img {{ image-rendering: pixelated; margin: 1px; vertical-align: top; }}
</style></head><body>
<h1>{title}</h1>
"""


def _data_uri(image: Image.Image) -> str:
    return "data:image/png;base64," + base64.b64encode(png_bytes(image)).decode("ascii")
