"""Actions that load, forget and show views (reference: views-and-blitting.md 8, pictures.md 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.machine import loading, windows
from agi_emu.machine.binding import TrappableError, action
from agi_emu.machine.modal import Purpose, finish
from agi_emu.machine.start import append_loaded, cut_loaded
from agi_emu.resources.kinds import Kind
from agi_emu.state.layout import ModalRecord

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine


@action("load.view")
def load_view(m: Machine, number: int) -> None:
    """Load a view."""
    loading.load(m, Kind.VIEW, number)


@action("load.view.v")
def load_view_v(m: Machine, variable: int) -> None:
    """Load the view in a variable."""
    loading.load(m, Kind.VIEW, m.vars[variable])


@action("discard.view")
def discard_view(m: Machine, number: int) -> None:
    """Forget a view and those loaded after it."""
    loading.discard(m, Kind.VIEW, number)


@action("discard.view.v")
def discard_view_v(m: Machine, variable: int) -> None:
    """Forget the view in a variable and those loaded after it."""
    loading.discard(m, Kind.VIEW, m.vars[variable])


@action("show.obj")
def show_obj(m: Machine, number: int) -> None:
    """Show a view's first cel over everything, with its description in a window."""
    views = m.state.loaded.views
    borrowed = not views.present[number]
    if borrowed:
        loading.require(m, Kind.VIEW, number)
        loading.give_view(m, number)
        append_loaded(views, number)
    error = m.core.show_view(number)
    if error:
        raise TrappableError(error, number)
    # A missing view that was forgiven has no description.
    description = m.game.view(number).description if number in m.game.views else None
    windows.print_wait(m, description or b"", Purpose.SHOW_OBJECT, values=(number, borrowed))


@action("show.obj.v")
def show_obj_v(m: Machine, variable: int) -> None:
    """Show the view in a variable with its description."""
    show_obj(m, m.vars[variable])


@finish(Purpose.SHOW_OBJECT)
def object_shown(m: Machine, record: ModalRecord, result: int) -> None:
    """Put back what the view covered, and forget the view if it was borrowed."""
    m.core.hide_view()
    if record.values[windows.OWN_VALUES + 1]:
        views = m.state.loaded.views
        cut_loaded(views, views.count - 1)
