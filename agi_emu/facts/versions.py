"""Declares, as data, what differs between the known interpreters.

Each profile is written as the changes from the one before it. No other module compares version numbers: it asks a
field of the profile. Sources: reference: VER-2, VER-3, VER-6 to VER-21, those beside the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, IntEnum, auto
from types import MappingProxyType
from typing import NamedTuple

from agi_emu.facts import behind_controllers as behind
from agi_emu.facts.program_texts import (
    STRING_255,
    TABLES_OF_2_917,
    TABLES_OF_2_936,
    Texts,
    Words,
    texts_of_2_9,
    title_text,
    words_of_2_9,
)


class AttenuationVariable(IntEnum):
    """The voices that variable 23 makes quieter (reference: SND-12, SND-15, SND-22)."""

    ABSENT = 0
    ADDED_TO_BYTE = 1
    """Added to the whole byte of a level; a sum above 15, as a signed byte, is 15 (reference: SND-22: likely)."""
    ADDED_TO_LEVEL = 2
    """Added to the attenuation, which is limited to 15; compared as a signed byte, too."""


class AutoLoop(IntEnum):
    """The views whose loop of four directions follows their object's direction (reference: OBJ-35, OBJ-37)."""

    EXACTLY_FOUR = 0
    FOUR_OR_MORE = 1
    MORE_THAN_FOUR_NEEDS_F20 = 2
    """Four loops always, more than four only while flag 20 is set."""


class FixedPriorityKey(IntEnum):
    """The y by which an object of fixed priority p is sorted (reference: VIEW-23, VIEW-25)."""

    BANDS = 0
    """48 + 12 (p - 5), always."""
    PAST_TABLE_AFTER_BASE = 1
    """As BANDS until set.pri.base was used; from then on -1 for p = 0 and 168 for every other p."""
    TABLE_AFTER_BASE = 2
    """As BANDS until set.pri.base was used; then the greatest y of 0-167 whose band is below p, -1 if none. For p = 0
    the search never ends (reference: VIEW-25)."""


class LoopMirror(Enum):
    """The place in a view that says that a loop mirrors another (reference: VIEW-8, VIEW-11)."""

    NONE = auto()
    CEL_COUNT_BYTE = auto()
    """In the loop's cel count: bit 7 mirrored, bit 6 flip, bits 5-4 loop, bits 3-0 the count."""
    CEL_FLAGS = auto()
    """In the third byte of each cel: bit 7 mirrored, bits 6-4 loop."""


class Pen(Enum):
    """The effect of the picture commands F9 and FA (reference: PIC-17, PIC-23, PIC-24)."""

    ABSENT = auto()
    """They are not commands: skipped like data."""
    POINTS = auto()
    """F9's operand is read and ignored, FA plots single cells."""
    OFF_CENTRE = auto()
    """A pen of size n starts at x - n div 2, y - n div 2."""
    FULL = auto()


V2_ENVELOPE = tuple(
    level
    for value, count in (
        *((-2, 1), (-3, 1), (-2, 1), (-1, 1)),
        *((0, 2), (1, 4), (2, 8), (3, 7), (4, 4), (5, 4), (6, 5)),
        *((7, 4), (8, 4), (9, 4), (10, 4), (11, 6), (12, 6), (13, 1)),
    )
    for level in [value] * count
)
"""Added to a tone's attenuation, an entry a beat from the note's first on (reference: SND-16)."""

V3_ENVELOPE = tuple(
    level
    for value, count in (
        *((-2, 1), (-3, 1), (-2, 1), (-1, 1)),
        *((0, 5), (1, 6), (2, 10), (3, 8), (4, 5), (5, 5), (6, 5)),
        *((7, 4), (8, 4), (9, 4), (10, 4), (11, 6), (12, 6), (13, 1)),
    )
    for level in [value] * count
)


