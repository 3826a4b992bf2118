"""Input of a machine: keys as the PC's keyboard gave them, never names of host keys.

Input enters only at the stops of ``Machine.advance``; a recording stores these events with beat and cycle.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Key:
    """A key press that the BIOS buffer takes, as a key word (reference: KEY-1).

    `word` is 00aa for a character aa, ss00 for a key without one (F1 = 3B00h). Not for the arrow cluster.
    """

    word: int

    def __post_init__(self) -> None:
        """Refuse what the BIOS buffer cannot hold."""
        if not 0 <= self.word <= 0xFFFF:
            raise ValueError(f"a key word is 0 to 65535, not {self.word}")


@dataclass(frozen=True, slots=True)
class Arrow:
    """A key of the arrow cluster goes down or up; directions 1 (north) to 8 (north-west), 0 keypad 5 (down only)."""

    direction: int
    down: bool

    def __post_init__(self) -> None:
        """Refuse an invalid direction."""
        if not 0 <= self.direction <= 8:
            raise ValueError(f"a direction is 0 to 8, not {self.direction}")


@dataclass(frozen=True, slots=True)
class Mouse:
    """The mouse as AGIMOUSE games see it: x 0-159, y 0-199, button 0 none, 1 left, 2 right, 3 middle."""

    x: int
    y: int
    button: int


@dataclass(frozen=True, slots=True)
class SetVariable:
    """Sets a variable: for tools."""

    variable: int
    value: int


InputEvent = Key | Arrow | Mouse | SetVariable
