"""The settings of a machine as texts: the one table from which recordings, states and pages write and read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from agi_emu.facts.adapters import ADAPTERS, DEFAULT
from agi_emu.facts.codes import MACHINES
from agi_emu.facts.mercies import MERCIES, Mercy
from agi_emu.facts.numbers import parsed_number
from agi_emu.machine.settings import BUDGETS, MOST_UNITS, MOST_ZERO_DELAY_BEATS, SMOOTH, Budget, Settings

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
