"""`make conformance`: the table, what differs with its claims, and what it refuses."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from tests.accuracy import conformance
from tests.accuracy.conformance_command import command

SUITE = Path(__file__).parents[2] / "conformance"
PROBE = "arith-edges"


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(command, ["-q", *map(str, arguments)])


@pytest.fixture(autouse=True)
def _one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    # Starting workers takes longer than these few probes.
    monkeypatch.setattr(os, "cpu_count", lambda: 1)


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A suite of two probes, one of them under two interpreters, with claims of the test's own."""
    rows = []
    for line in (SUITE / "index.jsonl").read_text().splitlines():
        row = json.loads(line)
        if row["game"] == PROBE or (row["game"], row["interpreter"]) == ("div-zero", "2.936"):
            row["claims"] = ["CMD-1", "LANG-2"] if row["game"] == PROBE else ["CMD-3"]
            rows.append(row)
            shutil.copytree(SUITE / "probes" / row["game"], tmp_path / "probes" / row["game"], dirs_exist_ok=True)
    (tmp_path / "index.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def change(suite: Path) -> None:
    """Give a recording another random seed in one cycle."""
    path = suite / "probes" / PROBE / "2.917" / "trace.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    lines[3]["rng"] = 1
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_a_row_for_each_subject_and_a_column_for_each_interpreter(suite: Path) -> None:
    result = invoke("--suite", suite)
    assert result.exit_code == 0, result.output
    rows = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert rows[:4] == ["subject 2.917 2.936", "CMD 1 of 1 2 of 2", "LANG 1 of 1 1 of 1", "probes 1 of 1 2 of 2"]
    assert rows[4].startswith("cycles ")
    assert rows[5].startswith("compared: 2 probes, 3 claims, 3 recordings, ")
    assert rows[5].split("; ")[1].startswith("equal: 3 recordings to their end, ")
    assert len(rows) == 6


def test_what_differs_is_named_with_its_claims(suite: Path) -> None:
    change(suite)
    result = invoke("--suite", suite)
    assert result.exit_code == 1
    assert f"{PROBE} on 2.917 (CMD-1, LANG-2): " in result.stdout
    assert "rng: cycle 2" in result.stdout
    assert "known" not in result.stdout


def test_claims_that_differences_point_to_come_first(suite: Path) -> None:
    change(suite)
    index = suite / "index.jsonl"
    index.write_text(index.read_text().replace('["CMD-3"]', '["CMD-1", "CMD-3"]'))
    # CMD-1 has an equal probe as well; nothing points to CMD-3.
    expected = "Claims to read first (docs/reference): LANG-2 (1 of 1 probes differ), CMD-1 (1 of 2 probes differ)\n"
    assert expected in invoke("--suite", suite).stdout
    suspects = json.loads(invoke("--suite", suite, "--json").stdout)["suspects"]
    assert suspects[0] == {"claim": "LANG-2", "different": 1, "of": 1}


def test_known_differences_point_to_nothing_and_come_last(suite: Path) -> None:
    change(suite)
    (suite / "known-differences.toml").write_text(
        f'[[difference]]\nprobe = "{PROBE}"\ninterpreters = ["2.917"]\nreason = "Changed."\n'
    )
    path = suite / "probes" / "div-zero" / "2.936" / "trace.jsonl"
    path.write_text(path.read_text().replace('"rng":', '"rng":1', 1))
    result = invoke("--suite", suite)
    assert "(docs/reference): CMD-3 (1 of 1 probes differ)\n" in result.stdout
    assert result.stdout.index("div-zero on 2.936") < result.stdout.index(f"{PROBE} on 2.917")


def test_a_known_difference_is_shown_with_its_reason_and_stays_one(suite: Path) -> None:
    change(suite)
    (suite / "known-differences.toml").write_text(
        f'[[difference]]\nprobe = "{PROBE}"\ninterpreters = ["2.917", "2.936"]\nreason = "Changed."\n'
    )
    result = invoke("--suite", suite)
    assert result.exit_code == 1
    assert "  known: Changed." in result.stdout
    assert f"{PROBE} on 2.936 is equal; take it out of the table of known differences" in result.stdout


def test_json_has_everything(suite: Path) -> None:
    change(suite)
    result = invoke("--suite", suite, "--json")
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert (data["exact"], data["probes"], data["claims"]) == (False, 2, 3)
    assert data["recordings"] == {"equal": 2, "of": 3}
    assert data["subjects"]["CMD"] == {"2.917": {"equal": 0, "of": 1}, "2.936": {"equal": 2, "of": 2}}
    (difference,) = data["differences"]
    assert difference["probe"] == PROBE
    assert difference["claims"] == ["CMD-1", "LANG-2"]
    assert difference["known"] is None


@pytest.mark.parametrize(("name", "probes"), [("CMD-3", 1), ("LANG", 1), ("cmd", 2), (PROBE, 1)])
def test_only_takes_a_claim_a_subject_or_a_probe(suite: Path, name: str, probes: int) -> None:
    assert json.loads(invoke("--suite", suite, "--only", name, "--json").stdout)["probes"] == probes


def test_only_refuses_what_the_suite_lacks(suite: Path) -> None:
    result = invoke("--suite", suite, "--only", "CMD-99")
    assert result.exit_code == 2
    assert "the suite has no claim, subject or probe 'CMD-99'" in result.stderr


def test_a_missing_recording_is_named(suite: Path) -> None:
    shutil.rmtree(suite / "probes" / PROBE / "2.917")
    result = invoke("--suite", suite)
    assert result.exit_code == 3
    assert f"not compared: probe/{PROBE}-2.917: there is no recording in" in result.stdout


def test_a_folder_without_an_index_is_not_a_suite(tmp_path: Path) -> None:
    result = invoke("--suite", tmp_path)
    assert result.exit_code == 3
    assert "not a conformance suite, it has no index.jsonl" in result.stderr


@pytest.mark.parametrize("line", ["[]", "{", '{"kind": "probe", "path": "probes/x", "game": "x"}'])
def test_a_damaged_index_is_one_sentence(tmp_path: Path, line: str) -> None:
    (tmp_path / "index.jsonl").write_text(line + "\n")
    result = invoke("--suite", tmp_path)
    assert (result.exit_code, len(result.stderr.splitlines())) == (3, 1)


def test_damaged_known_differences_are_one_sentence(suite: Path) -> None:
    (suite / "known-differences.toml").write_text('[[difference]]\nprobe = "x"\n')
    result = invoke("--suite", suite)
    assert result.exit_code == 3
    assert "not a table of known differences" in result.stderr


def test_installed_without_the_suite_one_sentence_says_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "source_suite", lambda: None)
    result = invoke()
    assert result.exit_code == 2
    assert "the folder tests/conformance of the project's source tree" in " ".join(result.stderr.split())


def test_a_recording_of_the_suite_is_compared_by_itself(suite: Path) -> None:
    # The game lies in the folder above, for it is the same for all interpreters.
    arguments = ["trace", "-q", "--against", str(suite / "probes" / PROBE / "2.936")]
    assert CliRunner().invoke(cli.verbs, arguments).exit_code == 0
