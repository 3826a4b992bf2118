"""``agi-emu compare``: check recordings tick by tick."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.coverages import CoverageChoice, coverage_of, show_coverage_of
from agi_emu.cli.exits import ExitCode
from agi_emu.cli.options import (
    FILE,
    GAME,
    Output,
    display_mode_option,
    option_set,
    output_options,
    profile_option,
    timeout_option,
)
from agi_emu.cli.outputs import JUNIT, REPORT, output_file, refuse_other
from agi_emu.cli.told_errors import strict_errors_option

if TYPE_CHECKING:
    from agi_emu.checking.batch import Job
    from agi_emu.checking.check import Check
    from agi_emu.checking.outcome_store import OutcomeStore
    from agi_emu.checking.summary import Summary
    from agi_emu.presentation.display_modes.modes import DisplayMode
    from agi_emu.recording.comparing.outcome import Outcome
    from agi_emu.recording.comparing.recording_file import RecordingOnDisk
    from agi_emu.web.runtime import Runtime

FOLDER = click.Path(file_okay=False, path_type=Path)
PROJECT = click.Path(exists=True, file_okay=False, path_type=Path)
WHAT = ("state", "frame", "sound")
"""The values of `agi_emu.recording.ticks.What`, repeated because --help must not import it."""
MOST_GROUPS = 20
"""Groups of equal differences that are printed after the summary; a report has all."""


def _shard(_ctx: click.Context, _option: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Return the share and the number of shares given by I/N."""
    if text is None:
        return None
    number, _, count = text.partition("/")
    if number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count):
        return int(number), int(count)
    raise click.BadParameter(f"{text!r} is not a share I/N with I from 1 to N, such as 3/8.")


@dataclass(frozen=True, slots=True)
class Choice:
    """Which recordings are checked, and how many at once."""

    filters: tuple[str, ...]
    shard: tuple[int, int] | None
    last_failed: bool
    resume: bool
    jobs: int | None


@dataclass(frozen=True, slots=True)
class Inputs:
    """What recordings are compared with, and in which respects."""

    game: Path | None
    profile: str | None
    against: Path | None
    reference: Path | None
    only: tuple[str, ...]
    work_tolerance: float | None


@dataclass(frozen=True, slots=True)
class Results:
    """What is investigated and shown."""

    keep_going: bool
    strict_errors: bool
    junit: Path | None
    report: Path | None
    single_file: bool
    live: bool
    runtime: Path | None
    bisect: bool
    sources: Path | None
    display_mode: DisplayMode


@dataclass(frozen=True, slots=True)
class Decision:
    """What is written into the recordings about their differences."""

    accept: bool
    pin: bool
    reason: str

    @property
    def is_made(self) -> bool:
        """Whether anything is written."""
        return self.accept or self.pin


_choice_options = option_set(
    "choice",
    Choice,
    click.option(
        "--filter",
        "filters",
        multiple=True,
        metavar="TEXT",
        help="Only recordings whose path holds this text or matches this pattern; repeat to narrow.",
    ),
    click.option("--shard", callback=_shard, metavar="I/N", help="Only the share I of N, for N computers: 1/8 to 8/8."),
    click.option("--last-failed", is_flag=True, help="Only recordings that differed or failed when last checked."),
    click.option(
        "--resume",
        is_flag=True,
        help="Take the results of earlier runs with the same recording, game, program and options.",
    ),
    click.option(
        "--jobs", type=click.IntRange(1), metavar="N", help="Number of processes (default: one for each core)."
    ),
)
_input_options = option_set(
    "inputs",
    Inputs,
    click.option("--game", type=GAME, metavar="GAME", help="Path to the game, if it has moved, or to a changed game."),
    profile_option,
    click.option("--against", type=FILE, metavar="REC", help="Compare with another recording; no game is run."),
    click.option(
        "--reference", type=GAME, metavar="GAME", help="The game as it was recorded, for --bisect and --report."
    ),
    click.option("--only", type=click.Choice(WHAT), multiple=True, help="Compare only this; repeat for several."),
    click.option(
        "--work-tolerance",
        type=click.FloatRange(0),
        metavar="PERCENT",
        help="How much slower a room may become in a recording that holds work (default: 20).",
    ),
)
_result_options = option_set(
    "results",
    Results,
    click.option("--keep-going", is_flag=True, help="Show every range of ticks that differs, not only the first tick."),
    strict_errors_option,
    click.option(
        "--junit",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Write the results as JUnit XML.",
    ),
    click.option("--report", type=FOLDER, metavar="DIR", help="Write an HTML report, DIR/index.html."),
    click.option("--single-file", is_flag=True, help="Write the report as one file, to send it to somebody."),
    click.option("--live", is_flag=True, help="Let the report play the expected and the actual game side by side."),
    click.option(
        "--runtime", type=FILE, metavar="WHEEL", help="Wheel of agi-emu-web for --live, if it is not installed."
    ),
    click.option("--bisect", is_flag=True, help="Find the changed resources that cause the difference."),
    click.option(
        "--sources",
        type=PROJECT,
        metavar="DIR",
        help="Source folder of the game, for --report, --bisect and --coverage.",
    ),
    display_mode_option,
)
_decision_options = option_set(
    "decision",
    Decision,
    click.option("--accept", is_flag=True, help="Accept what the game does now as the new expectation."),
    click.option("--pin", is_flag=True, help="Mark the differences as known; the expectation stays."),
    click.option("--reason", default="", metavar="TEXT", help="Reason for --accept or --pin; stored in the recording."),
)


