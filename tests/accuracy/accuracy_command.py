"""The command `make accuracy`: everything that was recorded from the original, compared and counted."""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli import WithToldErrors
from agi_emu.cli.jobs import JobOptions
from agi_emu.cli.options import Output, output_options
from agi_emu.cli.outputs import FileKind, output_file
from agi_emu.cli.terminal import progress_bar
from agi_emu.facts.errors import ExitCode

if TYPE_CHECKING:
    from tests.accuracy.scores import Accuracy

ACCURACY_PAGE = FileKind("page of make accuracy", lambda data: data.startswith(b"# Accuracy"))
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
SHARED_VARIABLE = "AGI_EMU_SHARED"
SHARED_FOLDERS = ("golden", "golden-versions", "golden-play", "golden-new", "probes", "probes-new")
"""Folders of recordings that are compared by default, if they exist."""
SHOWN = 40
"""Number of difference lines shown; the written page has all of them."""
MOST_NAMES_SHOWN = 6


@click.command(cls=WithToldErrors)
@click.option(
    "--golden",
    "folders",
    type=FOLDER,
    multiple=True,
    metavar="DIR",
    help="Folder of recordings; repeat for several (default: those in AGI_EMU_SHARED).",
)
@click.option(
    "--games",
    type=FOLDER,
    metavar="DIR",
    help="Folder of the games, each a zip archive or folder named by its id (default: in or beside the recordings).",
)
@click.option(
    "--only", multiple=True, metavar="KIND", help="Compare only this table or kind of recordings; repeat for several."
)
@JobOptions.add("where", "junit", "report")
@click.option(
    "--write",
    "target",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write a Markdown page with all figures and differences.",
)
@output_options
def command(
    folders: tuple[Path, ...],
    games: Path | None,
    only: tuple[str, ...],
    where: JobOptions,
    target: Path | None,
    output: Output,
) -> None:
    """Compare with everything recorded from the original interpreter and print the figures.

    You can name any folders with the layout of the recordings (docs/trace-format.md). Prints a row per interpreter and
    kind, then what differs, then what is known to differ, with the reason, then what could not be compared because a
    game or recording is missing. Exit code: 0 if all is equal or known to differ, 1 if anything else differs, 3 if
    nothing else differs but something could not be compared.
    """
    from tests.accuracy import adapters
    from tests.accuracy.clocks import has_clocks, report, summaries
    from tests.accuracy.conformance import note_known
    from tests.accuracy.ground_truth import GroundTruth, games_beside
    from tests.accuracy.measure import kinds_of
    from tests.accuracy.report import as_data, markdown
    from tests.accuracy.scoring import measure

    where.refuse()
    truths = [GroundTruth(folder, games or games_beside(folder)) for folder in folders or shared_folders()]
    there = kinds_of(truths)
    for kind in only:
        if kind not in there:
            folder_names = " and ".join(str(truth.folder) for truth in truths)
            raise click.BadParameter(
                f"there is no {kind!r} in {folder_names}, only {', '.join(there)}.", param_hint="--only"
            )
    kinds = [kind for kind in there if kind in only] if only else there
    with output_file(target, ACCURACY_PAGE) if target else nullcontext() as page:
        with progress_bar("comparing", quiet=output.quiet or output.json) as progress:
            accuracy = measure(truths, kinds, where, progress)
        note_known(accuracy)
        if page is not None:
            page.write_text(markdown(accuracy), encoding="utf-8", newline="\n")
    on_adapters = [] if folders or only else adapters.compare_all()
    if output.json:
        output.record(as_data(accuracy))
    else:
        show_accuracy(accuracy, output)
        for line in adapters.report(on_adapters):
            output.result(line)
        if not folders and not only and has_clocks():
            for line in report(summaries()):
                output.result(line)
    if target is not None:
        output.note(f"written: {target}")
    if accuracy.has_differences or any(score.differing for score in on_adapters):
        click.get_current_context().exit(ExitCode.DIFFERENCE)
    if accuracy.uncompared:
        click.get_current_context().exit(ExitCode.UNREADABLE)


def shared_folders() -> list[Path]:
    """Return the folders of the shared recordings; without any, raise a usage error."""
    place = Path(os.environ.get(SHARED_VARIABLE, "../shared"))
    found = [place / name for name in SHARED_FOLDERS if (place / name).is_dir()]
    if not found:
        raise click.UsageError(f"{place} has no recordings; give --golden DIR, or set {SHARED_VARIABLE}.")
    return found


def show_accuracy(accuracy: Accuracy, output: Output) -> None:
    """Print the totals, then what differs."""
    for score in accuracy.table_totals():
        missing = f", {score.unclaimed} rows without ground truth" if score.unclaimed else ""
        words = f"{score.equal:>8,} of {score.checked:>8,} values equal{missing}"
        output.result(f"{score.interpreter:11}{score.table:10}{words}")
    totals = accuracy.run_totals()
    for total in [*totals, *accuracy.sums()] if len(totals) > 1 else totals:
        output.result(
            f"{total.interpreter:11}{total.kind:10}{total.equal:>8,} of {total.recorded:>8,} cycles equal,"
            f" {total.equal_runs} of {total.runs} runs to the end"
            + (f", {total.equal_savegames} of {total.savegames} savegames" if total.savegames else "")
        )
        counts = {key: total.recorded - equal for key, equal in total.fields.items()}
        behind = ", ".join(f"{key} {count:,}" for key, count in counts.items() if count)
        if behind:
            output.result(f"{'':21}cycles that differ, by field: {behind}")
    masked = accuracy.grand_total().masked
    if masked:
        output.result(f"left out: {', '.join(f'{name} {count:,}' for name, count in sorted(masked.items()))}")
    lines = accuracy.differences()
    shown = lines if output.verbose else lines[:SHOWN]
    if shown:
        output.result("")
    for line in shown:
        output.result(line)
    if len(lines) > len(shown):
        output.result(f"and {len(lines) - len(shown)} more (-v shows them)")
    known = accuracy.known_differences()
    if known:
        output.result("")
    for line, reason in known.items():
        output.result(line)
        output.result(f"  known: {reason}")
    if accuracy.uncompared:
        output.result("")
    for why, names in accuracy.reasons().items():
        shown = names if output.verbose else names[:MOST_NAMES_SHOWN]
        more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
        output.result(f"not compared: {', '.join(shown)}{more}: {why}")
