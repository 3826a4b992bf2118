"""What the core knows of layout, codes, rules and opcodes: declarations that setup.py writes before it compiles.

The C structures come from the layout, the names of numbers from `agi_emu.facts.codes`, `progress` and the opcode table,
the rules of an interpreter from `core_rules`. The actions of a module are bound to their numbers by their names.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum, IntFlag
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from agi_emu.facts import adapters, codes
from agi_emu.facts.behind_controllers import BehindControllers
from agi_emu.logic import opcodes
from agi_emu.logic.opcodes import ACTIONS, TESTS, Opcode, Operand
from agi_emu.state import layout, progress
from agi_emu.state.areas import Area
from agi_emu.state.core_rules import RULES

CORE = Path(__file__).parents[1] / "agi_emu" / "_core"
MOST_OPERANDS = next(field.count for field in layout.Vm.fields() if field.name == "last_operands")
C_NAMES = {
    ctypes.c_uint8: "uint8_t",
    ctypes.c_uint16: "uint16_t",
    ctypes.c_uint32: "uint32_t",
    ctypes.c_int16: "int16_t",
    ctypes.c_int32: "int32_t",
}
CONSTANTS = (
    "PICTURE_WIDTH",
    "PICTURE_HEIGHT",
    "PICTURE_CELLS",
    "SCREEN_WIDTH",
    "SCREEN_HEIGHT",
    "SCREEN_PIXELS",
    "TEXT_COLUMNS",
    "TEXT_ROWS",
    "TEXT_CELLS",
    "FRAME_DEPTH",
    "MODAL_DEPTH",
    "TURNED_CELS",
    "VIEW_COPIES",
    "MEMORY_BYTES",
    "IMAGE_BYTES",
    "ARENA_BYTES",
)


PREFIXES: Mapping[type[IntEnum] | type[IntFlag], str] = MappingProxyType(
    {
        adapters.Driver: "DRIVER_",
        codes.Deep: "DEEP_",
        codes.Var: "VAR_",
        codes.Flag: "FLAG_",
        codes.ObjectFlag: "",
        codes.Motion: "MOTION_",
        codes.CycleType: "CYCLE_",
        codes.Edge: "EDGE_",
        codes.Control: "CONTROL_",
        codes.EventType: "EVENT_",
        codes.Key: "KEY_",
        codes.Computer: "COMPUTER_",
        codes.ErrorCode: "ERROR_",
        codes.ActionKind: "KIND_",
        progress.Phase: "PHASE_",
        progress.BeatReason: "BEAT_",
        progress.Wait: "WAIT_",
        progress.Stop: "STOP_",
        progress.Need: "NEED_",
        progress.Part: "PART_",
    }
)
"""Prefixes of the core's names for the members of an enumeration."""


def _element(ctype: Any) -> Any:
    return ctype._type_ if hasattr(ctype, "_length_") else ctype


def _areas(top: type[Area]) -> list[type[Area]]:
    """Return the areas that `top` is made of, inner ones first, each once."""
    found: list[type[Area]] = []
    for field in top.fields():
        inner = _element(field.ctype)
        if issubclass(inner, Area):
            found += [each for each in _areas(inner) if each not in found]
    return [*found, top]


def core_declarations() -> str:
    """Return the text of ``_core/layout.pxd``."""
    lines = [
        "# Written by setup.py from agi_emu/state/layout.py: change that.",
        "from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t",
        "",
        "cdef enum:",
        *(f"    {name} = {getattr(layout, name)}" for name in CONSTANTS),
    ]
    for each in _areas(layout.StateLayout):
        lines += ["", f"cdef struct {each.__name__}:"]
        for field in each.fields():
            inner = _element(field.ctype)
            c_name = C_NAMES.get(inner) or inner.__name__
            suffix = f"[{field.count}]" if hasattr(field.ctype, "_length_") else ""
            lines.append(f"    {c_name} {field.name}{suffix}")
    return "\n".join(lines) + "\n"


def opcode_declarations() -> str:
    """Return the text of ``_core/opcodes.pxd``: numbers of the actions and tests that the core executes."""
    lines = [
        "# Written by setup.py from agi_emu/data/actions.tsv and tests.tsv: change those.",
        "cdef enum Action:",
        *(f"    A_{row.python_name} = {row.number}" for row in ACTIONS if row.where == "core"),
        "",
        "cdef enum:",
        *(f"    TOKEN_{name} = {getattr(opcodes, name):#04x}" for name in ("END_OF_LOGIC", "OR", "NOT", "GOTO", "IF")),
        f"    LAST_ACTION = {ACTIONS[-1].number}",
        f"    LAST_TEST = {TESTS[-1].number}",
        f"    MOST_OPERANDS = {MOST_OPERANDS}",
        "",
        "# Python handlers whose usual case the core does too.",
        "cdef enum FastAction:",
        *(f"    F_{row.python_name} = {row.number}" for row in ACTIONS if row.where == "both"),
        "",
        *_members("RECORD_", opcodes.Record),
        "",
        "cdef enum Test:",
        *(f"    T_{row.python_name} = {row.number}" for row in TESTS),
    ]
    return "\n".join(lines) + "\n"


def _members(prefix: str, meanings: type[IntEnum] | type[IntFlag]) -> list[str]:
    """Return an enumeration as the core has it, its members after `prefix`; without a name, they are indices, too."""
    return [
        f"cdef enum:  # {meanings.__name__}",
        *(f"    {prefix}{name} = {each.value}" for name, each in meanings.__members__.items()),
    ]


