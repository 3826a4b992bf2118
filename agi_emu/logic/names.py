"""Names that every LOGIC source may use without defining them (reference: LANG-31), and the one that was meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType

from agi_emu.facts.codes import EGO, Flag, Var

VARIABLES: Mapping[Var, tuple[str, str]] = MappingProxyType(
    {
        Var.ROOM: ("currentRoom", "Number of the room"),
        Var.PREVIOUS_ROOM: ("previousRoom", "Number of the room before it"),
        Var.EGO_EDGE: (
            "edgeEgoHit",
            "Edge that ego has touched: NOT_HIT, TOP_EDGE (or horizon), RIGHT_EDGE, BOTTOM_EDGE, LEFT_EDGE",
        ),
        Var.SCORE: ("currentScore", "Score, shown in the status line"),
        Var.EDGE_OBJECT: ("objHitEdge", "Another object that has touched an edge"),
        Var.OBJECT_EDGE: ("edgeObjHit", "Edge that it has touched"),
        Var.EGO_DIRECTION: ("egoDir", "Where ego goes: STOPPED, UP, UP_RIGHT, RIGHT ... UP_LEFT, clockwise"),
        Var.MOST_SCORE: ("maxScore", "Highest score, shown in the status line"),
        Var.FREE_MEMORY: ("memoryLeft", "Free memory, in pages of 256 bytes"),
        Var.UNKNOWN_WORD: ("unknownWordNum", "Which word of the sentence is not known, 0 if all are"),
        Var.CYCLE_TICKS: ("animationInterval", "Length of a cycle, in twentieths of a second"),
        Var.SECONDS: ("elapsedSeconds", "Clock"),
        Var.MINUTES: ("elapsedMinutes", "Clock"),
        Var.HOURS: ("elapsedHours", "Clock"),
        Var.DAYS: ("elapsedDays", "Clock"),
        Var.JOYSTICK: ("dblClickDelay", "Sensitivity of the joystick"),
        Var.EGO_VIEW: ("currentEgoView", "View of ego when the room was entered"),
        Var.ERROR: ("errorNumber", "Error of the interpreter, 0 if none"),
        Var.ERROR_VALUE: ("errorParameter", "What the error is about"),
        Var.KEY: ("lastChar", "Key that have.key has seen"),
        Var.COMPUTER: ("machineType", "Computer: PC, PCJR, TANDY and those that are not a PC"),
        Var.WINDOW_TIME: ("printTimeout", "Half seconds after which a window closes by itself, 0 for never"),
        Var.VOICES: ("numberOfVoices", "Voices of the sound hardware: 1 on a PC, 3 on PCjr and Tandy"),
        Var.ATTENUATION: ("attenuation", "How much quieter sounds are, 0 to 15; not on a PC's speaker"),
        Var.INPUT_LENGTH: ("inputLength", "Longest line of input"),
        Var.SELECTED_ITEM: ("selectedItem", "Item that was chosen in the inventory, 255 for none"),
        Var.MONITOR: ("monitorType", "Monitor: CGA, RGB, MONO (Hercules), EGA, VGA"),
    }
)
"""Name and meaning of the first variables (reference: LANG-31, CMD-8; specification 2)."""
FLAGS: Mapping[Flag, tuple[str, str]] = MappingProxyType(
    {
        Flag.EGO_ON_WATER: ("onWater", "Ego stands wholly on water, priority 3"),
        Flag.EGO_HIDDEN: ("egoHidden", "Ego is wholly hidden by others"),
        Flag.HAVE_INPUT: ("haveInput", "The player has typed a sentence"),
        Flag.EGO_ON_SIGNAL: ("egoHitSpecial", "Ego touches a signal line, priority 2"),
        Flag.HAVE_MATCH: ("haveMatch", "A said has taken the sentence"),
        Flag.NEW_ROOM: ("newRoom", "The first cycle in a room"),
        Flag.GAME_RESTARTED: ("gameRestarted", "The game was restarted, for one cycle"),
        Flag.NO_SCRIPT: ("noScript", "The script list is not written"),
        Flag.JOYSTICK: ("enableDblClick", "The joystick's sensitivity counts"),
        Flag.SOUND_ON: ("soundOn", "Sounds are heard"),
        Flag.TRACE: ("enableTrace", "The trace window may be opened"),
        Flag.HAS_NOISE: ("hasNoiseChannel", "The computer has a noise voice"),
        Flag.GAME_RESTORED: ("gameRestored", "A game was restored, for one cycle"),
        Flag.SELECT_ITEM: ("enableItemSelect", "The inventory lets choose an item"),
        Flag.MENU: ("enableMenu", "The menu can be opened"),
        Flag.WINDOW_STAYS: ("leaveWindow", "Windows of print stay open"),
        Flag.RESTART_SILENTLY: ("noPromptRestart", "Restart does not ask"),
    }
)
"""Name and meaning of the first flags."""
_EDGES = "NOT_HIT TOP_EDGE RIGHT_EDGE BOTTOM_EDGE LEFT_EDGE"
_DIRECTIONS = "STOPPED UP UP_RIGHT RIGHT DOWN_RIGHT DOWN DOWN_LEFT LEFT UP_LEFT"
_MONITORS = "CGA RGB MONO EGA VGA"
_MACHINES = "PC PCJR TANDY APPLEII ATARI AMIGA MACINTOSH CORTLAND PS2"
_COLORS = (
    "BLACK BLUE GREEN CYAN RED MAGENTA BROWN LT_GRAY DK_GRAY LT_BLUE LT_GREEN LT_CYAN LT_RED LT_MAGENTA YELLOW WHITE"
)


def _numbered(names: str) -> dict[str, str]:
    return {name: str(number) for number, name in enumerate(names.split())}


PREDEFINED: dict[str, str] = (
    {name: f"v{number:d}" for number, (name, _) in VARIABLES.items()}
    | {name: f"f{number:d}" for number, (name, _) in FLAGS.items()}
    | {"forceAutoloop": f"f{Flag.AUTO_LOOP:d}", "ego": f"o{EGO}", "inputPrompt": "s0"}
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
    f"v{Var.EGO_EDGE:d}": tuple(_EDGES.split()),
    f"v{Var.OBJECT_EDGE:d}": tuple(_EDGES.split()),
    f"v{Var.EGO_DIRECTION:d}": tuple(_DIRECTIONS.split()),
    f"v{Var.COMPUTER:d}": tuple(_MACHINES.split()),
    f"v{Var.MONITOR:d}": tuple(_MONITORS.split()),
}
"""Names of the values of some variables, from 0 on: ``edgeEgoHit == TOP_EDGE``."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence with the known name that looks most like `name`; empty if none does."""
    by_lower = {each.lower(): each for each in known}
    nearest = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.7)
    return f"; did you mean {by_lower[nearest[0]]}?" if nearest else ""
