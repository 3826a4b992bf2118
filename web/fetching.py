"""Brings what `pins.toml` names into the build folder, by the registries' own clients; checks every byte of it."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WEB = Path(__file__).parent
ROOT = WEB.parent
BUILD = ROOT / "build" / "web"
PINS: dict[str, dict[str, Any]] = tomllib.loads((WEB / "pins.toml").read_text())
NODE_ONLY = "ws"
"""A package that Pyodide imports in node for sockets, which nothing here opens."""


class BuildError(Exception):
    """The runtime cannot be built: what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """The folders of what was fetched."""

    zig: Path
    pyodide: Path
    xxhash: Path


def fetch() -> Fetched:
    """Fetch what is missing."""
    return Fetched(_zig(), _pyodide(), _xxhash())


def _zig() -> Path:
    """Return the folder of the package that holds clang and wasm-ld."""
    folder = BUILD / "tools"
    lock = WEB / "requirements.lock"
    mark = folder / f"{_digest(lock.read_bytes())}.installed"
    if not mark.exists():
        _pip("install", "--no-deps", "--upgrade", "--target", str(folder), "--require-hashes", "-r", str(lock))
        mark.touch()
    return folder / "ziglang"


def _pyodide() -> Path:
    pin = PINS["pyodide"]
    folder = BUILD / f"pyodide-{pin['version']}"
    if not folder.exists():
        archive = BUILD / f"pyodide-{pin['version']}.tgz"
        _run("npm", "pack", "--silent", f"pyodide@{pin['version']}", "--pack-destination", str(BUILD))
        _check(archive, pin["sha256"])
        with tarfile.open(archive) as packed:
            packed.extractall(BUILD, filter="data")
        stand_in = BUILD / "package" / "node_modules" / NODE_ONLY
        stand_in.mkdir(parents=True)
        (stand_in / "index.js").write_text("module.exports = {};\n")
        (BUILD / "package").rename(folder)
    return folder


def _xxhash() -> Path:
    pin, pyodide = PINS["xxhash"], PINS["pyodide"]
    folder = BUILD / f"xxhash-{pin['version']}"
    if not folder.exists():
        abi = f"cp{pyodide['python'].replace('.', '')}"
        target = ("--platform", pyodide["platform"], "--python-version", pyodide["python"], "--abi", abi)
        wanted = f"xxhash=={pin['version']}"
        _pip("download", "--no-deps", "--only-binary=:all:", *target, "--dest", str(BUILD), wanted)
        (wheel,) = BUILD.glob(f"xxhash-{pin['version']}-*.whl")
        _check(wheel, pin["sha256"])
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(folder)
    return folder


def _pip(*arguments: str) -> None:
    _run(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments)


def _run(*command: str) -> None:
    try:
        ran = subprocess.run(command, cwd=BUILD, capture_output=True, text=True)
    except FileNotFoundError:
        raise BuildError(f"{command[0]} is missing: install it, then build again") from None
    if ran.returncode:
        raise BuildError(f"{' '.join(command)} failed:\n{ran.stdout}{ran.stderr}")


def _check(path: Path, sha256: str) -> None:
    """Compare a file with its pin; one that differs is removed."""
    found = _digest(path.read_bytes())
    if found != sha256:
        path.unlink()
        raise BuildError(f"{path.name} has the digest {found}, but web/pins.toml has {sha256}: do not use it")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
