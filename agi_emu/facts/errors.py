"""The errors of agi_emu, all under AgiError, and how the program ends: one sentence says what is wrong and where."""

from enum import IntEnum


class ExitCode(IntEnum):
    """Exit codes of every verb."""

    GOOD = 0
    DIFFERENCE = 1
    WRONG_USE = 2
    UNREADABLE = 3
    HOST_LACKS = 4
    TIME_LIMIT = 124
    """As timeout(1) ends."""
    INTERRUPTED = 130
    BROKEN_PIPE = 141


class AgiError(Exception):
    """Base of all errors that a user can meet."""

    exit_code = ExitCode.UNREADABLE
    """How a program ends that ends with it."""


class GameError(AgiError):
    """The folder or archive is not a game that can be opened."""


class ResourceError(AgiError):
    """A resource of the game is missing or damaged."""


class LogicError(AgiError):
    """A logic source or resource is wrong."""


class SaveError(AgiError):
    """A savegame or state cannot be read or written."""


class RecordingError(AgiError):
    """A recording or trace cannot be read."""


class TimeLimitError(AgiError):
    """A job took longer than its time limit."""

    exit_code = ExitCode.TIME_LIMIT


class HostError(AgiError):
    """The host lacks something: a display, a sound card, a library."""

    exit_code = ExitCode.HOST_LACKS
