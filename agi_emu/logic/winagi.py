"""Names that WinAGI gives to the sources of a game: the ids of resources and some texts, from its property file.

Source: reference: EXT-17, LANG-39.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from agi_emu.facts.numbers import whole
from agi_emu.host_files.reading import SOURCE, decoded_text, read_whole
from agi_emu.logic.dialects import WINAGI, files_of
from agi_emu.logic.lexer import source_text

RESOURCE_IDS = "resourceids.txt"
"""What a file of ids is called; the newer versions of the editor write it."""
RESERVED_NAMES = "reserved.txt"
"""The same for the names that the editor defines itself."""
_RESERVED_TEXTS = {"gameID": "gameid", "gameVersionMsg": "gameversion", "gameAboutMsg": "about"}
"""Name -> the property that is its text."""
_SECTION = re.compile(r"\s*\[(?:(logic|picture|sound|view)([0-9]{1,3})|.*)\]?\s*", re.IGNORECASE)
_PROPERTY = re.compile(r"\s*(\w+)\s*=\s*(.*?)\s*")
_ID = re.compile(r"[0-9]*[A-Za-z_][A-Za-z0-9_.$#%]*")
_LAST_NUMBER = 255


def properties_of(data: bytes) -> tuple[Mapping[str, str], Mapping[tuple[str, int], str]]:
    """Return the general properties of a property file in text form, and the id of each resource by kind and number.

    Names of properties are in lower case, kinds are `logic`, `picture`, `sound` and `view`. The old binary form has
    neither.
    """
    general: dict[str, str] = {}
    ids: dict[tuple[str, int], str] = {}
    resource: tuple[str, int] | None = None
    is_general = False
    for line in decoded_text(data, errors="replace").split("\n"):
        if section := _SECTION.fullmatch(line):
            resource = (section[1].lower(), whole(section[2])) if section[1] else None
            is_general = line.strip().lower() == "[general]"
        elif found := _PROPERTY.fullmatch(line):
            name, value = found[1].lower(), found[2].strip('"')
            if is_general:
                general[name] = value
            elif resource is not None and name == "id" and resource[1] <= _LAST_NUMBER:
                ids[resource] = value
    return general, ids


def ids_text(ids: Mapping[tuple[str, int], str]) -> str:
    """Return the ids as a file of defines; what cannot be a name in a source is left out."""
    lines = [f"#define {name}  {number}" for (_, number), name in ids.items() if _ID.fullmatch(name)]
    return "\n".join([*lines, ""])


def reserved_text(general: Mapping[str, str]) -> str:
    """Return the names of texts that the general properties give, as a file of defines."""
    lines = [f'#define {name}  "{general.get(property_name, "")}"' for name, property_name in _RESERVED_TEXTS.items()]
    return "\n".join([*lines, ""])


def common_text(folder: Path, name: str, checked: Callable[[Path], Path]) -> str:
    """Return a file of names that a project's sources all know; OSError if there is none.

    The sources lie in `folder`, the property file there or in the folder above.
    """
    for above in (folder, folder.parent):
        for properties in files_of(WINAGI, above):
            if (above / name).exists():
                return source_text(read_whole(checked(above / name), SOURCE))
            if name in (RESOURCE_IDS, RESERVED_NAMES):
                general, ids = properties_of(read_whole(checked(properties), SOURCE))
                return ids_text(ids) if name == RESOURCE_IDS else reserved_text(general)
    raise FileNotFoundError(name)
