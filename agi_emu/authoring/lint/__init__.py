"""Checks a game for what its author should know before players find it."""

from __future__ import annotations

from collections.abc import Iterator

from agi_emu.authoring.lint.findings import Finding, Rule
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
from agi_emu.resources.game import Game
from agi_emu.versions import VersionProfile

__all__ = ["Finding", "Places", "Rule", "find"]


def find(game: Game, places: Places | None = None, profile: VersionProfile | None = None) -> Iterator[Finding]:
    """Yield all findings in a game, for its own interpreter and, with `profile`, also for that one."""
    program = Program.of(game)
    named = places or Places()
    for check in (
        code_findings,
        message_findings,
        word_findings,
        variable_findings,
        use_findings,
        call_findings,
        script_findings,
        view_findings,
        fill_findings,
    ):
        yield from check(program, named)
    if profile is not None:
        yield from profile_findings(program, named, profile)
