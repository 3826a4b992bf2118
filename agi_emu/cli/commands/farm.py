"""``agi-emu farm``: thousands of jobs on worker processes here, or on a Dask cluster."""

from __future__ import annotations

from pathlib import Path

import click

from agi_emu.cli.commands.monkey import seeds_of
from agi_emu.cli.coverages import CoverageChoice, coverage_of, show_coverage_of
from agi_emu.cli.farming import Farm, FarmOptions, KeptRecordings, farm_options, refuse_other_files
from agi_emu.cli.guided_play import Guide, guide_options
from agi_emu.cli.options import FILE, GAME, GameOptions, Output, output_options
from tests.accuracy.accuracy_command import FOLDER as EXISTING_FOLDER
from tests.accuracy.accuracy_command import shared_folders, show_accuracy

FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group
def command() -> None:
    """Do thousands of jobs on worker processes here, or on the computers of a Dask cluster.

    Results are kept: a farm that was ended, however that happened, continues where it was when you start it again. The
    same jobs give the same table, whatever the number of workers. Needs pip install 'agi-emu[farm]'.
    """


@command.command
@click.argument("recordings", metavar="REC...", nargs=-1, required=True)
@click.option("--game", type=GAME, metavar="GAME", help="Path to the game, if it has moved, or to a changed game.")
@coverage_of("recordings")
@farm_options
@output_options
@click.pass_context
def compare(
    ctx: click.Context,
    recordings: tuple[str, ...],
    game: Path | None,
    coverage: CoverageChoice,
    farm: FarmOptions,
    output: Output,
) -> None:
    """Check recordings tick by tick, as agi-emu compare does.

    REC is a recording, a folder with recordings in it or below, or a pattern such as "tests/**/*.agirec".
    """
    refuse_other_files(farm)
    coverage.refuse()
    from dataclasses import replace

    from agi_emu.checking.check import Check
    from agi_emu.checking.selection import recordings_in
    from agi_emu.farm.comparing import compare_jobs
    from agi_emu.farm.games import Games
    from agi_emu.reporting.subject import RECORDINGS

    paths, games = recordings_in(recordings), Games()
    how = Check(game, sources=coverage.sources, coverage=coverage.is_made)
    run = Farm([str(path) for path in paths], replace(RECORDINGS, command="agi-emu farm compare"), farm, output)
    # Workers have no sources.
    summary = run.run(compare_jobs(paths, replace(how, sources=None), games), games, how=how)
    ctx.exit(max(summary.code, show_coverage_of(summary.outcomes, how.game_of, coverage, output)))


@command.command
@click.argument("games", metavar="GAME...", nargs=-1, required=True, type=GAME)
@click.option(
    "--cycles", type=click.IntRange(1), default=2000, show_default=True, metavar="N", help="Number of cycles per play."
)
@click.option(
    "--seeds", default="0:100", show_default=True, callback=seeds_of, metavar="A:B", help="Seeds to play, without B."
)
@guide_options
@click.option(
    "--record", type=FOLDER, metavar="DIR", help="With --guide: write a recording of each finding into this folder."
)
@coverage_of("plays")
@farm_options
@output_options
def monkey(
    games: tuple[Path, ...],
    cycles: int,
    seeds: range,
    guide: Guide,
    record: Path | None,
    coverage: CoverageChoice,
    farm: FarmOptions,
    output: Output,
) -> None:
    """Play games with random keys, once for each seed, as agi-emu monkey does.

    Ends with 1 if a play found an error of its game; with --guide, also endless loops and assertions that fail.
    """
    refuse_other_files(farm)
    if not guide.guide and (guide.assertions or record is not None):
        raise click.UsageError("--assert and --record belong to --guide.")
    if coverage.is_made and len(games) > 1:
        raise click.UsageError("--coverage and --fail-under are about one game.")
    coverage.refuse()
    from agi_emu.farm.games import Games
    from agi_emu.farm.playing import PLAYS, Plan, play_jobs, play_names
    from agi_emu.lab.exploring.assertions import parse_assertion
    from agi_emu.resources import open_game

    for text in guide.assertions:
        parse_assertion(text)
    opened = [open_game(game) for game in games]
    plan = Plan(cycles, guide.guide, guide.assertions, coverage.is_made)
    with_settings = [(game, GameOptions().settings(game)) for game in opened]
    packed = Games()
    run = Farm(play_names(opened, seeds), PLAYS, farm, output)
    keep = None if record is None else KeptRecordings(record, {game.digest: game for game in opened}, output)
    summary = run.run(play_jobs(with_settings, seeds, plan, packed), packed, keep=keep)
    shown = show_coverage_of(summary.outcomes, lambda _: opened[0], coverage, output)
    click.get_current_context().exit(max(summary.code, shown))


@command.command
@click.option(
    "--golden",
    "folders",
    type=EXISTING_FOLDER,
    multiple=True,
    metavar="DIR",
    help="Folder of recordings; repeat for several (default: those in AGI_EMU_SHARED).",
)
@click.option(
    "--games",
    type=EXISTING_FOLDER,
    metavar="DIR",
    help="Folder of the games, each a zip archive or folder named by its id (default: beside the recordings).",
)
@farm_options
@output_options
@click.pass_context
def accuracy(
    ctx: click.Context, folders: tuple[Path, ...], games: Path | None, farm: FarmOptions, output: Output
) -> None:
    """Compare with everything recorded from the original interpreter, as agi-emu accuracy does."""
    refuse_other_files(farm)
    from agi_emu.farm.games import Games
    from agi_emu.farm.scoring import PARTS, accuracy_of, part_jobs
    from tests.accuracy.ground_truth import GroundTruth
    from tests.accuracy.measure import kinds_of, parts_of

    truths = [GroundTruth(folder, games or folder.parent / "games") for folder in folders or shared_folders()]
    parts = list(parts_of(truths, kinds_of(truths)))
    packed = Games()
    summary = Farm([part.name for part in parts], PARTS, farm, output).run(part_jobs(parts, packed), packed)
    if not output.json:
        output.result("")
        show_accuracy(accuracy_of(summary.outcomes), output)
    ctx.exit(summary.code)


@command.command
@click.argument("game", type=GAME)
@click.argument("scripts", metavar="SCRIPT...", nargs=-1, required=True, type=FILE)
@click.option("-o", "folder", type=FOLDER, required=True, metavar="DIR", help="Folder for the recordings.")
@click.option(
    "--ticks",
    type=click.IntRange(1),
    default=1200,
    show_default=True,
    metavar="N",
    help="Ticks to play, 20 per second.",
)
@farm_options
@output_options
@click.pass_context
def record(
    ctx: click.Context,
    game: Path,
    scripts: tuple[Path, ...],
    folder: Path,
    ticks: int,
    farm: FarmOptions,
    output: Output,
) -> None:
    """Play input scripts in GAME and record them, each as DIR/SCRIPT.agirec.

    An existing recording is left as it is.
    """
    refuse_other_files(farm)
    from agi_emu.farm.games import Games
    from agi_emu.farm.recording_scripts import SCRIPTS, script_jobs
    from agi_emu.resources import open_game

    opened, packed = open_game(game), Games()
    jobs = script_jobs(scripts, opened, GameOptions().settings(opened), ticks, packed)
    run = Farm([str(script) for script in scripts], SCRIPTS, farm, output)
    ctx.exit(run.run(jobs, packed, keep=KeptRecordings(folder, {opened.digest: opened}, output)).code)
