"""Writes what type checkers know of the core: a stub for each module, from the signatures in its source.

Types of C tell what an argument may be. What is any Python object has an annotation in the source, and so has what a
function returns; Cython itself does not look at these (`annotation_typing` in setup.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

NUMBERS = ("int", "long", "long long", "Py_ssize_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t")
PLAIN = {**dict.fromkeys((*NUMBERS, "uint32_t", "uint64_t"), "int"), "bint": "bool", "void": "None"}
"""Types of C that cannot be None, as Python has them."""
ELEMENTS = {
    "uint8_t": "uint8",
    "int16_t": "int16",
    "int32_t": "int32",
    "uint32_t": "uint32",
    "uint64_t": "uint64",
}
IMPORTS = {
    "Any": "from typing import Any",
    "Buffer": "from typing_extensions import Buffer",
    "Frame": "from agi_emu.machine.frame import Frame",
    "InputEvent": "from agi_emu.machine.input.events import InputEvent",
    "IntEnum": "from enum import IntEnum",
    "Iterable": "from collections.abc import Iterable",
    "NDArray": "import numpy as np\nfrom numpy.typing import NDArray",
    "Sequence": "from collections.abc import Sequence",
    "Sources": "from agi_emu.machine.display.message import Sources",
    "Stop": "from agi_emu.state.progress import Stop",
    "array": "from array import array",
    "final": "from typing import final",
}
"""The import of each name that stubs use, beside the classes of the core."""
ENUM = re.compile(r"^cpdef enum(?: (\w+))?:\n((?:    .*\n)+)", re.M)
VALUE = re.compile(r"^(\w+) = .*  # type: (.+)$", re.M)
CLASS = re.compile(r"^(@cython\.final\n)?cdef class (\w+)(?:\((\w+)\))?:\n((?:(?:    .*)?\n)*)", re.M)
FIELD = re.compile(r"^    cdef (readonly|public) ([\w ]+?) (\w+)$", re.M)
FUNCTION = re.compile(
    r"^( *)(?P<property>@property\n +)?(?:def|cpdef(?: (?P<type>\w+))?) (?P<name>(?!_(?!_(?:c?init|enter|exit)__))\w+)"
    r"\((?P<given>(?:[^()]|\([^()]*\))*)\)(?: -> (?P<returned>[^\n]+?))?(?: noexcept| nogil| except\?? -?\w+)*:\n",
    re.M,
)
PARAMETER = re.compile(
    r"(?:(?P<type>(?:const )?[\w ]+?(?:\[[:, 1]+\])?) )??(?P<name>\*{0,2}\w+|\*)(?P<sure> not None)?"
    r"(?:: (?P<words>[^=]+?))?(?P<default> ?= ?.+)?"
)


def stub(source: Path) -> str:
    """Return the stub of a module; "" where Python sees nothing of it. ValueError names what has no type."""
    text = source.read_text(encoding="utf-8")
    declared = source.with_suffix(".pxd")
    fields = declared.read_text(encoding="utf-8") if declared.is_file() else ""
    lines: list[str] = []
    for enum in ENUM.finditer(f"{fields}\n{text}"):
        lines += _enumeration(enum[1], enum[2])
    lines += [f"{name}: {words}" for name, words in VALUE.findall(text)]
    bodies = {each[2]: each[4] for each in CLASS.finditer(fields)}
    for found in CLASS.finditer(text):
        is_final, name, base, body = found.groups()
        if name.startswith("_"):
            continue
        inside = []
        for access, kind, field in FIELD.findall(bodies.get(name, "") + body):
            words = _type(kind, is_sure=True)
            if access == "public":
                inside.append(f"    {field}: {words}")
            else:
                inside += ["    @property", f"    def {field}(self) -> {words}: ..."]
        inside += _functions(source.name, body)
        lines += [
            "",
            *["@final"] * bool(is_final),
            f"class {name}{f'({base})' if base else ''}:",
            *(inside or ["    ..."]),
        ]
    lines += ["", *_functions(source.name, CLASS.sub("", text))]
    if not any(lines):
        return ""
    return "\n".join([*_imports(source, "\n".join(lines)), *lines, ""])


def _enumeration(name: str, body: str) -> Iterator[str]:
    members = [line.split("#")[0].strip() for line in body.splitlines() if "=" in line.split("#")[0]]
    if name:
        yield f"class {name}(IntEnum):"
        yield from (f"    {member}" for member in members)
    else:
        yield from (f"{member.partition(' =')[0]}: int" for member in members)


def _functions(module: str, text: str) -> Iterator[str]:
    """Yield the functions of a module, or of the body of a class."""
    for found in FUNCTION.finditer(text):
        name = found["name"]
        is_start = name in ("__init__", "__cinit__")
        returned = found["returned"] or PLAIN.get(found["type"] or "", found["type"] or "None" * is_start)
        if not returned:
            raise ValueError(f"{module}: {name} does not say what it returns: def {name}(...) -> int")
        try:
            given = ", ".join(map(_parameter, _parted(found["given"])))
        except ValueError as error:
            raise ValueError(f"{module}: {name}: {error}") from None
        if found["property"]:
            yield f"{found[1]}@property"
        yield f"{found[1]}def {'__init__' if is_start else name}({given}) -> {returned}: ..."


def _parted(given: str) -> Iterator[str]:
    """Yield the parameters between the brackets of a function."""
    depth, part = 0, ""
    for character in f"{given.strip()},":
        depth += (character in "[(") - (character in "])")
        if character == "," and not depth:
            if part.strip():
                yield " ".join(part.split())
            part = ""
        else:
            part += character


def _parameter(text: str) -> str:
    found = PARAMETER.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} cannot be read")
    kind, name, words = found["type"], found["name"], found["words"]
    if name in ("self", "*"):
        return name
    if words is None and kind is None and not name.startswith("*"):
        raise ValueError(f"{name} has no type: annotate it")
    words = words or ("object" if kind is None else _type(kind, is_sure=bool(found["sure"])))
    return f"{name}: {words}{' = ...' if found['default'] else ''}"


def _type(kind: str, *, is_sure: bool) -> str:
    """Return a type of C or of the core as Python has it; where it is not `is_sure`, it may be None."""
    if kind in PLAIN:
        return PLAIN[kind]
    element = kind.removeprefix("const ").partition("[")[0]
    words = f"Buffer | NDArray[np.{ELEMENTS[element]}]" if "[" in kind else kind
    return words if is_sure else f"{words} | None"


def _imports(source: Path, text: str) -> Iterator[str]:
    """Yield the imports of a stub, from what its text names."""
    names = set(re.findall(r"\w+", text))
    yield "# Written by setup.py from the module of this name: change that."
    yield from (line for name, line in IMPORTS.items() if name in names)
    for other in sorted(source.parent.glob("*.pyx")):
        known = {name for _, name, _, _ in CLASS.findall(other.read_text(encoding="utf-8"))} & names
        if known and other != source:
            yield f"from agi_emu._core.{other.stem} import {', '.join(sorted(known))}"


def write_stubs(core: Path) -> None:
    """Write the stubs beside the modules; what stays as it is keeps its date."""
    for source in sorted(core.glob("*.pyx")):
        path, text = source.with_suffix(".pyi"), stub(source)
        if text and not (path.is_file() and path.read_text(encoding="utf-8") == text):
            path.write_text(text, encoding="utf-8", newline="\n")