class VersionProfile(NamedTuple):
    """One interpreter: a field for everything that differs from another one."""

    name: str
    """As the interpreter's own text has it: "2.917", "3.002.149"."""
    last_action: int
    """Highest action number; a higher one raises error 16 (reference: CMD-2)."""

    quit_has_no_operand: bool = False
    """quit always asks (reference: CMD-5)."""
    hide_mouse_has_operand: bool = False
    """hide.mouse is declared with an operand, which no PC interpreter reads (reference: CMD-7)."""

    generation: int = 2
    """The storage of its games: 2, four directories and plain volumes; 3, one directory and packed volumes."""
    string_count: int = 12
    """Strings of 40 bytes each. Numbers are not checked: those after are the interpreter's memory."""
    memory_texts: Texts = ()
    """The bytes that logics find in strings after the last one, by its offset in AGIDATA.OVL (program_texts.py)."""
    memory_words: Words = ()
    """Words there that change while the program runs, as offset and name (machine/data_segment.py)."""
    memory_at_0: bytes = b""
    """The two bytes at data address 0, before the game's id: what stands for a word that the sentence lacks and for a
    message past the last one (reference: WORD-30, TEXT-28, MEM-1); empty: not known."""
    compare_strings_prefix_bug: bool = False
    """compare.strings is true also when the first string is a proper prefix of the second."""
    compare_strings_keeps_punctuation: bool = True
    """compare.strings only folds case and runs of spaces; later ones drop punctuation (reference: WORD-32)."""
    has_rest_of_line: bool = False
    """`said` takes the group 9999 as "whatever is left"."""
    message_codes: str = "vmgsw"
    """Letters that mean something after a % in a message (reference: TEXT-23)."""
    last_variable: int = 22
    """The highest variable that the interpreter knows; logics alone use those after it."""
    fixed_input_length: int | None = 35
    """Longest input line in characters; None: by string 0, the cursor and v24 (reference: WORD-2)."""

    key_slots: int = 39
    """Usable key assignments; further ones are ignored (reference: KEY-19)."""
    keypad_five_stops: bool = False
    filters_held_arrows: bool = False
    """Repeats of a held arrow are ignored; without the filter each is a press, so ego stops and starts (reference:
    KEY-12: sure for 2.440, likely before it)."""
    hold_key_counts: bool = True
    """hold.key adds 1 to a byte, so 256 calls switch it off again; later ones set it (reference: KEY-16)."""

    message_key: bytes = b"Avis Durgan"
    """With what messages, and the OBJECT file, are exclusive-or-ed (reference: LANG-12, RES-28, RES-32)."""
    volume_count: int = 5
    """Volumes that are opened; for a resource in a higher one the disk is asked for (reference: RES-10)."""
    items_encrypted: bool = False
    """The OBJECT file is always decrypted, also a plain one (reference: RES-32)."""
    inventory_encrypted_in_save: bool = False
    saving_stops_clock: bool = True
    """The dialog of save.game stops the clock as that of restore.game does (reference: TIME-5)."""
    savegame_length: int = 987
    """Bytes of a savegame's first piece (reference: SAVE-4)."""
    scan_starts_saved: bool = False
    restore_sets_hardware: bool = False
    """Restoring sets v20, v22, v26 and f11 for the machine; early ones keep what a savegame of another machine says
    (reference: SAVE-26, read in 2.440)."""
    restore_selects_every_view: bool = False
    """Restoring also gives objects that are not animated their view again (reference: SAVE-25,
    VER-14)."""

    direction_pass_in_animation: bool = True
    """Directions are chosen after the logics, whatever the step clock says; move.obj makes no step of its own at once;
    a block does not zero the direction (reference: OBJ-10, OBJ-22, OBJ-31)."""
    placement_search_in_position: bool = False
    """position looks for a free place itself; later ones leave that to draw."""
    distance_wraps: bool = True
    """distance is taken modulo 256 instead of being cut at 254."""
    motion_commands_keep_type: bool = False
    """stop.motion and start.motion leave the type of motion (reference: OBJ-15, OBJ-16: likely)."""
    static_list_by_number: bool = False
    """Static objects are drawn in the order of their numbers, not of their places (reference: VIEW-23: likely)."""
    object_file_names_highest: bool = True
    """The third byte of OBJECT is the highest screen object; in 2.089 it is how many there are (reference:
    RES-31: likely)."""
    parsed_strings: int = 12
    """parse looks at the strings below this one only; 6 before 2.411 (reference: WORD-17: likely)."""
    show_pic_closes_window: bool = True
    """show.pic resets f15 and closes the window; not before 2.411 (reference: PIC-31: likely)."""
    lists_only_animated: bool = False
    """Only an object that was animated is shown when it is drawn (reference: VIEW-22: sure for 2.440, likely
    before it)."""
    auto_loop: AutoLoop = AutoLoop.EXACTLY_FOUR
    fixed_priority_key: FixedPriorityKey = FixedPriorityKey.BANDS
    left_edge_at_zero: bool = False
    """Reaching x = 0 already counts as touching the left edge."""
    has_mouse_motion: bool = False
    """Motion type 4 exists: ego walks to where the mouse was pressed. player.control leaves it as it is, and its end
    sets no flag. Nothing on a PC begins it (reference: OBJ-14)."""
    loop_mirror: LoopMirror = LoopMirror.NONE
    mirror_bits: int = 2
    """In how many bits a mirrored cel notes its loop; in a higher loop it is turned round at every drawing (reference:
    VIEW-10: sure for 2.440, likely from 2.272 on)."""

    pen: Pen = Pen.ABSENT
    pen_survives_picture: bool = False
    """The pen of the last picture is still set when the next one is drawn."""
    round_pen_one: tuple[int, int, int] = (0b11, 0b11, 0b11)
    """Rows of the round pen of size 1, top to bottom (reference: PIC-21)."""
    pen_limit: int = 320
    """A pen of size n begins at column (pen_limit - 2n) div 2 at most (reference: PIC-19)."""

    status_sound_on: bytes = b"Sound:on "
    status_sound_off: bytes = b"Sound:off"
    print_at_operands_traced: int = 3
    """The operands of print.at and print.at.v that the trace window shows: the commands read four, but the table of
    early interpreters says three (reference: CMD-3)."""
    windows_always_wait: bool = False
    """Flag 15 does not exist: a window is never left open."""
    text_backgrounds_by_xor: bool = True
    """In graphics mode text with a background is exclusive-or-ed on the screen (reference: TEXT-13)."""
    has_hercules: bool = False
    """There is a driver for the Hercules (reference: VER-13, VER-21)."""
    has_mcga: bool = False
    """There is a driver for the MCGA of a PS/2 (reference: VER-15, PIC-44)."""
    has_menus: bool = False
    """The menu commands do something; without, they only eat their operands."""
    selects_item_in_status: bool = False
    """Flag 13 lets the player choose an item in the status screen."""
    flag_16_restarts_silently: bool = False
    refused_restart_shows_cursor: bool = True
    """A restart that the player refuses shows the cursor of the input line even where it was not shown before
    (reference: TIME-23)."""
    show_mem_has_room_line: bool = False
    """show.mem says what the start took in a line of its own; early ones count from after that (reference:
    TEXT-68)."""

    envelope_name: str = ""
    """ "v2", "v3", or empty for a level that is constant during a note (reference: SND-16). With one, levels are
    sent at every beat; without, bytes are sent only when a note or the end of a voice is read (reference:
    SND-27, SND-18, SND-19: sure for 2.440, likely from 2.411 on; assumed before)."""
    attenuation_variable: AttenuationVariable = AttenuationVariable.ADDED_TO_LEVEL
    noise_has_second_byte: bool = False
    """The chip also gets the second byte of a pitch that names the noise register (reference: SND-21:
    likely)."""
    tandy_attenuation: int = 3
    """Added to loud attenuations (below 8) on a Tandy: with an envelope after variable 23, else before it (reference:
    SND-15, SND-20)."""
    voices_bug: bool = False
    """v22 is 3 on every machine, also with one voice only."""

    heap_bytes: int = 57744
    """Memory for resources; v8 is what is left of it / 256 (reference: MEM-1, docs/heap.md)."""
    heap_is_known: bool = False
    """The size was measured, and what takes how much of it; where it was not, memory has no end."""

    behind_controllers: tuple[int, ...] = ()
    """Of each byte from controller 50 on a `BehindControllers`; empty: only what keys and menus set there."""
    error_loses_volumes: bool = False
    """After an error of the interpreter nothing can be read any more (reference: RES-41)."""
    new_room_names_volumes: bool = False
    """new.room makes the names of the volumes, up to 4, again: numbers that are printed (reference: KEY-27)."""

    @property
    def envelope(self) -> tuple[int, ...]:
        """The table added to a note's attenuation, beat by beat; empty if there is none."""
        return {"": (), "v2": V2_ENVELOPE, "v3": V3_ENVELOPE}[self.envelope_name]


