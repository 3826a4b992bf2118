from typing import final

from typing_extensions import Buffer

@final
class Screen:
    """The screen of the state in `buffer`, with glyphs of the 8x8 `face` (256 glyphs, a byte a row).

    With `text_backgrounds_by_xor` an inverted glyph is exclusive-or-ed on what the cell shows.
    """

    text_backgrounds_by_xor: bool
    changes: int
    """Counts what may have changed the pixels."""
    def __init__(self, buffer: Buffer, face: Buffer, *, text_backgrounds_by_xor: bool = False) -> None: ...
    driver: int
    """The `facts.adapters.Driver` that shows what comes."""
    def set_driver(
        self,
        driver: int,
        fills: bytes | None = None,
        texts: bytes | None = None,
        patterns: bytes | None = None,
        glyphs: bytes | None = None,
        *,
        even_columns: bool = False,
    ) -> None:
        """Show what comes as a driver does: what is shown stays."""
    def attach_model(self, model: Buffer) -> None:
        """Paint from now on the recordings' screen model too: a writable buffer of 160x200 bytes."""
    def touch(self) -> None:
        """Count a change: somebody has written into the state itself."""
    def set_mode(self, text_mode: bool) -> None:
        """Go to text or graphics mode: the screen becomes black and every cell blank."""
    def copy(self, x: int, y: int, width: int, height: int) -> None:
        """Show the colours of a rectangle of the picture; `x`, `y` is its top left picture cell."""
    def copy_priorities(self) -> None:
        """Show the priorities of the whole picture as colours."""
    def fill(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        """Fill a rectangle; `x`, `y` is its top left picture cell, relative to the picture's top."""
    def fill_cells(self, top: int, left: int, bottom: int, right: int, attribute: int) -> None:
        """Clear text cells, edges included, to a colour (graphics mode) or to an attribute (text mode)."""
    def put(self, row: int, column: int, character: int, attribute: int, halftone: bool = False) -> None:
        """Put a character into a text cell; `halftone` is for disabled menu entries."""
    def print(self, text: bytes) -> None: ...
    def scroll(self, top: int, left: int, bottom: int, right: int, attribute: int) -> None:
        """Move text cells up by a row and clear the lowest one; edges are included."""
