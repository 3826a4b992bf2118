"""Reads sprites of Aseprite, as their editor describes the format: frames as images, and the runs of frames in tags.

Of what a sprite can hold, tilemaps are refused. Opacity counts as far as a pixel is seen or not, and colours are not
blended: there are sixteen.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from struct import Struct, error
from typing import TYPE_CHECKING

from agi_emu.facts.errors import ResourceError
from agi_emu.resources.projects.view_source import MAX_CEL_HEIGHT, MAX_CEL_WIDTH

if TYPE_CHECKING:
    from PIL import Image

SUFFIXES = (".aseprite", ".ase")
_MOST_FRAMES = 1024
"""More cels than fit into a view."""
_MOST_TAGS = 255
_MOST_ROWS = 2 * 0xFFFF
"""Of all cels together, each a byte at least; half of the loops may be mirrored and take none."""
_MOST_PIXELS = 1 << 24
"""Of all cels of all layers together, unpacked."""
_HEADER, _HEADER_SIZE, _MAGIC = Struct("<xxxxHHHHHIH8xB"), 128, 0xA5E0
_FRAME, _FRAME_MAGIC = Struct("<IHH4xI"), 0xF1FA
_CHUNK, _LAYER, _CEL, _SIZE = Struct("<IH"), Struct("<HHH6xB"), Struct("<HhhBHh"), Struct("<HH")
_CEL_SIZE = 16
_TAG, _TAG_SIZE, _TAGS_AT = Struct("<HHB12xH"), 19, 10
_OLD_PALETTE, _LAYERS, _CELS, _TAGS, _PALETTE = 0x0004, 0x2004, 0x2005, 0x2018, 0x2019
_VISIBLE, _BACKGROUND, _REFERENCE = 1, 8, 64
_OPACITY_COUNTS = 1
_TILES = 2
_RAW, _LINKED, _PACKED = 0, 1, 2
_MODES = {32: ("RGBA", 4), 16: ("LA", 2), 8: ("P", 1)}
_FULL, _HALF = 0xFF, 0x80
_REVERSE, _TO_AND_FRO = 1, 2
"""Bits of the direction in which a tag is played."""


@dataclass(frozen=True, slots=True)
class _Layer:
    is_seen: bool
    is_background: bool
    opacity: int
    """0-255."""


@dataclass(frozen=True, slots=True)
class _Cel:
    layer: int
    x: int
    y: int
    opacity: int
    shift: int
    """Layers by which it is moved up."""
    image: Image.Image


@dataclass(slots=True)
class SpriteFile:
    """A sprite as it was read."""

    width: int
    height: int
    tags: list[tuple[int, int, int]] = field(default_factory=list)
    """First and last frame, and the direction."""
    frames: list[dict[int, _Cel]] = field(default_factory=list)
    """By layer."""
    layers: list[_Layer] = field(default_factory=list)

    @property
    def loops(self) -> list[list[int]]:
        """The frames of each tag, in the order in which they are shown; without tags all of them are one loop."""
        found = []
        for first, last, direction in self.tags or [(0, len(self.frames) - 1, 0)]:
            run = list(range(first, last + 1))[:: -1 if direction & _REVERSE else 1]
            found.append(run + run[-2:0:-1] if direction & _TO_AND_FRO else run)
        return found

    def image(self, frame: int) -> Image.Image:
        """Return what a frame shows, transparent where that is nothing."""
        from PIL import Image

        canvas = Image.new("RGBA", (self.width, self.height))
        for cel in sorted(self.frames[frame].values(), key=lambda each: (each.layer + each.shift, each.shift)):
            layer = self.layers[cel.layer]
            if layer.is_seen:
                least = _HALF * _FULL * _FULL
                shown = [_FULL * (alpha * cel.opacity * layer.opacity >= least) for alpha in range(_FULL + 1)]
                canvas.paste(cel.image, (cel.x, cel.y), cel.image.getchannel("A").point(shown))
        return canvas


def read_sprite(data: bytes, name: str) -> SpriteFile:
    """Return the sprite in the bytes of a file; ResourceError says what is wrong with them."""
    try:
        return _Reader(data).sprite
    except ResourceError as problem:
        raise ResourceError(f"{name}: {problem}") from None
    except (error, zlib.error, IndexError, KeyError, ValueError) as problem:
        raise ResourceError(f"{name}: not a sprite of Aseprite, or damaged ({problem})") from None


class _Reader:
    """Goes through the chunks of a file."""

    def __init__(self, data: bytes) -> None:
        magic, frames, width, height, self._depth, flags, _, self._clear = _HEADER.unpack_from(data)
        if magic != _MAGIC:
            raise ValueError("it does not begin as one")
        if not (0 < width <= MAX_CEL_WIDTH and 0 < height <= MAX_CEL_HEIGHT):
            most = f"{MAX_CEL_WIDTH} by {MAX_CEL_HEIGHT}"
            raise ResourceError(
                f"its canvas has {width} by {height} pixels; a cel has at most {most}: trim it in Aseprite"
            )
        if frames > _MOST_FRAMES:
            raise ResourceError(f"it has {frames} frames; at most {_MOST_FRAMES} are read")
        self._has_opacity = bool(flags & _OPACITY_COUNTS)
        self._palette = bytearray(4 * 256)
        self._has_palette = False
        self._left = _MOST_PIXELS
        self._groups: list[bool] = []
        self.sprite = SpriteFile(width, height)
        at = _HEADER_SIZE
        for _ in range(frames):
            size, magic, old_count, count = _FRAME.unpack_from(data, at)
            if magic != _FRAME_MAGIC or size < _FRAME.size:
                raise ValueError(f"there is no frame at byte {at}")
            self.sprite.frames.append({})
            for kind, chunk in _chunks(data[at + _FRAME.size : at + size], count or old_count):
                self._take(kind, chunk)
            at += size
        for first, last, _ in self.sprite.tags:
            if not first <= last < frames:
                raise ValueError(f"a tag has the frames {first} to {last} of {frames}")
        if height * sum(map(len, self.sprite.loops)) > _MOST_ROWS:
            raise ResourceError("its tags show more rows of pixels than fit into a view")

    def _take(self, kind: int, chunk: bytes) -> None:
        if kind == _LAYERS:
            self._take_layer(chunk)
        elif kind == _CELS:
            self._take_cel(chunk)
        elif kind == _TAGS:
            self._take_tags(chunk)
        elif kind == _PALETTE:
            self._take_palette(chunk)
        elif kind == _OLD_PALETTE and not self._has_palette:
            self._take_old_palette(chunk)

    def _take_layer(self, chunk: bytes) -> None:
        flags, kind, level, opacity = _LAYER.unpack_from(chunk)
        del self._groups[level:]
        is_seen = bool(flags & _VISIBLE) and not flags & _REFERENCE and all(self._groups)
        self._groups.append(is_seen)
        if kind == _TILES and is_seen:
            raise ResourceError("a layer of it is a tilemap: convert it to a layer in Aseprite")
        opacity = opacity if self._has_opacity else _FULL
        self.sprite.layers.append(_Layer(is_seen, bool(flags & _BACKGROUND), opacity))

    def _take_cel(self, chunk: bytes) -> None:
        number, x, y, opacity, kind, shift = _CEL.unpack_from(chunk)
        layer, frames = self.sprite.layers[number], self.sprite.frames
        if not layer.is_seen:
            return
        if kind == _LINKED:
            (frame,) = Struct("<H").unpack_from(chunk, _CEL_SIZE)
            image = frames[frame][number].image
        elif kind in (_RAW, _PACKED):
            size = _SIZE.unpack_from(chunk, _CEL_SIZE)
            image = self._image(size, chunk[_CEL_SIZE + _SIZE.size :], layer, is_packed=kind == _PACKED)
        else:
            raise ResourceError("a cel of it is a tilemap: convert its layer in Aseprite")
        frames[-1][number] = _Cel(number, x, y, opacity, shift, image)

    def _image(self, size: tuple[int, int], data: bytes, layer: _Layer, *, is_packed: bool) -> Image.Image:
        from PIL import Image

        mode, width = _MODES[self._depth]
        count = size[0] * size[1]
        self._left -= count
        if self._left < 0:
            raise ResourceError(f"its cels have more than {_MOST_PIXELS:,} pixels, the most that is read")
        pixels = zlib.decompressobj().decompress(data, count * width or 1) if is_packed else data[: count * width]
        image = Image.frombytes(mode, size, pixels)
        if mode == "P":
            palette = bytearray(self._palette)
            if not layer.is_background:
                palette[4 * self._clear + 3] = 0
            image.putpalette(bytes(palette), "RGBA")
        return image.convert("RGBA")

    def _take_tags(self, chunk: bytes) -> None:
        (count,) = Struct("<H").unpack_from(chunk)
        if count > _MOST_TAGS:
            raise ResourceError(f"it has {count} tags; a view has at most {_MOST_TAGS} loops")
        at = _TAGS_AT
        for _ in range(count):
            first, last, direction, name = _TAG.unpack_from(chunk, at)
            self.sprite.tags.append((first, last, direction))
            at += _TAG_SIZE + name

    def _take_palette(self, chunk: bytes) -> None:
        self._has_palette = True
        first, last = Struct("<4xII").unpack_from(chunk)
        at = 20
        for index in range(first, min(last, _FULL) + 1):
            flags, name = Struct("<H4xH").unpack_from(chunk + bytes(2), at)
            self._palette[4 * index : 4 * index + 4] = chunk[at + 2 : at + 6]
            at += 8 + name if flags & 1 else 6

    def _take_old_palette(self, chunk: bytes) -> None:
        index, at = 0, 2
        for _ in range(int.from_bytes(chunk[:2], "little")):
            index += chunk[at]
            count = chunk[at + 1] or _FULL + 1
            at += 2
            for _ in range(min(count, _FULL + 1 - index)):
                self._palette[4 * index : 4 * index + 4] = [*chunk[at : at + 3], _FULL]
                index, at = index + 1, at + 3


def _chunks(data: bytes, count: int) -> Iterator[tuple[int, bytes]]:
    """Yield kind and contents of the chunks of a frame."""
    at = 0
    for _ in range(count):
        size, kind = _CHUNK.unpack_from(data, at)
        if size < _CHUNK.size or at + size > len(data):
            raise ValueError("it ends too early")
        yield kind, data[at + _CHUNK.size : at + size]
        at += size
