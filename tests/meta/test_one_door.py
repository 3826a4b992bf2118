"""Files that a person or another file names are opened in one place, which looks at their kind and length."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.meta.sources import MODULES, name_of, nodes_of

READERS = {"read_bytes", "read_text"}
"""Methods of a path that read it whole."""
OPENERS = {"open", "io.open", "os.open", "gzip.open", "zipfile.ZipFile", "Image.open", "np.load", "wave.open"}
"""What opens a path; the modules below give some of them a file that is open already, or write."""
WRITES = frozenset("wax")
ALLOWED = {
    "data/__init__.py": "reads our own data",
    "reporting/page.py": "reads our own templates",
    "authoring/preview/server.py": "reads our own page",
    "cli/desktop/files.py": "reads our own icon",
    "checking/digests.py": "reads our own program",
    "checking/parcels.py": "reads our own program",
    "web/runtime.py": "reads the installed runtime, or a wheel that is open",
    "resources/files.py": "reads an archive that is open",
    "resources/projects/strips.py": "reads an image from memory",
    "web/exporting.py": "reads an archive that is open, and an image from memory",
    "resources/writing/game_files.py": "reads an archive that is open",
    "tracing/check.py": "reads planes from a file that is open",
    "cli/group.py": "opens where nothing goes",
    "window/host/sound_card.py": "opens where nothing goes",
}


def openings(path: Path) -> list[int]:
    """Return the lines of a module that open a file for reading."""
    return [node.lineno for node in nodes_of(path) if isinstance(node, ast.Call) and _opens(node)]


def _opens(call: ast.Call) -> bool:
    function = ast.unparse(call.func)
    is_method = isinstance(call.func, ast.Attribute)
    modes = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    if is_method and call.func.attr in READERS:  # type: ignore[attr-defined]
        return True
    if function in OPENERS:
        return not any(WRITES & set(mode) for mode in modes)
    return is_method and function.endswith(".open") and any(mode.startswith("r") for mode in modes)


def test_files_are_opened_in_one_place() -> None:
    found = {
        name_of(path): lines
        for path in MODULES
        if not name_of(path).startswith("host_files/") and (lines := openings(path))
    }
    others = {name: lines for name, lines in found.items() if name not in ALLOWED}
    assert others == {}, "read files by agi_emu.host_files.reading"
    assert ALLOWED.keys() - found.keys() == set(), "these need no exception"
