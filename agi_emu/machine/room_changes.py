"""Leaving a room, loading logics, starting again (reference: TIME-17, TIME-18, TIME-20, TIME-21, CMD-16 to CMD-19)."""

from __future__ import annotations

from contextlib import suppress

from agi_emu.facts.codes import EGO, Edge, Flag, ObjectFlag, Var
from agi_emu.logic.opcodes import Record
from agi_emu.machine import heap, loading, memory_image, sound, start
from agi_emu.machine.display import input_line, screen_modes
from agi_emu.machine.input import keys
from agi_emu.machine.interpreter import Interpreter
from agi_emu.machine.start import drop_room_resources
from agi_emu.machine.windows import menu, windows

HORIZON_OF_NEW_ROOM = 36


def new_room(m: Interpreter, number: int) -> None:
    """Leave for another room: all logics are abandoned and logic 0 begins again."""
    state = m.state
    called = memory_image.place_of_called(m)
    sound.stop(m)
    keys.flush(m)
    state.script.count = 0
    state.script.recording = 1
    for i in range(state.general.object_count):
        o = state.objects[i]
        o.flags = (o.flags & ~ObjectFlag.PRESENT) | ObjectFlag.UPDATE
        o.has_view = o.has_cel = 0
        o.step_size = o.step_time = o.step_clock = o.cycle_time = o.cycle_clock = 1
    m.core.forget_sprites()
    memory_image.end(m)
    drop_room_resources(m)
    heap.take_script(m)
    general = state.general
    general.player_control = 1
    general.block_active = 0
    general.horizon = HORIZON_OF_NEW_ROOM
    variables = state.vars
    variables[Var.PREVIOUS_ROOM] = variables[Var.ROOM]
    variables[Var.ROOM] = number
    variables[Var.EDGE_OBJECT] = variables[Var.OBJECT_EDGE] = 0
    ego = state.objects[EGO]
    variables[Var.EGO_VIEW] = ego.view
    m.scan_again(rescan=True)
    load_logics(m, number)
    _load_trace_logic(m)
    edge = variables[Var.EGO_EDGE]
    if edge == Edge.TOP:
        ego.y = 167
    elif edge == Edge.RIGHT:
        ego.x = 0
    elif edge == Edge.BOTTOM:
        # The horizon of a new room plus 1, whatever it becomes.
        ego.y = HORIZON_OF_NEW_ROOM + 1
    elif edge == Edge.LEFT:
        ego.x = 160 - ego.width
    variables[Var.EGO_EDGE] = 0
    m.set_flag(Flag.NEW_ROOM, True)
    m.clear_controllers()
    if m.profile.new_room_names_volumes:
        m.core.number_text(m.profile.volume_count - 1)
    screen_modes.draw_status(m)
    input_line.redraw(m)
    # Quirk: the call returns all the same, and gives memory back to where its logic lay in the old room (reference:
    # MEM-6).
    if called is not None:
        state.heap.used = called


def enter(m: Interpreter, number: int) -> None:
    """Leave for another room from wherever the machine stands: windows, prompts and text screens close."""
    state = m.state
    state.modal.depth = 0
    state.clock.paused = 0
    state.vm.asked_pc = 0
    windows.close(m)
    if state.general.text_mode:
        screen_modes.show_graphics(m)
    # A logic that is missing, or too large, has its window by then.
    with suppress(loading.MissingError, heap.NoMemoryError):
        new_room(m, number)


def _load_trace_logic(m: Interpreter) -> None:
    """Bring the logic with the trace window's names into memory again, without a script entry."""
    if m.state.trace.logic:
        loading.load_logic(m, m.state.trace.logic)


def load_logics(m: Interpreter, number: int) -> None:
    """Load a logic and keep it; the script entry is made even if it is there."""
    loading.record(m, Record.LOAD_LOGICS, number)
    if not m.state.loaded.logics.present[number]:
        m.core.sprites_out()
        try:
            loading.load_logic(m, number)
        finally:
            m.core.sprites_in()


def restart(m: Interpreter) -> None:
    """Begin the game again (reference: TIME-21); some things stay (reference: TIME-22)."""
    state = m.state
    input_line.cancel(m)
    sound_on = m.flag(Flag.SOUND_ON)
    start.reset(m)
    m.jumps += 1
    m.set_flag(Flag.GAME_RESTARTED, True)
    m.set_flag(Flag.SOUND_ON, sound_on)
    state.clock.ticks = 0
    screen_modes.show_own_colours(m)
    menu.enable_all(m)
    m.scan_again(rescan=True)
    # Where it is missing its window stands, and the game ends after it.
    with suppress(loading.MissingError, heap.NoMemoryError):
        _load_trace_logic(m)
