"""Views as text and images: the inverse of `parse_view`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from agi_emu._core import cel as cels
from agi_emu.facts.errors import ResourceError
from agi_emu.logic.disassembler import quoted
from agi_emu.resources.drawn_picture import EMPTY_PICTURE
from agi_emu.resources.extensions import DEEP_VIEW
from agi_emu.resources.projects.strips import in_a_strip, strip_png
from agi_emu.resources.projects.view_source import OWN_PACKING, PACKINGS, TRANSPARENT, Pixels, ViewPacking
from agi_emu.resources.projects.view_source import parse_view as parse_view_text
from agi_emu.resources.view import Loop, View, parse_view

_DEFAULT_HEADER = b"\x01\x01"
_PRIORITY = 15


@dataclass(slots=True)
class ViewSource:
    """The sources of a view: its text, and its images by name."""

    text: str = ""
    strips: dict[str, bytes] = field(default_factory=dict)
    is_exact: bool = True
    """They make the same bytes, not only a view that shows the same."""


def stored_pixels(data: bytes, loop: int, cel: int, *, is_flipped: bool) -> Pixels:
    """Return the pixels of a cel; those of one that the loop shows mirrored are turned back if `is_flipped`."""
    width, height, transparent, cells = cels.decode(data, loop, cel)
    rows = [cells[at : at + width] for at in range(0, width * height, width)]
    return [
        [TRANSPARENT if color == transparent else color for color in (row[::-1] if is_flipped else row)] for row in rows
    ]


def view_source(data: bytes, name: str, code_page: str) -> ViewSource:
    """Return the sources of a view; `name` is the beginning of its images' names, `code_page` that of its description.

    Raises ResourceError where they would make a view that shows something else: the view is damaged, or one of a
    later extension.
    """
    if data.startswith(DEEP_VIEW):
        raise ResourceError("its cels have 256 colours (AGI256-2), which no source stands for")
    view = parse_view(0, data)
    if view.notes or not view.loops:
        raise ResourceError(view.notes[0] if view.notes else "the view has no loops")
    if any(cel.width == 0 or cel.height == 0 for loop in view.loops for cel in loop.cels):
        raise ResourceError("a cel has no cells, which no source stands for")
    images = {file: _pixels_of(data, view, loop) for file, loop in _files(view, name)}
    lines = [*_lines(data, view, name, code_page)]
    if _shown(_made(_text(lines, OWN_PACKING), name, images, code_page)) != _shown(data):
        raise ResourceError("its sources would not give the same view")
    exact = next(
        (packing for packing in PACKINGS if _made(_text(lines, packing), name, images, code_page) == data), None
    )
    return ViewSource(
        _text(lines, exact or OWN_PACKING),
        {file: strip_png(pixels) for file, pixels in images.items()},
        exact is not None,
    )


def _text(lines: list[str], packing: ViewPacking) -> str:
    """Return the text of a source."""
    return "\n".join([*([f"packing {packing.words}"] if packing.words else []), *lines, ""])


def _made(text: str, name: str, images: Mapping[str, list[Pixels]], code_page: str) -> bytes:
    """Return the view that a source makes."""
    return parse_view_text(text, name, lambda file: in_a_strip(images[file]), code_page=code_page)


def _files(view: View, name: str) -> Iterator[tuple[str, int]]:
    """Yield the image of each loop that has cels of its own."""
    for number in range(len(view.loops)):
        if _owner(view, number) == number:
            yield f"{name}-{number}.png", number


def _lines(data: bytes, view: View, name: str, code_page: str) -> Iterator[str]:
    if view.description:
        yield f"description {quoted(view.description, code_page)}"
    if data[:2] != _DEFAULT_HEADER:
        yield f"header {data[0]} {data[1]}"
    files = {loop: file for file, loop in _files(view, name)}
    for number, loop in enumerate(view.loops):
        owner = _owner(view, number)
        is_mirrored = all(cel.is_mirrored and cel.mirrored_loop == owner for cel in view.loops[owner].cels)
        if owner != number:
            yield f"loop {'mirrors' if is_mirrored else 'same'} {owner}"
            continue
        yield "loop"
        yield " ".join(
            ["strip", files[number], *_sizes(loop, has_marks=not (is_mirrored and _is_shared(view, number)))]
        )


def _sizes(loop: Loop, *, has_marks: bool) -> Iterator[str]:
    for cel in loop.cels:
        mark = f"~{cel.mirrored_loop}" if has_marks and cel.is_mirrored else ""
        yield f"{cel.width}x{cel.height}:{cel.transparent_colour}{mark}"


def _owner(view: View, number: int) -> int:
    """Return the loop that has the cels which a loop shows: the one they are drawn for, else the first."""
    sharing = [other for other, loop in enumerate(view.loops) if loop.offset == view.loops[number].offset]
    for cel in view.loops[number].cels[:1]:
        if cel.is_mirrored and cel.mirrored_loop in sharing:
            return cel.mirrored_loop
    return sharing[0]


def _is_shared(view: View, number: int) -> bool:
    return sum(loop.offset == view.loops[number].offset for loop in view.loops) > 1


def _pixels_of(data: bytes, view: View, number: int) -> list[Pixels]:
    return [
        stored_pixels(data, number, index, is_flipped=cel.is_mirrored and cel.mirrored_loop != number)
        for index, cel in enumerate(view.loops[number].cels)
    ]


def _shown(data: bytes) -> object:
    """Return everything that a game can see of a view."""
    view = parse_view(0, data)
    pictures = [
        [(cels.decode(data, number, index), _drawn(data, number, index)) for index in range(len(loop.cels))]
        for number, loop in enumerate(view.loops)
    ]
    marks = [[(cel.is_mirrored, cel.is_mirrored and cel.mirrored_loop) for cel in loop.cels] for loop in view.loops]
    return data[:2], view.description or None, pictures, marks


def _drawn(data: bytes, loop: int, cel: int) -> bytes:
    """Return a picture with a cel: rows that are too long are drawn beyond the width (reference: VIEW-4)."""
    picture = bytearray(EMPTY_PICTURE)
    cels.blit(picture, data, loop, cel, 0, 0, _PRIORITY)
    return bytes(picture)
