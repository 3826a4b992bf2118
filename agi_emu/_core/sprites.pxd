from agi_emu._core.context cimport Context
from agi_emu._core.layout cimport ScreenObject
from agi_emu._core.screen cimport Screen

cdef void remove_updating(Context c) noexcept nogil
cdef void remove_all(Context c) noexcept nogil
cdef int draw_cel(Context c, ScreenObject* o, int top) noexcept nogil
cdef void insert_updating(Context c) noexcept nogil
cdef void insert_all(Context c) noexcept nogil
cdef int show_object(Context c, Screen screen, ScreenObject* o) noexcept nogil
cdef void show_updating(Context c, Screen screen) noexcept nogil
cdef void show_static(Context c, Screen screen) noexcept nogil
cdef int draw_object(Context c, Screen screen, int number) noexcept nogil
cdef void erase_object(Context c, Screen screen, int number) noexcept nogil
cdef void set_update(Context c, int number, bint on) noexcept nogil
cdef void force_update(Context c, Screen screen) noexcept nogil
cdef void unanimate_all(Context c) noexcept nogil
cdef int show_view(Context c, Screen screen, int view) noexcept nogil
cdef void hide_view(Context c, Screen screen) noexcept nogil
