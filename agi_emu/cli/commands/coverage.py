"""``agi-emu coverage``: show what recordings have reached of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.exits import ExitCode
from agi_emu.cli.options import Output, game_argument, output_options, profile_name, timeout_option
from agi_emu.cli.outputs import COVERAGE, COVERAGE_PAGE, LCOV, FileKind, output_file, refuse_other

if TYPE_CHECKING:
    from agi_emu.coverage.measure import Measured
    from agi_emu.coverage.reached import Coverage
    from agi_emu.coverage.source_lines import Source
    from agi_emu.resources.game import Game

KINDS: dict[str, FileKind] = {".agicov": COVERAGE, ".html": COVERAGE_PAGE, ".info": LCOV}


def _targets(_ctx: click.Context, _option: click.Parameter, paths: tuple[Path, ...]) -> tuple[Path, ...]:
    for path in paths:
        if path.suffix.lower() not in KINDS:
            raise click.BadParameter(f"{path} must end in one of {', '.join(KINDS)}.")
    return paths


@click.command
@game_argument
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="FILE...")
@click.option(
    "-o",
    "--output-file",
    "targets",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_targets,
    metavar="FILE",
    help="Also write a page (.html), LCOV (.info) or a file to merge later (.agicov); repeat for several.",
)
@click.option(
    "--sources",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="SRC",
    help="Project folder of the game: its sources are coloured, not the disassembly. LCOV needs it.",
)
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="End with 1 if fewer instructions were reached.",
)
@click.option("--profile", metavar="NAME", callback=profile_name, help="Interpreter version to emulate.")
@timeout_option
@output_options
def command(
    game: Path,
    files: tuple[Path, ...],
    targets: tuple[Path, ...],
    sources: Path | None,
    fail_under: float | None,
    profile: str | None,
    timeout: float | None,
    output: Output,
) -> None:
    """Play recordings of GAME and show what they reach, all together.

    Counts logics, instructions, branches (each condition both ways), messages, rooms, words that tests of said name,
    pictures, views and sounds. FILE is a recording, or a file that -o FILE.agicov wrote earlier. A logic that has
    changed since is counted as not reached.
    """
    from agi_emu.coverage.measure import measure
    from agi_emu.coverage.source_lines import sources_of
    from agi_emu.resources import open_game

    for target in targets:
        refuse_other(target, KINDS[target.suffix.lower()])
        if target.suffix.lower() == ".info" and sources is None:
            raise click.UsageError(f"{target}: LCOV is about source files; give the project folder with --sources.")
    opened = open_game(game, profile)
    coverage = _reached(opened, files, timeout, output)
    measured = measure(opened, coverage)
    for number in measured.stale:
        output.note(f"logic {number} has changed since some of this was collected; that part does not count")
    _print(measured, output)
    if targets:
        lines = sources_of(opened, measured, sources)
        for target in targets:
            _write(target, coverage, opened, measured, lines)
    if fail_under is not None and measured.counts["instructions"].percent < fail_under:
        output.note(f"fewer than {fail_under:g} % of the instructions were reached")
        click.get_current_context().exit(ExitCode.DIFFERENCE)


def _reached(game: Game, files: tuple[Path, ...], timeout: float | None, output: Output) -> Coverage:
    """Return what all files together reach."""
    from agi_emu.coverage.playing import reached_by
    from agi_emu.coverage.reached import SUFFIX, Coverage
    from agi_emu.recording.recording import Recording
    from agi_emu.time_limits import time_limit

    coverage = Coverage()
    for path in files:
        if path.suffix.lower() == SUFFIX:
            coverage |= Coverage.load(path)
            continue
        with time_limit(timeout, str(path)):
            found, note = reached_by(game, Recording.load(path))
        coverage |= found
        if note:
            output.note(f"{path}: {note}")
    return coverage


def _print(measured: Measured, output: Output) -> None:
    if output.json:
        counts = {kind: {"reached": count.reached, "total": count.total} for kind, count in measured.counts.items()}
        output.record({"counts": counts, "missed": measured.missed, "stale": measured.stale})
        return
    output.result(f"{'':12} {'reached':>8} {'of':>8} {'%':>6}")
    for kind, count in measured.counts.items():
        output.result(f"{kind:12} {count.reached:8} {count.total:8} {count.percent:6.1f}")
    if output.verbose:
        for logic in measured.logics:
            count = logic.count("instructions")
            branches = logic.count("branches")
            output.detail(
                f"logic {logic.number}: {count.reached} of {count.total} instructions, "
                f"{branches.reached} of {branches.total} branches"
            )


def _write(target: Path, coverage: Coverage, game: Game, measured: Measured, sources: list[Source]) -> None:
    """Write one of the files that were asked for."""
    suffix = target.suffix.lower()
    with output_file(target, KINDS[suffix]) as draft:
        if suffix == ".agicov":
            coverage.save(draft)
        elif suffix == ".info":
            from agi_emu.coverage.source_lines import lcov

            draft.write_text(lcov(sources), encoding="utf-8", newline="\n")
        else:
            from agi_emu.reporting.coverage_page import write_coverage_page

            write_coverage_page(draft, game, measured, sources)
