"""Files of a project folder that look like sources but are not; their author should know."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from agi_emu.facts.errors import GameError
from agi_emu.host_files.reading import read_whole
from agi_emu.resources.kinds import Kind

INCLUDE = re.compile(rb'[#%]include\s*["\']([^"\']+)["\']', re.IGNORECASE)
_TEXT_SUFFIX = ".txt"


def left_out(folder: Path, folders: Mapping[Kind, tuple[str, str]]) -> Iterator[str]:
    """Yield a sentence for each file that a project makes nothing of; `folders` as in `project.FOLDERS`."""
    for kind, (name, suffix) in folders.items():
        paths = sorted(path for path in folder.joinpath(name).glob("*") if path.is_file())
        included = _included(paths) if kind is Kind.LOGIC else set()
        for path in paths:
            place = f"{name}/{path.name}"
            has_number = path.name[0].isdecimal()
            if has_number and path.suffix.lower() == _TEXT_SUFFIX and path.name.lower() not in included:
                yield f"{place} is left out: the name of a {kind} ends in {suffix}"
            elif not has_number and path.suffix.lower() == suffix and path.name.lower() not in included:
                why = "no logic includes it, and it has no number" if kind is Kind.LOGIC else "it has no number"
                yield f"{place} is left out: {why} in front of its name, as in 3-{path.name}"


def _included(paths: list[Path]) -> set[str]:
    """Return the names of the files that others include, in lower case."""
    found: set[str] = set()
    for path in paths:
        names = INCLUDE.findall(read_whole(path, GameError))
        found |= {re.split(r"[/\\]", name.decode("latin-1"))[-1].lower() for name in names}
    return found
