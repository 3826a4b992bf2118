"""``agi-emu compare``: check recordings tick by tick."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.coverages import CoverageChoice, coverage_of, show_coverage_of
from agi_emu.cli.jobs import JobOptions, JobRun, job_options, print_outcome
from agi_emu.cli.options import (
    FILE,
    FOLDER,
    GAME,
    OptionSet,
    Output,
    look_option,
    option,
    output_options,
    profile_option,
    refuse,
)
from agi_emu.cli.told_errors import strict_errors_option
from agi_emu.facts.errors import ExitCode, RecordingError
from agi_emu.facts.numbers import number_in

if TYPE_CHECKING:
    from agi_emu.checking.check import Check
    from agi_emu.checking.summary import Summary
    from agi_emu.presentation.looks import ScreenLook
    from agi_emu.recording.comparing.outcome import Outcome
    from agi_emu.recording.comparing.recording_file import RecordingOnDisk
    from agi_emu.web.runtime import Runtime

WHAT = ("state", "frame", "sound")
"""The values of `agi_emu.recording.ticks.What`, repeated because --help must not import it."""
BYTES_PER_PROCESS = 256 << 10
"""Recordings of this size take about as long as starting a process does."""


def _shard(_ctx: click.Context, _option: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Return the share and the number of shares given by I/N."""
    if text is None:
        return None
    number, _, count = text.partition("/")
    shares = number_in(count) or 0
    share = number_in(number, shares, 1)
    if share is not None:
        return share, shares
    raise click.BadParameter(f"{text!r} is not a share I/N with I from 1 to N, such as 3/8.")


class RecordingChoice(OptionSet):
    """Which recordings are checked."""

    filters: tuple[str, ...] = option(
        "--filter",
        multiple=True,
        metavar="TEXT",
        help="Only recordings whose path holds this text or matches this pattern; repeat to narrow.",
    )
    shard: tuple[int, int] | None = option(
        callback=_shard, metavar="I/N", help="Only the share I of N, for N computers: 1/8 to 8/8."
    )
    last_failed: bool = option(is_flag=True, help="Only recordings that differed or failed when last checked.")


class Inputs(OptionSet):
    """What recordings are compared with, and in which respects."""

    game: Path | None = option(
        type=GAME, metavar="GAME", help="Path to the game, if it has moved, or to a changed game."
    )
    profile: str | None = profile_option.field
    against: Path | None = option(type=FILE, metavar="REC", help="Compare with another recording; no game is run.")
    reference: Path | None = option(
        type=GAME, metavar="GAME", help="The game as it was recorded, for --bisect and --report."
    )
    only: tuple[str, ...] = option(
        type=click.Choice(WHAT), multiple=True, help="Compare only this; repeat for several."
    )
    work_tolerance: float | None = option(
        type=click.FloatRange(0),
        metavar="PERCENT",
        help="How much slower a room may become in a recording that holds work (default: 20).",
    )


class Results(OptionSet):
    """What is investigated and shown."""

    keep_going: bool = option(is_flag=True, help="Show every range of ticks that differs, not only the first tick.")
    strict_errors: bool = strict_errors_option.field
    single_file: bool = option(is_flag=True, help="Write the report as one file, to send it to somebody.")
    live: bool = option(is_flag=True, help="Let the report play the expected and the actual game side by side.")
    runtime: Path | None = option(
        type=FILE, metavar="WHEEL", help="Wheel of agi-emu-web for --live, if it is not installed."
    )
    bisect: bool = option(is_flag=True, help="Find the changed resources that cause the difference.")
    sources: Path | None = option(
        type=FOLDER, metavar="DIR", help="Source folder of the game, for --report, --bisect and --coverage."
    )
    screen_look: ScreenLook = look_option.field


class Decision(OptionSet):
    """What is written into the recordings about their differences."""

    accept: bool = option(is_flag=True, help="Accept what the game does now as the new expectation.")
    pin: bool = option(is_flag=True, help="Mark the differences as known; the expectation stays.")
    reason: str = option(default="", metavar="TEXT", help="Reason for --accept or --pin; stored in the recording.")

    @property
    def is_made(self) -> bool:
        """Whether anything is written."""
        return self.accept or self.pin


