"""The display adapters that the original has drivers for, and how each driver shows the 16 colours of a game.

The order is that of `general.adapter` in states, so new ones go to the end (reference: PIC-44 to PIC-48).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from agi_emu.facts.codes import MACHINES
from agi_emu.facts.palette import EGA_BYTES

if TYPE_CHECKING:
    from agi_emu.facts.versions import VersionProfile

BLACK_BYTES = bytes(3)


class Driver(IntEnum):
    """The kinds of drivers, by what they put on the screen."""

    COLOURS = 0
    """16 colours: EGA, MCGA, and the video of PCjr and Tandy."""
    CGA = 1
    """Pairs of two bits: a cell of the picture is four bits of the line, and the picture itself holds these."""
    HERCULES = 2
    """Dots: a cell of the picture is four dots wide and two lines high."""


class Adapter(NamedTuple):
    """An adapter with its monitor."""

    meaning: str
    driver: Driver = Driver.COLOURS
    monitor: int = 0
    """Value of v26."""
    colours: bytes = EGA_BYTES
    """Red, green, blue of what the driver puts on the screen in graphics mode."""
    machines: tuple[str, ...] = tuple(MACHINES)
    """The computers that have it."""
    computer: int = 0
    """Value of v20 where the adapter decides it."""
    needs: str = ""
    """The field of a profile that says whether an interpreter has the driver; "" where all have it."""
    sync_step: tuple[int, int] = (0, 0)
    """Pixels across and down by which the picture moves with each step of registers 2 and 7 of the display controller:
    a cell of characters, as large as in the mode of the game; none where drivers leave them alone."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of what its monitor shows in graphics mode."""
        if self.driver is Driver.HERCULES:
            return 720, 348
        return (640 if self.driver is Driver.CGA and not self.monitor else 320), 200

    def picture_place(self, picture_row: int) -> tuple[int, int, int, int]:
        """Return left and top of the picture, and width and height of its cells, in pixels of the monitor."""
        if self.driver is Driver.HERCULES:
            return 40, 12 if picture_row else 0, 4, 2
        return 0, 8 * picture_row, self.size[0] // 160, 1

    def text_place(self, x: int, y: int) -> tuple[int, int]:
        """Return row and column of the text at a pixel of the monitor."""
        if self.driver is Driver.HERCULES:
            return (y + 2) // 14, (x - 40) // 16
        return y // 8, x // (self.size[0] // 40)

    @property
    def palette(self) -> bytes:
        """The colours as 48 bytes, as the state holds a palette."""
        return self.colours.ljust(len(EGA_BYTES), b"\0")


def _hercules(name: str, tint: str) -> Adapter:
    return Adapter(
        f"Hercules with a monitor of {name}",
        Driver.HERCULES,
        2,
        BLACK_BYTES + bytes.fromhex(tint),
        needs="has_hercules",
    )


ADAPTERS: Mapping[str, Adapter] = MappingProxyType(
    {
        "ega": Adapter("EGA, 16 colours", monitor=3),
        "cga": Adapter(
            "CGA on an RGB monitor, four colours",
            *(Driver.CGA, 1, bytes.fromhex("0000AA 00AA00 AA0000 AA5500"), ("pc",)),
            sync_step=(8, 2),
        ),
        "cga-composite": Adapter(
            "CGA on a colour television",
            *(Driver.CGA, 0, bytes.fromhex("000000 555555 AAAAAA FFFFFF"), ("pc",)),
            sync_step=(16, 2),
        ),
        "hercules-green": _hercules("green", "33FF66"),
        "hercules-amber": _hercules("amber", "FFB000"),
        "hercules-white": _hercules("white", "F0F0F0"),
        "pcjr": Adapter("the PCjr's own video", machines=("pcjr",), sync_step=(4, 4)),
        "tandy": Adapter("the Tandy's own video", machines=("tandy",), sync_step=(4, 4)),
        "mcga": Adapter("MCGA of a PS/2 model 30", monitor=4, machines=("pc",), computer=8, needs="has_mcga"),
    }
)
"""Every adapter by the name that settings, recordings and options have for it."""
NAMES = tuple(ADAPTERS)
DEFAULT = "ega"
SHAKES = ((0, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))
"""What shake.screen adds to the registers 2 and 7 of the display controller, by `shake_offset` (reference: PIC-49)."""
OWN = "own"
"""Stands for what a computer has of its own."""
CHOICES = (OWN, *NAMES)
RGB, COMPOSITE = NAMES.index("cga"), NAMES.index("cga-composite")


