"""Reads what the original's routines cost on computers of its time, in clocks (reference: TIME-34).

One table serves all interpreters: prices that were measured of 2.440, 2.917, 2.936 and 3.002.098 differ by less than
the errors of the whole.
"""

from __future__ import annotations

from functools import cache

from agi_emu.data import read_table
from agi_emu.facts.numbers import number_in

PACES = {
    "smooth": "smooth",
    "pc-4.77": "PC 4.77 MHz",
    "pcjr": "PCjr",
    "tandy1000": "Tandy 1000",
    "at-8": "AT 8 MHz",
}
"""The budgets for playing, by name, and what a menu calls them (`machine.settings.BUDGETS`)."""
COMPUTERS = ("pc", "pcjr", "tandy", "at")
"""The computers whose clocks are known, as columns of the table."""
DRIVERS = {"ega": "ega", "cga": "cga", "cga-composite": "cga", "tandy": "tandy", "pcjr": "tandy"}
"""The displays (`facts.adapters`) on which it is known what copying to the screen costs, and whose routines were
measured. That of the PCjr's own video is an estimate: the Tandy's routines with the waits of a PCjr."""
_AREA = ("shown", "shown_rows", "shown_cells")


@cache
def _table() -> dict[str, tuple[int, ...]]:
    """Read the table: what each count costs on each computer."""
    return {name: tuple(number_in(each) or 0 for each in prices) for name, *prices in read_table("clock_prices.tsv")}


def prices_of(computer: str, display: str = "ega") -> dict[str, int]:
    """Return the prices of a computer of `COMPUTERS` with a display of `DRIVERS`."""
    column = COMPUTERS.index(computer)
    prices = {name: row[column] for name, row in _table().items()}
    for name in _AREA:
        prices[name] = prices[f"{name} {DRIVERS[display]}"]
    return prices
