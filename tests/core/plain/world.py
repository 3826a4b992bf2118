"""What the plain twins of the machine's inner loops work on: objects, picture, variables, flags, chance, resources.

Field widths as in reference: OBJ-1; a value that does not fit is cut by whoever stores it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

DRAWN, IGNORE_BLOCKS, FIXED_PRIORITY, IGNORE_HORIZON = 0x0001, 0x0002, 0x0004, 0x0008
UPDATE, CYCLING, ANIMATED, BLOCKED = 0x0010, 0x0020, 0x0040, 0x0080
ON_WATER, IGNORE_OBJECTS, REPOSITIONED, ON_LAND = 0x0100, 0x0200, 0x0400, 0x0800
NO_ADVANCE, FIXED_LOOP, STOPPED = 0x1000, 0x2000, 0x4000
ACTIVE = ANIMATED | UPDATE | DRAWN


class HungError(Exception):
    """The original searches for a free place for ever."""


class AgiTrap(Exception):  # noqa: N818 - the interpreter's own word for it
    """One of the interpreter's own errors: its number and v18."""

    def __init__(self, number: int, value: int) -> None:
        super().__init__(number, value)
        self.number = number
        self.value = value & 0xFF


@dataclass
class Thing:
    """A screen object; the names are those of the state's ScreenObject."""

    number: int
    x: int = 0
    y: int = 0
    previous_x: int = 0
    previous_y: int = 0
    width: int = 0
    height: int = 0
    shown_width: int = 0
    shown_height: int = 0
    flags: int = 0
    step_time: int = 0
    step_clock: int = 0
    view: int = 0
    loop: int = 0
    loop_count: int = 0
    cel: int = 0
    cel_count: int = 0
    step_size: int = 0
    cycle_time: int = 0
    cycle_clock: int = 0
    direction: int = 0
    motion: int = 0
    cycle_type: int = 0
    priority: int = 0
    p0: int = 0
    p1: int = 0
    p2: int = 0
    p3: int = 0
    has_view: int = 0
    has_cel: int = 0

    def has(self, bits: int) -> bool:
        """Tell whether all these flag bits are set."""
        return self.flags & bits == bits

    def put_bits(self, bits: int, *, on: bool) -> None:
        """Set or clear flag bits."""
        self.flags = self.flags | bits if on else self.flags & ~bits


@dataclass
class Sprite:
    """An object in the picture and the cells that it covers, by address."""

    thing: Thing
    behind: dict[int, int]


@dataclass
class World:
    """The part of a machine that its inner loops change, and the profile's rules for them."""

    things: list[Thing]
    picture: bytearray
    screen: bytearray
    """Colours of the picture as they were last copied to the screen, 160x168."""
    views: dict[int, bytes]
    """Views in memory."""
    turned: dict[tuple[int, int], tuple[int, bool]] = field(default_factory=dict)
    """Mirrored cels by view and place -> loop that the cel notes, whether its rows are turned round."""
    variables: list[int] = field(default_factory=lambda: [0] * 256)
    flags: set[int] = field(default_factory=set)
    priorities: list[int] = field(default_factory=lambda: [4 if y < 48 else y // 12 + 1 for y in range(168)])
    base_was_set: bool = False
    seed: int = 1
    clock: int = 0
    horizon: int = 36
    block: tuple[int, int, int, int] | None = None
    player_control: bool = True
    item_rooms: list[int] = field(default_factory=lambda: [0] * 256)
    item_count: int = 0
    strings: bytearray = field(default_factory=lambda: bytearray(256 * 40))
    controllers: list[int] = field(default_factory=lambda: [0] * 256)
    words: list[int] = field(default_factory=list)
    events: list[tuple[int, int]] = field(default_factory=list)
    scratch: Thing = field(default_factory=lambda: Thing(0))
    updating: list[Sprite] = field(default_factory=list)
    static: list[Sprite] = field(default_factory=list)
    auto_loop: int = 0
    """0: exactly four loops, 1: four or more, 2: more than four only with flag 20."""
    fixed_key: int = 0
    """0: the formula, 1: past the table once set.pri.base was used, 2: the table then."""
    hung_sorting: bool = False
    """The original would search the table for a row below priority 0 for ever."""
    old_directions: bool = False
    """Up to 2.272: directions are chosen in the animation, for every step clock."""
    left_edge_at_zero: bool = False
    lists_only_animated: bool = True
    static_by_number: bool = False
    mirror_bits: int = 3
    """How many bits of a mirrored cel note its loop."""

    def chance(self) -> int:
        """Return the next random byte (reference: TIME-26)."""
        if self.seed == 0:
            self.seed = self.clock % 65536
        self.seed = (self.seed * 0x7C4D + 1) % 65536
        return (self.seed % 256) ^ (self.seed // 256)

    def set_flag(self, number: int, *, on: bool) -> None:
        """Set or reset a flag."""
        if on:
            self.flags.add(number)
        else:
            self.flags.discard(number)

    def active(self) -> list[Thing]:
        """Return the objects that are animated, drawn and updated, in number order."""
        return [thing for thing in self.things if thing.has(ACTIVE)]
