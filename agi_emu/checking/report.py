"""Writes the report about outcomes: a list, groups of equal differences, and a page for each recording that differs.

Pictures are made only for the first recordings of each group. For these the recording and its games are read again, in
several processes.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agi_emu.checking.check import Check
from agi_emu.checking.scripts import STEPS
from agi_emu.checking.summary import Summary
from agi_emu.checking.workers import in_order
from agi_emu.facts.errors import AgiError
from agi_emu.host_files.drafts import write_whole
from agi_emu.presentation.looks import ScreenLook, plain
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.recording.comparing.recording_file import RecordingOnDisk
from agi_emu.reporting import page
from agi_emu.reporting.case import Case
from agi_emu.reporting.subject import Subject
from agi_emu.web.live_page import LiveCase, PlayedRecording, live_page
from agi_emu.web.runtime import Runtime

PICTURED_IN_A_GROUP = 3
"""Recordings of each group, and of those that are equal, that are shown with pictures."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a report looks, and how it is made."""

    screen_look: ScreenLook = plain
    """How screens are shown."""
    single_file: bool = False
    """Whether everything is in one file."""
    jobs: int = 1
    """Processes that make pictures."""
    has_pictures: bool = True
    """False where there is no time for any."""


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Makes the section of a recording with pictures, in any process."""

    how: Check
    look: Look

    def __call__(self, row: page.RecordingRow) -> Any:
        try:
            is_played = STEPS in row.outcome.details
            case = None if is_played else case_of(row.outcome, self.how, self.look.screen_look)
            return page.section_html(row, case, is_whole=self.look.single_file)
        except (AgiError, OSError) as error:
            # What could be compared an hour ago may be gone.
            note = f"no pictures: {error}"
            outcome = replace(row.outcome, notes=(*row.outcome.notes, note))
            return page.section_html(replace(row, outcome=outcome), None, is_whole=self.look.single_file)


def write_report(summary: Summary, folder: Path, how: Check, look: Look, runtime: Runtime | None = None) -> Path:
    """Write the report to a folder, which is created if missing; return the path of its first page.

    `how` says what the recordings were checked against. With a `runtime` the report plays those that differ.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rows = _rows(summary, look)
    rows, live = _live(rows, how, runtime) if runtime else (rows, b"")
    listing = page.Listing(rows, [each for each in summary.groups if len(each.outcomes) > 1], len(summary.not_run))
    sections = []
    for row, section in _sections(rows, how, look, summary.subject):
        if look.single_file:
            sections.append(section)
        else:
            text = page.ReportPage(row.outcome.name, None, [section], is_whole=False, subject=summary.subject).html()
            write_whole(folder / row.href, text.encode())
    if not look.single_file:
        page.write_shared(folder)
        if live:
            write_whole(folder / page.LIVE_NAME, live)
    index = folder / page.FILE_NAME
    packed = base64.b64encode(gzip.compress(live, mtime=0)).decode() if live and look.single_file else ""
    title = summary.subject.title(listing.counts)
    text = page.ReportPage(title, listing, sections, look.single_file, packed, summary.subject).html()
    write_whole(index, text.encode())
    return index


def _live(rows: Sequence[page.RecordingRow], how: Check, runtime: Runtime) -> tuple[list[page.RecordingRow], bytes]:
    """Return the rows, those that can be played marked, and the page that plays them; b"" if there is none."""
    cases: dict[str, LiveCase] = {}
    for row in rows:
        if row.is_pictured and row.outcome.status is not Status.EQUAL:
            with suppress(AgiError, OSError):
                case = live_case(row.outcome, how)
                cases |= {row.slug: case} if case else {}
    rows = [replace(row, is_live=row.slug in cases) for row in rows]
    return rows, live_page(list(cases.values()), runtime) if cases else b""


def live_case(outcome: Outcome, how: Check) -> LiveCase | None:
    """Return what plays a recording; None if no game is known, AgiError or OSError if it cannot be read."""
    file = how.file(Path(outcome.name))
    recorded = file.contents.recording
    expected = PlayedRecording(file.reference, recorded) if file.reference else None
    if how.against is None:
        actual, masks = PlayedRecording(file.game, recorded), file.expected_masks
    else:
        other = RecordingOnDisk(how.against)
        if other.reference is None:
            return None
        actual, masks = PlayedRecording(other.reference, other.contents.recording), file.masks
    return LiveCase(page.slug_of(outcome.name), outcome.name, expected, actual, outcome.spans, masks.areas)


def case_of(outcome: Outcome, how: Check, mode: ScreenLook) -> Case:
    """Return what a report shows of a recording; AgiError or OSError if it or its game cannot be read."""
    file = how.file(Path(outcome.name))
    if how.against is not None:
        return Case(outcome, file.recording, masks=file.masks)
    reference = None if outcome.equal else file.reference
    return Case(outcome, file.expected, file.game, reference, file.expected_masks, how.sources, mode)


def _rows(summary: Summary, look: Look) -> list[page.RecordingRow]:
    """Return the list: the worst first, those of a group together, and which of them are shown where."""
    rows: list[page.RecordingRow] = []
    left = page.MOST_PICTURED if look.has_pictures else 0
    for number, outcomes in _in_groups(summary):
        pictured = 0 if outcomes[0].status is Status.FAILED else min(left, PICTURED_IN_A_GROUP, len(outcomes))
        left -= pictured
        rows += [_row(outcomes, index, number, pictured, look) for index in range(len(outcomes))]
    return rows


def _in_groups(summary: Summary) -> Iterator[tuple[int, Sequence[Outcome]]]:
    """Yield groups with their numbers, 0 for one that is no more than a recording, and for what is equal."""
    number = 0
    for group in summary.groups:
        is_group = len(group.outcomes) > 1
        number += is_group
        yield number if is_group else 0, group.outcomes
    equal = [each for each in summary.outcomes if each.status is Status.EQUAL]
    if equal:
        yield 0, equal


def _row(outcomes: Sequence[Outcome], index: int, group: int, pictured: int, look: Look) -> page.RecordingRow:
    outcome = outcomes[index]
    is_pictured = index < pictured
    has_page = is_pictured or outcome.status in (Status.DIFFERENT, Status.KNOWN)
    return page.RecordingRow(
        outcome,
        _href(outcome, look) if has_page else "",
        group,
        is_pictured=is_pictured,
        is_folded=bool(group) and index >= PICTURED_IN_A_GROUP,
        example=_href(outcomes[0], look) if pictured and not is_pictured else "",
    )


def _href(outcome: Outcome, look: Look) -> str:
    slug = page.slug_of(outcome.name)
    return f"#{slug}" if look.single_file else f"{slug}.html"


def _sections(
    rows: Sequence[page.RecordingRow], how: Check, look: Look, subject: Subject
) -> Iterator[tuple[page.RecordingRow, Any]]:
    """Yield the sections of all recordings that have one."""

    def plain(row: page.RecordingRow) -> Any:
        return page.section_html(row, None, is_whole=look.single_file, subject=subject)

    for row in rows:
        if row.href and not row.is_pictured:
            yield row, plain(row)
    pictured = [row for row in rows if row.is_pictured]
    yield from zip(pictured, in_order(_Drawing(how, look), pictured, min(look.jobs, len(pictured)), plain), strict=True)
