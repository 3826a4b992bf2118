"""The step of a machine, and the frame after it, without a line of Python where it needs none.

Many ask for each cycle and its frame: of a game in which nothing moves, what Python takes for that is most of it.
"""

cimport cython
from libc.stdint cimport uint32_t

from agi_emu._core.colours cimport ScreenView
from agi_emu._core.machine cimport Core

cpdef enum:
    # `Guarded.attention`: nothing to look at; the state is lent to a caller; a step is under way; it is, and its state
    # was lent to a function that it called.
    FREE = 0
    LENT = 1
    BUSY = 2
    TOUCHED = 3
    # The longest that a step continues if what it waits for does not come: ten minutes of machine time.
    DEFAULT_BEATS = 60 * 60 * 10


cdef class Guarded:
    """A guard of a machine around each step; a subclass is asked where somebody has the machine's state."""

    # FREE lets a step begin without a look.
    cdef public int attention
    # What is lent, or None.
    cdef public object view

    def __enter__(self) -> None:
        """Begin a step."""
        self.begin()

    def __exit__(self, *error: object) -> None:
        """End a step."""
        self.end()

    cdef inline int begin(self) except -1:
        """Begin a step."""
        if self.attention != FREE:
            self.admit()
        self.attention = BUSY
        return 0

    cdef inline int end(self) except -1:
        """End a step."""
        if self.view is None:
            self.attention = FREE
        else:
            self.leave()
        return 0


cdef class Stepper:
    """What steps a machine: the core, behind the guard, and the view of its screen. The rest is a subclass's."""

    cdef Core _stepped
    cdef Guarded _guarded
    cdef ScreenView _view
    cdef list _stops

    def __init__(
        self, Core core not None, Guarded guarded not None, ScreenView view not None,
        list stops not None: list[Stop | None],
    ) -> None:
        """Take the parts; `stops` has the objects that stand for stops by their number, or None."""
        self._stepped = core
        self._guarded = guarded
        self._view = view
        self._stops = stops

    # Python calls what is not bound more quickly, but then reads its signature from a text: Stop.BEAT and DEFAULT_BEATS
    # are numbers there.
    @cython.binding(False)
    @cython.embedsignature(True)
    @cython.embedsignature.format("clinic")
    def advance(
        self, events: Iterable[InputEvent] = (), int until: Stop = 1, *, uint32_t cycles=1,
        uint32_t beats=36000,
    ) -> Stop:
        """Let `events` happen, then run to the next stop that `until` names (or the end); return where it stands.

        With `cycles` the first stops of `Stop.CYCLE` are passed, and only that many is one.
        A machine that stands waiting for a beat is given that beat first. A stop that does not come is given up after
        `beats`, 1 or more, ten minutes of machine time, and at once where `stop` is called.
        """
        cdef int stop
        self._guarded.begin()
        try:
            if events:
                self._accept_events(events)
            stop = self._stepped.advance(until, beats, cycles)
            if stop <= 0:
                stop = self._serve_to_stop(stop, until)
            known = self._stops[stop]
            return self._stop_of(stop) if known is None else known
        finally:
            self._guarded.end()

    @property
    def frame(self) -> Frame:
        """The picture on the monitor; the same object as before if nothing was drawn since."""
        frame = self._view.latest()
        if self._guarded.view is not None:
            # A caller may write pixels, which nobody counts: look at all of it the next time.
            self._stepped.screen.touch()
        return frame
