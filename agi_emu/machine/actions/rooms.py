"""Actions that leave a room, load logics, and name the game (reference: CMD-16 to CMD-22, CMD-33)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.facts.mercies import IGNORE_GAME_ID
from agi_emu.machine import room_changes
from agi_emu.machine.binding import action
from agi_emu.machine.display.message_fields import own_message

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter


@action("new.room")
def new_room_n(m: Interpreter, number: int) -> None:
    """Leave for a room; one game's own interpreter leads to another one (`Game.rooms_led_elsewhere`)."""
    new_room(m, m.game.rooms_led_elsewhere.get(number, number))


def new_room(m: Interpreter, number: int) -> None:
    """Leave for another room: all logics are abandoned and logic 0 begins again."""
    room_changes.new_room(m, number)


@action("new.room.v")
def new_room_v(m: Interpreter, variable: int) -> None:
    """Leave for the room in a variable."""
    room_changes.new_room(m, m.vars[variable])


@action("load.logics")
def load_logics(m: Interpreter, number: int) -> None:
    """Load a logic and keep it; the script entry is made even if it is there."""
    room_changes.load_logics(m, number)


@action("load.logics.v")
def load_logics_v(m: Interpreter, variable: int) -> None:
    """Load the logic in a variable and keep it."""
    room_changes.load_logics(m, m.vars[variable])


@action("set.game.id")
def set_game_id(m: Interpreter, message: int) -> None:
    """Keep the game's name; the original ends unless it is the one built into it."""
    name = (own_message(m, message) or b"")[:6]
    m.state.general.game_id[:] = [*name, *([0] * (8 - len(name)))]
    if IGNORE_GAME_ID not in m.settings.mercies:
        m.end(0)
