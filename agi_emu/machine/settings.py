"""The settings of a machine: part of every recording and state, and fixed while it runs; and the same as texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from agi_emu.facts.adapters import ADAPTERS, DEFAULT, Adapter, Driver
from agi_emu.facts.clock_prices import COMPUTERS, DRIVERS
from agi_emu.facts.codes import FUEL_OF_WORK, MACHINES
from agi_emu.facts.mercies import FRIENDLY, MERCIES, Mercy
from agi_emu.facts.numbers import parsed_number

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


EARLIER_NAMES = {"pc": SMOOTH.name}
"""Budgets as states and recordings may still call them."""
MOST_SEED = 0xFFFF
MOST_BIOS_CLOCK = 0xFFFFFFFF


class SettingText(NamedTuple):
    """How one setting is written and read."""

    of: Callable[[Settings], str]
    parsed: Callable[[str], Any]
    """Returns the value of the field of `Settings`; ValueError says what is wrong with the text."""
    is_needed: bool = True
    """Whether a recording has its line always; if not, only where the text is not empty."""


def budget_text(budget: Budget) -> str:
    """Return the name of a budget or its units, and after it the beats of a cycle with v10 = 0 where they are its own.

    >>> budget_text(Budget("mine", 400)), budget_text(Budget("mine", 400, zero_delay_beats=2))
    ('400', '400 2')
    """
    text = budget.name if budget.units is None or budget.name in BUDGETS else str(budget.units)
    delay = budget.zero_delay_beats
    return text if parsed_budget(text).zero_delay_beats == delay else f"{text} {delay}"


def parsed_budget(text: str) -> Budget:
    """Return the budget of a text, as `budget_text` writes it; ValueError says what is wrong."""
    name, _, delay = text.removesuffix(" units").partition(" ")
    name = EARLIER_NAMES.get(name, name)
    if name not in BUDGETS and not name.isdecimal():
        raise ValueError(f"this program does not know the budget {name!r}; it knows {', '.join(BUDGETS)}")
    budget = BUDGETS.get(name) or Budget(f"{name} units", parsed_number(name, MOST_UNITS, "the budget"))
    if not delay:
        return budget
    return replace(budget, zero_delay_beats=parsed_number(delay, MOST_ZERO_DELAY_BEATS, "the beats of a cycle"))


def _machine(text: str) -> str:
    if text not in MACHINES:
        raise ValueError(f"{text!r} is not a machine; use one of {', '.join(MACHINES)}")
    return text


def _display(text: str) -> str:
    if text and text not in ADAPTERS:
        raise ValueError(f"{text!r} is not a display; use one of {', '.join(ADAPTERS)}")
    return text or DEFAULT


def _work(text: str) -> int:
    return parsed_number(text, MOST_UNITS, "the number of the work rules")


def check_work(values: Mapping[str, Any]) -> None:
    """Raise ValueError where the work rules are not those of the budget, as far as this program knows it."""
    budget, number = values.get("budget", SMOOTH), values["work"]
    if number != budget.work_rules:
        raise ValueError(f"work rules {number}: this program knows only {budget.work_rules} for {budget.name!r}")


def _mercies(text: str) -> frozenset[Mercy]:
    unknown = [name for name in text.split() if name not in MERCIES]
    if unknown:
        raise ValueError(f"unknown mercy {unknown[0]!r}: a newer version of agi-emu wrote it")
    return frozenset(MERCIES[name] for name in text.split())


SETTINGS: dict[str, SettingText] = {
    "machine": SettingText(lambda settings: settings.machine, _machine),
    "display": SettingText(
        lambda settings: "" if settings.display == DEFAULT else settings.display, _display, is_needed=False
    ),
    "seed": SettingText(lambda settings: str(settings.seed), lambda text: parsed_number(text, MOST_SEED, "the seed")),
    "budget": SettingText(lambda settings: budget_text(settings.budget), parsed_budget),
    "work": SettingText(lambda settings: str(settings.budget.work_rules), _work),
    "mercies": SettingText(lambda settings: " ".join(sorted(mercy.name for mercy in settings.mercies)), _mercies),
    "bios_clock": SettingText(
        lambda settings: str(settings.bios_clock),
        lambda text: parsed_number(text, MOST_BIOS_CLOCK, "the BIOS clock"),
    ),
    "extensions": SettingText(
        lambda settings: " ".join(sorted(settings.extensions)), lambda text: frozenset(text.split()), is_needed=False
    ),
    "translation": SettingText(lambda settings: settings.translation, str, is_needed=False),
}
"""By the name of the field of `Settings`, in the order in which recordings have them; `work` has no such field."""


def settings_as_texts(settings: Settings) -> dict[str, str]:
    """Return the settings as a state file and a page keep them: without those that are as in every file."""
    texts = {name: setting.of(settings) for name, setting in SETTINGS.items()}
    return {name: text for name, text in texts.items() if text or name not in ("display", "translation")}


def settings_of(values: Mapping[str, Any]) -> Settings:
    """Return the settings of parsed values, by the names of the fields; what is not there is as in `Settings`.

    ValueError for work rules that this program does not know.
    """
    check_work(values)
    return Settings(**{name: value for name, value in values.items() if name != "work"})
