"""The layout of a machine's state: every area and field, declared once.

From these classes come the Python accessors (ctypes structures over the state's buffer), ``_core/layout.pxd``, which
setup.py writes, digests, documentation. Fields are ordered so that no compiler pads them; a test checks that, and that
the core sees the same offsets.
"""

# Without `from __future__ import annotations`: evaluating some 250 texts would take 5 ms at each start.
import ctypes
from typing import Annotated

from agi_emu.state.areas import Area, Array, Variables, area, i16, i32, u8, u16, u32

PICTURE_WIDTH = 160
PICTURE_HEIGHT = 168
PICTURE_CELLS = PICTURE_WIDTH * PICTURE_HEIGHT
SCREEN_WIDTH = 320
SCREEN_HEIGHT = 200
SCREEN_PIXELS = SCREEN_WIDTH * SCREEN_HEIGHT
TEXT_COLUMNS = 40
TEXT_ROWS = 25
TEXT_CELLS = TEXT_COLUMNS * TEXT_ROWS
ARENA_BYTES = 1 << 18
TURNED_CELS = 64
VIEW_COPIES = 16
MEMORY_BYTES = 1 << 16
IMAGE_BYTES = MEMORY_BYTES + 4 * 2 + 257 * 8
"""The original's memory, then the heads of its lists of resources, and of each object, the borrowed one last, the data
addresses of view, loop, cel and shown cel."""


@area
class ScreenObject(Area):
    """An animated object; the record of the original without its pointers (reference: OBJ-1)."""

    x: Annotated[int, i16, "left pixel, picture cells"]
    y: Annotated[int, i16, "bottom pixel, picture cells"]
    previous_x: Annotated[int, i16, "x at the last copy to the screen with a move"]
    previous_y: Annotated[int, i16, "y at that copy"]
    width: Annotated[int, i16, "of the current cel"]
    height: Annotated[int, i16, "of the current cel"]
    shown_width: Annotated[int, i16, "width of the cel that the screen shows"]
    shown_height: Annotated[int, i16, "height of the cel that the screen shows"]
    flags: Annotated[int, u16, "bits of codes.ObjectFlag"]
    step_time: Annotated[int, u8, "cycles per step"]
    step_clock: Annotated[int, u8, "cycles until the next step"]
    view: Annotated[int, u8, "view number"]
    loop: Annotated[int, u8, "loop number"]
    loop_count: Annotated[int, u8, "loops of the view"]
    cel: Annotated[int, u8, "cel number"]
    cel_count: Annotated[int, u8, "cels of the loop"]
    step_size: Annotated[int, u8, "cells per step"]
    cycle_time: Annotated[int, u8, "cycles per cel"]
    cycle_clock: Annotated[int, u8, "cycles until the next cel"]
    direction: Annotated[int, u8, "0 none, 1 north, clockwise to 8 north-west"]
    motion: Annotated[int, u8, "a codes.Motion"]
    cycle_type: Annotated[int, u8, "a codes.CycleType"]
    priority: Annotated[int, u8, "as stored; only its low nibble reaches the picture"]
    p0: Annotated[int, u8, "shared: move x, follow distance, wander count, flag of end.of.loop"]
    p1: Annotated[int, u8, "shared: move y, follow flag"]
    p2: Annotated[int, u8, "shared: step size before move.obj, follow count"]
    p3: Annotated[int, u8, "shared: flag of move.obj"]
    has_view: Annotated[int, u8, "1 when the pointer to the view is set"]
    has_cel: Annotated[int, u8, "pointer to the cel: 0 none, 1 set, 2 + n that of loop n before a failed set.loop"]

    def __repr__(self) -> str:
        """Say where the object is and what it looks like."""
        looks = f"view {self.view}, loop {self.loop}, cel {self.cel}" if self.has_view else "no view"
        return f"<object at {self.x}, {self.y}: {looks}, priority {self.priority}, direction {self.direction}>"


@area
class Sprite(Area):
    """The background saved under one inserted object."""

    offset: Annotated[int, u32, "of the saved bytes in the arena"]
    x: Annotated[int, i16, "left column"]
    top: Annotated[int, i16, "top row, as a byte"]
    width: Annotated[int, i16, "columns"]
    height: Annotated[int, i16, "rows"]
    object: Annotated[int, u8, "object number"]
    saved: Annotated[int, u8, "pictures whose background the arena holds: 0, 1, with 256 colours 2"]
    spare: Annotated[Array[u16], u16 * 1, "alignment"]


