"""Runs the jobs of ``agi-emu farm`` and shows what came of them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agi_emu.cli.options import Output, option_set
from agi_emu.cli.outputs import JUNIT, REPORT, output_file, refuse_other

if TYPE_CHECKING:
    from agi_emu.checking.check import Check
    from agi_emu.checking.outcome_store import OutcomeStore
    from agi_emu.checking.summary import Summary
    from agi_emu.farm.games import Games
    from agi_emu.farm.job import Job
    from agi_emu.recording.comparing.outcome import Outcome
    from agi_emu.reporting.subject import Subject
    from agi_emu.resources.game import Game

WIDTH_OF_STATUS = 14
MOST_ROWS = 40
"""Causes in a table; a report has all."""


@dataclass(frozen=True, slots=True)
class FarmOptions:
    """Where jobs are done, and what is written about them."""

    cluster: str | None
    jobs: int | None
    timeout: float | None
    junit: Path | None
    report: Path | None


farm_options = option_set(
    "farm",
    FarmOptions,
    click.option("--cluster", metavar="tcp://HOST:PORT", help="Let the workers of this Dask scheduler do the jobs."),
    click.option("--jobs", type=click.IntRange(1), metavar="N", help="Workers here (default: one for each core)."),
    click.option(
        "--timeout",
        type=click.FloatRange(0, min_open=True),
        metavar="SECONDS",
        help="Replace a worker whose job takes longer; after three tries the job counts as failed.",
    ),
    click.option(
        "--junit",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Write the results as JUnit XML.",
    ),
    click.option(
        "--report",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="Write an HTML report, DIR/index.html.",
    ),
)
"""Adds the options that all kinds of jobs share; the verb gets them as `farm: FarmOptions`."""


def refuse_other_files(options: FarmOptions) -> None:
    """Refuse contradictions, and to overwrite files of another kind, before hours of work."""
    if options.cluster is not None and options.jobs is not None:
        raise click.UsageError("--jobs is for workers here; a cluster has its own.")
    if options.junit is not None:
        refuse_other(options.junit, JUNIT)
    if options.report is not None and options.report.is_dir():
        from agi_emu.reporting.page import FILE_NAME

        refuse_other(options.report / FILE_NAME, REPORT)


class Farm:
    """The jobs of one call: what is printed as they are done, and what is written at the end."""

    def __init__(self, names: Sequence[str], subject: Subject, options: FarmOptions, output: Output) -> None:
        """Prepare for jobs with these names, in order."""
        self._names = names
        self._subject = subject
        self._options = options
        self._output = output
        self._found: dict[int, Outcome] = {}
        self._known = 0
        self._began = time.monotonic()

    @property
    def summary(self) -> Summary:
        """The outcomes so far, in the order of the jobs."""
        from agi_emu.checking.summary import Summary

        found = self._found
        left = tuple(name for place, name in enumerate(self._names) if place not in found)
        return Summary(tuple(found[place] for place in sorted(found)), left, self._subject)

    def run(
        self,
        jobs: Iterable[Job],
        games: Games,
        *,
        how: Check | None = None,
        keep: Callable[[Outcome], None] | None = None,
    ) -> Summary:
        """Do the jobs, whose games are packed, and print and write what came of them, also after a signal.

        `how` says how to make pictures for the report; `keep` is called with each outcome as it comes.
        """
        from agi_emu.farm.copies import prepare_copies

        if self._options.cluster is None:
            prepare_copies()
        from agi_emu.checking.outcome_store import outcome_store, usual_store
        from agi_emu.farm.dask_pool import cluster_client

        with cluster_client(self._options.cluster, self._options.jobs or _cores()) as client:
            self._output.note(f"dashboard: {client.dashboard_link}")
            with outcome_store(usual_store()) as store:
                try:
                    self._do(jobs, games, store, client, keep)
                finally:
                    summary = self._finish(how)
        return summary

    def _do(
        self,
        jobs: Iterable[Job],
        games: Games,
        store: OutcomeStore | None,
        client: Any,
        keep: Callable[[Outcome], None] | None,
    ) -> None:
        from agi_emu.cli.progress import progress_bar
        from agi_emu.farm.dask_pool import DaskPool
        from agi_emu.farm.farm import do_jobs
        from agi_emu.farm.job import Work, source_digest

        work = Work(source_digest(), self._options.timeout)
        with progress_bar("farm", quiet=self._output.quiet) as show:

            def take(place: int, outcome: Outcome, is_known: bool) -> None:
                self._found[place] = outcome
                self._known += is_known
                self._print(outcome)
                if keep is not None:
                    keep(outcome)
                if show is not None:
                    done, total = len(self._found), len(self._names)
                    show(f"{done:,}/{total:,}", done, total)

            do_jobs(jobs, len(self._names), DaskPool(client, work, games.packed), work, store, take)

    def _print(self, outcome: Outcome) -> None:
        if self._output.json:
            from agi_emu.checking.reaching import plain_record

            self._output.record(plain_record(outcome))
        elif self._output.verbose:
            for line in outcome.lines():
                self._output.result(line)

    def _finish(self, how: Check | None) -> Summary:
        """Print the table and write the files."""
        summary = self.summary
        options, output = self._options, self._output
        if options.junit is not None:
            with output_file(options.junit, JUNIT) as draft:
                draft.write_text(summary.junit(), encoding="utf-8", newline="\n")
        if options.report is not None:
            output.note(f"the report is {self._report(summary, options.report, how)}")
        if not output.json:
            for line in table_of(summary):
                output.result(line)
        known = f", {self._known:,} of them known from before" if self._known else ""
        output.note(summary.text(time.monotonic() - self._began) + known)
        return summary

    def _report(self, summary: Summary, folder: Path, how: Check | None) -> Path:
        from agi_emu.checking.check import Check
        from agi_emu.checking.report import Look, write_report

        # After a signal there is no time for pictures.
        has_pictures = how is not None and not summary.not_run
        look = Look(jobs=_cores(), has_pictures=has_pictures, single_file=how is None)
        return write_report(summary, folder, how or Check(), look)


class KeptRecordings:
    """Writes the recordings that jobs bring back into a folder; an existing one is left as it is."""

    def __init__(self, folder: Path, games: Mapping[str, Game], output: Output) -> None:
        from agi_emu.cli.writable import require_writable

        require_writable(folder, "the folder for recordings")
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._games = games
        self._output = output

    def __call__(self, outcome: Outcome) -> None:
        """Write the recordings of an outcome."""
        from agi_emu.farm.playing import RECORDINGS
        from agi_emu.recording.reader import parse_recording
        from agi_emu.recording.recording import SUFFIX, with_path_hint

        for name, text in outcome.details.get(RECORDINGS, {}).items():
            path = self._folder / f"{name}{SUFFIX}"
            if not path.exists():
                recording = parse_recording(text, str(path))
                with_path_hint(recording, self._games[recording.head.game_digest], self._folder).save(path)
            else:
                self._output.detail(f"{path} already exists; it stays as it is")


def table_of(summary: Summary) -> list[str]:
    """Return how many jobs came out alike: a line for each status and cause."""
    words = summary.subject.words
    rows = [(len(each.outcomes), words[each.status], each.title) for each in summary.groups[:MOST_ROWS]]
    more = len(summary.groups[MOST_ROWS:])
    rows += [(count, words[status], "") for status, count in summary.counts.items() if count and status == "equal"]
    if summary.not_run:
        rows.append((len(summary.not_run), "not done", ""))
    head = f"{summary.subject.noun}s"
    width = max(len(head), 9)
    lines = [f"{head:>{width}}  {'status':{WIDTH_OF_STATUS}} cause"]
    lines += [f"{count:>{width},}  {word:{WIDTH_OF_STATUS}} {title}".rstrip() for count, word, title in rows]
    return [*lines, f"and {more:,} more causes (--report has all)"] if more else lines


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
