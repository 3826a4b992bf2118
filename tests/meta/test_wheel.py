"""What a user installs: the wheel and the source archive hold what they should, and the wheel runs by itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from agi_emu import cli
from tests.meta.test_tree import project_files

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path, **more: str) -> str:
    """Run a program away from the project, with more variables, and return what it printed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "AGI_EMU"))}
    ran = subprocess.run(command, cwd=cwd, env=environment | more, capture_output=True, text=True)
    assert ran.returncode == 0, f"{command}\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source archive from a clean copy of the project, and the wheel from the source archive."""
    source = tmp_path_factory.mktemp("source")
    for path in project_files(root):
        target = source / path.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)
    target = tmp_path_factory.mktemp("dist")
    # Without isolation nothing is fetched: setuptools and Cython are those of this environment.
    command = (sys.executable, "-m", "build", "--no-isolation", "--outdir", target, source)
    # How fast the core is does not matter here, and sources that are the same need no second translation to C.
    run(*command, cwd=target, AGI_EMU_CHECKED="quick", AGI_EMU_TRANSLATED=str(root / "build" / "translated"))
    return target


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    """The wheel."""
    (path,) = built.glob("*.whl")
    return zipfile.ZipFile(path)


def names(wheel: zipfile.ZipFile) -> set[PurePosixPath]:
    """Return the files of a wheel."""
    return {PurePosixPath(name) for name in wheel.namelist()}


def test_the_wheel_holds_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    assert {name.parts[0] for name in names(wheel) if ".dist-info" not in name.parts[0]} == {"agi_emu"}
    unwanted = {".c", ".cpp", ".zip", ".gz", ".pyc"}
    found = {name for name in names(wheel) if name.suffix in unwanted or "tests" in name.parts}
    assert found == {PurePosixPath("agi_emu/data/demo.zip")}


def test_the_demo_of_the_wheel_is_made_from_its_sources(root: Path, built: Path, wheel: zipfile.ZipFile) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        held = {PurePosixPath(*PurePosixPath(name).parts[1:]) for name in archive.getnames()}
    assert PurePosixPath("agi_emu/data/demo/game.toml") in held
    assert PurePosixPath("agi_emu/data/demo.zip") not in held, "it is made from the sources, not carried along"
    assert wheel.read("agi_emu/data/demo.zip") == (root / "agi_emu" / "data" / "demo.zip").read_bytes()


def test_the_demo_is_built_where_nothing_is_installed(root: Path, tmp_path: Path) -> None:
    # `pip wheel .` has setuptools and Cython only, and the core that it compiles may be for another computer.
    program = f"""
import sys
sys.path.insert(0, {str(root)!r})
sys.modules |= dict.fromkeys(["agi_emu._core", "PIL", "numpy", "click", "xxhash"])
from pathlib import Path
from agi_emu.resources.projects.project import build_project
build_project(Path({str(root / "agi_emu" / "data" / "demo")!r}), Path("demo.zip"))
"""
    run(sys.executable, "-I", "-c", program, cwd=tmp_path)
    assert (tmp_path / "demo.zip").read_bytes() == (root / "agi_emu" / "data" / "demo.zip").read_bytes()


def test_the_wheel_holds_every_file_of_the_package(root: Path, wheel: zipfile.ZipFile) -> None:
    own = {PurePosixPath(path.relative_to(root).as_posix()) for path in project_files(root)}
    missing = {name for name in own if name.parts[0] == "agi_emu"} - names(wheel)
    assert not missing
    held = {str(name) for name in names(wheel)}
    assert {"agi_emu/py.typed", "agi_emu/data/font_vga8.bin"} <= held


def test_the_wheel_holds_the_compiled_core(root: Path, wheel: zipfile.ZipFile) -> None:
    compiled = {name.name.split(".")[0] for name in names(wheel) if name.suffix in {".so", ".pyd"}}
    sources = {path.stem for path in (root / "agi_emu" / "_core").glob("*.pyx")}
    assert compiled == sources | {"_cyutility"}


def test_the_wheel_names_its_licence(wheel: zipfile.ZipFile) -> None:
    (metadata,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    text = wheel.read(metadata).decode()
    assert "License-Expression: MIT" in text
    assert "Requires-Python: >=3.11" in text
    assert any(name.endswith("licenses/LICENSE") for name in wheel.namelist())


def test_the_source_archive_holds_no_tests_and_no_c(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        held = {PurePosixPath(*PurePosixPath(name).parts[1:]) for name in archive.getnames()}
    assert [name for name in held if name.suffix == ".c" or "tests" in name.parts] == []
    assert {PurePosixPath("setup.py"), PurePosixPath("pyproject.toml"), PurePosixPath("LICENSE")} <= held


def test_the_wheel_runs_away_from_the_project(built: Path, tmp_path: Path) -> None:
    (path,) = built.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        archive.extractall(tmp_path)
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from agi_emu.cli import main; main()"
    help_text = run(sys.executable, "-P", "-c", program, "--help", cwd=tmp_path)
    assert all(verb in help_text for verb in cli.verbs.list_commands(cli.click.Context(cli.verbs)))
    findings = run(sys.executable, "-P", "-c", f"{program}", "--version", cwd=tmp_path)
    assert findings.startswith("agi-emu")
