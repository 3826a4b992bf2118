"""Compares what plays have reached with what a game has to reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from agi_emu.coverage.pace import PaceMeter
from agi_emu.coverage.reached import EXECUTED, FALSE, TRUE, Coverage, collect, logic_key, reached
from agi_emu.facts.codes import ANY_WORD, REST_OF_LINE
from agi_emu.facts.errors import AgiError, TimeLimitError
from agi_emu.logic.code import Action, ConditionToken, Data, If, Instruction, decode
from agi_emu.logic.opcodes import NOT, Operand
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import NOBODY, Audience, Playback
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.volumes import Presence

KINDS = ("logics", "instructions", "branches", "messages", "rooms", "words", "pictures", "views", "sounds")
_END_OF_CONDITION = 3
"""Bytes from the token that ends a condition to the instruction after it."""
_SAID = (Operand.WORDS,)


@dataclass(frozen=True, slots=True)
class Count:
    """How much of something was reached."""

    reached: int
    total: int

    @property
    def percent(self) -> float:
        """Return the share, 0-100; all of nothing is 100."""
        return 100 * self.reached / self.total if self.total else 100.0

    def __add__(self, other: Count) -> Count:
        """Return both together."""
        return Count(self.reached + other.reached, self.total + other.total)


@dataclass(frozen=True, slots=True)
class Branch:
    """A condition: whether it was true, and whether it was false."""

    offset: int
    was_true: bool
    was_false: bool


@dataclass(frozen=True, slots=True)
class LogicCoverage:
    """What was reached of a logic."""

    number: int
    instructions: Mapping[int, bool]
    """Offset of each instruction, and whether it was executed."""
    branches: Sequence[Branch]
    messages: Mapping[int, bool]
    """Number of each message, and whether it was shown or otherwise used."""
    words_reached: frozenset[int]
    words: frozenset[int]
    """Word groups that tests of `said` name, and those of tests that were true."""
    names_rooms: frozenset[int] = field(default=frozenset())

    def count(self, kind: str) -> Count:
        """Return the count of "instructions", "branches" or "messages"."""
        if kind == "branches":
            ways = [way for branch in self.branches for way in (branch.was_true, branch.was_false)]
            return Count(sum(ways), len(ways))
        values = self.instructions.values() if kind == "instructions" else self.messages.values()
        return Count(sum(values), len(values))


@dataclass(frozen=True, slots=True)
class Measured:
    """What was reached of a game, and what was not."""

    logics: Sequence[LogicCoverage]
    counts: Mapping[str, Count]
    """By the names in `KINDS`."""
    missed: Mapping[str, Sequence[int]]
    """Numbers of the rooms, word groups, pictures, views and sounds that were not reached."""
    stale: Sequence[int]
    """Logics that were reached in another form than the game's."""


def measure(game: Game, coverage: Coverage) -> Measured:
    """Compare what was reached with a game; what was reached of a logic that has changed since does not count."""
    present = [each for each in sorted(game.logics) if game.presence(Kind.LOGIC, each) is Presence.PRESENT]
    logics = [_measure_logic(game, number, coverage) for number in present]
    keys = {logic_key(game, number) for number in present}
    counts = {kind: sum((each.count(kind) for each in logics), Count(0, 0)) for kind in KINDS[1:4]}
    counts["logics"] = Count(sum(any(each.instructions.values()) for each in logics), len(logics))
    named = coverage.named
    # A room that a game names may not exist, and one that does not exist cannot have been reached.
    entered = named.get("rooms", frozenset()) & {each.number for each in logics if any(each.instructions.values())}
    there = {
        "rooms": frozenset().union(*(each.names_rooms for each in logics)) & frozenset(present) | entered,
        "words": frozenset().union(*(each.words for each in logics)),
        "pictures": frozenset(game.pictures),
        "views": frozenset(game.views),
        "sounds": frozenset(game.sounds),
    }
    reached = {**named, "rooms": entered, "words": frozenset().union(*(each.words_reached for each in logics))}
    missed = {}
    for kind, numbers in there.items():
        missed[kind] = sorted(numbers - reached.get(kind, frozenset()))
        counts[kind] = Count(len(numbers) - len(missed[kind]), len(numbers))
    stale = sorted({number for number, digest in coverage.logics if (number, digest) not in keys})
    return Measured(logics, {kind: counts[kind] for kind in KINDS}, missed, stale)


def reached_by(game: Game, recording: Recording, meter: PaceMeter | None = None) -> tuple[Coverage, str]:
    """Return what a recording reaches in a game, and why it ended early, if it did; `meter` measures its pace."""
    play = Playback(game, recording, Audience(observers=[meter]) if meter else NOBODY)
    collect(play.machine)
    if meter:
        meter.begin(play.machine)
    note = ""
    try:
        play.run()
    except TimeLimitError:
        raise
    except AgiError as error:
        note = f"it was not played to its end: {error}"
    return reached(play.machine), note


def _measure_logic(game: Game, number: int, coverage: Coverage) -> LogicCoverage:
    logic = game.logic(number)
    reached = coverage.logics.get(logic_key(game, number))
    marks = (reached.marks if reached else b"").ljust(len(logic.code), b"\0")
    messages = reached.messages if reached else frozenset()
    instructions = [each for each in decode(logic.code, game.profile) if not isinstance(each, Data)]
    conditions = [each for each in instructions if isinstance(each, If)]
    words, words_reached = _words(conditions, marks)
    return LogicCoverage(
        number,
        {each.offset: bool(marks[each.offset] & EXECUTED) for each in instructions},
        [_branch(each, marks) for each in conditions],
        {at: at in messages for at, text in enumerate(logic.messages, 1) if text is not None},
        words_reached,
        words,
        frozenset(_rooms(instructions)),
    )


def _branch(condition: If, marks: bytes) -> Branch:
    mark = marks[condition.end - _END_OF_CONDITION]
    return Branch(condition.offset, bool(mark & TRUE), bool(mark & FALSE))


def _words(conditions: Iterable[If], marks: bytes) -> tuple[frozenset[int], frozenset[int]]:
    """Return the word groups of the tests of `said`, and those of tests that were true."""
    found: set[int] = set()
    reached: set[int] = set()
    for condition in conditions:
        for token, is_negated in tests_of(condition):
            if token.opcode is None or token.opcode.operands != _SAID:
                continue
            groups = set(token.operands) - {0, ANY_WORD, REST_OF_LINE}
            found |= groups
            # The mark is of what the condition took, after a negation.
            if marks[token.offset] & (FALSE if is_negated else TRUE):
                reached |= groups
    return frozenset(found), frozenset(reached)


def tests_of(condition: If) -> Iterable[tuple[ConditionToken, bool]]:
    """Yield the tests in a condition, and whether they are negated."""
    is_negated = False
    for token in condition.tokens:
        if token.opcode is not None:
            yield token, is_negated
        is_negated = token.code == NOT and not is_negated


def _rooms(instructions: Iterable[Instruction]) -> Iterable[int]:
    """Yield the rooms to which a logic leads by number, itself or by what it assigns to the variable that it uses."""
    actions = [each for each in instructions if isinstance(each, Action)]
    typed = {each.operands[1] for each in actions if each.opcode.name == "get.num"}
    variables = {each.operands[0] for each in actions if each.opcode.name == "new.room.v"} - typed
    for each in actions:
        if each.opcode.name == "assignn" and each.operands[0] in variables:
            yield each.operands[1]
        yield from (
            value for value, kind in zip(each.operands, each.opcode.operands, strict=False) if kind is Operand.ROOM
        )
