"""Pictures and views of a game as images, and lines of text in the built-in face."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw

from agi_emu._core import cel as cels
from agi_emu._core import picture
from agi_emu.authoring.extraction import Extraction
from agi_emu.facts.errors import AgiError
from agi_emu.facts.font import built_in_face
from agi_emu.facts.palette import COLOR_NAMES, EGA_AND_TRANSPARENT, TRANSPARENT_CEL
from agi_emu.facts.pens import pen_variant
from agi_emu.resources.drawn_picture import COLOUR_OF, EMPTY_PICTURE, HEIGHT, PRIORITY_OF, WIDTH
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.picture_script import command_line, commands
from agi_emu.resources.projects.picture_source import COLOR_ON, PRIORITY_ON
from agi_emu.resources.view import View

_STEP_MILLISECONDS = 80
_LAST_STEP_MILLISECONDS = 3000
_CEL_MILLISECONDS = 200
_CAPTION_HEIGHT = 20
_MOST_STEPS = 1500
"""Frames of a drawing: with more commands, each frame shows several of them."""


def indexed(cells: bytes, width: int, height: int, scale: int) -> Image.Image:
    """Return cells of colours 0-15 as an image; a cell is two pixels wide and one high, times `scale`."""
    image = Image.frombytes("P", (width, height), cells)
    image.putpalette(EGA_AND_TRANSPARENT)
    return image.resize((2 * width * scale, height * scale), Image.Resampling.NEAREST)


def visual_image(cells: bytes, scale: int = 1) -> Image.Image:
    """Return the colours of a picture's cells as an image."""
    return indexed(cells.translate(COLOUR_OF), WIDTH, HEIGHT, scale)


def priority_image(cells: bytes, scale: int = 1) -> Image.Image:
    """Return the priorities of a picture's cells as an image, each by the colour of its number."""
    return indexed(cells.translate(PRIORITY_OF), WIDTH, HEIGHT, scale)


def cel_image(view: bytes, loop: int, cel: int, scale: int = 1) -> Image.Image:
    """Return a cel as it is shown in a loop, as an image with transparent cells."""
    width, height, transparent, cells = cels.decode(view, loop, cel)
    table = bytes(TRANSPARENT_CEL if color == transparent else color for color in range(256))
    return indexed(cells.translate(table), width, height, scale)


def extract_pictures(game: Game, folder: Path, extraction: Extraction) -> list[Path]:
    """Write colours and priorities of every picture as PNG; with `steps` also how it is drawn, as GIF."""
    written = []
    for number in extraction.wanted(game.pictures):
        name = folder / f"picture-{number:03}"
        cells = game.picture(number).cells
        for layer, image in (("visual", visual_image), ("priority", priority_image)):
            written.append(name.with_name(f"{name.name}-{layer}.png"))
            image(cells, extraction.scale).save(written[-1], optimize=True)
        if extraction.steps:
            written.append(name.with_name(f"{name.name}-steps.gif"))
            save_animation(written[-1], [step.image(extraction.scale) for step in drawing_steps(game, number)])
    return written


def extract_views(game: Game, folder: Path, extraction: Extraction) -> list[Path]:
    """Write every cel as PNG, and every loop with more than one cel as GIF."""
    written = []
    for number in extraction.wanted(game.views):
        name = f"view-{number:03}"
        data = game.views[number]
        for loop, images in loop_images(data, game.view(number), extraction, f"view {number}"):
            for cel, image in enumerate(images):
                written.append(folder / f"{name}-{loop}-{cel}.png")
                image.save(written[-1], transparency=TRANSPARENT_CEL)
            if len(images) > 1:
                written.append(folder / f"{name}-{loop}.gif")
                save_loop(written[-1], images)
    return written


def loop_images(data: bytes, view: View, extraction: Extraction, name: str) -> Iterator[tuple[int, list[Image.Image]]]:
    """Yield the images of each loop of a view; what cannot be shown is noted."""
    for number, loop in enumerate(view.loops):
        images = []
        for cel in range(len(loop.cels)):
            try:
                image = cel_image(data, number, cel, extraction.scale)
            except (IndexError, ValueError) as problem:
                extraction.notes.append(f"{name}, loop {number}, cel {cel}: {problem}")
                continue
            if image.width and image.height:
                images.append(image)
        if images:
            yield number, images


def loop_strip(images: Sequence[Image.Image]) -> Image.Image:
    """Return the cels of a loop side by side in boxes of one size, with their lower left corners there."""
    width, height = max(image.width for image in images), max(image.height for image in images)
    strip = Image.new("P", (width * len(images), height), TRANSPARENT_CEL)
    strip.putpalette(images[0].getpalette() or [])
    for at, image in enumerate(images):
        strip.paste(image, (at * width, height - image.height))
    return strip


def png_bytes(image: Image.Image) -> bytes:
    """Return an image as PNG, its transparent cells transparent."""
    out = io.BytesIO()
    image.save(out, format="PNG", **({"transparency": TRANSPARENT_CEL} if image.mode == "P" else {}))
    return out.getvalue()


