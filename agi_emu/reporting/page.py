"""Writes the pages about comparisons: a list of recordings, and each recording, on one page or on a page of its own.

A page needs no network. With one page per recording, pages share a style sheet and a script beside them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.facts.errors import HostError
from agi_emu.host_files.drafts import write_whole
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.recording.position import clock_time
from agi_emu.reporting.subject import RECORDINGS, Subject
from agi_emu.reporting.time_line import Lane, lanes_of

if TYPE_CHECKING:
    from agi_emu.reporting.case import Case

FILE_NAME = "index.html"
TEMPLATES = "templates"
SHARED = ("report.css", "report.js")
"""Files beside pages that are not whole."""
LIVE_NAME = "live.html"
"""The page beside them that plays both games."""
MOST_PICTURED = 60
"""Recordings that are shown with pictures: about 700 KB each."""
_SLUG_LENGTH = 60
_HASH_DIGITS = 8


class RecordingGroup(Protocol):
    """Recordings that differ in the same way."""

    @property
    def title(self) -> str:
        """What they share."""

    @property
    def status(self) -> Status:
        """Their status."""

    @property
    def outcomes(self) -> Sequence[Outcome]:
        """The recordings."""


@dataclass(frozen=True)
class RecordingRow:
    """A recording in the list."""

    outcome: Outcome
    href: str = ""
    """Where it is shown; empty if the list says all."""
    group: int = 0
    """The number of its group; 0 for none."""
    is_pictured: bool = False
    """Whether it is shown with pictures."""
    is_folded: bool = False
    """Whether the list shows it only when asked: others like it are shown."""
    example: str = ""
    """The place of a recording like it that is shown with pictures."""
    is_live: bool = False
    """Whether its page can play both games."""

    @property
    def slug(self) -> str:
        """A name for files and links, which stays the same as long as the recording has its name."""
        return slug_of(self.outcome.name)

    @property
    def length(self) -> str:
        """How long the recording is."""
        return clock_time(BEATS_PER_TICK * self.outcome.ticks)

    @cached_property
    def lanes(self) -> list[Lane]:
        """The time line."""
        return lanes_of(self.outcome, self.outcome.ticks)

    @property
    def lines(self) -> list[str]:
        """The findings, in words."""
        causes = sum(len(each.lines) for each in self.outcome.causes)
        lines = self.outcome.lines()
        return [line.strip().removeprefix(f"{self.outcome.name}: ") for line in lines[: len(lines) - causes]]

    @property
    def cause_lines(self) -> list[str]:
        """The findings about the causes, in words."""
        return [line for each in self.outcome.causes for line in each.lines]


@dataclass(frozen=True)
class Listing:
    """The list of recordings at the head of a report."""

    rows: Sequence[RecordingRow]
    groups: Sequence[RecordingGroup] = ()
    not_run: int = 0
    """How many recordings were not checked."""

    @cached_property
    def folder(self) -> str:
        """The folder that all of them are in or below, with the separator after it; empty for a single one."""
        first, *others = (row.outcome.name for row in self.rows) if self.rows else ("",)
        end = _end_of_folder(first)
        while end and not all(each.startswith(first[:end]) for each in others):
            end = _end_of_folder(first[: end - 1])
        return first[:end] if others else ""

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many recordings have each status."""
        statuses = [row.outcome.status for row in self.rows]
        return {str(status): statuses.count(status) for status in Status}


def _end_of_folder(path: str) -> int:
    """Return the length of the folder in a path of any system, with the separator after it."""
    return max(map(path.rfind, "/\\")) + 1


@dataclass(frozen=True)
class ReportPage:
    """A page of a report."""

    title: str
    list: Listing | None = None
    sections: Sequence[Any] = field(default=())
    """The recordings on it, as HTML."""
    is_whole: bool = True
    """Whether style and script are part of it."""
    live: str = ""
    """The page that plays both games, packed, where it is part of this one."""
    subject: Subject = RECORDINGS

    def html(self) -> str:
        """Return the page."""
        text: str = environment().get_template("report.html").render(page=self)
        return text


def slug_of(name: str) -> str:
    """Return a name for files and links that belongs to a path: its end, and a few digits that make it unique."""
    readable = re.sub(r"[^A-Za-z0-9]+", "-", Path(name).with_suffix("").as_posix()).strip("-")[-_SLUG_LENGTH:]
    digest = hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:_HASH_DIGITS]
    return f"{readable.strip('-')}-{digest}"


def section_html(row: RecordingRow, case: Case | None, *, is_whole: bool, subject: Subject = RECORDINGS) -> Any:
    """Return what a page shows of a recording, safe to include; without a `case` there are no pictures.

    `is_whole` says that the page has the list, too.
    """
    from markupsafe import Markup

    template = environment().get_template("recording.html")
    prefix, back = (f"{row.slug}/", "#list") if is_whole else ("", FILE_NAME)
    words = {"subject": subject, "prefix": prefix, "back": back, "most_pictured": MOST_PICTURED, "live": LIVE_NAME}
    return Markup(template.render(row=row, case=case, **words))


def report_html(cases: Sequence[Case]) -> str:
    """Return one page about recordings, each with its pictures."""
    rows = [RecordingRow(case.outcome, f"#{slug_of(case.outcome.name)}") for case in cases]
    listing = Listing(rows)
    sections = [section_html(row, case, is_whole=True) for row, case in zip(rows, cases, strict=True)]
    return ReportPage(RECORDINGS.title(listing.counts), listing, sections).html()


def write_shared(folder: Path) -> None:
    """Write the files that pages share."""
    for name in SHARED:
        text = (resources.files("agi_emu.reporting") / TEMPLATES / name).read_text(encoding="utf-8")
        write_whole(folder / name, text.encode())


def environment() -> Any:
    """Return the templates, which know no file but their own; HostError without Jinja2."""
    try:
        import jinja2
    except ImportError as error:
        raise HostError("a report needs Jinja2: pip install jinja2") from error
    return jinja2.Environment(
        loader=jinja2.PackageLoader("agi_emu.reporting", TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
