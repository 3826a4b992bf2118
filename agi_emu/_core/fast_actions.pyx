"""Actions of Python handlers whose usual case needs no Python: games execute them in every cycle.

`try_fast_action` does the whole action or nothing: where it returns 0 the handler of the same name does everything.
Logics display short texts without codes again and again, set the text's colours before, load views that are in memory
already, show the picture, and hide lines that are hidden (reference: TEXT-14, TEXT-41, PIC-28).

Writing them twice pays: a call of Python takes longer than the whole action (docs/performance.md: a game that displays
eight texts per cycle runs 3.7 times as fast). A test holds both forms equal.
"""

from libc.stdint cimport uint8_t, uint32_t

from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, flag
from agi_emu._core.counting cimport charge, tally
from agi_emu._core.fuel cimport HANDLER_FUEL, SHORTCUT_FUEL, burn
from agi_emu._core.layout cimport *
from agi_emu._core.opcodes cimport *
from agi_emu._core.prices cimport COUNT_DISPLAYED
from agi_emu._core.screen cimport Screen

cdef enum:
    DISPLAY_COLUMNS = 40  # a text of fewer characters fits into a line
    LAST_COLUMN = 39
    PERCENT = 37  # begins a code of the formatter
    SHOWN_PICTURE = 60_000  # fuel, as in machine/costs.py


cdef bint is_plain(const uint8_t* text, uint32_t length, uint8_t escape) noexcept nogil:
    """Return whether a message is shown as it is: one line without anything for the formatter."""
    cdef uint32_t i
    if length >= DISPLAY_COLUMNS:
        return False
    for i in range(length):
        if text[i] == PERCENT or text[i] == escape or text[i] == KEY_LINE_FEED:
            return False
    return True


cdef bint display(Context c, Screen screen, int row, int column, int message) noexcept nogil:
    """Write a message of the running logic, if it is a plain one and there is room to remember the cursor."""
    cdef StateLayout* s = c.s
    cdef TextState* text = &s.text
    cdef int logic = s.vm.frames[s.vm.depth - 1].logic
    cdef const uint8_t* shown
    cdef uint32_t length = 0, i
    cdef uint8_t cursor_row = text.row, cursor_column = text.column
    shown = c.message_text(logic, message, &length)
    if shown == NULL or text.position_depth >= POSITION_DEPTH or not is_plain(shown, length, text.escape):
        return False
    # The place in the stack is written although it is taken off again: it is part of the state.
    text.positions[2 * text.position_depth] = cursor_row
    text.positions[2 * text.position_depth + 1] = cursor_column
    text.row = row
    text.column = column
    for i in range(length):
        screen._print(shown[i])
    tally(c, COUNT_DISPLAYED, <int> length)
    text.row = cursor_row
    text.column = cursor_column
    return True


cdef void set_text_attribute(StateLayout* s, uint8_t foreground, uint8_t background) noexcept nogil:
    """Set the colours of text to come: all 16 of both in text mode, on black or black on white in graphics mode."""
    s.text.foreground = foreground
    s.text.background = 0
    if s.general.text_mode:
        s.text.attribute = (background << 4 | foreground) & 0xFF
    elif background:
        s.text.background = BACKGROUND_SET
        s.text.attribute = INVERTED_WHITE
    else:
        s.text.attribute = foreground


cdef inline void clear_text(Screen screen, int top, int left, int bottom, int right, int colour) noexcept nogil:
    """Clear cells, edges included: black or white, in text mode always black."""
    screen.fill_cells(top, left, bottom, right, WHITE if colour and not screen.state.general.text_mode else BLACK)


cdef bint show_picture(Context c, Screen screen) noexcept nogil:
    """Show the whole picture, if there is no window to close before."""
    if c.s.window.open or c.s.window.dialogue_open or flag(c.s, FLAG_WINDOW_STAYS):
        return False
    charge(c, PICTURE_CELLS)
    burn(c, SHOWN_PICTURE)
    screen.copy(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)
    c.s.general.picture_visible = 1
    return True


cdef int try_fast_action(Context c, Screen screen, int opcode, const uint8_t* a) noexcept nogil:
    """Execute an action of KIND_BOTH whose operands are `a`, and return its fuel; 0, with nothing done, for Python's.

    Recordings hold the fuel, so what Python alone did before costs as much as it did then.
    """
    cdef StateLayout* s = c.s
    cdef uint8_t* v = &s.vars[0]
    if opcode == FastAction.F_display:
        return SHORTCUT_FUEL if display(c, screen, a[0], a[1], a[2]) else 0
    if opcode == FastAction.F_display_v:
        return SHORTCUT_FUEL if display(c, screen, v[a[0]], v[a[1]], v[a[2]]) else 0
    if opcode == FastAction.F_load_view:
        return SHORTCUT_FUEL if s.loaded.views.present[a[0]] and not s.heap.image else 0
    if opcode == FastAction.F_load_view_v:
        return SHORTCUT_FUEL if s.loaded.views.present[v[a[0]]] and not s.heap.image else 0
    if opcode == FastAction.F_show_pic:
        return HANDLER_FUEL if show_picture(c, screen) else 0
    if opcode == FastAction.F_status_line_off:
        s.text.status_on = 0
        clear_text(screen, s.text.status_row, 0, s.text.status_row, LAST_COLUMN, BLACK)
        return HANDLER_FUEL
    if opcode == FastAction.F_prevent_input:
        if s.input.cursor_shown or screen.driver == DRIVER_HERCULES:
            return 0
        s.input.enabled = 0
        clear_text(screen, s.text.input_row, 0, s.text.input_row, LAST_COLUMN, BLACK)
        return HANDLER_FUEL
    if opcode == FastAction.F_set_text_attribute:
        if screen.driver == DRIVER_HERCULES:
            return 0
        set_text_attribute(s, a[0], a[1])
    elif opcode == FastAction.F_clear_lines:
        clear_text(screen, a[0], 0, a[1], LAST_COLUMN, a[2])
    elif opcode == FastAction.F_clear_text_rect:
        clear_text(screen, a[0], a[1], a[2], a[3], a[4])
    else:
        return 0
    return SHORTCUT_FUEL
