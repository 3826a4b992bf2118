"""Views from rows of pixels, in Python or as text (reference: views-and-blitting.md 1 and 2).

The text form draws each cel with one character a pixel::

    description "A brass lamp."
    loop
    cel
    ..66..
    .6ee6.
    loop mirrors 0

`0` to `9` and `a` to `f` are the colours, `.` is transparent; `;` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agi_emu.errors import ResourceError

TRANSPARENT = -1
"""A pixel of `Cel.rows` through which the scene shows."""
MAX_CEL_WIDTH = 160
MAX_CEL_HEIGHT = 168
_MAX_RUN = 15
_MIRRORED = 0x80
_COLORS = 16
_MAX_MIRRORED_LOOP = 7
"""The loop that a mirrored cel was drawn for is kept in three bits."""


@dataclass(frozen=True, slots=True)
class Cel:
    """A picture of a loop: rows of colours 0-15 or `TRANSPARENT`, all of the same length."""

    rows: tuple[tuple[int, ...], ...]

    @classmethod
    def from_text(cls, lines: Sequence[str]) -> Cel:
        """Return the cel drawn with hexadecimal digits and dots."""
        return cls(tuple(tuple(TRANSPARENT if c == "." else int(c, 16) for c in line) for line in lines))


@dataclass(frozen=True, slots=True)
class MirrorOf:
    """A loop that shows another one mirrored."""

    loop: int


Loop = Sequence[Cel] | MirrorOf


def view_resource(loops: Sequence[Loop], description: str = "") -> bytes:
    """Return a view; raises ResourceError where it breaks a limit of the format."""
    if not 1 <= len(loops) <= 0xFF:
        raise ResourceError(f"a view has 1 to 255 loops, not {len(loops)}")
    mirrored = {loop.loop for loop in loops if isinstance(loop, MirrorOf)}
    body = bytearray()
    start = 5 + 2 * len(loops)
    offsets: dict[int, int] = {}
    for number, loop in enumerate(loops):
        if not isinstance(loop, MirrorOf):
            offsets[number] = start + len(body)
            body += _loop(loop, number, number in mirrored)
    table = bytearray()
    for number, loop in enumerate(loops):
        source = loop.loop if isinstance(loop, MirrorOf) else number
        if source not in offsets or source > _MAX_MIRRORED_LOOP < number:
            raise ResourceError(f"loop {number} mirrors loop {source}, which has no cels of its own")
        table += offsets[source].to_bytes(2, "little")
    text = description.encode("cp437") + b"\0" if description else b""
    text_offset = start + len(body) if text else 0
    if start + len(body) + len(text) > 0xFFFF:
        raise ResourceError(f"the view takes {start + len(body) + len(text)} bytes; at most 65535 are possible")
    # The first two bytes are the step size and cycle time that only the oldest interpreters read.
    return bytes([1, 1, len(loops)]) + text_offset.to_bytes(2, "little") + bytes(table) + bytes(body) + text


def _loop(cels: Sequence[Cel], number: int, is_mirrored: bool) -> bytes:
    if not 1 <= len(cels) <= 0xFF:
        raise ResourceError(f"loop {number} has {len(cels)} cels; 1 to 255 are possible")
    body = bytearray()
    table = bytearray()
    for index, cel in enumerate(cels):
        table += (1 + 2 * len(cels) + len(body)).to_bytes(2, "little")
        body += _cel(cel, f"loop {number}, cel {index}", number if is_mirrored else None)
    return bytes([len(cels)]) + bytes(table) + bytes(body)


def _cel(cel: Cel, where: str, mirrored_loop: int | None) -> bytes:
    height = len(cel.rows)
    width = len(cel.rows[0]) if height else 0
    if not (1 <= width <= MAX_CEL_WIDTH and 1 <= height <= MAX_CEL_HEIGHT):
        raise ResourceError(
            f"{where}: {width} by {height} cells; up to {MAX_CEL_WIDTH} by {MAX_CEL_HEIGHT} are possible"
        )
    if any(len(row) != width for row in cel.rows):
        raise ResourceError(f"{where}: its rows have different lengths")
    used = {color for row in cel.rows for color in row}
    transparent = next((color for color in range(_COLORS) if color not in used), None)
    if transparent is None:
        raise ResourceError(f"{where}: it uses all sixteen colours; one has to be free to stand for transparent")
    rows = [[transparent if color == TRANSPARENT else color for color in row] for row in cel.rows]
    data = b"".join(_packed_row(row, transparent) for row in rows)
    flags = transparent
    if mirrored_loop is not None:
        flags |= _MIRRORED | mirrored_loop << 4
        # The original mirrors a cel where it lies in memory; the other side may pack worse, so there must be room.
        room = sum(len(_packed_row(row[::-1], transparent)) for row in rows)
        data += bytes(max(0, room - len(data)))
    return bytes([width, height, flags]) + data


def _packed_row(row: Sequence[int], transparent: int) -> bytes:
    """Return runs of colour and length; what is transparent at the end is left out."""
    end = len(row)
    while end and row[end - 1] == transparent:
        end -= 1
    packed = bytearray()
    position = 0
    while position < end:
        run = 1
        while position + run < end and row[position + run] == row[position] and run < _MAX_RUN:
            run += 1
        packed.append(row[position] << 4 | run)
        position += run
    return bytes(packed) + b"\0"


def parse_view(text: str, file: str = "view") -> bytes:
    """Return the view of a text (see the module); raises ResourceError with file and line for what is wrong."""
    loops: list[list[list[str]] | MirrorOf] = []
    description = ""
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.split(";")[0].strip()
        current = loops[-1] if loops else None
        if not line:
            continue
        if match := re.fullmatch(r'description\s+"(.*)"', raw.strip()):
            description = match[1].replace("\\n", "\n")
        elif match := re.fullmatch(r"loop(?:\s+mirrors\s+(\d+))?", line):
            loops.append(MirrorOf(int(match[1])) if match[1] else [])
        elif line == "cel" and isinstance(current, list):
            current.append([])
        elif re.fullmatch("[0-9a-f.]+", line) and isinstance(current, list) and current:
            current[-1].append(line)
        else:
            raise ResourceError(f"{file}:{number}: expected description, loop, cel or a row of colours, not {line!r}")
    try:
        return view_resource(
            [loop if isinstance(loop, MirrorOf) else [Cel.from_text(cel) for cel in loop] for loop in loops],
            description,
        )
    except ResourceError as problem:
        raise ResourceError(f"{file}: {problem}") from None
