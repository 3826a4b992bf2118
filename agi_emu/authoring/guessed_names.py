"""Guesses what the parts of a game are called, for sources that one wants to read: files, flags and variables."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agi_emu.authoring.lint.program import SET_FLAG_OPERANDS, WRITTEN_OPERANDS, Program
from agi_emu.facts.codes import Var
from agi_emu.facts.errors import AgiError
from agi_emu.logic.code import Action, If, Instruction, decode
from agi_emu.logic.lexer import SOURCE_ENCODING
from agi_emu.logic.names import NAMED_VALUES, RESERVED
from agi_emu.logic.opcodes import Operand
from agi_emu.resources.game import Game
from agi_emu.resources.kinds import Kind

NAMES_FILE = "names.lgc"
MOST_WORDS, LONGEST_TEXT = 2, 70
_LEFT_OUT = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be been but by can do for from had has have here i in inside into is it its just like no"
        " not of on one only or out outside s see seems so some stand standing stands that the there these this to up"
        " very was we what which with you your",
    )
)
"""Words that say nothing about a room."""
_GUESSES = {
    **dict.fromkeys(("end.of.loop", "reverse.loop"), "loop.done"),
    **dict.fromkeys(("move.obj", "move.obj.v"), "move.done"),
    "sound": "sound.done",
    "follow.ego": "caught",
    "random": "chance",
    "get.num": "number",
    "get.posn": "place",
    "distance": "distance",
    "current.cel": "cel",
    "current.loop": "loop",
    "get.dir": "direction",
}
"""What a flag or variable is called that such a command sets."""


@dataclass(frozen=True, slots=True)
class Guesses:
    """The names of a game's parts."""

    labels: Mapping[tuple[Kind, int], str]
    """What follows the number in the name of a source."""
    names: Mapping[str, str]
    """Names of flags and variables: ``{"f45": "sound.done.f45"}``."""
    headings: Mapping[int, str]
    """The comment at the beginning of each logic."""
    definitions: str
    """The file of the names, each with the logics that set and read it."""


@dataclass(slots=True)
class _Uses:
    set_in: set[int] = field(default_factory=set)
    read_in: set[int] = field(default_factory=set)
    by: set[str] = field(default_factory=set)
    """The commands that set it."""

    def __str__(self) -> str:
        return f"set in {_listed(self.set_in)}; read in {_listed(self.read_in)}"


def guess_names(game: Game, code_page: str = SOURCE_ENCODING) -> Guesses:
    """Return guesses about a game; a logic that cannot be read has none."""
    program = Program(game)
    for number in game.volumes.numbers(Kind.LOGIC):
        try:
            program.instructions[number] = list(decode(game.logic(number).code, game.profile))
        except AgiError:
            continue
    labels: dict[tuple[Kind, int], str] = {}
    headings = {}
    for number, instructions in program.instructions.items():
        text = _text_of(game, number, instructions, code_page)
        words = [word for word in re.findall(r"[a-z]+", text.lower()) if word not in _LEFT_OUT]
        if words and number:
            labels[Kind.LOGIC, number] = "-".join(words[:MOST_WORDS])
            if any(isinstance(each, Action) and each.opcode.name == "draw.pic" for each in instructions):
                labels[Kind.PICTURE, number] = labels[Kind.LOGIC, number]
        headings[number] = "".join(f"// {line}\n" for line in _heading(program, number, text, code_page))
    uses = _uses(program)
    names = {operand: name for operand, use in uses.items() if (name := _name(operand, use, labels))}
    lines = ["// Flags and variables with guessed names, and the logics that set and read them."]
    for operand, use in uses.items():
        lines.append(f"#define {names[operand]} {operand}  // {use}" if operand in names else f"// {operand}: {use}")
    return Guesses(labels, names, headings, "\n".join([*lines, ""]))


def _uses(program: Program) -> dict[str, _Uses]:
    """Return how each flag and variable that has no name yet is used, flags first."""
    found: defaultdict[tuple[str, int], _Uses] = defaultdict(_Uses)
    for (logic, _), opcode, index, kind, value in program.operands:
        if kind not in (Operand.FLAG, Operand.VARIABLE) or f"{kind.marker}{value}" in RESERVED:
            continue
        use = found[kind.marker, value]
        is_set = index in (*SET_FLAG_OPERANDS.get(opcode.name, ()), *WRITTEN_OPERANDS.get(opcode.name, ()))
        (use.set_in if is_set else use.read_in).add(logic)
        if is_set:
            use.by.add(opcode.name)
    return {f"{marker}{number}": found[marker, number] for marker, number in sorted(found)}


