"""Explores a game: keeps the states that reach something new, and continues from them."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from agi_emu.coverage.reached import collect, reached
from agi_emu.facts.codes import EGO, Var
from agi_emu.input.keys_for_player import can_walk
from agi_emu.lab.exploring.conditions import Facts, Having
from agi_emu.lab.exploring.findings import (
    LONGEST_HELPLESSNESS,
    Exploration,
    Helplessness,
    PlayFinding,
    are_used,
    helplessness,
    standing_still,
)
from agi_emu.lab.exploring.kept_states import KeptState, of_a_level
from agi_emu.lab.exploring.moves import FRESH_FIRST, GuidedPlayer
from agi_emu.lab.exploring.soft_locks import Fact, SoftLocks, Suspicion
from agi_emu.lab.exploring.takes import Hand, Trail, play_take, power_on
from agi_emu.lab.exploring.waits import CYCLES_WITH_NUDGES
from agi_emu.resources.avoided import NOTHING, cheats_of
from agi_emu.resources.kinds import Kind
from agi_emu.resources.releases import Extension
from agi_emu.resources.volumes import Presence
from agi_emu.state.progress import Stop

if TYPE_CHECKING:
    from agi_emu.lab.exploring.goals import Goal
    from agi_emu.lab.exploring.objective import Level, Objective
    from agi_emu.machine.assertions import Assertion
    from agi_emu.machine.raised_errors import RaisedError
    from agi_emu.machine.settings import Settings
    from agi_emu.machine.snapshots import Snapshot
    from agi_emu.resources.game import Game

MOVES_IN_A_ROW = 6
"""Moves that are made from a state before another one is chosen."""
FIRST_MOVES, FIRST_SHARE = 60, 0.15
"""Moves from power-on, in which titles and introductions pass; share of the cycles within which more are made."""
MOST_STATES_OF_A_ROOM = 60
QUIET_STEPS = 3
"""Steps of two seconds without a new cycle after which a key is pressed."""
LONGEST_STANDSTILL = 45
"""Such steps after which a loop counts as endless: a minute and a half, with a key every few seconds."""
TRIALS_OF_A_ROOM = 60
"""Chains of six moves from states of a room without leaving it, after which it counts as a dead end."""
FIRST_PROMISE, LEAST_PROMISE, MOST_PROMISE, PROMISE_LEARNS = 20.0, 0.1, 40.0, 0.15
"""New marks expected of a chain of moves from a room: at first, at least, at most, and how much the last one counts."""
USUAL_COST, LEAST_COST = 50.0, 10.0
"""Cycles that a chain of moves is thought to take at first, and at least."""
PROMISE_OF_AN_EDGE = 10.0
"""New marks that are expected where an edge of a room was not tried: rooms are crossed first."""
WAITED_SHARE = 0.03
"""Share of the cycles that may be spent on waiting for control."""
MOST_WAITS = 6
"""How often that is done in the same room."""
BLIND_SHARE = 0.05
"""How often a chain of moves is blind."""
PROMISE_OF_A_GOAL, MOST_GOALS = 3.0, 8
"""New marks that are expected of a goal that was not tried where it was allowed, and how many count."""
BARREN, MOST_BARREN = 4, 20
"""Chains without anything new after which what was not tried in a room counts half, and does not come first."""
WORTH_OF_A_DOOR = 6
"""How many goals one is worth that leads to a new room."""
WORTH_OF_A_GOAL = 0.5
"""What a state is worth for each such goal, beside what it brought."""
WITHOUT_CONTROL = 0.2
"""What the promise of a room is multiplied by where the player never had control."""
STALE_CHAINS, LONGEST_FACTOR = 12, 12
"""Chains without anything new after which they become longer, and how many times: some things take time."""
QUIET_CHAINS = 150
"""Chains without a new room after which what leads towards rooms is tried once more."""
MOST_SUSPICIONS, CYCLES_OF_A_PROOF = 3, 3000
"""How much of what may be a soft lock is tried at the end, and cycles of the plays that try it."""
PLAYS_OF_A_PROOF, LEAST_LED = 8, 3
"""Plays from the moment before, of which so many must reach a room, and from the moment after, of which none may."""
FURTHEST = 0.7
"""How often a play with an objective continues from states by how far on they are."""
PLACE_COLUMNS, PLACE_ROWS = 40, 42
"""Cells of the picture within which two places of ego are alike."""


class Explorer:
    """Explores one game with one seed."""

    def __init__(
        self,
        game: Game,
        seed: int,
        settings: Settings,
        assertions: Sequence[Assertion] = (),
        *,
        with_cheat_keys: bool = False,
        start: Snapshot | None = None,
        objective: Objective | None = None,
    ) -> None:
        """Switch on a machine, or continue from a moment; everything that is reached is collected on it.

        Without `with_cheat_keys` the game's debug mode is left alone, and a play that got into it is given up. With an
        objective a play ends when that is reached, and nothing else is found.
        """
        self._cheats = cheats_of(game)
        self._with_cheat_keys = with_cheat_keys
        self._is_cheated = False
        self._chance = random.Random(seed)
        self.settings = replace(settings, seed=seed & 0xFFFF)
        self.game = game
        self._assertions = list(assertions)
        self.result = Exploration(seed)
        self.machine = power_on(game, self.settings)
        if start is not None:
            self.machine.restore(start)
        self._locks = SoftLocks(self.machine)
        self._suspected: defaultdict[Fact, set[int]] = defaultdict(set)
        """Facts that were tried for a soft lock, and the rooms that they may have kept plays from."""
        self._visited: set[int] = set()
        """Rooms of the chain under way."""
        collect(self.machine)
        self._state = self.machine.unguarded.state
        self._errors_seen = self._notes_seen = 0
        self._rooms: dict[int, list[KeptState]] = {}
        self._keys: set[tuple[object, ...]] = set()
        self._promise: dict[int, float] = {}
        self._cost: dict[int, float] = {}
        """Cycles that a chain of moves from a room takes."""
        self._goals: dict[int, dict[Goal, None]] = {}
        """Goals of rooms that were not tried, and could be from a kept state."""
        self._is_fresh_left = False
        """Whether there were such when the last state was chosen."""
        self._trials: dict[int, int] = {}
        self._left: set[int] = set()
        """Rooms that a play has gone from, wherever it began."""
        self._room = 0
        """Where the machine is."""
        self._cycles_waited = self._stale = self._quiet = 0
        self._controlled: set[int] = set()
        """Rooms in which the player could type or walk."""
        self._objective = objective
        self._vain: Counter[Level | None] = Counter()
        """Chains from states of a level that brought nothing new."""
        self._barren: Counter[int] = Counter()
        """Chains from a room since one brought something new."""
        self._waits: Counter[int] = Counter()
        """How often the end of a scene without control was waited for in a room."""
        self._uses: Counter[Having] = Counter()
        """How often states with a score and items were chosen."""
        self._walked: dict[int, None] = {}
        self._last_cycle = 0
        self._still = 0
        self._is_helpless = Helplessness()
        self._is_told = False
        self._limit = 0
        self._player = GuidedPlayer(
            game,
            self._chance,
            self._step,
            avoided=NOTHING if with_cheat_keys else self._cheats,
            objective=objective,
            uses_mouse=Extension.AGIMOUSE in settings.extensions,
        )
        self._hand = Hand(self.machine)
        self._trail = Trail(None, (), self._state.clock.beats)
        self._keep(self._trail, {})

    def explore(self, cycles: int) -> Exploration:
        """Play that many more cycles; a dead end is judged at their end."""
        self._limit = self.result.cycles + cycles
        if not self.result.cycles:
            self._begin()
        while self.result.cycles < self._limit:
            errand = self._player.errands.choose(self.machine, sorted(self._controlled), self._rooms, self._goals)
            state, goal = errand or (self._choose(), None)
            self._chain(state, MOVES_IN_A_ROW * min(LONGEST_FACTOR, 1 + self._stale // STALE_CHAINS), goal)
        if self._objective is None:
            self._judge_rooms()
        elif not self.result.findings:
            furthest = max((each for each in self._states if not each.is_cheated), key=lambda each: each.level or ())
            self._add(PlayFinding("not reached", self._objective.words, furthest.room, furthest.trail.take()))
        self.result.coverage = reached(self.machine)
        self.result.states = len(self._states)
        return self.result

    @property
    def _states(self) -> list[KeptState]:
        return [state for states in self._rooms.values() for state in states]

    def _begin(self) -> None:
        """Play through titles and introductions until the player has control, for a part of the cycles at most."""
        start = self._rooms[self._state.vars[Var.ROOM]][0]
        last = self.result.cycles + FIRST_SHARE * (self._limit - self.result.cycles)
        self._chain(start, FIRST_MOVES)
        while not self._controlled and self.result.cycles < last:
            if self._state.general.exited or self._is_hopeless:
                self._chain(start, FIRST_MOVES)
            elif not self._make_moves(FIRST_MOVES, self._player.move):
                return

    def _choose(self) -> KeptState:
        """Choose a state to continue from: rooms and states that were tried less, and that brought more, come first."""
        if self._objective is not None and self._chance.random() < FURTHEST:
            chosen = self._one_of(of_a_level(self._states, self._vain, self._chance))
            self._is_fresh_left = bool(chosen.goals)
            return chosen
        self._goals = {room: self._untried(goals) for room, goals in self._goals.items()}
        rooms = [room for room, goals in self._goals.items() if goals and self._barren[room] < MOST_BARREN]
        self._is_fresh_left = bool(rooms)
        if not rooms or self._chance.random() >= FRESH_FIRST:
            rooms = list(self._rooms)
        room = self._chance.choices(rooms, [self._weight_of(room) for room in rooms])[0]
        states, goals = self._rooms[room], self._goals.get(room, {})
        if goals:
            fresh = [state for state in states if not goals.keys().isdisjoint(self._untried_from(state))]
            if not fresh:
                goals.clear()
            states = fresh or states
        return self._one_of(states)

    def _one_of(self, states: Sequence[KeptState]) -> KeptState:
        return self._chance.choices(states, [self._worth_of(state) for state in states])[0]

    def _untried(self, goals: Iterable[Goal]) -> dict[Goal, None]:
        return {goal: None for goal in goals if self._player.is_untried(goal)}

    def _untried_from(self, state: KeptState) -> dict[Goal, None]:
        """Return the goals that were allowed in a state, and that are still untried with its facts."""
        is_untried = self._player.is_untried
        state.goals = {goal: None for goal in state.goals if is_untried(goal, state.level, state.facts)}
        return state.goals

    def _worth_of(self, state: KeptState) -> float:
        """Return how much a state promises: it brought much, was tried little, or allows what was not tried."""
        goals = len(self._untried_from(state)) + WORTH_OF_A_DOOR * self._player.doors(state.goals)
        worth = math.sqrt(1 + state.news) + WORTH_OF_A_GOAL * goals
        return worth / (1 + state.chosen) / (1 + self._uses[state.facts.having])

    def _weight_of(self, room: int) -> float:
        """Return how much a room promises for a cycle; where the player never had control, that is mostly waiting."""
        untried = 0.0
        if room in self._walked:
            untried += PROMISE_OF_AN_EDGE * self._player.edges_left(room)
        goals = self._goals.get(room)
        if goals:
            untried += PROMISE_OF_A_GOAL * (min(MOST_GOALS, len(goals)) + WORTH_OF_A_DOOR * self._player.doors(goals))
        promise = LEAST_PROMISE + self._promise.get(room, FIRST_PROMISE) + untried / (1 + self._barren[room] / BARREN)
        promise /= self._cost.get(room, USUAL_COST)
        return promise if room in self._controlled else promise * WITHOUT_CONTROL

    def _chain(self, start: KeptState, moves: int, errand: Goal | None = None) -> None:
        """Continue from a state for some moves, at first to the room of a goal, and keep what is new."""
        start.chosen += 1
        self._quiet += 1
        self._player.patience = self._quiet // QUIET_CHAINS
        self._uses[start.facts.having] += 1
        self.machine.restore(start.snapshot)
        self._last_cycle, self._still = self._state.cycle.number, 0
        self._is_helpless, self._is_told = Helplessness(), False
        self._hand, self._trail, self._is_cheated = Hand(self.machine), start.trail, start.is_cheated
        before = self.machine.core.new_marks
        room = self._room = start.room
        self._visited = {room}
        self._enter(room)
        self._locks.begin(self._state)
        self._player.done = start.done
        had_control = can_walk(self.machine)
        is_blind = errand is None and self._chance.random() < BLIND_SHARE
        if errand is not None:
            self._is_fresh_left = True
            self._player.travel(self._hand, [errand.logic])
            self._look_at_key(is_new=False)
        first = self.result.cycles
        self._make_moves(moves, self._player.wander if is_blind else self._player.move)
        self._player.credit(self.machine)
        while self._still and self.machine.modal is None and not (self._is_hopeless or self._state.general.exited):
            self._step()  # A logic that loops is a finding only after long, and that costs no cycles.
        self._wait_for_an_end()
        if not self._is_cheated:
            self._locks.end(self._state, self._visited)
        news = self.machine.core.new_marks - before
        start.news += news
        self._vain[start.level] += not news
        self._stale = 0 if news else self._stale + 1
        self._barren[start.room] = 0 if news else self._barren[start.room] + 1
        promise = self._promise.get(start.room, FIRST_PROMISE)
        self._promise[start.room] = promise + PROMISE_LEARNS * (min(news, MOST_PROMISE) - promise)
        cost = self._cost.get(start.room, USUAL_COST)
        self._cost[start.room] = max(LEAST_COST, cost + PROMISE_LEARNS * (self.result.cycles - first - cost))
        if had_control and self._room == room and not self._is_cheated:
            self._trials[room] = self._trials.get(room, 0) + moves // MOVES_IN_A_ROW

    def _make_moves(self, count: int, move: Callable[[Hand], None]) -> int:
        """Make moves and keep what is new, until the play cannot continue; return how many cycles they took."""
        first = self.result.cycles
        for _ in range(count):
            if self.result.cycles >= self._limit or self._state.general.exited or self._is_hopeless:
                break
            marks = self.machine.core.new_marks
            move(self._hand)
            self._look_at_key(is_new=self.machine.core.new_marks != marks)
            if self._is_fresh_left and not self._player.has_aim:
                break
        return self.result.cycles - first

    def _wait_for_an_end(self) -> None:
        """Wait for the end of a scene without control, if there is time: one that never ends shows only so."""
        room = self._state.vars[Var.ROOM]
        is_time = self._cycles_waited <= WAITED_SHARE * self.result.cycles and self._waits[room] < MOST_WAITS
        if is_time and helplessness(self.machine) is not None:
            first = self.result.cycles
            self._waits[room] += 1
            self._player.waits.wait_for_control(self._hand, CYCLES_WITH_NUDGES + LONGEST_HELPLESSNESS)
            self._cycles_waited += self.result.cycles - first

    @property
    def _is_hopeless(self) -> bool:
        is_given_up = self._is_cheated and not self._with_cheat_keys
        return bool(self._state.general.hung) or self._still >= LONGEST_STANDSTILL or is_given_up

    def _look_at_key(self, *, is_new: bool) -> None:
        """Keep the state of now if it reached something new, or is of a kind that was not seen yet."""
        state = self._state
        if state.general.exited or self._is_hopeless:
            return
        ego = state.objects[EGO]
        items = bytes(room == 255 for room in state.item_rooms[: state.general.item_count])
        place = None
        room = state.vars[Var.ROOM]
        if state.input.enabled:
            self._controlled.add(room)
        if can_walk(self.machine):
            place = (ego.x // PLACE_COLUMNS, ego.y // PLACE_ROWS)
            self._controlled.add(room)
            if room not in self._walked:
                self._player.errands.note_ways(self.machine)
            self._walked[room] = None
        key = (state.vars[Var.ROOM], state.vars[Var.SCORE], items, place)
        goals = dict.fromkeys(self._player.untried_goals(self.machine))
        known = self._goals.setdefault(room, {})
        others = (goal for goal in goals if goal not in known)
        found = {goal: None for goal in others if self._player.cycles_of(self.machine, goal) is not None}
        if is_new or found or key not in self._keys:
            known.update(found)
            self._keys.add(key)
            self._trail = self._hand.trail(self._trail)
            self._keep(self._trail, goals)

    def _keep(self, trail: Trail, goals: dict[Goal, None]) -> None:
        room = self._state.vars[Var.ROOM]
        states = self._rooms.setdefault(room, [])
        level, facts = self._player.level_of(self._state), Facts(self._state)
        states.append(
            KeptState(self.machine.snapshot(), trail, room, self._is_cheated, goals, level, facts, self._player.done)
        )
        if not self._is_cheated:
            self._locks.keep(self._state, trail)
        if len(states) > MOST_STATES_OF_A_ROOM:
            # What is least far on, was chosen often and brought little goes first.
            states.remove(min(states[:-1], key=lambda each: (each.level or (), (each.news + 1) / (each.chosen + 1))))

    def _step(self) -> bool:
        """Run to the end of a cycle and look at what it did; return whether the play goes on undisturbed."""
        stop = self._hand.step()
        state = self._state
        number = state.cycle.number
        if number != self._last_cycle:
            self.result.cycles += max(0, number - self._last_cycle)
            self._last_cycle, self._still = number, 0
        elif self.machine.modal is None and not state.general.exited:
            self._still += 1
            if self._still % QUIET_STEPS == 0:
                self._player.waits.nudge(self._hand)
        self._is_cheated = self._is_cheated or are_used(self._cheats, self.machine)
        if state.vars[Var.ROOM] != self._room:
            self._left.add(self._room)
            self._room = state.vars[Var.ROOM]
            self._visited.add(self._room)
            self._enter(self._room)
        self._look_for_findings()
        ended = bool(stop & Stop.ENDED) or self._is_hopeless or self.result.cycles >= self._limit
        return not ended and self.machine.modal is None

    def _enter(self, room: int) -> None:
        """Note a room, if it exists."""
        result = self.result
        if not room or room in result.rooms or self.game.presence(Kind.LOGIC, room) is not Presence.PRESENT:
            return
        if not self._is_cheated:
            self._quiet = 0
            result.rooms.append(room)
            if room in result.rooms_by_cheats:
                result.rooms_by_cheats.remove(room)
        elif self._with_cheat_keys and room not in result.rooms_by_cheats:
            result.rooms_by_cheats.append(room)

    # Findings

    def _look_for_findings(self) -> None:
        machine, state = self.machine, self._state
        if self._objective is not None:
            if self._objective.holds(machine) and not self._is_cheated:
                self._find("goal", self._objective.words)
                self._limit = 0
            return
        if len(machine.errors) > self._errors_seen:
            for error in list(machine.errors)[self._errors_seen :]:
                self._find("error", error.meaning, error)
            self._errors_seen = len(machine.errors)
        for note in machine.notes[self._notes_seen :]:
            if not any(note.startswith(error.meaning) for error in machine.errors):
                self._find("note", note)
        self._notes_seen = len(machine.notes)
        for assertion in [each for each in self._assertions if not each.holds(machine)]:
            self._assertions.remove(assertion)
            self._find("assertion", assertion.text)
        if self._still == LONGEST_STANDSTILL:
            self._find("standstill", standing_still(state.vars[Var.ROOM], machine))
        self._look_at_control()

    def _look_at_control(self) -> None:
        """Find where the player has had no control for long while nothing changes."""
        if self._is_helpless(self.machine) and not self._is_told:
            self._is_told = True
            room = self._state.vars[Var.ROOM]
            self._find("helpless", f"the player has no control any more in room {room}")

    def _judge_rooms(self) -> None:
        """Find rooms that were tried often and never left."""
        for room, trials in sorted(self._trials.items()):
            if room not in self._left and trials >= TRIALS_OF_A_ROOM:
                first = self._rooms[room][0]
                take = first.trail.take()
                self._add(PlayFinding("dead end", f"room {room} was never left, in {trials} tries", room, take))

    def look_for_soft_locks(self) -> None:
        """Try what may be a soft lock, by plays from the moment before and after; their cycles are not counted."""
        suspicions = self._locks.suspicions(self._controlled)
        left = [each for each in suspicions if each.rooms - self._suspected[each.fact]]
        for suspicion in left[:MOST_SUSPICIONS]:
            self._suspected[suspicion.fact] |= suspicion.rooms
            self._try_lock(suspicion)

    def _try_lock(self, suspicion: Suspicion) -> None:
        trail, fact = suspicion.trail, suspicion.fact
        led: Counter[int] = Counter()
        for at, explorer in enumerate(self._plays_from(trail.before or trail), 1):
            led.update(explorer._locks.entered_without(fact))
            if at == PLAYS_OF_A_PROOF // 2 and not any(led[room] for room in suspicion.rooms):
                return
        rooms = {room for room in suspicion.rooms if led[room] >= LEAST_LED}
        after: Counter[int] = Counter()
        for explorer in self._plays_from(trail):
            after.update(explorer.result.rooms if explorer._walked else ())
            if not rooms - after.keys():
                return
        if not after or any(count > 1 and not led[room] for room, count in after.items()):
            return  # The game is over, or it leads elsewhere.
        room, words = min(rooms - after.keys()), fact.words(self.machine)
        what = (
            f"room {room} is out of reach once {words}: from there none of {PLAYS_OF_A_PROOF} plays of"
            f" {CYCLES_OF_A_PROOF:,} cycles led to it, from just before {led[room]} did"
        )
        self._add(PlayFinding("soft lock", what, room, trail.take(), fact=fact))

    def _plays_from(self, trail: Trail) -> Iterator[Explorer]:
        """Yield plays from a kept state."""
        machine = power_on(self.game, self.settings)
        play_take(machine, trail.take())
        for seed in range(PLAYS_OF_A_PROOF):
            explorer = Explorer(self.game, seed, self.settings, start=machine.snapshot())
            explorer.explore(CYCLES_OF_A_PROOF)
            yield explorer

    def _find(self, kind: str, what: str, error: RaisedError | None = None) -> None:
        take = Trail(self._trail, tuple(self._hand.units), self._state.clock.beats).take()
        if self._is_cheated:
            # What a game does after that is not its fault: one note is enough, and none if cheats are left alone.
            if self._with_cheat_keys and error is not None:
                self._add(PlayFinding("cheat", f"after cheat keys: {what}", self._state.vars[Var.ROOM], take, error))
            return
        self._add(PlayFinding(kind, what, self._state.vars[Var.ROOM], take, error))

    def _add(self, finding: PlayFinding) -> None:
        if all(each.key != finding.key for each in self.result.findings):
            self.result.findings.append(finding)
