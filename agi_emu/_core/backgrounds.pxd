from libc.stdint cimport uint8_t

from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *

cdef bint lies_inside(const Sprite* sprite) noexcept nogil
cdef void save_background(StateLayout* s, Sprite* sprite) noexcept nogil
cdef void restore_background(StateLayout* s, Sprite* sprite) noexcept nogil
cdef int listed(const SpriteList* sprites) noexcept nogil
cdef void count_restored(Context c, const SpriteList* sprites) noexcept nogil
cdef void take_out(Context c, SpriteList* sprites) noexcept nogil
cdef void remove_list(Context c, SpriteList* sprites) noexcept nogil
cdef void forget_drawn(Context c) noexcept nogil
cdef void begin_drawn(Context c, const SpriteList* sprites) noexcept nogil
cdef bint draws_plainly(Context c, int view, int loop, int cel, int width, int height) noexcept nogil
cdef void begin_entry(Context c, SpriteList* sprites, int index) noexcept nogil
cdef void end_entry(Context c, SpriteList* sprites, int index, const ScreenObject* o) noexcept nogil
cdef void spend_again(Context c, const SpriteList* sprites, int index) noexcept nogil
cdef void tell_hidden(Context c, const SpriteList* sprites) noexcept nogil
cdef void note_hidden(Context c, const SpriteList* sprites, bint hidden) noexcept nogil
cdef bint is_drawn(Context c, const SpriteList* sprites) noexcept nogil
cdef bint stands(Context c, const SpriteList* sprites, int index, int number) noexcept nogil
cdef void draw_again(Context c, const SpriteList* sprites) noexcept nogil
cdef void lower_updating(Context c) noexcept nogil
cdef const uint8_t* ground(Context c, int x, int y, int width, uint8_t* cells) noexcept nogil
cdef void copy_ground(const StateLayout* s, uint8_t* plane) noexcept nogil
