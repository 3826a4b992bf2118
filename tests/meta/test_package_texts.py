"""What packages say of their modules is true: a list names each of them, and no text names one that does not exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "agi_emu"
PACKAGES = sorted(path.parent for path in PACKAGE.rglob("__init__.py"))
NAMED = re.compile(r"(?<!`)`([a-z]\w*)(?:\.[\w.]+)?`(?!`)")
SUFFIXES = {".py", ".pyx", ".pxd"}


def text_of(folder: Path) -> str:
    """Return what a package says of itself."""
    return ast.get_docstring(ast.parse((folder / "__init__.py").read_text())) or ""


def modules_of(folder: Path) -> set[str]:
    """Return the modules and packages in a folder."""
    files = {path.stem for path in folder.iterdir() if path.suffix in SUFFIXES}
    return (files | {path.name for path in folder.iterdir() if (path / "__init__.py").is_file()}) - {"__init__"}


def id_of(folder: Path) -> str:
    """Return the name of a package."""
    return folder.relative_to(PACKAGE.parent).as_posix()


LISTS = [folder for folder in PACKAGES if re.search(r"^\* .*`", text_of(folder), re.M)]


@pytest.mark.parametrize("folder", LISTS, ids=id_of)
def test_a_list_of_modules_has_all(folder: Path) -> None:
    assert modules_of(folder) - set(NAMED.findall(text_of(folder))) == set()


def test_the_core_lists_its_modules() -> None:
    assert PACKAGE / "_core" in LISTS


@pytest.mark.parametrize("folder", PACKAGES, ids=id_of)
def test_what_a_package_names_exists(folder: Path) -> None:
    own = {
        name
        for path in folder.glob("*.py")
        for name in re.findall(r"\w+", path.read_text().replace(text_of(folder), ""))
    }
    known = (
        modules_of(folder) | modules_of(folder.parent) | modules_of(PACKAGE) | {path.name for path in folder.iterdir()}
    )
    assert set(NAMED.findall(text_of(folder))) - known - own - {"agi_emu"} == set()
