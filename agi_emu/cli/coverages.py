"""Options of verbs that show what plays reach of a game, and what they print and write."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from agi_emu.cli.exits import ExitCode
from agi_emu.cli.options import Option, Output, option_set
from agi_emu.cli.outputs import COVERAGE, COVERAGE_PAGE, LCOV, FileKind, output_file, refuse_other

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agi_emu.checking.check import Check
    from agi_emu.recording.comparing.outcome import Outcome
    from agi_emu.reporting.coverage_files import Shown

KINDS: dict[str, FileKind] = {".agicov": COVERAGE, ".html": COVERAGE_PAGE, ".info": LCOV}


class CoverageChoice(NamedTuple):
    """What is written about what was reached, and how much it has to be."""

    targets: tuple[Path, ...] = ()
    fail_under: float | None = None

    @property
    def is_made(self) -> bool:
        """Whether anything is asked for."""
        return bool(self.targets) or self.fail_under is not None

    def refuse(self, sources: Path | None) -> None:
        """Refuse files that cannot be written, before any work."""
        for target in self.targets:
            refuse_other(target, KINDS[target.suffix.lower()])
            if target.suffix.lower() == ".info" and sources is None:
                raise click.UsageError(
                    f"{target}: LCOV is about source files; give the project folder with agi-emu coverage --sources."
                )


def _targets(_ctx: click.Context, _option: click.Parameter, paths: tuple[Path, ...]) -> tuple[Path, ...]:
    for path in paths:
        if path.suffix.lower() not in KINDS:
            raise click.BadParameter(f"{path} must end in one of {', '.join(KINDS)}.")
    return paths


def coverage_options(*names: str, words: str) -> Option:
    """Return a decorator that adds the option for files, with these names, and --fail-under, as `choice`."""
    return option_set(
        "coverage",
        CoverageChoice,
        click.option(
            *names,
            "targets",
            multiple=True,
            type=click.Path(dir_okay=False, path_type=Path),
            callback=_targets,
            metavar="FILE",
            help=words,
        ),
        click.option(
            "--fail-under",
            type=click.FloatRange(0, 100),
            metavar="PERCENT",
            help="End with 1 if fewer instructions were reached.",
        ),
    )


coverage_of_recordings = coverage_options(
    "--coverage", words="Write what the recordings reach: .html, .info (LCOV) or .agicov; repeat for several."
)
"""Adds --coverage and --fail-under; the verb gets them as `coverage: CoverageChoice`."""


def show_coverage(shown: Shown, choice: CoverageChoice, output: Output) -> ExitCode:
    """Print the table and write the files; return 1 if too little was reached."""
    for number in shown.measured.stale:
        output.note(f"logic {number} has changed since some of this was collected; that part does not count")
    _print(shown, output)
    for target in choice.targets:
        kind = target.suffix.lower()
        with output_file(target, KINDS[kind]) as draft:
            shown.write(draft, kind)
    if choice.fail_under is not None and shown.percent < choice.fail_under:
        output.note(f"fewer than {choice.fail_under:g} % of the instructions were reached")
        return ExitCode.DIFFERENCE
    return ExitCode.GOOD


def _print(shown: Shown, output: Output) -> None:
    measured = shown.measured
    if output.json:
        counts = {kind: {"reached": count.reached, "total": count.total} for kind, count in measured.counts.items()}
        output.record({"counts": counts, "missed": measured.missed, "stale": measured.stale})
        return
    for line in shown.table:
        output.result(line)
    if output.verbose:
        for logic in measured.logics:
            count = logic.count("instructions")
            branches = logic.count("branches")
            output.detail(
                f"logic {logic.number}: {count.reached} of {count.total} instructions, "
                f"{branches.reached} of {branches.total} branches"
            )


def show_coverage_of(outcomes: Iterable[Outcome], how: Check, choice: CoverageChoice, output: Output) -> ExitCode:
    """Show what the recordings of a check reach, all together; nothing if that was not asked for."""
    if not choice.is_made:
        return ExitCode.GOOD
    from agi_emu.checking.reaching import coverage_by_game
    from agi_emu.reporting.coverage_files import Shown

    found = coverage_by_game(outcomes)
    if len(found) != 1:
        what = f"these recordings are of {len(found)} games" if found else "no recording could be played"
        output.note(f"{what}: coverage is shown of one game")
        return ExitCode.WRONG_USE
    ((name, coverage),) = found.values()
    return show_coverage(Shown.of(how.file(Path(name)).game, coverage, how.sources), choice, output)
