"""``agi-emu bench``: how fast this computer runs everything, and whether a change made it slower."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.exits import ExitCode
from agi_emu.cli.options import Output, output_options
from agi_emu.cli.progress import progress_bar

if TYPE_CHECKING:
    from agi_emu.measuring.results import Results

PASSES = 3
UNSAVED = "now"
WIDE = 0.1
"""Spread from which a ratio is printed with a warning."""


@click.command
@click.argument("words", metavar="[CASE]...", nargs=-1)
@click.option("--list", "only_list", is_flag=True, help="List the names of the cases and exit.")
@click.option("--save", metavar="NAME", help="Store the figures under this name.")
@click.option("--against", metavar="NAME", help="Compare with the figures stored under this name.")
@click.option(
    "--fail-over",
    type=click.FloatRange(0),
    metavar="PERCENT",
    help="With --against: exit with 1 if any case is more than PERCENT slower.",
)
@click.option(
    "--passes",
    type=click.IntRange(1),
    default=PASSES,
    show_default=True,
    metavar="N",
    help="Times each case runs.",
)
@click.option(
    "--history",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Draw all stored runs as a PNG chart.",
)
@output_options
def command(
    words: tuple[str, ...],
    only_list: bool,
    save: str | None,
    against: str | None,
    fail_over: float | None,
    passes: int,
    history: Path | None,
    output: Output,
) -> None:
    """Measure the cases whose name contains one of the words; without words, all of them.

    Times are given in units of a fixed piece of work that is timed alongside each case, so that a busy computer gives
    the same result as an idle one. `spread` shows how much the passes still vary.
    """
    from agi_emu.measuring import results, suite
    from agi_emu.measuring.history import draw

    if fail_over is not None and against is None:
        raise click.UsageError("--fail-over needs --against NAME, the stored run to compare with.")
    for name in (save, against):
        if name is not None and (Path(name).name != name or name.startswith(".")):
            raise click.UsageError(f"{name} is not a plain name; give one without folders or a leading dot.")
    if only_list:
        for name in suite.cases(words):
            output.result(name)
        return
    before = results.load(suite.FOLDER / f"{against}.json") if against else None
    with progress_bar("measuring", quiet=output.quiet or output.json) as progress:
        now = suite.measure(words, name=save or UNSAVED, passes=passes, progress=progress)
    if not now.figures:
        raise click.UsageError("No case with such a name can run here; --list shows all cases.")
    if save:
        output.note(f"kept: {now.save(suite.FOLDER)}")
    _show(now, before, output)
    if history is not None:
        draw(results.history(suite.FOLDER), history)
        output.note(f"drawn: {history}")
    slower = results.slower(before, now, fail_over) if before and fail_over is not None else []
    for case in slower:
        output.result(f"{case} is more than {fail_over:g} % slower than in {against}")
    if slower:
        click.get_current_context().exit(ExitCode.DIFFERENCE)


def _show(now: Results, before: Results | None, output: Output) -> None:
    """Print the table."""
    from agi_emu.measuring.history import seconds
    from agi_emu.measuring.results import ratio

    if output.json:
        output.record({case: asdict(figure) for case, figure in now.figures.items()})
        return
    width = max(map(len, now.figures))
    head = f"{'case':{width}}{'minimum':>11}{'median':>11}{'spread':>9}"
    output.result(head + (f"  times as fast as {before.name}" if before else ""))
    for case, figure in now.figures.items():
        line = f"{case:{width}}{seconds(figure.minimum):>11}{seconds(figure.median):>11}{figure.spread:>8.0%} "
        if before and case in before.figures:
            was = before.figures[case]
            line += f"  {ratio(was, figure):.2f}"
            if max(was.spread, figure.spread) > WIDE:
                line += f" (passes up to {max(was.spread, figure.spread):.0%} apart)"
        output.result(line.rstrip())
