"""Moves a machine as a guided player does: sentences, walks, keys, waits, answers to windows."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from agi_emu.codes import BIOS_KEYS, Var
from agi_emu.exploring.knowledge import Hint, Knowledge
from agi_emu.exploring.routes import STEPS, Ground
from agi_emu.frontends.window.walk import can_walk
from agi_emu.machine.input.events import Arrow, InputEvent, Key
from agi_emu.machine.input.keynames import key_events, text_events
from agi_emu.machine.windows.modal import Purpose
from agi_emu.state.layout import PICTURE_WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agi_emu.exploring.takes import Hand
    from agi_emu.machine.machine import Machine
    from agi_emu.state.layout import StateLayout

SAYS, WALKS, PRESSES = 0.42, 0.38, 0.15
"""Shares of the moves; the rest waits."""
WALKS_TO = (25, 45, 18, 6, 6)
"""How often a walk goes anywhere, over an edge, to a place of a test, to a line that sets flag 3, into water."""
CYCLES_AFTER_A_SENTENCE = 4
WAITS_AFTER_A_KEY = (2, 4, 10)
"""Cycles."""
CYCLES_PER_NUDGE = 50
LONGEST_WALK = 120
"""Cycles."""
STUCK_CYCLES = 6
WAITS = (5, 20, 60, 200)
NUDGES = ("enter", "space", "esc", "y", "n", "1")
ROUTES_KEPT = 256
_ARROWS = tuple(STEPS.values())
_EDGES = (1, 3, 5, 7)
_KEYS = ("enter", "esc", "space", "tab", "=", "-", "y", "n", "a", "1", *(f"f{number}" for number in range(1, 11)))
_NEVER = (0x2D00, 0x2C00, 0x11)
"""Alt-X, Alt-Z and Ctrl-Q, with which many games end."""
_Goal = int | str | tuple[int, int, int, int]
"""Of a walk: an edge, by its direction; "triggers" or "water"; a rectangle."""
_ESCAPED = (Purpose.QUIT, Purpose.RESTART, Purpose.SAVE, Purpose.RESTORE, Purpose.TRACE)


class Player:
    """Moves a machine by a hand, led by what the logics test and what was reached."""

    def __init__(self, knowledge: Knowledge, chance: random.Random, step: Callable[[], bool]) -> None:
        """`step` runs a cycle and returns whether the play goes on."""
        self._knowledge = knowledge
        self._chance = chance
        self._step = step
        self._routes: dict[object, bytearray] = {}

    def move(self, hand: Hand) -> None:
        """Make one move, whatever the machine is doing."""
        hand.begin()
        machine = hand.machine
        if machine.modal is not None:
            self.answer(hand)
            self._step()
            return
        state = machine.unguarded.state
        choice = self._chance.random()
        if choice < SAYS and state.input.enabled:
            self._say(hand)
        elif choice < SAYS + WALKS and can_walk(machine):
            self._walk(hand)
        elif choice < SAYS + WALKS + PRESSES:
            self._press_key(hand)
        else:
            self.wait(self._chance.choice(WAITS))

    def wait(self, cycles: int) -> None:
        """Do nothing for some cycles."""
        for _ in range(cycles):
            if not self._step():
                return

    def wait_for_control(self, hand: Hand, cycles: int) -> None:
        """Wait until the player has control, press a key now and then, and close windows on the way."""
        state = hand.machine.unguarded.state
        last = state.cycle.number + cycles
        while state.cycle.number <= last and not (state.general.player_control or state.general.exited):
            if hand.machine.modal is not None:
                hand.begin()
                self.answer(hand)
            elif state.cycle.number % CYCLES_PER_NUDGE == 0:
                self.nudge(hand)
            if not self._step() and hand.machine.modal is None:
                return

    def answer(self, hand: Hand) -> None:
        """Press what a window, prompt or menu waits for."""
        purpose = hand.machine.modal
        if purpose in _ESCAPED:
            hand.press(key_events("esc"))
        elif purpose is Purpose.GET_NUMBER:
            hand.press(text_events(str(self._chance.randrange(100)), enter=True))
        elif purpose is Purpose.GET_STRING:
            groups = self._knowledge.groups
            word = self._knowledge.sentence([self._chance.choice(groups)], 0) if groups else None
            hand.press(text_events((word or "x")[: BIOS_KEYS - 1], enter=True))
        elif purpose in (Purpose.MENU, Purpose.INVENTORY):
            for _ in range(self._chance.randrange(4)):
                hand.press(key_events(self._chance.choice(("down", "right", "up"))))
            hand.press(key_events("enter"))
        else:
            hand.press(key_events("enter"))

    def nudge(self, hand: Hand) -> None:
        """Press a key because a logic seems to wait for one."""
        hand.begin()
        hand.press(key_events(self._chance.choice(NUDGES)))

    def _hints(self, machine: Machine) -> tuple[list[Hint], list[float]]:
        """Return what the logics in memory test, each with its weight; the room's own count more."""
        state = machine.unguarded.state
        room = state.vars[Var.ROOM]
        logics = dict.fromkeys([room, *state.loaded.logics.order[: state.loaded.logics.count]])
        hints = [hint for logic in logics for hint in self._knowledge.hints(logic)]
        weights = self._knowledge.weigh(machine, hints)
        return hints, [weight * (2 if hint.logic == room else 1) for hint, weight in zip(hints, weights, strict=True)]

    def _chosen(self, machine: Machine, kind: str) -> Hint | None:
        hints, weights = self._hints(machine)
        fitting = [
            (hint, weight)
            for hint, weight in zip(hints, weights, strict=True)
            if (hint.groups if kind == "groups" else getattr(hint, kind) is not None)
        ]
        if not fitting:
            return None
        return self._chance.choices([hint for hint, _ in fitting], [weight for _, weight in fitting])[0]

    def _say(self, hand: Hand) -> None:
        """Type a sentence that a test of `said` knows, and let the game answer."""
        hint = self._chosen(hand.machine, "groups")
        groups = self._knowledge.groups
        line = self._knowledge.sentence(hint.groups, self._chance.choice(groups)) if hint and groups else None
        if line is None:
            self._press_key(hand)
            return
        places = self._knowledge.places_in(hint, hand.machine) if hint else []
        if places and can_walk(hand.machine):
            box = self._chance.choice(places).box
            route = self._route(hand.machine, box) if box else None
            if route is not None:
                self._follow(hand, route)
                hand.begin()
        events: Sequence[InputEvent] = text_events(line, enter=True, code_page=hand.machine.code_page)
        keyboard = hand.machine.unguarded.state.keyboard
        while events:
            room = BIOS_KEYS - keyboard.bios_count
            hand.press(events[:room])
            events = events[room:]
            if not self._step() or hand.machine.modal is not None:
                return
        self.wait(CYCLES_AFTER_A_SENTENCE)

    def _press_key(self, hand: Hand) -> None:
        """Press a key, most of them one that the game has given a meaning."""
        state = hand.machine.unguarded.state
        choice = self._chance.random()
        hint = self._chosen(hand.machine, "controller" if choice < 0.5 else "key")
        if hint is not None and hint.key is not None:
            hand.press([Key(hint.key)])
        elif hint is not None and choice < 0.4:
            hand.press([Key(word) for word in _words_of(state, hint.controller)[:1]])
        elif choice < 0.7 and not can_walk(hand.machine):
            hand.press(self._arrow(hand.machine, self._chance.choice(_ARROWS)))
        else:
            hand.press(key_events(self._chance.choice(_KEYS)))
        self.wait(self._chance.choice(WAITS_AFTER_A_KEY))

    # Walking

    def _walk(self, hand: Hand) -> None:
        """Walk somewhere: in any direction, over an edge, to a place that a test asks for, or to a control line."""
        aim = self._chance.choices(("anywhere", "edge", "box", "triggers", "water"), WALKS_TO)[0]
        hint = self._chosen(hand.machine, "box") if aim == "box" else None
        goal: _Goal | None = hint.box if hint else None
        edge = self._chance.choice(_EDGES)
        if aim == "edge":
            goal = edge
        elif aim in ("triggers", "water"):
            goal = aim
        route = None if goal is None else self._route(hand.machine, goal)
        if route is None:
            self._go(hand, self._chance.choice(_ARROWS), self._chance.randrange(2, LONGEST_WALK))
            return
        self._follow(hand, route)
        if aim == "edge":
            # It is left by walking on.
            self._go(hand, edge, STUCK_CYCLES)

    def _route(self, machine: Machine, goal: _Goal) -> bytearray | None:
        state = machine.unguarded.state
        ego = state.objects[0]
        picture = (
            state.vars[Var.ROOM],
            state.general.picture_number,
            ego.width,
            state.general.horizon,
            ego.flags & 0xB0A,
        )
        if (picture, goal) not in self._routes:
            if len(self._routes) >= ROUTES_KEPT:
                self._routes.pop(next(iter(self._routes)))
            ground = Ground(machine)
            if isinstance(goal, int):
                goals = ground.edge(goal)
            elif isinstance(goal, str):
                goals = ground.triggers if goal == "triggers" else ground.water
            else:
                goals = ground.box(*goal)
            self._routes[picture, goal] = ground.route(goals) if goals else bytearray()
        return self._routes[picture, goal] or None

    def _follow(self, hand: Hand, route: bytearray) -> None:
        """Walk along a route until it ends, something happens, or nothing moves any more."""
        machine = hand.machine
        state = machine.unguarded.state
        ego, room = state.objects[0], state.vars[Var.ROOM]
        still, place = 0, (-1, -1)
        for _ in range(LONGEST_WALK):
            if not can_walk(machine) or state.vars[Var.ROOM] != room or still > STUCK_CYCLES * max(1, ego.step_time):
                return
            still, place = (still + 1 if (ego.x, ego.y) == place else 0), (ego.x, ego.y)
            cell = PICTURE_WIDTH * ego.y + ego.x
            wanted = route[cell] if 0 <= cell < len(route) else 0
            if not wanted:
                return
            if wanted != ego.direction:
                hand.press(self._arrow(machine, wanted))
            if not self._step():
                return

    def _go(self, hand: Hand, direction: int, cycles: int) -> None:
        """Walk in one direction until something happens or nothing moves any more."""
        machine = hand.machine
        state = machine.unguarded.state
        ego, room = state.objects[0], state.vars[Var.ROOM]
        if ego.direction != direction:
            hand.press(self._arrow(machine, direction))
        still, place = 0, (-1, -1)
        for _ in range(cycles):
            if not self._step() or state.vars[Var.ROOM] != room or not can_walk(machine):
                return
            still, place = (still + 1 if (ego.x, ego.y) == place else 0), (ego.x, ego.y)
            if still > STUCK_CYCLES:
                return

    def _arrow(self, machine: Machine, direction: int) -> list[InputEvent]:
        """Press an arrow; where ego walks only while it is held, hold it."""
        if machine.unguarded.state.keyboard.hold:
            return [Arrow(direction, down=True)]
        return [Arrow(direction, down=True), Arrow(direction, down=False)]


def _words_of(state: StateLayout, controller: int | None) -> list[int]:
    """Return the key words to which a game has given a controller."""
    keyboard = state.keyboard
    given = zip(keyboard.map_key[: keyboard.map_count], keyboard.map_controller, strict=False)
    return [word for word, number in given if number == controller and word not in _NEVER]
