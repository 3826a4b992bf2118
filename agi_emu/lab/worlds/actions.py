"""Declares what an agent can do, by number: keys, directions, sentences that the game's logics test for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agi_emu.coverage.sentences import said_sentences
from agi_emu.facts.codes import BIOS_KEYS
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.input.keynames import key_events, text_events

if TYPE_CHECKING:
    from agi_emu.resources.game import Game

NOOP = "noop"
DIRECTIONS = ("up", "pgup", "right", "pgdn", "down", "end", "left", "home")
ANSWERS = ("enter", "esc", "space")
KEYS = (
    *DIRECTIONS,
    *ANSWERS,
    *("tab", "backspace", "kp5", "+", "-"),
    *(f"f{number}" for number in range(1, 11)),
    *"abcdefghijklmnopqrstuvwxyz0123456789",
)
KINDS = ("keys", "words", "walk+words")


@dataclass(frozen=True, slots=True)
class AgentAction:
    """One thing that an agent can do."""

    meaning: str
    """The name of a key, a sentence, or "noop"."""
    events: tuple[InputEvent, ...]

    def parts(self) -> list[tuple[InputEvent, ...]]:
        """Return the events in parts that the keyboard of the machine can hold; at least one."""
        return [self.events[at : at + BIOS_KEYS] for at in range(0, len(self.events), BIOS_KEYS)] or [()]


def actions_of(game: Game, kind: str) -> Sequence[AgentAction]:
    """Return the actions of a kind, one of `KINDS`; their order follows from the game alone."""
    if kind not in KINDS:
        raise ValueError(f"actions {kind!r} do not exist; use one of {', '.join(KINDS)}")
    names = {"keys": KEYS, "words": ANSWERS, "walk+words": (*DIRECTIONS, *ANSWERS)}[kind]
    actions = [AgentAction(NOOP, ()), *(AgentAction(name, tuple(key_events(name))) for name in names)]
    if kind != "keys":
        actions += [AgentAction(line, text_events(line, enter=True)) for line in said_sentences(game)]
    return actions
