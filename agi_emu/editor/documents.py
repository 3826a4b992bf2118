"""Texts and places as editors have them: lines from 0, columns in the units of the encoding that was agreed on."""

from __future__ import annotations

import os
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from agi_emu.editor.protocol import from_fs_path, lsp, to_fs_path
from agi_emu.facts.errors import AgiError
from agi_emu.host_files.reading import SOURCE, decoded_text, read_whole
from agi_emu.logic.lexer import source_text
from agi_emu.logic.mentions import Mention

_UNIT_BYTES = {"utf-8": 1, "utf-16": 2, "utf-32": 4}
_CODECS = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}
UTF_16 = "utf-16"
"""The encoding of every client that does not ask for another."""


class SourceDocument:
    """A text with the name of its file; its lines end in LF, whatever they end in in the editor or on the disk."""

    def __init__(
        self, path: Path, text: str, encoding: str = UTF_16, version: int | None = None, uri: str = ""
    ) -> None:
        """Take the text as the editor sends it, with the address that it has there; `version` is None if not open."""
        self.path = path
        self.uri = uri or uri_of(path)
        self.version = version
        # A half of a pair of UTF-16 is not a character.
        self.text = decoded_text(text.encode("utf-8", "replace"))
        self._encoding = encoding

    @classmethod
    def on_disk(cls, path: Path, encoding: str) -> SourceDocument | None:
        """Return the document of a file; None if it cannot be read."""
        try:
            return cls(path, source_text(read_whole(path, SOURCE)), encoding)
        except AgiError:
            return None

    @cached_property
    def real(self) -> str:
        """The path of the file without links."""
        return os.path.realpath(self.path)

    @cached_property
    def data(self) -> bytes:
        """The text as the compiler reads it."""
        return self.text.encode()

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends."""
        return self.text.split("\n")

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate((len(line) + 1 for line in self.lines), initial=0))

    def line(self, number: int) -> str:
        """Return a line by its number from 0; empty where there is none."""
        return self.lines[number] if 0 <= number < len(self.lines) else ""

    def place(self, position: lsp.Position) -> tuple[int, int]:
        """Return line and column of a position, both from 0, the column in characters; outside of the text its end."""
        if position.line >= len(self.lines):
            return len(self.lines) - 1, len(self.lines[-1])
        line = self.lines[position.line]
        if line.isascii():
            return position.line, min(position.character, len(line))
        data = line.encode(_CODECS[self._encoding], "replace")
        before = data[: position.character * _UNIT_BYTES[self._encoding]]
        return position.line, len(before.decode(_CODECS[self._encoding], "ignore"))

    def offset(self, position: lsp.Position) -> int:
        """Return how many characters of the text stand before a position."""
        line, column = self.place(position)
        return self._starts[line] + column

    def position(self, line: int, column: int) -> lsp.Position:
        """Return the position of a line and a column in characters, both from 0."""
        before = self.line(line)[:column]
        if before.isascii():
            return lsp.Position(line, len(before))
        return lsp.Position(line, len(before.encode(_CODECS[self._encoding], "replace")) // _UNIT_BYTES[self._encoding])

    def range_of(self, line: int, start: int, end: int) -> lsp.Range:
        """Return the range of columns of a line, all from 0."""
        return lsp.Range(self.position(line, start), self.position(line, end))

    def range_of_mention(self, mention: Mention) -> lsp.Range:
        """Return where a mention stands; as the compiler, it counts from 1."""
        return self.range_of(mention.line - 1, mention.column - 1, mention.end - 1)

    def text_of(self, mention: Mention) -> str:
        """Return what stands at a mention."""
        return self.line(mention.line - 1)[mention.column - 1 : mention.end - 1]

    @property
    def whole(self) -> lsp.Range:
        """The range of all of the text."""
        last = len(self.lines) - 1
        return lsp.Range(lsp.Position(0, 0), self.position(last, len(self.lines[last])))


def path_of(uri: str) -> Path | None:
    """Return the file that an address names; None for what is not a file, such as a text that was never saved."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path else None


def uri_of(path: Path) -> str:
    """Return the address of a file."""
    return from_fs_path(str(path)) or ""
