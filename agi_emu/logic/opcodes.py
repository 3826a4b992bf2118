"""The one table of opcodes: every action and test of the LOGIC language, declared once.

Dispatch, decoding, compiler, disassembler, tracer and the manual read this table; no opcode number stands elsewhere.
Source of the rows: reference: CMD-1, CMD-7, CMD-36; of `records`: reference: SAVE-10, SAVE-11.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, IntEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from agi_emu.facts.versions import VersionProfile

END_OF_LOGIC = 0x00
"""The action `return`: ends a logic."""
IF = 0xFF
"""Begins and ends a condition; the end is followed by the signed 16-bit distance to skip when it is false."""
GOTO = 0xFE
"""An unconditional jump by the signed 16-bit distance after it."""
NOT = 0xFD
"""In a condition: negates the next test only."""
OR = 0xFC
"""In a condition: begins and ends a group of alternatives."""


class Operand(Enum):
    """The meaning of an operand byte. Every operand is one byte, except the words of `said` (see `WORDS`)."""

    NUMBER = "number"
    VARIABLE = "variable"
    FLAG = "flag"
    MESSAGE = "message"
    OBJECT = "object"
    ITEM = "item"
    STRING = "string"
    WORD = "word"
    """Index of a word of the parsed sentence, counted from 0."""
    CONTROLLER = "controller"
    # Numbers of a special kind; in a source they are plain numbers.
    VIEW = "view"
    LOOP = "loop"
    CEL = "cel"
    PICTURE = "picture"
    SOUND = "sound"
    LOGIC = "logic"
    ROOM = "room"
    X = "x"
    Y = "y"
    PRIORITY = "priority"
    ROW = "row"
    COLUMN = "column"
    WIDTH = "width"
    COLOR = "color"
    WORDS = "words"
    """A list of word groups: one byte with their number, then two bytes (low, high) for each. Only `said` has it."""

    @property
    def marker(self) -> str:
        """The letter in front of such an operand in a source (`v10`, `f5`); empty for plain numbers and `WORDS`."""
        return _MARKERS.get(self, "")


_MARKERS = {
    Operand.VARIABLE: "v",
    Operand.FLAG: "f",
    Operand.MESSAGE: "m",
    Operand.OBJECT: "o",
    Operand.ITEM: "i",
    Operand.STRING: "s",
    Operand.WORD: "w",
    Operand.CONTROLLER: "c",
}
KIND_OF_MARKER: Mapping[str, str] = MappingProxyType({kind.marker: kind.value for kind in Operand if kind.marker})
"""The name of a kind of operand by the letter in front of it."""


class Record(IntEnum):
    """The kinds of entries of the script list, which a restored game plays back (reference: SAVE-10, SAVE-11)."""

    LOAD_LOGICS = 0
    LOAD_VIEW = 1
    LOAD_PIC = 2
    LOAD_SOUND = 3
    DRAW_PIC = 4
    ADD_TO_PIC = 5
    DISCARD_PIC = 6
    DISCARD_VIEW = 7
    OVERLAY_PIC = 8


Where = Literal["core", "python", "both"]


class Opcode(NamedTuple):
    """One action or test."""

    number: int
    name: str
    """As in the published command list, with dots: ``set.view.v``."""
    operands: tuple[Operand, ...]
    meaning: str
    where: Where = "python"
    """Who executes it: the compiled core, a Python handler bound by name, or both: the core in the usual case, the
    handler in all others."""
    records: Record | None = None
    """The entry that it appends to the script list, if any."""
    overrides: Mapping[str, tuple[Operand, ...]] = MappingProxyType({})
    """Operands where they differ, by the field of the version profile that says so."""
    is_null: bool = False
    """True where the DOS interpreters do nothing.

    Quirk: such a command eats no operand, the operand bytes are executed as the next commands (2.936: ``AF 01 5A``
    increments v90; reference: CMD-4).
    """

    @property
    def python_name(self) -> str:
        """The name as a Python identifier: ``set_view_v``."""
        return self.name.replace(".", "_")


def _row(
    name: str,
    operands: str,
    meaning: str,
    *,
    where: Where = "python",
    records: Record | None = None,
    overrides: Mapping[str, str] | None = None,
    is_null: bool = False,
) -> Opcode:
    """Return a row without its number; operands are the names of their kinds, separated by blanks."""
    return Opcode(
        number=-1,
        name=name,
        operands=_kinds(operands),
        meaning=meaning,
        where=where,
        records=records,
        overrides=MappingProxyType({name: _kinds(kinds) for name, kinds in (overrides or {}).items()}),
        is_null=is_null,
    )


def _kinds(names: str) -> tuple[Operand, ...]:
    return tuple(Operand(name) for name in names.split())


def _numbered(*rows: Opcode) -> tuple[Opcode, ...]:
    """Return the rows with their position as their number."""
    return tuple(row._replace(number=number) for number, row in enumerate(rows))


ACTIONS: tuple[Opcode, ...] = _numbered(
    # 0 - 17: arithmetic and flags
    _row("return", "", "End this logic", where="core"),
    _row("increment", "variable", "Add 1, up to 255", where="core"),
    _row("decrement", "variable", "Subtract 1, down to 0", where="core"),
    _row("assignn", "variable number", "Set a variable to a number", where="core"),
    _row("assignv", "variable variable", "Set a variable to another's value", where="core"),
    _row("addn", "variable number", "Add a number, modulo 256", where="core"),
    _row("addv", "variable variable", "Add a variable, modulo 256", where="core"),
    _row("subn", "variable number", "Subtract a number, modulo 256", where="core"),
    _row("subv", "variable variable", "Subtract a variable, modulo 256", where="core"),
    _row("lindirectv", "variable variable", "Set the variable that the first one names to the second", where="core"),
    _row("rindirect", "variable variable", "Set the first to the variable that the second one names", where="core"),
    _row("lindirectn", "variable number", "Set the variable that the first one names to a number", where="core"),
    _row("set", "flag", "Set a flag", where="core"),
    _row("reset", "flag", "Reset a flag", where="core"),
    _row("toggle", "flag", "Change a flag to its opposite", where="core"),
    _row("set.v", "variable", "Set the flag that a variable names", where="core"),
    _row("reset.v", "variable", "Reset the flag that a variable names", where="core"),
    _row("toggle.v", "variable", "Toggle the flag that a variable names", where="core"),
    # 18 - 23: rooms and logics
    _row("new.room", "room", "Leave for another room; logic 0 starts again", records=Record.LOAD_LOGICS),
    _row("new.room.v", "variable", "Leave for the room in a variable", records=Record.LOAD_LOGICS),
    _row("load.logics", "logic", "Load a logic and keep it", records=Record.LOAD_LOGICS),
    _row("load.logics.v", "variable", "Load the logic in a variable and keep it", records=Record.LOAD_LOGICS),
    _row("call", "logic", "Run another logic", where="core"),
    _row("call.v", "variable", "Run the logic in a variable", where="core"),
    # 24 - 32: pictures and views
    _row("load.pic", "variable", "Load the picture in a variable", records=Record.LOAD_PIC),
    _row("draw.pic", "variable", "Draw the picture in a variable over a clean buffer", records=Record.DRAW_PIC),
    _row("show.pic", "", "Show the picture buffer on the screen"),
    _row("discard.pic", "variable", "Forget this picture and those loaded after it", records=Record.DISCARD_PIC),
    _row("overlay.pic", "variable", "Draw the picture in a variable over what is there", records=Record.OVERLAY_PIC),
    _row("show.pri.screen", "", "Show the priorities until ENTER or ESC"),
    _row("load.view", "view", "Load a view", where="both", records=Record.LOAD_VIEW),
    _row("load.view.v", "variable", "Load the view in a variable", where="both", records=Record.LOAD_VIEW),
    _row("discard.view", "view", "Forget this view and those loaded after it", records=Record.DISCARD_VIEW),
    # 33 - 69: objects: what they show and where they are
    _row("animate.obj", "object", "Take an object into the animation", where="core"),
    _row("unanimate.all", "", "Take every object out of the animation", where="core"),
    _row("draw", "object", "Put an object on the screen", where="core"),
    _row("erase", "object", "Take an object off the screen", where="core"),
    _row("position", "object x y", "Place an object before it is drawn", where="core"),
    _row("position.v", "object variable variable", "Place an object at x and y in variables", where="core"),
    _row("get.posn", "object variable variable", "Store x and y of an object", where="core"),
    _row("reposition", "object variable variable", "Move an object by two signed distances in variables", where="core"),
    _row("set.view", "object view", "Give an object a view", where="core"),
    _row("set.view.v", "object variable", "Give an object the view in a variable", where="core"),
    _row("set.loop", "object loop", "Choose the loop of an object", where="core"),
    _row("set.loop.v", "object variable", "Choose the loop in a variable", where="core"),
    _row("fix.loop", "object", "Keep the loop whatever the direction", where="core"),
    _row("release.loop", "object", "Choose the loop by direction again", where="core"),
    _row("set.cel", "object cel", "Choose the cel of an object", where="core"),
    _row("set.cel.v", "object variable", "Choose the cel in a variable", where="core"),
    _row("last.cel", "object variable", "Store the number of the loop's last cel", where="core"),
    _row("current.cel", "object variable", "Store the number of the cel", where="core"),
    _row("current.loop", "object variable", "Store the number of the loop", where="core"),
    _row("current.view", "object variable", "Store the number of the view", where="core"),
    _row("number.of.loops", "object variable", "Store the number of loops of the view", where="core"),
    _row("set.priority", "object priority", "Give an object a fixed priority", where="core"),
    _row("set.priority.v", "object variable", "Give an object the priority in a variable", where="core"),
    _row("release.priority", "object", "Let the priority follow y again", where="core"),
    _row("get.priority", "object variable", "Store the priority of an object", where="core"),
    _row("stop.update", "object", "Keep an object as a still part of the scene", where="core"),
    _row("start.update", "object", "Let a still object live again", where="core"),
    _row("force.update", "object", "Redraw an object now", where="core"),
    _row("ignore.horizon", "object", "Let an object pass the horizon", where="core"),
    _row("observe.horizon", "object", "Stop an object at the horizon", where="core"),
    _row("set.horizon", "y", "Set the horizon", where="core"),
    _row("object.on.water", "object", "Confine an object to water", where="core"),
    _row("object.on.land", "object", "Keep an object off water", where="core"),
    _row("object.on.anything", "object", "Let an object go on water and land", where="core"),
    _row("ignore.objs", "object", "Let an object pass others", where="core"),
    _row("observe.objs", "object", "Let an object be stopped by others", where="core"),
    _row("distance", "object object variable", "Store the distance of two objects, or 255", where="core"),
    # 70 - 91: cycling and motion
    _row("stop.cycling", "object", "Stop changing cels", where="core"),
    _row("start.cycling", "object", "Go on changing cels", where="core"),
    _row("normal.cycle", "object", "Cycle through the cels for ever", where="core"),
    _row("end.of.loop", "object flag", "Cycle to the last cel, then set the flag", where="core"),
    _row("reverse.cycle", "object", "Cycle backwards for ever", where="core"),
    _row("reverse.loop", "object flag", "Cycle back to the first cel, then set the flag", where="core"),
    _row("cycle.time", "object variable", "Set the cycles between two cels", where="core"),
    _row("stop.motion", "object", "Stop moving; ego: the program takes control", where="core"),
    _row("start.motion", "object", "Move again; ego: the player takes control", where="core"),
    _row("step.size", "object variable", "Set the distance of a step", where="core"),
    _row("step.time", "object variable", "Set the cycles between two steps", where="core"),
    _row(
        "move.obj",
        "object x y number flag",
        "Move to x, y with a step (0: keep it), then set the flag",
        where="core",
    ),
    _row(
        "move.obj.v",
        "object variable variable variable flag",
        "Move to x, y with a step, all in variables, then set the flag",
        where="core",
    ),
    _row("follow.ego", "object number flag", "Follow ego up to a distance, then set the flag", where="core"),
    _row("wander", "object", "Wander about at random", where="core"),
    _row("normal.motion", "object", "Move straight on, as the direction says", where="core"),
    _row("set.dir", "object variable", "Set the direction, 0 to 8", where="core"),
    _row("get.dir", "object variable", "Store the direction", where="core"),
    _row("ignore.blocks", "object", "Let an object pass the block and conditional lines", where="core"),
    _row("observe.blocks", "object", "Let an object be stopped by the block and conditional lines", where="core"),
    _row("block", "x y x y", "Set the block: left, top, right, bottom", where="core"),
    _row("unblock", "", "Remove the block", where="core"),
    # 92 - 97: items
    _row("get", "item", "Let the player carry an item", where="core"),
    _row("get.v", "variable", "Let the player carry the item in a variable", where="core"),
    _row("drop", "item", "Take an item away, to room 0", where="core"),
    _row("put", "item variable", "Put an item into the room in a variable", where="core"),
    _row("put.v", "variable variable", "Put the item in a variable into the room in a variable", where="core"),
    _row("get.room.v", "variable variable", "Store the room of the item in a variable", where="core"),
    # 98 - 100: sound
    _row("load.sound", "sound", "Load a sound", records=Record.LOAD_SOUND),
    _row("sound", "sound flag", "Play a sound, then set the flag"),
    _row("stop.sound", "", "Stop the sound; its flag is set"),
    # 101 - 120: windows, text, strings
    _row("print", "message", "Show a message in a window"),
    _row("print.v", "variable", "Show the message in a variable in a window"),
    _row("display", "row column message", "Write a message to the screen", where="both"),
    _row("display.v", "variable variable variable", "Write a message to the screen, all in variables", where="both"),
    _row("clear.lines", "row row color", "Fill rows of text", where="both"),
    _row("text.screen", "", "Go to text mode"),
    _row("graphics", "", "Go back to graphics mode"),
    _row("set.cursor.char", "message", "Set the cursor of the input line"),
    _row("set.text.attribute", "color color", "Set foreground and background of text", where="both"),
    _row("shake.screen", "number", "Shake the screen some times; under AGIPAL 100 to 109 choose a palette"),
    _row("configure.screen", "row row row", "Set the rows of picture, input line and status line"),
    _row("status.line.on", "", "Show the status line"),
    _row("status.line.off", "", "Hide the status line"),
    _row("set.string", "string message", "Set a string to the bytes of a message"),
    _row("get.string", "string message row column number", "Ask for a string: prompt, place, greatest length"),
    _row("word.to.string", "string word", "Set a string to a word of the sentence"),
    _row("parse", "string", "Parse a string as if it had been typed"),
    _row("get.num", "message variable", "Ask for a number"),
    _row("prevent.input", "", "Take the input line away"),
    _row("accept.input", "", "Give the input line back"),
    # 121 - 154: keys, screens, control of the game
    _row("set.key", "number number controller", "Let a key (ASCII, scan code) set a controller"),
    _row(
        "add.to.pic",
        "view loop cel x y priority priority",
        "Draw a cel into the picture; last, the control line around its base",
        records=Record.ADD_TO_PIC,
        where="core",
    ),
    _row(
        "add.to.pic.v",
        "variable variable variable variable variable variable variable",
        "Draw a cel into the picture, all in variables",
        records=Record.ADD_TO_PIC,
        where="core",
    ),
    _row("status", "", "Show what the player carries"),
    _row("save.game", "", "Save the game"),
    _row("restore.game", "", "Restore a saved game"),
    _row("init.disk", "", "Prepare a disk for saved games; nothing on a PC", is_null=True),
    _row("restart.game", "", "Start the game again"),
    _row("show.obj", "view", "Show a view with its description"),
    _row("random", "number number variable", "Store a random number from the first to the second", where="core"),
    _row("program.control", "", "The program moves ego", where="core"),
    _row("player.control", "", "The player moves ego", where="core"),
    _row("obj.status.v", "variable", "Show what is known of the object in a variable"),
    _row("quit", "number", "End the game; 1: without asking", overrides={"quit_has_no_operand": ""}),
    _row("show.mem", "", "Show how much memory is left"),
    _row("pause", "", "Wait for ENTER under a window"),
    _row("echo.line", "", "Bring the last input line back"),
    _row("cancel.line", "", "Empty the input line"),
    _row("init.joy", "", "Calibrate the joystick"),
    _row("toggle.monitor", "", "Change the kind of monitor (CGA only)"),
    _row("version", "", "Show the interpreter's version"),
    _row("script.size", "number", "Set the length of the script list and empty it"),
    _row("set.game.id", "message", "Name the game, up to 6 characters"),
    _row("log", "message", "Append room, input line and a message to the file logfile"),
    _row("set.scan.start", "", "Let this logic begin after this command from now on", where="core"),
    _row("reset.scan.start", "", "Let this logic begin at its beginning again", where="core"),
    _row("reposition.to", "object x y", "Move an object at once", where="core"),
    _row("reposition.to.v", "object variable variable", "Move an object at once to x and y in variables", where="core"),
    _row("trace.on", "", "Start the trace window"),
    _row("trace.info", "logic row number", "Set names' logic, first row and height of the trace window"),
    # Always four operands; early interpreters trace three (VersionProfile.print_at_operands_traced).
    _row("print.at", "message row column width", "Show a message in a window at a place"),
    _row("print.at.v", "variable row column width", "Show the message in a variable in a window at a place"),
    _row("discard.view.v", "variable", "Forget the view in a variable and those after it", records=Record.DISCARD_VIEW),
    _row(
        "clear.text.rect",
        "row column row column color",
        "Fill a rectangle of text: top, left, bottom, right",
        where="both",
    ),
    # 155 - 169: from 2.272 and 2.411
    _row("set.upper.left", "number number", "Set the window's corner (Apple II); nothing on a PC"),
    _row("set.menu", "message", "Add a menu"),
    _row("set.menu.item", "message controller", "Add an item to the last menu"),
    _row("submit.menu", "", "End the making of menus"),
    _row("enable.item", "controller", "Enable the menu items of a controller"),
    _row("disable.item", "controller", "Disable the menu items of a controller"),
    _row("menu.input", "", "Open the menu with the next cycle"),
    _row("show.obj.v", "variable", "Show the view in a variable with its description"),
    _row("open.dialogue", "", "Begin a dialogue (Hercules only)"),
    _row("close.dialogue", "", "End a dialogue (Hercules only)"),
    _row("mul.n", "variable number", "Multiply by a number, modulo 256", where="core"),
    _row("mul.v", "variable variable", "Multiply by a variable, modulo 256", where="core"),
    _row("div.n", "variable number", "Divide by a number", where="core"),
    _row("div.v", "variable variable", "Divide by a variable", where="core"),
    _row("close.window", "", "Close the window that is left open"),
    # 170 - 175: from 2.903 and 2.936
    _row("set.simple", "string", "Name the saved games; under AGI256 show the bitmap whose number is in that variable"),
    _row("push.script", "", "Remember the length of the script list; under AGIMOUSE read the mouse"),
    _row("pop.script", "", "Cut the script list to the remembered length"),
    _row("hold.key", "", "Let ego walk only while the key is down"),
    _row("set.pri.base", "y", "Let the priority bands begin at y", where="core"),
    _row("discard.sound", "sound", "Forget a sound; nothing on a PC", is_null=True),
    # 176 - 181: from version 3
    _row(
        "hide.mouse",
        "",
        "Hide the mouse cursor; nothing on a PC",
        overrides={"hide_mouse_has_operand": "number"},
        is_null=True,
    ),
    _row("allow.menu", "number", "Allow the menu, or not: 0"),
    _row("show.mouse", "", "Show the mouse cursor; nothing on a PC", is_null=True),
    _row("fence.mouse", "x y x y", "Confine the mouse; nothing on a PC", is_null=True),
    _row("mouse.posn", "variable variable", "Store the mouse's place; nothing on PC", is_null=True),
    _row("release.key", "", "Undo hold.key"),
)
"""The actions; the index is the number, 0 to 181."""

TESTS: tuple[Opcode, ...] = _numbered(
    _row("return.false", "", "Never true", where="core"),
    _row("equaln", "variable number", "Equal", where="core"),
    _row("equalv", "variable variable", "Equal", where="core"),
    _row("lessn", "variable number", "Less", where="core"),
    _row("lessv", "variable variable", "Less", where="core"),
    _row("greatern", "variable number", "Greater", where="core"),
    _row("greaterv", "variable variable", "Greater", where="core"),
    _row("isset", "flag", "The flag is set", where="core"),
    _row("isset.v", "variable", "The flag that the variable names is set", where="core"),
    _row("has", "item", "The player carries the item", where="core"),
    _row("obj.in.room", "item variable", "The item is in the room in the variable", where="core"),
    _row("posn", "object x y x y", "The left end of the base line is in a rectangle", where="core"),
    _row("controller", "controller", "The controller was used in this cycle", where="core"),
    _row("have.key", "", "A key was pressed; v19 says which", where="core"),
    _row("said", "words", "The sentence is this one", where="core"),
    _row("compare.strings", "string string", "Two strings are alike", where="core"),
    _row("obj.in.box", "object x y x y", "The whole base line is in a rectangle", where="core"),
    _row("center.posn", "object x y x y", "The middle of the base line is in a rectangle", where="core"),
    _row("right.posn", "object x y x y", "The right end of the base line is in a rectangle", where="core"),
)
"""The tests; the index is the number, 0 to 18. 19, in.motion.using.mouse, exists on other machines than the PC only."""

_ACTION_ALIASES = {f"unknown{number}": number for number in range(170, 182)}
"""Names that sources of the 1990s use for the late actions (reference: LANG-25)."""
_TEST_ALIASES = {"issetv": "isset.v"}

_ACTIONS_BY_NAME = {opcode.name: opcode for opcode in ACTIONS} | {
    alias: ACTIONS[number] for alias, number in _ACTION_ALIASES.items()
}
_TESTS_BY_NAME = {opcode.name: opcode for opcode in TESTS}
_TESTS_BY_NAME |= {alias: _TESTS_BY_NAME[name] for alias, name in _TEST_ALIASES.items()}


def action_by_name(name: str) -> Opcode:
    """Return the action of this name (``set.view.v``; also ``unknown170`` ...); KeyError if there is none."""
    return _ACTIONS_BY_NAME[name]


def test_by_name(name: str) -> Opcode:
    """Return the test of this name (``equaln``; ``issetv`` is ``isset.v``); KeyError if there is none."""
    return _TESTS_BY_NAME[name]


test_by_name.__test__ = False  # type: ignore[attr-defined]  # pytest must not take it for a test


def form_by_variable(name: str) -> str | None:
    """Return the command or test that takes in variables what this one takes as it is: ``set.view.v``."""
    by_variable = f"{name}.v"
    return by_variable if by_variable in _ACTIONS_BY_NAME or by_variable in _TESTS_BY_NAME else None


def operands_of(opcode: Opcode, profile: VersionProfile | None = None) -> tuple[Operand, ...]:
    """Return the operands that a source gives to an opcode in an interpreter (None: in most of them)."""
    if profile is not None:
        for name, operands in opcode.overrides.items():
            if getattr(profile, name):
                return operands
    return opcode.operands


def operand_count(number: int, profile: VersionProfile | None = None) -> int:
    """Return how many operand bytes the action `number` (0-181) eats when an interpreter executes it.

    That is the number of declared operands except for the null commands, which take none (see `Opcode.is_null`).
    """
    opcode = ACTIONS[number]
    return 0 if opcode.is_null else len(operands_of(opcode, profile))
