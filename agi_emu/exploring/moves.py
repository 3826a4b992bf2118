"""Moves a machine as a guided player does: sentences, walks, keys, waits, answers to windows."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, cast

from agi_emu.codes import BIOS_KEYS, Var
from agi_emu.exploring.knowledge import Hint, Knowledge
from agi_emu.exploring.routes import STEPS, Ground
from agi_emu.frontends.window.walk import can_walk
from agi_emu.machine.input.events import Arrow, InputEvent, Key
from agi_emu.machine.input.keynames import key_events, text_events
from agi_emu.machine.windows.modal import Purpose
from agi_emu.monkey import Player as BlindPlayer
from agi_emu.state.layout import PICTURE_WIDTH

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agi_emu.exploring.takes import Hand
    from agi_emu.machine.machine import Machine
    from agi_emu.resources.game import Game
    from agi_emu.state.layout import StateLayout

SAYS, WALKS, PRESSES, WAITS_FOR = 0.42, 0.38, 0.15, 0.05
"""Weights of the moves."""
NOTHING_LEFT = 0.3
"""What the weight of saying is multiplied by where every sentence was tried in this room."""
EDGES_LEFT = 3.0
"""What the weight of walking is multiplied by where an edge of the room was not tried."""
ANYWHERE, PLACE, LINES, WATER_EDGE, EDGE = 1.0, 1.0, 0.6, 0.3, 2.0
"""Weights of where to walk: any direction, a place of a test, lines that set flag 3, water, each edge not tried yet."""
TRIED = 0.5
"""What a weight is multiplied by for each time that the same was tried in the same room."""
LEAST_WEIGHT = 1e-3
LEAST_OF_A_PLACE = 0.1
"""The least that the weight of a place is multiplied by: a door that led nowhere may have been opened since."""
LEARNS = 0.75
"""How much the rate of new marks per cycle counts: 0 not at all, 1 as it is."""
FIRST_CYCLES = 50
"""Cycles that the moves of a kind are thought to have taken in a new room."""
CYCLES_AFTER_A_SENTENCE = 4
WAITS_AFTER_A_KEY = (2, 4, 10)
"""Cycles."""
CYCLES_PER_NUDGE = 50
LONGEST_WALK = 160
"""Cycles."""
STUCK_CYCLES = 6
WAITS = (5, 20, 60, 200)
NUDGES = ("enter", "space", "esc", "y", "n", "1")
YES_OR_NO, SAYS_YES_OR_NO = ("y", "y", "yes", "n", "no", "1"), 0.6
ROUTES_KEPT = 256
_ARROWS = tuple(STEPS.values())
_EDGES = (1, 3, 5, 7)
_KEYS = ("enter", "esc", "space", "tab", "=", "-", "y", "n", "a", "1", *(f"f{number}" for number in range(1, 11)))
_NEVER = (0x2D00, 0x2C00, 0x11)
"""Alt-X, Alt-Z and Ctrl-Q, with which many games end."""
_NEVER_PRESSED = frozenset(Key(word) for word in _NEVER)
BLIND_CYCLES = 12
_Goal = int | str | tuple[int, int, int, int]
"""Of a walk: an edge, by its direction; "triggers" or "water"; a rectangle."""
_ESCAPED = (Purpose.QUIT, Purpose.RESTART, Purpose.SAVE, Purpose.RESTORE, Purpose.TRACE)


class Player:
    """Moves a machine by a hand, led by what the logics test and what was reached."""

    def __init__(self, game: Game, chance: random.Random, step: Callable[[], bool]) -> None:
        """`step` runs a cycle and returns whether the play goes on."""
        self._knowledge = Knowledge(game)
        self._chance = chance
        self._step = step
        self._routes: dict[object, bytearray] = {}
        self._tries: Counter[tuple[int, object]] = Counter()
        self._spent: Counter[tuple[int, str]] = Counter()
        self._brought: Counter[tuple[int, str]] = Counter()
        """Cycles of the moves of a kind in a room, and the new marks that they brought."""
        self._moves = {"say": self._say, "walk": self._walk, "press": self._press_key, "wait": self._wait}
        self._blind = BlindPlayer(game, chance.randrange(1 << 32))

    def wander(self, hand: Hand) -> None:
        """Play blindly for some cycles, as `agi_emu.monkey` does: what no test of a logic names is found so."""
        machine = hand.machine
        for _ in range(BLIND_CYCLES):
            hand.begin()
            if machine.modal is not None:
                is_kept = machine.modal in _ESCAPED
                hand.press(key_events("esc") if is_kept else self._blind.answer())
            else:
                hand.press(each for each in self._blind.turn() if each not in _NEVER_PRESSED)
            self._step()
            if machine.unguarded.state.general.exited:
                return

    def edges_left(self, room: int) -> int:
        """Return how many edges of a room were not tried."""
        return sum(not self._tries[room, edge] for edge in _EDGES)

    def move(self, hand: Hand) -> None:
        """Make one move, whatever the machine is doing."""
        hand.begin()
        machine = hand.machine
        if machine.modal is not None:
            self.answer(hand)
            self._step()
            return
        state = machine.unguarded.state
        room, marks, cycle = state.vars[Var.ROOM], machine.core.new_marks, state.cycle.number
        weights = self._weights_of_moves(machine)
        kind = self._chance.choices(list(weights), list(weights.values()))[0]
        self._moves[kind](hand)
        self._spent[room, kind] += max(0, state.cycle.number - cycle)
        self._brought[room, kind] += machine.core.new_marks - marks

    def _weights_of_moves(self, machine: Machine) -> dict[str, float]:
        """Return how often to make each kind of move: what is new, or brought much for its cycles, comes first."""
        state = machine.unguarded.state
        room = state.vars[Var.ROOM]
        weights = {"press": PRESSES, "wait": WAITS_FOR}
        if state.input.enabled:
            fresh = any(hint.groups and not self._tries[room, hint] for hint, _ in self._hints(machine))
            weights["say"] = SAYS * (1 if fresh else NOTHING_LEFT)
        if can_walk(machine):
            weights["walk"] = WALKS * (EDGES_LEFT if self.edges_left(room) else 1)
        for kind in weights:
            rate = (1 + self._brought[room, kind]) / (FIRST_CYCLES + self._spent[room, kind])
            weights[kind] *= rate**LEARNS
        return weights

    def _wait(self, hand: Hand) -> None:
        machine = hand.machine
        room = machine.unguarded.state.vars[Var.ROOM]
        weights = [max(LEAST_WEIGHT, TRIED ** self._tries[room, ("wait", cycles)]) for cycles in WAITS]
        cycles = self._chance.choices(WAITS, weights)[0]
        self._tries[room, ("wait", cycles)] += 1
        self.wait(cycles)

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
            hand.press(text_events(self._answer()[: BIOS_KEYS - 1], enter=True))
        elif purpose in (Purpose.MENU, Purpose.INVENTORY):
            for _ in range(self._chance.randrange(4)):
                hand.press(key_events(self._chance.choice(("down", "right", "up"))))
            hand.press(key_events("enter"))
        else:
            hand.press(key_events("enter"))

    def _answer(self) -> str:
        """Return what a question might want to hear: yes, no, or a word of the game."""
        groups = self._knowledge.groups
        if not groups or self._chance.random() < SAYS_YES_OR_NO:
            return self._chance.choice(YES_OR_NO)
        return self._knowledge.sentence([self._chance.choice(groups)], 0) or "x"

    def nudge(self, hand: Hand) -> None:
        """Press a key because a logic seems to wait for one."""
        hand.begin()
        hand.press(key_events(self._chance.choice(NUDGES)))

    def _hints(self, machine: Machine) -> list[tuple[Hint, float]]:
        """Return what the logics in memory test, with weights; the room's own count more, what was tried less."""
        state = machine.unguarded.state
        room = state.vars[Var.ROOM]
        logics = dict.fromkeys([room, *state.loaded.logics.order[: state.loaded.logics.count]])
        hints = [hint for logic in logics for hint in self._knowledge.hints(logic)]
        weights = self._knowledge.weigh(machine, hints)
        return [
            (hint, max(LEAST_WEIGHT, weight * (2 if hint.logic == room else 1) * self._left_of(room, hint)))
            for hint, weight in zip(hints, weights, strict=True)
        ]

    def _left_of(self, room: int, hint: Hint) -> float:
        """Return what is left of the weight of a test that was tried in a room before."""
        return max(LEAST_OF_A_PLACE if hint.box else 0.0, float(TRIED ** self._tries[room, hint]))

    def _chosen(self, machine: Machine, kind: str) -> Hint | None:
        """Choose a test of a kind to make true, and count that."""
        fitting = [
            (hint, weight)
            for hint, weight in self._hints(machine)
            if (hint.groups if kind == "groups" else getattr(hint, kind) is not None)
        ]
        if not fitting:
            return None
        hint = self._chance.choices([hint for hint, _ in fitting], [weight for _, weight in fitting])[0]
        self._tries[machine.unguarded.state.vars[Var.ROOM], hint] += 1
        return hint

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
        """Walk somewhere: over an edge, to a place that a test asks for, to a control line, or in any direction."""
        machine = hand.machine
        room = machine.unguarded.state.vars[Var.ROOM]
        aims: dict[object, float] = {"anywhere": ANYWHERE, "box": PLACE}
        for aim, weight in (("triggers", LINES), ("water", WATER_EDGE), *((edge, EDGE) for edge in _EDGES)):
            aims[aim] = max(LEAST_WEIGHT, weight * TRIED ** self._tries[room, aim])
        aim = self._chance.choices(list(aims), list(aims.values()))[0]
        self._tries[room, aim] += 1
        hint = self._chosen(machine, "box") if aim == "box" else None
        goal = hint.box if hint else aim
        route = None if goal in ("anywhere", "box") else self._route(machine, cast("_Goal", goal))
        if route is None:
            direction = aim if isinstance(aim, int) else self._chance.choice(_ARROWS)
            self._go(hand, direction, self._chance.randrange(2, LONGEST_WALK))
            return
        self._follow(hand, route)
        if isinstance(aim, int):
            # It is left by walking on.
            self._go(hand, aim, STUCK_CYCLES)

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
