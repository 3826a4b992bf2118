"""Numbers with a meaning that logics, states and the compiled core share: declared here, once.

setup.py writes the core's names for them, ``_core/codes.pxd``. Positions in the cycle and what the core stops for are
in `state.progress`, rules of an interpreter in `state.core_rules`.
"""

from __future__ import annotations

from enum import IntEnum

BEATS_PER_SECOND = 60
"""Timer interrupts: the unit of the machine's time."""
BEATS_PER_TICK = 3
TICKS_PER_SECOND = BEATS_PER_SECOND // BEATS_PER_TICK

EGO = 0
"""The object that the player moves."""
CARRIED = 255
"""Room of an item that the player carries."""
MESSAGE_LINES = 19
"""Lines that a message window can hold."""
WINDOW_COLUMNS = 30
"""Line limit of message windows (reference: TEXT-18)."""
STRING_BYTES = 40
OBJECT_BYTES = 43
"""Of an object's record in the original's memory (reference: OBJ-1, SAVE-6)."""
ITEM_ENTRY_BYTES = 3
"""Of an item in the OBJECT file: the address of its name, then its room."""
PARSED_WORDS = 10
"""Words of a sentence that are kept."""
ANY_WORD = 1
"""Word group of `said` that any word fits."""
REST_OF_LINE = 9999
"""Word group of `said` that all the words left fit."""
BIOS_KEYS = 15
QUEUE_SLOTS = 20
"""Of the event queue; one stays free."""
SCRIPT_ENTRIES = 256
"""The longest script list."""
POSITION_DEPTH = 5
"""Cursor places that can be remembered."""
POLLS_PER_BEAT = 61
"""Polls that find nothing until a beat passes, where the processor is infinitely fast (docs/accuracy.md)."""
FUEL_OF_WORK = 12
"""Fuel that a unit of work burns (docs/architecture.md)."""

BLACK = 0
WHITE = 15
"""Colours of text in graphics mode; what an empty picture holds is white, too."""
INVERTED = 0x80
"""Bit of a combined attribute in graphics mode: black on a colour."""
INVERTED_WHITE = INVERTED | WHITE
"""Combined attribute of a black glyph on white in graphics mode."""
BACKGROUND_SET = 0xFF
"""Stored background colour in graphics mode, whatever colour was given except 0."""

LOWEST_BAND = 4
"""The priority of the rows above the bands, and of an empty picture."""
FIRST_PASS = 255
"""Value of an object's p2 when follow.ego begins (reference: OBJ-27)."""
HUNG_SORTING = 2
"""Value of `general.hung` from when the core hangs over the order of the objects until Python has said why."""
HUNG_SEARCHING = 3
"""The same for a list of resources without an end."""
HIGHEST_PRIORITY = 15
"""Of objects in front of everything: control lines do not stop them."""


class Var(IntEnum):
    """Variables that the interpreter itself reads or writes (reference: CMD-8)."""

    ROOM = 0
    PREVIOUS_ROOM = 1
    EGO_EDGE = 2
    """Edge that ego has touched: an `Edge`."""
    SCORE = 3
    EDGE_OBJECT = 4
    """Another object that has touched an edge."""
    OBJECT_EDGE = 5
    """The edge that it has touched."""
    EGO_DIRECTION = 6
    MOST_SCORE = 7
    FREE_MEMORY = 8
    """In pages of 256 bytes."""
    UNKNOWN_WORD = 9
    """Position of the unknown word in the sentence, from 1; 0 if all are known."""
    CYCLE_TICKS = 10
    """Ticks that a cycle takes at least."""
    SECONDS = 11
    MINUTES = 12
    HOURS = 13
    DAYS = 14
    JOYSTICK = 15
    EGO_VIEW = 16
    """View of ego when the room was entered."""
    ERROR = 17
    ERROR_VALUE = 18
    KEY = 19
    """The key that have.key has seen."""
    COMPUTER = 20
    WINDOW_TIME = 21
    """Half seconds after which a window closes by itself; 0: never."""
    VOICES = 22
    ATTENUATION = 23
    INPUT_LENGTH = 24
    SELECTED_ITEM = 25
    MONITOR = 26
    MOUSE_BUTTON = 27
    """This one and the next two are AGIMOUSE's."""
    MOUSE_X = 28
    MOUSE_Y = 29


