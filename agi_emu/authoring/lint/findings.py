"""The findings of lint: a rule, a place, a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from agi_emu.facts.mistakes import Mistake, Note
from agi_emu.facts.numbers import whole
from agi_emu.facts.wording import runs
from agi_emu.resources.projects.project import FOLDERS

_SHORTEST_RANGE = 2
"""Longer runs of numbers are given by their ends."""


class Level(StrEnum):
    """How bad a finding is, the worst first."""

    ERROR = "error"
    """The game does not do what is written there."""
    WARNING = "warning"
    """It is hardly what the author meant."""
    REMARK = "remark"
    """Something to tidy up."""


class LintRule(StrEnum):
    """The things that are looked for; the value is the name in the output, and most are warnings."""

    level: Level

    def __new__(cls, name: str, level: Level = Level.WARNING) -> Self:
        rule = str.__new__(cls, name)
        rule._value_, rule.level = name, level
        return rule

    UNREACHABLE = "unreachable-code"
    UNKNOWN_COMMAND = "unknown-command", Level.ERROR
    ARGUMENTS = "other-arguments", Level.ERROR
    UNSHOWN_MESSAGE = "message-never-shown", Level.REMARK
    MISSING_MESSAGE = "message-missing", Level.ERROR
    UNKNOWN_WORD = "word-not-in-vocabulary"
    UNREAD_FLAG = "flag-never-read"
    UNREAD_VARIABLE = "variable-never-read"
    UNSET_FLAG = "flag-never-set"
    UNSET_VARIABLE = "variable-never-set", Level.REMARK
    TEXT_TOO_LARGE = "text-too-large", Level.ERROR
    MENU_TOO_WIDE = "menu-item-too-wide"
    MISSING = "resource-missing", Level.ERROR
    UNUSED = "resource-unused", Level.REMARK
    UNLOADED_CALL = "call-of-unloaded-logic", Level.REMARK
    SCRIPT_OVERRUN = "script-overrun", Level.ERROR
    MIRROR_ROOM = "mirror-without-room"
    FILL_STACK = "fill-blows-stack"
    NOT_LOADED = "used-not-loaded", Level.ERROR
    OUT_OF_RANGE = "out-of-range"
    NO_LOOP = "view-lacks-loop", Level.ERROR
    SAID_NOT_LAST = "test-after-said"
    SCORE = "score-out-of-reach"


@dataclass(frozen=True, slots=True)
class LintFinding:
    """One thing that the author should know."""

    rule: LintRule
    place: str
    """File and line of the source, or the resource and the offset in it."""
    sentence: str
    about: str = ""
    """The command, flag or variable that it is about, as sources write it: the first such at the place or after it."""

    def __str__(self) -> str:
        return f"{self.place}: {self.rule.level}: {self.sentence} [{self.rule}]"

    def as_mistake(self) -> Mistake:
        """Return the finding as data; its place is a file only where there are sources."""
        file, _, line = self.place.rpartition(":")
        name = file or self.place
        folder = next((folder for folder, suffix in FOLDERS.values() if name.lower().endswith(suffix)), "")
        if not folder:
            return Mistake(f"{self.place}: {self.sentence}", rule=self.rule, severity=self.rule.level)
        number = whole(line) if file else None
        return Mistake(self.sentence, f"{folder}/{name}", number, rule=self.rule, severity=self.rule.level)

    def as_note(self) -> Note:
        """Return the finding as a note."""
        return Note(str(self), self.as_mistake())


def listed(numbers: Sequence[int]) -> str:
    """Return ascending numbers in words: ``1-9, 12 and 38``."""
    parts: list[str] = []
    for run in runs(numbers):
        parts += [f"{run[0]}-{run[-1]}"] if len(run) > _SHORTEST_RANGE else map(str, run)
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else parts[0]
