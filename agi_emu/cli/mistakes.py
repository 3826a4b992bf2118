"""Mistakes in sources as an author reads them, or as data for programs."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from agi_emu.cli.options import Output, Verb, output_options
from agi_emu.facts.errors import AgiError
from agi_emu.facts.mistakes import ERROR, WARNING, Mistake, mistakes_of

_GITHUB_LEVELS = {ERROR: "error", WARNING: "warning"}
_GITHUB_ESCAPES = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_GITHUB_FIELDS = {**_GITHUB_ESCAPES, ":": "%3A", ",": "%2C"}


def mistake_options(verb: Verb) -> Verb:
    """Add the options of output and --format; the verb gets both as `teller: MistakeTeller`."""

    @click.option(
        "--format",
        "form",
        type=click.Choice(["text", "github"]),
        default="text",
        show_default=True,
        metavar="text|github",
        help="How mistakes are written: for people, or as annotations of GitHub's workflows.",
    )
    @output_options
    @functools.wraps(verb)
    def with_teller(*args: Any, form: str, output: Output, **given: Any) -> None:
        if output.json and form != "text":
            raise click.UsageError("--json and --format are two ways to write the same; give one.")
        verb(*args, teller=MistakeTeller(output, form), **given)

    return with_teller


@dataclass(slots=True)
class MistakeTeller:
    """Writes mistakes as they are asked for; `folder` is what their files are relative to."""

    output: Output
    form: str = "text"
    folder: Path = Path()

    @property
    def is_data(self) -> bool:
        """Whether programs read the mistakes."""
        return self.output.json or self.form != "text"

    def tell(self, mistakes: Iterable[Mistake]) -> None:
        """Write mistakes as data, one per line."""
        for mistake in mistakes:
            located = mistake._replace(file=str(self.folder / mistake.file) if mistake.file else "")
            if self.output.json:
                self.output.record(located.as_record())
            else:
                self.output.result(_annotation(located))

    def notes(self, notes: Iterable[str]) -> None:
        """Write notes about sources: as data, or as sentences beside the result."""
        for note in notes:
            if self.is_data:
                self.tell(mistakes_of(note))
            else:
                self.output.note(note)

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


def _annotation(mistake: Mistake) -> str:
    """Return the line that GitHub shows at the place of a mistake."""
    places = {"file": mistake.file, "line": mistake.line, "col": mistake.column, "endColumn": mistake.end}
    fields = {name: str(value) for name, value in places.items() if value} | {"title": mistake.rule}
    listed = ",".join(f"{name}={_escaped(value, _GITHUB_FIELDS)}" for name, value in fields.items())
    text = "; ".join(filter(None, (mistake.text, mistake.hint)))
    return f"::{_GITHUB_LEVELS.get(mistake.severity, 'notice')} {listed}::{_escaped(text, _GITHUB_ESCAPES)}"


def _escaped(text: str, escapes: Mapping[str, str]) -> str:
    return "".join(escapes.get(character, character) for character in text)
