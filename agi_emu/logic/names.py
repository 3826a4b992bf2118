"""Names that every LOGIC source may use without defining them (reference: LANG-31)."""

from __future__ import annotations

VARIABLES: tuple[tuple[str, str], ...] = (
    ("currentRoom", "Number of the room"),
    ("previousRoom", "Number of the room before it"),
    ("edgeEgoHit", "Edge that ego has touched: NOT_HIT, TOP_EDGE (or horizon), RIGHT_EDGE, BOTTOM_EDGE, LEFT_EDGE"),
    ("currentScore", "Score, shown in the status line"),
    ("objHitEdge", "Another object that has touched an edge"),
    ("edgeObjHit", "Edge that it has touched"),
    ("egoDir", "Where ego goes: STOPPED, UP, UP_RIGHT, RIGHT ... UP_LEFT, clockwise"),
    ("maxScore", "Highest score, shown in the status line"),
    ("memoryLeft", "Free memory, in pages of 256 bytes"),
    ("unknownWordNum", "Which word of the sentence is not known, 0 if all are"),
    ("animationInterval", "Length of a cycle, in twentieths of a second"),
    ("elapsedSeconds", "Clock"),
    ("elapsedMinutes", "Clock"),
    ("elapsedHours", "Clock"),
    ("elapsedDays", "Clock"),
    ("dblClickDelay", "Sensitivity of the joystick"),
    ("currentEgoView", "View of ego when the room was entered"),
    ("errorNumber", "Error of the interpreter, 0 if none"),
    ("errorParameter", "What the error is about"),
    ("lastChar", "Key that have.key has seen"),
    ("machineType", "Computer: PC, PCJR, TANDY and those that are no PC"),
    ("printTimeout", "Half seconds after which a window closes by itself, 0 for never"),
    ("numberOfVoices", "Voices of the sound hardware: 1 on a PC, 3 on PCjr and Tandy"),
    ("attenuation", "How much quieter sounds are, 0 to 15; not on a PC's speaker"),
    ("inputLength", "Longest line of input"),
    ("selectedItem", "Item that was chosen in the inventory, 255 for none"),
    ("monitorType", "Monitor: CGA, RGB, MONO (Hercules), EGA, VGA"),
)
"""Name and meaning of the first variables (reference: LANG-31, CMD-8; specification 2; cycle-and-timing.md 7)."""
FLAGS: tuple[tuple[str, str], ...] = (
    ("onWater", "Ego stands wholly on water, priority 3"),
    ("egoHidden", "Ego is wholly hidden by others"),
    ("haveInput", "The player has typed a sentence"),
    ("egoHitSpecial", "Ego touches a signal line, priority 2"),
    ("haveMatch", "A said has taken the sentence"),
    ("newRoom", "The first cycle in a room"),
    ("gameRestarted", "The game was restarted, for one cycle"),
    ("noScript", "The script list is not written"),
    ("enableDblClick", "The joystick's sensitivity counts"),
    ("soundOn", "Sounds are heard"),
    ("enableTrace", "The trace window may be opened"),
    ("hasNoiseChannel", "The computer has a noise voice"),
    ("gameRestored", "A game was restored, for one cycle"),
    ("enableItemSelect", "The inventory lets choose an item"),
    ("enableMenu", "The menu can be opened"),
    ("leaveWindow", "Windows of print stay open"),
    ("noPromptRestart", "Restart does not ask"),
)
"""Name and meaning of the first flags."""
_EDGES = "NOT_HIT TOP_EDGE RIGHT_EDGE BOTTOM_EDGE LEFT_EDGE"
_DIRECTIONS = "STOPPED UP UP_RIGHT RIGHT DOWN_RIGHT DOWN DOWN_LEFT LEFT UP_LEFT"
_MONITORS = "CGA RGB MONO EGA VGA"
_MACHINES = "PC PCJR TANDY APPLEII ATARI AMIGA MACINTOSH CORTLAND PS2"
_COLORS = (
    "BLACK BLUE GREEN CYAN RED MAGENTA BROWN LT_GRAY DK_GRAY LT_BLUE LT_GREEN LT_CYAN LT_RED LT_MAGENTA YELLOW WHITE"
)


def _numbered(names: str, marker: str = "") -> dict[str, str]:
    return {name: f"{marker}{number}" for number, name in enumerate(names.split())}


PREDEFINED: dict[str, str] = (
    _numbered(" ".join(name for name, _ in VARIABLES), "v")
    | _numbered(" ".join(name for name, _ in FLAGS), "f")
    | {"forceAutoloop": "f20", "ego": "o0", "inputPrompt": "s0"}
    | _numbered(_EDGES)
    | _numbered(_DIRECTIONS)
    | _numbered(_MONITORS)
    | _numbered(_MACHINES)
    | _numbered(_COLORS)
)
"""Name to what it stands for: ``currentRoom`` is ``v0``. A `#define` of the source goes before."""

RESERVED: dict[str, str] = {operand: name for name, operand in reversed(PREDEFINED.items()) if not operand.isdecimal()}
"""The other way round: what variables, flags, ego and the prompt are called; ``v0`` is ``currentRoom``."""

NAMED_VALUES: dict[str, tuple[str, ...]] = {
    "v2": tuple(_EDGES.split()),
    "v5": tuple(_EDGES.split()),
    "v6": tuple(_DIRECTIONS.split()),
    "v20": tuple(_MACHINES.split()),
    "v26": tuple(_MONITORS.split()),
}
"""What the values of some variables are called, from 0 on: ``edgeEgoHit == TOP_EDGE``."""
