"""Actions that load, forget, show and play pictures, views and sounds.

Source: reference: PIC-3, PIC-29, PIC-31, VIEW-51, SND-6, SND-7, SND-8, CMD-39.
"""

from __future__ import annotations

from agi_emu.facts.codes import ErrorCode, Flag
from agi_emu.machine import heap, loading, picture_drawing, sound
from agi_emu.machine.binding import TrappableError, action
from agi_emu.machine.costs import SHOWN_PICTURE
from agi_emu.machine.display.message import own_text
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import windows
from agi_emu.machine.windows.modal import Purpose, finish
from agi_emu.resources.kinds import Kind
from agi_emu.state.layout import PICTURE_CELLS, PICTURE_HEIGHT, PICTURE_WIDTH, ModalRecord


@action("load.pic")
def load_pic(m: Interpreter, variable: int) -> None:
    """Load the picture in a variable."""
    loading.load(m, Kind.PICTURE, m.vars[variable])


@action("draw.pic")
def draw_pic(m: Interpreter, variable: int) -> None:
    """Draw a picture over a clean buffer; nothing is shown before show.pic."""
    picture_drawing.draw(m, m.vars[variable])
    m.picture_drawn()


@action("overlay.pic")
def overlay_pic(m: Interpreter, variable: int) -> None:
    """Draw a picture over what is there; show.pic is needed afterwards all the same."""
    picture_drawing.overlay(m, m.vars[variable])
    m.picture_drawn()


@action("show.pic")
def show_pic(m: Interpreter) -> None:
    """Close the window that is left open and show the whole picture."""
    if m.profile.show_pic_closes_window:
        m.set_flag(Flag.WINDOW_STAYS, False)
        windows.close(m)
    m.core.charge(PICTURE_CELLS)
    m.core.burn(SHOWN_PICTURE)
    m.core.screen.copy(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)
    m.state.general.picture_visible = 1


@action("discard.pic")
def discard_pic(m: Interpreter, variable: int) -> None:
    """Forget a picture and those loaded after it."""
    loading.discard(m, Kind.PICTURE, m.vars[variable])


NO_ROOM = b"Not now."
"""The answer of show.obj to a view for which there is no memory (reference: VIEW-53)."""
DESCRIPTION_OFFSET = 3
"""Place in a view's header that holds the offset of its description."""


@action("load.view", by_variable="load.view.v")
def load_view(m: Interpreter, number: int) -> None:
    """Load a view."""
    loading.load(m, Kind.VIEW, number)


@action("discard.view", by_variable="discard.view.v")
def discard_view(m: Interpreter, number: int) -> None:
    """Forget a view and those loaded after it."""
    loading.discard(m, Kind.VIEW, number)


@action("show.obj", by_variable="show.obj.v")
def show_obj(m: Interpreter, number: int) -> None:
    """Show a view's first cel over everything, with its description in a window."""
    views = m.state.loaded.views
    borrowed = not views.present[number]
    if borrowed and not heap.has_room(m, Kind.VIEW, number):
        windows.print_wait(m, own_text(m, NO_ROOM), Purpose.PRINT)
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
    if m.state.heap.image:
        return m.core.shown_description()
    if number not in m.game.views:
        return b""  # missing, and that was forgiven
    data = m.game.views[number]
    start = int.from_bytes(data[DESCRIPTION_OFFSET : DESCRIPTION_OFFSET + 2], "little")
    text = data[start:].partition(b"\0")[0]
    m.original = (0, text)
    return m.translation.views.get(number, text)


@finish(Purpose.SHOW_OBJECT)
def object_shown(m: Interpreter, record: ModalRecord, result: int) -> None:
    """Put back what the view covered, and forget the view if it was borrowed."""
    m.core.hide_view()
    if record.values[windows.OWN_VALUES + 1]:
        loading.drop_after(m, Kind.VIEW, m.state.loaded.views.count - 1)


@action("load.sound")
def load_sound(m: Interpreter, number: int) -> None:
    """Load a sound."""
    loading.load(m, Kind.SOUND, number)


@action("sound")
def play_sound(m: Interpreter, number: int, end_flag: int) -> None:
    """Play a sound that is in memory in place of the one that plays; the flag is set when it ends.

    The old sound's flag is set before the new one's is cleared, so with one flag for both it is clear.
    """
    sound.stop(m)
    m.set_flag(end_flag, False)
    if not m.state.loaded.sounds.present[number]:
        raise TrappableError(ErrorCode.SOUND_NOT_LOADED, number)
    sound.start(m, number, end_flag)
