"""Finds the runtime of exported pages: all of a page except the game, as `make web` built it."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import zipfile
from dataclasses import dataclass
from pathlib import Path

from agi_emu.facts.errors import GameError, HostError
from agi_emu.host_files.reading import GAME, json_value, open_file, too_long
from agi_emu.resources.files import DAMAGE

PACKAGE = "agi_emu_web"
DISTRIBUTION = "agi-emu-web"
FOLDER = f"{PACKAGE}/runtime/"
MANIFEST = "runtime.json"
PARTS = {"index.html", "page.css", "page.js", "start-single.js", "blobs.js", "single.js", "player.bin", "heap.bin"}
"""Files without which a runtime is none."""
HOW_TO_GET_IT = f"make web builds the wheel {DISTRIBUTION} in a checkout; install it, or give it with --runtime"


@dataclass(frozen=True, slots=True)
class Runtime:
    """The files of a runtime by name, and the version of the program that plays in it."""

    files: dict[str, bytes]
    version: str
    pyodide: dict[str, str]
    """What Pyodide has to know of itself."""


def find_runtime(wheel: Path | None = None) -> Runtime:
    """Return the runtime in a wheel, or else the installed one; HostError says how to get one that fits."""
    runtime = _runtime_of(_in_wheel(wheel) if wheel else _installed())
    ours = importlib.metadata.version("agi-emu")
    if runtime.version != ours:
        raise HostError(f"the runtime is for agi-emu {runtime.version}, and this is {ours}; {HOW_TO_GET_IT}")
    if lacking := sorted(PARTS - runtime.files.keys()):
        raise HostError(f"the runtime lacks {', '.join(lacking)}: {HOW_TO_GET_IT}")
    return runtime


def _runtime_of(files: dict[str, bytes]) -> Runtime:
    if MANIFEST not in files:
        raise HostError(f"this holds no runtime of {DISTRIBUTION}: {HOW_TO_GET_IT}")
    try:
        manifest = json_value(files[MANIFEST])
        return Runtime(files, str(manifest["version"]), dict(manifest["pyodide"]))
    except (ValueError, TypeError, KeyError) as error:
        raise HostError(f"{MANIFEST} in it is not that of a runtime ({error!r}): {HOW_TO_GET_IT}") from error


def _installed() -> dict[str, bytes]:
    found = importlib.util.find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise HostError(f"the runtime of pages is not installed: {HOW_TO_GET_IT}")
    folder = Path(found.submodule_search_locations[0], "runtime")
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _in_wheel(wheel: Path) -> dict[str, bytes]:
    try:
        with open_file(wheel, GAME) as file, zipfile.ZipFile(file) as packed:
            members = [each for each in packed.infolist() if each.filename.startswith(FOLDER) and not each.is_dir()]
            if sum(each.file_size for each in members) > GAME.most:
                raise too_long(wheel, GAME)
            return {each.filename.removeprefix(FOLDER): packed.read(each) for each in members}
    except (GameError, *DAMAGE, RuntimeError) as error:
        raise HostError(f"{wheel} cannot be read as a wheel ({error}): {HOW_TO_GET_IT}") from error