def own_adapter(machine: str) -> str:
    """Return the adapter of a computer that was given none: PCjr and Tandy have their own."""
    return machine if machine in ADAPTERS else DEFAULT


def displays_of(machine: str, profile: VersionProfile) -> tuple[str, ...]:
    """Return the adapters that a computer can have and an interpreter has drivers for."""
    fitting = (name for name, each in ADAPTERS.items() if machine in each.machines)
    return tuple(name for name in fitting if not (needs := ADAPTERS[name].needs) or getattr(profile, needs))


# The rest is by colour of the game, 0 to 15.
_COMPOSITE_PAIRS = bytes.fromhex("00020103 04060805 0A07090B 0E0C0D0F")
CGA_PICTURE: Mapping[int, tuple[bytes, bytes]] = MappingProxyType(
    {
        RGB: (
            bytes.fromhex("00000500 0A0C0E04 03000405 0E08070F"),
            bytes.fromhex("00000401 0A030B03 040D0105 0E020D0F"),
        ),
        COMPOSITE: (_COMPOSITE_PAIRS, _COMPOSITE_PAIRS),
    }
)
"""Nibbles of pictures, by adapter: in even rows, in odd rows."""
CGA_CELS: Mapping[int, bytes] = MappingProxyType(
    {RGB: bytes.fromhex("00000C01 0A02090D 00030507 0E0E0F0F"), COMPOSITE: _COMPOSITE_PAIRS}
)
"""Nibbles of cels, in all rows."""
TELEVISION_BYTES = bytes.fromhex(
    "000000 005000 122193 007292 650354 545454 7725A8 6675A8 413200 308200 545454 42A453 A73515 958614 A857A8 A8A8A8"
)
"""What a television makes of four dots that repeat, by their nibble: a model of the colour carrier, read off the flat
areas of an emulator of the CGA, not measured on hardware."""
CGA_TEXT = bytes.fromhex("00010101 02020203 03010101 02020203")
"""What each dot of a glyph is, two bits."""
CGA_HOLE = 4
"""The nibble that a cel's transparent colour becomes on RGB, which no other does (reference: PIC-46)."""

HERCULES_DOTS = bytes.fromhex(
    "0000 0000 0000 0000"  # black
    "8080 0000 2020 0000"  # blue
    "8100 0220 0018 4004"  # green
    "a0a0 a0a0 a0a0 a0a0"  # cyan
    "2828 2828 2828 2828"  # red
    "8080 8080 8080 8080"  # magenta
    "1212 4848 1212 4848"  # brown
    "5a5a 5a5a 5a5a 5a5a"  # light grey
    "2020 8080 2020 8080"  # dark grey
    "df7f 7fdf df7f 7fdf"  # light blue
    "d5d5 7a7a d5d5 7a7a"  # light green
    "7eff fddf ffe7 bffb"  # light cyan
    "afaf afaf afaf afaf"  # light red
    "7b7b dede 7b7b dede"  # light magenta
    "7f7f ffff dfdf ffff"  # yellow
    "ffff ffff ffff ffff"  # white
)
"""Dots of a cell, by colour, row modulo 4 and column modulo 2: the upper line in the high nibble, left dot first
(reference: PIC-47)."""