@area
class SpriteList(Area):
    """Inserted objects in drawing order."""

    count: Annotated[int, u32, "entries in use"]
    entries: Annotated[Array[Sprite], Sprite * 256, "first drawn first"]


@area
class General(Area):
    """The room and the picture."""

    horizon: Annotated[int, i16, "row above which observing objects may not go"]
    block_x1: Annotated[int, i16, "block rectangle"]
    block_y1: Annotated[int, i16, "block rectangle"]
    block_x2: Annotated[int, i16, "block rectangle"]
    block_y2: Annotated[int, i16, "block rectangle"]
    block_active: Annotated[int, u8, "1 while a block is set"]
    player_control: Annotated[int, u8, "1 player.control, 0 program.control"]
    picture_number: Annotated[int, u8, "of the last draw.pic"]
    picture_visible: Annotated[int, u8, "1 after show.pic"]
    text_mode: Annotated[int, u8, "1 in text mode, 0 in graphics mode"]
    priority_base_set: Annotated[int, u8, "1 once set.pri.base ran: the draw order of fixed priorities changes"]
    object_count: Annotated[int, u16, "screen objects of this game"]
    item_count: Annotated[int, u16, "inventory items as the interpreter counts them"]
    game_id: Annotated[Array[u8], u8 * 8, "set.game.id, NUL padded"]
    exited: Annotated[int, u8, "1 when the game has ended"]
    exit_code: Annotated[int, u8, "what quit ended with"]
    shake_offset: Annotated[int, u8, "the place of a shaken screen, 0 its own (PIC-37, PIC-49)"]
    hung: Annotated[int, u8, "not 0 when the original would never come back; 2: the core has found so"]
    first_logic_changed: Annotated[int, u8, "1 once erase has cleared a bit of logic 0's code"]
    adapter: Annotated[int, u8, "place of the adapter in facts.adapters.ADAPTERS; toggle.monitor changes it"]
    volumes_lost: Annotated[int, u8, "1 once an error has left the interpreter without its volumes"]
    sync_place: Annotated[int, u8, "what the player has added to register 2 (PIC-51)"]


@area
class LogicFrame(Area):
    """One logic under execution, with the registers of a condition under way."""

    pc: Annotated[int, u16, "offset in the code of the next byte"]
    logic: Annotated[int, u8, "logic number"]
    temporary: Annotated[int, u8, "1 when the logic is dropped on return"]
    condition: Annotated[int, u8, "1 inside FF .. FF"]
    or_mode: Annotated[int, u8, "1 inside an FC group"]
    not_flag: Annotated[int, u8, "1 when the next test is negated"]
    loaded_before: Annotated[int, u8, "logics in memory before a temporary load"]


FRAME_DEPTH = 64


@area
class Vm(Area):
    """The logic VM."""

    depth: Annotated[int, u32, "frames in use"]
    work: Annotated[int, i32, "work units left in this beat"]
    fuel: Annotated[int, i32, "fuel left in this beat; below 0 what the next beats pay back; 0 where fuel has no end"]
    asked_pc: Annotated[int, u32, "10000h + offset of the next byte, after a stop in the middle of a logic; 0: none"]
    error: Annotated[int, u8, "error to raise, 0 none"]
    error_value: Annotated[int, u8, "its v18"]
    last_action: Annotated[int, u8, "opcode of the last action begun"]
    last_length: Annotated[int, u8, "operand bytes of it"]
    last_operands: Annotated[Array[u8], u8 * 8, "operand bytes"]
    frames: Annotated[Array[LogicFrame], LogicFrame * FRAME_DEPTH, "innermost last"]


@area
class Cycle(Area):
    """The position of the main loop."""

    number: Annotated[int, u32, "cycles completed"]
    phase: Annotated[int, u8, "a progress.Phase"]
    beat_due: Annotated[int, u8, "a progress.BeatReason: why the machine waits for a beat; 0 when it does not"]
    zero_beats: Annotated[int, u8, "beats still to come because v10 is 0"]
    poll_count: Annotated[int, u8, "polls that found nothing since the last beat caused by them"]
    old_score: Annotated[int, u8, "v3 before logic 0"]
    old_sound: Annotated[int, u8, "flag 9 before logic 0"]
    rescan: Annotated[int, u8, "1 when logic 0 is to be run again"]
    spare: Annotated[int, u8, "alignment"]


