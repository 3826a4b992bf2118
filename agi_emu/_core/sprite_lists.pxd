from libc.stdint cimport uint32_t

from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport *

# What `lift_all` has to put back.
cdef struct Lifted:
    bint still
    uint32_t static_count
    uint32_t updating_count
    uint32_t middle  # of the arena: the end of the static list
    uint32_t end

cdef void lift_updating(Context c) noexcept nogil
cdef void put_back_updating(Context c) noexcept nogil
cdef void lift_all(Context c, Lifted* lifted) noexcept nogil
cdef void lower_all(Context c, Lifted* lifted) noexcept nogil
cdef void put_back_all(Context c, Lifted* lifted) noexcept nogil
cdef void remove_all(Context c) noexcept nogil
cdef int draw_cel(Context c, ScreenObject* o, int top) noexcept nogil
cdef void insert_all(Context c) noexcept nogil
cdef void remove_updating(Context c) noexcept nogil
cdef void put_sprite(Context c, SpriteList* sprites, int index, ScreenObject* o, int number) noexcept nogil
cdef void insert_static(Context c) noexcept nogil
cdef void insert_updating(Context c) noexcept nogil
