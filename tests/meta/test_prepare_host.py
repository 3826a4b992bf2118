"""The script that looks for system packages, on systems made of stubs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="system packages are looked for on Linux only")

Prepare = Callable[[], "subprocess.CompletedProcess[str]"]

# A Python that has what the files beside it say.
PYTHON = """#!/bin/sh
case "$*" in
    *version_info*) test ! -e "$SYSTEM/old" ;;
    *ensurepip*) test -e "$SYSTEM/python3-venv" ;;
    *) test -e "$SYSTEM/python3-dev" ;;
esac
"""
LDCONFIG = """#!/bin/sh
test -e "$SYSTEM/libportaudio2" && echo "libportaudio.so.2 => somewhere"
"""
APT_GET = """#!/bin/sh
echo "$*" >> "$SYSTEM/apt-get"
test -e "$SYSTEM/lists" || { test "$1" = update && touch "$SYSTEM/lists"; exit 1; }
for word in "$@"; do case "$word" in python3*|lib*) touch "$SYSTEM/$word" ;; esac; done
"""


@pytest.fixture
def system(tmp_path: Path) -> Path:
    """A folder whose files are the packages that the system has; `bin` holds its programs."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("sh", "grep", "uname", "env"):
        found = shutil.which(name)
        assert found is not None
        (programs / name).symlink_to(found)
    stubs = {"python3": PYTHON, "ldconfig": LDCONFIG, "apt-get": APT_GET, "cc": "#!/bin/sh\n", "touch": ""}
    stubs |= {"id": "#!/bin/sh\necho 1000\n"}
    for name, text in stubs.items():
        if text:
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        else:
            (programs / name).symlink_to(str(shutil.which(name)))
    for package in ("python3-venv", "python3-dev", "libportaudio2"):
        (tmp_path / package).touch()
    return tmp_path


@pytest.fixture
def prepare(root: Path, system: Path) -> Prepare:
    """Runs the script on that system."""

    def run() -> subprocess.CompletedProcess[str]:
        environment = {"PATH": str(system / "bin"), "SYSTEM": str(system)}
        command = [root / "scripts" / "prepare-host", "python3"]
        return subprocess.run(command, env=environment, capture_output=True, text=True)

    return run


def become_root(system: Path) -> None:
    """Let the user be root."""
    (system / "bin" / "id").write_text("#!/bin/sh\necho 0\n")


def test_a_complete_system_is_left_alone(prepare: Prepare, system: Path) -> None:
    ran = prepare()
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert not (system / "apt-get").exists()


def test_without_portaudio_it_is_only_silent(prepare: Prepare, system: Path) -> None:
    (system / "libportaudio2").unlink()
    ran = prepare()
    assert ran.returncode == 0
    assert ran.stderr == "no sound will be heard: install libportaudio2 (everything else works without it)\n"


@pytest.mark.parametrize("package", ["python3-venv", "python3-dev"])
def test_a_user_is_told_what_to_install(prepare: Prepare, system: Path, package: str) -> None:
    (system / package).unlink()
    ran = prepare()
    assert ran.returncode == 1
    assert ran.stderr == (f"agi_emu cannot be built here: as root, run  apt-get install {package}  and start again\n")


def test_root_gets_it_installed_also_without_package_lists(prepare: Prepare, system: Path) -> None:
    become_root(system)
    (system / "python3-venv").unlink()
    (system / "libportaudio2").unlink()
    # The stub's update fails the first time, as a mirror may; the second run succeeds.
    assert prepare().returncode == 1
    ran = prepare()
    assert ran.returncode == 0, ran.stderr
    assert "installing with apt-get: python3-venv libportaudio2" in ran.stderr
    asked = (system / "apt-get").read_text().splitlines()
    assert asked[1] == "update -qq"
    assert asked[-1].endswith("python3-venv libportaudio2")


def test_an_old_python_is_named(prepare: Prepare, system: Path) -> None:
    (system / "old").touch()
    ran = prepare()
    assert ran.returncode == 1
    assert ran.stderr.startswith("agi_emu needs Python 3.11 or newer")
