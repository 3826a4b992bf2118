"""A plain twin of the visible screen, cell by cell from reference: TEXT-3 to TEXT-9, TEXT-11 to TEXT-17, TEXT-34."""

from __future__ import annotations

from collections import Counter

BELOW_THE_PICTURE = -1
"""Shown as black."""


class PlainScreen:
    """Pixels as (x, y) in lists of rows; the recordings' model beside them."""

    def __init__(self, picture: bytes, face: bytes, picture_row: int, *, text_mode: bool, by_xor: bool) -> None:
        self.picture = picture
        self.face = face
        self.top = 8 * picture_row
        self.text_mode = text_mode
        self.by_xor = by_xor
        self.pixels = [bytearray(320) for _ in range(200)]
        self.model = [bytearray(160) for _ in range(200)]
        self.cells = [[(0, 0)] * 40 for _ in range(25)]

    def _paint_rectangle(self, colours: dict[tuple[int, int], int], *, off_the_left: bool) -> None:
        """Paint picture cells given as (x, screen row) -> colour; what lies below the picture the model keeps."""
        for (x, row), colour in colours.items():
            if not self.text_mode:
                self.pixels[row][2 * x] = self.pixels[row][2 * x + 1] = max(colour, 0)
            if not off_the_left and colour != BELOW_THE_PICTURE:
                self.model[row][x] = colour
        if off_the_left:
            return
        for (column, line), covered in Counter((x // 4, row // 8) for x, row in colours).items():
            if covered == 4 * 8:
                self.cells[line][column] = (0, 0)

    def fill(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        colours = {
            (each, row): colour
            for each in range(max(x, 0), min(x + width, 160))
            for row in range(max(y + self.top, 0), min(y + self.top + height, 200))
        }
        self._paint_rectangle(colours, off_the_left=x < 0)

    def copy(self, x: int, y: int, width: int, height: int, shift: int = 0) -> None:
        colours = {
            (each, line + self.top): self.picture[160 * line + each] >> shift & 15 if line < 168 else BELOW_THE_PICTURE
            for each in range(max(x, 0), min(x + width, 160))
            for line in range(max(y, 0), min(y + height, 200 - self.top))
        }
        self._paint_rectangle(colours, off_the_left=x < 0)

    def set_mode(self, text_mode: bool) -> None:
        self.text_mode = text_mode
        self.pixels = [bytearray(320) for _ in range(200)]
        self.model = [bytearray(160) for _ in range(200)]
        self.cells = [[(0, 0)] * 40 for _ in range(25)]

    def fill_cells(self, top: int, left: int, bottom: int, right: int, attribute: int) -> None:
        if not (0 <= top < 25 and 0 <= left < 40):
            return
        colour = attribute >> 4 if self.text_mode else attribute & 15
        for row in range(top, min(bottom, 24) + 1):
            for column in range(left, min(right, 39) + 1):
                self.cells[row][column] = (0, attribute if self.text_mode else 0)
                for y in range(8 * row, 8 * row + 8):
                    for x in range(8 * column, 8 * column + 8):
                        self.pixels[y][x] = colour
                        if not self.text_mode:
                            self.model[y][x // 2] = colour

    def put(self, row: int, column: int, character: int, attribute: int, *, halftone: bool) -> None:
        if not (0 <= row < 25 and 0 <= column < 40):
            return
        self.cells[row][column] = (character, attribute)
        inverted = not self.text_mode and attribute >= 0x80
        colour = attribute & 15
        if inverted and self.by_xor:
            for y in range(8):
                for x in range(8):
                    if self.face[8 * character + y] & (0x80 >> x):
                        self.pixels[8 * row + y][8 * column + x] ^= colour
            return
        ground = attribute >> 4 if self.text_mode else (colour if inverted else 0)
        for y in range(8):
            for x in range(8):
                lit = bool(self.face[8 * character + y] & (0x80 >> x)) != inverted
                if halftone and not self.text_mode:
                    lit = lit or (x + y) % 2 == 1
                if self.text_mode:
                    self.pixels[8 * row + y][8 * column + x] = colour if lit else ground
                else:
                    self.pixels[8 * row + y][8 * column + x] = colour if lit else 0
                if not self.text_mode:
                    self.model[8 * row + y][4 * column + x // 2] = ground

    def scroll(self, top: int, left: int, bottom: int, right: int, attribute: int) -> None:
        if not (0 <= top < 25 and 0 <= left < 40):
            return
        bottom, right = min(max(bottom, top), 24), min(max(right, left), 39)
        for row in range(top, bottom):
            for column in range(left, right + 1):
                self.cells[row][column] = self.cells[row + 1][column]
                for y in range(8 * row, 8 * row + 8):
                    for x in range(8 * column, 8 * column + 8):
                        self.pixels[y][x] = self.pixels[y + 8][x]
                        if not self.text_mode:
                            self.model[y][x // 2] = self.model[y + 8][x // 2]
        self.fill_cells(bottom, left, bottom, right, attribute)
