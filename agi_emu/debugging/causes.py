"""Who wrote a value, why, and why something did not happen: found by playing the past again and looking on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from agi_emu.debugging.breakpoints import BreakpointError, breakpoint_of
from agi_emu.debugging.time_line import Instant, Poke, TimeLine
from agi_emu.logic.code import Action, ConditionToken, Goto, If, Instruction, decode_at, decoded
from agi_emu.logic.disassembler import spoken_words, test_text
from agi_emu.logic.opcodes import NOT, OR, Opcode, Operand
from agi_emu.machine.halts import Place
from agi_emu.machine.watchables import Watchable, shown
from agi_emu.machine.watching import LOGIC, Event
from agi_emu.resources.projects.source_places import SourcePlaces
from agi_emu.state.progress import Stop

PLAYER = "debugger"
"""The part that set a value where nobody in the game did."""
LONGEST_CHAIN = 12
CYCLES_LOOKED_AT = 200
"""Cycles within which a condition is looked for that was false."""
_COPIES: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "assignv": (("v0", "v1"),),
        "lindirectv": (("*0", "v1"),),
        "rindirect": (("v0", "*1"),),
        "get.posn": (("v1", "o0.x"), ("v2", "o0.y")),
        "position.v": (("o0.x", "v1"), ("o0.y", "v2")),
        "reposition.to.v": (("o0.x", "v1"), ("o0.y", "v2")),
        "current.cel": (("v1", "o0.cel"),),
        "current.loop": (("v1", "o0.loop"),),
        "current.view": (("v1", "o0.view"),),
        "get.priority": (("v1", "o0.priority"),),
        "get.dir": (("v1", "o0.direction"),),
        "set.dir": (("o0.direction", "v1"),),
        "set.view.v": (("o0.view", "v1"),),
        "set.loop.v": (("o0.loop", "v1"),),
        "set.cel.v": (("o0.cel", "v1"),),
        "set.priority.v": (("o0.priority", "v1"),),
        "put": (("i0", "v1"),),
    }
)
"""Actions that copy: what is written and what is read, by the numbers of their operands; * is what a variable names."""
_ASKED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "equaln": ("v0",),
        "equalv": ("v0", "v1"),
        "lessn": ("v0",),
        "lessv": ("v0", "v1"),
        "greatern": ("v0",),
        "greaterv": ("v0", "v1"),
        "isset": ("f0",),
        "isset.v": ("v0", "*f0"),
        "has": ("i0",),
        "obj.in.room": ("i0", "v1"),
        "posn": ("o0.x", "o0.y"),
        "obj.in.box": ("o0.x", "o0.y"),
        "center.posn": ("o0.x", "o0.y"),
        "right.posn": ("o0.x", "o0.y"),
        "compare.strings": ("s0", "s1"),
    }
)
"""What tests ask about."""
_OF_PLAYER = frozenset({"said", "controller", "have.key"})
_SETS_FLAG = frozenset({"move.obj", "move.obj.v", "follow.ego", "end.of.loop", "reverse.loop", "sound"})
"""Actions after which the interpreter sets a flag, once what they have begun is over."""
BEGAN = "began"
"""The part of a `Write` that is such an action."""
_LEADS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "x": ("direction", "motion"),
        "y": ("direction", "motion"),
        "direction": ("motion",),
        "motion": ("motion",),
        "step_size": ("motion",),
        "loop": ("direction",),
        "cel": ("cycle_type",),
        "cycle_type": ("cycle_type",),
    }
)
"""What leads the interpreter to change a field of an object: other fields of it."""


@dataclass(frozen=True, slots=True)
class Write:
    """A change of a value, and who made it."""

    target: Watchable
    before: int | bool | str | None
    value: int | bool | str
    moment: Instant
    """Right after it."""
    room: int
    place: Place | None = None
    """The instruction; None outside of logics."""
    part: str = LOGIC
    """The part of the interpreter, see `machine.watching.Event`; empty for an instruction, BEGAN for one that has only
    begun what set the flag."""
    callers: tuple[Place, ...] = ()
    """Where the logics stand that have called, innermost first."""
    variables: bytes = b""
    """All variables right after it."""


@dataclass(frozen=True, slots=True)
class Term:
    """A test of a condition, and what it gave."""

    text: str
    was_true: bool | None
    """None where it was not asked any more."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A condition that was asked."""

    place: Place
    moment: Instant
    terms: tuple[Term, ...]
    held: bool

    @property
    def missing(self) -> Term | None:
        """The test that was false and let the condition fail; None for one that held."""
        return None if self.held else next((each for each in reversed(self.terms) if each.was_true is False), None)

    def __str__(self) -> str:
        words = {True: "true", False: "false", None: "not asked"}
        return ", ".join(f"{each.text} was {words[each.was_true]}" for each in self.terms)