@area
class Clock(Area):
    """Time, counted in beats."""

    beats: Annotated[int, u32, "timer interrupts (60 per second) since power-on"]
    ticks: Annotated[int, u32, "the interpreter's 20 Hz counter"]
    bios: Annotated[int, u32, "the BIOS clock that re-seeds the random generator"]
    animation: Annotated[int, u16, "ticks since the last cycle began"]
    divider: Annotated[int, u8, "beats since the last tick"]
    fraction: Annotated[int, u8, "ticks since the last second"]
    paused: Annotated[int, u8, "1 while pause, save or restore stop the clock"]
    spare: Annotated[Array[u8], u8 * 3, "alignment"]


@area
class KeyboardState(Area):
    """BIOS buffer, event queue, key assignments."""

    bios: Annotated[Array[u16], u16 * 16, "key words waiting, 15 at most"]
    queue_value: Annotated[Array[u16], u16 * 20, "event values"]
    queue_type: Annotated[Array[u8], u8 * 20, "codes.EventType of each"]
    bios_count: Annotated[int, u8, "keys in the BIOS buffer"]
    queue_head: Annotated[int, u8, "next event to take"]
    queue_tail: Annotated[int, u8, "next free slot"]
    arrow_down: Annotated[int, u8, "direction of the arrow that is marked as down, 255 none"]
    hold: Annotated[int, u8, "not 0 after hold.key; before 3.002.098 it counts the calls"]
    joystick: Annotated[int, u8, "spare"]
    map_count: Annotated[int, u16, "key assignments in use"]
    map_key: Annotated[Array[u16], u16 * 50, "key words of set.key"]
    map_controller: Annotated[Array[u8], u8 * 50, "their controllers"]
    spare: Annotated[Array[u8], u8 * 2, "alignment"]


@area
class TextState(Area):
    """Text cursor, attributes, rows."""

    row: Annotated[int, u8, "cursor row, 0-24"]
    column: Annotated[int, u8, "cursor column, 0-39"]
    reset_column: Annotated[int, u8, "column after a line break"]
    foreground: Annotated[int, u8, "as given"]
    background: Annotated[int, u8, "0 or 255"]
    attribute: Annotated[int, u8, "combined attribute"]
    picture_row: Annotated[int, u8, "text row of the picture's top"]
    input_row: Annotated[int, u8, "row of the input line"]
    status_row: Annotated[int, u8, "row of the status line"]
    status_on: Annotated[int, u8, "1 when the status line is shown"]
    position_depth: Annotated[int, u8, "cursor positions pushed"]
    attribute_depth: Annotated[int, u8, "attributes pushed"]
    positions: Annotated[Array[u8], u8 * 10, "row, column pairs"]
    attributes: Annotated[Array[u8], u8 * 15, "foreground, background, combined triples"]
    escape: Annotated[int, u8, "escape character of the formatter"]
    number: Annotated[Array[u8], u8 * 12, "the number made to text last, NUL ended; what was there before follows"]


@area
class Input(Area):
    """The input line and the last parsed sentence."""

    word_number: Annotated[Array[u16], u16 * 10, "word groups"]
    word_length: Annotated[Array[u8], u8 * 10, "length of the matched text, 255 when there is none"]
    word_text: Annotated[Array[u8], u8 * 440, "matched texts, 44 bytes each"]
    word_count: Annotated[int, u8, "words of the last sentence"]
    enabled: Annotated[int, u8, "1 after accept.input"]
    cursor_char: Annotated[int, u8, "0 none"]
    cursor_shown: Annotated[int, u8, "1 while the cursor counts as shown"]
    length: Annotated[int, u8, "characters in the input line"]
    previous_length: Annotated[int, u8, "characters in the line before"]
    text: Annotated[Array[u8], u8 * 44, "the input line"]
    previous: Annotated[Array[u8], u8 * 44, "the line entered last"]


