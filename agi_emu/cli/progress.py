"""Shows a progress bar with the time left on stderr, if somebody can see it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[str, int, int], None]
"""Called after every part with its name, the parts done and the total."""


@contextmanager
def progress_bar(what: str, *, quiet: bool) -> Iterator[Progress | None]:
    """Show a bar and yield its update function; None if stderr is not a terminal or the user wants quiet."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.markup import escape
    from rich.progress import Progress as Bar

    from agi_emu.cli.terminal import CleanConsole

    # Results that go to a file or a program must not be drawn above the bar instead.
    with Bar(console=CleanConsole(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        task = bar.add_task(what, total=None)

        def show(part: str, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=escape(part))

        yield show
