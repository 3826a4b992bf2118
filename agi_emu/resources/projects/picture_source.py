"""Pictures from a small script, a command a line (reference: PIC-6, PIC-17)::

    color lightblue               ; or its number: color 9; or: color off
    priority 4                    ; or: priority off
    line 0,0 20,30 40,30          ; straight lines from point to point
    polygon 0,0 20,30 40,30       ; a line back to the first point at the end
    box 10,10 50,40               ; the outline of a rectangle
    area 0,0 20,30 40,30          ; a polygon painted over whatever is there
    ellipse 30,40 10,20           ; painted likewise: its centre, half its width and height
    fill 12,12 30,30              ; floods what is white (color on) or of priority 4 (color off)
    pen circle 3 splatter         ; circle or square, size 0 to 7
    plot 10,10 20,20              ; the pen at points; with splatter, point:texture
    xcorner 10,10 50 40 20        ; from a point alternately to a new x and a new y
    ycorner 10,10 40 50 30        ; the same, y first
    steps 10,10 +3-2 +0+5         ; from a point by small steps, -6 to 7 across and -7 to 7 down

and for pictures that were made otherwise::

    bytes F8 0A                   ; anything else, in hexadecimal
    end                           ; the end of the picture, where bytes follow it
    unfinished                    ; the picture has no end

x goes from 0 to 159, y from 0 to 167; `;` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from math import isqrt
from typing import NamedTuple

from agi_emu.facts.errors import ResourceError
from agi_emu.facts.numbers import number_in
from agi_emu.facts.palette import COLOR_NAMES
from agi_emu.logic.names import did_you_mean
from agi_emu.resources.projects.source_problems import SourceProblems

COLOR_ON, COLOR_OFF, PRIORITY_ON, PRIORITY_OFF = 0xF0, 0xF1, 0xF2, 0xF3
Y_CORNER, X_CORNER, LINE, STEPS, FILL, PEN, PLOT, END = 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFF
FIRST_COMMAND = COLOR_ON
_MAX_STEP = 7
_PEN_SQUARE, _PEN_SPLATTER, _MAX_PEN = 0x10, 0x20, 7
_MAX_X, _MAX_Y, _MAX_COLOR = 159, 167, 15
_TEXTURES = 120
"""Texture numbers of plots; they are stored doubled."""


def parse_picture(text: str, file: str = "picture") -> bytes:
    """Return the picture of a script; raises ResourceError with file and line for what is wrong."""
    script = PictureScript()
    problems = SourceProblems(file)
    for number, raw in enumerate(text.split("\n"), start=1):
        words = raw.split(";")[0].split()
        if words:
            with problems.of_line(number):
                script.add(words[0].lower(), words[1:])
    problems.raise_all()
    return script.finish()


class PictureLine(NamedTuple):
    """A line of a script that draws."""

    line: int
    """Counted from 0."""
    words: str
    """Without comment, a blank between words."""
    end: int
    """Bytes of the picture up to the end of what the line adds."""


def picture_lines(text: str) -> tuple[bytes, list[PictureLine]]:
    """Return the picture that a script makes, and the lines that add to it; lines with mistakes are left out."""
    script = PictureScript()
    found = []
    for number, raw in enumerate(text.split("\n")):
        words = raw.split(";")[0].split()
        if words:
            before = len(script.data)
            try:
                script.add(words[0].lower(), words[1:])
            except ResourceError:
                del script.data[before:]
                continue
            found.append(PictureLine(number, " ".join(words), len(script.data)))
    return script.finish(), found


class PictureScript:
    """The bytes so far, and whether plots need a texture."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.has_splatter = False
        self._is_ended = False

    def finish(self) -> bytes:
        """Return the whole picture."""
        return bytes(self.data) if self._is_ended else bytes(self.data) + bytes([END])

    def add(self, command: str, operands: list[str]) -> None:
        """Append the bytes of one line."""
        act = COMMANDS.get("color" if command == "colour" else command)
        if act is None:
            hint = did_you_mean(command, COMMANDS)
            raise ResourceError(f"expected {', '.join(COMMANDS)}, not {command!r}{hint}")
        act(self, operands)

    def _end(self, mark: bytes) -> None:
        self._is_ended = True
        self.data += mark

    def _color(self, operands: list[str]) -> None:
        name = re.sub("[-_]", "", "".join(operands).lower()).replace("gray", "grey")
        is_number = len(operands) == 1 and number_in(operands[0], _MAX_COLOR) is not None
        if name in COLOR_NAMES:
            self._switch([str(COLOR_NAMES.index(name))], COLOR_ON, COLOR_OFF)
        elif is_number or operands == ["off"]:
            self._switch(operands, COLOR_ON, COLOR_OFF)
        else:
            known = ", ".join(COLOR_NAMES)
            raise ResourceError(f"expected a colour ({known}, or 0 to {_MAX_COLOR}) or off, not {' '.join(operands)!r}")

    def _corners(self, operands: list[str], *, is_x_first: bool) -> None:
        if not operands:
            raise ResourceError("expected a point x,y and then numbers")
        self.data += bytes([X_CORNER if is_x_first else Y_CORNER, *_point(operands[0])])
        for index, operand in enumerate(operands[1:]):
            self.data.append(_number(operand, _MAX_X if (index % 2 == 0) == is_x_first else _MAX_Y))

    def _steps(self, operands: list[str]) -> None:
        if not operands:
            raise ResourceError("expected a point x,y and then steps like +3-2")
        self.data += bytes([STEPS, *_point(operands[0])])
        for operand in operands[1:]:
            match = re.fullmatch(r"([+-])(\d)([+-])(\d)", operand)
            if match is None:
                raise ResourceError(f"expected a step like +3-2, not {operand!r}")
            step = _number(match[2], _MAX_STEP) << 4 | _number(match[4], _MAX_STEP)
            step |= (0x80 if match[1] == "-" else 0) | (0x08 if match[3] == "-" else 0)
            if step >= FIRST_COMMAND:
                raise ResourceError("a step to the left is at most 6 cells long")
            self.data.append(step)

    def _bytes(self, operands: list[str]) -> None:
        for operand in operands:
            if not re.fullmatch("[0-9A-Fa-f]{2}", operand):
                raise ResourceError(f"expected bytes in hexadecimal, not {operand!r}")
            self.data.append(int(operand, 16))

    def _switch(self, operands: list[str], on: int, off: int) -> None:
        if operands == ["off"]:
            self.data.append(off)
        else:
            self.data += bytes([on, _number(operands[0] if len(operands) == 1 else " ".join(operands), _MAX_COLOR)])

    def _points(self, command: int, points: list[tuple[int, int]]) -> None:
        if not points:
            raise ResourceError("expected points x,y")
        self.data.append(command)
        for x, y in points:
            self.data += bytes([x, y])

    def _box(self, operands: list[str]) -> None:
        if len(operands) != 2:
            raise ResourceError("expected two opposite corners x,y")
        (left, top), (right, bottom) = _point(operands[0]), _point(operands[1])
        # From the first corner alternately to a new x and a new y.
        self.data += bytes([X_CORNER, left, top, right, bottom, left, top])

    def _area(self, points: list[tuple[int, int]]) -> None:
        if len(points) < 3:
            raise ResourceError("expected at least three points x,y")
        self._points(LINE, points + points[:1])
        for y in range(min(y for _, y in points) + 1, max(y for _, y in points)):
            crossings = sorted(_crossings(points, y))
            for left, right in zip(crossings[::2], crossings[1::2], strict=True):
                self._points(LINE, [(left, y), (right, y)])

    def _ellipse(self, operands: list[str]) -> None:
        if len(operands) != 2:
            raise ResourceError("expected the centre x,y, then half the width and half the height")
        (x, y), (half_width, half_height) = _point(operands[0]), _point(operands[1])
        for row in range(max(0, y - half_height), min(_MAX_Y, y + half_height) + 1):
            # Half a cell is added to both axes, so that small ones are round.
            square = (2 * half_height + 1) ** 2 - (2 * (row - y)) ** 2
            reach = (isqrt(square * (2 * half_width + 1) ** 2) // (2 * half_height + 1)) // 2
            self._points(LINE, [(max(0, x - reach), row), (min(_MAX_X, x + reach), row)])

    def _pen(self, operands: list[str]) -> None:
        shapes = {"circle": 0, "square": _PEN_SQUARE}
        if len(operands) not in (2, 3) or operands[0] not in shapes or operands[2:] not in ([], ["splatter"]):
            raise ResourceError("expected circle or square, a size, and optionally splatter")
        self.has_splatter = len(operands) == 3
        splatter = _PEN_SPLATTER if self.has_splatter else 0
        self.data += bytes([PEN, _number(operands[1], _MAX_PEN) | shapes[operands[0]] | splatter])

    def _plot(self, operands: list[str]) -> None:
        if not operands:
            raise ResourceError("expected points x,y")
        self.data.append(PLOT)
        for operand in operands:
            place, colon, texture = operand.partition(":")
            if self.has_splatter != bool(colon):
                raise ResourceError("a pen with splatter needs points x,y:texture; other pens need x,y")
            if colon:
                self.data.append(2 * _number(texture, _TEXTURES - 1))
            self.data += bytes(_point(place))


COMMANDS: Mapping[str, Callable[[PictureScript, list[str]], None]] = {
    "color": PictureScript._color,
    "priority": lambda script, operands: script._switch(operands, PRIORITY_ON, PRIORITY_OFF),
    "line": lambda script, operands: script._points(LINE, list(map(_point, operands))),
    "polygon": lambda script, operands: script._points(LINE, list(map(_point, [*operands, *operands[:1]]))),
    "box": PictureScript._box,
    "area": lambda script, operands: script._area(list(map(_point, operands))),
    "ellipse": PictureScript._ellipse,
    "fill": lambda script, operands: script._points(FILL, list(map(_point, operands))),
    "pen": PictureScript._pen,
    "plot": PictureScript._plot,
    "xcorner": lambda script, operands: script._corners(operands, is_x_first=True),
    "ycorner": lambda script, operands: script._corners(operands, is_x_first=False),
    "steps": PictureScript._steps,
    "bytes": PictureScript._bytes,
    "end": lambda script, _: script._end(bytes([END])),
    "unfinished": lambda script, _: script._end(b""),
}
"""What each command adds, in the order in which mistakes list them."""


def _crossings(points: list[tuple[int, int]], y: int) -> Iterator[int]:
    """Yield the x at which the sides of a polygon cross a row; a corner belongs to the side below it."""
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        if min(y1, y2) <= y < max(y1, y2):
            yield x1 + (2 * (y - y1) * (x2 - x1) + (y2 - y1)) // (2 * (y2 - y1))


def _point(operand: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+),(\d+)", operand)
    if match is None:
        raise ResourceError(f"expected a point x,y (0,0 to {_MAX_X},{_MAX_Y}), not {operand!r}")
    return _number(match[1], _MAX_X), _number(match[2], _MAX_Y)


def _number(text: str, limit: int) -> int:
    number = number_in(text, limit)
    if number is None:
        raise ResourceError(f"expected a number from 0 to {limit}, not {text!r}")
    return number