@click.command
@click.argument("recordings", metavar="REC...", nargs=-1, required=True)
@_choice_options
@_input_options
@timeout_option
@_result_options
@_decision_options
@coverage_of("recordings", left_out=["sources"])
@output_options
def command(
    recordings: tuple[str, ...],
    choice: Choice,
    inputs: Inputs,
    timeout: float | None,
    results: Results,
    decision: Decision,
    coverage: CoverageChoice,
    output: Output,
) -> None:
    """Play recordings REC and compare every tick: state, picture and sound.

    REC is a recording, a folder with recordings in it or below, or a pattern such as "tests/**/*.agirec". Reports the
    first tick that differs, what differs, and which changed resource the game was using then. The exit code is that of
    the worst recording.
    """
    _refuse_contradictions(inputs, results, decision)
    _refuse_other_files(results)
    coverage = coverage._replace(sources=results.sources)
    coverage.refuse()
    from agi_emu.checking.batch import Job
    from agi_emu.checking.outcome_store import outcome_store, usual_store

    runtime = _runtime(results)
    how = replace(_check_of(inputs, results, timeout), coverage=coverage.is_made)
    decide = partial(_decide, decision=decision) if decision.is_made else None
    job = Job(how, usual_store() if choice.resume else None, decide)
    with outcome_store(usual_store()) as store:
        run = _Run(_chosen(recordings, choice, store), results, output, runtime)
        try:
            run.check(job, choice.jobs, store)
        finally:
            run.finish(how, choice.jobs)
    code = max(run.summary.code, show_coverage_of(run.outcomes, how.game_of, coverage, output))
    if results.strict_errors and any(each.errors for each in run.outcomes):
        code = max(code, ExitCode.DIFFERENCE)
    click.get_current_context().exit(code)


def _refuse_contradictions(inputs: Inputs, results: Results, decision: Decision) -> None:
    """Refuse options that contradict each other."""
    if decision.accept and decision.pin:
        raise click.UsageError("--accept and --pin cannot be combined.")
    if decision.is_made and not decision.reason.strip():
        raise click.UsageError("--accept and --pin need --reason TEXT.")
    if decision.is_made and inputs.against is not None:
        raise click.UsageError("--accept and --pin need a game to run, not --against.")
    if results.bisect and inputs.against is not None:
        raise click.UsageError("--bisect needs a game to run, not --against.")
    if results.report is None and (results.single_file or results.live):
        raise click.UsageError(f"{'--single-file' if results.single_file else '--live'} needs --report.")
    if results.runtime is not None and not results.live:
        raise click.UsageError("--runtime needs --live.")


def _refuse_other_files(results: Results) -> None:
    """Refuse to overwrite files of another kind now, rather than after hours of work."""
    if results.junit is not None:
        refuse_other(results.junit, JUNIT)
    if results.report is not None and results.report.is_dir():
        from agi_emu.reporting.page import FILE_NAME

        refuse_other(results.report / FILE_NAME, REPORT)


def _runtime(results: Results) -> Runtime | None:
    """Return what plays games in the report, if it does; a missing one is an error now, not after hours of work."""
    if not results.live:
        return None
    from agi_emu.web.runtime import find_runtime

    return find_runtime(results.runtime)


def _check_of(inputs: Inputs, results: Results, timeout: float | None) -> Check:
    from agi_emu.checking.check import Check
    from agi_emu.recording.comparing.work import USUAL_TOLERANCE
    from agi_emu.recording.ticks import What

    return Check(
        inputs.game,
        inputs.profile,
        inputs.against,
        inputs.reference,
        tuple(What(each) for each in inputs.only or WHAT),
        results.bisect,
        results.sources,
        USUAL_TOLERANCE if inputs.work_tolerance is None else inputs.work_tolerance,
        timeout,
    )


