"""The tests of cases play games as the tests of commands do."""

from tests.unit.commands.conftest import play

__all__ = ["play"]