def save_loop(path: Path, images: list[Image.Image]) -> None:
    """Write the cels of a loop as an animation, with their lower left corners at the same place."""
    size = max(image.width for image in images), max(image.height for image in images)
    frames = []
    for image in images:
        frame = Image.new("P", size, TRANSPARENT_CEL)
        frame.putpalette(EGA_AND_TRANSPARENT)
        frame.paste(image, (0, size[1] - image.height))
        frames.append(frame)
    frames[0].save(
        path,
        save_all=True,
        append_images=frames[1:],
        duration=_CEL_MILLISECONDS,
        loop=0,
        disposal=2,
        transparency=TRANSPARENT_CEL,
        optimize=False,
    )


def save_animation(path: Path, frames: list[Image.Image]) -> None:
    """Write the frames of a drawing as an animation that stands still at its end."""
    durations = [_STEP_MILLISECONDS] * (len(frames) - 1) + [_LAST_STEP_MILLISECONDS]
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=False)


@dataclass(frozen=True, slots=True)
class PictureStep:
    """A picture up to one of its commands."""

    cells: bytes
    line: str
    """The command, as a line of a picture script."""
    color: int | None
    """The colour that is drawn with, None while it is off."""
    priority: int | None
    end: int
    """Offset in the picture after the command."""

    def image(self, scale: int) -> Image.Image:
        """Return colours and priorities side by side, under them the command and what it draws with."""
        visual, priority = visual_image(self.cells, scale), priority_image(self.cells, scale)
        image = Image.new("P", (2 * visual.width, visual.height + _CAPTION_HEIGHT), 0)
        image.putpalette(EGA_AND_TRANSPARENT)
        image.paste(visual, (0, 0))
        image.paste(priority, (visual.width, 0))
        color = "off" if self.color is None else COLOR_NAMES[self.color]
        caption = f"color {color}  priority {'off' if self.priority is None else self.priority}"
        image.paste(lettering(self.line, 2 * visual.width), (0, visual.height + 1))
        image.paste(lettering(caption, 2 * visual.width), (0, visual.height + _CAPTION_HEIGHT // 2))
        swatch = ImageDraw.Draw(image)
        for place, value in ((-24, self.color), (-12, self.priority)):
            if value is not None:
                x, y = image.width + place, visual.height + _CAPTION_HEIGHT // 2
                swatch.rectangle((x, y, x + 9, y + 7), fill=value, outline=15)
        return image


def drawing_steps(game: Game, number: int) -> Iterator[PictureStep]:
    """Yield a picture after each of its commands, or after every few of them where there are very many."""
    data = game.pictures[number]
    found = [command for command in commands(data) if not command.is_end]
    stride = -(-len(found) // _MOST_STEPS) or 1
    color: int | None = None
    priority: int | None = None
    has_splatter = False
    buffer = bytearray(EMPTY_PICTURE)
    drawing = picture.Drawing(buffer, data, pen_variant=pen_variant(game.profile))
    for index, command in enumerate(found):
        end = command.offset + len(command.data)
        while drawing.offset < end and drawing.step():
            pass
        color = command.switched(COLOR_ON, color)
        priority = command.switched(PRIORITY_ON, priority)
        line = command_line(command, has_splatter=has_splatter) or f"bytes {command.data.hex(' ').upper()}"
        if line.startswith("pen"):
            has_splatter = "splatter" in line
        if index % stride == 0 or index == len(found) - 1:
            yield PictureStep(bytes(buffer), line, color, priority, end)
    if not found:
        yield PictureStep(EMPTY_PICTURE, "end", None, None, 0)


def existing_pictures(game: Game, extraction: Extraction) -> Iterator[tuple[int, bytes]]:
    """Yield the drawn pictures; what cannot be read is noted."""
    for number in extraction.wanted(game.pictures):
        try:
            yield number, game.picture(number).cells
        except AgiError as problem:
            extraction.notes.append(f"{Kind.PICTURE} {number}: {problem}")


GLYPH = 8
"""Pixels that a character is wide and high."""
_FOREGROUND, _BACKGROUND = 15, 0


def lettering(text: str, width: int, *, foreground: int = _FOREGROUND, background: int = _BACKGROUND) -> Image.Image:
    """Return one line of text, at most `width` pixels wide, as colour indices; what is too long ends with dots."""
    most = max(width // GLYPH, 1)
    if len(text) > most:
        text = text[: max(most - 2, 0)] + ".."
    image = Image.new("P", (max(GLYPH * len(text), 1), GLYPH), background)
    for column, byte in enumerate(text.encode("cp437", "replace")):
        image.paste(foreground, (GLYPH * column, 0), _glyph(byte))
    return image


@cache
def _glyph(byte: int) -> Image.Image:
    rows = built_in_face()[GLYPH * byte : GLYPH * (byte + 1)]
    return Image.frombytes("1", (GLYPH, GLYPH), rows)
