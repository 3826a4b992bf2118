"""Finds the way of ego to a place, around all that the movement pass of the original would stop it at."""

from __future__ import annotations

from typing import NamedTuple

from agi_emu.facts.codes import EGO
from agi_emu.machine.interpreter import Interpreter
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH

Box = tuple[int, int, int, int]
"""Left, top, right and bottom of where the left end of ego's base line may be, in cells of the picture."""
ANYWHERE: Box = (0, 0, PICTURE_WIDTH - 1, PICTURE_HEIGHT - 1)


class Target(NamedTuple):
    """Where to walk: all that is given must be met at once."""

    box: Box = ANYWHERE
    slack: int = 0
    """Where no way leads into the box, places nearer than so many cells count as in it."""
    edge: int = 0
    """The edge that the last step meets, by its number in v2; 0 for none."""
    on_lines: bool = False
    """On a line that sets flag 3."""
    on_water: bool = False


class Way(NamedTuple):
    """Steps, and where they lead."""

    steps: bytes
    """A direction for each, 1 (north) to 8 (north-west)."""
    x: int
    y: int
    arrives: bool
    """Whether that is the target; else it is the nearest place that can be reached."""


def target_at(m: Interpreter, x: int, y: int) -> Target:
    """Return the target to stand at a place, as near as ego's steps allow."""
    return Target((x, y, x, y), slack=m.state.objects[EGO].step_size)


def find_way(m: Interpreter, target: Target) -> Way:
    """Return the way of ego to a target by the fewest steps, around the objects that stand still now.

    It follows the rules of the movement pass: steps, edges, horizon, control lines, blocks and other objects
    (reference: OBJ-31, OBJ-47, OBJ-51, OBJ-56). Lines that set flag 3, and water, are entered only to end there, or
    where nothing else leads to the target. The machine does not change, and the same state gives the same way.

    Ask again where ego is not where it should be: objects move, and games move ego. What a logic forbids again in every
    cycle, object.on.water and object.on.land of ego, is known only inside of a cycle.
    """
    # Imported with the first walk: most plays have none.
    from agi_emu._core.ways import find_way

    found = find_way(m.core, EGO, target.box, target.slack, target.edge, target.on_lines, target.on_water)
    return Way(*found)
