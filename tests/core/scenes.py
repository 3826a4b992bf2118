"""Random scenes for the core's loops over the whole state, with the plain world that must stay equal to them."""

from __future__ import annotations

import random
from dataclasses import fields

from agi_emu._core.machine import Core
from agi_emu.facts.codes import ActionKind
from agi_emu.facts.font import built_in_face
from agi_emu.logic.opcodes import ACTIONS
from agi_emu.resources.projects.view_source import TRANSPARENT, Loop, MirrorOf, SourceCel, view_resource
from agi_emu.state.layout import STATE_BYTES, StateLayout
from tests.core import cells
from tests.core.core_settings import configure
from tests.core.plain import cel as views
from tests.core.plain.world import ANIMATED, CYCLING, DRAWN, UPDATE, Thing, World

FIELDS = [field.name for field in fields(Thing) if field.name != "number"]
LAST_ACTION = 181
NAMES = {row.number: (row.name, len(row.operands)) for row in ACTIONS if row.where == "core" and row.number}
"""Actions of the core: number to name and operand count."""
NUMBERS = {name: number for number, (name, _) in NAMES.items()}
PLENTY = 1_000_000


def some_cel(chance: random.Random) -> SourceCel:
    """Return a cel of up to 14 by 20 cells, with holes."""
    width, height = chance.randint(1, 14), chance.randint(1, 20)
    colours = [TRANSPARENT, *range(chance.randint(1, 14))]
    return SourceCel(tuple(tuple(chance.choices(colours, k=width)) for _ in range(height)))


def some_view(chance: random.Random) -> bytes:
    """Return a view of one to ten loops, some of them mirrored."""
    loops: list[Loop] = [[some_cel(chance) for _ in range(chance.randint(1, 4))]]
    for _ in range(chance.choice((0, 1, 2, 3, 4, 5, 9))):
        drawn = [number for number, loop in enumerate(loops[:8]) if not isinstance(loop, MirrorOf)]
        if chance.random() < 0.3:
            loops.append(MirrorOf(chance.choice(drawn)))
        else:
            loops.append([some_cel(chance) for _ in range(chance.randint(1, 4))])
    return view_resource(loops)


def some_picture(chance: random.Random) -> bytearray:
    """Return a picture with areas and lines of priorities, control values among them."""
    picture = cells.empty()
    for _ in range(chance.randint(0, 8)):
        cell = 16 * chance.choice((0, 1, 2, 3, 3, 4, 5, 9, 14, 15)) + chance.randrange(16)
        left, top = chance.randrange(160), chance.randrange(168)
        wide = chance.random() < 0.5
        width = min(chance.randint(1, 120 if wide else 2), 160 - left)
        for y in range(top, min(top + chance.randint(1, 2 if wide else 120), 168)):
            picture[160 * y + left : 160 * y + left + width] = bytes([cell]) * width
    return picture


def some_thing(chance: random.Random, number: int, loaded: dict[int, bytes]) -> Thing:
    """Return an object that mostly could have come about in a game."""
    active = ANIMATED | UPDATE | DRAWN
    flags = chance.choice((active | CYCLING, active, ANIMATED | DRAWN, ANIMATED, UPDATE | DRAWN, DRAWN, 0))
    for bit in range(16):
        if not 0x71 & 1 << bit and chance.random() < 0.15:
            flags |= 1 << bit
    thing = Thing(number, flags=flags)
    for name in ("step_time", "step_clock", "cycle_time", "cycle_clock"):
        setattr(thing, name, chance.choice((0, 1, 1, 1, 2, 3, chance.randrange(256))))
    thing.step_size = chance.choice((0, 1, 1, 2, 3, 7, chance.randrange(256)))
    thing.direction = chance.randrange(9) if chance.random() < 0.9 else chance.randrange(256)
    thing.motion = chance.choice((0, 0, 1, 2, 3))
    thing.cycle_type = chance.randrange(4)
    thing.priority = chance.choice((*range(4, 16), 15, chance.randrange(256)))
    for name in ("p0", "p1", "p2", "p3"):
        setattr(thing, name, chance.choice((0, 1, 5, 255, chance.randrange(256))))
    thing.view = chance.choice(sorted(loaded))
    data = loaded[thing.view]
    thing.has_view = thing.has_cel = 1
    thing.loop_count = data[2]
    thing.loop = chance.randrange(thing.loop_count)
    thing.cel_count = views.cels_of_loop(data, thing.loop)
    thing.cel = chance.randrange(thing.cel_count)
    shape = views.read_cel(data, thing.loop, thing.cel)
    thing.width = thing.shown_width = shape.width
    thing.height = thing.shown_height = shape.height
    thing.x, thing.y = chance.randint(0, 160 - thing.width), chance.randint(max(thing.height - 1, 37), 167)
    thing.previous_x = chance.choice((thing.x, max(thing.x - 1, 0)))
    thing.previous_y = chance.choice((thing.y, thing.y - 1, chance.randrange(168)))
    return thing