def _name(operand: str, use: _Uses, labels: Mapping[tuple[Kind, int], str]) -> str:
    """Return a name for what sets it, or for the only logic that uses it; empty if nothing is known."""
    called = {_GUESSES.get(name, "") for name in use.by - {"set", "reset", "assignn"}}
    word = called.pop() if len(called) == 1 else ""
    logics = use.set_in | use.read_in
    if not word and len(logics) == 1:
        (logic,) = logics
        word = labels.get((Kind.LOGIC, logic), f"logic{logic}").partition("-")[0]
    return f"{word}.{operand}" if word else ""


def _text_of(game: Game, number: int, instructions: Sequence[Instruction], code_page: str) -> str:
    """Return the text that tells most about a logic: the answer to "look", or else the first that it shows."""
    texts = game.logic(number).messages
    shown, ends = "", -1
    for each in instructions:
        if isinstance(each, If):
            words = [token.operands[:1] for token in each.tokens if token.opcode and token.opcode.name == "said"]
            ends = each.target if (game.words.get("look"),) in words else ends
        elif isinstance(each, Action) and each.opcode.name in ("print", "print.at", "display"):
            text = texts[message - 1] if 0 < (message := _message(each)) <= len(texts) else None
            plain = " ".join((text or b"").decode(code_page, "replace").split())
            if plain and each.offset < ends:
                return plain
            shown = shown or plain
    return shown


def _message(action: Action) -> int:
    return action.operands[action.opcode.operands.index(Operand.MESSAGE)]


def _heading(program: Program, number: int, text: str, code_page: str) -> Iterator[str]:
    """Yield what a logic is about: text, picture, views and sounds, ways out, items, points."""
    used: defaultdict[Operand, set[int]] = defaultdict(set)
    points, draws = 0, False
    ways: dict[str, None] = {}
    edges: list[tuple[int, str]] = []
    for each in program.instructions[number]:
        edges = [edge for edge in edges if edge[0] > each.offset]
        if isinstance(each, If):
            tests = [token for token in each.tokens if token.opcode and token.opcode.name == "equaln"]
            at = [token.operands[1] for token in tests if token.operands[0] == Var.EGO_EDGE]
            edges += [(each.target, _edge_name(edge)) for edge in at]
            codes = [(token.opcode, token.operands) for token in each.tokens if token.opcode]
            parts = [pair for code, given in codes for pair in zip(code.operands, given, strict=False)]
        elif isinstance(each, Action):
            parts = list(zip(each.opcode.operands, each.operands, strict=False))
            name, given = each.opcode.name, each.operands
            draws |= name == "draw.pic"
            if name == "new.room":
                ways[f"{given[0]}{f' ({edges[-1][1]})' if edges else ''}"] = None
            if name in ("addn", "increment") and given[0] == Var.SCORE:
                points += given[1] if name == "addn" else 1
        else:
            continue
        for kind, value in parts:
            used[kind].add(value)
    words = program.game.items
    shortened = text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT].rpartition(' ')[0]} ..."
    yield f"Logic {number}" + (f': "{shortened}"' if text else "")
    if draws and number in program.game.pictures:
        yield f"picture: {number}"
    for kind, what in ((Operand.VIEW, "views"), (Operand.SOUND, "sounds")):
        if used[kind]:
            yield f"{what}: {_listed(used[kind])}"
    if ways:
        yield f"leads to: {', '.join(ways)}"
    names = [words[item].name.decode(code_page, "replace") for item in sorted(used[Operand.ITEM]) if item < len(words)]
    if names:
        yield f"items: {', '.join(names)}"
    if points:
        yield f"points: {points}"


def _edge_name(edge: int) -> str:
    called = NAMED_VALUES[f"v{Var.EGO_EDGE:d}"]
    return called[edge].lower().replace("_", " ") if edge < len(called) else f"edge {edge}"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers))) or "none"
