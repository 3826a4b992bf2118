"""Moves a machine as a guided player does: sentences, walks, keys, waits, answers to windows."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

from agi_emu.facts.codes import BIOS_KEYS, EGO, Var
from agi_emu.input.keys_for_player import can_walk
from agi_emu.lab.exploring.aimable_goals import (
    NEVER,
    AimableGoal,
    are_fresh,
    best_of,
    cycles_of,
    keys_of,
    place_to_click,
)
from agi_emu.lab.exploring.answers import ESCAPED, LEAST_WEIGHT, TRIED, WindowAnswers
from agi_emu.lab.exploring.conditions import Facts, Having
from agi_emu.lab.exploring.errands import Errands
from agi_emu.lab.exploring.findings import helplessness
from agi_emu.lab.exploring.goals import LEADS_TO_A_ROOM, LEADS_TO_AN_ITEM, Goal
from agi_emu.lab.exploring.knowledge import Knowledge
from agi_emu.lab.exploring.objective import Level, Objective
from agi_emu.lab.exploring.waits import MOST_WINDOWS, Waits
from agi_emu.lab.exploring.walks import ANYWHERE, ARROWS, EDGES, LINES, WATER, Walker, aim_of, arrow, direction_of
from agi_emu.lab.monkey import ImpatientPlayer
from agi_emu.machine.input.events import InputEvent, Key, Mouse, key_events, text_events
from agi_emu.machine.ways import Target
from agi_emu.resources.avoided import NOTHING, Avoided

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from agi_emu.lab.exploring.takes import Hand
    from agi_emu.machine.machine import Machine
    from agi_emu.resources.game import Game

SAYS, WALKS, PRESSES, WAITS_FOR, CLICKS = 0.42, 0.38, 0.15, 0.05, 0.4
"""Weights of the moves."""
_BUTTONS = (1, 1, 1, 2)
COUNTERS_LEFT, NOTHING_LEFT, EDGES_LEFT = 4.0, 0.3, 3.0
"""What weights are multiplied by: of waiting where a variable that counts was never waited for, of saying where every
sentence was tried in this room, and of walking where an edge of the room, or a goal, was not."""
ANY_DIRECTION, PLACE, LINE, WATER_EDGE, EDGE = 1.0, 1.5, 0.6, 0.3, 2.0
"""Weights of where to walk: any direction, a goal, lines that set flag 3, water, each edge not tried yet."""
MOST_PLACES = 4.0
"""How much the goals of a room count together at most."""
FRESH_FIRST, TRIES_OF_A_DOOR, MOST_TRIES_OF_A_DOOR, TRIES_OF_A_DEED = 0.85, 4, 12, 2
"""How often a goal is aimed for that was not tried, and how often each is tried that leads to a new room, how often if
what its logic tests comes out otherwise each time, and each deed with the same score and items."""
LONGEST_SCENE, TIMES_OF_A_SCENE = 300, 2
"""Cycles for which control is waited for that a move has cost, and how often after the same goal."""
TRIED_ANYWHERE, LEAST_OF_A_PLACE = 0.8, 0.1
"""What the weight of walking in any direction is multiplied by for each time that this was done in the same room, and
the least for a place: a door that led nowhere may have been opened since."""
BLOCKED, OWN_ROOM = 0.1, 2.0
"""What the weight of a goal is multiplied by that is not allowed now, and by if it is of the room's own logic."""
REACHED_SHARE = 0.15
"""How often a goal is chosen that was reached before: it may lead elsewhere now."""
LEARNS, FIRST_CYCLES = 1.25, 50
"""How much the rate of new marks per cycle counts, 1 as it is, and cycles that moves are thought to take at first."""
CYCLES_AFTER_A_SENTENCE, CYCLES_OF_A_DOOR, WAITS_AFTER_A_KEY, CYCLES_OF_A_CLICK = 4, 30, (2, 4, 10), 2
"""How long to wait after a sentence, until a door has opened, after a key, and until a button is let go."""
LONGEST_STROLL, SHORT_STROLL = 80, 20
"""Cycles that ego walks in any direction, and where no way leads to what was aimed for."""
WAITS = (5, 20, 60, 200)
WAITS_FOR_A_COUNTER = 0.8
"""How often to wait for a variable that counts, if there is one."""
KEYS_OF_GOALS, ARROW_KEYS = 0.5, 0.2
"""How often a key is one of a goal, and an arrow where ego cannot walk."""
LONGEST_JOURNEY, MOST_OPENERS = 25, 3
"""Rooms that are crossed on a way, and how often what has opened a way is done where it is shut."""
_KEYS = ("enter", "esc", "space", "tab", "=", "-", "y", "n", "a", "1", *(f"f{number}" for number in range(1, 11)))
_NEVER_PRESSED = frozenset(Key(word) for word in NEVER)
BLIND_CYCLES = 12


