"""What masks leave of a state, pixel by pixel."""

from __future__ import annotations

from collections.abc import Iterable

from agi_emu.state.layout import StateLayout


def masked(state: StateLayout, areas: Iterable[tuple[int, int, int, int]], variables: Iterable[int]) -> StateLayout:
    """Return a copy with 0 in rectangles of the screen, in the cells of the picture under them, and in variables."""
    left = StateLayout.from_buffer_copy(state)
    for number in variables:
        left.vars[number] = 0
    for x, y, width, height in areas:
        for row in range(y, y + height):
            for column in range(x, x + width):
                left.screen[320 * row + column] = 0
                # The picture may begin further down, and its cells are two pixels wide.
                row_of_picture = row - 8 * state.text.picture_row
                if 0 <= row_of_picture < 168:
                    left.picture[160 * row_of_picture + column // 2] = 0
    return left
