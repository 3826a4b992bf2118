"""Write what the core knows of layout and opcodes: ``python -m agi_emu.state.declarations``.

The C structures come from the layout, the places in a cycle from `progress`, the names of opcode numbers from the
opcode table; a test checks that the two files in ``_core`` are what this module writes.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

from agi_emu.logic.opcodes import ACTIONS, TESTS
from agi_emu.state import layout, progress
from agi_emu.state.areas import Area

CORE = Path(__file__).parents[1] / "_core"
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
    "ARENA_BYTES",
)


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
        "# Written from layout.py and progress.py of state by `python -m agi_emu.state.declarations`: change those.",
        "from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t",
        "",
        "cdef enum:",
        *(f"    {name} = {getattr(layout, name)}" for name in CONSTANTS),
    ]
    for name, meanings in (("PHASE", progress.Phase), ("BEAT", progress.BeatReason), ("WAIT", progress.Wait)):
        lines += ["", f"cdef enum {meanings.__name__}:"]
        lines += [f"    {name}_{each.name} = {each.value}" for each in meanings]
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
        "# Written from agi_emu/logic/opcodes.py by `python -m agi_emu.state.declarations`: change the table.",
        "cdef enum Action:",
        *(f"    A_{row.python_name} = {row.number}" for row in ACTIONS if row.where == "core"),
        "",
        "# Python handlers whose usual case the core does too.",
        "cdef enum Shortcut:",
        *(f"    S_{row.python_name} = {row.number}" for row in ACTIONS if row.where == "both"),
        "",
        "cdef enum Test:",
        *(f"    T_{row.python_name} = {row.number}" for row in TESTS),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (CORE / "layout.pxd").write_text(core_declarations())
    (CORE / "opcodes.pxd").write_text(opcode_declarations())
