"""Plain twin of ``_core/interp``: logics with jumps, conditions, calls, and actions on variables, flags and items.

reference: LANG-2 to LANG-7, CMD-9 to CMD-20. Code is taken as whole: what runs past its end is an IndexError here.
"""

from __future__ import annotations

from collections.abc import Mapping

from tests.core.plain.conditions import condition
from tests.core.plain.world import AgiTrap, World


class DivisionByZeroError(Exception):
    """The processor's exception: DOS ends the program."""


class LaterError(Exception):
    """More actions than this run was given."""


def change(world: World, name: str, a: tuple[int, ...]) -> None:
    """Execute an action on variables, flags, items or chance."""
    v = world.variables
    if name in ("increment", "decrement"):
        v[a[0]] = min(v[a[0]] + 1, 255) if name == "increment" else max(v[a[0]] - 1, 0)
    elif name in ("assignn", "assignv"):
        v[a[0]] = a[1] if name == "assignn" else v[a[1]]
    elif name in ("addn", "addv", "subn", "subv", "mul.n", "mul.v", "div.n", "div.v"):
        other = a[1] if name.endswith("n") else v[a[1]]
        if name.startswith("div") and other == 0:
            raise DivisionByZeroError
        results = {"add": v[a[0]] + other, "sub": v[a[0]] - other, "mul": v[a[0]] * other}
        v[a[0]] = results.get(name[:3], v[a[0]] // other if other else 0) % 256
    elif name == "lindirectv":
        v[v[a[0]]] = v[a[1]]
    elif name == "lindirectn":
        v[v[a[0]]] = a[1]
    elif name == "rindirect":
        v[a[0]] = v[v[a[1]]]
    elif name in ("set", "set.v", "reset", "reset.v", "toggle", "toggle.v"):
        flag = v[a[0]] if name.endswith(".v") else a[0]
        world.set_flag(flag, on=flag not in world.flags if "toggle" in name else not name.startswith("reset"))
    elif name == "random":
        span = (a[1] - a[0] + 1) % 65536
        if span == 0:
            raise DivisionByZeroError
        v[a[2]] = (world.chance() % span + a[0]) % 256
    else:
        item = v[a[0]] if name.endswith(".v") else a[0]
        if item >= world.item_count:
            raise AgiTrap(23, item - world.item_count)
        if name == "get.room.v":
            v[a[1]] = world.item_rooms[item]
        else:
            rooms = {"get": 255, "get.v": 255, "drop": 0}
            world.item_rooms[item] = rooms[name] if name in rooms else v[a[1]]


def run(
    world: World,
    logics: Mapping[int, bytes],
    names: Mapping[int, tuple[str, int]],
    scan_starts: dict[int, int],
    *,
    logic: int = 0,
    limit: list[int] | None = None,
) -> None:
    """Run a logic to its return; `names` tells action numbers' names and operand counts, `limit` holds what is left."""
    code = logics[logic]
    offset = scan_starts.get(logic, 0)
    left = [10_000] if limit is None else limit
    while True:
        left[0] -= 1
        if left[0] < 0:
            raise LaterError
        opcode = code[offset]
        offset += 1
        if opcode == 0:
            return
        if opcode in (0xFF, 0xFE):
            jumps = opcode == 0xFE
            if not jumps:
                result, offset = condition(world, code, offset)
                jumps = not result
            distance = int.from_bytes(code[offset : offset + 2], "little", signed=True)
            offset += 2 + (distance if jumps else 0)
            continue
        if opcode not in names:
            raise AgiTrap(16, opcode)
        name, count = names[opcode]
        a = tuple(code[offset : offset + count])
        offset += count
        if name in ("call", "call.v"):
            number = a[0] if name == "call" else world.variables[a[0]]
            run(world, logics, names, scan_starts, logic=number, limit=left)
        elif name == "set.scan.start":
            scan_starts[logic] = offset
        elif name == "reset.scan.start":
            scan_starts[logic] = 0
        else:
            change(world, name, a)
