"""The conformance suite: all of it is played, and what it holds is what it says."""

from __future__ import annotations

import json
import shutil
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from PIL import Image

from agi_emu.machine import data_segment
from agi_emu.machine.actions import boxes, prompts, resource_actions
from agi_emu.machine.display import screen_modes
from agi_emu.machine.input import parser
from agi_emu.machine.saving import dialogs
from agi_emu.resources import open_game
from agi_emu.resources.projects.project import build_project
from agi_emu.tracing.check import check_of
from agi_emu.tracing.trace import Trace
from tests.accuracy.conformance import Conformance, Suite, open_suite, run_suite, source_suite
from tests.accuracy.conformance_command import MOST_SUSPECTS
from tests.conformance import conformance_index
from tests.conftest import CONFORMANCE

SUITE = conformance_index.SUITE
PROBES = sorted(path.name for path in conformance_index.PROBES.iterdir())
MOST_BYTES = 12_000_000


@pytest.fixture(scope="module")
def suite() -> Suite:
    return open_suite(SUITE)


@pytest.fixture(scope="module")
def conformance(suite: Suite) -> Conformance:
    return run_suite(suite)


def test_each_probe_is_played_as_the_original_did_unless_it_is_known_to_differ(conformance: Conformance) -> None:
    assert not conformance.accuracy.uncompared
    found = {(each.probe.name, each.interpreter): each.first for each in conformance.differences()}
    assert {run: words for run, words in found.items() if run not in conformance.suite.known} == {}
    assert conformance.equal_again() == [], "take these out of known-differences.toml"
    assert set(found) == set(conformance.suite.known), "known-differences.toml names runs that the suite lacks"


def test_no_probe_needs_the_mask_of_the_free_memory(conformance: Conformance) -> None:
    # reference: MEM-6, MEM-11, MEM-17
    assert conformance.accuracy.grand_total().masked["free-memory"] == 0


BROKEN_RULES: list[tuple[ModuleType, str, object, str]] = [
    (boxes, "QUIT_AT_ONCE", 2, "CMD-31"),
    (data_segment, "_ITEM_HEADER_BYTES", 2, "MEM-16"),
    (dialogs, "PATH_COLUMNS", 32, "SAVE-17"),
    (prompts, "NUMBER_SIZE", 3, "TEXT-48"),
    (screen_modes, "SOUND_COLUMN", 29, "TIME-28"),
    (resource_actions, "DESCRIPTION_OFFSET", 4, "VIEW-2"),
    (parser, "PARSED_WORDS", 9, "WORD-13"),
]
"""Rules that stand in one value each: where, name, a wrong value, and the claim that says so. The core has the rest."""


@pytest.mark.parametrize(("module", "name", "wrong", "claim"), BROKEN_RULES, ids=[rule[3] for rule in BROKEN_RULES])
def test_a_broken_rule_leads_to_its_claim(
    suite: Suite, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, wrong: object, claim: str
) -> None:
    subject = suite.only([claim.split("-")[0]])
    monkeypatch.setattr(module, name, wrong)
    suspects = run_suite(subject).suspects()
    assert claim in [each.claim for each in suspects[:MOST_SUSPECTS]]


def test_every_recording_is_compared_to_its_last_record(
    conformance: Conformance, record_property: Callable[[str, object], None]
) -> None:
    record_property(CONFORMANCE, conformance.summary())
    played = {(score.game, score.interpreter): score.recorded for score in conformance.accuracy.runs}
    held = {}
    for path in SUITE.glob("probes/*/*/trace.jsonl"):
        lines = path.read_text().splitlines()
        held[path.parts[-3], path.parts[-2]] = sum(line.startswith('{"c":') for line in lines)
    assert played == held
    assert len(held) > 230
    assert sum(held.values()) > 6000


