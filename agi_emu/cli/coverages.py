"""Options of verbs that show what plays reach of a game, and what they print and write."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.options import FOLDER, NEW_FILE, DeclaredOption, Option, OptionSet, Output, option
from agi_emu.cli.outputs import COVERAGE, COVERAGE_PAGE, LCOV, FileKind, output_file, refuse_other
from agi_emu.facts.errors import ExitCode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from agi_emu.recording.comparing.outcome import Outcome
    from agi_emu.reporting.coverage_files import Shown
    from agi_emu.resources.game import Game

KINDS: dict[str, FileKind] = {".agicov": COVERAGE, ".html": COVERAGE_PAGE, ".info": LCOV}


class CoverageChoice(OptionSet):
    """What is written about what was reached, and how much it has to be."""

    targets: tuple[Path, ...] = option(multiple=True)
    fail_under: float | None = option(
        type=click.FloatRange(0, 100), metavar="PERCENT", help="End with 1 if fewer instructions were reached."
    )
    sources: Path | None = option(
        type=FOLDER,
        metavar="SRC",
        help="Project folder of the game: its sources are coloured, not the disassembly. LCOV needs it.",
    )

    @property
    def is_made(self) -> bool:
        """Whether anything is asked for."""
        return bool(self.targets) or self.fail_under is not None

    def refuse(self) -> None:
        """Refuse files that cannot be written, before any work."""
        for target in self.targets:
            from agi_emu.reporting.coverage_files import why_not

            reason = why_not(target, self.sources, "--sources")
            if reason:
                raise click.UsageError(f"{reason}.")
            refuse_other(target, KINDS[target.suffix.lower()])


def coverage_options(*names: str, words: str, left_out: Iterable[str] = ()) -> Option:
    """Return a decorator that adds the option for files, with these names, --fail-under and --sources.

    The verb gets them as `coverage: CoverageChoice`. One that has --sources for other purposes, too, leaves it out.
    """
    files = DeclaredOption(*names, multiple=True, type=NEW_FILE, metavar="FILE", help=words)
    return CoverageChoice.add("coverage", *left_out, targets=files)


def coverage_of(plays: str, *left_out: str) -> Option:
    """Return a decorator that adds what `coverage_options` does, where the files are named by --coverage."""
    words = f"Write what the {plays} reach: .html, .info (LCOV) or .agicov; repeat for several."
    return coverage_options("--coverage", words=words, left_out=left_out)


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


def show_coverage_of(
    outcomes: Iterable[Outcome], game_of: Callable[[str], Game], choice: CoverageChoice, output: Output
) -> ExitCode:
    """Show what recordings or plays reach, all together; nothing if that was not asked for.

    `game_of` returns the game of one of them, by its name.
    """
    if not choice.is_made:
        return ExitCode.GOOD
    from agi_emu.checking.check import coverage_by_game
    from agi_emu.reporting.coverage_files import Shown

    found = coverage_by_game(outcomes)
    if len(found) != 1:
        what = f"{len(found)} games were played" if found else "nothing could be played"
        output.note(f"{what}: coverage is shown of one game")
        return ExitCode.WRONG_USE
    ((name, coverage),) = found.values()
    return show_coverage(Shown.of(game_of(name), coverage, choice.sources), choice, output)
