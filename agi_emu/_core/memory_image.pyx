"""The original's memory byte by byte, kept from when something is about to lie in free memory (reference: MEM-17).

Nearly always everything that objects and lists lead to is where it was loaded, and views are read from resources. Where
a drawn object or a list will lead to memory that is given back, Python lays the memory out (machine/memory_image.py);
from then until the room is left, loads and backgrounds are written to it, and objects read their loops and cels there.
It lies in the arena, between the copies of views and the backgrounds; after it the heads of the lists, and of each
object the addresses that its record holds.
"""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from agi_emu._core.cel cimport blit_found, turn_in_memory
from agi_emu._core.codes cimport *
from agi_emu._core.context cimport OBJECTS, Context, drawn_loop, object_count
from agi_emu._core.layout cimport *
from agi_emu._core.view_tables cimport CEL_HEADER_SIZE, MIRRORED, CelHeader, cel_header, loop_offset

cdef enum:
    ADDRESS = 0xFFFF    # bits of an address
    HEAP_END = 0x10010  # data address
    VIEWS = 1           # their list, and their part of `heap.places`
    NUMBER = 2          # offsets in a record
    VIEW_ADDRESS = 3
    VIEW_RECORD = 5
    LOOP_COUNT = 2      # offsets in a view
    DESCRIPTION = 3
    LOOP_TABLE = 5
    CEL_TABLE = 1       # offset in a loop
    THIRD_BYTE = 2      # of a cel: colour, and the loop for which it is held
    BACKGROUND_RECORD = 16
    MIRROR_LOOP_SHIFT = 4
    TRANSPARENT = 0x0F

cdef enum:
    # After the memory: the heads of the lists, then four addresses of each object.
    HEADS = MEMORY_BYTES
    OF_OBJECTS = MEMORY_BYTES + 8
    OBJECT_ADDRESSES = 8
    VIEW = 0
    LOOP = 2
    CEL = 4
    SHOWN = 6


cdef uint8_t* image_of(StateLayout* s) noexcept nogil:
    """Return the memory; `heap.image` says whether there is one."""
    return &s.arena[s.turned.copied]


cdef inline int word_at(const uint8_t* image, int place) noexcept nogil:
    """Return a word of what lies after the memory."""
    return image[place] | image[place + 1] << 8


cdef inline void put_word_at(uint8_t* image, int place, int value) noexcept nogil:
    """Set a word of what lies after the memory."""
    image[place] = value & 0xFF
    image[place + 1] = value >> 8 & 0xFF


cdef inline int byte_in(const uint8_t* image, int address) noexcept nogil:
    """Return a byte of the memory."""
    return image[address & ADDRESS]


cdef inline int word_in(const uint8_t* image, int address) noexcept nogil:
    """Return a word of the memory."""
    return byte_in(image, address) | byte_in(image, address + 1) << 8


cdef inline void put_word(uint8_t* image, int address, int value) noexcept nogil:
    """Set a word of the memory."""
    image[address & ADDRESS] = value & 0xFF
    image[(address + 1) & ADDRESS] = value >> 8 & 0xFF


cdef inline int place_of(StateLayout* s, const ScreenObject* o) noexcept nogil:
    """Return where the addresses of an object lie."""
    cdef Py_ssize_t number = OBJECTS if o == &s.scratch else o - &s.objects[0]
    return <int>(OF_OBJECTS + OBJECT_ADDRESSES * number)


cdef inline int address_of(StateLayout* s, const ScreenObject* o, int what) noexcept nogil:
    """Return the address of an object's VIEW, LOOP, CEL or SHOWN cel."""
    return word_at(image_of(s), place_of(s, o) + what)


cdef inline void point(StateLayout* s, const ScreenObject* o, int what, int address) noexcept nogil:
    """Set the address of an object's VIEW, LOOP, CEL or SHOWN cel."""
    put_word_at(image_of(s), place_of(s, o) + what, address)


cdef void point_to_resource(Context c, const ScreenObject* o) noexcept nogil:
    """Give an object the addresses of its view, loop and cel where they were loaded."""
    cdef StateLayout* s = c.s
    cdef const uint8_t* view = c.view[o.view]
    cdef Py_ssize_t length = c.view_length[o.view]
    cdef CelHeader header
    cdef int at = HEAP_END - c.rules.heap_bytes + s.heap.places[256 * VIEWS + o.view] + VIEW_RECORD
    point(s, o, VIEW, at)
    point(s, o, LOOP, at + <int> max(loop_offset(view, length, o.loop), 0))
    if cel_header(view, length, drawn_loop(o), o.cel, o.loop, &header):
        at += <int>(header.rows - CEL_HEADER_SIZE)
    point(s, o, CEL, at)
    point(s, o, SHOWN, at)


