"""Draws how fast the rooms of a game were on the computers of the time: a bar for each room and computer."""

from __future__ import annotations

import io
from collections.abc import Mapping

from PIL import Image, ImageDraw

from agi_emu.coverage.pace import RoomPace

WIDTH, LEFT, RIGHT = 720, 90, 60
"""Pixels: of the picture, before the bars, behind them."""
TOP, BAR, ROOM = 34, 10, 54
"""Pixels: above the rooms, of a bar, of a room with its space."""
BACK, INK, QUIET = "#ffffff", "#222222", "#888888"
COLOURS = ("#c0392b", "#e08a2e", "#8a6fb0", "#2f7d5b")
"""Of the bars, in the order of the budgets."""


def pace_png(rooms: Mapping[int, RoomPace], computers: Mapping[str, str]) -> bytes:
    """Return a PNG picture of the rooms; `computers` are those of `facts.clock_prices.COMPUTERS` with their titles.

    A bar is as long as the cycles per second that the room reaches; a line stands where those are that it asks for.
    Rooms that ask for as many as possible are cut off at the end of the scale.
    """
    most = max((room.wanted for room in rooms.values()), default=0) or 20
    image = Image.new("RGB", (WIDTH, TOP + ROOM * max(len(rooms), 1)), BACK)
    pen = ImageDraw.Draw(image)
    x = LEFT
    for colour, title in zip(COLOURS, computers.values(), strict=True):
        pen.rectangle((x, 12, x + 8, 20), fill=colour)
        pen.text((x + 13, 10), title, fill=INK)
        x += 130
    for index, (number, room) in enumerate(rooms.items()):
        y = TOP + ROOM * index
        pen.text((8, y + 8), f"room {number}", fill=INK)
        asked = f"asks {room.wanted:.1f}" if room.wanted else "asks all"
        pen.text((8, y + 22), asked, fill=QUIET)
        for place, (colour, computer) in enumerate(zip(COLOURS, computers, strict=True)):
            reached, top = room.reached(computer), y + place * (BAR + 1)
            end = LEFT + round((WIDTH - LEFT - RIGHT) * min(reached / most, 1))
            pen.rectangle((LEFT, top, max(end, LEFT + 1), top + BAR - 1), fill=colour)
            pen.text((end + 4, top - 1), f"{reached:.1f}", fill=QUIET)
        if room.wanted:
            x = LEFT + round((WIDTH - LEFT - RIGHT) * room.wanted / most)
            pen.line((x, y - 2, x, y + 4 * (BAR + 1)), fill=INK)
    out = io.BytesIO()
    image.save(out, format="PNG", optimize=True)
    return out.getvalue()
