"""Finds the directory entry that the original reads for a number past the end of a directory.

It reads on in memory. There lie, one after the other, the directories (logics, pictures, views, sounds; version 3 has
one file of them), WORDS.TOK, OBJECT, and the records of the screen objects, which logic 0 follows (reference:
MEM-4, MEM-15).

Golden, tours of two games that show view 220: with 9 views its entry is 63 74 00, the last bytes of OBJECT, both where
2.936 and where 3.002.098 keeps it; with 11 it is 13 00 90, the previous place of object 1, (19, 144).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agi_emu.resources.directory_finding import ENTRY_BYTES, V2_DIRECTORIES
from agi_emu.resources.kinds import Kind

if TYPE_CHECKING:
    from agi_emu.machine.interpreter import Interpreter


def entry_behind_directory(m: Interpreter, kind: Kind, number: int) -> bytes:
    """Return the three bytes at the place of a resource's entry, fewer or none where they are not known."""
    files, items = m.game.files, m.items.plain
    directories = [files.get(name) or b"" for name in m.game.layout.directory_names]
    if m.game.layout.generation == 2:
        start = sum(len(files.get(name) or b"") for name in list(V2_DIRECTORIES.values())[: list(Kind).index(kind)])
    else:
        place = 2 * list(Kind).index(kind)
        start = int.from_bytes(directories[0][place : place + 2], "little")
    words = files.get("words.tok") or b""
    memory = b"".join([*directories, words, items])
    start += ENTRY_BYTES * number
    if start + ENTRY_BYTES > len(memory):
        # Savegames are not needed before the first picture, nor is this.
        from agi_emu.state.savegames.savegame_state import object_record

        objects = m.state.objects[: m.state.general.object_count]
        memory += b"".join(object_record(each, index) for index, each in enumerate(objects))
    return memory[start : start + ENTRY_BYTES]
