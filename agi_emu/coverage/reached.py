"""Collects what plays have reached, as sets on a machine; merges, saves and reads them."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agi_emu._core import observing
from agi_emu.facts.errors import RecordingError
from agi_emu.host_files.drafts import write_whole
from agi_emu.host_files.reading import COVERAGE, json_value, read_whole
from agi_emu.logic.opcodes import ACTIONS, Operand, form_by_variable
from agi_emu.machine.machine import Machine
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.volumes import Presence

SUFFIX = ".agicov"
EXECUTED, TRUE, FALSE = 1, 2, 4
"""Marks of a byte of code: a token was executed there; a test or the end of a condition was true; it was false."""
NAMED = {"rooms": 2, "pictures": 3, "views": 4, "sounds": 5}
"""What actions name, and the core's number for it; 1 are messages."""
_FORMAT = 1
_KEY = "agi-emu coverage"
_DIGEST_LETTERS = 16
_MOST_BYTES = 1 << 26
_OPERANDS = {
    Operand.MESSAGE: 1,
    Operand.ROOM: NAMED["rooms"],
    Operand.VIEW: NAMED["views"],
    Operand.SOUND: NAMED["sounds"],
}
_DRAWS = ("draw.pic", "overlay.pic")
"""These name a picture, in a variable."""
_ONLY_LOADS = ("load.view", "discard.view", "load.sound", "discard.sound")
"""These show nobody what they name."""


def _namings() -> Iterable[tuple[int, int, int, bool]]:
    """Yield number, kind, operand and whether that is a variable, for each action that shows what it names."""
    by_name = {row.name: row for row in ACTIONS}
    for row in ACTIONS:
        if row.name in _DRAWS:
            yield row.number, NAMED["pictures"], 0, True
        index = next((at for at, each in enumerate(row.operands) if each in _OPERANDS), None)
        if index is None or row.name in _ONLY_LOADS:
            continue
        kind = _OPERANDS[row.operands[index]]
        yield row.number, kind, index, False
        other = form_by_variable(row.name)
        if other:
            yield by_name[other].number, kind, index, True


NAMINGS = tuple(_namings())


@dataclass(frozen=True, slots=True)
class ReachedLogic:
    """What was reached of one logic, as it was then."""

    marks: bytes
    """One for each byte of its code."""
    messages: frozenset[int] = frozenset()


LogicKey = tuple[int, str]
"""Number of a logic, and the digest of its code: a logic that was changed is another one."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a set of plays has reached."""

    logics: Mapping[LogicKey, ReachedLogic] = field(default_factory=dict)
    named: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """Numbers of the rooms entered, the pictures and views shown, and the sounds played."""

    def __or__(self, other: Coverage) -> Coverage:
        """Return what either has reached."""
        logics = dict(self.logics)
        for key, reached in other.logics.items():
            mine = logics.get(key)
            logics[key] = reached if mine is None else _union(mine, reached)
        none: frozenset[int] = frozenset()
        return Coverage(logics, {kind: self.named.get(kind, none) | other.named.get(kind, none) for kind in NAMED})

    def record(self) -> dict[str, Any]:
        """Return it as a value of JSON, from which `from_record` makes it again; equal coverage gives equal values."""
        logics = {
            f"{number} {digest}": {
                "marks": base64.b64encode(zlib.compress(reached.marks, 9)).decode(),
                "messages": sorted(reached.messages),
            }
            for (number, digest), reached in sorted(self.logics.items())
        }
        named = {kind: sorted(self.named.get(kind, ())) for kind in NAMED}
        return {_KEY: _FORMAT, "logics": logics, **named}

    def save(self, path: Path) -> None:
        """Write a file that `load` reads."""
        write_whole(path, (json.dumps(self.record(), indent=0) + "\n").encode())

    @classmethod
    def from_record(cls, record: Any) -> Coverage:
        """Return what `record` wrote; ValueError, KeyError or others for anything else."""
        if record[_KEY] != _FORMAT:
            raise ValueError(record[_KEY])
        logics = {}
        for name, held in record["logics"].items():
            number, digest = name.split()
            unpacked = zlib.decompressobj().decompress(base64.b64decode(held["marks"], validate=True), _MOST_BYTES)
            logics[int(number), str(digest)] = ReachedLogic(unpacked, _numbers(held["messages"]))
        return cls(logics, {kind: _numbers(record[kind]) for kind in NAMED})

    @classmethod
    def load(cls, path: Path) -> Coverage:
        """Read a file that `save` wrote; RecordingError for anything else."""
        try:
            return cls.from_record(json_value(read_whole(path, COVERAGE)))
        except (ValueError, KeyError, TypeError, AttributeError, zlib.error, binascii.Error) as error:
            raise RecordingError(f"{path} is not a coverage file of this program; make it again") from error


def _union(one: ReachedLogic, other: ReachedLogic) -> ReachedLogic:
    marks = int.from_bytes(one.marks, "little") | int.from_bytes(other.marks, "little")
    length = max(len(one.marks), len(other.marks))
    return ReachedLogic(marks.to_bytes(length, "little"), one.messages | other.messages)


def _numbers(values: Any) -> frozenset[int]:
    numbers = frozenset(values)
    if not all(type(each) is int and 0 <= each <= 255 for each in numbers):
        raise ValueError("a number is out of range")
    return numbers


def logic_key(game: Game, number: int) -> LogicKey:
    """Return the key of one of a game's logics."""
    return number, hashlib.sha256(game.logic(number).code).hexdigest()[:_DIGEST_LETTERS]


def collect(machine: Machine) -> None:
    """Let a machine collect what it reaches from now on, from nothing; copies of its state take nothing along."""
    observing.collect(machine.core, NAMINGS)


def reached(machine: Machine) -> Coverage:
    """Return what a machine has reached since `collect`."""
    game, core = machine.game, machine.core
    logics = {}
    for number in range(256):
        marks = observing.code_marks(core, number)
        if any(marks) and game.presence(Kind.LOGIC, number) is Presence.PRESENT:
            messages = _set_of(observing.message_marks(core, number))
            logics[logic_key(game, number)] = ReachedLogic(marks[: len(game.logic(number).code)], messages)
    named = {name: _set_of(observing.named_marks(core, kind)) for name, kind in NAMED.items()}
    return Coverage(logics, named)


def _set_of(marks: bytes) -> frozenset[int]:
    return frozenset(number for number, mark in enumerate(marks) if mark)
