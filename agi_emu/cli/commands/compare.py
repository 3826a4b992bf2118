"""``agi-emu compare``: check recordings tick by tick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

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
    from agi_emu.display_modes.modes import DisplayMode
    from agi_emu.recording.causes.bisecting import Bisection
    from agi_emu.recording.comparing.compare import Comparison
    from agi_emu.recording.comparing.recording_file import RecordingOnDisk
    from agi_emu.reporting.case import Case

FOLDER = click.Path(file_okay=False, path_type=Path)
PROJECT = click.Path(exists=True, file_okay=False, path_type=Path)
WHAT = ("state", "frame", "sound")
"""The values of `agi_emu.recording.tick_blocks.What`, repeated because --help must not import it."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """What recordings are compared with, and in which respects."""

    game: Path | None
    profile: str | None
    against: Path | None
    reference: Path | None
    only: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """What is investigated and shown."""

    keep_going: bool
    strict_errors: bool
    junit: Path | None
    report: Path | None
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
    click.option("--bisect", is_flag=True, help="Find the changed resources that cause the difference."),
    click.option(
        "--sources", type=PROJECT, metavar="DIR", help="Source folder of the game, for --report and --bisect."
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


@dataclass(frozen=True, slots=True)
class Compared:
    """A recording that was compared."""

    file: RecordingOnDisk
    found: Comparison
    causes: list[Bisection]

    @property
    def name(self) -> str:
        """The path as given."""
        return str(self.file.path)


@click.command
@click.argument("recordings", metavar="REC...", type=FILE, nargs=-1, required=True)
@_input_options
@click.option(
    "--jobs", type=click.IntRange(1), default=1, metavar="N", help="Number of recordings to check in parallel."
)
@timeout_option
@_result_options
@_decision_options
@output_options
def command(
    recordings: tuple[Path, ...],
    jobs: int,
    timeout: float | None,
    inputs: Inputs,
    results: Results,
    decision: Decision,
    output: Output,
) -> None:
    """Play recordings REC and compare every tick: state, picture and sound.

    Reports the first tick that differs, what differs, and which changed resource the game was using then.
    """
    _refuse_contradictions(inputs, results, decision)
    _refuse_other_files(results)
    from agi_emu.recording.comparing.recording_file import RecordingOnDisk

    files = [RecordingOnDisk(path, inputs.game, inputs.profile, inputs.reference) for path in recordings]
    compared = []
    for each in _all_of(files, inputs, jobs, timeout, bisect=results.bisect):
        compared.append(each)
        _print(each, results, output)
        if decision.is_made:
            _write_decision(each, decision, output)
    _write_pages(compared, results, output, plays=inputs.against is None)
    has_errors = results.strict_errors and any(each.found.errors for each in compared)
    if has_errors or (not decision.is_made and not all(each.found.equal for each in compared)):
        click.get_current_context().exit(ExitCode.DIFFERENCE)


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


def _refuse_other_files(results: Results) -> None:
    """Refuse to overwrite files of another kind now, rather than after hours of work."""
    if results.junit is not None:
        refuse_other(results.junit, JUNIT)
    if results.report is not None and results.report.is_dir():
        from agi_emu.reporting.page import FILE_NAME

        refuse_other(results.report / FILE_NAME, REPORT)


def _all_of(
    files: Sequence[RecordingOnDisk], inputs: Inputs, jobs: int, timeout: float | None, *, bisect: bool
) -> Iterator[Compared]:
    """Compare recordings in this process or in several; yield them in order."""
    from agi_emu.workers import workers

    with workers(min(jobs, len(files))) as executor:
        compare = partial(_compare, inputs=inputs, timeout=timeout)
        for file, found in zip(files, executor.map(compare, files), strict=True):
            yield Compared(file, found, _causes(file, found) if bisect and not found.equal else [])


def _compare(file: RecordingOnDisk, *, inputs: Inputs, timeout: float | None) -> Comparison:
    """Compare one recording, with its game or with another recording."""
    from agi_emu.recording.tick_blocks import What
    from agi_emu.time_limits import time_limit

    parts = [What(each) for each in inputs.only or WHAT]
    with time_limit(timeout, str(file.path)):
        if inputs.against is None:
            return file.compare_with_game(parts)
        return file.compare_with_recording(inputs.against, parts)


def _causes(file: RecordingOnDisk, found: Comparison) -> list[Bisection]:
    """Find what causes the differences; without the game as recorded, yield that sentence instead of a cause."""
    from agi_emu.recording.causes.bisecting import Bisection, bisect

    if file.reference is None:
        assert found.first is not None
        note = "the game as recorded is missing; give its path with --reference"
        return [Bisection(found.first.tick, found.first.what, note=note)]
    expected = file.expectation
    return bisect(file.reference, file.game, expected.recording, found, masks=expected.masks)


def _print(compared: Compared, results: Results, output: Output) -> None:
    """Print what was found, in words or as JSON."""
    from agi_emu.recording.comparing.comparison_text import lines_of, record_of

    if output.json:
        causes = {"causes": [each.record() for each in compared.causes]} if results.bisect else {}
        output.record(record_of(compared.name, compared.found) | causes)
        return
    for line in lines_of(compared.name, compared.found, all_spans=results.keep_going):
        output.result(line)
    for line in _cause_lines(compared, results.sources):
        output.result(f"  {line}")


def _cause_lines(compared: Compared, sources: Path | None) -> Iterator[str]:
    """Yield the causes in words, with source lines where known."""
    if not compared.causes:
        return
    from agi_emu.resources.projects.source_places import SourcePlaces

    places = SourcePlaces(compared.file.game, sources)
    for each in compared.causes:
        yield from each.lines(places)


def _write_decision(compared: Compared, decision: Decision, output: Output) -> None:
    """Write the user's decision about the differences into the recording."""
    from agi_emu.recording.comparing.updating import accepted, pinned, updated
    from agi_emu.recording.game_lookup import keep_as_before

    file, found = compared.file, compared.found
    path, recording, masks = file.path, file.recording, file.masks
    if found.equal and not found.changed and recording.head.is_under(masks):
        output.note(f"{path}: there is no difference; nothing was changed")
        return
    date = datetime.now(UTC).date().isoformat()
    if decision.accept:
        now = accepted(recording, found, reason=decision.reason, date=date)
        if not now.head.is_under(masks):
            now, _ = updated(file.game, now, masks)
        now.save(path)
        keep_as_before(file.game, recording, path)
        output.note(f"{path}: accepted")
    elif not found.equal:
        pinned(recording, found, reason=decision.reason, date=date, masks=file.expectation.masks).save(path)
        output.note(f"{path}: pinned")


def _write_pages(compared: Sequence[Compared], results: Results, output: Output, *, plays: bool) -> None:
    """Write the JUnit file and the report; `plays` unless two recordings were compared."""
    if results.junit is not None:
        from agi_emu.recording.comparing.comparison_text import junit_xml

        with output_file(results.junit, JUNIT) as draft:
            draft.write_text(junit_xml([(each.name, each.found) for each in compared]), encoding="utf-8")
    if results.report is not None:
        from agi_emu.reporting.page import write_report

        cases = [_case(each, results, plays=plays) for each in compared]
        output.note(f"the report is {write_report(results.report, cases)}")


def _case(compared: Compared, results: Results, *, plays: bool) -> Case:
    """Return what the report shows of a recording."""
    from agi_emu.reporting.case import Case

    file, found = compared.file, compared.found
    if not plays:
        return Case(compared.name, file.recording, found, masks=file.masks)
    expected = file.expectation
    return Case(
        compared.name,
        expected.recording,
        found,
        file.game,
        None if found.equal else file.reference,
        expected.masks,
        compared.causes,
        results.sources,
        results.display_mode,
    )