READ_RULES = '''
cdef inline int in_range(str name, value, long long least, long long most) except? -0x8000:
    """Return a rule's value; ValueError when it is out of its range."""
    if not least <= value <= most:
        raise ValueError(f"the rule {name} is {least} to {most}, not {value}")
    return value


cdef inline int rule_of(given, str name, long long least, long long most) except? -0x8000:
    """Return the rule of that name; ValueError when it is out of its range."""
    return in_range(name, getattr(given, name), least, most)


cdef inline int list_in_range(int8_t* target, str name, values, int length, int least, int most) except -1:
    """Copy a rule's list, and return how long it is; ValueError when it is too long or a number out of its range."""
    cdef int count = in_range(f"{name} (its length)", len(values), 0, length), i
    for i in range(count):
        target[i] = in_range(name, values[i], least, most)
    return count


cdef inline int read_rules(CoreRules* rules, given) except -1:
    """Take the rules of a Python `CoreRules`; with a ValueError nothing has changed."""
    cdef CoreRules read
'''


def code_declarations() -> str:
    """Return the text of ``_core/codes.pxd``: enumerations, each member after the prefix of its kind, and limits."""
    limits = {name: value for name, value in vars(codes).items() if name.isupper() and isinstance(value, int)}
    lines = [
        "# Written by setup.py from agi_emu/facts/codes.py and agi_emu/state/progress.py: change those.",
        "cdef enum:",
        *(f"    {name} = {value}" for name, value in limits.items()),
    ]
    for each, prefix in PREFIXES.items():
        lines += ["", *_members(prefix, each)]
    return "\n".join(lines) + "\n"


def rule_declarations() -> str:
    """Return the text of ``_core/rules.pxd``: the rules as a structure, and how it is filled."""
    enums = {type(rule.default): rule.name for rule in RULES if isinstance(rule.default, IntEnum)}
    enums[BehindControllers] = "behind_controllers"
    lines = [
        "# Written by setup.py from agi_emu/state/core_rules.py: change that.",
        "from libc.stdint cimport int8_t",
        "",
    ]
    for each, name in enums.items():
        lines += [*_members(f"{name.upper()}_", each), ""]
    lines.append("cdef struct CoreRules:")
    for rule in RULES:
        if rule.length:
            lines.append(f"    int8_t {rule.name}[{rule.length}]  # {rule.meaning}")
            lines.append(f"    int {rule.name}_length")
        else:
            lines.append(f"    int {rule.name}  # {rule.meaning}")
    lines += ["", *READ_RULES.strip("\n").splitlines()]
    for rule in RULES:
        limits = f"{rule.least:d}, {rule.most:d}"
        if rule.length:
            lines.append(f"    read.{rule.name}_length = list_in_range(")
            lines.append(f'        &read.{rule.name}[0], "{rule.name}", given.{rule.name}, {rule.length}, {limits})')
        else:
            lines.append(f'    read.{rule.name} = rule_of(given, "{rule.name}", {limits})')
    lines += ["    rules[0] = read", "    return 0"]
    return "\n".join(lines) + "\n"


_ACTION = re.compile(r"^cdef int do_(\w+)\(Context c, Screen screen, const uint8_t\* a\)", re.M)
ACTION_HEAD = "cdef int do_{}(Context c, Screen screen, const uint8_t* a) noexcept nogil:"


def action_bindings(module: str) -> str:
    """Return the text of ``_core/<module>.pxi``: what the end of a module of actions includes.

    It binds each action that the module has, and makes the forms that take from variables what another action takes as
    it is: ``set.view.v`` of ``set.view``.
    """
    written = set(_ACTION.findall((CORE / f"{module}.pyx").read_text(encoding="utf-8")))
    by_name = {row.name: row for row in ACTIONS if row.python_name in written}
    lines = ["# Written by setup.py from agi_emu/data/actions.tsv and the module that includes this: change those."]
    bound = []
    for row in ACTIONS:
        direct = by_name.get(row.name.removesuffix(".v"))
        if row.name not in by_name and (direct is None or row.where != "core"):
            continue
        bound.append(f"    table[<int> Action.A_{row.python_name}] = do_{row.python_name}")
        if row.name not in by_name and direct is not None:
            lines += [*_form_by_variable(row, direct), "", ""]
    head = "cdef void bind_named(CoreAction* table) noexcept nogil:"
    return "\n".join([*lines, head, '    """Put the actions of this module into the table by opcode."""', *bound, ""])


def _form_by_variable(row: Opcode, direct: Opcode) -> Iterator[str]:
    """Yield the lines of an action that fetches operands from variables for another one."""
    yield ACTION_HEAD.format(row.python_name)
    yield f'    """{row.meaning}."""'
    yield f"    cdef uint8_t[{len(row.operands)}] given"
    for index, (kind, as_it_is) in enumerate(zip(row.operands, direct.operands, strict=True)):
        is_fetched = kind is Operand.VARIABLE and as_it_is is not Operand.VARIABLE
        yield f"    given[{index}] = {f'c.s.vars[a[{index}]]' if is_fetched else f'a[{index}]'}"
    yield f"    return do_{direct.python_name}(c, screen, &given[0])"


ACTION_MODULES = ("looks_actions", "motion_actions", "placing_actions", "variable_actions")
FILES: Mapping[str, Callable[[], str]] = MappingProxyType(
    {
        "codes.pxd": code_declarations,
        "layout.pxd": core_declarations,
        "opcodes.pxd": opcode_declarations,
        "rules.pxd": rule_declarations,
        **{f"{module}.pxi": partial(action_bindings, module) for module in ACTION_MODULES},
    }
)
"""The generated files, by their name in ``_core``."""


def write_declarations() -> None:
    """Write the files; what stays as it is keeps its date, so that nothing is compiled again for nothing."""
    for name, declared in FILES.items():
        path = CORE / name
        if not path.is_file() or path.read_text(encoding="utf-8") != declared():
            path.write_text(declared(), encoding="utf-8", newline="\n")
