"""Checking many recordings: outcomes, what is selected, kept and merged."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import agi_emu
from agi_emu.checking import selection
from agi_emu.checking.check import Check, check
from agi_emu.checking.comparing import compare_jobs
from agi_emu.checking.digests import digest_of_check
from agi_emu.checking.jobs import do_jobs
from agi_emu.checking.outcome_store import OutcomeStore
from agi_emu.checking.pools import workers
from agi_emu.checking.summary import Summary, merge
from agi_emu.machine.machine import Machine
from agi_emu.recording.comparing.outcome import Outcome, Status
from agi_emu.recording.game_lookup import opened
from agi_emu.recording.recording import Recording
from agi_emu.reporting.page import Listing, RecordingRow, ReportPage
from tests.own_games import meadow
from tests.own_games.building import GameBuilder
from tests.replay.recorded import keys, record

SCRIPT = keys(b0="right", b60="down", b120="left")
BEATS = 150
PLAIN = Check()
MOST_BYTES = 3000
"""Bytes of an outcome between processes."""


@pytest.fixture
def walk(game: Path, tmp_path: Path) -> Path:
    path = tmp_path / "walk.agirec"
    record(Machine(agi_emu.open_game(game), seed=2), SCRIPT, BEATS, path=path)
    return path


def copies(walk: Path, *names: str) -> list[Path]:
    found = []
    for name in names:
        path = walk.with_name(name)
        path.write_bytes(walk.read_bytes())
        found.append(path)
    return found


# One recording


def test_an_equal_recording(walk: Path) -> None:
    outcome = check(walk)
    assert (outcome.status, outcome.equal, outcome.code) == (Status.EQUAL, True, 0)
    assert (outcome.ticks, outcome.compared, outcome.profile) == (49, 49, "2.936")


def test_a_difference_with_its_cause(walk: Path, game: Path, other: Path) -> None:
    outcome = agi_emu.check(str(walk), game=str(other), reference=game, bisect=True)
    assert (outcome.status, outcome.code, outcome.blamed) == (Status.DIFFERENT, 1, ("picture 1",))
    assert any("cause of tick" in line for line in outcome.lines())
    assert check(walk, game=other, only=["sound"]).status is Status.EQUAL


def test_masks_and_pins_count(walk: Path, other: Path) -> None:
    from agi_emu.recording.comparing.compare import compare_with_game
    from agi_emu.recording.comparing.updating import pinned

    recording = Recording.load(walk)
    found = compare_with_game(agi_emu.open_game(other), recording)
    pinned(recording, found, reason="a new sky", date="2026-01-01").save(walk)
    outcome = check(walk, game=other)
    assert (outcome.status, outcome.code) == (Status.KNOWN, 0)
    walk.with_name(walk.name + ".masks.toml").write_text("[[rectangle]]\nx = 0")
    failed = check(walk, game=other)
    assert (failed.status, failed.code) == (Status.FAILED, 3)
    assert "masks.toml" in failed.failure


@pytest.mark.parametrize("content", [b"", b"agirec 99\n", b"\xff\xfe", b"agirec 3\ngame 0\n"])
def test_a_bad_recording_is_an_outcome(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.agirec"
    path.write_bytes(content)
    outcome = check(path)
    assert (outcome.status, outcome.code) == (Status.FAILED, 3)
    assert str(path) in outcome.lines()[0]
    assert check(tmp_path / "absent.agirec").status is Status.FAILED


def test_a_fault_of_ours_is_an_outcome(walk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("agi_emu.recording.comparing.recording_file.compare_with_game", fails)
    outcome = check(walk)
    assert outcome.status is Status.FAILED
    assert "a fault of agi-emu: KeyError: 'x' (test_checking.py:" in outcome.failure


def test_an_unknown_part_is_refused(walk: Path) -> None:
    with pytest.raises(ValueError, match="colour"):
        check(walk, only=["colour"])


@pytest.mark.parametrize("bisect", [False, True])
def test_outcomes_are_small_and_go_through_json_and_pickle(
    walk: Path, game: Path, other: Path, build_game: GameBuilder, bisect: bool
) -> None:
    raising = meadow.sources()
    raising["logics"] = {**raising["logics"], 0: "if (v60 == 0) { v60 = 1; sound(7, f100); }\n" + raising["logics"][0]}  # type: ignore[dict-item, index]
    for each in (game, other, build_game(**raising), walk / "absent"):  # type: ignore[arg-type]
        outcome = check(walk, game=each, reference=game, bisect=bisect)
        assert Outcome.from_record(json.loads(json.dumps(outcome.record()))) == outcome
        assert pickle.loads(pickle.dumps(outcome)) == outcome
        assert len(pickle.dumps(outcome)) < MOST_BYTES


# Many recordings


def decide(file: object, found: object) -> str:
    return "decided"


def done(paths: list[Path], how: Check = PLAIN, jobs: int = 1, **more: Any) -> list[tuple[Outcome, bool]]:
    """Return the outcomes in order, and which of them were known."""
    found: dict[int, tuple[Outcome, bool]] = {}
    made = compare_jobs(paths, how, decide=more.pop("decide", None))
    with workers(None, jobs) as pool:
        do_jobs(made, len(paths), pool, lambda place, *outcome: found.update({place: outcome}), **more)
    return [found[place] for place in range(len(paths))]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bad_recording_costs_no_other(walk: Path, tmp_path: Path, jobs: int) -> None:
    first, second = copies(walk, "a.agirec", "c.agirec")
    bad = tmp_path / "b.agirec"
    bad.write_text("agirec 3\nwrong\n")
    found = [outcome for outcome, _ in done([first, bad, second], jobs=jobs)]
    assert [each.status for each in found] == [Status.EQUAL, Status.FAILED, Status.EQUAL]
    assert [each.name for each in found] == [str(first), str(bad), str(second)]
    assert merge(found).code == 3


def test_a_decision_is_made_for_each(walk: Path, other: Path, tmp_path: Path) -> None:
    store = OutcomeStore(tmp_path / "outcomes.sqlite")
    for _ in range(2):
        ((outcome, is_known),) = done([walk], Check(game=other), decide=partial(decide), store=store, resume=True)
        assert outcome.notes[-1] == "decided"
        assert (outcome.code, is_known) == (0, False)
    store.close()


def test_outcomes_are_kept_and_taken(walk: Path, game: Path, other: Path, tmp_path: Path) -> None:
    store, how = OutcomeStore(tmp_path / "store" / "outcomes.sqlite"), Check(game=other)
    ((outcome, is_known),) = done([walk], how, store=store, resume=True)
    assert not is_known
    assert done([walk], how, store=store, resume=True) == [(outcome, True)]
    assert done([walk], how, store=store) == [(outcome, False)]
    ((same_content, is_known),) = done(copies(walk, "copy.agirec"), how, store=store, resume=True)
    assert is_known
    assert same_content.name.endswith("copy.agirec")
    store.close()


def test_the_digest_holds_everything_that_matters(
    walk: Path, game: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from agi_emu.checking import digests

    def digest(how: Check = PLAIN) -> str:
        return digest_of_check(how.file(walk), how)

    seen = {digest()}

    def is_new(how: Check = PLAIN) -> bool:
        found = digest(how)
        fresh = found not in seen
        seen.add(found)
        return fresh

    assert not is_new()
    assert is_new(Check(game=other))
    assert is_new(Check(profile="2.917"))
    assert is_new(Check(bisect=True))
    assert is_new(Check(work_tolerance=5))
    assert is_new(replace(Check(), only=Check().only[:1]))
    assert is_new(Check(against=copies(walk, "copy.agirec")[0]))
    masks = walk.with_name(walk.name + ".masks.toml")
    masks.write_text("[[variable]]\nnumber = 11\nreason = 'seconds'\n")
    assert is_new()
    walk.write_text(walk.read_text() + "# a comment\n")
    assert is_new()
    (game / "VOL.0").write_bytes((game / "VOL.0").read_bytes() + b"\0")
    assert is_new()
    monkeypatch.setattr(digests, "program_digest", lambda: "another program")
    assert is_new()


def test_the_head_alone_names_the_game(walk: Path) -> None:
    how = Check()
    file = how.file(walk)
    digest_of_check(file, how)
    assert "recording" not in file.__dict__, "only the head was to be read"
    assert file.head == Recording.load(walk).head


def test_a_damaged_store_is_begun_again(tmp_path: Path) -> None:
    place = tmp_path / "outcomes.sqlite"
    place.write_bytes(b"no database at all" * 100)
    store = OutcomeStore(place)
    assert store.get("x") is None
    store.close()


def test_the_last_status_is_remembered(walk: Path, tmp_path: Path) -> None:
    good, bad = copies(walk, "good.agirec", "bad.agirec")
    store = OutcomeStore(tmp_path / "outcomes.sqlite")
    store.put(good, Outcome(str(good), Status.EQUAL), "1")
    store.put(bad, Outcome.of_failure(str(bad), "wrong", 3), "2")
    assert store.failed([good, bad, walk]) == [bad]
    assert store.get("2") is None, "a failure may be gone the next time"
    store.put(bad, Outcome(str(bad), Status.EQUAL), "3")
    assert store.failed([good, bad, walk]) == []
    store.close()


# Which recordings


def test_folders_patterns_and_paths(tmp_path: Path) -> None:
    for name in ("a.agirec", "deep/er/b.agirec", "deep/c.agirec", "deep/note.txt"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    names = [tmp_path / each for each in ("a.agirec", "deep/c.agirec", "deep/er/b.agirec")]
    assert selection.recordings_in([str(tmp_path)]) == names
    assert selection.recordings_in([f"{tmp_path}/**/*.agirec"]) == names
    assert selection.recordings_in([f"{tmp_path}/*.agirec", str(tmp_path)]) == names
    assert selection.filtered(names, ["deep", "b."]) == [names[2]]
    assert selection.filtered(names, ["*/[ab].agirec"]) == [names[0], names[2]]
    for wrong in ("none*", "absent", "deep/er/x"):
        with pytest.raises(selection.NothingFoundError, match=r"no file|not found"):
            selection.recordings_in([str(tmp_path / wrong)])
    (tmp_path / "empty").mkdir()
    with pytest.raises(selection.NothingFoundError, match="no recordings"):
        selection.recordings_in([str(tmp_path / "empty")])


def test_shares_are_disjoint_complete_and_stay() -> None:
    paths = [Path(f"recordings/{number}.agirec") for number in range(400)]
    shares = [selection.shard(paths, number, 8) for number in range(1, 9)]
    assert sorted(each for share in shares for each in share) == sorted(paths)
    assert sum(map(len, shares)) == len(paths)
    assert min(map(len, shares)) > 25
    assert selection.shard(paths[100:], 3, 8) == [each for each in shares[2] if each in paths[100:]]
    with pytest.raises(ValueError, match="9 of 8"):
        selection.shard(paths, 9, 8)


# Merged


def test_equal_differences_are_one_group(walk: Path, other: Path, tmp_path: Path) -> None:
    names = copies(walk, *(f"{number}.agirec" for number in range(5)))
    outcomes = [check(path, game=other) for path in names] + [check(walk), check(tmp_path / "absent.agirec")]
    summary = merge(reversed(outcomes))
    assert summary.counts == {Status.EQUAL: 1, Status.KNOWN: 0, Status.DIFFERENT: 5, Status.FAILED: 1}
    failed, different = summary.groups
    assert str(different) == "5 recordings: picture 1 (state; first at tick 1)"
    assert (failed.status, len(failed.outcomes)) == (Status.FAILED, 1)
    assert summary.text(1.25) == "1 equal, 5 different, 1 failed in 1.2 s"


def test_a_group_of_failures_names_none_of_its_recordings(tmp_path: Path) -> None:
    paths = [tmp_path / folder / "1.agirec" for folder in ("night", "night-2")]
    for path in paths:
        path.parent.mkdir()
        path.write_text("agirec 3\nno recording\n")
    outcomes = tuple(map(check, paths))
    (group,) = Summary(outcomes).groups
    assert str(group) == "2 recordings: line 2: 'no' is not a keyword of recordings"
    page = ReportPage("", Listing([RecordingRow(each) for each in outcomes])).html()
    assert f'<p class="keys">In {tmp_path}/</p>' in page
    assert "<td>night-2/1.agirec</td>" in page


def test_junit_names_all_also_those_not_run(walk: Path, other: Path) -> None:
    outcomes = (check(walk), check(walk, game=other), Outcome.of_failure("c\x01", "wrong \x02", 3))
    suite = ElementTree.fromstring(Summary(outcomes, ("d", "e")).junit())
    numbers = [suite.get(each) for each in ("tests", "failures", "errors", "skipped")]
    assert numbers == ["5", "1", "1", "2"]
    assert [[child.tag for child in case] for case in suite] == [[], ["failure"], ["error"], ["skipped"], ["skipped"]]


def test_the_last_outcome_of_a_name_counts() -> None:
    old, new = Outcome.of_failure("a", "wrong", 3), Outcome("a", Status.EQUAL)
    assert merge([old, new]).outcomes == (new,)


def test_a_game_stays_open_until_its_files_change(game: Path, tmp_path: Path) -> None:
    first = opened(game, None)
    assert opened(game, None) is first
    (game / "VOL.0").write_bytes((game / "VOL.0").read_bytes() + b"\0")
    second = opened(game, None)
    assert second is not first
    assert second.digest != first.digest
    # The files of a game some folders down are not looked for: it is opened each time.
    (tmp_path / "outer").mkdir()
    game.rename(tmp_path / "outer" / "inner")
    assert opened(tmp_path / "outer", None) is not opened(tmp_path / "outer", None)
