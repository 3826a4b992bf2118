"""Checks a game for what its author should know before players find it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from agi_emu.authoring.lint.findings import LEVELS, Finding, Level, Rule
from agi_emu.authoring.lint.loading_checks import loading_findings
from agi_emu.authoring.lint.logic_checks import (
    code_findings,
    message_findings,
    profile_findings,
    variable_findings,
    word_findings,
)
from agi_emu.authoring.lint.places import Places
from agi_emu.authoring.lint.program import Program
from agi_emu.authoring.lint.resource_checks import (
    call_findings,
    fill_findings,
    script_findings,
    use_findings,
    view_findings,
)
from agi_emu.authoring.lint.value_checks import loop_findings, range_findings, said_findings, score_findings
from agi_emu.facts.versions import VersionProfile
from agi_emu.resources.game import Game

__all__ = ["Finding", "Level", "Places", "Rule", "find"]

Check = Callable[[Program, Places], Iterator[Finding]]
CHECKS: tuple[tuple[Check, tuple[Rule, ...]], ...] = (
    (code_findings, (Rule.UNREACHABLE, Rule.UNKNOWN_COMMAND)),
    (message_findings, (Rule.UNSHOWN_MESSAGE, Rule.MISSING_MESSAGE)),
    (word_findings, (Rule.UNKNOWN_WORD,)),
    (variable_findings, (Rule.UNREAD_FLAG, Rule.UNREAD_VARIABLE)),
    (use_findings, (Rule.MISSING, Rule.UNUSED)),
    (loading_findings, (Rule.NOT_LOADED,)),
    (range_findings, (Rule.OUT_OF_RANGE,)),
    (loop_findings, (Rule.NO_LOOP,)),
    (said_findings, (Rule.SAID_NOT_LAST,)),
    (score_findings, (Rule.SCORE,)),
    (call_findings, (Rule.UNLOADED_CALL,)),
    (script_findings, (Rule.SCRIPT_OVERRUN,)),
    (view_findings, (Rule.MIRROR_ROOM,)),
    (fill_findings, (Rule.FILL_STACK,)),
)
"""Every check, and the rules of what it finds."""


def find(
    game: Game,
    places: Places | None = None,
    profile: VersionProfile | None = None,
    levels: Collection[Level] = tuple(Level),
) -> Iterator[Finding]:
    """Yield the findings of these levels in a game, for its own interpreter and, with `profile`, also for that one."""
    program = Program.of(game)
    named = places or Places()
    for check, rules in CHECKS:
        if any(LEVELS[rule] in levels for rule in rules):
            yield from (finding for finding in check(program, named) if finding.level in levels)
    if profile is not None and LEVELS[Rule.ARGUMENTS] in levels:
        yield from profile_findings(program, named, profile)
