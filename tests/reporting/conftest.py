"""Reports that several tests look at."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner

from agi_emu import cli
from tests.reporting.changed_demo import ChangedDemo, make_changed_demo


@pytest.fixture(scope="session")
def changed_demo(tmp_path_factory: pytest.TempPathFactory) -> ChangedDemo:
    """The demo game, changed, with recordings of what it was."""
    return make_changed_demo(tmp_path_factory.mktemp("changed_demo"))


@pytest.fixture(scope="session")
def failing_report(changed_demo: ChangedDemo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page about two recordings, one of which differs."""
    folder = tmp_path_factory.mktemp("failing")
    options = ["--game", "changed", "--sources", "sources", "--bisect", "--report", str(folder), "--single-file"]
    with chdir(changed_demo.quay.parent):
        result = CliRunner().invoke(cli.verbs, ["compare", "quay.agirec", "title.agirec", *options])
    assert result.exit_code == 1, result.output
    return folder / "index.html"


@pytest.fixture(scope="session")
def passing_report(changed_demo: ChangedDemo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page about two recordings that are as they were."""
    folder = tmp_path_factory.mktemp("passing")
    with chdir(changed_demo.quay.parent):
        command = ["compare", "quay.agirec", "title.agirec", "--report", str(folder), "--single-file"]
        result = CliRunner().invoke(cli.verbs, command)
    assert result.exit_code == 0, result.output
    return folder / "index.html"


@pytest.fixture(scope="session")
def many_report(changed_demo: ChangedDemo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report about many recordings that differ in the same way, one that is equal and one that is broken."""
    folder = tmp_path_factory.mktemp("many")
    recordings = changed_demo.quay.parent / "many"
    recordings.mkdir()
    for number in range(12):
        text = changed_demo.quay.read_text().replace("\npath ", "\npath ../")
        (recordings / f"quay{number}.agirec").write_text(text)
    (recordings / "title.agirec").write_text(changed_demo.title.read_text())
    (recordings / "zbad.agirec").write_text("agirec 3\nno recording\n")
    with chdir(changed_demo.quay.parent):
        command = ["compare", "many", "--game", "changed", "--report", str(folder), "--jobs", "1"]
        result = CliRunner().invoke(cli.verbs, command)
    assert result.exit_code == 3, result.output
    return folder
