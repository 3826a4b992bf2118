"""Copies of the project below build/, with a core of their own: the installed core stays as it is."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("agi_emu", "tests", "web", "scripts", "docs", "Makefile", "setup.py", "pyproject.toml", "README.md", "LICENSE")


class Copy:
    """The files that git knows or would add, in a folder of build/, and a core for tests (`AGI_EMU_CHECKED`)."""

    def __init__(self, name: str, checked: str) -> None:
        """Copy the project, keeping times, so that only changed modules are compiled again."""
        self.folder = ROOT / "build" / name
        self.checked = checked
        command = ["git", "ls-files", "-co", "--exclude-standard", "-z", *PARTS]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        names = {name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}
        for path in [path for part in ("agi_emu", "tests") for path in (self.folder / part).rglob("*.py*")]:
            if path.suffix in {".py", ".pyx", ".pxd", ".pyi"} and not (ROOT / path.relative_to(self.folder)).is_file():
                path.unlink()
        for each in names:
            (self.folder / each).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / each, self.folder / each)

    def run(self, *arguments: str, **environment: str) -> int:
        """Run Python in the copy and return its exit code; `environment` is added to what it inherits."""
        return subprocess.run(
            [sys.executable, *arguments], cwd=self.folder, env=self.environment(**environment)
        ).returncode

    def environment(self, **more: str) -> dict[str, str]:
        """Return the environment of programs that run in the copy."""
        shared = os.environ.get("AGI_EMU_SHARED") or str(ROOT.parent / "shared")
        return {
            **os.environ,
            "AGI_EMU_CHECKED": self.checked,
            "AGI_EMU_TRANSLATED": str(ROOT / "build" / "translated"),
            "AGI_EMU_SHARED": shared,
            "PYTHONPATH": str(self.folder),
            **more,
        }

    def build(self, **environment: str) -> bool:
        """Build core and demo game; return whether that went well."""
        return self.run("setup.py", "-q", "build_ext", "--inplace", **environment) == 0


def runtime(name: str) -> str:
    """Return gcc's library of this name, which a program must load first; empty where there is none."""
    if sys.platform != "linux" or shutil.which("gcc") is None:
        return ""
    found = subprocess.run(["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True)
    path = Path(found.stdout.strip())
    return str(path) if path.is_absolute() and path.exists() else ""