@area
class Window(Area):
    """The message window on the screen."""

    x: Annotated[int, i16, "left, picture cells"]
    y: Annotated[int, i16, "bottom row, picture cells"]
    width: Annotated[int, i16, "columns"]
    height: Annotated[int, i16, "rows"]
    open: Annotated[int, u8, "1 while a window is open"]
    dialogue_open: Annotated[int, u8, "1 while it counts for the input length"]
    row: Annotated[int, u8, "first text row"]
    column: Annotated[int, u8, "left text column"]
    lines: Annotated[int, u8, "text rows"]
    columns: Annotated[int, u8, "text columns"]


@area
class ModalRecord(Area):
    """A suspended command: what it is, how far it came, what it waits for."""

    values: Annotated[Array[i32], i32 * 8, "what the wait and the command keep; their meaning is the handler's"]
    opcode: Annotated[int, u8, "action that waits; 0 for the interpreter itself"]
    stage: Annotated[int, u8, "how far the command came"]
    wait: Annotated[int, u8, "a progress.Wait"]
    purpose: Annotated[int, u8, "a modal.Purpose: what resumes"]
    operands: Annotated[Array[u8], u8 * 8, "operand bytes of the command"]
    polled: Annotated[int, u8, "1 once the wait has polled"]
    spare: Annotated[Array[u8], u8 * 3, "alignment"]


MODAL_DEPTH = 4


@area
class Modal(Area):
    """The open windows and prompts, innermost last."""

    depth: Annotated[int, u32, "records in use"]
    records: Annotated[Array[ModalRecord], ModalRecord * MODAL_DEPTH, "innermost last"]
    edit_length: Annotated[int, u8, "characters in the line editor"]
    edit: Annotated[Array[u8], u8 * 63, "the line editor's text"]
    path: Annotated[Array[u8], u8 * 64, "last path entered in a save dialog, NUL ended"]
    description: Annotated[Array[u8], u8 * 32, "description under way, NUL ended"]
    simple_name: Annotated[Array[u8], u8 * 32, "set.simple, NUL ended"]
    dialog_used: Annotated[int, u8, "1 once a save or restore dialog has opened"]
    spare: Annotated[Array[u8], u8 * 3, "alignment"]


@area
class MenuEntry(Area):
    """A menu of the menu bar."""

    text: Annotated[Array[u8], u8 * 40, "name"]
    length: Annotated[int, u8, "of the name"]
    column: Annotated[int, u8, "where the name begins"]
    enabled: Annotated[int, u8, "0 when it has no items"]
    first: Annotated[int, u8, "index of its first item"]
    count: Annotated[int, u8, "items"]
    current: Annotated[int, u8, "remembered item, from 0"]
    item_column: Annotated[int, u8, "column of its items; 128 and more: left of the screen"]
    spare: Annotated[int, u8, "alignment"]
    rest: Annotated[Array[u8], u8 * 40, "what the name has beyond 40 characters"]


@area
class MenuItem(Area):
    """An item of a menu."""

    text: Annotated[Array[u8], u8 * 40, "name"]
    length: Annotated[int, u8, "of the name"]
    controller: Annotated[int, u8, "set when it is chosen"]
    enabled: Annotated[int, u8, "0 after disable.item"]
    spare: Annotated[int, u8, "alignment"]
    rest: Annotated[Array[u8], u8 * 40, "what the name has beyond 40 characters"]


MENU_CAPACITY = 32
MENU_ITEM_CAPACITY = 200


@area
class Menu(Area):
    """The menu bar."""

    menu_count: Annotated[int, u8, "menus"]
    item_count: Annotated[int, u8, "items"]
    submitted: Annotated[int, u8, "1 after submit.menu"]
    current: Annotated[int, u8, "menu to open with"]
    requested: Annotated[int, u8, "1 after menu.input until the menu opens"]
    allowed: Annotated[int, u8, "0 after allow.menu(0)"]
    next_column: Annotated[int, u8, "column of the next menu name"]
    spare: Annotated[int, u8, "alignment"]
    menus: Annotated[Array[MenuEntry], MenuEntry * MENU_CAPACITY, "in order"]
    items: Annotated[Array[MenuItem], MenuItem * MENU_ITEM_CAPACITY, "in order"]