cdef void begin_image(Context c, const uint8_t* memory) noexcept nogil:
    """Keep these MEMORY_BYTES; no object may be in the picture, and the arena holds copies of views alone."""
    cdef StateLayout* s = c.s
    cdef uint8_t* image = image_of(s)
    cdef int i
    s.heap.image = 1
    memcpy(image, memory, MEMORY_BYTES)
    memset(image + MEMORY_BYTES, 0, IMAGE_BYTES - MEMORY_BYTES)
    s.arena_used = s.turned.copied + IMAGE_BYTES
    for i in range(object_count(s)):
        if s.objects[i].has_view and c.view[s.objects[i].view] != NULL:
            point_to_resource(c, &s.objects[i])


cdef void set_head(StateLayout* s, int kind, int address) noexcept nogil:
    """Say where the first record of a list lies, 0 for an empty one."""
    put_word_at(image_of(s), HEADS + 2 * kind, address)


cdef int find_record(StateLayout* s, int kind, int number, int* last) noexcept nogil:
    """Follow a list as the original does; return the address of a record, 0 where there is none, -1 if it has no end.

    `last` becomes the record looked at last, 0 for an empty list.
    """
    cdef const uint8_t* image = image_of(s)
    cdef int address = word_at(image, HEADS + 2 * kind), _
    last[0] = 0
    for _ in range(MEMORY_BYTES):
        if address == 0:
            return 0
        last[0] = address
        if byte_in(image, address + NUMBER) == number:
            return address
        address = word_in(image, address)
    return -1


cdef int view_in_image(Context c, ScreenObject* o, int view) noexcept nogil:
    """Point an object to a view that is found in the list; return 0 or the error."""
    cdef const uint8_t* image = image_of(c.s)
    cdef int last
    cdef int address = find_record(c.s, VIEWS, view, &last)
    if address < 0:
        c.s.general.hung = HUNG_SEARCHING
    if address <= 0:
        return ERROR_VIEW_NOT_LOADED
    o.view = view
    o.has_view = 1
    address = word_in(image, address + VIEW_ADDRESS)
    point(c.s, o, VIEW, address)
    o.loop_count = byte_in(image, address + LOOP_COUNT)
    return 0


cdef bytes description_in_image(StateLayout* s):
    """Return the text, without its end, to which the view that show.obj shows leads; the memory ends with the segment.
    """
    cdef const uint8_t* image = image_of(s)
    cdef int view = address_of(s, &s.scratch, VIEW)
    cdef int first = (view + word_in(image, view + DESCRIPTION)) & ADDRESS
    return (<const char*> image)[first:MEMORY_BYTES].partition(b"\0")[0]


cdef void loop_in_image(StateLayout* s, ScreenObject* o) noexcept nogil:
    """Point an object to its loop, and take over the number of its cels."""
    cdef const uint8_t* image = image_of(s)
    cdef int view = address_of(s, o, VIEW)
    cdef int loop = view + word_in(image, view + LOOP_TABLE + 2 * o.loop)
    point(s, o, LOOP, loop)
    o.cel_count = byte_in(image, loop)


cdef void header_at(const uint8_t* image, int address, CelHeader* out) noexcept nogil:
    """Read the header of a cel; the memory ends with the segment."""
    out.width = byte_in(image, address)
    out.height = byte_in(image, address + 1)
    out.transparent = byte_in(image, address + THIRD_BYTE) & TRANSPARENT
    out.flip = 0
    out.rows = min(address + CEL_HEADER_SIZE, <int> MEMORY_BYTES)


cdef void cel_in_image(StateLayout* s, ScreenObject* o, int cel, CelHeader* header) noexcept nogil:
    """Point an object to a cel of its loop and read its header."""
    cdef const uint8_t* image = image_of(s)
    cdef int loop = address_of(s, o, LOOP)
    cdef int address = (loop + word_in(image, loop + CEL_TABLE + 2 * cel)) & ADDRESS
    point(s, o, CEL, address)
    header_at(image, address, header)