@click.command
@click.argument("recordings", metavar="REC...", nargs=-1, required=True)
@RecordingChoice.add("choice")
@Inputs.add("inputs")
@job_options
@Results.add("results")
@Decision.add("decision")
@coverage_of("recordings", "sources")
@output_options
def command(
    recordings: tuple[str, ...],
    choice: RecordingChoice,
    inputs: Inputs,
    where: JobOptions,
    results: Results,
    decision: Decision,
    coverage: CoverageChoice,
    output: Output,
) -> None:
    """Play recordings REC and compare every tick: state, picture and sound.

    REC is a recording, a walkthrough (.agiwalk, with --game), a folder with such files in it or below, or a pattern
    such as "tests/**/*.agirec". Reports the line of a walkthrough that does not come true and of a recording the first
    tick that differs, what differs, and which changed resource the game was using then. The exit code is that of
    the worst recording.
    """
    _refuse_contradictions(inputs, where, results, decision)
    where.refuse()
    coverage = coverage.replaced(sources=results.sources)
    coverage.refuse()
    from agi_emu.checking.comparing import compare_jobs
    from agi_emu.reporting.subject import RECORDINGS

    runtime = _runtime(results)
    how = replace(_check_of(inputs, results), coverage=coverage.is_made, timeout=where.timeout)
    decide = partial(_decide, decision=decision) if decision.is_made else None
    paths = _chosen(recordings, choice)
    processes = where.processes(_size_of(paths) / BYTES_PER_PROCESS)

    def report(summary: Summary, folder: Path) -> Path:
        from agi_emu.checking.report import Look, write_report

        # After a signal there is no time for pictures.
        has_pictures = not summary.not_run
        look = Look(results.screen_look, results.single_file, processes, has_pictures)
        return write_report(summary, folder, how, look, runtime if has_pictures else None)

    run = JobRun(
        [str(path) for path in paths],
        RECORDINGS,
        where,
        output,
        partial(print_outcome, output=output, all_spans=results.keep_going),
    )
    jobs = compare_jobs(paths, how, decide=decide, travels=where.cluster is not None)
    summary = run.do(jobs, processes, report=report)
    if decision.accept:
        from agi_emu.recording.game_lookup import forget_unused

        for folder in {path.parent for path in paths}:
            forget_unused(folder)
    code = max(summary.code, show_coverage_of(summary.outcomes, how.game_of, coverage, output))
    if results.strict_errors and any(each.errors for each in summary.outcomes):
        code = max(code, ExitCode.DIFFERENCE)
    click.get_current_context().exit(code)


def _refuse_contradictions(inputs: Inputs, where: JobOptions, results: Results, decision: Decision) -> None:
    """Refuse options that contradict each other."""
    is_made, has_other = decision.is_made, inputs.against is not None
    refuse(
        {
            "--accept and --pin cannot be combined.": decision.accept and decision.pin,
            "--accept and --pin need --reason TEXT.": is_made and not decision.reason.strip(),
            "--accept and --pin need a game to run, not --against.": is_made and has_other,
            "--bisect needs a game to run, not --against.": results.bisect and has_other,
            "--accept, --pin and --against need the files here, not --cluster.": where.cluster is not None
            and (is_made or has_other),
            "--single-file needs --report.": where.report is None and results.single_file,
            "--live needs --report.": where.report is None and results.live,
            "--runtime needs --live.": results.runtime is not None and not results.live,
        }
    )


def _runtime(results: Results) -> Runtime | None:
    """Return what plays games in the report, if it does; a missing one is an error now, not after hours of work."""
    if not results.live:
        return None
    from agi_emu.web.runtime import find_runtime

    return find_runtime(results.runtime)


def _check_of(inputs: Inputs, results: Results) -> Check:
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
    )


def _chosen(recordings: Sequence[str], choice: RecordingChoice) -> list[Path]:
    """Return the recordings to check; a wrong path or an empty choice is wrong usage."""
    from agi_emu.checking import selection
    from agi_emu.checking.outcome_store import outcome_store, usual_store

    paths = selection.filtered(selection.recordings_in(recordings), choice.filters)
    if not paths:
        raise click.UsageError(f"--filter: no recording matches {' and '.join(choice.filters)}.")
    if choice.last_failed:
        with outcome_store(usual_store()) as store:
            paths = store.failed(paths) if store else paths
    return selection.shard(paths, *choice.shard) if choice.shard else paths


def _size_of(paths: Sequence[Path]) -> int:
    """Return how many bytes recordings have together."""
    total = 0
    for path in paths:
        with suppress(OSError):
            total += path.stat().st_size
    return total


def _decide(file: RecordingOnDisk, found: Outcome, *, decision: Decision) -> str:
    """Write the user's decision about the differences into the recording; return what was done."""
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
