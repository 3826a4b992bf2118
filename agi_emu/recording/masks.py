"""Reads and applies masks: parts of a run that are not compared, declared in a TOML file beside a recording.

    [[rectangle]]
    x = 0              # screen pixels, 0-319
    y = 0              # 0-199
    width = 320
    height = 8
    reason = "the clock in the status line"

    [[variable]]
    number = 11
    reason = "seconds"

A rectangle covers the screen and the cells of the picture under it. It is part of the digests of a recording. Variables
are not, since a recording holds their values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agi_emu._core.masking import Mask
from agi_emu.facts.errors import RecordingError
from agi_emu.host_files.reading import BESIDE_RECORDING, decoded_text, read_whole, toml_table
from agi_emu.recording.ticks import Tick, Ticks
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH, StateLayout

SUFFIX = ".masks.toml"
"""Added to the name of the recording: intro.agirec has intro.agirec.masks.toml."""
Area = tuple[int, int, int, int]
"""x, y, width and height of a rectangle in pixels of the screen."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle of the screen, in pixels."""

    x: int
    y: int
    width: int
    height: int
    reason: str


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the game."""

    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class Masks:
    """The parts of a run that are left out of the digests."""

    rectangles: tuple[Rectangle, ...] = ()
    variables: tuple[Variable, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rectangles or self.variables)

    @classmethod
    def of_areas(cls, areas: Iterable[Area]) -> Masks:
        """Return masks of rectangles with unknown reasons."""
        return cls(tuple(Rectangle(*area, reason="") for area in areas))

    @property
    def areas(self) -> tuple[Area, ...]:
        """The rectangles in order, whatever their reasons."""
        return tuple(sorted({(each.x, each.y, each.width, each.height) for each in self.rectangles}))

    @property
    def in_core(self) -> Mask:
        """The masks as the core takes them."""
        return Mask(self.areas, (variable.number for variable in self.variables))

    def covers(self, other: Masks) -> bool:
        """Return whether all rectangles of other masks are inside rectangles of these."""
        return all(any(_lies_in(area, mine) for mine in self.areas) for area in other.areas)

    def ticks(self, ticks: Iterable[Tick]) -> Ticks:
        """Return ticks with 0 for each masked variable; their digests were made under the rectangles."""
        packed = Ticks.of(ticks)
        return packed.without(variable.number for variable in self.variables) if self.variables else packed

    def apply(self, state: StateLayout) -> StateLayout:
        """Return a state with its masked parts set to 0; the state itself if nothing is masked."""
        if not self:
            return state
        masked = StateLayout.from_buffer_copy(state)
        self.in_core.clear(masked)
        return masked


NO_MASKS = Masks()


def _lies_in(area: Area, other: Area) -> bool:
    x, y, width, height = area
    left, top, wide, high = other
    return left <= x and top <= y and x + width <= left + wide and y + height <= top + high


def masks_beside(recording: Path) -> Masks:
    """Return the masks of a recording; none if there is no file beside it."""
    return masks_in(mask_bytes(recording), recording)


def mask_bytes(recording: Path) -> bytes | None:
    """Return the bytes of the file with the masks of a recording; None if there is none."""
    path = recording.with_name(recording.name + SUFFIX)
    return read_whole(path, BESIDE_RECORDING) if path.exists() else None


def masks_in(data: bytes | None, recording: Path) -> Masks:
    """Return the masks in the bytes of the file beside a recording."""
    if data is None:
        return NO_MASKS
    try:
        return parse_masks(toml_table(decoded_text(data)))
    except ValueError as error:
        raise RecordingError(f"{recording}{SUFFIX}: {error}") from error


def parse_masks(table: dict[str, Any]) -> Masks:
    """Return the masks in a parsed file; ValueError says what is wrong."""
    unknown = sorted(table.keys() - {"rectangle", "variable"})
    if unknown:
        raise ValueError(f"{unknown[0]!r} is not a mask; masks are rectangle and variable")
    rectangles = []
    for entry in _entries(table, "rectangle", {"x", "y", "width", "height", "reason"}):
        x, y = _number(entry, "x", 0, SCREEN_WIDTH - 1), _number(entry, "y", 0, SCREEN_HEIGHT - 1)
        width = _number(entry, "width", 1, SCREEN_WIDTH - x)
        height = _number(entry, "height", 1, SCREEN_HEIGHT - y)
        rectangles.append(Rectangle(x, y, width, height, str(entry["reason"])))
    variables = [
        Variable(_number(entry, "number", 0, 255), str(entry["reason"]))
        for entry in _entries(table, "variable", {"number", "reason"})
    ]
    return Masks(tuple(rectangles), tuple(variables))


def _entries(table: dict[str, Any], kind: str, fields: set[str]) -> list[dict[str, Any]]:
    entries = table.get(kind, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError(f"a {kind} begins with [[{kind}]]")
    for entry in entries:
        if entry.keys() != fields:
            raise ValueError(f"a {kind} has {', '.join(sorted(fields))}, not {', '.join(sorted(entry)) or 'nothing'}")
    return entries


def _number(entry: dict[str, Any], name: str, lowest: int, highest: int) -> int:
    value = entry[name]
    if isinstance(value, int) and not isinstance(value, bool) and lowest <= value <= highest:
        return value
    raise ValueError(f"{name} = {value!r} is not a number from {lowest} to {highest}")
