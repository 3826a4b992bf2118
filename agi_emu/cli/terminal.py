"""Tables and bars for a terminal, without control characters in the names and messages of strangers.

An escape sequence in the name of a folder could change colours, the title of the window or what stands on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from agi_emu.cli.printable import printable


class CleanConsole(Console):
    """A console for tables and bars whose texts are printable; its own colours are not touched."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Yield the pieces of a table or bar."""
        for piece in super().render(renderable, options):
            yield piece if piece.control else Segment(printable(piece.text), piece.style)