@pytest.mark.parametrize("interpreter", ["2.936", "2.917"])
def test_the_log_is_that_of_the_original(interpreter: str) -> None:
    recording = SUITE / "probes" / "log-command" / interpreter
    trace = Trace(recording)
    check = check_of(open_game(SUITE / "probes" / "log-command" / "game.zip", interpreter), trace)
    check.run()
    assert b"".join(check.machine.log_lines) == (recording / "LOGFILE").read_bytes()


def test_the_index_is_current() -> None:
    """``python -m tests.conformance.conformance_index --write`` brings it up to date."""
    assert conformance_index.INDEX.read_text(encoding="utf-8") == conformance_index.text()


def test_the_documents_have_its_figures(root: Path, suite: Suite) -> None:
    """``python -m tests.conformance.conformance_index --write`` brings the page up to date."""
    assert "## Conformance suite\n" in conformance_index.page()
    assert conformance_index.PAGE.read_text(encoding="utf-8") == conformance_index.page()
    runs = [run for probe in suite.probes for run in probe.runs]
    claims = {claim for probe in suite.probes for claim in probe.claims}
    cycles = sum(run.cycles + 1 for run in runs)
    figures = f"{len(suite.probes)} games, {len(claims)} claims, {len(runs)} recordings, {cycles:,} cycles"
    assert figures in " ".join((root / "README.md").read_text(encoding="utf-8").split())


def test_the_source_tree_has_the_suite() -> None:
    assert source_suite() == SUITE


CHANGED = {"name-end": ("OBJECT", 45, b""), "volume-byte": ("VOL.0", 2166, b"\x05")}
"""What no source can say: of these probes one byte of a file, and what it became."""


@pytest.mark.slow
def test_each_game_is_what_its_sources_build(tmp_path: Path) -> None:
    # So nothing in the archives is anyone else's. Sources that all probes share lie in `common`.
    wrong = []
    for name in PROBES:
        source = tmp_path / name
        shutil.copytree(SUITE / "common", source)
        shutil.copytree(SUITE / "probes" / name / "src", source, dirs_exist_ok=True)
        built = contents(build_project(source, tmp_path / f"{name}.zip"))
        if name in CHANGED:
            file, keep, changed = CHANGED[name]
            built[file] = built[file][:keep] + changed + built[file][keep + 1 :]
        if built != contents(SUITE / "probes" / name / "game.zip"):
            wrong.append(name)
    assert wrong == []


def contents(archive: Path) -> dict[str, bytes]:
    """Return the files of a game, without the one that only names the interpreter."""
    with zipfile.ZipFile(archive) as files:
        return {name: files.read(name) for name in files.namelist() if name != "GAME.WAG"}


def test_each_image_is_named_by_the_checksum_of_its_pixels_and_recorded() -> None:
    recorded = "".join(path.read_text() for path in SUITE.glob("probes/*/*/trace.jsonl"))
    images = sorted((SUITE / "planes").glob("*.png"))
    assert len(images) > 100
    for path in images:
        with Image.open(path) as image:
            assert image.mode == "P"
            assert image.size in ((160, 168), (160, 200))
            pixels = np.asarray(image)
        assert f"{zlib.crc32(pixels.tobytes()):08x}" == path.stem
        assert f'"{path.stem}"' in recorded, f"{path.name}: in no recording"


def test_each_scene_is_a_moment_of_its_recording() -> None:
    scenes = [json.loads(line) for line in (SUITE / "scenes.jsonl").read_text().splitlines()]
    assert len({scene["scene"] for scene in scenes}) == len(scenes) > 500
    for probe in {scene["probe"] for scene in scenes}:
        records = {record.cycle: record for record in Trace(SUITE / "probes" / probe / "2.936")}
        for scene in (each for each in scenes if each["probe"] == probe):
            record = records[scene["cycle"]]
            assert scene["scene"] == f"{probe}-{scene['cycle']}"
            assert (int(scene["vis"], 16), int(scene["pri"], 16)) == (record.visual, record.priority)
            assert scene["picture"] == record.control[2]


def test_the_suite_stays_small() -> None:
    assert sum(path.stat().st_size for path in SUITE.rglob("*") if path.is_file()) < MOST_BYTES
