"""Actions that load, forget and show views (reference: VIEW-51, PIC-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.machine import heap, loading
from agi_emu.machine.binding import TrappableError, action
from agi_emu.machine.windows import windows
from agi_emu.machine.windows.modal import Purpose, finish
from agi_emu.resources.kinds import Kind
from agi_emu.state.layout import ModalRecord

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter

NO_ROOM = b"Not now."
"""The answer of show.obj to a view for which there is no memory (reference: VIEW-53)."""
DESCRIPTION_OFFSET = 3
"""Place in a view's header that holds the offset of its description."""


@action("load.view")
def load_view(m: Interpreter, number: int) -> None:
    """Load a view."""
    loading.load(m, Kind.VIEW, number)


@action("load.view.v")
def load_view_v(m: Interpreter, variable: int) -> None:
    """Load the view in a variable."""
    loading.load(m, Kind.VIEW, m.vars[variable])


@action("discard.view")
def discard_view(m: Interpreter, number: int) -> None:
    """Forget a view and those loaded after it."""
    loading.discard(m, Kind.VIEW, number)


@action("discard.view.v")
def discard_view_v(m: Interpreter, variable: int) -> None:
    """Forget the view in a variable and those loaded after it."""
    loading.discard(m, Kind.VIEW, m.vars[variable])


@action("show.obj")
def show_obj(m: Interpreter, number: int) -> None:
    """Show a view's first cel over everything, with its description in a window."""
    views = m.state.loaded.views
    borrowed = not views.present[number]
    if borrowed and not heap.has_room(m, Kind.VIEW, number):
        windows.print_wait(m, NO_ROOM, Purpose.PRINT)
        return
    if borrowed:
        loading.bring(m, Kind.VIEW, number)
    error = m.core.show_view(number)
    if error:
        raise TrappableError(error, number)
    windows.print_wait(m, _description(m, number), Purpose.SHOW_OBJECT, values=(number, borrowed))


def _description(m: Interpreter, number: int) -> bytes:
    """Return what show.obj prints: the text at the offset that the view's header names.

    Quirk: a view without a description names offset 0, where its own first bytes stand (reference:
    VIEW-2).
    """
    if number not in m.game.views:
        return b""  # missing, and that was forgiven
    data = m.game.views[number]
    start = int.from_bytes(data[DESCRIPTION_OFFSET : DESCRIPTION_OFFSET + 2], "little")
    return data[start:].partition(b"\0")[0]


@action("show.obj.v")
def show_obj_v(m: Interpreter, variable: int) -> None:
    """Show the view in a variable with its description."""
    show_obj(m, m.vars[variable])


@finish(Purpose.SHOW_OBJECT)
def object_shown(m: Interpreter, record: ModalRecord, result: int) -> None:
    """Put back what the view covered, and forget the view if it was borrowed."""
    m.core.hide_view()
    if record.values[windows.OWN_VALUES + 1]:
        loading.drop_last(m, Kind.VIEW)
