"""The errors of agi_emu, all under AgiError: one sentence that says what is wrong and where."""


class AgiError(Exception):
    """Base of all errors that a user can meet."""

    exit_code = 3
    """The exit code of a program that ends with it: 3 for what cannot be read."""


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

    exit_code = 124
    """As timeout(1) ends."""


class HostError(AgiError):
    """The host lacks something: a display, a sound card, a library."""

    exit_code = 4