class GuidedPlayer:
    """Moves a machine by a hand, led by what the logics test and what was reached."""

    def __init__(
        self,
        game: Game,
        chance: random.Random,
        step: Callable[[], bool],
        *,
        avoided: Avoided = NOTHING,
        objective: Objective | None = None,
        uses_mouse: bool = False,
    ) -> None:
        """`step` runs a cycle and returns whether the play goes on; `uses_mouse` clicks, too."""
        self._knowledge = Knowledge(game, avoided, objective)
        self.level_of = self._knowledge.level_of
        self._level: Level | None = None
        """How far the play was when a goal was aimed for last."""
        self._chance = chance
        self._step = step
        self._walker = Walker(chance, step)
        self.errands = Errands(self._knowledge, self._walker, self._untried_of, self.is_untried, chance)
        self._tries: Counter[tuple[int, object]] = Counter()
        self._tries_in_vain: Counter[tuple[int, Goal]] = Counter()
        """Tries of goals that were not allowed then."""
        self._redone: Counter[tuple[Having, Goal]] = Counter()
        """Tries of deeds with a score and items."""
        self._spent: Counter[tuple[int, str]] = Counter()
        self._brought: Counter[tuple[int, str]] = Counter()
        """Cycles of the moves of a kind in a room, and the new marks that they brought."""
        self._goal: Goal | None = None
        self.done: Goal | None = None
        """What was aimed for last in the room of now."""
        self.patience = 0
        """How much more often than usual to try what leads towards rooms."""
        self.has_aim = True
        """Whether the last move was for a goal that was not tried before, or blind."""
        self._moves = {"say": self._say, "walk": self._walk, "press": self._press_key, "wait": self._wait}
        self._uses_mouse = uses_mouse
        if uses_mouse:
            self._moves["click"] = self._click
        self.waits = Waits(WindowAnswers(self._knowledge, chance, self._choices), chance, step)
        self._blind = ImpatientPlayer(game, chance.randrange(1 << 32), uses_mouse=uses_mouse)

    def wander(self, hand: Hand) -> None:
        """Play blindly for some cycles, as `agi_emu.lab.monkey` does: what no test of a logic names is found so."""
        machine = hand.machine
        self.has_aim = True
        keyboard = machine.unguarded.state.keyboard
        given = zip(keyboard.map_key[: keyboard.map_count], keyboard.map_controller, strict=False)
        cheats = self._knowledge.avoided.controllers
        never = _NEVER_PRESSED | {Key(word) for word, controller in given if controller in cheats}
        state = machine.unguarded.state
        room, facts = state.vars[Var.ROOM], Facts(state)
        for _ in range(BLIND_CYCLES):
            hand.begin()
            if machine.modal is not None:
                is_kept = machine.modal in ESCAPED
                hand.press(key_events("esc") if is_kept else self._blind.answer())
            else:
                hand.press(each for each in self._blind.turn() if each not in never)
            self._step()
            if state.vars[Var.ROOM] != room:
                self._walker.learn(room, state.vars[Var.ROOM], None, facts, self.done)
                self.done = None
                return
            if state.general.exited:
                return

    def edges_left(self, room: int) -> int:
        """Return how many edges of a room were not tried."""
        return sum(not self._tries[room, Target(edge=edge)] for edge in EDGES)

    def untried_goals(self, machine: Machine) -> list[Goal]:
        """Return the goals of the room's logic that are allowed now and were never tried."""
        facts = Facts(machine.unguarded.state)
        untried = self._untried_of(machine, facts.variable(Var.ROOM), facts)
        return [goal for goal in untried if goal.kind != "enter" and goal.is_allowed(facts)]

    def _untried_of(self, machine: Machine, room: int, facts: Facts | None = None) -> list[Goal]:
        level = self.level_of(machine.unguarded.state)
        return [goal for goal in self._knowledge.left(machine, room) if self.is_untried(goal, level, facts)]

    def cycles_of(self, machine: Machine, goal: Goal) -> int | None:
        """Return about how many cycles it takes to try a goal now; None if it cannot be tried."""
        return cycles_of(goal, machine, self._chance)

    def is_untried(self, goal: Goal, level: Level | None = None, facts: Facts | None = None) -> bool:
        """Return whether a goal of a room's own logic was not reached, and never tried on this level while allowed.

        Without facts a door counts if it may open once they are others.
        """
        is_over = self._knowledge.tried(goal, level) is goal and self._knowledge.is_reached(goal)
        return not is_over and self._is_fresh(goal.logic, goal, level, facts)

    def _is_fresh(self, room: int, goal: Goal, level: Level | None, facts: Facts | None) -> bool:
        tries = self._tries[room, self._knowledge.tried(goal, level)]
        if tries < self._patience(goal):
            return True
        is_door = tries < MOST_TRIES_OF_A_DOOR and goal.logic == room and self._knowledge.leads_to_a_new_room(goal)
        return is_door and (facts is None or not self._tries[room, self._knowledge.situation(goal, facts)])

    def doors(self, goals: Iterable[Goal]) -> int:
        """Return how many of some goals lead to rooms that no play has entered, and were not in vain so far."""
        doors = filter(self._knowledge.leads_to_a_new_room, goals)
        return sum(self._tries[goal.logic, goal] < TRIES_OF_A_DOOR for goal in doors)

    def _patience(self, goal: Goal) -> int:
        objective = self._knowledge.objective
        hinted = objective.hints_at(goal) if objective is not None else 0
        tries = TRIES_OF_A_DOOR if self._knowledge.leads_to_a_new_room(goal) else 1
        return max(hinted, tries + (self.patience if self._knowledge.worth(goal) > LEADS_TO_A_ROOM else 0))

    def travel(self, hand: Hand, rooms: Sequence[int]) -> int:
        """Walk to the nearest of some rooms by known ways; return its number, 0 if none was reached."""
        machine = hand.machine
        state = machine.unguarded.state
        self.waits.close_windows(hand)
        if helplessness(machine) is not None:
            self.waits.wait_for_control(hand, LONGEST_SCENE)
        for _ in range(LONGEST_JOURNEY):
            room = state.vars[Var.ROOM]
            if room in rooms:
                return int(room)
            aim = self._walker.next_on_the_way(room, rooms)
            if aim is None or not (can_walk(machine) or isinstance(aim, Goal)):
                return 0
            facts = Facts(state)
            self._take_way(aim, hand)
            then, done = self._walker.circumstances.get((room, aim), (facts, None))
            for again in range(MOST_OPENERS):
                openers = self._knowledge.openers(room, then, Facts(state)) or ([done] if done is not None else [])
                if state.vars[Var.ROOM] != room or (again and not openers):
                    break
                for opener in openers:
                    self._take_way(opener, hand)
                self._take_way(aim, hand)
            if state.vars[Var.ROOM] == room:
                self._walker.doubt(room, aim)
                return 0
            self._walker.learn(room, state.vars[Var.ROOM], aim, facts, done)
        return 0

    def _take_way(self, aim: Target | Goal, hand: Hand) -> None:
        """Walk or say something, and wait for what comes of it."""
        state = hand.machine.unguarded.state
        room = state.vars[Var.ROOM]
        hand.begin()
        if not isinstance(aim, Goal):
            if can_walk(hand.machine):
                self._walk_to(aim, hand)
        elif aim.kind == "say":
            self._say_for(aim, hand)
        else:
            self._press_for(aim, hand)
        self.waits.close_windows(hand)
        if state.vars[Var.ROOM] == room:
            self.waits.wait(CYCLES_OF_A_DOOR)
        if helplessness(hand.machine) is not None:
            self.waits.wait_for_control(hand, LONGEST_SCENE)

    def credit(self, machine: Machine) -> None:
        """Credit the goal that was aimed for last with what has come of it."""
        if self._goal is not None:
            self._knowledge.learn(self._goal, self._level, machine.unguarded.state)
            self._goal = None

    def move(self, hand: Hand) -> None:
        """Make one move, whatever the machine is doing."""
        machine = hand.machine
        self.waits.close_windows(hand)
        hand.begin()
        if machine.modal is not None:
            return
        self.credit(machine)
        state = machine.unguarded.state
        room, marks, cycle = state.vars[Var.ROOM], machine.core.new_marks, state.cycle.number
        choices = self._choices(machine)
        weights = self._weights_of_moves(machine, choices)
        fresh = [each for each in choices if each.is_fresh and each.goal.kind in weights]
        aimed = best_of(fresh, machine, self._chance) if fresh and self._chance.random() < FRESH_FIRST else None
        had_control = helplessness(machine) is None
        self._walker.aim, facts = None, Facts(state)
        self.has_aim = aimed is not None
        if aimed is not None:
            choices, kind = [aimed], aimed.goal.kind
        else:
            kind = self._chance.choices(list(weights), list(weights.values()))[0]
        self._moves[kind](hand, [each for each in choices if each.goal.kind == kind])
        self._spent[room, kind] += max(0, state.cycle.number - cycle)
        self.waits.close_windows(hand)
        scene = room, ("scene", self._goal)
        if had_control and helplessness(machine) is not None and self._tries[scene] < TIMES_OF_A_SCENE:
            self._tries[scene] += 1
            self.waits.wait_for_control(hand, LONGEST_SCENE)
        if self._goal is not None and state.vars[Var.ROOM] == room and self._knowledge.leads_to_a_new_room(self._goal):
            self.waits.wait(CYCLES_OF_A_DOOR)
        entered = state.vars[Var.ROOM]
        if entered != room:
            # Of what is said and where ego must stand for it, the innermost comes last.
            known = self._knowledge.goals(room) if kind in ("say", "press") else ()
            doors = [goal for goal in known if entered in goal.rooms and goal.kind == kind]
            told = self._walker.next_on_the_way(room, [entered])
            walked = (self._walker.aim or told) if kind == "walk" else (told or self._walker.aim)
            aims = (self._goal, *doors[-1:]) if doors else (walked,)
            done = self._goal if kind == "say" and not doors else self.done
            for aim in dict.fromkeys(each for each in aims if each is not None and (not doors or each in doors)):
                self._walker.learn(room, entered, aim, facts, done)
        self.done = None if entered != room else self._goal or self.done
        self._brought[room, kind] += machine.core.new_marks - marks

    def _weights_of_moves(self, machine: Machine, choices: Sequence[AimableGoal]) -> dict[str, float]:
        """Return how often to make each kind of move: what is new, or brought much for its cycles, comes first."""
        state = machine.unguarded.state
        room = state.vars[Var.ROOM]
        fresh = {each.goal.kind for each in choices if each.is_fresh}
        weights = {"press": PRESSES, "wait": WAITS_FOR * (COUNTERS_LEFT if "wait" in fresh else 1)}
        if state.input.enabled:
            weights["say"] = SAYS * (1 if "say" in fresh else NOTHING_LEFT)
        if can_walk(machine):
            weights["walk"] = WALKS * (EDGES_LEFT if "walk" in fresh or self.edges_left(room) else 1)
        if self._uses_mouse:
            weights["click"] = CLICKS
        for kind in weights:
            rate = (1 + self._brought[room, kind]) / (FIRST_CYCLES + self._spent[room, kind])
            weights[kind] *= rate**LEARNS
        return weights

    def _click(self, hand: Hand, choices: Sequence[AimableGoal]) -> None:
        """Click somewhere, half of the time at an object."""
        x, y = place_to_click(hand.machine.unguarded.state, self._chance)
        hand.press([Mouse(x, y, self._chance.choice(_BUTTONS))])
        self.waits.wait(CYCLES_OF_A_CLICK)
        hand.press([Mouse(x, y, 0)])
        self.waits.wait(CYCLES_AFTER_A_SENTENCE)

    def _wait(self, hand: Hand, choices: Sequence[AimableGoal]) -> None:
        """Wait until a variable that counts gets where a goal wants it, or for some cycles."""
        room = hand.machine.unguarded.state.vars[Var.ROOM]
        allowed = [each for each in choices if each.is_allowed]
        if allowed and self._chance.random() < WAITS_FOR_A_COUNTER:
            goal = self._chosen(hand.machine, allowed, "wait")
            if goal is not None and goal.counter is not None:
                self.waits.wait_for(hand, goal.counter)
                return
        weights = [max(LEAST_WEIGHT, TRIED ** self._tries[room, ("wait", cycles)]) for cycles in WAITS]
        cycles = self._chance.choices(WAITS, weights)[0]
        self._tries[room, ("wait", cycles)] += 1
        self.waits.wait(cycles)

    # Goals

    def _choices(self, machine: Machine) -> list[AimableGoal]:
        """Return what is left of the goals of the logics in memory, with weights."""
        state = machine.unguarded.state
        room = state.vars[Var.ROOM]
        facts = Facts(state)
        level = self.level_of(machine.unguarded.state)
        self._knowledge.look(machine)
        found = []
        logics = dict.fromkeys([room, *state.loaded.logics.order[: state.loaded.logics.count]])
        for logic in logics:
            for goal in self._knowledge.left(machine, logic):
                if goal.kind == "enter":
                    continue
                is_allowed = goal.is_allowed(facts)
                tries, in_vain = self._tries[room, self._knowledge.tried(goal, level)], self._tries_in_vain[room, goal]
                is_barred = tries > TRIES_OF_A_DOOR and self._knowledge.leads_to_a_new_room(goal)
                least = LEAST_WEIGHT if goal.kind == "say" or is_barred else LEAST_OF_A_PLACE
                weight = self._knowledge.worth(goal) * max(least, TRIED ** (tries + in_vain))
                weight *= (1 if is_allowed else BLOCKED) * (OWN_ROOM if logic == room else 1)
                is_fresh = is_allowed and self._is_fresh(room, goal, level, facts)
                found.append(AimableGoal(goal, weight, is_allowed, is_fresh))
        having = facts.having
        deeds = [deed for logic in logics for deed in self._knowledge.deeds(logic)]
        deeds = [each for each in deeds if self._knowledge.brings(each, facts)]
        # What was done in other plays, and is left to do in this one.
        left = [each for each in deeds if self._redone[having, each] < TRIES_OF_A_DEED]
        return found + [AimableGoal(deed, LEADS_TO_AN_ITEM, is_allowed=True, is_fresh=True) for deed in left]

    def _chosen(self, machine: Machine, choices: Sequence[AimableGoal], kind: str) -> Goal | None:
        """Choose a goal of a kind, and count that."""
        state = machine.unguarded.state
        room = state.vars[Var.ROOM]
        goal: Goal | None = None
        if choices and (are_fresh(choices) or self._chance.random() >= REACHED_SHARE):
            choice = self._chance.choices(choices, [each.weight for each in choices])[0]
            goal = choice.goal
            if choice.is_allowed and self.cycles_of(machine, goal) is not None:
                self._tries[room, self._knowledge.tried(goal, self.level_of(machine.unguarded.state))] += 1
                if goal.logic == room and self._knowledge.leads_to_a_new_room(goal):
                    self._tries[room, self._knowledge.situation(goal, Facts(state))] += 1
                    if self._tries[room, goal] == TRIES_OF_A_DOOR:
                        self._knowledge.bar(goal)
            else:
                self._tries_in_vain[room, goal] += 1
            self._redone[Facts(machine.unguarded.state).having, goal] += 1
        else:
            logics = dict.fromkeys([room, *state.loaded.logics.order[: state.loaded.logics.count]])
            known = [goal for logic in logics for goal in self._knowledge.goals(logic) if goal.kind == kind]
            goal = self._chance.choice(known) if known else None
        if goal is not None:
            self._goal, self._level = goal, self.level_of(machine.unguarded.state)
        return goal

    def _say(self, hand: Hand, choices: Sequence[AimableGoal]) -> None:
        """Type a sentence that a test of `said` knows, where it wants ego to be, and let the game answer."""
        machine = hand.machine
        goal = self._chosen(machine, choices, "say")
        if goal is None or not self._say_for(goal, hand):
            self._press_key(hand, [])

    def _say_for(self, goal: Goal, hand: Hand) -> bool:
        """Type the sentence of a goal where it wants ego to be; return whether the game has words for it."""
        machine = hand.machine
        line = self._knowledge.line_for(goal, self._chance)
        if line is None:
            return False
        if not self._stand_for(goal, hand):
            return True
        events: Sequence[InputEvent] = text_events(line, enter=True, code_page=machine.code_page)
        keyboard = machine.unguarded.state.keyboard
        while events:
            room = BIOS_KEYS - keyboard.bios_count
            hand.press(events[:room])
            events = events[room:]
            if not self._step() and machine.modal is None:
                return True
            if events:
                self.waits.close_windows(hand)
                if machine.modal is not None:
                    return True
        self.waits.wait(CYCLES_AFTER_A_SENTENCE)
        return True

    def _stand_for(self, goal: Goal, hand: Hand) -> bool:
        """Walk to where a goal wants ego to be, or stop; return whether no window opened on the way."""
        machine = hand.machine
        if not can_walk(machine):
            return machine.modal is None
        aim, direction = aim_of(goal.means, machine, self._chance), machine.unguarded.state.objects[EGO].direction
        if aim != ANYWHERE:
            self._walk_to(aim, hand)
        elif direction:
            hand.press(arrow(machine, direction, stops=True))
        hand.begin()
        return machine.modal is None

    def _walk_to(self, aim: Target, hand: Hand) -> bool:
        """Walk to an aim, close the windows that open on the way, and walk on; return whether there was a way."""
        state = hand.machine.unguarded.state
        room = state.vars[Var.ROOM]
        arrives = self._walker.walk(hand, aim)
        for _ in range(MOST_WINDOWS):
            if hand.machine.modal is None:
                break
            self.waits.close_windows(hand)
            if state.vars[Var.ROOM] != room or not can_walk(hand.machine):
                break
            arrives = self._walker.walk(hand, aim)
        return arrives

    def _press_key(self, hand: Hand, choices: Sequence[AimableGoal]) -> None:
        """Press a key, most of them one that the game has given a meaning."""
        state = hand.machine.unguarded.state
        choice = self._chance.random()
        is_wanted = choice < KEYS_OF_GOALS or are_fresh(choices)
        goal = self._chosen(hand.machine, choices, "press") if is_wanted else None
        if goal is not None and self._press_for(goal, hand):
            return
        if goal is not None and state.menu.submitted:
            # What no key does may be in the menu, which this key opens as a rule.
            hand.press(key_events("esc"))
        elif choice < KEYS_OF_GOALS + ARROW_KEYS and not can_walk(hand.machine):
            hand.press(arrow(hand.machine, self._chance.choice(ARROWS)))
        else:
            hand.press(key_events(self._chance.choice(_KEYS)))
        self.waits.wait(self._chance.choice(WAITS_AFTER_A_KEY))

    def _press_for(self, goal: Goal, hand: Hand) -> bool:
        """Press a key of a goal where it wants ego to be; return whether the game has given it one."""
        keys = keys_of(goal, hand.machine.unguarded.state)
        if keys and self._stand_for(goal, hand):
            hand.press([Key(self._chance.choice(keys))])
            self.waits.wait(self._chance.choice(WAITS_AFTER_A_KEY))
        return bool(keys)

    # Walking

    def _walk(self, hand: Hand, choices: Sequence[AimableGoal]) -> None:
        """Walk somewhere: over an edge, where a goal wants ego to be, to a control line, or in any direction."""
        machine = hand.machine
        room = machine.unguarded.state.vars[Var.ROOM]
        anywhere = ANY_DIRECTION * max(LEAST_OF_A_PLACE, TRIED_ANYWHERE ** self._tries[room, ANYWHERE])
        aims: dict[Target | None, float] = {ANYWHERE: anywhere}
        if choices:
            aims[None] = PLACE * min(MOST_PLACES, sum(each.weight for each in choices))
        for aim, weight in ((LINES, LINE), (WATER, WATER_EDGE), *((Target(edge=edge), EDGE) for edge in EDGES)):
            aims[aim] = max(LEAST_WEIGHT, weight * TRIED ** self._tries[room, aim])
        chosen = self._chance.choices(list(aims), list(aims.values()))[0]
        if are_fresh(choices):
            chosen = None
        self._tries[room, chosen] += 1
        if chosen is None:
            goal = self._chosen(machine, choices, "walk")
            chosen = aim_of(goal.means, machine, self._chance) if goal is not None else ANYWHERE
        if chosen == ANYWHERE:
            self._walker.go(hand, self._chance.choice(ARROWS), self._chance.randrange(2, LONGEST_STROLL))
        elif not self._walk_to(chosen, hand):
            # What no way leads to may still be near.
            direction = direction_of(chosen.edge) if chosen.edge else self._chance.choice(ARROWS)
            self._walker.go(hand, direction, SHORT_STROLL)
