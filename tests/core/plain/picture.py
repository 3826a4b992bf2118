"""Plain twin of ``_core/picture`` (reference: PIC-5, PIC-6)."""

from __future__ import annotations

from tests.core.plain import brush, flood, line
from tests.core.plain.line import plot


class Painter:
    """A picture that is drawn command by command, for the interpreters from 2.439 on or another one named."""

    def __init__(self, picture: bytearray, data: bytes, interpreter: str = "2.439") -> None:
        self.picture = picture
        self.data = data
        self.position = 0
        self.mask = 0x00
        self.value = 0xFF
        self.pen = 0
        self.interpreter = interpreter

    def operand(self) -> int | None:
        """Take the next operand; None where the list ends."""
        if self.position < len(self.data) and self.data[self.position] < 0xF0:
            self.position += 1
            return self.data[self.position - 1]
        return None

    def blind(self) -> int | None:
        """Take the next byte whatever it is; None at the end of the data."""
        self.position += 1
        return self.data[self.position - 1] if self.position <= len(self.data) else None

    def x(self) -> int | None:
        """Take a column."""
        x = self.operand()
        return None if x is None else min(x, 159)

    def y(self) -> int | None:
        """Take a row."""
        y = self.operand()
        return None if y is None else min(y, 167)

    def point(self) -> tuple[int, int] | None:
        """Take a point; None where the list ends, also in the middle of a pair."""
        x = self.x()
        if x is None:
            return None
        y = self.y()
        return None if y is None else (x, y)

    def line_to(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Draw a line whose first point is plotted already."""
        line.draw(self.picture, *start, *end, self.mask, self.value)

    def corners(self, vertical: bool) -> None:
        """Draw F4 (vertical first) or F5."""
        here = self.point()
        if here is None:
            return
        plot(self.picture, *here, self.mask, self.value)
        while True:
            new = self.y() if vertical else self.x()
            if new is None:
                return
            there = (here[0], new) if vertical else (new, here[1])
            self.line_to(here, there)
            here = there
            vertical = not vertical

    def absolute_lines(self) -> None:
        """Draw F6."""
        here = self.point()
        if here is None:
            return
        plot(self.picture, *here, self.mask, self.value)
        while (there := self.point()) is not None:
            self.line_to(here, there)
            here = there

    def relative_lines(self) -> None:
        """Draw F7."""
        here = self.point()
        if here is None:
            return
        plot(self.picture, *here, self.mask, self.value)
        while (move := self.operand()) is not None:
            dx = move // 16 % 8 * (-1 if move & 0x80 else 1)
            dy = move % 8 * (-1 if move & 0x08 else 1)
            there = (min((here[0] + dx) % 256, 159), min((here[1] + dy) % 256, 167))
            self.line_to(here, there)
            here = there

    def fills(self) -> None:
        """Draw F8."""
        while (here := self.point()) is not None:
            flood.fill(self.picture, *here, self.mask, self.value)

    def pens(self) -> None:
        """Draw FA."""
        texture: int | None = 0
        while True:
            if self.pen & 0x20:
                texture = self.operand()
                if texture is None:
                    return
            here = self.point()
            if here is None:
                return
            assert texture is not None
            brush.draw(self.picture, *here, self.pen, texture, self.mask, self.value, self.interpreter)

    def set_state(self, command: int) -> None:
        """Carry out F0 to F3."""
        if command == 0xF1:
            self.mask &= 0xF0
            self.value |= 0x0F
        elif command == 0xF3:
            self.mask &= 0x0F
            self.value |= 0xF0
        else:
            operand = self.blind()
            if operand is None:
                return
            if command == 0xF0:
                self.mask |= 0x0F
                self.value = self.value & 0xF0 | operand
            else:
                self.mask |= 0xF0
                self.value = self.value & 0x0F | operand % 16 * 16

    def set_pen(self) -> None:
        """Carry out F9; 2.411 reads its operand and ignores it."""
        operand = self.blind()
        if operand is not None and self.interpreter != "2.411":
            self.pen = operand

    def step(self) -> bool:
        """Draw the next command, or skip a byte that is none; False at the end."""
        if self.position >= len(self.data) or self.data[self.position] == 0xFF:
            return False
        command = self.data[self.position]
        self.position += 1
        if 0xF0 <= command <= 0xF3:
            self.set_state(command)
        elif command in (0xF4, 0xF5):
            self.corners(vertical=command == 0xF4)
        elif command == 0xF6:
            self.absolute_lines()
        elif command == 0xF7:
            self.relative_lines()
        elif command == 0xF8:
            self.fills()
        elif command == 0xF9 and self.interpreter != "2.272":
            self.set_pen()
        elif command == 0xFA and self.interpreter != "2.272":
            self.pens()
        self.position = min(self.position, len(self.data))
        return True


def draw(picture: bytearray, data: bytes, interpreter: str = "2.439") -> int:
    """Draw a whole resource; return where it ended."""
    painter = Painter(picture, data, interpreter)
    while painter.step():
        pass
    return painter.position
