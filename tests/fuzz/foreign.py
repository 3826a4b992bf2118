"""A target for the projects of other editors: each of their files, in each dialect."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from agi_emu.authoring.importing.agikit_files import items_of, picture_of, project_of, words_of
from agi_emu.authoring.importing.importing import import_project, report
from agi_emu.authoring.importing.layouts import find_project
from agi_emu.host_files.inside import Inside
from agi_emu.logic.compiler import compile_logic
from agi_emu.logic.dialects import DIALECTS
from agi_emu.logic.winagi import properties_of
from tests.fuzz.cursor import Cursor, share
from tests.fuzz.samples import folder
from tests.fuzz.texts import ITEMS, WORDS, read_include, text_of
from tests.unit.authoring.foreign_projects import agikit_project, studio_project, winagi_project

IMPORTED = 256
"""One input in so many is imported, not only found: that builds two games."""
PROJECTS = {"winagi": winagi_project, "studio": studio_project, "agikit": agikit_project}
READERS: tuple[Callable[[str], object], ...] = (
    lambda text: words_of(text, []),
    items_of,
    project_of,
    picture_of,
    lambda text: properties_of(text.encode("cp437", "replace")),
    *(
        lambda text, dialect=dialect: compile_logic(  # type: ignore[misc]
            text, words=WORDS, items=ITEMS, read_include=read_include, dialect=dialect
        )
        for dialect in DIALECTS.values()
    ),
)

READ_ALONE = {"words.txt": 0, "object.json": 1, "agikit-project.json": 2, "3.agipic": 3, "MOOR.wag": 4}
"""Names of files of the projects, and which of the readers takes them."""


@cache
def files_of_project(name: str) -> list[Path]:
    """Write a project once; return its files that are text, or are looked at as if they were."""
    place = folder() / "foreign" / name
    place.mkdir(parents=True)
    PROJECTS[name](place)
    return sorted(path for path in place.rglob("*") if path.is_file())


def read_foreign(data: bytes) -> None:
    """Read a file of another editor by itself, or in its project."""
    cursor = Cursor(data)
    kind = cursor.byte()
    if kind < 0x80:
        READERS[kind % len(READERS)](text_of(cursor.rest()))
        return
    name = tuple(PROJECTS)[kind % len(PROJECTS)]
    files = files_of_project(name)
    path, place = files[cursor.below(len(files))], folder() / "foreign" / name
    before = path.read_bytes()
    path.write_bytes(cursor.rest())
    try:
        if share(data, IMPORTED):
            find_project(place, Inside(place))
        else:
            report(import_project(place))
    finally:
        path.write_bytes(before)
