"""Mistakes in sources as an author reads them, or as data for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from agi_emu.cli.options import Output, option
from agi_emu.facts.errors import AgiError
from agi_emu.facts.mistakes import ERROR, WARNING, Mistake, mistakes_of

_GITHUB_LEVELS = {ERROR: "error", WARNING: "warning"}
_GITHUB_ESCAPES = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_GITHUB_FIELDS = {**_GITHUB_ESCAPES, ":": "%3A", ",": "%2C"}


class MistakeTeller(Output):
    """Output in which mistakes are written as they are asked for."""

    form: str = option(
        "--format",
        type=click.Choice(["text", "github"]),
        default="text",
        show_default=True,
        metavar="text|github",
        help="How mistakes are written: for people, or as annotations of GitHub's workflows.",
    )
    folder = Path()
    """What the files of mistakes are relative to."""

    def __init__(self, **values: Any) -> None:
        """Set some fields; a usage error for two forms at once."""
        super().__init__(**values)
        if self.json and self.form != "text":
            raise click.UsageError("--json and --format are two ways to write the same; give one.")

    @property
    def is_data(self) -> bool:
        """Whether programs read the mistakes."""
        return self.json or self.form != "text"

    def tell(self, mistakes: Iterable[Mistake]) -> None:
        """Write mistakes as data, one per line."""
        for mistake in mistakes:
            located = mistake._replace(file=str(self.folder / mistake.file) if mistake.file else "")
            if self.json:
                self.record(located.as_record())
            else:
                self.result(_annotation(located))

    def tell_notes(self, notes: Iterable[str]) -> None:
        """Write notes about sources: as data, or as sentences beside the result."""
        for note in notes:
            if self.is_data:
                self.tell(mistakes_of(note))
            else:
                self.note(note)

    @contextmanager
    def told(self) -> Iterator[None]:
        """Write the mistakes of an error as data and end with its exit code; for people it is told as any other."""
        try:
            yield
        except AgiError as error:
            if not self.is_data:
                raise
            self.tell(error.mistakes)
            click.get_current_context().exit(error.exit_code)


mistake_options = MistakeTeller.add("teller")
"""Adds the options of output and --format; the verb gets them as `teller: MistakeTeller`."""


def _annotation(mistake: Mistake) -> str:
    """Return the line that GitHub shows at the place of a mistake."""
    places = {"file": mistake.file, "line": mistake.line, "col": mistake.column, "endColumn": mistake.end}
    fields = {name: str(value) for name, value in places.items() if value} | {"title": mistake.rule}
    listed = ",".join(f"{name}={_escaped(value, _GITHUB_FIELDS)}" for name, value in fields.items())
    text = "; ".join(filter(None, (mistake.text, mistake.hint)))
    return f"::{_GITHUB_LEVELS.get(mistake.severity, 'notice')} {listed}::{_escaped(text, _GITHUB_ESCAPES)}"


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    return "".join(escapes.get(character, character) for character in text)
