"""Declares what an agent can do, by number: keys, directions, walks, clicks, sentences that the logics test for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agi_emu.coverage.sentences import said_sentences
from agi_emu.facts.codes import BIOS_KEYS, Edge
from agi_emu.machine.input.events import InputEvent, Key, Mouse, key_events, text_events
from agi_emu.machine.ways import Target
from agi_emu.resources.avoided import NOTHING, cheats_of, keys_of, offers_of
from agi_emu.resources.game import Game
from agi_emu.state.layout import PICTURE_HEIGHT, PICTURE_WIDTH, SCREEN_HEIGHT

NOOP = "NOOP"
DIRECTIONS = ("up", "pgup", "right", "pgdn", "down", "end", "left", "home")
ANSWERS = ("enter", "esc", "space")
KEYS = (
    *DIRECTIONS,
    *ANSWERS,
    *("tab", "backspace", "kp5", "+", "-"),
    *(f"f{number}" for number in range(1, 11)),
    *"abcdefghijklmnopqrstuvwxyz0123456789",
)
KINDS = ("keys", "walk", "ways", "words", "mouse")
CELL = 20
"""Places to walk to, or to click at, are so many cells of the picture, and lines, apart."""


@dataclass(frozen=True, slots=True)
class AgentAction:
    """One thing that an agent can do."""

    meaning: str
    """The name of a key, a place to walk to or to click at, a sentence, or NOOP."""
    events: tuple[InputEvent, ...]
    logics: frozenset[int] = frozenset()
    """The logics that test for this sentence."""
    target: Target | None = None
    """Where it walks to, round everything in the way."""

    def parts(self) -> list[tuple[InputEvent, ...]]:
        """Return the events in parts that the machine takes at once, a click as two; at least one."""
        if self.events and isinstance(self.events[0], Mouse):
            return [(event,) for event in self.events]
        return [self.events[at : at + BIOS_KEYS] for at in range(0, len(self.events), BIOS_KEYS)] or [()]


def sentence(line: str, logics: frozenset[int] = frozenset()) -> AgentAction:
    """Return the action that types a line and ENTER."""
    return AgentAction(line, text_events(line, enter=True), logics)


def actions_of(game: Game, kinds: str, *, quits: bool) -> Sequence[AgentAction]:
    """Return the actions of some of `KINDS`, joined by +; their order follows from the game alone.

    The game's debug mode is not among them, nor, unless it `quits`, what offers to quit, restart, restore or save.
    """
    wanted = kinds.split("+")
    if not set(wanted) <= set(KINDS):
        raise ValueError(f"actions {kinds!r} do not exist; join some of {', '.join(KINDS)} by +")
    cheats, offers = cheats_of(game), NOTHING if quits else offers_of(game)
    never = keys_of(game, cheats.controllers | offers.controllers)
    names = KEYS if "keys" in wanted else (*(DIRECTIONS if "walk" in wanted else ()), *ANSWERS)
    keys = [AgentAction(name, tuple(key_events(name))) for name in names]
    actions = [AgentAction(NOOP, ()), *(each for each in keys if never.isdisjoint(_words_of(each.events)))]
    if "ways" in wanted:
        actions += walks()
    if "mouse" in wanted:
        places = ((x, y) for y in range(CELL // 2, SCREEN_HEIGHT, CELL) for x in range(CELL // 2, PICTURE_WIDTH, CELL))
        actions += [AgentAction(f"click {x},{y}", (Mouse(x, y, 1), Mouse(x, y, 0))) for x, y in places]
    if "words" in wanted:
        said = said_sentences(game, lambda *place: cheats.cover(*place) or offers.cover(*place))
        actions += [sentence(line, logics) for line, logics in said.items()]
    return actions


def walks() -> list[AgentAction]:
    """Return the walks over each edge of the picture, and to places all over it."""
    targets = {edge.name.lower(): Target(edge=edge) for edge in Edge if edge}
    for y in range(CELL // 2, PICTURE_HEIGHT, CELL):
        targets |= {f"{x},{y}": Target((x, y, x, y)) for x in range(CELL // 2, PICTURE_WIDTH, CELL)}
    return [AgentAction(f"walk to {name}", (), target=target) for name, target in targets.items()]


def _words_of(events: Sequence[InputEvent]) -> list[int]:
    return [event.word for event in events if isinstance(event, Key)]
