"""The settings of a machine: part of every recording and state, and fixed while it runs."""

from __future__ import annotations

from dataclasses import dataclass

from agi_emu.facts.adapters import ADAPTERS, DEFAULT, Adapter, Driver
from agi_emu.facts.clock_prices import COMPUTERS, DRIVERS
from agi_emu.facts.codes import FUEL_OF_WORK, MACHINES
from agi_emu.facts.mercies import FRIENDLY, Mercy

MOST_UNITS = 10_000_000
PC_CLOCKS = 79_545
"""Clocks of 4.77 MHz between two beats."""
AT_CLOCKS = 133_333
"""Clocks of 8 MHz between two beats."""
MOST_ZERO_DELAY_BEATS = 254


@dataclass(frozen=True, slots=True)
class Budget:
    """The work that the processor does between two beats.

    One unit is one action, test or jump. `units` None is the convention of the golden recordings: the processor is
    infinitely fast, but the 61st poll that finds no event lets a beat pass.
    """

    name: str
    units: int | None
    zero_delay_beats: int = 1
    """Beats that a cycle takes at least while v10 is 0; 0 to `MOST_ZERO_DELAY_BEATS`."""
    computer: str = ""
    """The computer of the time whose clocks `units` are (`facts.clock_prices`); none where they are units."""

    def __post_init__(self) -> None:
        """Refuse what the machine's counters cannot hold, or what would let a beat last for minutes."""
        if self.units is not None and not 1 <= self.units <= MOST_UNITS:
            raise ValueError(f"a budget has 1 to {MOST_UNITS} units, not {self.units}")
        if self.computer and self.computer not in COMPUTERS:
            raise ValueError(f"the clocks of {self.computer!r} are not known")
        if not 0 <= self.zero_delay_beats <= MOST_ZERO_DELAY_BEATS:
            raise ValueError(f"a delay has 0 to {MOST_ZERO_DELAY_BEATS} beats, not {self.zero_delay_beats}")

    @property
    def work_rules(self) -> int:
        """The number of the rules of what ends a beat: work, polls and the fuel that it has burnt (`_core/fuel.pxd`).

        Files name it, so that a program with other rules refuses them.
        """
        return 3 if self.computer else 2

    @property
    def fuel(self) -> int:
        """Fuel that the work of a beat burns; a clock burns one unit."""
        return (1 if self.computer else FUEL_OF_WORK) * (self.units or RUNAWAY_UNITS)


FUEL_PER_MILLISECOND = 1_000_000
"""Units of fuel that a core computes in a millisecond, at least: the costs were measured so (docs/reliability.md)."""

LARGEST_COST = 40 * FUEL_PER_MILLISECOND
"""Fuel that the largest step burns which no beat divides: a picture, or the motion of all objects."""

MOST_FUEL = 250 * FUEL_PER_MILLISECOND
"""Fuel that a beat burns at most in any budget."""

MOST_FUEL_IN_SMOOTH = 50 * FUEL_PER_MILLISECOND
"""Fuel that a beat burns at most in the budget `smooth`."""

UNLIMITED = Budget("unlimited", None, zero_delay_beats=3)
SMOOTH = Budget("smooth", 3000)
"""The default for playing, fast enough that busy rooms keep 20 cycles per second: about seven ATs of 8 MHz. In games an
AT manages 162 to 953 units per beat, mostly 440, a PC of 4.77 MHz 41 to 270, mostly 112 (reference: TIME-34)."""

CELLS_PER_UNIT = 4
"""Picture cells drawn, saved or copied for one unit of work. An estimate by counting instructions: some ten for a
cell, some forty for an action and the fetch loop around it."""

BUDGETS = {
    budget.name: budget
    for budget in (
        UNLIMITED,
        SMOOTH,
        Budget("pc-4.77", PC_CLOCKS, 0, "pc"),
        Budget("pcjr", PC_CLOCKS, 0, "pcjr"),
        Budget("tandy1000", PC_CLOCKS, 0, "tandy"),
        Budget("at-8", AT_CLOCKS, 0, "at"),
    )
}
"""The budgets that have names; the last four are computers of the time (reference: TIME-34)."""

RUNAWAY_UNITS = 100_000
"""In the unlimited budget: work without any wait or poll after which a beat passes all the same, so that a logic that
loops on the clock ends. The recordings use 2,000,000 machine instructions, about this many units."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that is chosen before power-on."""

    machine: str = "pc"
    seed: int = 0
    """Random seed; 0 is replaced by the BIOS clock at the first use."""
    budget: Budget = SMOOTH
    mercies: frozenset[Mercy] = FRIENDLY
    bios_clock: int = 0x12345
    """The BIOS clock at power-on, in its ticks."""
    extensions: frozenset[str] = frozenset()
    """The extensions of fan interpreters that are acted on, by name (`agi_emu.resources.releases.Extension`)."""
    display: str = DEFAULT
    """The adapter with its monitor, by its name in `ADAPTERS`."""
    translation: str = ""
    """The translation that is laid over the game: language and digest; empty for none."""

    def __post_init__(self) -> None:
        """Refuse what no machine can be set to."""
        if self.machine not in MACHINES:
            raise ValueError(f"unknown machine {self.machine!r}; choose one of {', '.join(MACHINES)}")
        if self.display not in ADAPTERS:
            raise ValueError(f"unknown display {self.display!r}; choose one of {', '.join(ADAPTERS)}")
        if self.machine not in self.adapter.machines:
            fitting = ", ".join(name for name, each in ADAPTERS.items() if self.machine in each.machines)
            raise ValueError(f"a {self.machine} has no display {self.display!r}; choose one of {fitting}")
        if self.adapter.driver is not Driver.COLOURS and self.extensions:
            raise ValueError(
                f"{' and '.join(sorted(self.extensions))} needs 16 colours: choose the display ega, or no extensions"
            )
        if not isinstance(self.budget, Budget):
            raise TypeError(f"{self.budget!r} is not a budget; the named ones are in BUDGETS: {', '.join(BUDGETS)}")
        if self.budget.computer and self.display not in DRIVERS:
            raise ValueError(
                f"how long {self.display} took to show something is not known: choose the budget {SMOOTH.name}, or"
                f" one of the displays {', '.join(DRIVERS)}"
            )
        if not 0 <= self.seed <= 0xFFFF:
            raise ValueError(f"the seed must be 0 to 65535, not {self.seed}")

    @property
    def adapter(self) -> Adapter:
        """The adapter at power-on."""
        return ADAPTERS[self.display]

    @property
    def beat_fuel(self) -> int:
        """Fuel that each beat gets, besides that of its work and of the largest step."""
        most = MOST_FUEL_IN_SMOOTH if self.budget == SMOOTH else MOST_FUEL
        return most - LARGEST_COST - self.budget.fuel
