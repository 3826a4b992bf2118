"""Pictures of the windows of a game, as the machine draws them: the context of a text."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from agi_emu.facts.codes import MESSAGE_LINES
from agi_emu.machine.display.message import format_message
from agi_emu.machine.frame import frame_of
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.machine.windows import windows
from agi_emu.resources.catalogue import bytes_of, own_code_page
from agi_emu.resources.game import Game
from agi_emu.translations.game_texts import TextKind, game_texts, limits_of

FOLDER = "windows"
WIDEST_WINDOW = 36
"""Columns of text in the widest window in the middle of the picture whose box lies in it (reference: TEXT-30)."""


def window_pictures(game: Game) -> Iterator[tuple[str, str, bytes]]:
    """Yield a picture for each message that is shown in a window: its context, the name of a file, and a PNG.

    Codes stay as they stand in the text, for what they stand for is known only while a game is played.
    """
    machine = Machine(game, settings=Settings(extensions=frozenset(map(str, game.extensions))))
    m = machine.unguarded
    page = own_code_page(game)
    for text in game_texts(game):
        if not text.is_window or text.kind is not TextKind.MESSAGE:
            continue
        shown = bytes_of(text.text, page)
        formatted = format_message(shown, None, limit=max(limits_of(text)), codes="")
        if not formatted.width or formatted.width > WIDEST_WINDOW or formatted.lines > MESSAGE_LINES:
            continue
        windows.open_window(m, formatted)
        box = m.state.window
        left, top = 2 * box.x, box.y - box.height + 1 + 8 * m.state.text.picture_row
        image = frame_of(m.state).image().crop((left, top, left + 2 * box.width, top + box.height))
        file = BytesIO()
        image.save(file, "PNG")
        yield text.context, f"{FOLDER}/logic{text.place[0]}-{text.place[1]}.png", file.getvalue()
