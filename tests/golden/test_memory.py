"""A recording whose object shows the interpreter's own data, which games bring (reference: MEM-17)."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from agi_emu.resources import open_game
from agi_emu.tracing.check import check_of
from agi_emu.tracing.comparison import TraceComparison
from agi_emu.tracing.trace import Trace
from tests.conformance.conformance_index import PROBES

PROBE = PROBES / "set-dir-table"
DATA = "agidata.ovl"


@pytest.fixture
def comparison(games: Path, tmp_path: Path, request: pytest.FixtureRequest) -> TraceComparison:
    """The probe compared with 2.936, its game together with the data of the interpreter named."""
    named = f"Version {request.param}".encode()
    files = (zipfile.ZipFile(path) for path in sorted(games.glob("*.zip")))
    found = (archive.read(name) for archive in files for name in archive.namelist() if name.lower() == DATA)
    data = next((each for each in found if named in each), None)
    if data is None:
        pytest.skip(f"no game brings {DATA} of {request.param}")
    with zipfile.ZipFile(PROBE / "game.zip") as archive:
        archive.extractall(tmp_path)
    (tmp_path / DATA).write_bytes(data)
    trace = Trace(PROBE / "2.936")
    return check_of(open_game(tmp_path, trace.meta.interpreter), trace).run(keep_going=True)


@pytest.mark.parametrize("comparison", ["2.936"], indirect=True)
def test_ego_shows_the_texts_of_its_interpreter_as_recorded(comparison: TraceComparison) -> None:
    assert comparison.first_cycle == []
    assert comparison.equal == 9


@pytest.mark.parametrize("comparison", ["2.917"], indirect=True)
def test_the_data_of_another_interpreter_is_not_taken(comparison: TraceComparison) -> None:
    assert comparison.first_cycle[0].cycle == 8
    assert comparison.equal == 8
