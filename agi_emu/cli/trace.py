"""``agi-emu trace``: a record of every cycle, and where it differs from one of the original."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from agi_emu.cli.exits import ExitCode
from agi_emu.cli.options import GAME, GameOptions, Output, game_options, output_options
from agi_emu.recording.comparison import Comparison, compare_traces
from agi_emu.recording.trace import Trace
from agi_emu.recording.trace_compare import FIELDS

EXISTING = click.Path(exists=True, path_type=Path)


@click.command
@click.argument("game", type=GAME, required=False)
@game_options
@output_options
@click.option("--diff", type=EXISTING, nargs=2, metavar="A B", help="Compare two trace files; no game is run.")
@click.option("--keep-going", is_flag=True, help="Go on behind a difference; show the first one of every field.")
def command(
    game: Path | None,
    options: GameOptions,
    output: Output,
    diff: tuple[Path, Path] | None,
    keep_going: bool,
) -> None:
    """Record every cycle of GAME in the format of the original's recordings, or compare with one.

    Exit code 0 when everything is equal, 1 when something differs.
    """
    if diff is not None:
        expected, found = (Trace(path) for path in diff)
        _finish(compare_traces(expected, found, keep_going=keep_going), output, keep_going=keep_going)
        return
    raise click.UsageError("give a GAME, or two traces with --diff")


def _finish(outcome: Comparison, output: Output, *, keep_going: bool) -> None:
    """Print the outcome and end with its exit code."""
    if output.json:
        output.record(
            {
                "equal": outcome.is_equal,
                "cycles": outcome.cycles,
                "equal_cycles": outcome.equal,
                "fields": {key: outcome.equal_cycles(key) for key in FIELDS},
                "first": {key: asdict(difference) for key, difference in outcome.first.items()},
                "end": asdict(outcome.end) if outcome.end else None,
                "masked": dict(outcome.masked),
            }
        )
    else:
        for line in outcome.lines(every_field=keep_going):
            output.result(line)
    if not outcome.is_equal:
        click.get_current_context().exit(ExitCode.DIFFERENCE)
