"""Counts rooms of the package, arrows between them, and lines of code in each: ``python -m tests.meta.rooms``.

A room is a folder or module directly below the package. An arrow leads from a room to one that it imports: by `import`
or `cimport`, also inside functions and for annotations. Code is what is no blank line, comment or docstring; files that
a build writes do not count. Another tree is counted when its folder is given.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "agi_emu"
CIMPORT = re.compile(r"^\s*(?:from|c?import)\s+(agi_emu[\w.]*)", re.M)
DOCSTRING = re.compile(r'^[ \t]*[rR]?"""(?:.|\n)*?"""[ \t]*$', re.M)
SOURCES = (".py", ".pyx", ".pxd", ".pyi")


def sources(package: Path) -> list[Path]:
    """Return the files of the package that somebody wrote: those that git knows, or would add."""
    command = ["git", "-C", str(package), "ls-files", "--cached", "--others", "--exclude-standard", "-z", "."]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\0")
    paths = [package / name for name in names if name.endswith(SOURCES)]
    return sorted(path for path in paths if path.exists())


def room_of(path: Path, package: Path) -> str:
    """Return the room that a file is in."""
    return path.relative_to(package).parts[0].partition(".")[0]


def imported(path: Path) -> Iterator[str]:
    """Yield the names of what a file imports."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from CIMPORT.findall(text)
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == PACKAGE.name:
            yield from (f"{PACKAGE.name}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def arrows(package: Path) -> dict[str, set[str]]:
    """Return for every room which others it imports."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in sources(package):
        # The list of public names says where each is, for tools: nothing imports it.
        if path.suffix in (".py", ".pyx", ".pxd"):
            room = room_of(path, package)
            names = [name.split(".") for name in imported(path) if name.split(".")[0] == PACKAGE.name]
            found[room] |= {(*name, "__init__")[1] for name in names} - {room}
    return dict(found)


def lines_of_code(path: Path) -> int:
    """Return the number of lines that are no blank line, comment or docstring."""
    lines = map(str.strip, DOCSTRING.sub("", path.read_text(encoding="utf-8")).splitlines())
    return sum(bool(line) and not line.startswith("#") for line in lines)


def code(package: Path) -> Counter[str]:
    """Return the lines of code in each room."""
    found: Counter[str] = Counter()
    for path in sources(package):
        found[room_of(path, package)] += lines_of_code(path)
    return found


def main() -> None:
    """Print the figures of this tree, or of the one in the folder that is given."""
    package = Path(sys.argv[1]).resolve() / PACKAGE.name if sys.argv[1:] else PACKAGE
    leads, lines = arrows(package), code(package)
    print(f"{len(leads)} rooms, {sum(map(len, leads.values()))} arrows, {lines.total():,} lines of code")
    for room in sorted(leads, key=lambda each: -lines[each]):
        print(f"{room:16}{lines[room]:7,}  {' '.join(sorted(leads[room]))}")


if __name__ == "__main__":
    main()
