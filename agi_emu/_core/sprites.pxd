from agi_emu._core.context cimport Context, DrawnObject
from agi_emu._core.layout cimport *
from agi_emu._core.screen cimport Screen

cdef int show_object(
    Context c, Screen screen, ScreenObject* o, DrawnObject* drawn=*, bint is_still=*
) noexcept nogil
cdef void show_updating(Context c, Screen screen) noexcept nogil
cdef void show_static(Context c, Screen screen) noexcept nogil
cdef int draw_object(Context c, Screen screen, int number) noexcept nogil
cdef void erase_object(Context c, Screen screen, int number) noexcept nogil
cdef void set_update(Context c, int number, bint on) noexcept nogil
cdef void force_update(Context c, Screen screen) noexcept nogil
cdef void unanimate_all(Context c) noexcept nogil
cdef int show_view(Context c, Screen screen, int view) noexcept nogil
cdef void hide_view(Context c, Screen screen) noexcept nogil
