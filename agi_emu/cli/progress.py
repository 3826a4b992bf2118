"""A bar on stderr while something long is done; nothing where nobody sees it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[str, int, int], None]
"""Told after every part: what it was, parts done, parts in all."""


@contextmanager
def progress_bar(what: str, *, quiet: bool) -> Iterator[Progress | None]:
    """Show a bar; None where stderr is no terminal or its user wants quiet."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)

        def show(part: str, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, description=escape(part))

        yield show
