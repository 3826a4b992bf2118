"""The lock files of CI and development name what pyproject.toml asks for, by hashes, and no host."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LOCKS = ("dev", "docs")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = {"linux": ("Linux", "posix"), "darwin": ("Darwin", "posix"), "win32": ("Windows", "nt")}
"""By the name that Python has for each: those of its system and of its operating system."""
PINNED = re.compile(r"^([a-z0-9][\w.-]*)==(\S+)(?: ; (.*?))? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.M)


def pins(root: Path, lock: str) -> dict[str, list[tuple[str, str]]]:
    """Return the versions of each package, with the condition under which each is meant."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name, version, marker, _ in PINNED.findall((root / f"requirements-{lock}.lock").read_text()):
        found.setdefault(name, []).append((version, marker))
    return found


def asked(root: Path, lock: str) -> list[Requirement]:
    """Return what pyproject.toml asks for."""
    project = tomllib.loads((root / "pyproject.toml").read_text())
    groups = [project["project"]["dependencies"], project["project"]["optional-dependencies"][lock]]
    if lock == "dev":
        groups.append(project["build-system"]["requires"])
    return [Requirement(text) for group in groups for text in group]


@pytest.mark.parametrize("lock", LOCKS)
def test_what_is_asked_for_is_locked_in_a_version_that_will_do(root: Path, lock: str) -> None:
    locked = pins(root, lock)
    for requirement in asked(root, lock):
        versions = locked.get(canonicalize_name(requirement.name), [])
        assert versions, f"{requirement}: not in requirements-{lock}.lock; run scripts/lock-requirements"
        for version, _ in versions:
            assert requirement.specifier.contains(version), f"{requirement}: {version} is locked"


@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("python", PYTHONS)
def test_every_python_on_every_platform_gets_one_version(root: Path, python: str, platform: str) -> None:
    system, name = PLATFORMS[platform]
    here = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": platform,
        "platform_system": system,
        "os_name": name,
        "platform_python_implementation": "CPython",
        "implementation_name": "cpython",
    }
    for lock in LOCKS:
        locked = {
            package: [version for version, marker in found if not marker or Marker(marker).evaluate(here)]
            for package, found in pins(root, lock).items()
        }
        assert not [package for package, versions in locked.items() if len(versions) > 1]
        needed = [each for each in asked(root, lock) if each.marker is None or each.marker.evaluate(here)]
        assert not [str(each) for each in needed if not locked.get(canonicalize_name(each.name))]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_line_is_a_pin_with_hashes_or_a_comment(root: Path, lock: str) -> None:
    text = (root / f"requirements-{lock}.lock").read_text()
    left = [line for line in PINNED.sub("", text).splitlines() if line.strip() and not line.lstrip().startswith("#")]
    assert left == []
    assert "://" not in text


def test_a_package_has_one_version_in_both(root: Path) -> None:
    dev, docs = (
        {name: [version for version, _ in found] for name, found in pins(root, lock).items()} for lock in LOCKS
    )
    assert {name: (dev[name], docs[name]) for name in dev.keys() & docs if dev[name] != docs[name]} == {}


def test_make_installs_by_hash(root: Path) -> None:
    makefile = (root / "Makefile").read_text()
    for lock in LOCKS:
        assert f"pip install -q --require-hashes -r requirements-{lock}.lock" in makefile
    others = [line for line in re.findall(r"pip install .*", makefile) if "--require-hashes" not in line]
    assert all("--no-deps" in line for line in others), others