@area
class SoundState(Area):
    """The sound player."""

    position: Annotated[Array[u32], u32 * 4, "offset of the next note of each voice"]
    counter: Annotated[Array[u16], u16 * 4, "beats until the next note"]
    active: Annotated[Array[u8], u8 * 4, "1 while the voice plays"]
    step: Annotated[Array[u8], u8 * 4, "envelope position, 255 none"]
    level: Annotated[Array[u8], u8 * 4, "attenuation of the note; without envelopes its whole level byte"]
    held: Annotated[Array[u8], u8 * 4, "attenuation after the envelope"]
    playing: Annotated[int, u8, "1 while a sound plays"]
    number: Annotated[int, u8, "sound number"]
    end_flag: Annotated[int, u8, "flag to set at the end"]
    voices_left: Annotated[int, u8, "voices that still play"]


@area
class Script(Area):
    """The resource event list that restore replays."""

    size: Annotated[int, u16, "entries allowed"]
    count: Annotated[int, u16, "entries in use"]
    saved: Annotated[int, u16, "push.script"]
    largest: Annotated[int, u16, "largest count so far"]
    recording: Annotated[int, u8, "1 after the first new.room"]
    spare: Annotated[int, u8, "alignment"]
    entries: Annotated[Array[u8], u8 * 512, "action, number pairs"]


@area
class LoadedList(Area):
    """Resources of one kind in memory, in load order."""

    count: Annotated[int, u16, "entries in use"]
    order: Annotated[Array[u8], u8 * 256, "numbers in load order"]
    present: Annotated[Array[u8], u8 * 256, "1 when the number is loaded"]


@area
class Loaded(Area):
    """Resources in memory."""

    scan_start: Annotated[Array[u16], u16 * 256, "where each logic begins, 0 for its first byte"]
    logics: Annotated[LoadedList, LoadedList, "logic 0 first"]
    views: Annotated[LoadedList, LoadedList, "views"]
    pictures: Annotated[LoadedList, LoadedList, "pictures"]
    sounds: Annotated[LoadedList, LoadedList, "sounds"]


@area
class Heap(Area):
    """The original's memory for resources, in bytes from its beginning (docs/heap.md)."""

    used: Annotated[int, u16, "in use, except for the backgrounds under objects, which lie on top; 65535 at most"]
    base: Annotated[int, u16, "of it, what new.room keeps; 0 in states that do not know"]
    most: Annotated[int, u16, "the most in use so far"]
    wanted: Annotated[int, u16, "size of a piece that did not fit, 0 none"]
    had: Annotated[int, u16, "what was left for it"]
    has_script: Annotated[int, u8, "1 once the script list has its place"]
    image: Annotated[int, u8, "1 while the memory is kept byte by byte, in the arena after the copies of views"]
    places: Annotated[Array[u16], u16 * 1024, "in use before a resource came, by kind and number"]


@area
class TurnedCels(Area):
    """What drawing mirrored cels has turned round in memory (reference: VIEW-8, VIEW-9).

    A view of which that changes more than the direction of rows lies as a copy at the beginning of the arena.
    """

    count: Annotated[int, u16, "cels that are known"]
    offset: Annotated[Array[u16], u16 * TURNED_CELS, "where each begins in its view, the longest known first"]
    view: Annotated[Array[u8], u8 * TURNED_CELS, "their views"]
    loop: Annotated[Array[u8], u8 * TURNED_CELS, "loop that a cel notes, 0-7; 80h: its rows are not as in the resource"]
    copied: Annotated[int, u16, "bytes of the arena that copies of views take"]
    copy_count: Annotated[int, u16, "copies"]
    copy_offset: Annotated[Array[u16], u16 * VIEW_COPIES, "where each begins in the arena; as long as its view"]
    copy_view: Annotated[Array[u8], u8 * VIEW_COPIES, "their views"]
    spare: Annotated[Array[u8], u8 * 2, "alignment"]


@area
class TraceWindow(Area):
    """Sierra's own trace window."""

    state: Annotated[int, u8, "a progress.TraceState, and the bit TRACE_START_DUE"]
    logic: Annotated[int, u8, "logic that holds the names, 0 none"]
    row: Annotated[int, u8, "trace.info row"]
    height: Annotated[int, u8, "trace.info height"]


@area
class MouseState(Area):
    """The mouse, as AGIMOUSE games see it."""

    x: Annotated[int, u8, "0-159"]
    y: Annotated[int, u8, "0-199"]
    button: Annotated[int, u8, "0 none, 1 left, 2 right, 3 middle"]
    spare: Annotated[int, u8, "alignment"]


