"""Shows a machine's state beside its picture: the variables, flags and objects that hold something."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from agi_emu.facts.codes import ObjectFlag
from agi_emu.logic.names import FLAGS, VARIABLES

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine

FLAG_COUNT = 256
OBJECT_FIELDS = ("view", "loop", "cel", "x", "y", "priority", "direction")


def state_panel(machine: Machine) -> str:
    """Return JSON: variables and flags that are not 0, each with its name, and the objects on the screen."""
    state = machine.unguarded.state
    variable_names = {int(number): name for number, (name, _) in VARIABLES.items()}
    flag_names = {int(number): name for number, (name, _) in FLAGS.items()}
    panel = {
        "variables": [(n, variable_names.get(n, ""), value) for n, value in enumerate(state.vars) if value],
        "flags": [(n, flag_names.get(n, "")) for n in range(FLAG_COUNT) if machine.flags[n]],
        "objects": [
            {"number": n, **{name: int(getattr(each, name)) for name in OBJECT_FIELDS}}
            for n, each in enumerate(state.objects)
            if each.flags & ObjectFlag.DRAWN
        ],
    }
    return json.dumps(panel)
