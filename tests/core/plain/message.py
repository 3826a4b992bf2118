"""Plain twin of the message formatter and of where its window stands.

Written from the state machine of reference: TEXT-18 to TEXT-25, TEXT-28 to TEXT-30. There
`out` is its B, `cells` its linePos, `room` its W.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass
class Sheet:
    """What codes insert: variables and texts by number; None where a text does not exist."""

    variables: Mapping[int, int] = field(default_factory=dict)
    texts: Mapping[tuple[str, int], bytes] = field(default_factory=dict)
    """By kind (m, g, s, w, o) and number."""


@dataclass
class Layout:
    """The state of a formatting."""

    sheet: Sheet
    room: int
    escape: str
    out: list[str] = field(default_factory=list)
    cells: int = 0
    last: int = -1
    lines: int = 0
    width: int = 0

    def end_line(self) -> None:
        self.width = max(self.width, self.cells % 65536)
        self.lines += 1
        self.cells = 0

    def put(self, character: str) -> None:
        self.out.append(character)
        self.cells += 1

    def wrap(self) -> None:
        if self.last < 0:
            self.out.append("\n")
            self.end_line()
            return
        self.cells -= len(self.out) - self.last
        self.end_line()
        rest = "".join(self.out[self.last + 1 :]).lstrip(" ")
        self.out[self.last :] = ["\n", *rest]
        self.last = -1
        self.cells = len(rest)

    def expand(self, text: str, *, of_logic_0: bool) -> None:
        stream = list(text)
        while stream:
            if self.lines > 19:
                return
            while self.cells < self.room:
                if not stream:
                    return
                character = stream.pop(0)
                if character == self.escape:
                    if not stream:
                        return
                    self.put(stream.pop(0))
                elif character == "%":
                    self.code(stream, of_logic_0=of_logic_0)
                elif character == "\n":
                    self.out.append(character)
                    self.end_line()
                else:
                    if character == " ":
                        self.last = len(self.out)
                    self.put(character)
            self.wrap()

    def code(self, stream: list[str], *, of_logic_0: bool) -> None:
        kind = stream.pop(0) if stream else ""
        if not kind or kind not in "vmgswo":
            return
        number = digits(stream)
        text: bytes | None
        if kind == "v":
            text = str(self.sheet.variables.get(number, 0)).encode()
            if stream and stream[0] == "|":
                stream.pop(0)
                text = text.zfill(min(digits(stream), 10))
        elif kind == "o":
            text = self.sheet.texts.get(("o", self.sheet.variables.get(number, 0)))
        else:
            text = self.sheet.texts.get(("g" if kind == "m" and of_logic_0 else kind, number))
        if text:
            self.expand(text.decode("latin-1"), of_logic_0=of_logic_0 or kind == "g")


def digits(stream: list[str]) -> int:
    """Take the digits that come next and return their number as a byte; 0 if there are none."""
    found = ""
    while stream and stream[0] in "0123456789":
        found += stream.pop(0)
    return int(found or "0") % 256


def lay_out(text: bytes, sheet: Sheet, *, room: int, escape: str = "\\") -> tuple[bytes, int, int]:
    """Return the formatted text, its lines and its width."""
    layout = Layout(sheet, room, escape)
    layout.expand(text.decode("latin-1"), of_logic_0=False)
    layout.end_line()
    return "".join(layout.out).encode("latin-1"), layout.lines, layout.width


def window(lines: int, width: int, picture_row: int) -> tuple[int, int, int, int, int, int]:
    """Return text row and column of a window in the middle, and its box: x, bottom, width, height."""
    row = 1 + (19 - lines) // 2 + picture_row
    column = (40 - width) // 2 if width < 32768 else (65576 - width) // 2
    bottom = 8 * (row + lines - picture_row) + 4
    return row, column, 4 * column - 5, bottom, 4 * width + 10, 8 * lines + 10
