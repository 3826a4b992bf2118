"""Puts the runtime together: Python for WebAssembly, the package with its core, and the files of the page."""

from __future__ import annotations

import gzip
import io
import json
import re
import subprocess
import sysconfig
import tomllib
import zipfile
from pathlib import Path

from web.compiling import Core
from web.fetching import BUILD, PINS, ROOT, WEB, BuildError, Fetched
from web.wheels import archive, wheel

PLAYERS = tuple(f"web.machine_side.{name}" for name in ("player", "recorded", "beside"))
"""What the page asks for a machine: of a game, of a recording, of two recordings."""
FIRST = (
    *("one_core", *PLAYERS),
    *("base64", "ctypes._layout", "json", "traceback"),
)
"""What the page imports, and what Python's own modules import late; everything else follows."""
KEPT = (
    *("agi_emu.machine.actions", "agi_emu.resources.volumes", "agi_emu.presentation.look_colours"),
    *("encodings.cp", "encodings.latin_1", "encodings.ascii", "encodings.utf_8", "encodings.idna", "encodings.gbk"),
)
"""Beginnings of modules that are imported by names made at run time."""
LOADER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LIBRARY = "python_stdlib.zip"
PLAYER = "player.bin"
HEAP = "heap.bin"
EARLY = (
    *("array", "base64", "ctypes", "encodings.cp437", "graphlib", "hashlib", "json", "sysconfig", "zipfile"),
    *PLAYERS,
)
"""What Python has imported in the memory that a page starts with, besides the core."""
CORE_TAG = f"cp311-abi3-{PINS['pyodide']['platform']}"
MANIFEST = "runtime.json"
DATA_SUFFIXES = (".bin", ".tsv", ".txt", ".pyi")
"""Of the files of the package that are not modules: tables, faces, and the list of public names."""


def version() -> str:
    """Return the version of the project."""
    found: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    return found


def core_wheel_name() -> str:
    """Return the file name of the whole package as a wheel for Pyodide."""
    return f"agi_emu-{version()}-{CORE_TAG}.whl"


def core_wheel(core: Core) -> tuple[str, bytes]:
    """Return the whole package as a wheel for Pyodide, by name and bytes."""
    files = {f"agi_emu/_core/{name}": data for name, data in core.modules.items()} | _package()
    metadata = {"License-Expression": "MIT", "Requires-Python": ">=3.11", "Requires-Dist": "xxhash"}
    return wheel("agi-emu", version(), CORE_TAG, files, metadata)


def _package() -> dict[str, bytes]:
    """Return the modules and the data of the package, by name."""
    package = ROOT / "agi_emu"
    found = [*package.rglob("*.py"), *(package / "data").glob("*.*"), package / "__init__.pyi"]
    kept = [path for path in found if path.suffix in (".py", *DATA_SUFFIXES)]
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in sorted(kept)}


