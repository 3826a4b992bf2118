"""``agi-emu compare``: check recordings tick by tick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.exits import ExitCode
from agi_emu.cli.options import FILE, GAME, Output, output_options, profile_option
from agi_emu.cli.outputs import JUNIT, REPORT, output_file, refuse_other

if TYPE_CHECKING:
    from agi_emu.recording.bisecting import Bisection
    from agi_emu.recording.compare import Comparison

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
@click.option("--reference", type=GAME, metavar="GAME", help="The game as it was recorded, for --report and --bisect.")
@click.option("--sources", type=PROJECT, metavar="DIR", help="Sources of the game, for --report and --bisect.")
@click.option("--accept", is_flag=True, help="Make what the game does now the expectation.")
@click.option("--pin", is_flag=True, help="Mark the differences as known; the expectation stays.")
@click.option("--reason", default="", metavar="TEXT", help="Why, with --accept and --pin; kept in the recording.")
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
    from agi_emu.recording.comparison_text import lines_of, record_of

    check_one = partial(check_file, game=game, profile=profile, against=against, only=only or WHAT)
    results = []
    causes: dict[Path, list[Bisection]] = {}
    for path, found in _all_of(recordings, check_one, jobs):
        results.append((str(path), found))
        if bisect and not found.equal:
            causes[path] = _bisect_file(path, found, game=game, profile=profile, reference=reference)
        if output.json:
            about_causes = {"causes": [each.record() for each in causes.get(path, ())]} if bisect else {}
            output.record(record_of(str(path), found) | about_causes)
        else:
            for line in lines_of(str(path), found, all_spans=keep_going):
                output.result(line)
            for line in _cause_lines(path, causes.get(path, ()), game=game, profile=profile, sources=sources):
                output.result(f"  {line}")
        if accept or pin:
            _change(path, found, reason, accept=accept, output=output)
    if junit is not None:
        from agi_emu.recording.junit import junit_xml

        with output_file(junit, JUNIT) as draft:
            draft.write_text(junit_xml(results), encoding="utf-8")
    if report is not None:
        compared = [(path, found, causes.get(path, [])) for path, (_, found) in zip(recordings, results, strict=True)]
        written = _report(
            report,
            compared,
            game=None if against else game,
            profile=profile,
            reference=reference,
            sources=sources,
            plays=against is None,
        )
        output.note(f"the report is {written}")
    if not (accept or pin) and not all(found.equal for _, found in results):
        click.get_current_context().exit(ExitCode.DIFFERENCE)


def check_file(
    path: Path, *, game: Path | None, profile: str | None, against: Path | None, only: Iterable[str]
) -> Comparison:
    """Check one recording, with its game or against another recording; its errors name it."""
    from agi_emu.errors import RecordingError
    from agi_emu.recording.compare import check, check_recordings
    from agi_emu.recording.game_of import game_of
    from agi_emu.recording.mask_file import masks_beside
    from agi_emu.recording.recording import Recording
    from agi_emu.recording.tick_blocks import What

    recording = Recording.load(path)
    parts = [What(each) for each in only]
    try:
        if against is not None:
            return check_recordings(recording, Recording.load(against), only=parts)
        return check(game_of(recording, path, game, profile), recording, masks=masks_beside(path), only=parts)
    except RecordingError as error:
        raise error if str(path) in str(error) else type(error)(f"{path}: {error}") from error


def _bisect_file(
    path: Path, found: Comparison, *, game: Path | None, profile: str | None, reference: Path | None
) -> list[Bisection]:
    """Find what causes the differences; RecordingError when the game as it was recorded is not at hand."""
    from agi_emu.errors import RecordingError
    from agi_emu.recording.bisecting import bisect
    from agi_emu.recording.game_of import game_of
    from agi_emu.recording.mask_file import masks_beside
    from agi_emu.recording.recording import Recording
    from agi_emu.recording.reference import reference_of

    recording = Recording.load(path)
    as_recorded = reference_of(recording, path, reference)
    if as_recorded is None:
        raise RecordingError(f"{path}: the game as it was recorded is not at hand; --reference says where it is")
    return bisect(as_recorded, game_of(recording, path, game, profile), recording, found, masks=masks_beside(path))


def _cause_lines(
    path: Path, causes: Sequence[Bisection], *, game: Path | None, profile: str | None, sources: Path | None
) -> Iterator[str]:
    """Yield the causes in words, with the lines of sources where they are known."""
    if not causes:
        return
    from agi_emu.recording.game_of import game_of
    from agi_emu.recording.recording import Recording
    from agi_emu.recording.source_places import SourcePlaces

    places = SourcePlaces(game_of(Recording.load(path), path, game, profile), sources)
    for each in causes:
        yield from each.lines(places)


def _report(
    folder: Path,
    compared: Sequence[tuple[Path, Comparison, list[Bisection]]],
    *,
    game: Path | None,
    profile: str | None,
    reference: Path | None,
    sources: Path | None,
    plays: bool,
) -> Path:
    """Write the page about everything that was compared; `plays` unless two recordings were compared."""
    from agi_emu.recording.game_of import game_of
    from agi_emu.recording.mask_file import masks_beside
    from agi_emu.recording.recording import Recording
    from agi_emu.recording.reference import reference_of
    from agi_emu.reporting.case import Case
    from agi_emu.reporting.page import write_report

    cases = []
    for path, found, causes in compared:
        recording = Recording.load(path)
        played = game_of(recording, path, game, profile) if plays else None
        as_recorded = reference_of(recording, path, reference) if plays and not found.equal else None
        masks = masks_beside(path)
        cases.append(Case(str(path), recording, found, played, as_recorded, masks, causes, sources))
    return write_report(folder, cases)


def _all_of(
    paths: Sequence[Path], check_one: Callable[[Path], Comparison], jobs: int
) -> Iterator[tuple[Path, Comparison]]:
    """Check recordings in this process or in several; yield the results in order."""
    if jobs == 1 or len(paths) == 1:
        yield from ((path, check_one(path)) for path in paths)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        yield from zip(paths, pool.map(check_one, paths), strict=True)


def _change(path: Path, found: Comparison, reason: str, *, accept: bool, output: Output) -> None:
    """Write what the user has decided about the differences into the recording."""
    from agi_emu.recording.compare import accepted, pinned
    from agi_emu.recording.mask_file import masks_beside
    from agi_emu.recording.recording import Recording

    if found.equal and not found.changed:
        output.note(f"{path}: there is no difference; nothing was changed")
        return
    date = datetime.now(UTC).date().isoformat()
    recording = Recording.load(path)
    if accept:
        accepted(recording, found, reason=reason, date=date, masks=masks_beside(path)).save(path)
        output.note(f"{path}: accepted")
    elif not found.equal:
        pinned(recording, found, reason=reason, date=date).save(path)
        output.note(f"{path}: pinned")
