"""Tells when a play is over, and what it has won; nothing is guessed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agi_emu.coverage.sentences import said_words
from agi_emu.facts.codes import CARRIED
from agi_emu.host_files.reading import BESIDE_RECORDING, read_whole
from agi_emu.lab.exploring.assertions import Assertion, parse_assertion
from agi_emu.machine.windows.modal import Purpose

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

_OFFERS = (Purpose.QUIT, Purpose.RESTART, Purpose.RESTORE)


def read_rules(path: Path) -> Sequence[Assertion]:
    """Read a file of expressions, one a line, any of which ends a play; ``#`` begins a comment."""
    text = read_whole(path, BESIDE_RECORDING).decode("utf-8", errors="replace")
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    return [parse_assertion(line) for line in lines if line]


def is_over(machine: Machine, rules: Sequence[Assertion]) -> bool:
    """Return whether the game has ended, offers to quit, restart or restore, or a rule says that it is over."""
    if machine.unguarded.state.general.exited or machine.modal in _OFFERS:
        return True
    return any(rule.holds(machine) for rule in rules)


def info_of(machine: Machine) -> dict[str, Any]:
    """Return what is known of a machine besides its observation."""
    state = machine.unguarded.state
    items = machine.items
    carried = [at for at, room in enumerate(state.item_rooms[: state.general.item_count]) if room == CARRIED and at]
    logics = bytes(state.loaded.logics.order[: state.loaded.logics.count]) if state.input.enabled else b""
    return {
        "room": int(machine.room),
        "score": int(machine.score),
        "inventory": [items[at].name.decode(machine.code_page, "replace") for at in carried if at < len(items)],
        "words": list(said_words(machine.game, logics)),
        "message": machine.message or "",
    }
