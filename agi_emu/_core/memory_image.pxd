from libc.stdint cimport uint8_t, uint32_t

from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *
from agi_emu._core.view_tables cimport CelHeader

cdef enum:
    SHOWN_VIEW = 255  # number of the object that show.obj borrows, and its entry: objects are at most 255

cdef uint8_t* image_of(StateLayout* s) noexcept nogil
cdef void begin_image(Context c, const uint8_t* memory) noexcept nogil
cdef void set_head(StateLayout* s, int kind, int address) noexcept nogil
cdef int find_record(StateLayout* s, int kind, int number, int* last) noexcept nogil
cdef int view_in_image(Context c, ScreenObject* o, int view) noexcept nogil
cdef bytes description_in_image(StateLayout* s)
cdef void loop_in_image(StateLayout* s, ScreenObject* o) noexcept nogil
cdef void cel_in_image(StateLayout* s, ScreenObject* o, int cel, CelHeader* header) noexcept nogil
cdef int draw_from_image(Context c, ScreenObject* o) noexcept nogil
cdef void sizes_in_image(StateLayout* s, ScreenObject* o, int* sizes) noexcept nogil
cdef void show_from_now_on(StateLayout* s, ScreenObject* o) noexcept nogil
cdef void note_backgrounds(Context c, SpriteList* sprites, const uint8_t* numbers, int count) noexcept nogil
cdef void note_cells(Context c, Sprite* sprite, int number) noexcept nogil


cdef inline uint32_t arena_front(const StateLayout* s) noexcept nogil:
    """Return where the backgrounds begin in the arena."""
    return s.turned.copied + IMAGE_BYTES * (s.heap.image != 0)
