"""Actions that a function of the machine carries out as it is, and those that do nothing."""

from __future__ import annotations

from agi_emu.machine import room_changes, sound
from agi_emu.machine.binding import action, through_variable
from agi_emu.machine.display import input_line, screen_modes, text
from agi_emu.machine.display.drivers import is_hercules
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import inventory_screen, trace_window, windows

for _name, _handler in (
    ("accept.input", input_line.accept),
    ("cancel.line", input_line.cancel),
    ("close.window", windows.close),
    ("echo.line", input_line.echo),
    ("graphics", screen_modes.show_graphics),
    ("load.logics", room_changes.load_logics),
    ("load.logics.v", through_variable(room_changes.load_logics)),
    ("new.room.v", through_variable(room_changes.new_room)),
    ("prevent.input", input_line.prevent),
    ("set.text.attribute", text.set_attribute),
    ("status", inventory_screen.open_inventory),
    ("status.line.off", screen_modes.turn_status_off),
    ("status.line.on", screen_modes.turn_status_on),
    ("stop.sound", sound.stop),
    ("text.screen", screen_modes.show_text),
    ("trace.info", trace_window.set_place),
    ("trace.on", trace_window.start),
):
    action(_name)(_handler)


@action("init.joy")
def do_nothing(m: Interpreter) -> None:
    """Do nothing: no joystick answers (reference: KEY-23)."""


@action("open.dialogue")
def open_dialogue(m: Interpreter) -> None:
    """Let get.string ask on the screen instead of in a window of its own, where a Hercules has that."""
    _set_dialogue(m, is_open=True)


@action("close.dialogue")
def close_dialogue(m: Interpreter) -> None:
    """End `open.dialogue`."""
    _set_dialogue(m, is_open=False)


def _set_dialogue(m: Interpreter, *, is_open: bool) -> None:
    if is_hercules(m):
        m.state.window.dialogue_open = is_open


@action("set.upper.left")
def set_upper_left(m: Interpreter, x: int, y: int) -> None:
    """Do nothing: only the Apple II has it."""
