"""The machine's disk of savegames, which a browser keeps."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable

from agi_emu.machine.save_store import ROOT, MemoryStore

_LATIN = "latin-1"
"""Names are bytes as DOS has them; every byte is a character of it."""


class KeptDisk(MemoryStore):
    """A disk that reports every change as a text that `load` takes."""

    def __init__(self, keep: Callable[[str], None]) -> None:
        """Start empty; `keep` gets the whole disk after each change."""
        super().__init__()
        self._keep = keep

    def load(self, text: str) -> None:
        """Replace the contents with those of a text; ValueError if it is not one of these."""
        disk: dict[tuple[bytes, ...], dict[bytes, tuple[int, bytes]]] = {(): {}}
        for parts, name, order, data in json.loads(text):
            directory = disk.setdefault(tuple(part.encode(_LATIN) for part in parts), {})
            directory[name.encode(_LATIN)] = (int(order), base64.b64decode(data))
        self.disk = disk

    def text(self) -> str:
        """Return the whole disk as a text."""
        rows = [
            ([part.decode(_LATIN) for part in parts], name.decode(_LATIN), order, base64.b64encode(data).decode())
            for parts, files in self.disk.items()
            for name, (order, data) in files.items()
        ]
        return json.dumps(rows)

    @property
    def names(self) -> list[str]:
        """The savegames in the root, newest first."""
        orders = self.list(ROOT) or {}
        return [name.decode(_LATIN) for name in sorted(orders, key=lambda name: -orders[name])]

    def file(self, name: str) -> bytes:
        """Return a savegame of the root; SaveError if there is none of this name."""
        return self.read(ROOT, name.encode(_LATIN))

    def write(self, directory: bytes, name: bytes, data: bytes) -> None:
        """Write a savegame, and report the change."""
        super().write(directory, name, data)
        self._keep(self.text())
