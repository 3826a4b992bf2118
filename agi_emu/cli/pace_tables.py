"""Shows how fast the rooms of a game were on the computers of the time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from agi_emu.cli.options import Output
from agi_emu.cli.terminal import clean_console
from agi_emu.facts.clock_prices import PACES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agi_emu.coverage.pace import RoomPace
    from agi_emu.resources.game import Game

RANDOM_CYCLES = 3000
"""Cycles of a play at random."""
BAR = 10
"""Characters of a bar that stands for all cycles asked for."""
MOST_PARTS = 2
"""Parts of a cycle that are named."""


def show_paces(game: Game, recordings: tuple[Path, ...], output: Output) -> None:
    """Print the pace of each room, as a table with a bar for each, or as JSON."""
    from agi_emu.coverage.pace import CLOCKED, paces_of
    from agi_emu.lab.monkey import recorded_play
    from agi_emu.machine.settings import Settings
    from agi_emu.recording.recording import Recording

    settings = Settings(extensions=frozenset(map(str, game.extensions)))
    played = [Recording.load(path) for path in recordings] or [recorded_play(game, 1, RANDOM_CYCLES, settings)]
    rooms = paces_of(game, played)
    budgets = {budget.name: computer for computer, budget in CLOCKED.items()}
    if output.json:
        output.record({"rooms": {number: _record(room, budgets) for number, room in rooms.items()}})
        return
    names = [PACES[name].split()[0] for name in budgets]
    table = Table("room", "cycles", "asks", *names, "PC", "where its clocks go", box=None, header_style="bold")
    for column in table.columns[: 3 + len(names)]:
        column.justify = "right"
    for number, room in rooms.items():
        reached = [f"{room.reached(computer):.1f}" for computer in budgets.values()]
        table.add_row(
            str(number),
            f"{room.cycles:,}",
            f"{room.wanted:.1f}" if room.wanted else "all",
            *reached,
            _bar(room),
            _parts(room),
        )
    console = clean_console()
    console.print("Cycles per second, without disk, DOS and BIOS:", highlight=False)
    console.print(table)


def tell_slow_rooms(rooms: Mapping[int, RoomPace], output: Output) -> None:
    """Print each room that misses its pace on a PC."""
    for number, room in rooms.items():
        if room.misses("pc"):
            output.result(
                f"room {number} misses its pace on a {PACES['pc-4.77']}: {room.reached('pc'):.1f} of {room.wanted:.1f}"
                f" cycles per second ({_parts(room)})"
            )


def _bar(room: RoomPace) -> str:
    """Return how much of its pace a room reaches on a PC, as a bar."""
    return f"{'#' * round(BAR * min(room.reached('pc') / room.wanted, 1)):.<{BAR}}" if room.wanted else ""


def _parts(room: RoomPace) -> str:
    """Return where most clocks go."""
    total = sum(room.clocks.values())
    return ", ".join(f"{part} {clocks / total:.0%}" for part, clocks in room.clocks.most_common(MOST_PARTS) if clocks)


def _record(room: RoomPace, budgets: Mapping[str, str]) -> dict[str, Any]:
    """Return a room as plain values: cycles, cycles per second, clocks of a PC by part."""
    reached = {name: round(room.reached(computer), 2) for name, computer in budgets.items()}
    return {"cycles": room.cycles, "wanted": round(room.wanted, 2), "reached": reached, "clocks": dict(room.clocks)}
