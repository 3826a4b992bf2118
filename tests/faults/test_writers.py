"""A fault at any step of any writer: one sentence, what was there whole, and nothing half written left behind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.faults.preloading import build_library, run_preloaded
from tests.faults.writers import WRITERS

OF_MANY_FILES = {"compare --report", "desktop"}
"""Each of its files is old or new."""
GROWS = "run --record"
"""Keeps what was recorded up to the fault."""
BACKUP = ".bak"
QUICK = {"build, an archive", "run --record", "save --convert"}
"""Of each kind that holds what somebody made, one that takes few steps: the others are for `make check`."""
OTHER_EACH_TIME = {"compare --accept", "compare --pin", "compare --junit", "a numbered picture"}
"""They write dates, or claim another number: two whole ones are not equal."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_library(tmp_path_factory.mktemp("library"))


def steps_of(library: Path, writer: str, folder: Path, *kill: str) -> list[dict[str, Any]]:
    ran = run_preloaded(library, "tests.faults.writers", writer, folder, *kill)
    assert ran.returncode == 0, ran.stderr[-2000:]
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.mark.parametrize(
    "writer", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in WRITERS]
)
def test_a_fault_at_any_step_leaves_the_old_file_and_nothing_else(library: Path, writer: str, tmp_path: Path) -> None:
    steps = steps_of(library, writer, tmp_path)
    for error, is_new in {(each["error"], each["new"]) for each in steps}:
        fired = [each for each in steps if (each["error"], each["new"]) == (error, is_new) and each["fired"]]
        assert len(fired) >= 3 or writer == GROWS, "opening, writing, renaming"
    for each in steps:
        where = f"{each['error']} at step {each['step']}: {each['sentence']}"
        after = {name: content for name, content in each["after"].items() if not name.endswith(BACKUP)}
        before = {name: content for name, content in each["before"].items() if not name.endswith(BACKUP)}
        assert each["told"], where
        assert "Traceback" not in each["sentence"], where
        assert not [name for name in after if ".agi-emu-" in name or name.endswith((".new", ".part"))], where
        assert not [name for name, content in each["after"].items() if content.startswith("0 ")], where
        if each["sentence"] and writer not in {*OF_MANY_FILES, GROWS}:
            assert after == before, where
            assert each["sentence"].count("\n") == 0, where


@pytest.mark.slow
@pytest.mark.parametrize("writer", sorted(WRITERS.keys() - OF_MANY_FILES - OTHER_EACH_TIME - {GROWS}))
def test_a_kill_at_any_step_leaves_the_old_files_or_the_new_ones(library: Path, writer: str, tmp_path: Path) -> None:
    steps = steps_of(library, writer, tmp_path, "kill")
    assert len(steps) > 3
    for each in steps:
        before, after, whole = (files_of_a_player(each[name]) for name in ("before", "after", "whole"))
        assert after in (before, whole), f"step {each['step']}"


def files_of_a_player(files: dict[str, str]) -> dict[str, str]:
    """Return files apart from drafts, which the next writer removes, and backups."""
    return {name: found for name, found in files.items() if ".agi-emu-" not in name and not name.endswith(BACKUP)}