def _chosen(recordings: Sequence[str], choice: Choice, store: OutcomeStore | None) -> list[Path]:
    """Return the recordings to check; a wrong path or an empty choice is wrong usage."""
    from agi_emu.checking import selection

    paths = selection.filtered(selection.recordings_in(recordings), choice.filters)
    if not paths:
        raise click.UsageError(f"--filter: no recording matches {' and '.join(choice.filters)}.")
    if choice.last_failed:
        paths = store.failed(paths) if store else paths
    return selection.shard(paths, *choice.shard) if choice.shard else paths


class _Run:
    """The recordings of one call: what is printed as they are checked, and what is written at the end."""

    def __init__(self, paths: Sequence[Path], results: Results, output: Output, runtime: Runtime | None) -> None:
        self._paths = paths
        self._runtime = runtime
        self._results = results
        self._output = output
        self._began = time.monotonic()
        self.outcomes: list[Outcome] = []

    @property
    def summary(self) -> Summary:
        """The outcomes so far, and what was not checked."""
        from agi_emu.checking.summary import Summary

        return Summary(tuple(self.outcomes), tuple(map(str, self._paths[len(self.outcomes) :])))

    def check(self, job: Job, jobs: int | None, store: OutcomeStore | None) -> None:
        """Check all recordings and print each."""
        from agi_emu.checking.batch import check_all, usual_jobs
        from agi_emu.cli.progress import progress_bar

        total = len(self._paths)
        with ExitStack() as stack:
            show = stack.enter_context(progress_bar("comparing", quiet=self._output.quiet or total == 1))
            for checked in check_all(job, self._paths, jobs or usual_jobs(self._paths)):
                self.outcomes.append(checked.outcome)
                if store is not None:
                    store.put(checked.path, checked.outcome, checked.digest if not checked.is_kept else "")
                self._print(checked.outcome)
                if show is not None:
                    show(f"{len(self.outcomes)}/{total}", len(self.outcomes), total)

    def _print(self, outcome: Outcome) -> None:
        """Print an outcome, in words or as JSON."""
        if self._output.json:
            from agi_emu.checking.reaching import plain_record

            self._output.record(plain_record(outcome))
        elif outcome.failure:
            click.echo(f"agi-emu: {outcome.lines()[0]}", err=True)
        else:
            for line in outcome.lines(all_spans=self._results.keep_going):
                self._output.result(line)

    def finish(self, how: Check, jobs: int | None) -> None:
        """Print the summary and write the JUnit file and the report, also after a signal."""
        summary = self.summary
        if self._results.junit is not None:
            with output_file(self._results.junit, JUNIT) as draft:
                draft.write_text(summary.junit(), encoding="utf-8", newline="\n")
        if self._results.report is not None:
            self._write_report(summary, how, jobs)
        if len(self._paths) != 1 and not self._output.json:
            self._output.result(summary.text(time.monotonic() - self._began))
            for group in summary.groups[:MOST_GROUPS]:
                self._output.result(f"  {group}")

    def _write_report(self, summary: Summary, how: Check, jobs: int | None) -> None:
        from agi_emu.checking.batch import usual_jobs
        from agi_emu.checking.report import Look, write_report

        results = self._results
        assert results.report is not None
        # After a signal there is no time for pictures.
        has_pictures = not summary.not_run
        look = Look(results.display_mode, results.single_file, jobs or usual_jobs(self._paths), has_pictures)
        page = write_report(summary, results.report, how, look, self._runtime if has_pictures else None)
        self._output.note(f"the report is {page}")


def _decide(file: RecordingOnDisk, found: Outcome, *, decision: Decision) -> str:
    """Write the user's decision about the differences into the recording; return what was done."""
    from agi_emu.facts.errors import RecordingError
    from agi_emu.recording.comparing.updating import accepted, pinned, updated
    from agi_emu.recording.game_lookup import keep_as_before

    path, recording, masks = file.path, file.recording, file.masks
    if found.equal and not found.changed and recording.head.masked == masks.areas:
        return "there is no difference; nothing was changed"
    date = datetime.now(UTC).date().isoformat()
    if decision.accept:
        now = accepted(recording, found, reason=decision.reason, date=date)
        if now.head.masked != masks.areas:
            now, _ = updated(file.game, now, masks)
        now.save(path)
        keep_as_before(file.game, recording, path)
        return "accepted"
    if found.equal:
        return ""
    if found.first is None:
        raise RecordingError(f"{path}: rooms that became slower cannot be pinned; use --accept or --work-tolerance")
    pinned(recording, found, reason=decision.reason, date=date, masks=file.expected_masks).save(path)
    return "pinned"
