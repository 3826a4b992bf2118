"""The exit codes of the program."""

from __future__ import annotations

from enum import IntEnum

from agi_emu.facts.errors import AgiError


class ExitCode(IntEnum):
    """Exit codes of every verb."""

    GOOD = 0
    DIFFERENCE = 1
    WRONG_USE = 2
    UNREADABLE = 3
    HOST_LACKS = 4
    TIME_LIMIT = 124
    INTERRUPTED = 130
    BROKEN_PIPE = 141


def exit_code_of(error: AgiError) -> ExitCode:
    """Return 4 if the host lacks something, 124 if time ran out, 3 for what cannot be read."""
    return ExitCode(error.exit_code)
