"""Builds the library of failing calls, and runs programs that preload it."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = Path(__file__).with_name("failing_calls.c")


def build_library(folder: Path) -> Path:
    """Compile the library; the test skips where that is impossible."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if not sys.platform.startswith("linux") or compiler is None:
        pytest.skip("failing calls need Linux and a C compiler")
    library = folder / "failing_calls.so"
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", str(SOURCE), "-o", str(library), "-ldl"], check=True)
    return library


def run_preloaded(library: Path, module: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a module of the tests with the library; its errors are shown."""
    return subprocess.run(
        [sys.executable, "-m", module, *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"LD_PRELOAD": str(library)},
        capture_output=True,
        text=True,
        check=False,
        timeout=280,
    )


def failing_calls() -> ctypes.CDLL:
    """Return the library in a program that preloaded it."""
    return ctypes.CDLL(None)
