"""Fixtures of the benchmarks: those of the tests that find real games."""

from tests.conftest import games, golden, root, shared

__all__ = ["games", "golden", "root", "shared"]
