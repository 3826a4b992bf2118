"""Does the jobs of verbs: where that is, what is printed as they are done, and what is written at the end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.options import NEW_FILE, NEW_FOLDER, OptionSet, Output, option, timeout_option
from agi_emu.cli.outputs import JUNIT, REPORT, output_file, refuse_other, require_writable

if TYPE_CHECKING:
    from agi_emu.checking.jobs import Job
    from agi_emu.checking.summary import Summary
    from agi_emu.recording.comparing.outcome import Outcome
    from agi_emu.recording.recording import Recording
    from agi_emu.reporting.subject import Subject
    from agi_emu.resources.game import Game

MOST_GROUPS = 20
"""Groups of equal causes that are printed after the summary; a report has all."""


class JobOptions(OptionSet):
    """Where jobs are done, and what is written about them."""

    jobs: int | None = option(
        type=click.IntRange(1), metavar="N", help="Number of processes (default: one for each core)."
    )
    cluster: str | None = option(metavar="tcp://HOST:PORT", help="Let the workers of this Dask scheduler do the work.")
    resume: bool = option(
        is_flag=True, help="Take the results of earlier runs with the same files, program and options."
    )
    timeout: float | None = timeout_option.field
    junit: Path | None = option(type=NEW_FILE, metavar="FILE", help="Write the results as JUnit XML.")
    report: Path | None = option(type=NEW_FOLDER, metavar="DIR", help="Write an HTML report, DIR/index.html.")

    def refuse(self) -> None:
        """Refuse contradictions, and to overwrite files of another kind, before hours of work."""
        if self.cluster is not None and self.jobs is not None:
            raise click.UsageError("--jobs is for this computer; a cluster has its own workers.")
        if self.junit is not None:
            refuse_other(self.junit, JUNIT)
        if self.report is not None and self.report.is_dir():
            from agi_emu.reporting.page import FILE_NAME

            refuse_other(self.report / FILE_NAME, REPORT)

    def processes(self, effort: float) -> int:
        """Return how many to start here for work that takes so many times as long as starting one does."""
        from agi_emu.checking.jobs import cores

        return self.jobs or max(1, min(cores(), 1 + int(effort)))


job_options = JobOptions.add("where")
"""Adds the options of verbs that do many jobs; the verb gets them as `where: JobOptions`."""


@dataclass(slots=True)
class JobRun:
    """The jobs of one call."""

    _names: Sequence[str]
    _subject: Subject
    _where: JobOptions
    _output: Output
    _take: Callable[[Outcome], Outcome]
    """Is given each outcome in order; returns what of it counts."""
    _found: dict[int, Outcome] = field(default_factory=dict)
    _known: int = 0
    _taken: int = 0
    _began: float | None = None

    @property
    def summary(self) -> Summary:
        """The outcomes so far, in the order of the jobs."""
        from agi_emu.checking.summary import Summary

        left = tuple(name for place, name in enumerate(self._names) if place not in self._found)
        return Summary(tuple(self._found[place] for place in sorted(self._found)), left, self._subject)

    def do(
        self,
        jobs: Iterable[Job],
        processes: int,
        report: Callable[[Summary, Path], Path] | None = None,
    ) -> Summary:
        """Do the jobs, and print and write what came of them, also after a signal.

        `report` writes the report to a folder, and returns its page.
        """
        from agi_emu.checking.jobs import do_jobs
        from agi_emu.checking.outcome_store import outcome_store, usual_store
        from agi_emu.checking.pools import workers
        from agi_emu.cli.terminal import progress_bar

        where, total = self._where, len(self._names)
        try:
            with (
                outcome_store(usual_store()) as store,
                workers(where.cluster, min(processes, total), where.timeout, self._output.note) as pool,
                progress_bar(f"{self._subject.noun}s", quiet=self._output.quiet or total == 1) as show,
            ):
                self._began = time.monotonic()

                def take(place: int, outcome: Outcome, is_known: bool) -> None:
                    self._found[place] = outcome
                    self._known += is_known
                    while self._taken in self._found:
                        self._found[self._taken] = self._take(self._found[self._taken])
                        self._taken += 1
                    if show is not None:
                        show(f"{len(self._found):,}/{total:,}", len(self._found), total)

                do_jobs(jobs, total, pool, take, store=store, resume=where.resume)
        finally:
            if self._began is not None:
                self._finish(time.monotonic() - self._began, report or _plain_report)
        return self.summary

    def _finish(self, seconds: float, report: Callable[[Summary, Path], Path]) -> None:
        """Print what came after one that was not done, then the summary, and write the files."""
        for place in sorted(self._found):
            if place >= self._taken:
                self._found[place] = self._take(self._found[place])
        summary, where, output = self.summary, self._where, self._output
        if where.junit is not None:
            with output_file(where.junit, JUNIT) as draft:
                draft.write_text(summary.junit(), encoding="utf-8", newline="\n")
        if where.report is not None:
            output.note(f"the report is {report(summary, where.report)}")
        if len(self._names) != 1 and not output.json:
            known = f", {self._known:,} of them known from before" if self._known else ""
            output.result(f"{summary.text(seconds)}{known}")
            for group in summary.groups[:MOST_GROUPS]:
                output.result(f"  {group}")
            more = len(summary.groups[MOST_GROUPS:])
            if more:
                output.result(f"  and {more:,} more causes (--report has all)")
            if any(group.is_coarse for group in summary.groups):
                output.note(
                    "recordings of a group that names several resources may differ for several reasons; "
                    "--last-failed --bisect separates them"
                )


def _plain_report(summary: Summary, folder: Path) -> Path:
    """Write a report without pictures."""
    from agi_emu.checking.check import Check
    from agi_emu.checking.report import Look, write_report

    return write_report(summary, folder, Check(), Look(has_pictures=False, single_file=True))


def print_outcome(outcome: Outcome, output: Output, *, all_spans: bool = False) -> Outcome:
    """Print an outcome, in words or as JSON, a failure to stderr; return it."""
    if output.json:
        from agi_emu.checking.check import plain_record

        output.record(plain_record(outcome))
    elif outcome.failure:
        click.echo(f"agi-emu: {outcome.lines()[0]}", err=True)
    else:
        for line in outcome.lines(all_spans=all_spans):
            output.result(line)
    return outcome


class RecordingFolder:
    """A folder into which recordings are written that jobs bring back; an existing one is left as it is."""

    def __init__(self, folder: Path, games: Iterable[Game], output: Output) -> None:
        """Prepare the folder; `games` are those that are played."""
        require_writable(folder, "the folder for recordings")
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._games = {game.digest: game for game in games}
        self._output = output

    def write(self, name: str, text: str) -> tuple[Path, Recording | None]:
        """Write a recording; return its path, and what is in it unless it existed before."""
        from agi_emu.recording.recording import SUFFIX, parse_recording, with_path_hint

        path = self._folder / f"{name}{SUFFIX}"
        if path.exists():
            self._output.note(f"{path} already exists; it stays as it is")
            return path, None
        recording = parse_recording(text, str(path))
        with_path_hint(recording, self._games[recording.head.game_digest], self._folder).save(path)
        return path, recording
