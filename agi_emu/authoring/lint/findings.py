"""The findings of lint: a rule, a place, a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

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
    """The things that are looked for; the value is the name in the output."""

    UNREACHABLE = "unreachable-code"
    UNKNOWN_COMMAND = "unknown-command"
    ARGUMENTS = "other-arguments"
    UNSHOWN_MESSAGE = "message-never-shown"
    MISSING_MESSAGE = "message-missing"
    UNKNOWN_WORD = "word-not-in-vocabulary"
    UNREAD_FLAG = "flag-never-read"
    UNREAD_VARIABLE = "variable-never-read"
    UNSET_FLAG = "flag-never-set"
    UNSET_VARIABLE = "variable-never-set"
    TEXT_TOO_LARGE = "text-too-large"
    MENU_TOO_WIDE = "menu-item-too-wide"
    MISSING = "resource-missing"
    UNUSED = "resource-unused"
    UNLOADED_CALL = "call-of-unloaded-logic"
    SCRIPT_OVERRUN = "script-overrun"
    MIRROR_ROOM = "mirror-without-room"
    FILL_STACK = "fill-blows-stack"
    NOT_LOADED = "used-not-loaded"
    OUT_OF_RANGE = "out-of-range"
    NO_LOOP = "view-lacks-loop"
    SAID_NOT_LAST = "test-after-said"
    SCORE = "score-out-of-reach"


LEVELS: Mapping[LintRule, Level] = MappingProxyType(
    {
        **dict.fromkeys(LintRule, Level.WARNING),
        **dict.fromkeys(
            (
                LintRule.UNKNOWN_COMMAND,
                LintRule.ARGUMENTS,
                LintRule.MISSING_MESSAGE,
                LintRule.TEXT_TOO_LARGE,
                LintRule.MISSING,
                LintRule.SCRIPT_OVERRUN,
                LintRule.NOT_LOADED,
                LintRule.NO_LOOP,
            ),
            Level.ERROR,
        ),
        **dict.fromkeys(
            (LintRule.UNSHOWN_MESSAGE, LintRule.UNSET_VARIABLE, LintRule.UNUSED, LintRule.UNLOADED_CALL), Level.REMARK
        ),
    }
)


@dataclass(frozen=True, slots=True)
class LintFinding:
    """One thing that the author should know."""

    rule: LintRule
    place: str
    """File and line of the source, or the resource and the offset in it."""
    sentence: str
    about: str = ""
    """The command, flag or variable that it is about, as sources write it: the first such at the place or after it."""

    @property
    def level(self) -> Level:
        """How bad it is."""
        return LEVELS[self.rule]

    def __str__(self) -> str:
        return f"{self.place}: {self.level}: {self.sentence} [{self.rule}]"

    def as_mistake(self) -> Mistake:
        """Return the finding as data; its place is a file only where there are sources."""
        file, _, line = self.place.rpartition(":")
        name = file or self.place
        folder = next((folder for folder, suffix in FOLDERS.values() if name.lower().endswith(suffix)), "")
        if not folder:
            return Mistake(f"{self.place}: {self.sentence}", rule=self.rule, severity=self.level)
        number = whole(line) if file else None
        return Mistake(self.sentence, f"{folder}/{name}", number, rule=self.rule, severity=self.level)

    def as_note(self) -> Note:
        """Return the finding as a note."""
        return Note(str(self), self.as_mistake())


def listed(numbers: Sequence[int]) -> str:
    """Return ascending numbers in words: ``1-9, 12 and 38``."""
    parts: list[str] = []
    for run in runs(numbers):
        parts += [f"{run[0]}-{run[-1]}"] if len(run) > _SHORTEST_RANGE else map(str, run)
    return ", ".join(parts[:-1]) + " and " + parts[-1] if len(parts) > 1 else parts[0]
