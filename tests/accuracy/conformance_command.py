"""The command `make conformance`: the suite of small games, each about a few claims, compared with the original."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli import WithToldErrors
from agi_emu.cli.options import Output, output_options
from agi_emu.cli.terminal import progress_bar
from agi_emu.facts.errors import ExitCode

if TYPE_CHECKING:
    from tests.accuracy.conformance import Conformance

COLUMN = 14
MOST_SUSPECTS = 5


@click.command(cls=WithToldErrors)
@click.option(
    "--only",
    multiple=True,
    metavar="CLAIM",
    help="Run only the probes of a claim (OBJ-12) or subject (OBJ), or a probe by name; repeat for several.",
)
@click.option(
    "--suite",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of the suite (default: tests/conformance of the source tree).",
)
@output_options
def command(only: tuple[str, ...], folder: Path | None, output: Output) -> None:
    """Run the conformance suite and print how much of it equals the original.

    The suite consists of small games of this project, each made for one question, with recordings of Sierra's own
    interpreters. Prints a row per subject of claims (docs/reference) and a column per interpreter, how much was
    compared in all, then the claims that the differences point to, the likeliest first, and what differs, with the
    claims at stake. Exit code: 0 if all is equal or known to differ, 1 if anything else differs, 3 if nothing else
    differs but something could not be compared.
    """
    from agi_emu.cli.jobs import JobOptions
    from tests.accuracy.conformance import open_suite, run_suite
    from tests.accuracy.scoring import measure_parts

    suite = open_suite(folder or _source_suite())
    if only:
        try:
            suite = suite.only(only)
        except KeyError as error:
            raise click.BadParameter(
                f"the suite has no claim, subject or probe {error.args[0]!r}.", param_hint="--only"
            ) from error
    with progress_bar("comparing", quiet=output.quiet or output.json) as progress:
        conformance = run_suite(suite, lambda parts: measure_parts(parts, JobOptions(), progress))
    if output.json:
        output.record(conformance.as_data())
    else:
        _show(conformance, output)
    accuracy = conformance.accuracy
    if accuracy.has_differences or accuracy.uncompared:
        code = ExitCode.DIFFERENCE if accuracy.has_differences else ExitCode.UNREADABLE
        click.get_current_context().exit(code)


def _source_suite() -> Path:
    """Return the suite of the source tree; wrong use where there is none."""
    from tests.accuracy.conformance import source_suite

    folder = source_suite()
    if folder is None:
        raise click.UsageError(
            "The suite is not installed with the program: it is the folder tests/conformance of the project's source "
            "tree. Get that, and give --suite DIR."
        )
    return folder


def _show(conformance: Conformance, output: Output) -> None:
    """Print the table by subject, the totals, then what differs."""
    versions = conformance.interpreters
    _row(output, "subject", versions)
    for subject, row in conformance.by_subject().items():
        _row(output, subject, [_share(*row[name]) if name in row else "" for name in versions])
    totals = {total.interpreter: total for total in conformance.accuracy.interpreter_totals()}
    _row(output, "probes", [_share(totals[name].equal_runs, totals[name].runs) for name in versions])
    _row(output, "cycles", [_share(totals[name].equal, totals[name].recorded) for name in versions])
    output.result(conformance.summary())
    suspects = conformance.suspects()
    if suspects:
        shown = [f"{each.claim} ({each.different} of {each.of} probes differ)" for each in suspects[:MOST_SUSPECTS]]
        output.result("")
        output.result(f"Claims to read first (docs/reference): {', '.join(shown)}")
    for difference in conformance.differences():
        claims = ", ".join(difference.probe.claims) or "no claim"
        output.result("")
        output.result(f"{difference.probe.name} on {difference.interpreter} ({claims}): {difference.probe.question}")
        output.result(f"  {difference.first}")
        if difference.reason:
            output.result(f"  known: {difference.reason}")
    for probe, interpreter in conformance.equal_again():
        output.result(f"{probe} on {interpreter} is equal; take it out of the table of known differences")
    for part in conformance.accuracy.uncompared:
        output.result(f"not compared: {part.name}: {part.why}")


def _row(output: Output, name: str, cells: list[str]) -> None:
    output.result(f"{name:9}" + "".join(f"{cell:>{COLUMN + 2}}" for cell in cells))


def _share(equal: int, of: int) -> str:
    return f"{equal:,} of {of:,}"