cdef int draw_from_image(Context c, ScreenObject* o) noexcept nogil:
    """Draw what lies at an object's cel, turned round in memory if it was drawn in another loop (reference: VIEW-14).

    Return 1 if no cell of it is visible, else 0.
    """
    cdef uint8_t* image = image_of(c.s)
    cdef int address = address_of(c.s, o, CEL)
    cdef uint8_t* third = &image[(address + THIRD_BYTE) & ADDRESS]
    cdef int bits = (1 << c.rules.mirror_bits) - 1
    cdef CelHeader header
    header_at(image, address, &header)
    if third[0] & MIRRORED and third[0] >> MIRROR_LOOP_SHIFT & bits != o.loop:
        third[0] = <uint8_t>(third[0] & ~(bits << MIRROR_LOOP_SHIFT) | (o.loop & bits) << MIRROR_LOOP_SHIFT)
        turn_in_memory(image, MEMORY_BYTES, &header)
    return blit_found(
        &c.s.picture[0], image, MEMORY_BYTES, &header, o.x, o.y - header.height + 1, o.priority & 15,
        &c.cels_cost[0]
    )


cdef void sizes_in_image(StateLayout* s, ScreenObject* o, int* sizes) noexcept nogil:
    """Read the sizes of an object's cel and of the one that the screen shows: width, height, width, height."""
    cdef const uint8_t* image = image_of(s)
    cdef int cel = address_of(s, o, CEL), shown = address_of(s, o, SHOWN)
    sizes[0] = byte_in(image, cel)
    sizes[1] = byte_in(image, cel + 1)
    sizes[2] = byte_in(image, shown)
    sizes[3] = byte_in(image, shown + 1)


cdef void show_from_now_on(StateLayout* s, ScreenObject* o) noexcept nogil:
    """Note that the screen shows an object's cel."""
    point(s, o, SHOWN, address_of(s, o, CEL))


cdef int background_place(Context c, const SpriteList* sprites, int index) noexcept nogil:
    """Return the data address of a list's background: those of the static list come first."""
    cdef StateLayout* s = c.s
    cdef int address = HEAP_END - c.rules.heap_bytes + s.heap.used
    cdef const Sprite* each
    cdef int i
    if sprites == &s.updating_sprites:
        for i in range(<int> min(s.static_sprites.count, <unsigned int> OBJECTS)):
            each = &s.static_sprites.entries[i]
            address += BACKGROUND_RECORD + each.width * each.height
    for i in range(index):
        address += BACKGROUND_RECORD + sprites.entries[i].width * sprites.entries[i].height
    return address


cdef void note_backgrounds(Context c, SpriteList* sprites, const uint8_t* numbers, int count) noexcept nogil:
    """Write the records of the backgrounds of a list that is about to be drawn: the objects of these numbers."""
    cdef uint8_t* image = image_of(c.s)
    cdef int first = HEAP_END - c.rules.heap_bytes + c.s.heap.places[0] - OBJECT_BYTES * object_count(c.s)
    cdef int address = background_place(c, sprites, 0), before = 0, after, i
    cdef ScreenObject* o
    for i in range(count):
        o = &c.s.objects[numbers[i]]
        after = address + BACKGROUND_RECORD + o.width * o.height
        put_word(image, address, before)
        put_word(image, address + 2, after if i + 1 < count else 0)
        put_word(image, address + 4, first + OBJECT_BYTES * numbers[i])
        put_word(image, address + 6, o.x)
        put_word(image, address + 8, o.y - o.height + 1)
        put_word(image, address + 10, o.width)
        put_word(image, address + 12, o.height)
        put_word(image, address + 14, address + BACKGROUND_RECORD)
        before = address
        address = after


cdef void note_cells(Context c, Sprite* sprite, int number) noexcept nogil:
    """Write the cells of a background that was just saved, as far as the memory reaches."""
    cdef StateLayout* s = c.s
    cdef SpriteList* sprites = &s.updating_sprites
    cdef int index, at, size
    if not &sprites.entries[0] <= sprite < &sprites.entries[OBJECTS]:
        sprites = &s.static_sprites
    # What show.obj draws lies over all others.
    if number == SHOWN_VIEW:
        index = <int> min(sprites.count, <unsigned int> OBJECTS)
    else:
        index = <int>(sprite - &sprites.entries[0])
    at = background_place(c, sprites, index) + BACKGROUND_RECORD
    size = min(sprite.width * sprite.height, <int> MEMORY_BYTES - at)
    if sprite.saved and size > 0:
        memcpy(image_of(s) + at, &s.arena[sprite.offset], size)
