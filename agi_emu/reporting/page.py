"""Writes the page about a comparison: one self-contained file that needs no network."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agi_emu.drafts import write_whole
from agi_emu.errors import HostError
from agi_emu.recording.comparing.outcome import Status

if TYPE_CHECKING:
    from agi_emu.reporting.case import Case

FILE_NAME = "index.html"
TEMPLATES = "templates"


def write_report(folder: Path, cases: Sequence[Case]) -> Path:
    """Write the page to a folder, which is created if missing; return its path."""
    text = report_html(cases)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE_NAME
    write_whole(path, text.encode())
    return path


def report_html(cases: Sequence[Case]) -> str:
    """Return the page."""
    statuses = [case.outcome.status for case in cases]
    counts = {status: statuses.count(status) for status in Status}
    page: str = environment().get_template("report.html").render(cases=cases, counts=counts)
    return page


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
