"""Everything of a game that a translator translates, in the order of its numbers, with what is known about its use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from agi_emu.facts.codes import ANY_WORD, REST_OF_LINE, WINDOW_COLUMNS
from agi_emu.facts.font import PC_CODE_PAGE
from agi_emu.facts.program_texts import DEBUGGING
from agi_emu.logic.code import Action, If, Instruction, decoded
from agi_emu.logic.opcodes import Operand, operands_of
from agi_emu.resources.avoided import cheats_of
from agi_emu.resources.catalogue import (
    INTERPRETER,
    PREFIXES,
    RULES,
    SUFFIXES,
    descriptions,
    item_context,
    message_context,
    own_code_page,
    text_of,
    view_context,
    words_context,
    words_text,
)
from agi_emu.resources.game import Game
from agi_emu.translations.own_texts import own_lines, own_windows

CODE = re.compile(r"%(?:[vmgswo]\d+(?:\|\d+)?|[sdu])")
"""What is replaced when a text is shown: by the game, and in the interpreter's own texts."""
NOT_SHOWN = frozenset({"set.game.id", "set.cursor.char"})
"""Actions whose messages nobody reads."""
WINDOW_ACTIONS = {"print": None, "print.at": 3}
"""Actions that show a message in a window: the operand that is the limit of its lines."""
BY_VARIABLE = frozenset({"print.v", "print.at.v", "display.v"})
ONLY_DEBUGGING = "only debugging shows this"
_RULE_HELP = {
    PREFIXES: "What may stand before a word, with commas. A rule that replaces it: old>new.",
    SUFFIXES: "Endings of words, with commas: en is left out, and uu>a becomes another one.",
}


class TextKind(StrEnum):
    """What a text is."""

    MESSAGE = "messages"
    ITEM = "items"
    VIEW = "descriptions"
    INTERPRETER = "interpreter"
    WORDS = "words"
    RULES = "rules"


class GameText(NamedTuple):
    """A text of a game."""

    kind: TextKind
    context: str
    text: str
    comments: Sequence[str] = ()
    place: tuple[int, int] = (0, 0)
    """Of a message: logic and number. Of another text: its number, and the cells or the limit of lines for it."""
    uses: Sequence[Action] = ()
    is_window: bool = False
    """Whether it is shown in a window."""


def game_texts(game: Game) -> Iterator[GameText]:
    """Yield the texts of a game that have letters; those of the interpreter after them, then words and their rules."""
    page = own_code_page(game)
    yield from _messages(game, page)
    for number, item in enumerate(game.items):
        yield GameText(TextKind.ITEM, item_context(number), text_of(item.name, page), ("name of an item",), (number, 0))
    for number, text in descriptions(game):
        comments = (f"description of view {number}, in a window",)
        yield GameText(
            TextKind.VIEW, view_context(number), text_of(text, page), comments, (number, WINDOW_COLUMNS), is_window=True
        )
    for text, limit in own_windows():
        words = text_of(text, PC_CODE_PAGE)
        comments = (ONLY_DEBUGGING if text in DEBUGGING else "in a window",)
        yield GameText(TextKind.INTERPRETER, INTERPRETER, words, comments, (0, limit or WINDOW_COLUMNS), (), True)
    for text, cells in own_lines(game.profile):
        comments = (f"in a line, with {cells} characters at most",)
        yield GameText(TextKind.INTERPRETER, INTERPRETER, text_of(text, PC_CODE_PAGE), comments, (0, cells))
    for group in sorted(set(game.words.groups) - {ANY_WORD, REST_OF_LINE}):
        about = "left out of a sentence: articles and other little words" if group == 0 else "mean the same"
        words = words_text(game.words.of_group(group))
        yield GameText(TextKind.WORDS, words_context(group), words, (f"words that {about}",), (group, 0))
    for rule, help_line in _RULE_HELP.items():
        yield GameText(TextKind.RULES, RULES, rule, (help_line,))


def has_letters(text: str) -> bool:
    """Return whether there is anything to translate; a code such as %v5 is nothing."""
    return any(map(str.isalpha, CODE.sub("", text)))


def _messages(game: Game, page: str) -> Iterator[GameText]:
    """Yield the messages of all logics."""
    rooms, traced = set[int](), set[int]()
    code = {logic: decoded(game.logic(logic).code, game.profile) for logic in game.logics}
    for action in (each for instructions in code.values() for each in instructions if isinstance(each, Action)):
        if action.opcode.name == "new.room":
            rooms.add(action.operands[0])
        elif action.opcode.name == "trace.info":
            traced.add(action.operands[0])
    cheats = cheats_of(game)
    words_of_groups: dict[int, str] = {ANY_WORD: "anyword"}
    for word, group in game.words_by_use.items():
        words_of_groups.setdefault(group, word)
    for logic, instructions in code.items():
        uses: dict[int, list[Action]] = {}
        named = set[str]()
        for each in instructions:
            if isinstance(each, Action):
                named.add(each.opcode.name)
                for kind, value in zip(operands_of(each.opcode, game.profile), each.operands, strict=False):
                    if kind is Operand.MESSAGE:
                        uses.setdefault(value, []).append(each)
        is_room = f"room {logic}" if logic in rooms else f"logic {logic}"
        for number, text in enumerate(game.logic(logic).messages, 1):
            actions = uses.get(number, [])
            names = {each.opcode.name for each in actions}
            words = text_of(text or b"", page)
            if not has_letters(words) or (names and names <= NOT_SHOWN):
                continue
            comments = [f"{is_room}: {_use(words_of_groups, instructions, each)}" for each in actions[:3]]
            if logic in traced:
                comments = [f"{ONLY_DEBUGGING}: the name of a command in the trace window"]
            elif not actions:
                comments = [f"{is_room}: by a variable" if named & BY_VARIABLE else f"{is_room}: no command names this"]
            if logic in cheats.ranges and all(cheats.cover(logic, each.offset) for each in actions or instructions):
                comments.insert(0, ONLY_DEBUGGING)
            is_window = any(name in WINDOW_ACTIONS for name in names) or (not names and bool(named & BY_VARIABLE))
            yield GameText(
                TextKind.MESSAGE,
                message_context(logic, number),
                words,
                comments,
                (logic, number),
                actions,
                is_window and logic not in traced,
            )


def _use(words_of_groups: Mapping[int, str], instructions: Sequence[Instruction], action: Action) -> str:
    """Return an action in words, with the sentence of the player that it answers."""
    said = ""
    for each in instructions:
        if isinstance(each, If) and each.end <= action.offset < each.target:
            for token in each.tokens:
                if token.opcode is not None and token.opcode.name == "said":
                    said = f", after {' '.join(words_of_groups.get(group, '...') for group in token.operands)}"
                    break
    return f"{action.opcode.name}{said}"


def limits_of(text: GameText) -> set[int]:
    """Return the limits of lines with which a text is shown in windows."""
    if text.kind is not TextKind.MESSAGE:
        return {text.place[1]}
    return {limit_of(each) for each in text.uses if each.opcode.name in WINDOW_ACTIONS} or {WINDOW_COLUMNS}


def limit_of(action: Action) -> int:
    """Return the limit of lines with which an action shows a window."""
    at = WINDOW_ACTIONS[action.opcode.name]
    return (action.operands[at] if at is not None and at < len(action.operands) else 0) or WINDOW_COLUMNS
