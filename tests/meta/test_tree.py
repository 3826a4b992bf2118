"""What no file of the project may hold, and how long a file may be."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

LONGEST_FILE = 500
CODE = {".py", ".pyx", ".pxd", ".pyi", ".h", ".js", ".mjs", ".css"}

# Each pattern is written so that it does not find itself.
FORBIDDEN = {
    "a path of one machine": re.compile(r"""(?<![\w.~}/*-])/(?:work|home|root|tmp|mnt|Users)/[A-Za-z]"""),
    "the host of a package registry": re.compile(r"python[h]osted|npm[j]s\.|debian[.]org"),
    "postponed work": re.compile(r"\b(?:TO[D]O|FIX[M]E|X[X]X)\b|raise Not[I]mplemented"),
    "a merge that was not finished": re.compile(r"^(?:<{7}|>{7}) ", re.M),
}


MADE = {".git", ".venv", "build", "dist", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"}
MADE_SUFFIXES = (".so", ".pyd", ".egg-info", ".pyc", "demo.zip", "codes.pxd", "layout.pxd", "rules.pxd", ".pxi")
"""What building and testing leave in the folder; .gitignore says the same to git."""


def project_files(root: Path) -> list[Path]:
    """Return the files that git knows or would add; without git those that no tool has made."""
    if shutil.which("git"):
        command = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True)
        if listed.returncode == 0:
            return [root / name for name in listed.stdout.split("\0") if name and (root / name).is_file()]
    return [
        path
        for path in sorted(root.rglob("*"))
        if path.is_file()
        and not any(part in MADE or part.endswith(MADE_SUFFIXES) for part in path.relative_to(root).parts)
    ]


INPUTS = Path("tests", "fuzz", "corpus")
"""Inputs of any bytes: they may look like a text and are none."""


def texts(root: Path) -> dict[str, str]:
    """Return the project's text files by name."""
    found = {}
    for path in project_files(root):
        if path.is_relative_to(root / INPUTS):
            continue
        content = path.read_bytes()
        if b"\0" not in content:
            found[path.relative_to(root).as_posix()] = content.decode()
    return found


def test_no_file_holds_what_is_forbidden(root: Path) -> None:
    found = [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {what}: {match[0].strip()}"
        for name, text in texts(root).items()
        for what, pattern in FORBIDDEN.items()
        for match in pattern.finditer(text)
    ]
    assert not found, "\n".join(found)


def test_no_code_is_longer_than_one_idea(root: Path) -> None:
    long = {name: text.count("\n") for name, text in texts(root).items() if Path(name).suffix in CODE}
    assert {name: lines for name, lines in long.items() if lines > LONGEST_FILE} == {}


def test_no_real_game_is_in_the_tree(root: Path) -> None:
    # Games have owners. Those of our own are packed from their sources, and tests compare: one recorded game, and the
    # probes of the conformance suite. The demo is made by a build.
    own = root / "tests" / "conformance" / "probes"
    files = [path for path in project_files(root) if path.parent.parent != own or path.name != "game.zip"]
    volumes = [path.name for path in files if re.fullmatch(r"(?i)(\w*vol\.\d+|\w*dir)", path.name)]
    archives = [path.name for path in files if path.suffix in {".zip", ".gz", ".npz"}]
    assert (volumes, sorted(archives)) == ([], ["meadow.zip"])


TOP_LEVEL = {
    *(".clang-format", ".gitattributes", ".gitignore", "Makefile", "pyproject.toml", "setup.py", "LICENSE"),
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
    *("requirements-dev.lock", "requirements-dist.lock", "requirements-docs.lock", "requirements-lab.lock"),
}


def test_nothing_else_lies_beside_the_readme(root: Path) -> None:
    known = {path.name for path in project_files(root) if path.parent == root}
    assert known - TOP_LEVEL == set(), "what a run of the program left there is not part of the project"


def test_texts_are_written_the_same_everywhere(root: Path) -> None:
    # Otherwise Windows writes them in its own encoding, with its own ends of lines.
    calls = [
        (f"{name}:{node.lineno}", {each.arg for each in node.keywords})
        for name, text in texts(root).items()
        if name.startswith("agi_emu/") and name.endswith(".py")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "write_text"
    ]
    assert [place for place, given in calls if not {"encoding", "newline"} <= given] == []
    assert calls


def test_the_version_of_the_program_stands_in_one_place(root: Path) -> None:
    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    named = re.compile(rf"(?<![\d.=]){re.escape(version)}(?![\d.])")
    holders = {name for name, text in texts(root).items() if named.search(text)}
    assert holders == {"pyproject.toml", "CHANGELOG.md"}
    assert not [
        name for name, text in texts(root).items() if name.endswith(".py") and re.search(r"\b__version__ *=", text)
    ]
    assert re.search(rf"^## {re.escape(version)} ", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
