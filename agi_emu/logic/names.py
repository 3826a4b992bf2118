"""Names that every LOGIC source may use without defining them (reference: logic-language.md 4)."""

from __future__ import annotations

_VARIABLES = (
    "currentRoom previousRoom edgeEgoHit currentScore objHitEdge edgeObjHit egoDir maxScore memoryLeft unknownWordNum "
    "animationInterval elapsedSeconds elapsedMinutes elapsedHours elapsedDays dblClickDelay currentEgoView errorNumber "
    "errorParameter lastChar machineType printTimeout numberOfVoices attenuation inputLength selectedItem monitorType"
)
_FLAGS = (
    "onWater egoHidden haveInput egoHitSpecial haveMatch newRoom gameRestarted noScript enableDblClick soundOn "
    "enableTrace hasNoiseChannel gameRestored enableItemSelect enableMenu leaveWindow noPromptRestart"
)
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
    _numbered(_VARIABLES, "v")
    | _numbered(_FLAGS, "f")
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
