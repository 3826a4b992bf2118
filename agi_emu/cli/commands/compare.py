"""``agi-emu compare``: check recordings tick by tick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.exits import ExitCode
from agi_emu.cli.options import FILE, GAME, Output, display_mode_option, output_options, profile_option
from agi_emu.cli.outputs import JUNIT, REPORT, output_file, refuse_other

if TYPE_CHECKING:
    from agi_emu.display_modes.modes import DisplayMode
    from agi_emu.recording.causes.bisecting import Bisection
    from agi_emu.recording.comparing.compare import Comparison
    from agi_emu.recording.comparing.recording_file import RecordingOnDisk

FOLDER = click.Path(file_okay=False, path_type=Path)
PROJECT = click.Path(exists=True, file_okay=False, path_type=Path)
WHAT = ("state", "frame", "sound")
"""`agi_emu.recording.tick_blocks.What`, which help must not import."""


@click.command
@click.argument("recordings", metavar="REC...", type=FILE, nargs=-1, required=True)
@click.option("--game", type=GAME, metavar="GAME", help="The game, if it is not where it was; or a changed one.")
@profile_option
@click.option("--against", type=FILE, metavar="REC", help="Compare with another recording; no game is run.")
@click.option("--only", type=click.Choice(WHAT), multiple=True, help="Compare only this; may be given twice.")
@click.option("--keep-going", is_flag=True, help="Show every stretch that differs, not only the first tick.")
@click.option("--jobs", type=click.IntRange(1), default=1, metavar="N", help="Recordings to check at the same time.")
@click.option("--junit", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write JUnit XML.")
@click.option("--report", type=FOLDER, metavar="DIR", help="Write a page about everything: DIR/index.html.")
@click.option("--bisect", is_flag=True, help="Find the changed resources that cause the difference.")
@click.option("--reference", type=GAME, metavar="GAME", help="The game as it was recorded, where it is needed.")
@click.option("--sources", type=PROJECT, metavar="DIR", help="Sources of the game, for --report and --bisect.")
@click.option("--accept", is_flag=True, help="Make what the game does now the expectation.")
@click.option("--pin", is_flag=True, help="Mark the differences as known; the expectation stays.")
@click.option("--reason", default="", metavar="TEXT", help="Why, with --accept and --pin; kept in the recording.")
@display_mode_option
@output_options
def command(
    recordings: tuple[Path, ...],
    game: Path | None,
    profile: str | None,
    against: Path | None,
    only: tuple[str, ...],
    keep_going: bool,
    jobs: int,
    junit: Path | None,
    report: Path | None,
    bisect: bool,
    reference: Path | None,
    sources: Path | None,
    accept: bool,
    pin: bool,
    reason: str,
    display_mode: DisplayMode,
    output: Output,
) -> None:
    """Play recordings REC and compare every tick: what the machine is, shows and sounds like.

    Says which tick is the first that differs, in what, and which changed resource the game was using then.
    """
    if accept and pin:
        raise click.UsageError("--accept and --pin exclude each other.")
    if (accept or pin) and not reason.strip():
        raise click.UsageError("--accept and --pin need --reason TEXT.")
    if (accept or pin) and against is not None:
        raise click.UsageError("--accept and --pin need a game to run, not --against.")
    if bisect and against is not None:
        raise click.UsageError("--bisect needs a game to run, not --against.")
    if junit is not None:
        refuse_other(junit, JUNIT)
    if report is not None and report.is_dir():
        from agi_emu.reporting.page import FILE_NAME

        refuse_other(report / FILE_NAME, REPORT)
    from agi_emu.recording.comparing.comparison_text import lines_of, record_of
    from agi_emu.recording.comparing.recording_file import RecordingOnDisk

    on_disk = [RecordingOnDisk(path, game, profile, reference) for path in recordings]
    compared = []
    for one, found in _all_of(on_disk, partial(_check, against=against, only=only or WHAT), jobs):
        causes = _bisect(one, found) if bisect and not found.equal else []
        compared.append((one, found, causes))
        if output.json:
            about_causes = {"causes": [each.record() for each in causes]} if bisect else {}
            output.record(record_of(str(one.path), found) | about_causes)
        else:
            for line in lines_of(str(one.path), found, all_spans=keep_going):
                output.result(line)
            for line in _cause_lines(one, causes, sources):
                output.result(f"  {line}")
        if accept or pin:
            _change(one, found, reason, accept=accept, output=output)
    if junit is not None:
        from agi_emu.recording.comparing.junit import junit_xml

        with output_file(junit, JUNIT) as draft:
            draft.write_text(junit_xml([(str(one.path), found) for one, found, _ in compared]), encoding="utf-8")
    if report is not None:
        output.note(f"the report is {_report(report, compared, sources, display_mode, plays=against is None)}")
    if not (accept or pin) and not all(found.equal for _, found, _ in compared):
        click.get_current_context().exit(ExitCode.DIFFERENCE)


def _check(one: RecordingOnDisk, *, against: Path | None, only: Iterable[str]) -> Comparison:
    """Check one recording, with its game or against another recording."""
    from agi_emu.recording.tick_blocks import What

    parts = [What(each) for each in only]
    return one.check(parts) if against is None else one.check_against(against, parts)


def _all_of(
    on_disk: Sequence[RecordingOnDisk], check: Callable[[RecordingOnDisk], Comparison], jobs: int
) -> Iterator[tuple[RecordingOnDisk, Comparison]]:
    """Check recordings in this process or in several; yield the results in order."""
    from agi_emu.workers import workers

    with workers(min(jobs, len(on_disk))) as executor:
        yield from zip(on_disk, executor.map(check, on_disk), strict=True)


def _bisect(one: RecordingOnDisk, found: Comparison) -> list[Bisection]:
    """Find what causes the differences; without the game as it was recorded that is said instead of a cause."""
    from agi_emu.recording.causes.bisecting import Bisection, bisect

    if one.reference is None:
        assert found.first is not None
        note = "the game as it was recorded is not at hand; --reference says where it is"
        return [Bisection(found.first.tick, found.first.what, note=note)]
    expected = one.expectation
    return bisect(one.reference, one.game, expected.recording, found, masks=expected.masks)


def _cause_lines(one: RecordingOnDisk, causes: Sequence[Bisection], sources: Path | None) -> Iterator[str]:
    """Yield the causes in words, with the lines of sources where they are known."""
    if not causes:
        return
    from agi_emu.recording.causes.source_places import SourcePlaces

    places = SourcePlaces(one.game, sources)
    for each in causes:
        yield from each.lines(places)


def _report(
    folder: Path,
    compared: Sequence[tuple[RecordingOnDisk, Comparison, list[Bisection]]],
    sources: Path | None,
    display_mode: DisplayMode,
    *,
    plays: bool,
) -> Path:
    """Write the page about everything that was compared; `plays` unless two recordings were compared."""
    from agi_emu.reporting.case import Case
    from agi_emu.reporting.page import write_report

    cases = []
    for one, found, causes in compared:
        name = str(one.path)
        if plays:
            reference = None if found.equal else one.reference
            expected = one.expectation
            case = Case(
                name, expected.recording, found, one.game, reference, expected.masks, causes, sources, display_mode
            )
        else:
            case = Case(name, one.recording, found, masks=one.masks)
        cases.append(case)
    return write_report(folder, cases)


def _change(one: RecordingOnDisk, found: Comparison, reason: str, *, accept: bool, output: Output) -> None:
    """Write what the user has decided about the differences into the recording."""
    from agi_emu.recording.comparing.compare import accepted, pinned
    from agi_emu.recording.comparing.updating import updated
    from agi_emu.recording.kept_games import keep_as_before

    path, recording, masks = one.path, one.recording, one.masks
    if found.equal and not found.changed and recording.head.is_under(masks):
        output.note(f"{path}: there is no difference; nothing was changed")
        return
    date = datetime.now(UTC).date().isoformat()
    if accept:
        now = accepted(recording, found, reason=reason, date=date)
        if not now.head.is_under(masks):
            now, _ = updated(one.game, now, masks)
        now.save(path)
        keep_as_before(one.game, recording, path)
        output.note(f"{path}: accepted")
    elif not found.equal:
        pinned(recording, found, reason=reason, date=date, masks=one.expectation.masks).save(path)
        output.note(f"{path}: pinned")
