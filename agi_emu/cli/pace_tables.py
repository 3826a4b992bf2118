"""Shows how fast the rooms of a game were on the computers of the time, as a table and as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from agi_emu.cli.options import NEW_FILE, OptionSet, Output, option
from agi_emu.cli.outputs import PNG, output_file
from agi_emu.cli.terminal import clean_console
from agi_emu.facts.clock_prices import PACES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agi_emu.coverage.pace import RoomPace
    from agi_emu.resources.game import Game


class PaceChoice(OptionSet):
    """Whether the pace of rooms is shown, and where it is drawn."""

    speed: bool = option(is_flag=True, help="Show how fast each room was on the computers of the time.")
    picture: Path | None = option(
        "-o", type=NEW_FILE, metavar="FILE.png", help="With --speed: also draw a bar for each room and computer."
    )


pace_options = PaceChoice.add("pace")
RANDOM_CYCLES = 3000
"""Cycles of a play at random."""


def show_paces(game: Game, recordings: tuple[Path, ...], picture: Path | None, output: Output) -> None:
    """Print the pace of each room, as a table or as JSON, and draw it."""
    from agi_emu.coverage.pace import CLOCKED, paces_of
    from agi_emu.lab.monkey import recorded_play
    from agi_emu.machine.settings import Settings
    from agi_emu.recording.recording import Recording
    from agi_emu.reporting.pace_picture import pace_png

    settings = Settings(extensions=frozenset(map(str, game.extensions)))
    played = [Recording.load(path) for path in recordings] or [recorded_play(game, 1, RANDOM_CYCLES, settings)]
    rooms = paces_of(game, played)
    budgets = {budget.name: computer for computer, budget in CLOCKED.items()}
    if picture:
        with output_file(picture, PNG) as draft:
            draft.write_bytes(pace_png(rooms, {computer: PACES[name] for name, computer in budgets.items()}))
    if output.json:
        output.record({"rooms": {number: _record(room, budgets) for number, room in rooms.items()}})
        return
    names = [PACES[name].split()[0] for name in budgets]
    table = Table(
        "room", "cycles", "asks", *names, "kB/seeks (estimate)", "where its clocks go", box=None, header_style="bold"
    )
    for column in table.columns[: 4 + len(names)]:
        column.justify = "right"
    for number, room in rooms.items():
        reached = [f"{room.reached(computer):.1f}" for computer in budgets.values()]
        table.add_row(
            str(number),
            f"{room.cycles:,}",
            f"{room.wanted:.1f}" if room.wanted else "all",
            *reached,
            _disk(room),
            room.parts,
        )
    console = clean_console()
    console.print("Cycles per second, without disk, DOS and BIOS:", highlight=False)
    console.print(table)


def _disk(room: RoomPace) -> str:
    """Return what is read from disk for a visit."""
    visits = max(room.visits, 1)
    return f"{room.disk_bytes / visits / 1000:.1f}/{room.seeks / visits:.0f}" if room.seeks else ""


def _record(room: RoomPace, budgets: Mapping[str, str]) -> dict[str, Any]:
    """Return a room as plain values: cycles, cycles per second, clocks of a PC by part, an estimate of the disk."""
    reached = {name: round(room.reached(computer), 2) for name, computer in budgets.items()}
    return {
        "cycles": room.cycles,
        "wanted": round(room.wanted, 2),
        "reached": reached,
        "clocks": dict(room.clocks),
        "estimate": {"visits": room.visits, "seeks": room.seeks, "disk_bytes": room.disk_bytes},
    }