_2_089 = VersionProfile(
    "2.089",
    last_action=154,
    quit_has_no_operand=True,
    attenuation_variable=AttenuationVariable.ABSENT,
    noise_has_second_byte=True,
    status_sound_on=b"Sound is on",
    status_sound_off=b"Sound is off",
    saving_stops_clock=False,
    placement_search_in_position=True,
    motion_commands_keep_type=True,
    static_list_by_number=True,
    object_file_names_highest=False,
    parsed_strings=6,
    show_pic_closes_window=False,
    windows_always_wait=True,
)
_2_230 = _2_089._replace(
    name="2.230",
    scan_starts_saved=True,
    status_sound_on=b"Sound:on ",
    status_sound_off=b"Sound:off",
    saving_stops_clock=True,
    placement_search_in_position=False,
    static_list_by_number=False,
    object_file_names_highest=True,
    has_rest_of_line=True,
    compare_strings_prefix_bug=True,
    compare_strings_keeps_punctuation=False,
    loop_mirror=LoopMirror.CEL_COUNT_BYTE,
    voices_bug=True,
)
_2_272 = _2_230._replace(
    name="2.272",
    last_action=160,
    quit_has_no_operand=False,
    last_variable=24,
    attenuation_variable=AttenuationVariable.ADDED_TO_BYTE,
    motion_commands_keep_type=False,
    keypad_five_stops=True,
    loop_mirror=LoopMirror.CEL_FLAGS,
)
_2_411 = _2_272._replace(
    name="2.411",
    last_action=169,
    message_codes="vmgswo",
    last_variable=26,
    string_count=24,
    memory_texts=title_text("2.411", 2724) + STRING_255,
    fixed_input_length=None,
    attenuation_variable=AttenuationVariable.ADDED_TO_LEVEL,
    parsed_strings=12,
    show_pic_closes_window=True,
    items_encrypted=True,
    savegame_length=1503,
    direction_pass_in_animation=False,
    distance_wraps=False,
    pen=Pen.POINTS,
    windows_always_wait=False,
    text_backgrounds_by_xor=False,
    has_hercules=True,
    has_menus=True,
    selects_item_in_status=True,
)
_2_425 = _2_411._replace(
    name="2.425",
    memory_texts=title_text("2.425", 2724) + STRING_255,
    noise_has_second_byte=False,
    pen=Pen.OFF_CENTRE,
    pen_survives_picture=True,
    round_pen_one=(0b11, 0b11, 0b00),
    flag_16_restarts_silently=True,
    voices_bug=False,
)
_2_426 = _2_425._replace(
    name="2.426",
    memory_texts=title_text("2.426", 2724) + STRING_255,
    pen_survives_picture=False,
    round_pen_one=(0b11, 0b11, 0b01),
)
_2_435 = _2_426._replace(name="2.435", memory_texts=title_text("2.435", 2724) + STRING_255, pen=Pen.FULL)
_2_439 = _2_435._replace(
    name="2.439",
    memory_texts=title_text("2.439", 2724) + STRING_255,
    round_pen_one=(0b11, 0b11, 0b11),
    restore_selects_every_view=True,
)
_2_440 = _2_439._replace(
    name="2.440",
    memory_texts=title_text("2.440", 2724) + STRING_255,
    memory_at_0=b"\xa0\x1c",
    compare_strings_prefix_bug=False,
    heap_bytes=58224,
    heap_is_known=True,
    behind_controllers=behind.table_of(*behind.NUMBER, *behind.SOUND),
)
_2_903 = _2_440._replace(
    name="2.903",
    last_action=173,
    memory_texts=title_text("2.903", 2756) + STRING_255,
    memory_at_0=b"",
    heap_is_known=False,
    savegame_length=1505,
    print_at_operands_traced=4,
    filters_held_arrows=True,
    has_mcga=True,
    restore_sets_hardware=True,
    lists_only_animated=True,
    mirror_bits=3,
    show_mem_has_room_line=True,
    envelope_name="v2",
    tandy_attenuation=2,
    behind_controllers=(),
    new_room_names_volumes=True,
)
_2_911 = _2_903._replace(name="2.911", memory_texts=title_text("2.911", 2756) + STRING_255)
_2_912 = _2_911._replace(name="2.912", memory_texts=title_text("2.912", 2756) + STRING_255)
_2_915 = _2_912._replace(name="2.915", memory_texts=title_text("2.915", 2756) + STRING_255)
_2_917 = _2_915._replace(
    name="2.917",
    memory_texts=texts_of_2_9("2.917", 2756, TABLES_OF_2_917),
    memory_words=words_of_2_9(2756),
    memory_at_0=b"\x80\x1e",
    heap_bytes=57744,
    heap_is_known=True,
    behind_controllers=behind.table_of(*behind.NUMBER, *behind.SOUND),
)
_2_936 = _2_917._replace(
    name="2.936",
    last_action=175,
    memory_texts=texts_of_2_9("2.936", 2764, TABLES_OF_2_936),
    memory_words=words_of_2_9(2764),
    memory_at_0=b"\x90\x1e",
    auto_loop=AutoLoop.FOUR_OR_MORE,
    fixed_priority_key=FixedPriorityKey.PAST_TABLE_AFTER_BASE,
    heap_bytes=57728,
    behind_controllers=behind.table_of(*behind.BANDS_WORD, *behind.NUMBER, *behind.SOUND),
)
_3_002_086 = _2_936._replace(
    name="3.002.086",
    generation=3,
    last_action=177,
    hide_mouse_has_operand=True,
    memory_texts=(),
    memory_words=(),
    memory_at_0=b"",
    heap_is_known=False,
    volume_count=16,
    inventory_encrypted_in_save=True,
    left_edge_at_zero=True,
    round_pen_one=(0b00, 0b11, 0b00),
    pen_limit=318,
    envelope_name="v3",
    behind_controllers=(),
    new_room_names_volumes=False,
)
_3_002_098 = _3_002_086._replace(
    name="3.002.098",
    last_action=181,
    hide_mouse_has_operand=False,
    memory_texts=(*title_text("3.002.098", 2830), (2765, b"\x07"), *STRING_255),
    memory_at_0=b"\x20\x1f",
    heap_bytes=57584,
    heap_is_known=True,
    error_loses_volumes=True,
    behind_controllers=behind.table_of(*behind.BANDS_WORD, *behind.DIGITS, *behind.NUMBER, *behind.SOUND),
    hold_key_counts=False,
    left_edge_at_zero=False,
    has_mouse_motion=True,
    refused_restart_shows_cursor=False,
    auto_loop=AutoLoop.MORE_THAN_FOUR_NEEDS_F20,
    fixed_priority_key=FixedPriorityKey.TABLE_AFTER_BASE,
)
# Of the later ones another study says: draw, pens, hold.key as in 3.002.098, and where the title of 3.002.102 lies.
# Where it says nothing they are taken to be like 3.002.098 (reference: CMD-30, KEY-16, VER-4, VER-19, VER-20).
_3_002_102 = _3_002_098._replace(
    name="3.002.102",
    memory_texts=title_text("3.002.102", 2833),
    memory_at_0=b"",
    heap_is_known=False,
    behind_controllers=(),
    savegame_length=1508,
)
_3_002_107 = _3_002_102._replace(name="3.002.107", memory_texts=())
_3_002_149 = _3_002_107._replace(
    name="3.002.149", string_count=12, key_slots=49, savegame_length=1028, has_hercules=False
)
AGDS = _2_440._replace(
    name="AGDS", message_key=b"Alex Simkin", memory_at_0=b"", heap_is_known=False, behind_controllers=()
)
"""The interpreter of the Russian AGI Development System, made from 2.440 (reference: RES-28)."""

