"""Actions that build and use the menu bar; before 2.411 they only eat their operands (reference: CMD-6)."""

from __future__ import annotations

from agi_emu.facts.codes import Flag
from agi_emu.machine.binding import action
from agi_emu.machine.display.message import own_message
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import menu


@action("set.menu")
def set_menu(m: Interpreter, message: int) -> None:
    """Append a menu called as the message says."""
    if m.profile.has_menus:
        menu.add_menu(m, own_message(m, message) or b"")


@action("set.menu.item")
def set_menu_item(m: Interpreter, message: int, controller: int) -> None:
    """Append an item to the last menu."""
    if m.profile.has_menus:
        menu.add_item(m, own_message(m, message) or b"", controller)


@action("submit.menu")
def submit_menu(m: Interpreter) -> None:
    """End the making of menus."""
    if m.profile.has_menus:
        menu.submit(m)


@action("enable.item")
def enable_item(m: Interpreter, controller: int) -> None:
    """Enable all items with this controller."""
    if m.profile.has_menus:
        menu.enable_items(m, controller, enabled=True)


@action("disable.item")
def disable_item(m: Interpreter, controller: int) -> None:
    """Disable all items with this controller."""
    if m.profile.has_menus:
        menu.enable_items(m, controller, enabled=False)


@action("menu.input")
def menu_input(m: Interpreter) -> None:
    """Ask for the menu, if flag 14 allows it; it opens at the start of the next input step."""
    if m.flag(Flag.MENU):
        m.state.menu.requested = 1


@action("allow.menu")
def allow_menu(m: Interpreter, allowed: int) -> None:
    """Allow or forbid that the menu opens; a request stays until it may."""
    m.state.menu.allowed = allowed != 0
