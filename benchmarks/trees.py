"""Builds another commit of the program beside this one, to be measured by turns with it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from io import BytesIO
from pathlib import Path

from agi_emu.facts.errors import HostError

ROOT = Path(__file__).resolve().parents[1]
"""The source tree of this program."""
BUILT = ROOT / "build" / "bench"
"""Commits that were built, each in a folder named by its digest; `make clean` removes them."""


def is_tree(path: Path) -> bool:
    """Return whether a folder is a source tree whose core is built."""
    return any((path / "agi_emu" / "_core").glob("*.so"))


def commit_of(name: str) -> str | None:
    """Return the full digest of the commit that git knows by `name`, None when it knows none."""
    if shutil.which("git") is None:
        return None
    found = _run("git", "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    return found.stdout.decode().strip() if found.returncode == 0 else None


def build(commit: str) -> Path:
    """Return the folder of a commit, built with this Python; a commit that was built before is used again.

    HostError with the compiler's last lines when it does not build.
    """
    folder = BUILT / commit
    if folder.is_dir():
        return folder
    BUILT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILT, prefix=".draft-") as draft:
        # Not as tar: the first releases of Python 3.11 know no filter for it, and later ones ask for one.
        archive = _run("git", "archive", "--format=zip", commit)
        with zipfile.ZipFile(BytesIO(archive.stdout)) as files:
            files.extractall(draft)
        done = _run(
            sys.executable, "setup.py", "-q", "build_ext", "--inplace", f"--parallel={os.cpu_count() or 1}", root=draft
        )
        if done.returncode:
            last_lines = b"\n".join(done.stderr.splitlines()[-10:]).decode(errors="replace")
            raise HostError(f"commit {commit[:12]} does not build:\n{last_lines}")
        os.replace(draft, folder)
        Path(draft).mkdir()
    return folder


def _run(*command: str, root: str | None = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, cwd=root or ROOT, capture_output=True, check=False)