class Scene:
    """A core over a state, and the plain world that it should be equal to after the same things have happened."""

    def __init__(self, seed: int, *, objects: int | None = None) -> None:
        chance = self.chance = random.Random(seed)
        self.buffer = bytearray(STATE_BYTES)
        self.state = StateLayout.from_buffer(self.buffer)
        self.core = Core(self.buffer, built_in_face())
        loaded = {number: some_view(chance) for number in range(chance.randint(1, 4))}
        count = chance.randint(1, 9) if objects is None else objects
        picture = some_picture(chance)
        self.world = World(
            things=[some_thing(chance, number, loaded) for number in range(count)],
            picture=picture,
            screen=bytearray(len(picture)),
            views=loaded,
            variables=[chance.choice((chance.randrange(count), chance.randrange(256))) for _ in range(256)],
            flags={number for number in range(256) if chance.random() < 0.3},
            seed=chance.randrange(65536),
            clock=chance.randint(1, 65535),
            horizon=chance.choice((0, 36, 36, 60)),
            block=chance.choice((None, (20, 60, 120, 150))),
            player_control=chance.random() < 0.5,
            item_rooms=[chance.choice((0, 1, 255, chance.randrange(256))) for _ in range(256)],
            item_count=chance.randint(1, 256),
            auto_loop=chance.randrange(3),
            fixed_key=chance.randrange(3),
            old_directions=chance.random() < 0.2,
            left_edge_at_zero=chance.random() < 0.2,
            lists_only_animated=chance.random() < 0.8,
            mirror_bits=chance.choice((2, 3)),
            static_by_number=chance.random() < 0.2,
        )
        self._give_state()
        self.core.sprites_in()

    def _give_state(self) -> None:
        world, state = self.world, self.state
        configure(
            self.core,
            last_action=LAST_ACTION,
            auto_loop=world.auto_loop,
            fixed_priority_key=world.fixed_key,
            direction_pass_in_animation=world.old_directions,
            left_edge_at_zero=world.left_edge_at_zero,
            lists_only_animated=world.lists_only_animated,
            mirror_bits=world.mirror_bits,
            static_list_by_number=world.static_by_number,
            runaway_units=PLENTY,
            cells_per_unit=1000,
        )
        for number, (_, length) in NAMES.items():
            self.core.set_action(number, ActionKind.CORE, length)
        for number, data in world.views.items():
            self.core.set_view(number, data)
            state.loaded.views.present[number] = 1
        for thing in world.things:
            for name in FIELDS:
                setattr(state.objects[thing.number], name, getattr(thing, name))
        state.picture[:] = bytes(world.picture)
        state.vars[:] = world.variables
        for flag in world.flags:
            state.flags[flag >> 3] |= 0x80 >> (flag & 7)
        state.priorities[:] = world.priorities
        state.rng, state.clock.bios = world.seed, world.clock
        state.item_rooms[:] = world.item_rooms
        general = state.general
        general.object_count = len(world.things)
        general.item_count = world.item_count
        general.horizon = world.horizon
        general.player_control = world.player_control
        general.picture_visible = 1
        if world.block is not None:
            general.block_active = 1
            general.block_x1, general.block_y1, general.block_x2, general.block_y2 = world.block

    def execute(self, code: bytes) -> int:
        """Run bytes as logic 0; return the core's stop (see interp.pyx)."""
        state = self.state
        self.core.set_code(0, code)
        state.loaded.logics.present[0] = 1
        state.loaded.scan_start[0] = 0
        state.vm.depth = 0
        state.vm.work = PLENTY
        self.core.enter(0)
        return self.core.run()

    def core_view(self) -> dict[str, object]:
        """Return what is compared, as the core has it."""
        state = self.state
        general = state.general
        block = (general.block_x1, general.block_y1, general.block_x2, general.block_y2)
        pixels = bytes(state.screen)
        found: dict[str, object] = {
            f"object {number} {name}": getattr(state.objects[number], name)
            for number in range(general.object_count)
            for name in FIELDS
        }
        return found | {
            "variables": list(state.vars),
            "flags": {n for n in range(256) if state.flags[n >> 3] & 0x80 >> (n & 7)},
            "picture": bytes(state.picture),
            "screen": b"".join(pixels[320 * y : 320 * y + 320 : 2] for y in range(168)),
            "priorities": list(state.priorities),
            "seed": state.rng,
            "horizon": general.horizon,
            "block": block if general.block_active else None,
            "player_control": bool(general.player_control),
            "item_rooms": list(state.item_rooms),
            "updating": [s.object for s in state.updating_sprites.entries[: state.updating_sprites.count]],
            "static": [s.object for s in state.static_sprites.entries[: state.static_sprites.count]],
        }

    def plain_view(self) -> dict[str, object]:
        """Return the same of the plain world."""
        world = self.world
        found: dict[str, object] = {
            f"object {thing.number} {name}": getattr(thing, name) for thing in world.things for name in FIELDS
        }
        return found | {
            "variables": world.variables,
            "flags": world.flags,
            "picture": bytes(world.picture),
            "screen": bytes(world.screen),
            "priorities": world.priorities,
            "seed": world.seed,
            "horizon": world.horizon,
            "block": world.block,
            "player_control": world.player_control,
            "item_rooms": world.item_rooms,
            "updating": [sprite.thing.number for sprite in world.updating],
            "static": [sprite.thing.number for sprite in world.static],
        }

    def check(self, what: str) -> None:
        """Fail with the names of what differs and, for pictures, the first cell."""
        ours, plain = self.core_view(), self.plain_view()
        different = {name: (ours[name], plain[name]) for name in ours if ours[name] != plain[name]}
        for name in ("picture", "screen"):
            if name in different:
                a, b = different[name]
                cell = next(i for i in range(cells.CELLS) if a[i] != b[i])  # type: ignore[index]
                different[name] = (f"({cell % 160}, {cell // 160}): {a[cell]:02X}", f"{b[cell]:02X}")  # type: ignore[index]
        for name in ("variables", "item_rooms", "priorities"):
            if name in different:
                pairs = zip(*different[name], strict=True)  # type: ignore[call-overload]
                different[name] = {n: pair for n, pair in enumerate(pairs) if pair[0] != pair[1]}  # type: ignore[assignment]
        assert not different, f"after {what}: core, plain: {different}"
