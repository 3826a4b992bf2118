"""``agi-emu coverage``: show what recordings have reached of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.coverages import CoverageChoice, coverage_options, show_coverage
from agi_emu.cli.options import EXISTING, Output, game_argument, output_options, profile_option, timeout_option

if TYPE_CHECKING:
    from agi_emu.coverage.pace import PaceMeter
    from agi_emu.coverage.reached import Coverage
    from agi_emu.resources.game import Game


@click.command
@game_argument
@click.argument("files", nargs=-1, required=True, type=EXISTING, metavar="FILE...")
@coverage_options(
    "-o",
    "--output-file",
    words="Also write a page (.html), LCOV (.info) or a file to merge later (.agicov); repeat for several.",
)
@profile_option
@timeout_option
@output_options
def command(
    game: Path,
    files: tuple[Path, ...],
    coverage: CoverageChoice,
    profile: str | None,
    timeout: float | None,
    output: Output,
) -> None:
    """Play recordings of GAME and show what they reach, all together.

    Counts logics, instructions, branches (each condition both ways), messages, rooms, words that tests of said name,
    pictures, views and sounds, and names the rooms that were slower than they ask for on a PC of the time. FILE is a
    recording, or a file that -o FILE.agicov wrote earlier. A logic that has changed since is counted as not reached.
    """
    from agi_emu.coverage.pace import PaceMeter, slow_rooms
    from agi_emu.reporting.coverage_files import Shown
    from agi_emu.resources import open_game

    coverage.refuse()
    opened = open_game(game, profile)
    meter = PaceMeter()
    reached = _reached(opened, files, timeout, meter, output)
    slow = slow_rooms(meter.rooms)
    shown = Shown.of(opened, reached, coverage.sources, slow)
    code = show_coverage(shown, coverage, output)
    if not output.json:
        for room in slow:
            output.result(room)
    click.get_current_context().exit(code)


def _reached(game: Game, files: tuple[Path, ...], timeout: float | None, meter: PaceMeter, output: Output) -> Coverage:
    """Return what all files together reach."""
    from agi_emu.checking.time_limits import time_limit
    from agi_emu.coverage.measure import reached_by
    from agi_emu.coverage.reached import SUFFIX, Coverage
    from agi_emu.recording.recording import Recording

    coverage = Coverage()
    for path in files:
        if path.suffix.lower() == SUFFIX:
            coverage |= Coverage.load(path)
            continue
        with time_limit(timeout, str(path)):
            found, note = reached_by(game, Recording.load(path), meter)
        coverage |= found
        if note:
            output.note(f"{path}: {note}")
    return coverage
