"""``agi-emu bench``: how fast this computer runs everything, and whether a change made it slower."""

from __future__ import annotations

import statistics
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.exits import ExitCode
from agi_emu.cli.options import Output, output_options
from agi_emu.cli.progress import progress_bar
from agi_emu.facts.errors import HostError

if TYPE_CHECKING:
    from agi_emu.measuring.results import Ratio, Results

PASSES = 3
UNSAVED = "now"
WIDE = 0.1
"""Spread from which a ratio is printed with a warning."""
SHORT = 12
"""Digits of a commit that are shown."""


@click.command
@click.argument("words", metavar="[CASE|GAME]...", nargs=-1)
@click.option("--list", "only_list", is_flag=True, help="List the names of the cases and exit.")
@click.option("--save", metavar="NAME", help="Store the figures under this name.")
@click.option(
    "--against",
    metavar="NAME|COMMIT",
    help="Compare with the figures stored under this name, or with a commit, which is built and measured by turns.",
)
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

    A word that is the path of a game measures that game. Times are given in units of a fixed piece of work that is
    timed alongside each case, so that a busy computer gives the same result as an idle one. `spread` shows how much the
    passes still vary. The exit code is 1 if a case takes longer than the documents promise.
    """
    from agi_emu.measuring import results, suite, trees
    from agi_emu.measuring.history import draw

    if fail_over is not None and against is None:
        raise click.UsageError("--fail-over needs --against, the run to compare with.")
    for name in (save, against):
        if name is not None and (Path(name).name != name or name.startswith(".")):
            raise click.UsageError(f"{name} is not a plain name; give one without folders or a leading dot.")
    games = [Path(word).absolute() for word in words if Path(word).exists()]
    words = tuple(word for word in words if not Path(word).exists())
    if only_list:
        for name in suite.cases(words):
            output.result(name)
        return
    before, places = _before(against, output)
    places |= {save or UNSAVED: trees.ROOT}
    with progress_bar("measuring", quiet=output.quiet or output.json) as progress:
        *others, now = suite.measure(words, trees=places, games=games, passes=passes, progress=progress)
    if not now.figures:
        raise click.UsageError("No case of such a name can run here, and no game is there; --list shows all cases.")
    before = others[0] if others else before
    if save:
        output.note(f"kept: {now.save(suite.FOLDER)}")
    _show(now, before, output)
    if history is not None:
        draw(results.history(suite.FOLDER), history)
        output.note(f"drawn: {history}")
    slower = results.slower(before, now, fail_over) if before and fail_over is not None else []
    for case in slower:
        output.result(f"{case} is more than {fail_over:g} % slower than in {against}")
    over = [case for case, figure in now.figures.items() if figure.is_over_limit]
    for case in over:
        output.result(f"{case} takes longer than docs/performance.md promises: {now.figures[case].limit:g} s")
    if slower or over:
        click.get_current_context().exit(ExitCode.DIFFERENCE)


def _before(against: str | None, output: Output) -> tuple[Results | None, dict[str, Path]]:
    """Return the stored run to compare with, or else the tree to measure by turns with this one."""
    from agi_emu.measuring import results, suite, trees

    if against is None:
        return None, {}
    stored = suite.FOLDER / f"{against}.json"
    if stored.is_file():
        return results.load(stored), {}
    commit = trees.commit_of(against)
    if commit is None:
        raise HostError(f"{against} is neither a stored run (agi-emu bench --save NAME makes one) nor a commit")
    output.note(f"building commit {commit[:SHORT]}")
    return None, {commit[:SHORT]: trees.build(commit)}


def _show(now: Results, before: Results | None, output: Output) -> None:
    """Print the table and, of a comparison, what it comes to."""
    from agi_emu.measuring.history import seconds
    from agi_emu.measuring.results import ratios

    if output.json:
        output.record({case: asdict(figure) for case, figure in now.figures.items()})
        return
    width = max(map(len, now.figures))
    head = f"{'case':{width}}{'minimum':>11}{'median':>11}{'spread':>9}"
    output.result(head + (f"  times as fast as {before.name}, by minimum and median" if before else ""))
    compared = ratios(before, now) if before else {}
    for case, figure in now.figures.items():
        line = f"{case:{width}}{seconds(figure.minimum):>11}{seconds(figure.median):>11}{figure.spread:>8.0%} "
        if before and case in compared:
            line += f"  {compared[case].minimum:.2f}  {compared[case].median:.2f}"
            spread = max(before.figures[case].spread, figure.spread)
            if spread > WIDE:
                line += f" (passes up to {spread:.0%} apart)"
        output.result(line.rstrip())
    if compared:
        output.result(_summary(compared))


def _summary(compared: dict[str, Ratio]) -> str:
    """Say in a line what all cases come to, by their minima."""
    by_minimum = sorted((ratio.minimum, case) for case, ratio in compared.items())
    (slowest, slowest_case), (fastest, fastest_case) = by_minimum[0], by_minimum[-1]
    middle = statistics.median(ratio for ratio, _ in by_minimum)
    return (
        f"{len(compared)} cases by their minima: {middle:.2f} in the middle, "
        f"least {slowest:.2f} ({slowest_case}), most {fastest:.2f} ({fastest_case})"
    )
