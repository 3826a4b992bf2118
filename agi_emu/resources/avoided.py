"""Recognises in a game's logics what a player may want to leave alone: its author's debug mode, and ways to end a play.

Programs that play games leave it alone, and translators are told what only a debug mode shows. A debug mode has prompts
that take the number of any room, item, flag or variable.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from agi_emu.facts.codes import Var
from agi_emu.logic.clauses import PASSING_FLAGS, Test, condition_of
from agi_emu.logic.code import Action, If, Instruction, decode
from agi_emu.resources.game import Game

_BY_NUMBER = {
    **dict.fromkeys(("new.room.v", "set.v", "reset.v", "toggle.v", "get.v", "lindirectv", "lindirectn"), 0),
    **dict.fromkeys(("obj.status.v", "get.room.v", "put.v", "isset.v"), 0),
    **dict.fromkeys(("rindirect", "position.v", "reposition.to.v"), 1),
}
"""Commands that reach any room, flag, item, variable or place, and which operand holds its number."""
_COUNTS = ("increment", "addn")
_SETS = ("set", "toggle")
_OFFERS = frozenset(("quit", "restart.game", "restore.game", "save.game"))
MOST_ACTIONS_OF_AN_OFFER = 4
"""What does more may be the end of a story."""
ITEMS_OF_A_CHEAT = 6
"""So many items that one key or sentence gives, each by its number, are a debug mode."""
Range = tuple[int, int]
"""Offsets in the code of a logic: the first, and the one after the last."""


@dataclass(frozen=True, slots=True)
class Avoided:
    """Keys and sentences of a game that a player leaves alone."""

    ranges: Mapping[int, Sequence[Range]]
    """By logic: conditions that ask for them, with what they lead to."""
    controllers: frozenset[int]
    """Keys and items of the menu."""
    flags: frozenset[int] = frozenset()
    """They are set while a debug mode is on."""

    def cover(self, logic: int, offset: int) -> bool:
        """Return whether the code at an offset is part of it."""
        return any(start <= offset < end for start, end in self.ranges.get(logic, ()))


NOTHING = Avoided({}, frozenset())


def offers_of(game: Game) -> Avoided:
    """Return the keys and sentences after which a game does little else than to quit, restart, restore or save."""
    ranges: defaultdict[int, list[Range]] = defaultdict(list)
    controllers: set[int] = set()
    for number, code in _codes(game).items():
        for block in (each for each in code if isinstance(each, If) and _asked_of_players(each)):
            names = [each.opcode.name for each in _actions_of(code, block)]
            if len(names) <= MOST_ACTIONS_OF_AN_OFFER and not _OFFERS.isdisjoint(names):
                ranges[number].append(_range(block))
                controllers |= _controllers_of(block)
    return Avoided(ranges, frozenset(controllers))


def keys_of(game: Game, controllers: frozenset[int]) -> frozenset[int]:
    """Return the key words to which a game gives one of these meanings anywhere."""
    actions = (each for code in _codes(game).values() for each in code if isinstance(each, Action))
    given = (each.operands for each in actions if each.opcode.name == "set.key")
    return frozenset(low | high << 8 for low, high, controller in given if controller in controllers)


def _codes(game: Game) -> dict[int, list[Instruction]]:
    """Return the instructions of each logic."""
    found = ((number, game.logic_if_present(number)) for number in sorted(game.logics))
    return {number: list(decode(logic.code, game.profile)) for number, logic in found if logic is not None}


def cheats_of(game: Game) -> Avoided:
    """Read all logics of a game for its debug modes."""
    codes = _codes(game)
    ranges: defaultdict[int, list[Range]] = defaultdict(list)
    controllers: set[int] = set()
    for number, code in codes.items():
        for block in _blocks_that_cheat(code):
            ranges[number].append(_range(block))
            controllers |= _controllers_of(block)
    guards = {
        number: flags & _switched_by_players(codes)
        for number in list(ranges)
        if ranges[number] and (flags := _flags_around_calls(number, codes))
    }
    flags = frozenset().union(*guards.values())
    for number, found in guards.items():
        if found:
            # The whole logic is a debug mode.
            ranges[number] = [(0, codes[number][-1].end)]
    for number, code in codes.items():
        for block in _blocks_that_set(flags, code):
            ranges[number].append(_range(block))
            controllers |= _controllers_of(block)
        ranges[number] += [_range(each) for each in code if isinstance(each, If) and _needs_one_of(flags, each)]
    return Avoided({number: found for number, found in ranges.items() if found}, frozenset(controllers), flags)


def _blocks_that_cheat(code: Sequence[Instruction]) -> Iterable[If]:
    """Yield the conditions of keys and sentences after which a typed number is used without a look at it.

    Or after which one item after the other is given, by a number that is counted, or each by its own.
    """
    typed: dict[int, int] = {}
    for each in code:
        for name, operands in _commands_of(each):
            if name == "get.num":
                typed[operands[1]] = each.offset
            elif name in _BY_NUMBER or name == "get":
                number = operands[_BY_NUMBER[name]] if name in _BY_NUMBER else -1
                block = _innermost(code, each.offset, _asked_of_players)
                if block is not None and (block.end <= typed.get(number, -1) or _gives_all(code, block, name, number)):
                    yield block


def _commands_of(instruction: Instruction) -> Iterable[tuple[str, tuple[int, ...]]]:
    """Yield the action of an instruction, or the tests of its condition, each with its operands."""
    if isinstance(instruction, Action):
        yield instruction.opcode.name, instruction.operands
    elif isinstance(instruction, If):
        yield from ((token.opcode.name, token.operands) for token in instruction.tokens if token.opcode is not None)


def _gives_all(code: Sequence[Instruction], block: If, name: str, number: int) -> bool:
    """Return whether an action gives items whose number its block counts, or its block gives many."""
    actions = _actions_of(code, block)
    is_counted = any(each.operands[0] == number for each in actions if each.opcode.name in _COUNTS)
    given = {each.operands for each in actions if each.opcode.name == "get"}
    return is_counted if name == "get.v" else len(given) >= ITEMS_OF_A_CHEAT and name == "get"


def _blocks_that_set(flags: frozenset[int], code: Sequence[Instruction]) -> Iterable[If]:
    for each in code:
        if isinstance(each, Action) and each.opcode.name in _SETS and each.operands[0] in flags:
            block = _innermost(code, each.offset, _asked_of_players)
            if block is not None:
                yield block


def _switched_by_players(codes: Mapping[int, Sequence[Instruction]]) -> frozenset[int]:
    """Return the flags that nothing sets but keys and sentences."""
    found: dict[int, bool] = {}
    for code in codes.values():
        for each in code:
            if isinstance(each, Action) and each.opcode.name in _SETS:
                is_asked = _innermost(code, each.offset, _asked_of_players) is not None
                flag = each.operands[0]
                found[flag] = found.get(flag, True) and is_asked
    return frozenset(flag for flag, is_asked in found.items() if is_asked)


def _flags_around_calls(logic: int, codes: Mapping[int, Sequence[Instruction]]) -> frozenset[int]:
    """Return the flags of which one is set wherever a logic is called; none if it is also called without."""
    found: set[int] = set()
    for code in codes.values():
        for each in code:
            if isinstance(each, Action) and each.opcode.name == "call" and each.operands[0] == logic:
                block = _innermost(code, each.offset, _asked_flags)
                if block is None:
                    return frozenset()
                found |= {test.operands[0] for test in _asked_flags(block)}
    return frozenset(found)


def _innermost(code: Sequence[Instruction], offset: int, asked: Callable[[If], list[Test]]) -> If | None:
    """Return the innermost condition around an offset in which something is asked."""
    around = [each for each in code if isinstance(each, If) and each.end <= offset < each.target]
    return next((each for each in reversed(around) if asked(each)), None)


def _actions_of(code: Sequence[Instruction], block: If) -> list[Action]:
    return [each for each in code if isinstance(each, Action) and block.end <= each.offset < block.target]


def _controllers_of(block: If) -> set[int]:
    return {test.operands[0] for test in _asked_of_players(block) if test.name == "controller"}


def _asked_of_players(block: If) -> list[Test]:
    return [test for test in _positive(block) if test.name in ("said", "controller") or _is_key(test)]


def _needs_one_of(flags: frozenset[int], block: If) -> bool:
    """Return whether a condition can hold only while one of some flags is set."""
    needed = [clause[0] for clause in condition_of(block).clauses if len(clause) == 1]
    return any(each.name == "isset" and not each.is_negated and each.operands[0] in flags for each in needed)


def _asked_flags(block: If) -> list[Test]:
    return [test for test in _positive(block) if test.name == "isset" and test.operands[0] not in PASSING_FLAGS]


def _positive(block: If) -> list[Test]:
    return [test for clause in condition_of(block).clauses for test in clause if not test.is_negated]


def _is_key(test: Test) -> bool:
    return test.name == "equaln" and test.operands[0] == Var.KEY


def _range(block: If) -> Range:
    return block.offset, block.target
