"""``agi-emu trace``: recording, comparing, what the report says, ends, wrong use."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from numpy.typing import NDArray
from PIL import Image

from agi_emu import cli
from agi_emu.tracing.trace import Trace
from tests.own_games.building import GameBuilder

SCRIPT = """
cycle 5: key right
cycle 9: text look
cycle 30: key kp5
cycle 31: key f1
"""


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, ["trace", *map(str, arguments)])


@pytest.fixture
def recording(game: Path, tmp_path: Path) -> Path:
    """A folder with a recording of 60 cycles of the meadow."""
    folder = tmp_path / "recording"
    folder.mkdir()
    script = folder / "input.script"
    script.write_text(SCRIPT)
    result = invoke(game, "--script", script, "--cycles", 60, "-o", folder / "trace.jsonl.gz", "--planes")
    assert result.exit_code == 0, result.output
    return folder


def change(recording: Path, cycle: int, **fields: Any) -> None:
    """Replace fields in the line of a cycle."""
    path = recording / "trace.jsonl.gz"
    with gzip.open(path, "rt") as file:
        lines = [json.loads(line) for line in file]
    lines[cycle + 1] |= fields
    write(path, lines)


def write(path: Path, lines: list[dict[str, Any]], *, spaced: bool = False) -> None:
    """Write lines as traces have them, or with blanks between the fields."""
    separators = (", ", ": ") if spaced else (",", ":")
    path.write_bytes(gzip.compress("".join(json.dumps(line, separators=separators) + "\n" for line in lines).encode()))


def test_a_recorded_game_is_equal_to_itself(game: Path, recording: Path) -> None:
    result = invoke(game, "--against", recording)
    assert (result.exit_code, result.stdout) == (0, "61 cycles, all equal\n")


def test_a_recording_holds_keys_waits_text_and_sound(recording: Path) -> None:
    records = list(Trace(recording))
    assert [record.cycle for record in records] == list(range(61))
    assert [event.key for event in records[6].events] == ["right"]
    assert records[6].variables[6] == 3
    answered = records[10]
    assert [event.kind for event in answered.events] == [*["key"] * 5, "blocked", "auto"]
    waiting = answered.events[5].waiting
    assert waiting is not None
    assert any("Grass, as far as" in row for row, _ in waiting.text)
    assert waiting.window == 1
    assert answered.window == 0
    # The keyboard's acknowledge of keypad 5, the only sound there is.
    assert records[31].sound == ((records[31].beats, 0x61, 0x80), (records[31].beats, 0x61, 0))


def test_without_a_file_the_lines_go_to_stdout(game: Path, recording: Path) -> None:
    result = invoke(game, "--script", recording / "input.script", "--cycles", 60, "-q")
    with gzip.open(recording / "trace.jsonl.gz", "rt") as file:
        assert result.stdout == file.read()


def test_without_cycles_a_game_runs_to_the_end_of_its_script(game: Path, recording: Path) -> None:
    result = invoke(game, "--script", recording / "input.script", "-q")
    assert json.loads(result.stdout.splitlines()[-1])["cycle"] == 31 + 20


def test_seed_and_profile_stand_in_the_recording(game: Path) -> None:
    result = invoke(game, "--seed", 7, "--profile", "2.917", "--cycles", 1, "-q")
    meta = json.loads(result.stdout.splitlines()[0])["meta"]
    assert (meta["seed"], meta["interpreter"]) == (7, "2.917")


def test_the_first_difference_is_named(game: Path, recording: Path) -> None:
    change(recording, 20, rng=1)
    result = invoke(game, "--against", recording)
    assert result.exit_code == 1
    first, second = result.stdout.splitlines()
    assert first.startswith("rng: cycle 20, room 1: random seed: ")
    assert first.endswith(", expected 1")
    assert second.startswith("last actions of cycle 20: ")
    assert "call(1)" in second


def test_resync_goes_on_with_what_was_recorded(game: Path, recording: Path) -> None:
    change(recording, 20, v={"100": 77, "101": 1}, f={"50": 1}, s={"3": "abc"}, rng=5, inv="00ff01")
    change(recording, 40, v={"102": 3})
    kept = invoke(game, "--against", recording, "--keep-going", "--json")
    resynced = invoke(game, "--against", recording, "--resync", "--json")
    assert (kept.exit_code, resynced.exit_code) == (1, 1)
    assert json.loads(kept.stdout)["equal_cycles"] == 20
    data = json.loads(resynced.stdout)
    # Cycle 21 is expected to have the recorded seed again, which the change did not touch.
    assert data["fields"]["v"] == 59
    assert data["first"]["v"]["place"] == "v100"
    assert {"f", "s", "inv", "rng"} < set(data["first"])


def test_lines_in_another_form_are_compared_alike(game: Path, recording: Path) -> None:
    # Lines with the very bytes of ours are not parsed, all others are.
    change(recording, 9, txt=[])
    change(recording, 20, v={"100": 77})
    change(recording, 30, v={"100": 0}, rng=5)
    path = recording / "trace.jsonl.gz"
    with gzip.open(path, "rt") as file:
        lines = [json.loads(line) for line in file]
    outcomes = []
    for spaced in (False, True):
        write(path, lines, spaced=spaced)
        for way in ("--keep-going", "--resync"):
            outcomes.append(invoke(game, "--against", recording, way, "--json").stdout)
    assert outcomes[:2] == outcomes[2:]
    kept = json.loads(outcomes[0])
    assert kept["fields"]["v"] == 61 - 10
    assert kept["fields"]["rng"] == 61 - 1
    assert {key: each["cycle"] for key, each in kept["first"].items()} == {"v": 20, "rng": 30}


def test_a_report_names_and_shows_the_pixel(game: Path, recording: Path, tmp_path: Path) -> None:
    change(recording, 1, vis="00000000", scr="00000000")
    with np.load(recording / "planes.npz") as planes:
        kept = dict(planes)
    kept["c00001"][100, 20] ^= 1
    kept["s00001"][3, 4] ^= 2
    np.savez_compressed(recording / "planes.npz", **kept)  # type: ignore[arg-type]
    folder = tmp_path / "report"
    result = invoke(game, "--against", recording, "--report", folder)
    assert result.exit_code == 1
    assert "colour at (20, 100), the first of 1 pixels that differ" in result.stdout
    assert "colour on the screen at (4, 3), the first of 1 pixels that differ" in result.stdout
    assert "cycle 1, room 1" in (folder / "differences.txt").read_text()
    with Image.open(folder / "cycle-00001-picture.png") as image:
        # Recorded colours, ours, recorded priorities, ours, and where they differ.
        assert image.size == (5 * 320, 168)
        assert image.convert("RGB").getpixel((4 * 320 + 40, 100)) == (255, 0, 255)
    with Image.open(folder / "cycle-00001-screen.png") as image:
        assert image.size == (3 * 320, 200)


@pytest.mark.parametrize("content", [b"", b"no planes", b"PK\x03\x04" + bytes(99)])
def test_damaged_pixels_are_named(game: Path, recording: Path, content: bytes) -> None:
    change(recording, 1, vis="00000000")
    (recording / "planes.npz").write_bytes(content)
    result = invoke(game, "--against", recording)
    assert result.exit_code == 3
    assert "planes.npz: damaged; without this file, everything except pixels is compared" in result.stderr


@pytest.mark.parametrize("plane", [np.zeros((160, 168), np.uint8), np.zeros((168, 160)), np.array(3)])
def test_pixels_of_another_shape_are_named(game: Path, recording: Path, plane: NDArray[Any]) -> None:
    change(recording, 1, vis="00000000")
    np.savez_compressed(recording / "planes.npz", c00001=plane)
    result = invoke(game, "--against", recording)
    assert result.exit_code == 3
    assert "c00001 is not a picture of 160x168 numbers" in result.stderr


def test_surplus_beats_and_other_free_memory_are_noted(build_game: GameBuilder, tmp_path: Path) -> None:
    game = build_game({0: "v60 = v8; return();"})
    target = tmp_path / "trace.jsonl.gz"
    assert invoke(game, "--cycles", 10, "-o", target).exit_code == 0
    with gzip.open(target, "rt") as file:
        lines = [json.loads(line) for line in file]
    for line in lines[6:]:
        line["t"] += 3
        line["sys"] = line.get("sys", 0) + 1
    # Nothing takes memory in these cycles: what the recording says stays, and logic 0 copies it in the next one.
    lines[8]["v"] = {"8": 99, "60": 97}
    lines[9]["v"] = {"60": 99}
    write(target, lines)
    result = invoke(game, "--against", target)
    assert result.exit_code == 0
    assert "surplus-beats: needed in 1 cycles" in result.stderr
    assert "free-memory: needed in 1 cycles" in result.stderr


@pytest.mark.parametrize(
    ("source", "end"),
    [
        ("v10 = 1; v50 += 1; if (v50 == 5) { quit(1); } return();", "exit(0)"),
        ('v10 = 1; v50 += 1; if (v50 == 5) { again: print("More?"); goto(again); } return();', "stuck"),
    ],
)
def test_ends_are_recorded_and_compared(build_game: GameBuilder, tmp_path: Path, source: str, end: str) -> None:
    game = build_game({0: source})
    target = tmp_path / "trace.jsonl.gz"
    assert invoke(game, "--cycles", 20, "-o", target).exit_code == 0
    trace = Trace(target)
    assert [record.cycle for record in trace] == list(range(5))
    assert trace.end is not None
    assert trace.end.why == end
    assert invoke(game, "--against", target).exit_code == 0
    other = build_game({0: "v10 = 1; v50 += 1; return();"})
    ours = tmp_path / "ours.jsonl.gz"
    result = invoke(other, "--against", target, "--keep-going", "-o", ours)
    assert result.exit_code == 1
    # The cycle in which the recorded game ended is run, but is not in the trace.
    assert json.loads(gzip.decompress(ours.read_bytes()).splitlines()[-1])["cycle"] == 4
    assert f"end: cycle 5, room 0: end: done, expected {end}" in result.stdout


def test_a_recording_may_bring_its_game(game: Path, recording: Path, build_game: GameBuilder) -> None:
    from agi_emu.resources.writing.game_files import _write_archive

    files = {path.name: path.read_bytes() for path in sorted(game.iterdir())}
    _write_archive(recording / "game.zip", files)
    assert invoke("--against", recording).exit_code == 0


def test_a_comparison_may_be_short(game: Path, recording: Path) -> None:
    change(recording, 20, rng=1)
    result = invoke(game, "--against", recording, "--cycles", 19)
    assert (result.exit_code, result.stdout) == (0, "20 cycles, all equal\n")
    assert invoke(game, "--against", recording, "--cycles", 20).exit_code == 1


def test_a_comparison_keeps_what_ours_did(game: Path, recording: Path, tmp_path: Path) -> None:
    ours = tmp_path / "ours.jsonl.gz"
    assert invoke(game, "--against", recording, "-o", ours).exit_code == 0
    assert ours.read_bytes() == (recording / "trace.jsonl.gz").read_bytes()
    change(recording, 20, rng=1)
    assert invoke(game, "--against", recording, "-o", ours).exit_code == 1
    assert [record.cycle for record in Trace(ours)] == list(range(21))
    result = invoke("--diff", recording, ours)
    assert result.exit_code == 1
    assert result.stdout.startswith("rng: cycle 20, room 1: random seed: ")


def test_what_is_compared_with_is_not_written_to(game: Path, recording: Path) -> None:
    trace = recording / "trace.jsonl.gz"
    before = trace.read_bytes()
    result = invoke(game, "--against", recording, "-o", trace)
    assert result.exit_code == 2
    assert "is the recording to compare with" in result.stderr
    assert trace.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--diff", "R", "R", "--report", "x"), "remove --report"),
        (("G", "--diff", "R", "R"), "remove GAME"),
        (("--diff", "R", "R", "--cycles", "0"), "remove --cycles"),
        (("--diff", "R", "R", "--seed", "3"), "options for running a game"),
        (("G", "--against", "R", "--seed", "3"), "you can only change --profile"),
        (("G", "--against", "R", "--planes"), "remove --planes"),
        (("G", "--resync"), "remove --resync"),
        (("G", "--keep-going"), "remove --keep-going"),
        (("G", "--report", "x"), "remove --report"),
    ],
)
def test_options_without_effect_are_refused(game: Path, recording: Path, arguments: tuple[str, ...], word: str) -> None:
    result = invoke(*({"G": game, "R": recording}.get(each, each) for each in arguments))
    assert result.exit_code == 2
    assert word in " ".join(result.stderr.split())


def test_wrong_use_is_told(game: Path, recording: Path, tmp_path: Path) -> None:
    assert invoke().exit_code == 2
    assert invoke("--against", recording).exit_code == 2
    assert invoke(game, "--planes").exit_code == 2
    script = tmp_path / "wrong.script"
    script.write_text("cycle one: key enter")
    result = invoke(game, "--script", script)
    assert result.exit_code == 3
    assert "line 1" in result.stderr
    script.write_text("cycle 1: key hyper")
    result = invoke(game, "--script", script, "-q")
    assert result.exit_code == 3
    assert "hyper" in result.stderr
    damaged = tmp_path / "trace.jsonl.gz"
    damaged.write_bytes(b"nothing")
    assert invoke(game, "--against", damaged).exit_code == 3
