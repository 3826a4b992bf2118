"""Actions that show the screen in another way for a while (reference: PIC-34, PIC-37)."""

from __future__ import annotations

from ctypes import c_int8

from agi_emu.facts.adapters import SHAKES
from agi_emu.facts.codes import BEATS_PER_TICK, Var
from agi_emu.facts.mercies import SURVIVE_CRASHES
from agi_emu.machine import loading, picture_drawing
from agi_emu.machine.binding import action
from agi_emu.machine.display import drivers, screen_modes
from agi_emu.machine.input.keys import PICTURE_LEFT, PICTURE_RIGHT, interrupt
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.windows import modal
from agi_emu.machine.windows.modal import Event, Purpose, finish, wait
from agi_emu.resources.releases import Extension
from agi_emu.state.layout import ModalRecord
from agi_emu.state.progress import Wait

BEATS_OF_SHAKE = 32
"""32 retraces a count at 60 Hz: shifted page and true page 4 retraces each, 4 times."""
BEATS_OF_PAGE = 4
TICKS_OF_SHAKE = {**dict.fromkeys(("cga", "cga-composite", "pcjr", "tandy"), len(SHAKES)), "mcga": 20}
"""By adapter: four moves and back, or 20 palettes (reference: PIC-49)."""
MOST_SYNC_STEPS = 10
"""The picture stays on the monitor; the original has no limit."""
SHAKES_OF_0 = 0x10000
"""The counter is reduced before it is tested (reference: PIC-38)."""


@action("shake.screen")
def shake_screen(m: Interpreter, count: int) -> None:
    """Shake the screen: two pages change places; the clock runs, the game stands still.

    On adapters without pages each step takes a tick of the clock. Retraces are not beats: where the processor is taken
    as infinitely fast, shaking takes no time. Under AGIPAL some counts choose a palette instead.
    """
    if Extension.AGIPAL in m.settings.extensions and screen_modes.FIRST_PALETTE <= count <= screen_modes.LAST_PALETTE:
        screen_modes.show_palette_file(m, count)
        return
    if not count:
        # Quirk: the picture shakes for hours, and no key ends it (reference: PIC-38).
        count = 0 if SURVIVE_CRASHES in m.settings.mercies else SHAKES_OF_0
    ticks = TICKS_OF_SHAKE.get(m.settings.display, 0)
    clock = m.state.clock
    if count and ticks:
        # Each step waits for the next tick.
        beats = (clock.beats - clock.divider, count * ticks * BEATS_PER_TICK)
        modal.open(m, wait=Wait.BEATS, purpose=Purpose.SHAKE, values=beats)
        _show_shaken(m, 1)
    elif count and m.settings.budget.units is not None:
        modal.open(m, wait=Wait.BEATS, purpose=Purpose.SHAKE, values=(clock.beats, count * BEATS_OF_SHAKE))


@wait(Wait.BEATS)
def shake(m: Interpreter, record: ModalRecord, event: Event | None) -> int | None:
    """Show the shifted page for 4 beats, then the true one for 4, until the time is over; or a step for each tick."""
    passed = m.state.clock.beats - record.values[0]
    if passed >= record.values[1]:
        return 1
    steps = TICKS_OF_SHAKE.get(m.settings.display)
    if steps == len(SHAKES):
        place = (passed // BEATS_PER_TICK + 1) % steps
    else:
        # Every other palette, and every other page, is the true one.
        place = passed // (BEATS_PER_TICK if steps else BEATS_OF_PAGE) % 2 == 0
    _show_shaken(m, place)
    return None


@finish(Purpose.SHAKE)
def shaken(m: Interpreter, record: ModalRecord, result: int) -> None:
    """Show the true page again."""
    _show_shaken(m, 0)


def _show_shaken(m: Interpreter, place: int) -> None:
    m.state.general.shake_offset = place
    m.screen.touch()


@interrupt(PICTURE_LEFT)
def move_left(m: Interpreter) -> None:
    """Move the picture of the monitor to the left, where the adapter has a register for that (reference: PIC-51)."""
    _move_picture(m, 1)


@interrupt(PICTURE_RIGHT)
def move_right(m: Interpreter) -> None:
    """Move it to the right."""
    _move_picture(m, -1)


def _move_picture(m: Interpreter, step: int) -> None:
    place = c_int8(m.state.general.sync_place).value + step
    if any(drivers.adapter_of(m).sync_step) and abs(place) <= MOST_SYNC_STEPS:
        m.state.general.sync_place = place & 0xFF
        m.screen.touch()


@action("toggle.monitor")
def toggle_monitor(m: Interpreter) -> None:
    """Change a CGA from its monitor to a television or back: what was loaded is translated again (reference: PIC-48).

    v26 keeps its value, and text that the game had displayed is gone.
    """
    other = drivers.other_monitor(m)
    if other is None or not m.vars[Var.ROOM]:
        return
    state = m.state
    visible = state.general.picture_visible
    m.core.sprites_out()
    state.general.adapter = other
    loading.load_views_again(m)
    picture_drawing.draw_script(m)
    m.core.sprites_in()
    state.general.picture_visible = visible
    screen_modes.show_graphics(m)
