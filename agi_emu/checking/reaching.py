"""Collects what recordings reach of their games while they are compared, and merges it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agi_emu.coverage.reached import Coverage, collect, reached
from agi_emu.machine.machine import Machine
from agi_emu.recording.comparing.outcome import Outcome
from agi_emu.resources.game import Game

COVERAGE = "coverage"
"""The detail of an outcome that holds what was reached, and the digest of the game."""


class Collected:
    """Collects on machines that it is called with, one after the other."""

    def __init__(self) -> None:
        self._machine: Machine | None = None
        self._before = Coverage()

    def __call__(self, machine: Machine) -> None:
        """Let a machine collect from now on; the one before has done its part."""
        self._before = self._reached()
        collect(machine)
        self._machine = machine

    def _reached(self) -> Coverage:
        return self._before if self._machine is None else self._before | reached(self._machine)

    def details(self) -> dict[str, Any]:
        """Return what was reached, as details of an outcome."""
        assert self._machine is not None
        return details_of(self._machine.game, self._reached())


def details_of(game: Game, coverage: Coverage) -> dict[str, Any]:
    """Return what was reached of a game, as details of an outcome."""
    return {COVERAGE: {"game": game.digest, "reached": coverage.record()}}


def coverage_by_game(outcomes: Iterable[Outcome]) -> dict[str, tuple[str, Coverage]]:
    """Return what recordings reach of each game, by its digest, with the name of one of its recordings."""
    found: dict[str, tuple[str, Coverage]] = {}
    for outcome in outcomes:
        held = outcome.details.get(COVERAGE)
        if held is not None:
            name, before = found.get(held["game"], (outcome.name, Coverage()))
            found[held["game"]] = name, before | Coverage.from_record(held["reached"])
    return found


def plain_record(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as a value of JSON, without what was reached: nobody reads that."""
    record = outcome.record()
    record.get("details", {}).pop(COVERAGE, None)
    return record
