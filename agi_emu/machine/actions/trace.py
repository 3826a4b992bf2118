"""Actions of the trace window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.machine.binding import action
from agi_emu.machine.windows import trace_window

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter


@action("trace.on")
def trace_on(m: Interpreter) -> None:
    """Open the trace window, if flag 10 is set."""
    trace_window.start(m)


@action("trace.info")
def trace_info(m: Interpreter, logic: int, row: int, height: int) -> None:
    """Set the logic whose messages are the commands' names, and where the window stands."""
    trace = m.state.trace
    trace.logic = logic
    trace.row = row
    trace.height = max(height, trace_window.LEAST_HEIGHT)
