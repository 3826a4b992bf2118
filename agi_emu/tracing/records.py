"""Declares what a trace says of a game: its first line, a record of each cycle, its end.

In memory every record is whole, so that two traces, or a trace and a machine, are compared field by field without
knowing what the file left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agi_emu.facts.mercies import AS_RECORDED
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.tracing.fields import OBJECT_FIELDS

STRING_COUNT = 24
TEXT_ROWS = 25
BLANK_ROW = ("", "00x40")

TextRow = tuple[str, str]
"""The characters of a row without trailing blanks, and runs of attributes: ``8fx21`` is attribute 8Fh on 21 cells."""
TextGrid = tuple[TextRow, ...]
ObjectTable = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class TraceMeta:
    """The first line: the game, and the convention of time."""

    game: str
    interpreter: str
    machine: str = "pc"
    monitor: str = "ega"
    script: str = ""
    seed: int = 0x1234
    zero_ticks: int = 3
    """Beats at the top of a cycle whose v10 is 0."""
    auto_ticks: int = 18
    """Beats that the game must wait in a cycle before a key is pressed for it."""
    object_fields: tuple[str, ...] = tuple(OBJECT_FIELDS)

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> TraceMeta:
        """Take the fields of a meta line; unknown ones are ignored."""
        known = {name: fields[name] for name in cls.__dataclass_fields__ if name in fields}
        if "objfields" in fields:
            known["object_fields"] = tuple(fields["objfields"])
            unknown = set(known["object_fields"]) - set(OBJECT_FIELDS)
            if unknown:
                raise ValueError(f"objects have no field {', '.join(sorted(unknown))}")
        meta = cls(**known)
        if meta.auto_ticks < 1:
            raise ValueError(f"keys are pressed after {meta.auto_ticks} beats of waiting")
        meta.settings()
        return meta

    def settings(self) -> Settings:
        """Return the settings under which a game is compared: strict, except for the check of its id.

        Raises ValueError for a machine, seed or delay that no machine can be set to.
        """
        budget = replace(UNLIMITED, zero_delay_beats=self.zero_ticks)
        return Settings(machine=self.machine, seed=self.seed, budget=budget, mercies=AS_RECORDED)

    def fields(self) -> dict[str, Any]:
        """Return the fields of a meta line."""
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        fields["objfields"] = list(fields.pop("object_fields"))
        return fields


@dataclass(frozen=True, slots=True)
class WaitState:
    """The display while the game waited: the last action with its operands, window, screen, text."""

    action: bytes | None
    window: int
    screen: int
    text: TextGrid


@dataclass(frozen=True, slots=True)
class TraceEvent:
    """An event inside a cycle: ``key`` (of the script), ``auto`` (the game waited) or ``blocked``."""

    kind: str
    beat: int
    key: str = ""
    waiting: WaitState | None = None


@dataclass(slots=True)
class TraceRecord:
    """Everything known of the state after a cycle, and of the events in it.

    As it is made, it is what record 0 is read into: its variables and flags are in every file.
    """

    objects: ObjectTable
    """One row per object, columns as `TraceMeta.object_fields`."""
    cycle: int = 0
    beats: int = 0
    variables: bytes = b""
    flags: bytes = b""
    item_rooms: bytes = b""
    strings: tuple[str, ...] = ("",) * STRING_COUNT
    seed: int = 0
    ticks: int = 0
    control: tuple[int, ...] = ()
    """Horizon, player control, picture number, screen mode (0 graphics, 1 text)."""
    visual: int = 0
    priority: int = 0
    screen: int = 0
    text: TextGrid = (BLANK_ROW,) * TEXT_ROWS
    window: int = 0
    events: tuple[TraceEvent, ...] = ()
    sound: tuple[tuple[int, int, int], ...] = ()
    """Port writes: beat, port, value."""
    action_count: int = 0
    action_crc: int = 0
    actions: bytes | None = None
    """``opcode operands...`` of every action in order, where the trace has them."""

    @property
    def room(self) -> int:
        """Number of the room, variable 0."""
        return self.variables[0]

    def flag(self, number: int) -> bool:
        """Return a flag."""
        return bool(self.flags[number >> 3] & (0x80 >> (number & 7)))


@dataclass(frozen=True, slots=True)
class TraceEnd:
    """The last line: why the trace ends, and the events of the cycle that was never completed."""

    why: str = "done"
    beats: int = 0
    events: tuple[TraceEvent, ...] = ()
    text: TextGrid = ()

    @property
    def is_claimed(self) -> bool:
        """True if the end itself is ground truth; after an error or a hang of the recorder, nothing is claimed."""
        return self.why == "done" or self.has_exited or self.is_stuck

    @property
    def has_exited(self) -> bool:
        """True if the game ended the program in the cycle after the last record."""
        return self.why.startswith("exit")

    @property
    def is_stuck(self) -> bool:
        """True if the game kept waiting whatever was pressed."""
        return self.why == "stuck"
