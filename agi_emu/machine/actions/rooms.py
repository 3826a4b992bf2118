"""Actions that leave a room, load logics, name the game, and keep the script list of resource events.

Source: reference: CMD-16 to CMD-22, CMD-33, SAVE-10, SAVE-11.
"""

from __future__ import annotations

from agi_emu.facts.mercies import IGNORE_GAME_ID
from agi_emu.machine import heap, room_changes
from agi_emu.machine.binding import action
from agi_emu.machine.display.message import own_message
from agi_emu.machine.interpreter import Interpreter


@action("new.room")
def new_room(m: Interpreter, number: int) -> None:
    """Leave for a room; one game's own interpreter leads to another one (`Game.rooms_led_elsewhere`)."""
    room_changes.new_room(m, m.game.rooms_led_elsewhere.get(number, number))


@action("set.game.id")
def set_game_id(m: Interpreter, message: int) -> None:
    """Keep the game's name; the original ends unless it is the one built into it."""
    name = (own_message(m, message) or b"")[:6]
    m.state.general.game_id[:] = [*name, *([0] * (8 - len(name)))]
    if IGNORE_GAME_ID not in m.settings.mercies:
        m.end(0)


@action("script.size")
def script_size(m: Interpreter, size: int) -> None:
    """Set the length of the list and empty it; the objects are taken out of the picture and put back."""
    m.core.sprites_out()
    m.state.script.size = size
    m.state.script.count = 0
    heap.take_script(m)
    m.core.sprites_in()
