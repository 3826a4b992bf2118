"""The dialects of LOGIC source: the same text means different programs to different editors.

Everything in which they differ is a column of one table. Where a source names no dialect it is read as ours, and each
place that means something else in another one is noted.

Sources: reference: LANG-26, LANG-38 to LANG-41.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import Path
from types import MappingProxyType

_FOLDERS_ABOVE = 2
"""A source may lie this deep below the file that tells its dialect."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What the editor of a source makes of it."""

    name: str
    """As in `game.toml` and ``--dialect``."""
    editor: str
    first_word: int = 0
    """The number of the first word of the sentence in `word.to.string`."""
    puts_blanks: bool = False
    """Between the texts of a command that stand on several lines is a blank, unless the first ends in white space."""
    ignores_case: bool = False
    """Capitals and small letters are the same in all names; of items with equal names the first counts."""
    lowers_values: bool = False
    """The texts that names are defined as become small letters."""
    item_count: str = ""
    """The name of the number of the last item."""
    common_files: tuple[str, ...] = ()
    """Files beside the sources whose names every source knows; the first go before the later ones."""
    project_file: str = ""
    """Pattern of the file that lies in a project's folder."""
    source_name: str = ""
    """Pattern of the names of sources, where no other editor calls them so."""

    def key(self, name: str) -> str:
        """Return what names that mean the same have in common."""
        return name.lower() if self.ignores_case else name


AGI_EMU = Dialect("agi-emu", "agi-emu", project_file="game.toml")
AGI_STUDIO = Dialect(
    "agistudio", "AGI Studio", puts_blanks=True, ignores_case=True, source_name=r"logic\d+\.txt|logic\.\d+"
)
AGI_STUDIO_BARE = replace(AGI_STUDIO, name="agistudio-bare", puts_blanks=False, source_name="")
WINAGI = Dialect(
    "winagi",
    "WinAGI",
    first_word=1,
    ignores_case=True,
    item_count="numberOfItems",
    common_files=("globals.txt", "resourceids.txt", "reserved.txt"),
    project_file="*.wag",
)
AGIKIT = Dialect("agikit", "agikit", project_file="agikit-project.json", source_name=r".*\.agilogic")

DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {dialect.name: dialect for dialect in (AGI_EMU, AGI_STUDIO, AGI_STUDIO_BARE, WINAGI, AGIKIT)}
)
"""Every dialect by name."""


def files_of(dialect: Dialect, folder: Path) -> list[Path]:
    """Return the files that say that a folder is a project of this dialect."""
    if not dialect.project_file or not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if fnmatch(path.name.lower(), dialect.project_file))


def project_of(source: Path) -> Path:
    """Return the project folder that a source lies in; its own folder where there is none."""
    folders = _folders_above(source)
    return next((each for each in folders if any(files_of(dialect, each) for dialect in DIALECTS.values())), folders[0])


def _folders_above(source: Path) -> tuple[Path, ...]:
    folder = source.absolute().parent
    return folder, *folder.parents[:_FOLDERS_ABOVE]


def dialect_of(source: Path) -> tuple[Dialect, str] | None:
    """Return the dialect that a source seems to be in, and what says so; None if nothing does."""
    for folder in _folders_above(source):
        for dialect in DIALECTS.values():
            for path in files_of(dialect, folder):
                return (dialect, f"{path.name} lies in {path.parent.name}") if dialect is not AGI_EMU else None
    for dialect in DIALECTS.values():
        if dialect.source_name and re.fullmatch(dialect.source_name, source.name, re.IGNORECASE):
            return dialect, f"{source.name} is what {dialect.editor} calls its sources"
    return None


HOW_TO_NAME_IT = f"name the dialect ({', '.join(DIALECTS)}) in game.toml or with --dialect"
"""The end of a note about what differs."""
