"""The reference of commands and tests for authors, made from the opcode table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill

from agi_emu.logic.manual import operand_form, remarks, short_forms, since
from agi_emu.logic.names import FLAGS, PREDEFINED, VARIABLES
from agi_emu.logic.opcodes import ACTIONS, TESTS, Opcode

_PLACES = {"ego": "The player's own object", "inputPrompt": "What stands in front of the input line"}
_INTRODUCTION = """\
# Commands and tests

Made from `actions.tsv` and `tests.tsv` in `agi_emu/data` by
`python -m tests.meta.reference_pages --write`; a test compares. Every operand is a byte. In a
source, `v` stands before the number of a variable, `f` flag, `m` message (or its text), `o` screen
object, `i` item (or its name), `s` string, `w` word of the sentence, `c` controller; other operands
are plain numbers. The last column leads to what the [reference](reference/README.md) says of the
original interpreter's command.
"""

Claims = Mapping[str, Sequence[tuple[str, str]]]
"""By the name of a command, the claims of the reference that name it: number and page, such as KEY-8, keyboard.md."""
_CLAIM = re.compile(r"^### ([A-Z]+-\d+)\n((?:(?!##).*\n?)*)", re.MULTILINE)
_COMMANDS = re.compile(r"^\* Commands: (.*(?:\n  .*)*)", re.MULTILINE)


def manual(claims: Claims) -> str:
    """Return the reference of commands as Markdown, each with links to the `claims` about it."""
    tables = [*_table("Commands", ACTIONS, claims), "", *_table("Tests", TESTS, claims), "", *_names()]
    return "\n".join([_INTRODUCTION, *tables]) + "\n"


def read_claims(pages: Path) -> Claims:
    """Return which claims of the pages in a folder name each command in their field of commands."""
    found: dict[str, list[tuple[str, str]]] = {}
    for page in sorted(pages.glob("*.md")):
        for number, body in _CLAIM.findall(page.read_text(encoding="utf-8")):
            named = _COMMANDS.search(body)
            for command in re.findall(r"`([^`]+)`", named[1]) if named else ():
                found.setdefault(command, []).append((number, page.name))
    return found


def _names() -> Iterator[str]:
    """Yield the names that every source knows."""
    yield "## Names\n"
    yield "What every source may use without defining it; a `#define` of the same name goes before.\n"
    yield "| operand | name | what it holds |"
    yield "|---|---|---|"
    for variable, (name, meaning) in VARIABLES.items():
        yield f"| `v{variable:d}` | `{name}` | {meaning} |"
    for flag, (name, meaning) in FLAGS.items():
        yield f"| `f{flag:d}` | `{name}` | {meaning} |"
    described = {name for name, _ in (*VARIABLES.values(), *FLAGS.values())}
    others = {name: operand for name, operand in PREDEFINED.items() if name not in described}
    yield "| `f20` | `forceAutoloop` | From 3.002.098 on: views of more than four loops are turned like those of four |"
    for name in ("ego", "inputPrompt"):
        yield f"| `{others[name]}` | `{name}` | {_PLACES[name]} |"
    numbers = [f"`{name}` {operand}" for name, operand in others.items() if operand.isdecimal()]
    yield "\n" + fill("Numbers: " + ", ".join(numbers) + ".", 100)


def _table(title: str, opcodes: tuple[Opcode, ...], claims: Claims) -> Iterator[str]:
    forms = short_forms()
    yield f"## {title}\n"
    yield "| number | name | operands | short form | meaning | from | reference |"
    yield "|---|---|---|---|---|---|---|"
    for opcode in opcodes:
        operands = ", ".join(map(operand_form, opcode.operands))
        form = f"`{forms[opcode.name]}`" if opcode.name in forms else ""
        meaning = "; ".join((opcode.meaning, *remarks(opcode)))
        links = ", ".join(_link(*claim) for claim in claims.get(opcode.name, ()))
        yield f"| {opcode.number} | `{opcode.name}` | {operands} | {form} | {meaning} | {since(opcode)} | {links} |"


def _link(number: str, page: str) -> str:
    return f"[{number}](reference/{page}#{number.lower()})"
