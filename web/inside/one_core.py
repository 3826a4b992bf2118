"""Finds the modules of the page in one file, and those of the compiled core in one library; a page imports this first.

Both take half of the time: there are some 190 files and 27 libraries less to look for, and to open.
"""

import marshal
import sys
from collections.abc import Sequence
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

PACKAGE = "agi_emu._core."
FOLDER = Path(__file__).parent
LIBRARY = str(FOLDER / "agi_emu" / "_core" / "core.abi3.so")
MODULES: dict[str, tuple[bool, bytes]] = marshal.loads((FOLDER / "modules").read_bytes())
"""By name: whether it is a package, and its code."""


class OneFile:
    """Finds and loads the modules; it is asked first."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return where a module of the page or the core is."""
        if name not in MODULES:
            is_core = name.startswith(PACKAGE)
            return (
                spec_from_file_location(name, LIBRARY, loader=ExtensionFileLoader(name, LIBRARY)) if is_core else None
            )
        folder = FOLDER / name.replace(".", "/")
        is_package = MODULES[name][0]
        file = folder / "__init__.py" if is_package else folder.with_suffix(".py")
        within = [str(folder)] if is_package else None
        return spec_from_file_location(name, file, loader=OneFile, submodule_search_locations=within)  # type: ignore[arg-type]

    @staticmethod
    def create_module(spec: ModuleSpec) -> None:
        """Leave it to Python."""

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Run the code of a module."""
        code: CodeType = marshal.loads(MODULES.pop(module.__name__)[1])
        exec(code, module.__dict__)


sys.meta_path.insert(0, OneFile)
