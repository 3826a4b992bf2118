"""Leaves out of an archive of modules what the page does not import, and compiles the rest.

It runs in Pyodide, so that the very Python that will read the modules has compiled them.
"""

import ast
import importlib.util
import io
import json
import marshal
import sys
import zipfile
from collections.abc import Iterator
from importlib import _bootstrap_external
from pathlib import Path
from types import CodeType

OWN = ("agi_emu", "web.machine_side", "web/machine_side")
"""Beginnings of modules of ours and their paths."""
NEVER = ("TYPE_CHECKING", "__main__")
"""Names in conditions that are false here."""
NO_DOCSTRINGS = 2
"""How much Python leaves out of its own library; the package keeps everything."""
FINDER = "one_core"
"""The module that finds the others of our own: it stays a file of its own."""


class Modules:
    """The modules of some archives of sources, by name; the first archive that has one wins."""

    def __init__(self, *archives: zipfile.ZipFile) -> None:
        self.sources: dict[str, bytes] = {}
        self.files: dict[str, str] = {}
        for archive in archives:
            for path in archive.namelist():
                if path.endswith(".py"):
                    name = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
                    if name not in self.sources:
                        self.sources[name] = archive.read(path)
                        self.files[name] = path

    def needed(self, first: list[str]) -> set[str]:
        """Return the names of the modules that `first` import, directly or not."""
        found: set[str] = set()
        left = list(first)
        while left:
            name = left.pop()
            if name in found or name not in self.sources:
                continue
            found.add(name)
            left.extend(self._imports(name))
            left.append(name.rpartition(".")[0])
        return found

    def _imports(self, name: str) -> Iterator[str]:
        """Yield what a module imports; of the library's only what it imports when it is imported itself."""
        is_package = self.files[name].endswith("/__init__.py")
        package = name if is_package else name.rpartition(".")[0]
        for node in walk(ast.parse(self.sources[name]), into_functions=name.startswith(OWN)):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                parts = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
                base = ".".join([*parts, *filter(None, [node.module])])
                yield base
                yield from (f"{base}.{alias.name}" for alias in node.names)


def walk(node: ast.AST, *, into_functions: bool) -> Iterator[ast.AST]:
    """Yield the nodes of a tree, without what only type checkers read, or a module does as a program."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and not into_functions:
            continue
        if isinstance(child, ast.If) and any(name in ast.unparse(child.test) for name in NEVER):
            continue
        yield child
        yield from walk(child, into_functions=into_functions)


def code_of(path: str, source: bytes) -> CodeType:
    """Return the code of a module."""
    left_out = 0 if path.startswith(OWN) else NO_DOCSTRINGS
    return compile(source, path, "exec", dont_inherit=True, optimize=left_out)


def compiled(path: str, source: bytes) -> bytes:
    """Return the bytecode of a module; it is not compared with its source, which is left out."""
    return _bootstrap_external._code_to_hash_pyc(code_of(path, source), importlib.util.source_hash(source), False)


def pack(library: bytes, own: bytes, first: list[str], kept: list[str]) -> tuple[bytes, bytes]:
    """Return library and own package as archives of the modules that `first` need; `kept` begin names kept whole.

    The own modules are one file in theirs, which `one_core` reads. Files of the own package that are not modules stay,
    those of the library go.
    """
    at_start = [name for name in sys.modules if not name.startswith("__")]
    with zipfile.ZipFile(io.BytesIO(library)) as theirs, zipfile.ZipFile(io.BytesIO(own)) as ours:
        modules = Modules(ours, theirs)
        whole = [name for name in modules.sources if name.startswith(tuple(kept))]
        needed = modules.needed([*first, *at_start, *whole])
        ours_names = set(ours.namelist())
        packed: list[dict[str, bytes]] = [{}, {}]
        together = {}
        for name in sorted(needed):
            path, source = modules.files[name], modules.sources[name]
            if path in ours_names and name != FINDER:
                together[name] = (path.endswith("/__init__.py"), marshal.dumps(code_of(path, source)))
            else:
                packed[path in ours_names][f"{path}c"] = compiled(path, source)
        packed[1] |= {path: ours.read(path) for path in ours_names if not path.endswith(".py")}
        packed[1]["modules"] = marshal.dumps(together)
    return _archive(packed[0]), _archive(packed[1])


def _archive(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as packed:
        for name in sorted(files):
            packed.writestr(zipfile.ZipInfo(name), files[name])
    return out.getvalue()


def main(plan: str) -> None:
    """Pack library.zip and own.zip, in the current folder, as a plan in JSON says."""
    chosen = json.loads(plan)
    library, own = (Path(f"{name}.zip").read_bytes() for name in ("library", "own"))
    packed = pack(library, own, chosen["first"], chosen["kept"])
    for name, data in zip(("library", "own"), packed, strict=True):
        Path(f"packed-{name}.zip").write_bytes(data)
