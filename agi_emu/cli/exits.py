"""The exit codes of the program."""

from __future__ import annotations

from enum import IntEnum

from agi_emu.errors import AgiError, HostError, TimeLimitError


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
    """Return 4 if the host lacks something, 124 (as timeout(1) does) if time ran out, 3 for what cannot be read."""
    if isinstance(error, TimeLimitError):
        return ExitCode.TIME_LIMIT
    return ExitCode.HOST_LACKS if isinstance(error, HostError) else ExitCode.UNREADABLE