class Flag(IntEnum):
    """Flags that the interpreter itself reads or writes."""

    EGO_ON_WATER = 0
    EGO_HIDDEN = 1
    HAVE_INPUT = 2
    EGO_ON_SIGNAL = 3
    HAVE_MATCH = 4
    """A said has taken the sentence."""
    NEW_ROOM = 5
    GAME_RESTARTED = 6
    NO_SCRIPT = 7
    """The script list is not written."""
    JOYSTICK = 8
    SOUND_ON = 9
    TRACE = 10
    HAS_NOISE = 11
    GAME_RESTORED = 12
    SELECT_ITEM = 13
    MENU = 14
    WINDOW_STAYS = 15
    RESTART_SILENTLY = 16
    AUTO_LOOP = 20
    """Views of more than four loops are turned by the direction, in some interpreters."""


class ObjectFlag(IntEnum):
    """Bits of a screen object's control word (reference: OBJ-2); plain numbers, so that ~ keeps unknown bits."""

    DRAWN = 0x0001
    IGNORE_BLOCKS = 0x0002
    FIXED_PRIORITY = 0x0004
    IGNORE_HORIZON = 0x0008
    UPDATE = 0x0010
    CYCLING = 0x0020
    ANIMATED = 0x0040
    BLOCKED = 0x0080
    ON_WATER = 0x0100
    IGNORE_OBJECTS = 0x0200
    REPOSITIONED = 0x0400
    ON_LAND = 0x0800
    NO_ADVANCE = 0x1000
    FIXED_LOOP = 0x2000
    STOPPED = 0x4000
    PRESENT = ANIMATED | DRAWN
    """In the picture, moving or not."""
    ACTIVE = PRESENT | UPDATE


class Motion(IntEnum):
    """How an object's direction comes about (ScreenObject.motion)."""

    NORMAL = 0
    WANDER = 1
    FOLLOW_EGO = 2
    MOVE_OBJ = 3
    MOUSE = 4


class CycleType(IntEnum):
    """How an object goes through its cels (ScreenObject.cycle_type)."""

    NORMAL = 0
    END_OF_LOOP = 1
    REVERSE_LOOP = 2
    REVERSE = 3


class Edge(IntEnum):
    """Edges that objects touch; the horizon counts as the top."""

    NONE = 0
    TOP = 1
    RIGHT = 2
    BOTTOM = 3
    LEFT = 4


class Control(IntEnum):
    """Priorities that are control lines of the picture."""

    BARRIER = 0
    BLOCK = 1
    """Stops objects that observe blocks."""
    SIGNAL = 2
    WATER = 3


class EventType(IntEnum):
    """Type of an entry of the event queue."""

    CHARACTER = 1
    DIRECTION = 2
    CONTROLLER = 3


class Key(IntEnum):
    """Values of character events that the interpreter itself looks for."""

    BACKSPACE = 0x08
    LINE_FEED = 0x0A
    ENTER = 0x0D
    ESC = 0x1B
    BUTTON_1 = 0x0101
    """Click words of the joystick's buttons, single and double (reference: KEY-22)."""
    BUTTON_1_TWICE = 0x0301
    BUTTON_2 = 0x0201
    BUTTON_2_TWICE = 0x0401


class Computer(IntEnum):
    """Computers that can be emulated, by their number in variable 20."""

    PC = 0
    PCJR = 1
    TANDY = 2


MACHINES = {each.name.lower(): each for each in Computer}
"""The computers by the names that settings, recordings and options have for them."""


class Deep(IntEnum):
    """What the second picture holds."""

    NOTHING = 0
    COLOURS = 1
    """256 colours, which the screen shows."""
    DOTS = 2
    """Dots of a Hercules."""


class ErrorCode(IntEnum):
    """Errors that the interpreter reports through variables 17 and 18 (reference: CMD-39)."""

    VIEW_NOT_DISCARDABLE = 1
    VIEW_NOT_LOADED = 3
    LOOP_TOO_LARGE = 5
    LOOP_WITHOUT_VIEW = 6
    CEL_TOO_LARGE = 8
    SOUND_NOT_LOADED = 9
    CEL_WITHOUT_VIEW = 10
    SCRIPT_FULL = 11
    ERASE_OUT_OF_RANGE = 12
    ANIMATE_OUT_OF_RANGE = 13
    MESSAGE_UNDEFINED = 14
    BAD_TEST = 15
    BAD_ACTION = 16
    PICTURE_NOT_LOADED = 18
    DRAW_OUT_OF_RANGE = 19
    DRAW_WITHOUT_CEL = 20
    PICTURE_NOT_DISCARDABLE = 21
    ITEM_OUT_OF_RANGE = 23


class ActionKind(IntEnum):
    """Who executes an action."""

    NONE = 0
    CORE = 1
    PYTHON = 2
    BOTH = 3
    """The core where it can (`_core/fast_actions.pyx`), else a Python handler."""