PROFILES: Mapping[str, VersionProfile] = MappingProxyType(
    {
        profile.name: profile
        for profile in (
            *(_2_089, _2_230, _2_272),
            *(_2_411, _2_425, _2_426, _2_435, _2_439, _2_440, AGDS),
            *(_2_903, _2_911, _2_912, _2_915, _2_917, _2_936),
            *(_3_002_086, _3_002_098, _3_002_102, _3_002_107, _3_002_149),
        )
    }
)
"""Every known interpreter by name, oldest first."""

OLDEST = _2_089
NEWEST_V2 = _2_936
DEFAULT_V2 = _2_917
"""The profile for an unknown game of version 2 (reference: VER-23)."""
DEFAULT_V3 = _3_002_149
"""The profile for an unknown game of version 3."""
_TRIED_FIRST = (DEFAULT_V2, NEWEST_V2, _2_440, _2_272, OLDEST, _2_230, DEFAULT_V3, _3_002_102, _3_002_098)
PREFERRED = (
    *_TRIED_FIRST,
    *(profile for profile in reversed(list(PROFILES.values())) if profile not in (*_TRIED_FIRST, AGDS)),
)
"""What is tried for a game that no file and no table names: defaults before all others, at the end the newest first."""


def first_with_action(number: int) -> str:
    """Return the name of the oldest interpreter that executes the action `number` (0-181)."""
    return next(profile.name for profile in PROFILES.values() if profile.last_action >= number)
