"""Says things in a terminal: texts without control characters, what is wrong with a word, tables, a bar of progress.

An escape sequence in the name of a folder could change colours, the title of the window or what stands on the screen.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

_CONTROLS = "[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
"""All but tab and line feed: those of ASCII, the second set that some terminals obey, and what turns text round."""
_GIVEN = "(?s)'(.*?)' is not (?:one of|a valid)"
_RANGE = r"is not a valid (?:integer|float)(?: range)?\."
"""What click says of a word that is not a number, in the words of programmers."""

SECONDS_BETWEEN_LINES = 10
"""How often progress is told where no bar can be drawn."""
Progress = Callable[[str, int, int], None]
"""Called after every part with its name, the parts done and the total."""


def printable(text: str) -> str:
    """Return a text without control characters: an escape becomes ``\\x1b``. Lines and tabs stay."""
    return re.sub(_CONTROLS, lambda found: found[0].encode("unicode_escape").decode(), text)


def printable_json(text: str) -> str:
    """Return the same JSON without control characters: those that it may hold stand in strings alone."""
    return re.sub(_CONTROLS, lambda found: f"\\u{ord(found[0]):04x}", text)


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """Return a question with the nearest of the words, to append to a sentence; "" if none is near."""
    import difflib

    similar = difflib.get_close_matches(word.lower(), list(words), n=1)
    return "".join(f" Did you mean {each}?" for each in similar)


def in_plain_words(error: click.BadParameter) -> click.BadParameter:
    """Return the error of a wrong value with a sentence for players."""
    given = re.search(_GIVEN, error.message)
    kind = None if error.param is None else error.param.type
    if given is None:
        return error
    if isinstance(kind, click.Choice):
        message = error.message + did_you_mean(given[1], map(str, kind.choices))
    elif isinstance(kind, click.types.IntParamType):
        message = re.sub(_RANGE, "is not a whole number.", error.message)
    else:
        message = re.sub(_RANGE, "is not a number.", error.message)
    return click.BadParameter(message, error.ctx, error.param, error.param_hint)


def clean_console(*, stderr: bool = False) -> Console:
    """Return a console for tables and bars whose texts are printable; its own colours are not touched."""
    from rich.console import Console
    from rich.segment import Segment

    class CleanConsole(Console):
        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for piece in super().render(renderable, options):
                yield piece if piece.control else Segment(printable(piece.text), piece.style)

    return CleanConsole(stderr=stderr, highlight=False, soft_wrap=True)


@contextmanager
def progress_bar(what: str, *, quiet: bool) -> Iterator[Progress | None]:
    """Show a bar and yield its update function; None if the user wants quiet.

    Where stderr is not a terminal there is a line now and then instead.
    """
    if quiet:
        yield None
        return
    if not sys.stderr.isatty():
        said = time.monotonic()

        def say(part: str, done: int, total: int) -> None:
            nonlocal said
            if time.monotonic() - said >= SECONDS_BETWEEN_LINES:
                said = time.monotonic()
                click.echo(f"agi-emu: {done:,} of {total:,} {what}", err=True)

        yield say
        return
    from rich.markup import escape
    from rich.progress import Progress as Bar

    # Results that go to a file or a program must not be drawn above the bar instead.
    with Bar(console=clean_console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        task = bar.add_task(what, total=None)

        def show(part: str, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=escape(part))

        yield show