def _machine_side() -> dict[str, bytes]:
    """Return the modules that only the page has, by name."""
    paths = [WEB / "__init__.py", *sorted((WEB / "machine_side").glob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths}


def runtime_wheel(fetched: Fetched, core: Core) -> tuple[str, bytes]:
    """Return the companion wheel, by name and bytes: all of a page except the game."""
    library, player = _packed(fetched, core)
    runtime = {name: (fetched.pyodide / name).read_bytes() for name in LOADER}
    libraries = {f"{Path(name).name}.wasm": data for name, data in player.items() if name.endswith(".so")}
    runtime[HEAP], there = _heap(fetched, library, libraries, player)
    late = {name: data for name, data in library.items() if _module_of(name) not in there}
    data_files = {name: data for name, data in player.items() if name.endswith(DATA_SUFFIXES)}
    runtime |= {LIBRARY: archive(late), PLAYER: _bundle(data_files)} | libraries
    runtime |= {path.name: path.read_bytes() for path in sorted((WEB / "page").glob("*.*"))}
    about = json.loads((fetched.pyodide / "pyodide-lock.json").read_text())["info"]
    release = PINS["pyodide"]["version"]
    runtime[MANIFEST] = json.dumps({"version": version(), "pyodide": about, "pyodide_release": release}).encode()
    licences = _licences(fetched)
    runtime |= {f"licences/{name}": text for name, text in licences.items()}
    files = {f"agi_emu_web/runtime/{name}": data for name, data in runtime.items()}
    files["agi_emu_web/__init__.py"] = b'"""What agi-emu export puts into a page besides the game."""\n'
    metadata = {
        "Summary": "What agi-emu export puts into a page besides the game",
        "License-Expression": "MIT AND MPL-2.0 AND PSF-2.0 AND BSD-2-Clause",
        "Requires-Python": ">=3.11",
    }
    return wheel("agi-emu-web", version(), "py3-none-any", files, metadata)


def _bundle(files: dict[str, bytes]) -> bytes:
    """Return files as machine.js unpacks them: the length of an index, the index as JSON, the files, all as gzip."""
    index, at = {}, 0
    for name, data in files.items():
        index[name], at = (at, at + len(data)), at + len(data)
    head = json.dumps(index).encode()
    return gzip.compress(len(head).to_bytes(4, "little") + head + b"".join(files.values()), 9, mtime=0)


def _module_of(path: str) -> str:
    """Return the name of the module that a file is."""
    return path.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")


def _heap(
    fetched: Fetched, library: dict[str, bytes], libraries: dict[str, bytes], player: dict[str, bytes]
) -> tuple[bytes, list[str]]:
    """Return the memory of a Python that has started, as gzip, and the names of the modules in it."""
    out = BUILD / "heap.packing"
    for name, data in {LIBRARY: archive(library), PLAYER: _bundle(player), **libraries}.items():
        (BUILD / name).write_bytes(data)
    imported = [*EARLY, *(f"agi_emu._core.{path.stem}" for path in sorted((ROOT / "agi_emu" / "_core").glob("*.pyx")))]
    there = run_node(WEB / "inside" / "heap.mjs", fetched.pyodide, BUILD, ",".join(imported), out)
    return gzip.compress(out.read_bytes(), 9, mtime=0), there.split()


def _packed(fetched: Fetched, core: Core) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return the files of Python's library and those of the package, with what the page imports, compiled."""
    xxhash = {
        re.sub(r"\..*\.so", ".so", path.relative_to(fetched.xxhash).as_posix()): path.read_bytes()
        for path in sorted((fetched.xxhash / "xxhash").rglob("*"))
        if path.suffix in (".py", ".so")
    }
    whole = {"agi_emu/_core/core.abi3.so": core.whole, "one_core.py": (WEB / "inside" / "one_core.py").read_bytes()}
    own = _package() | _machine_side() | whole | xxhash
    paths = {name: BUILD / f"{name}.packing" for name in ("own", "plan", "library", "player")}
    paths["own"].write_bytes(archive(own))
    paths["plan"].write_text(json.dumps({"first": FIRST, "kept": KEPT}))
    inside = WEB / "inside" / "pack.mjs"
    given = [
        fetched.pyodide,
        fetched.pyodide / LIBRARY,
        *(paths[name] for name in ("own", "plan", "library", "player")),
    ]
    run_node(inside, *given)
    return _contents(paths["library"].read_bytes()), _contents(paths["player"].read_bytes())


def run_node(*command: Path | str) -> str:
    """Run a script in node and return what it printed."""
    try:
        ran = subprocess.run(["node", *map(str, command)], capture_output=True, text=True)
    except FileNotFoundError:
        raise BuildError("node is missing: install Node.js 18 or later, then build again") from None
    if ran.returncode:
        raise BuildError(f"{command[0]} failed:\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def _contents(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def _licences(fetched: Fetched) -> dict[str, bytes]:
    """Return the licences of everything in the runtime, by file name."""
    library = Path(sysconfig.get_path("stdlib"))
    site = Path(sysconfig.get_path("purelib"))
    sources = {
        "agi-emu-MIT.txt": [ROOT / "LICENSE"],
        "pyodide-MPL-2.0.txt": [Path("/usr/share/common-licenses/MPL-2.0"), *site.glob("pathspec-*/licenses/LICENSE")],
        "python-PSF-2.0.txt": [library / "LICENSE.txt", *library.parent.parent.glob("share/doc/python3*/copyright")],
        "xxhash-BSD-2-Clause.txt": [*fetched.xxhash.glob("xxhash-*.dist-info/licenses/LICENSE")],
        "README.txt": [WEB / "licences.txt"],
    }
    found = {}
    for name, paths in sources.items():
        path = next((each for each in paths if each.is_file()), None)
        if path is None:
            raise BuildError(f"the licence {name} is missing: none of {', '.join(map(str, paths))} exists")
        found[name] = path.read_bytes()
    return found
