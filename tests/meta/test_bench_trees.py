"""Other commits of the program, built beside this one."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from agi_emu.facts.errors import HostError
from benchmarks import trees

SETUP = "import pathlib, sys; pathlib.Path('arguments').write_text(' '.join(sys.argv[1:]))"


def git(root: Path, *arguments: str) -> None:
    """Run git as somebody."""
    someone = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *someone, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of two commits; only the first one builds."""
    root = tmp_path / "tree"
    root.mkdir()
    git(root, "init")
    for setup in (SETUP, "import sys; sys.exit('no compiler')"):
        (root / "setup.py").write_text(setup)
        git(root, "add", ".")
        git(root, "commit", "-m", "x")
    monkeypatch.setattr(trees, "ROOT", root)
    monkeypatch.setattr(trees, "BUILT", root / "build" / "bench")
    return root


def test_a_commit_is_built_once(root: Path) -> None:
    commit = trees.commit_of("HEAD~1")
    assert commit is not None
    folder = trees.build(commit)
    assert (folder / "arguments").read_text().startswith("-q build_ext --inplace")
    (folder / "arguments").unlink()
    assert trees.build(commit) == folder
    assert not (folder / "arguments").exists()


def test_a_commit_that_does_not_build_leaves_nothing(root: Path) -> None:
    commit = trees.commit_of("HEAD")
    assert commit is not None
    with pytest.raises(HostError, match="no compiler"):
        trees.build(commit)
    assert list(trees.BUILT.iterdir()) == []


def test_a_tree_has_a_core_that_is_built(root: Path) -> None:
    core = root / "agi_emu" / "_core"
    core.mkdir(parents=True)
    assert not trees.is_tree(root)
    (core / "flood.so").touch()
    assert trees.is_tree(root)


@pytest.mark.usefixtures("root")
@pytest.mark.parametrize("name", ["nosuch", "--help", ""])
def test_other_names_are_no_commit(name: str) -> None:
    assert trees.commit_of(name) is None
