"""The core as the machine sees it: run the VM, move the objects, put sprites in and out, draw pictures."""

from threading import main_thread

from agi_emu._core.counting import NAMES

from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.string cimport memcmp, memcpy, memset

from agi_emu._core.added_cels cimport add_to_picture
from agi_emu._core.backgrounds cimport forget_drawn
from agi_emu._core.cels cimport set_view
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport Context, object_count
from agi_emu._core.counting cimport charge, tally
from agi_emu._core.cycle cimport advance as run_on, advance_to, animate, beat, needs_python
from agi_emu._core.deep cimport take_changed_colours, take_colours
from agi_emu._core.fuel cimport MOST_OWED, burn
from agi_emu._core.heap cimport take_memory, tell_free
from agi_emu._core.hercules cimport PATTERN_BYTES, take_dots
from agi_emu._core.interp cimport call_unloaded, enter_logic, run
from agi_emu._core.layout cimport *
from agi_emu._core.memory_image cimport (
    SHOWN_VIEW, arena_front, begin_image, description_in_image, find_record, image_of, set_head
)
from agi_emu._core.motion cimport direction_pass
from agi_emu._core.placement cimport fits
from agi_emu._core.placing_actions cimport script_add
from agi_emu._core.picture cimport draw_picture
from agi_emu._core.opcodes cimport *
from agi_emu._core.prices cimport COUNT_LOADED, COUNT_PICTURE
from agi_emu._core.player cimport knows_sound, stand_alike, start_sound, step_sound, stop_sound
from agi_emu._core.port_log cimport log_of
from agi_emu._core.screen cimport Screen
from agi_emu._core.sprite_lists cimport insert_all, remove_all
from agi_emu._core.sprites cimport draw_object, hide_view, set_update, show_static, show_updating, show_view
from agi_emu._core.turns cimport leave_turns, take_turn

cdef enum:
    EMPTY_CELL = LOWEST_BAND << 4 | 15  # white
    KINDS = 4  # of resources
    LAST_BEAT = 0xFFFFFFFF
    BEATS_WITH_LOCK = 32  # 1 to 70 microseconds
    MOST_KEPT = 64


cdef extern from "Python.h":
    unsigned long PyThread_get_thread_ident() noexcept nogil

# Signals are looked at in this thread alone.
cdef unsigned long MAIN_THREAD = main_thread().ident


cdef bytes EMPTY = bytes([EMPTY_CELL]) * PICTURE_CELLS
# What pictures became that were drawn last, of all machines: by all that they follow from but the buffer, it as it was
# before and after, what was counted, and the pen.
cdef dict KEPT = {}


