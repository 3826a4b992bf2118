"""Finds the modules of the compiled core in one library; a page imports this first. Loading 27 would take longer."""

import sys
from collections.abc import Sequence
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

PACKAGE = "agi_emu._core."
LIBRARY = str(Path(__file__).parent / "agi_emu" / "_core" / "core.abi3.so")


class OneLibrary:
    """The last finder: it is asked for what has no file of its own."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return where a module of the core is."""
        if not name.startswith(PACKAGE):
            return None
        return spec_from_file_location(name, LIBRARY, loader=ExtensionFileLoader(name, LIBRARY))


sys.meta_path.append(OneLibrary)
