"""``agi-emu farm``: thousands of jobs on worker processes here, or on a Dask cluster."""

from __future__ import annotations

from pathlib import Path

import click

from agi_emu.cli.farming import Farm, FarmOptions, farm_options, refuse_other_files
from agi_emu.cli.options import GAME, Output, output_options


@click.group
def command() -> None:
    """Do thousands of jobs on worker processes here, or on the computers of a Dask cluster.

    Results are kept: a farm that was ended, however that happened, continues where it was when you start it again. The
    same jobs give the same table, whatever the number of workers. Needs pip install 'agi-emu[farm]'.
    """


@command.command
@click.argument("recordings", metavar="REC...", nargs=-1, required=True)
@click.option("--game", type=GAME, metavar="GAME", help="Path to the game, if it has moved, or to a changed game.")
@farm_options
@output_options
@click.pass_context
def compare(
    ctx: click.Context, recordings: tuple[str, ...], game: Path | None, farm: FarmOptions, output: Output
) -> None:
    """Check recordings tick by tick, as agi-emu compare does.

    REC is a recording, a folder with recordings in it or below, or a pattern such as "tests/**/*.agirec".
    """
    refuse_other_files(farm)
    from dataclasses import replace

    from agi_emu.checking.check import Check
    from agi_emu.checking.selection import recordings_in
    from agi_emu.farm.comparing import compare_jobs
    from agi_emu.farm.games import Games
    from agi_emu.reporting.subject import RECORDINGS

    paths, how, games = recordings_in(recordings), Check(game), Games()
    run = Farm([str(path) for path in paths], replace(RECORDINGS, command="agi-emu farm compare"), farm, output)
    ctx.exit(run.run(compare_jobs(paths, how, games), games, how).code)