cdef class Core(Context):
    """The inner loops over one state; the arguments are those of `Context` and `Screen`."""

    def __init__(self, buffer not None: bytearray, face not None: bytes, *, bint text_backgrounds_by_xor=False):
        """Put a screen onto the state."""
        self.screen = Screen(buffer, face, text_backgrounds_by_xor=text_backgrounds_by_xor)

    def __dealloc__(self):
        """Let no other core know this one."""
        leave_turns(self)

    def run(self) -> int:
        """Execute logics until something needs Python; return STOP_BEAT, a need, or 0 once logic 0 has returned."""
        return run(self, self.screen)

    def enter(self, int logic, bint temporary=False, int loaded_before=0) -> bool:
        """Push a frame for a logic in memory; return False when calls are nested too deeply."""
        if not 0 <= logic <= 255 or not 0 <= loaded_before <= 255:
            raise ValueError(f"logic {logic}")
        return enter_logic(self, logic, temporary, loaded_before) == 0

    def call_unloaded(self, int logic) -> bool:
        """Call a logic that is not in memory, for the call alone; return False when calls are nested too deeply."""
        if not self.has_code(logic):
            raise ValueError(f"the code of logic {logic} was not given")
        return call_unloaded(self, logic) == 0

    cpdef int advance(self, int until, uint32_t beats, uint32_t cycles=1):
        """Let the beat happen that is due, then run to a stop of `until`, to the last of `beats`, or to a need.

        Stops where a cycle begins, and for no other reason, are passed until there were `cycles` of them.

        Return the stop or, not above 0, what Python must do before `go_on` (see cycle.pyx).
        """
        take_turn(self)
        self.last_beat = self.s.clock.beats + min(beats, LAST_BEAT - self.s.clock.beats)
        self.cycles_left = cycles
        if self.s.cycle.beat_due:
            if needs_python(self):
                return NEED_BEAT
            beat(self)
        return self.go_on(until)

    cpdef int go_on(self, int until, int stop=0):
        """Continue what `advance` began, where Python came to a stop, if any; return what it does."""
        self.tell_lack()
        self.looks_at_signals = PyThread_get_thread_ident() == MAIN_THREAD
        if not stop & (until | STOP_ASKED):
            stop = run_on(self, self.screen, until, self.last_beat)
        while stop == STOP_CYCLE and self.cycles_left > 1:
            self.cycles_left -= 1
            self.passed_beat = self.s.clock.beats
            stop = run_on(self, self.screen, until, self.last_beat)
        return stop

    def advance_to(self, uint32_t last_beat, int also=0) -> int:
        """Run through many beats until one is due after `last_beat`, to a stop of `also`, or until Python is needed.

        Other threads run beside it except in its first beats: where a game needs Python in every cycle, giving the
        interpreter lock away and waiting for it again takes longer than the cycle.
        """
        cdef int stop
        cdef Screen screen = self.screen
        cdef uint32_t first = min(last_beat, self.s.clock.beats + BEATS_WITH_LOCK)
        self.tell_lack()
        self.looks_at_signals = PyThread_get_thread_ident() == MAIN_THREAD
        stop = advance_to(self, screen, first, also)
        if stop > 0 and not stop & also and first < last_beat and not self.s.general.exited:
            with nogil:
                stop = advance_to(self, screen, last_beat, also)
        return stop

    def advance_ticks(self, ticker not None: Ticker, uint32_t last_beat, int stop=0) -> int:
        """Run through beats as `advance_to` does, and let `ticker`, which is of this core, take their ticks.

        It ends earlier behind a tick that is not as `ticker` expects. `stop` is what Python did, where it was needed.
        A ticker has no type here, for its module would then be imported at every start.
        """
        if ticker.core is not self:
            raise ValueError("the ticker is that of another machine")
        self.tell_lack()
        self.looks_at_signals = PyThread_get_thread_ident() == MAIN_THREAD
        return ticker.run(last_beat, stop)

    def beat(self) -> None:
        """Let a timer interrupt happen."""
        beat(self)

    def start_sound(self, int number, int end_flag) -> None:
        """Begin a sound whose bytes were given; what played before has been stopped."""
        if not self.has_sound(number) or not 0 <= end_flag <= 255:
            raise ValueError(f"sound {number}, flag {end_flag}")
        start_sound(self, number, end_flag)

    def stop_sound(self) -> None:
        """End the sound that plays, if any."""
        stop_sound(self)

    def step_sound(self) -> None:
        """Play one beat of the sound that plays, if its bytes were given."""
        if knows_sound(self):
            step_sound(self)

    def play_sound(self, int beats, Core until=None) -> tuple[int, array[int]]:
        """Play the sound that was started for at most `beats` beats, and nothing else of the machine.

        With `until` it ends where the voices stand as those of the sound that plays there. Return how many it took and
        the log of its port writes (port_log.pyx). The clock moves on by them; other threads may run beside it.
        """
        cdef int played = 0
        cdef bint is_led = until is not None
        cdef const SoundState* aim = &until.s.sound if is_led else NULL
        self.give_writes()
        if knows_sound(self):
            with nogil:
                while played < beats and self.s.sound.playing and not (is_led and stand_alike(&self.s.sound, aim)):
                    played += 1
                    self.s.clock.beats += 1
                    step_sound(self)
        log = log_of(self.writes, self.write_count)
        self.write_count = 0
        return played, log

    def sound_stands_as(self, Core other not None) -> bool:
        """Return whether the voices of the sounds that play in two machines stand alike."""
        return stand_alike(&self.s.sound, &other.s.sound)

    def animate(self) -> int:
        """Choose loops, advance cels, move and redraw; return 0, the interpreter's error, or NEED_PLACE."""
        return animate(self, self.screen)

    def direction_pass(self) -> None:
        """Recompute the directions of the objects."""
        direction_pass(self)

    def sprites_out(self) -> None:
        """Take all objects out of the picture buffer."""
        remove_all(self)

    def sprites_in(self) -> None:
        """Put all objects back, static ones first."""
        insert_all(self)

    def show_sprites(self) -> None:
        """Copy the objects of both lists to the screen."""
        show_static(self, self.screen)
        show_updating(self, self.screen)

    def forget_sprites(self) -> None:
        """Forget the lists; the sprites' pixels stay in the buffer (after new.room, restart, errors)."""
        forget_drawn(self)
        self.s.updating_sprites.count = 0
        self.s.static_sprites.count = 0
        self.s.updating_sprites.entries[SHOWN_VIEW].saved = 0  # of show.obj; its background goes with the others
        self.s.arena_used = arena_front(self.s)

    def forget_drawn(self) -> None:
        """Forget how the objects were drawn: somebody has written into the state itself."""
        forget_drawn(self)

    def draw_always(self) -> None:
        """Take out and put back each object even where nothing has changed, as the original does; for tests."""
        self.draws_always = True
        forget_drawn(self)

    def begin_image(self, bytes memory not None) -> None:
        """Keep the original's memory, these 64 KB, byte by byte; no object may be in the picture."""
        if len(memory) != MEMORY_BYTES:
            raise ValueError(f"the memory has {MEMORY_BYTES} bytes, not {len(memory)}")
        if self.s.heap.image == 0 and self.s.arena_used == self.s.turned.copied:
            begin_image(self, <const uint8_t*> <const char*> memory)

    def end_image(self) -> None:
        """Keep the memory no longer; no object may be in the picture."""
        if self.s.heap.image:
            self.s.heap.image = 0
            self.s.arena_used = self.s.turned.copied

    def write_memory(self, int address, bytes data not None) -> None:
        """Write to the memory that is kept, as far as it reaches."""
        cdef int at = address & (MEMORY_BYTES - 1)
        cdef Py_ssize_t size = min(len(data), <Py_ssize_t> MEMORY_BYTES - at)
        if self.s.heap.image:
            memcpy(image_of(self.s) + at, <const uint8_t*> <const char*> data, size)

    def set_list_head(self, int kind, int address) -> None:
        """Say where the first record of a kind's list lies in the memory that is kept, 0 for an empty list."""
        if not 0 <= kind < KINDS:
            raise ValueError(f"kind {kind}")
        if self.s.heap.image:
            set_head(self.s, kind, address)

    def find_record(self, int kind, int number) -> tuple[int, int]:
        """Follow the list of a kind in the memory that is kept.

        Return the address of the record (0: none, -1: the list has no end) and that of the record looked at last.
        """
        cdef int found = 0, last = 0
        if not 0 <= kind < KINDS:
            raise ValueError(f"kind {kind}")
        if self.s.heap.image:
            found = find_record(self.s, kind, number, &last)
        return found, last

    def tell_free(self) -> None:
        """Set v8 to what is left of the memory for resources."""
        tell_free(self)

    def take_memory(self, int size) -> bool:
        """Take a piece of the memory for resources; return False, and note it in the state, when it does not fit."""
        if not 0 <= size <= 0xFFFF:
            raise ValueError(f"a piece of {size} bytes")
        return take_memory(self, size)

    def script_add(self, int action, int number) -> int:
        """Append an entry to the script list; return 0 or ERROR_SCRIPT_FULL with its value in vm.error_value."""
        return script_add(self, action & 0xFF, number & 0xFF)

    def last_command(self) -> tuple[int, bytes]:
        """Return the action that the logics executed last, and its operands as bytes."""
        cdef int length = min(<int> self.s.vm.last_length, MOST_OPERANDS)
        return self.s.vm.last_action, (<const char*> &self.s.vm.last_operands[0])[:length]

    def running_logic(self) -> int:
        """Return the number of the innermost logic under execution, 0 between two runs."""
        return self.s.vm.frames[min(<int> self.s.vm.depth, FRAME_DEPTH) - 1].logic if self.s.vm.depth else 0

    def number_text(self, int64_t value) -> bytes:
        """Return a number as text, which the original keeps behind the controllers (reference: KEY-27)."""
        cdef bytes digits = b"%d" % value
        cdef Py_ssize_t room = sizeof(self.s.text.number)
        memcpy(&self.s.text.number[0], <const char*> digits, min(len(digits) + 1, room))
        return digits

    def is_in_trouble(self) -> bool:
        """Return whether the core hung for a reason that Python has not told yet, or something did not fit."""
        return self.s.heap.wanted != 0 or self.s.general.hung in (HUNG_SORTING, HUNG_SEARCHING)

    def charge(self, int cells) -> None:
        """Count drawing `cells` picture cells as work of the processor."""
        charge(self, cells)

    def count(self, str name not None, int number=1) -> None:
        """Count, and charge, what Python does in place of the original's routines; `NAMES` of counting.pyx names them.
        """
        if number < 0:
            raise ValueError(f"{number} {name}")
        tally(self, NAMES[name], number)

    def burn(self, int fuel) -> None:
        """Count what the host computes (see fuel.pxd); at most a second of it is owed."""
        if fuel < 0:
            raise ValueError(f"{fuel} units of fuel")
        burn(self, min(fuel, max(self.s.vm.fuel + MOST_OWED, 0)))

    def has_fuel(self) -> bool:
        """Return whether this beat can burn more."""
        return self.rules.beat_fuel == 0 or self.s.vm.fuel > 0

    def ask_to_stop(self) -> None:
        """Let `advance` and `advance_to` return NEED_LOOK soon, also in another thread."""
        self.stop_asked = 1

    def take_stop(self) -> bool:
        """Return whether a stop was asked for, and forget it."""
        cdef bint asked = self.stop_asked != 0
        self.stop_asked = 0
        return asked

    def clear_picture(self) -> None:
        """Fill the picture buffer with priority 4 and white."""
        memset(&self.s.picture[0], EMPTY_CELL, PICTURE_CELLS)

    def take_colours(self) -> None:
        """Show 256 colours from now on, beginning with those of the picture; no object may be in it."""
        take_colours(self.s)
        self.screen.touch()

    def take_changed_colours(self, bytes before not None) -> None:
        """Show the colours of the picture where it has changed since it was as `before`."""
        if len(before) != PICTURE_CELLS:
            raise ValueError(f"a picture has {PICTURE_CELLS} cells, not {len(before)}")
        take_changed_colours(self.s, <const uint8_t*> <const char*> before)

    def draw_picture(
        self, bytes data not None, int pen_variant=0, bint keep_pen=False,
        tuple nibbles: tuple[bytes, bytes] | None = None,
    ) -> None:
        """Draw a picture resource over the buffer; `keep_pen` begins with the pen of the last one.

        `nibbles` are those of 16 colours on a CGA, in even and in odd rows. What was drawn over the same before is only
        copied.
        """
        cdef uint32_t[COUNT_LOADED - COUNT_PICTURE] counts
        cdef char* picture = <char*> &self.s.picture[0]
        cdef bytes before = EMPTY, after, counted
        if not keep_pen:
            self.s.pen = 0
        if not data:
            return
        key = data, pen_variant, self.s.pen, nibbles, self.tariff != NULL
        kept = KEPT.get(key)
        if kept is not None:
            before, after, counted, pen = kept
            if memcmp(picture, <const char*> before, PICTURE_CELLS) == 0:
                memcpy(picture, <const char*> after, PICTURE_CELLS)
                self.s.pen = pen
                memcpy(counts, <const char*> counted, sizeof(counts))
                self.count_picture(counts)
                return
        elif len(KEPT) >= MOST_KEPT:
            del KEPT[next(iter(KEPT))]
        if memcmp(picture, <const char*> before, PICTURE_CELLS) != 0:
            before = picture[:PICTURE_CELLS]
        memset(counts, 0, sizeof(counts))
        self.draw_over(data, pen_variant, nibbles, NULL if self.tariff == NULL else &counts[0])
        self.count_picture(counts)
        KEPT[key] = before, picture[:PICTURE_CELLS], (<char*> counts)[:sizeof(counts)], self.s.pen

    cdef int draw_over(self, bytes data, int pen_variant, tuple nibbles, uint32_t* counts) except -1:
        """Draw a picture as `draw_picture` does, and count what is drawn."""
        cdef uint8_t[PICTURE_CELLS] odd
        cdef const uint8_t* bytes_of = <const uint8_t*> <const char*> data
        cdef const uint8_t* in_even
        cdef const uint8_t* in_odd
        cdef uint8_t pen
        cdef int row
        if nibbles is None:
            draw_picture(&self.s.picture[0], bytes_of, len(data), pen_variant, &self.s.pen, NULL, NULL, counts)
            return 0
        if [len(each) for each in nibbles] != [16, 16]:
            raise ValueError("a CGA has two tables of 16 nibbles")
        # Lines and fills look at white alone, which is the same in all rows: so each half is that of a whole picture.
        in_even = <const uint8_t*> <const char*> <bytes> nibbles[0]
        in_odd = <const uint8_t*> <const char*> <bytes> nibbles[1]
        pen = self.s.pen
        memcpy(odd, &self.s.picture[0], PICTURE_CELLS)
        draw_picture(&self.s.picture[0], bytes_of, len(data), pen_variant, &self.s.pen, in_even, in_odd, counts)
        draw_picture(odd, bytes_of, len(data), pen_variant, &pen, in_odd, in_even)
        for row in range(1, PICTURE_HEIGHT, 2):
            memcpy(&self.s.picture[row * PICTURE_WIDTH], &odd[row * PICTURE_WIDTH], PICTURE_WIDTH)
        return 0

    cdef void count_picture(self, const uint32_t* counts) noexcept:
        """Count what was drawn of a picture."""
        cdef int i
        for i in range(COUNT_LOADED - COUNT_PICTURE):
            tally(self, COUNT_PICTURE + i, <int> counts[i])

    def set_patterns(self, bytes patterns not None) -> None:
        """Take the dots that each colour is on a Hercules."""
        if len(patterns) != PATTERN_BYTES:
            raise ValueError(f"patterns have {PATTERN_BYTES} bytes, not {len(patterns)}")
        memcpy(self.patterns, <const uint8_t*> <const char*> patterns, PATTERN_BYTES)

    def take_dots(self) -> None:
        """Make the second picture the dots of the first one; no object may be in it."""
        self.s.deep_shown = DEEP_DOTS
        take_dots(self.s, self.patterns)
        self.screen.touch()

    def show_view(self, int view) -> int:
        """Draw a view over everything for show.obj; return 0 or the interpreter's error."""
        if not 0 <= view <= 255:
            raise ValueError(f"view {view}")
        return show_view(self, self.screen, view)

    def shown_description(self) -> bytes:
        """Return the text that the view of show.obj leads to in the memory that is kept."""
        return description_in_image(self.s)

    def hide_view(self) -> None:
        """Take away what `show_view` drew."""
        hide_view(self, self.screen)

    def add_to_picture(self, int view, int loop, int cel, int x, int y, int combined) -> int:
        """add.to.pic as restore.game replays it, `combined` being priority | margin << 4; return 0 or the error."""
        if not (0 <= view <= 255 and 0 <= loop <= 255 and 0 <= cel <= 255):
            raise ValueError(f"view {view}, loop {loop}, cel {cel}")
        if not (0 <= x <= 255 and 0 <= y <= 255 and 0 <= combined <= 255):
            raise ValueError(f"({x}, {y}), {combined}")
        return add_to_picture(self, self.screen, view, loop, cel, x, y, combined)

    def set_object_view(self, int number, int view) -> int:
        """set.view as restore.game uses it; return 0 or the interpreter's error."""
        if not (0 <= number <= 255 and 0 <= view <= 255):
            raise ValueError(f"object {number}, view {view}")
        return set_view(self, &self.s.objects[number], number, view)

    def draw_object(self, int number) -> bool:
        """Draw an object as restore.game uses it; return whether its placement search hung."""
        if not 0 <= number <= 255:
            raise ValueError(f"object {number}")
        return draw_object(self, self.screen, number) == NEED_PLACE

    def set_update(self, int number, bint on) -> None:
        """start.update or stop.update."""
        if not 0 <= number <= 255:
            raise ValueError(f"object {number}")
        set_update(self, number, on)

    def fits(self, int number) -> bool:
        """Tell whether an object may stand where its record says; the picture must be without objects."""
        if not 0 <= number <= 255:
            raise ValueError(f"object {number}")
        return fits(self, &self.s.objects[number], number)

    def lacks_resources(self) -> bool:
        """Tell whether the state refers to a logic or view whose bytes were never given."""
        cdef StateLayout* s = self.s
        cdef int i
        for i in range(min(<int> s.loaded.logics.count, 256)):
            if self.code[s.loaded.logics.order[i]] == NULL:
                return True
        for i in range(min(<int> s.loaded.views.count, 256)):
            if self.view[s.loaded.views.order[i]] == NULL:
                return True
        for i in range(min(<int> s.vm.depth, FRAME_DEPTH)):
            if self.code[s.vm.frames[i].logic] == NULL:
                return True
        for i in range(object_count(s)):
            if s.objects[i].has_view and self.view[s.objects[i].view] == NULL:
                return True
        return s.scratch.has_view and self.view[s.scratch.view] == NULL
