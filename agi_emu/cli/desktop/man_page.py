"""Writes the manual page from the command line itself: each verb's help, as troff for man(1)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator

import click

_SECTION = 1
"""The manual's section for programs."""


class ManFormatter(click.HelpFormatter):
    """Writes what click's commands say about themselves as troff; click's own formatter lays it out for a terminal."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how a command is called."""
        self.write(f".PP\n.B {escaped(prog)}\n{escaped(args)}\n")

    def write_heading(self, heading: str) -> None:
        """Write the heading of a part of a command's help."""
        self.write(f".PP\n.I {escaped(heading)}\n")

    def write_paragraph(self) -> None:
        """Begin a paragraph."""
        self.write(".PP\n")

    def write_text(self, text: str) -> None:
        """Write paragraphs; click marks with \\b those whose lines it keeps."""
        for paragraph in text.split("\n\n"):
            kept = paragraph.startswith("\b")
            lines = [escaped(line.strip()) for line in paragraph.strip("\b\n").splitlines()]
            self.write(".PP\n" + ("\n.br\n" if kept else "\n").join(lines) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write terms, such as options, with their meanings."""
        for term, meaning in rows:
            self.write(f".TP\n.B {escaped(term)}\n{escaped(meaning)}\n")

    @contextlib.contextmanager
    def indentation(self) -> Iterator[None]:
        """Leave indentation to man."""
        yield


def man_page(program: click.Group, name: str, version: str) -> str:
    """Return the manual page of a program with all its verbs, as troff."""
    context = click.Context(program, info_name=name, **program.context_settings)
    page = ManFormatter()
    page.write(f'.TH {name.upper()} {_SECTION} "" "{escaped(name)} {escaped(version)}" "User Commands"\n')
    page.write(f".SH NAME\n{escaped(name)} \\- {escaped(_first_sentence(program))}\n.SH DESCRIPTION\n")
    program.format_help(context, page)
    for verb in program.list_commands(context):
        command = program.get_command(context, verb)
        assert command is not None
        page.write(f'.SH "{name} {verb}"\n')
        command.format_help(click.Context(command, info_name=f"{name} {verb}", **command.context_settings), page)
    return page.getvalue()


def escaped(text: str) -> str:
    """Return text as troff shows it unchanged: no escapes, no requests, hyphens that can be copied."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in plain.splitlines())


def _first_sentence(command: click.Command) -> str:
    sentence = (command.help or "").split(".")[0].replace("\n", " ")
    return sentence[:1].lower() + sentence[1:]