class Causes:
    """Answers about the past of a machine, which stands where it stood when they are given."""

    def __init__(self, time: TimeLine, places: SourcePlaces) -> None:
        """Ask about this past, in the words of these sources."""
        self._time = time
        self._places = places
        self._machine = time.machine
        self._m = time.machine.unguarded
        self._words = spoken_words(time.machine.game.words_by_use)
        names = reversed(tuple(places.names.items()))
        self._names = {operand: name for name, operand in names if not operand.isdecimal()}

    # Who

    def last_write(self, *targets: Watchable, before: Instant | None = None) -> Write | None:
        """Return the last change of any of these before a moment, which is now; None if the kept past has none."""
        for found in self._writes(targets, before):
            if found:
                return found[-1]
        return None

    def last_writes(self, targets: Sequence[Watchable]) -> dict[Watchable, Write]:
        """Return the last change of each of these that has one in the kept past."""
        latest: dict[Watchable, Write] = {}
        for found in self._writes(targets, None):
            for write in reversed(found):
                latest.setdefault(write.target, write)
            if len(latest) == len(targets):
                break
        return latest

    def _writes(self, targets: Sequence[Watchable], before: Instant | None) -> Iterator[list[Write]]:
        """Yield the changes in each part of the past, the latest part first, in order of time."""
        here = self._time.moment
        found: list[Write] = []

        def listen(target: Watchable) -> Callable[[], None]:
            return self._machine.on(str(target), lambda event: found.append(self._write(target, event)))

        if before is not None:
            self._time.go_to(before)
        limit = self._time.moment
        ends = [listen(target) for target in dict.fromkeys(targets)]
        try:
            for _ in self._time.sweep(lambda stop: False):
                pokes = self._time.pokes(self._time.part)
                found += [self._poked(moment, poke) for moment, poke in pokes if poke.target in targets]
                known = [each for each in found if each.moment < limit or (before is None and each.moment == limit)]
                yield sorted(known, key=lambda each: each.moment)
                found.clear()
        finally:
            for end in ends:
                end()
            self._time.go_to(here)

    def _write(self, target: Watchable, event: Event) -> Write:
        state = self._m.state
        frames = state.vm.frames[: max(0, state.vm.depth - 1)] if event.place else ()
        callers = tuple((frame.logic, frame.pc - 1) for frame in reversed(frames))
        moment, variables = self._time.moment, bytes(state.vars)
        return Write(
            target, event.before, event.value, moment, variables[0], event.place, event.part, callers, variables
        )

    def _poked(self, moment: Instant, poke: Poke) -> Write:
        return Write(poke.target, None, poke.value, moment, self._m.vars[0], None, PLAYER)

    # Why

    def chain(self, target: Watchable) -> list[Write]:
        """Return the last change of a value and what led to it, the latest first; copies are skipped.

        What led to a change is what its instruction copied, or else the change of what its condition asks about that
        came last. What led the interpreter to one is the action that began a motion or a sound.
        """
        chain: list[Write] = []
        wanted: tuple[Watchable, ...] = (target,)
        before: Instant | None = None
        while len(chain) < LONGEST_CHAIN:
            write = self.last_write(*wanted, before=before)
            if write is None:
                break
            source = self._copied(write)
            if source is None or not chain:
                chain.append(write)
            began = self._began(write)
            if began is not None:
                write = began
                chain.append(write)
            before = write.moment
            wanted = (source,) if source is not None else tuple(self._asked_about(write))
            if not wanted:
                break
        return chain

    def _began(self, write: Write) -> Write | None:
        """Return the action that began what has set a flag: it ran last of those that name the flag; None for none."""
        target = write.target
        if write.part not in ("motion", "cycling", "sound") or target.kind != "f":
            return None
        here, halts = self._time.moment, self._time.halts
        before = halts.places
        found: list[Write] = []

        def visit(stop: Stop) -> bool:
            if stop & Stop.ASKED and halts.place in halts.places:
                found.append(self._write(target, Event("", write.value, None, halts.place, BEGAN)))
            return False

        self._time.go_to(write.moment)
        halts.set_places(self._setters(target.number))
        try:
            next((True for _ in self._time.sweep(visit) if found), None)
        finally:
            halts.set_places(before)
            self._time.go_to(here)
        return found[-1] if found else None

    def _setters(self, flag: int) -> Iterator[Place]:
        """Yield the actions that let the interpreter set a flag."""
        for logic in self._m.game.logics:
            for each in decoded(self._m.game.logic(logic).code, self._m.profile):
                if isinstance(each, Action) and each.opcode.name in _SETS_FLAG and each.operands[-1] == flag:
                    yield logic, each.offset

    def _copied(self, write: Write) -> Watchable | None:
        """Return what was copied; None for an instruction that does more."""
        action = self._action(write)
        for written, read in _COPIES.get(action.opcode.name, ()) if action is not None else ():
            if action is not None and self._meant(written, action.operands, write.variables) == write.target:
                return self._meant(read, action.operands, write.variables)
        return None

    def _action(self, write: Write) -> Action | None:
        if write.place is None:
            return None
        found = self._instruction(write.place)
        return found if isinstance(found, Action) else None

    def _instruction(self, place: Place) -> Instruction:
        return decode_at(self._m.logic_code(place[0]), place[1], self._m.profile)

    def _meant(self, form: str, operands: Sequence[int], variables: bytes) -> Watchable | None:
        """Return what `v0`, `o0.x` or `*1` is with these operands; operand 0 stands where the digit is."""
        head, _, field = form.partition(".")
        kind, index = head[:-1], int(head[-1])
        if index >= len(operands):
            return None
        number = operands[index]
        if kind.startswith("*"):
            kind, number = kind[1:] or "v", variables[number]
        return Watchable(kind, number, field)

    def _asked_about(self, write: Write) -> Iterator[Watchable]:
        """Yield what the innermost condition asks about under which a write stands, in its logic or in a caller.

        For a field of an object that the interpreter has changed, what leads to that.
        """
        if write.place is None:
            leads = _LEADS.get(write.target.field, ()) if write.part in ("motion", "cycling") else ()
            yield from (Watchable("o", write.target.number, field) for field in leads)
            return
        for place in (write.place, *write.callers):
            condition = self._condition_over(place) if place is not None else None
            if condition is None:
                continue
            for token in condition.tokens:
                if token.opcode is not None and token.opcode.name not in _OF_PLAYER:
                    forms = _ASKED.get(token.opcode.name, ())
                    meant = (self._meant(form, token.operands, write.variables) for form in forms)
                    yield from (each for each in meant if each is not None)
            return

    def _condition_over(self, place: Place) -> If | None:
        """Return the innermost condition that decides whether an instruction is executed."""
        logic, offset = place
        instructions = decoded(self._m.game.logic(logic).code, self._m.profile)
        skips = {each.end: each.target for each in instructions if isinstance(each, Goto)}
        over = [
            each
            for each in instructions
            if isinstance(each, If)
            and (each.end <= offset < each.target or each.target <= offset < skips.get(each.target, 0))
        ]
        return over[-1] if over else None

    def explained(self, target: Watchable) -> list[str]:
        """Return `chain` in sentences."""
        chain = self.chain(target)
        if not chain:
            return [f"{self.name(target)} has not changed since {self._when(self._time.beginning)}"]
        lines = [self._sentence(write, "" if at == 0 else "because ") for at, write in enumerate(chain)]
        last = chain[-1]
        for place in (last.place, *last.callers):
            condition = self._condition_over(place) if place is not None else None
            if condition is not None and place is not None:
                of_player = [
                    each for each in condition.tokens if each.opcode is not None and each.opcode.name in _OF_PLAYER
                ]
                if of_player:
                    lines.append(f"because of the player: {' and '.join(self._text(each, 0) for each in of_player)}")
                break
        return lines

    def last_sentences(self, targets: Sequence[Watchable]) -> list[str]:
        """Return the last change of each of these in a sentence."""
        writes = self.last_writes(targets)
        unchanged = f"has not changed since {self._when(self._time.beginning)}"
        return [
            self._sentence(writes[each], "") if each in writes else f"{self.name(each)} {unchanged}" for each in targets
        ]

    def _sentence(self, write: Write, start: str) -> str:
        name, now = self.name(write.target), shown(write.value)
        was = "" if write.before is None else f" (was {shown(write.before)})"
        who = "" if write.part == LOGIC else f" by {'the ' if write.part == PLAYER else ''}{write.part}"
        where = f" at {self._places.words(*write.place).rstrip(';')}" if write.place else ""
        if write.part == BEGAN:
            return f"{start}it was begun{where}; {self._when(write.moment)}, room {write.room}"
        return f"{start}{name} became {now}{was}{who}{where}; {self._when(write.moment)}, room {write.room}"

    @staticmethod
    def _when(moment: Instant) -> str:
        return f"cycle {moment.cycles:,}"

    def name(self, target: Watchable) -> str:
        """Return the author's name of a value, with ours."""
        own = str(target)
        object_name = self._names.get(f"o{target.number}") if target.kind == "o" else None
        given = f"{object_name}.{target.field}" if object_name else self._names.get(own)
        return f"{given} ({own})" if given else own

    # Why not

    def why_not(self, where: str) -> list[Asked]:
        """Return how the conditions in a line, such as `17:14`, came out when they were asked last, the latest first.

        BreakpointError where the line has none, or none of the latest cycles came there.
        """
        found = breakpoint_of(where, self._machine.game, self._places).places
        conditions: dict[Place, If] = {}
        for place in found:
            instruction = self._instruction(place)
            over = instruction if isinstance(instruction, If) else self._condition_over(place)
            if over is not None:
                conditions[place[0], over.offset] = over
        if not conditions:
            raise BreakpointError(f"no condition decides about {where}")
        asked = self._last_asked(conditions)
        if not asked:
            raise BreakpointError(f"nothing came to the condition of {where} in the last {CYCLES_LOOKED_AT} cycles")
        return asked

    def _last_asked(self, conditions: Mapping[Place, If]) -> list[Asked]:
        here = self._time.moment
        came: list[tuple[Place, Instant, list[int], int]] = []
        """Condition, when, the offsets of its tokens that were looked at, and the offset after it."""
        under_way: list[tuple[Place, Instant, list[int]]] = []

        def visit(stop: Stop) -> bool:
            place = self._time.halts.place if stop & Stop.ASKED else None
            if place is None:
                return False
            if under_way:
                condition, moment, offsets = under_way[-1]
                if self._time.halts.in_condition and place[0] == condition[0]:
                    offsets.append(place[1])
                    return False
                came.append((condition, moment, offsets, place[1]))
                under_way.clear()
            if place in conditions and not self._time.halts.in_condition:
                under_way.append((place, self._time.moment, []))
            return False

        try:
            for _ in self._time.sweep(visit, every=True):
                under_way.clear()
                if came or here.cycles - self._time.part[0].cycles > CYCLES_LOOKED_AT:
                    break
        finally:
            self._time.go_to(here)
        latest: dict[Place, Asked] = {}
        for condition, moment, offsets, after in came:
            over = conditions[condition]
            terms = tuple(self._terms(over, offsets, after))
            latest[condition] = Asked(condition, moment, terms, held=after == over.end)
        return sorted(latest.values(), key=lambda each: each.moment, reverse=True)

    def _terms(self, condition: If, offsets: Sequence[int], after: int) -> Iterator[Term]:
        """Yield what each test gave: a false one outside of a group ends the condition, a true one in it the group."""
        held = after == condition.end
        in_group, negations = False, 0
        ways = [*offsets, condition.end if held else after]
        following = {offset: ways[at + 1] for at, offset in enumerate(offsets)}
        tokens = condition.tokens
        for at, token in enumerate(tokens):
            if token.code == NOT:
                negations += 1
                continue
            if token.opcode is None and token.code == OR:
                in_group = not in_group
                continue
            given = None
            if token.offset in following:
                behind = tokens[at + 1].offset if at + 1 < len(tokens) else condition.end
                goes_on = following[token.offset] in (behind, condition.end - 3)
                given = not goes_on if in_group else goes_on or (held and at + 1 == len(tokens))
            yield Term(self._text(token, negations), given)
            negations = 0

    def _text(self, token: ConditionToken, negations: int) -> str:
        return test_text(token, negations, self._operands)

    def _operands(self, opcode: Opcode, numbers: Sequence[int]) -> list[str]:
        if opcode.operands == (Operand.WORDS,):
            return [f'"{self._words.get(number, number)}"' for number in numbers]
        kinds = zip(opcode.operands, numbers, strict=False)
        texts = [f"{kind.marker}{number}" for kind, number in kinds]
        return [self._names.get(text, text) for text in texts]