@area
class Unread(Area):
    """Data of savegames that no command reads; it goes into the next one as it came (reference: SAVE-4, SAVE-5)."""

    unexplained: Annotated[int, u32, "four bytes of 2.089 and 2.272 of which no source says what they are"]
    key_direction: Annotated[int, u16, "last direction key"]
    spare: Annotated[Array[u8], u8 * 2, "alignment"]


@area
class StateLayout(Area):
    """The whole state, in buffer order; `used_part` says what of its ends counts."""

    deep: Annotated[Array[u8], u8 * PICTURE_CELLS, "colours of AGI256 games, 0-255, 160x168"]
    vars: Annotated[Array[u8], Variables, "variables"]
    flags: Annotated[Array[u8], u8 * 32, "flags: flag n is bit 80h >> (n & 7) of byte n >> 3"]
    controllers: Annotated[Array[u8], u8 * 256, "controllers of this cycle"]
    strings: Annotated[Array[u8], u8 * 10240, "256 strings of 40 bytes; from 24 on the interpreter's own memory"]
    item_rooms: Annotated[Array[u8], u8 * 256, "room of every inventory item"]
    objects: Annotated[Array[ScreenObject], ScreenObject * 256, "screen objects, ego first"]
    scratch: Annotated[ScreenObject, ScreenObject, "the object that add.to.pic and show.obj borrow"]
    spare_alignment: Annotated[Array[u16], u16 * 1, "alignment"]
    general: Annotated[General, General, "room and picture"]
    vm: Annotated[Vm, Vm, "logic VM"]
    cycle: Annotated[Cycle, Cycle, "main loop"]
    clock: Annotated[Clock, Clock, "time"]
    keyboard: Annotated[KeyboardState, KeyboardState, "keys and events"]
    text: Annotated[TextState, TextState, "text cursor and rows"]
    input: Annotated[Input, Input, "input line and words"]
    window: Annotated[Window, Window, "message window"]
    modal: Annotated[Modal, Modal, "suspended commands"]
    menu: Annotated[Menu, Menu, "menu bar"]
    sound: Annotated[SoundState, SoundState, "sound player"]
    script: Annotated[Script, Script, "resource events"]
    loaded: Annotated[Loaded, Loaded, "resources in memory"]
    turned: Annotated[TurnedCels, TurnedCels, "mirrored cels that drawing has turned round in memory"]
    trace: Annotated[TraceWindow, TraceWindow, "trace window"]
    mouse: Annotated[MouseState, MouseState, "mouse"]
    rng: Annotated[int, u16, "random seed"]
    deep_shown: Annotated[int, u8, "what `deep` holds, a codes.Deep"]
    pen: Annotated[int, u8, "pen of the last picture, which 2.425 continues with"]
    palette: Annotated[Array[u8], u8 * 48, "red, green, blue of the 16 colours"]
    priorities: Annotated[Array[u8], u8 * 168, "priority of each row"]
    spare_priorities: Annotated[Array[u8], u8 * 2, "alignment"]
    unread: Annotated[Unread, Unread, "for the next savegame"]
    heap: Annotated[Heap, Heap, "memory for resources"]
    updating_sprites: Annotated[SpriteList, SpriteList, "updating objects in the picture"]
    static_sprites: Annotated[SpriteList, SpriteList, "objects with stop.update in the picture"]
    picture: Annotated[Array[u8], u8 * PICTURE_CELLS, "priority << 4 | colour, 160x168"]
    screen: Annotated[Array[u8], u8 * SCREEN_PIXELS, "what the monitor shows, palette indices, 320x200"]
    text_chars: Annotated[Array[u8], u8 * TEXT_CELLS, "character of each text cell, 0 blank"]
    text_attributes: Annotated[Array[u8], u8 * TEXT_CELLS, "attribute of each text cell, 0 blank"]
    arena_used: Annotated[int, u32, "bytes of the arena in use"]
    arena: Annotated[
        Array[u8],
        u8 * ARENA_BYTES,
        "copies of views (`turned.copied`), the memory (`heap.image`), backgrounds under inserted objects",
    ]


STATE_BYTES = ctypes.sizeof(StateLayout)
SCREEN_OFFSET: int = StateLayout.screen.offset  # type: ignore[attr-defined]
ARENA_OFFSET: int = StateLayout.arena.offset  # type: ignore[attr-defined]
