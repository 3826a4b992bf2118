"""The fields of a trace's lines: the one table of keys and their order, for the core, the reader and the writer.

docs/trace-format.md says what each field means.
"""

from __future__ import annotations

from collections.abc import Mapping

from agi_emu.logic.opcodes import ACTIONS
from agi_emu.state.layout import ScreenObject

LINE: tuple[tuple[str, str], ...] = (
    ("c", "cycle"),
    ("t", "beats"),
    ("v", "variables"),
    ("f", "flags"),
    ("inv", "item_rooms"),
    ("o", "objects"),
    ("s", "strings"),
    ("rng", "seed"),
    ("sys", "ticks"),
    ("ctl", "control"),
    ("vis", "visual"),
    ("pri", "priority"),
    ("scr", "screen"),
    ("txt", "text"),
    ("win", "window"),
    ("ev", "events"),
    ("snd", "sound"),
    ("ops", "action_sums"),
    ("opl", "actions"),
)
"""Key of each field of a record, in the order of a line, and its part: an attribute of `trace.TraceRecord`, or
`action_sums` for two of them. The core knows how each part is written (`agi_emu._core.trace_lines`), the reader how it
is read."""
KEYS: Mapping[str, str] = {part: key for key, part in LINE}

BLOCKED = "blocked"
"""Kind of the event that shows what a game waits with."""
PRESSED = "auto"
"""Kind of the event of a key that is pressed because the game waits."""
WAIT = ("op", "win", "scr", "txt")
"""Keys of what a `blocked` event shows: the last action, the window, the screen, the rows that changed."""
END = ("end", "events", "cycle", "t", "txt")
"""Keys of the last line: why, the events of the cycle that was never completed, the last cycle, beats, changed rows."""

OBJECT_FIELDS: Mapping[str, str] = {
    "stepTime": "step_time",
    "stepClk": "step_clock",
    "x": "x",
    "y": "y",
    "view": "view",
    "loop": "loop",
    "nLoops": "loop_count",
    "cel": "cel",
    "nCels": "cel_count",
    "prevX": "previous_x",
    "prevY": "previous_y",
    "w": "width",
    "h": "height",
    "stepSize": "step_size",
    "cycTime": "cycle_time",
    "cycClk": "cycle_clock",
    "dir": "direction",
    "motion": "motion",
    "cycle": "cycle_type",
    "pri": "priority",
    "flags": "flags",
    "p0": "p0",
    "p1": "p1",
    "p2": "p2",
    "p3": "p3",
}
"""Name of an object's field in a trace -> its name in the state (`agi_emu.state.layout.ScreenObject`)."""


def columns(object_fields: tuple[str, ...]) -> list[tuple[int, int, bool]]:
    """Return offset, size and whether it has a sign of each value of an object, for the core."""
    lowest = ScreenObject()
    places = []
    for name in object_fields:
        attribute = OBJECT_FIELDS[name]
        place = getattr(ScreenObject, attribute)
        setattr(lowest, attribute, -1)
        places.append((place.offset, place.size, getattr(lowest, attribute) < 0))
    return places


ACTION_BYTES = bytes(1 if row.is_null else 1 + len(row.operands) for row in ACTIONS).ljust(256, b"\0")
"""Bytes of each action with its operands, 0 for numbers that are not an action.

Null commands were recorded without operands, since they take none.
"""
