"""Checks a game for what its author should know before players find it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from agi_emu.authoring.lint import logic_checks, resource_checks
from agi_emu.authoring.lint.findings import Level, LintFinding, LintRule
from agi_emu.authoring.lint.loading_checks import loading_findings
from agi_emu.authoring.lint.program import Places, Program
from agi_emu.authoring.lint.value_checks import loop_findings, range_findings, said_findings, score_findings
from agi_emu.authoring.lint.window_checks import menu_findings, window_findings
from agi_emu.facts.versions import VersionProfile
from agi_emu.resources.game import Game
from agi_emu.resources.projects.project import BuildMemory

__all__ = ["Level", "LintFinding", "LintRule", "Places", "find"]

Check = Callable[[Program, Places], Iterator[LintFinding]]
CHECKS: tuple[tuple[Check, tuple[LintRule, ...]], ...] = (
    (logic_checks.code_findings, (LintRule.UNREACHABLE, LintRule.UNKNOWN_COMMAND)),
    (logic_checks.message_findings, (LintRule.UNSHOWN_MESSAGE, LintRule.MISSING_MESSAGE)),
    (logic_checks.word_findings, (LintRule.UNKNOWN_WORD,)),
    (
        logic_checks.variable_findings,
        (LintRule.UNREAD_FLAG, LintRule.UNREAD_VARIABLE, LintRule.UNSET_FLAG, LintRule.UNSET_VARIABLE),
    ),
    (window_findings, (LintRule.TEXT_TOO_LARGE,)),
    (menu_findings, (LintRule.MENU_TOO_WIDE,)),
    (resource_checks.use_findings, (LintRule.MISSING, LintRule.UNUSED)),
    (loading_findings, (LintRule.NOT_LOADED,)),
    (range_findings, (LintRule.OUT_OF_RANGE,)),
    (loop_findings, (LintRule.NO_LOOP,)),
    (said_findings, (LintRule.SAID_NOT_LAST,)),
    (score_findings, (LintRule.SCORE,)),
    (resource_checks.call_findings, (LintRule.UNLOADED_CALL,)),
    (resource_checks.script_findings, (LintRule.SCRIPT_OVERRUN,)),
    (resource_checks.view_findings, (LintRule.MIRROR_ROOM,)),
    (resource_checks.fill_findings, (LintRule.FILL_STACK,)),
)
"""Every check, and the rules of what it finds."""


def find(
    game: Game,
    places: Places | None = None,
    profile: VersionProfile | None = None,
    levels: Collection[Level] = tuple(Level),
    memory: BuildMemory | None = None,
) -> Iterator[LintFinding]:
    """Yield the findings of these levels in a game, for its own interpreter and, with `profile`, also for that one.

    With the `memory` of its builds only what has changed is decoded.
    """
    program = Program.of(game, memory)
    named = places or Places()
    for check, rules in CHECKS:
        if any(rule.level in levels for rule in rules):
            yield from (finding for finding in check(program, named) if finding.rule.level in levels)
    if profile is not None and LintRule.ARGUMENTS.level in levels:
        yield from logic_checks.profile_findings(program, named, profile)
