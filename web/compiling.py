"""Compiles the core for WebAssembly: what Cython made of it (`make build`), as modules of Python's stable ABI.

The compiler and the linker are those inside the ziglang package, the headers of the C library its musl ones; Python.h
is the one of the Python that runs this: in the limited API only its declarations matter. The C library itself is
Pyodide's.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from web.fetching import BUILD, ROOT, WEB, BuildError

SOURCES = ROOT / "build" / "cython" / "agi_emu" / "_core"
VECTOR = ROOT / "agi_emu" / "_core" / "vector.h"
OWN_HEADERS = WEB / "include"
"""The vector unit of x86-64, which `VECTOR` is written for, in instructions of WebAssembly."""
UTILITY = "_cyutility"
STABLE_ABI = "0x030B0000"
"""Python 3.11, the oldest that the project runs on."""
WIDTHS = {"SHORT": 2, "INT": 4, "LONG": 4, "LONG_LONG": 8, "VOID_P": 4, "SIZE_T": 4, "WCHAR_T": 4, "PID_T": 4}
WIDTHS |= {"TIME_T": 8, "OFF_T": 8, "FLOAT": 4, "DOUBLE": 8, "UINTPTR_T": 4}
HEADERS = ("SYS_TYPES_H", "SYS_TIME_H", "SYS_STAT_H", "UNISTD_H", "STDINT_H", "STDDEF_H", "WCHAR_H")
FACTS = ("LONG_LONG", "SSIZE_T", "BUILTIN_ATOMIC", "STD_ATOMIC")
COMPILE = (
    *("--target=wasm32-unknown-emscripten", "-O2", "-msimd128", "-fPIC", "-fvisibility=hidden", "-DNDEBUG"),
    *("-D__EMSCRIPTEN__=1", "-D_GNU_SOURCE", "-DCYTHON_LIMITED_API=1", f"-DPy_LIMITED_API={STABLE_ABI}", "-nostdinc"),
    *("-D__SSE2__", "-Wno-unused", "-Werror=implicit-function-declaration"),
)
LINK = (
    *("-shared", "--experimental-pic", "--no-entry", "--unresolved-symbols=import-dynamic", "-Bsymbolic"),
    *("--no-export-dynamic", "--export-if-defined=__wasm_apply_data_relocs", "--strip-all", "--gc-sections"),
)


@dataclass(frozen=True, slots=True)
class Core:
    """The compiled core, the same bytes from the same sources wherever they are built."""

    modules: dict[str, bytes]
    """A library for each module, by file name."""
    whole: bytes
    """All of them in one library, which a page loads faster."""


def compile_core(zig: Path) -> Core:
    """Return the core, compiled now or earlier from the same sources."""
    names = [*(path.stem for path in sorted((ROOT / "agi_emu" / "_core").glob("*.pyx"))), UTILITY]
    missing = [name for name in names if not (SOURCES / f"{name}.c").exists()]
    if missing:
        raise BuildError(f"{', '.join(missing)} not translated to C yet: run make build")
    includes = _headers(zig)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = dict(zip(names, pool.map(lambda name: _object(name, zig, includes), names), strict=True))
        linked = pool.map(lambda name: _linked(zig, {name: objects[name]}), names)
        modules = {f"{name}.abi3.so": module for name, module in zip(names, linked, strict=True)}
    return Core(modules, _linked(zig, objects))


def _object(name: str, zig: Path, includes: list[str]) -> Path:
    """Return the object file of a module."""
    source = SOURCES / f"{name}.c"
    vector = VECTOR.read_bytes() + (OWN_HEADERS / "emmintrin.h").read_bytes()
    compiler = (WEB / "requirements.lock").read_bytes()
    key = hashlib.sha256(repr(COMPILE).encode() + compiler + vector + source.read_bytes()).hexdigest()
    kept = BUILD / "objects" / f"{name}-{key}.o"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        draft = kept.with_suffix(".compiled")
        core = ("-I", str(ROOT), "-I", str(ROOT / "agi_emu" / "_core"))
        _zig(zig, "clang", *COMPILE, *includes, *core, "-c", str(source), "-o", str(draft))
        draft.rename(kept)
    return kept


def _linked(zig: Path, objects: Mapping[str, Path]) -> bytes:
    """Return the library of some modules, by name and object file."""
    key = hashlib.sha256(repr((LINK, sorted(map(str, objects.values())))).encode()).hexdigest()
    kept = BUILD / "objects" / f"{key}.so"
    if not kept.exists():
        draft = kept.with_suffix(".linked")
        exports = [f"--export=PyInit_{name}" for name in objects]
        _zig(zig, "wasm-ld", *LINK, *exports, *map(str, objects.values()), "-o", str(draft))
        draft.rename(kept)
    return kept.read_bytes()


def _zig(zig: Path, *command: str) -> None:
    ran = subprocess.run([str(zig / "zig"), *command], capture_output=True, text=True, cwd=ROOT)
    if ran.returncode:
        raise BuildError(f"the core cannot be compiled:\n{' '.join(command)}\n{ran.stderr}")


def _headers(zig: Path) -> list[str]:
    """Write headers for 32 bits; return the options that find them."""
    folder = BUILD / "include"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(sysconfig.get_path("include"), folder / "python")
    (folder / "python" / "pyconfig.h").write_text(_pyconfig())
    for part in ("generic-musl", "x86-linux-musl"):
        shutil.copytree(zig / "lib" / "libc" / "include" / part, folder / "libc", dirs_exist_ok=True)
    types = folder / "libc" / "bits" / "alltypes.h"
    # Sizes are an unsigned long in wasm32, an unsigned int in the musl of 32-bit PCs.
    types.write_text(re.sub("#define _Addr int", "#define _Addr long", types.read_text()))
    system = (OWN_HEADERS, zig / "lib" / "include", folder / "libc")
    return [*(part for path in system for part in ("-isystem", str(path))), "-I", str(folder / "python")]


def _pyconfig() -> str:
    """Return what the headers of Python have to know of WebAssembly."""
    defined = {f"SIZEOF_{name}": width for name, width in WIDTHS.items()} | {"ALIGNOF_LONG": 4, "ALIGNOF_SIZE_T": 4}
    defined |= {f"HAVE_{name}": 1 for name in (*HEADERS, *FACTS)}
    defined |= {"STDC_HEADERS": 1, "DOUBLE_IS_LITTLE_ENDIAN_IEEE754": 1}
    lines = [f"#define {name} {value}" for name, value in defined.items()]
    return "\n".join(["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H", *lines, "#endif", ""])
