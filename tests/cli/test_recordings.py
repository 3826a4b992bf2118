"""``agi-emu run --record``, ``replay`` and ``compare``: results, files and exit codes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.facts.errors import ExitCode
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.restoring import savegame_of
from agi_emu.recording.head import StartKind
from agi_emu.recording.recording import Recording
from agi_emu.resources.game import open_game
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

KEYS = "cycle 5: key right\ncycle 20: key down\ncycle 30: key f1\nblocked: key enter\n"


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, [*map(str, arguments)])


@pytest.fixture
def walk(game: Path, tmp_path: Path) -> Path:
    """A recording of a hundred ticks."""
    script = tmp_path / "keys.script"
    script.write_text(KEYS)
    path = tmp_path / "walk.agirec"
    result = invoke("run", game, "--headless", "--ticks", 100, "--seed", 3, "--script", script, "--record", path)
    assert result.exit_code == ExitCode.GOOD, result.output
    return path


def test_a_recording_is_equal_to_itself(walk: Path) -> None:
    result = invoke("compare", walk)
    assert result.exit_code == ExitCode.GOOD, result.output
    assert result.stdout == f"{walk}: 100 ticks are equal\n"
    assert Recording.load(walk).head.settings.seed == 3


def test_a_missing_folder_is_made(game: Path, tmp_path: Path) -> None:
    path = tmp_path / "recordings" / "title" / "first.agirec"
    assert invoke("run", game, "--headless", "--ticks", 5, "--record", path).exit_code == ExitCode.GOOD
    assert invoke("compare", tmp_path / "recordings").exit_code == ExitCode.GOOD


def test_a_file_is_not_recorded_over(walk: Path, game: Path) -> None:
    result = invoke("run", game, "--headless", "--ticks", 5, "--record", walk)
    assert result.exit_code == ExitCode.WRONG_USE
    assert "already exists" in result.stderr


def test_a_changed_game_is_exit_code_1(walk: Path, other: Path, tmp_path: Path) -> None:
    junit = tmp_path / "out.xml"
    result = invoke("compare", walk, "--game", other, "--keep-going", "--junit", junit)
    assert result.exit_code == ExitCode.DIFFERENCE
    assert "changed and in use: picture 1" in result.stdout
    assert "ticks 1 to" in result.stdout or "tick 1 (" in result.stdout
    assert "<failure" in junit.read_text()
    found = json.loads(invoke("compare", walk, "--game", other, "--json").stdout)
    assert (found["equal"], found["first"]["tick"], found["changed"]) == (False, 1, ["picture 1"])


def test_a_room_that_became_slower_is_exit_code_1(game: Path, build_game: GameBuilder, tmp_path: Path) -> None:
    path, junit = tmp_path / "walk.agirec", tmp_path / "out.xml"
    recorded = invoke("run", game, "--headless", "--ticks", 100, "--seed", 3, "--record", path, "--record-work")
    assert recorded.exit_code == ExitCode.GOOD, recorded.output
    assert invoke("compare", path).stdout == f"{path}: 100 ticks are equal\n"
    room = meadow.MEADOW.replace("return();", "v100 = 0;" * 200 + "return();")
    slow = build_game(**meadow.sources() | {"logics": {0: meadow.LOGIC, 1: room}})  # type: ignore[arg-type]
    result = invoke("compare", path, "--game", slow, "--junit", junit, "--report", tmp_path / "report", "--bisect")
    assert result.exit_code == ExitCode.DIFFERENCE, result.output
    assert f"{path}: 100 ticks are equal, but room 1 became slower" in result.stdout
    assert 'message="room 1 became slower"' in junit.read_text()
    assert "room 1 became slower" in (tmp_path / "report" / "index.html").read_text()
    assert invoke("compare", path, "--game", slow, "--work-tolerance", 1000).exit_code == ExitCode.GOOD
    assert invoke("compare", path, "--game", slow, "--only", "state").exit_code == ExitCode.GOOD
    refused = invoke("compare", path, "--game", slow, "--pin", "--reason", "a crowd")
    assert "cannot be pinned; use --accept or --work-tolerance" in refused.stderr
    assert invoke("compare", path, "--game", slow, "--accept", "--reason", "a crowd").exit_code == ExitCode.GOOD
    assert invoke("compare", path, "--game", slow).stdout == f"{path}: 100 ticks are equal\n"


def test_replay_adds_work_to_a_recording(walk: Path) -> None:
    before = Recording.load(walk)
    assert not before.holds_work
    assert invoke("replay", walk, "--record-work").exit_code == ExitCode.WRONG_USE
    assert "0 of them changed" in invoke("replay", walk, "--update", "--record-work").stdout
    after = Recording.load(walk)
    assert after.holds_work
    assert [tick._replace(work=None) for tick in after.ticks] == list(before.ticks)
    assert "0 of them changed" in invoke("replay", walk, "--update").stdout
    assert Recording.load(walk) == after


def test_a_wrong_script_leaves_no_recording(game: Path, tmp_path: Path) -> None:
    script, path = tmp_path / "keys.script", tmp_path / "walk.agirec"
    script.write_text("10 key enter\n")
    result = invoke("run", game, "--headless", "--ticks", 5, "--script", script, "--record", path)
    assert "line 1" in result.stderr
    assert not path.exists()


def test_several_at_once_with_jobs(walk: Path, tmp_path: Path) -> None:
    second = tmp_path / "second.agirec"
    second.write_bytes(walk.read_bytes())
    result = invoke("compare", walk, second, "--jobs", 2)
    assert result.exit_code == ExitCode.GOOD, result.output
    assert result.stdout.count("100 ticks are equal") == 2


def test_accept_and_pin_need_a_reason(walk: Path, other: Path) -> None:
    assert invoke("compare", walk, "--game", other, "--accept").exit_code == ExitCode.WRONG_USE
    assert invoke("compare", walk, "--game", other, "--pin", "--reason", "soon").exit_code == ExitCode.GOOD
    known = invoke("compare", walk, "--game", other)
    assert known.exit_code == ExitCode.GOOD
    assert "known: frame in ticks" in known.stdout
    assert invoke("compare", walk, "--game", other, "--accept", "--reason", "a new sky").exit_code == ExitCode.GOOD
    assert invoke("compare", walk, "--game", other).exit_code == ExitCode.GOOD
    assert "accepted 2" in walk.read_text()


def test_replay_without_a_window(walk: Path) -> None:
    assert "tick 100 (00:05.000), cycle" in invoke("replay", walk, "--headless").stdout
    result = invoke("replay", walk, "--headless", "--until", 40, "--json")
    assert json.loads(result.stdout)["tick"] == 40


def test_an_edited_recording_is_updated(walk: Path) -> None:
    walk.write_text(walk.read_text().replace("press right", "press up").replace("release right", "release up"))
    assert invoke("compare", walk).exit_code == ExitCode.DIFFERENCE
    assert "of them changed" in invoke("replay", walk, "--update").stdout
    assert invoke("compare", walk).exit_code == ExitCode.GOOD


def test_two_recordings(walk: Path, game: Path, tmp_path: Path) -> None:
    still = tmp_path / "still.agirec"
    invoke("run", game, "--headless", "--ticks", 100, "--seed", 3, "--record", still)
    result = invoke("compare", walk, "--against", still)
    assert result.exit_code == ExitCode.DIFFERENCE
    assert invoke("compare", walk, "--against", walk).exit_code == ExitCode.GOOD


@pytest.mark.parametrize(
    "wrong",
    [("replay", "--join", "--headless"), ("replay", "--update", "--until", "5"), ("compare", "--pin", "--accept")],
)
def test_options_that_exclude_each_other(walk: Path, wrong: tuple[str, ...]) -> None:
    assert invoke(wrong[0], walk, *wrong[1:], *(["--reason", "x"] if wrong[0] == "compare" else [])).exit_code == 2


def test_a_damaged_recording_and_a_missing_game_are_sentences(walk: Path, game: Path) -> None:
    game.rename(game.with_name("away"))
    lost = invoke("compare", walk)
    assert lost.exit_code == ExitCode.UNREADABLE
    assert "give its path with --game" in lost.stderr
    walk.write_text(walk.read_text()[:-9])
    result = invoke("compare", walk)
    assert result.exit_code == ExitCode.UNREADABLE
    assert f"{walk}, line " in result.stderr


def test_in_a_window(walk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from agi_emu.window.game_window import GameWindow

    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    captions = []
    shown = GameWindow.show

    def watch(window: GameWindow, frame: object) -> None:
        captions.append(window._caption() if window._caption else "")
        shown(window, frame)  # type: ignore[arg-type]
        if len(captions) > 3 and window.commands.is_paused:
            window.commands.has_left = True
            window.commands.leave()

    monkeypatch.setattr(GameWindow, "show", watch)
    result = invoke("replay", walk, "--speed", 50, "--from", 20)
    assert result.exit_code == ExitCode.GOOD, result.output
    assert captions[0].startswith("= ")
    assert "00:0" in captions[0]
    assert all(int(caption.split()[1]) >= 60 for caption in captions)


STATUS_LINE = """
[[rectangle]]
x = 0
y = 0
width = 320
height = 8
reason = "the words in it"
"""


@pytest.fixture
def retitled(build_game: GameBuilder) -> Path:
    """The same game, but for what its status line says and a variable that nothing else reads."""
    sources = meadow.sources()
    assert isinstance(sources["logics"], dict)
    logics = {**sources["logics"], 1: meadow.MEADOW.replace("status.line.on();", "v7 = 9; v60 = 5; status.line.on();")}
    return build_game(**(sources | {"logics": logics}))  # type: ignore[arg-type]


def test_what_differs_is_named_down_to_the_variable(walk: Path, retitled: Path) -> None:
    result = invoke("compare", walk, "--game", retitled)
    assert result.exit_code == ExitCode.DIFFERENCE
    assert "v7 (maxScore) is 9, not 0, v60 is 5, not 0" in result.stdout
    found = json.loads(invoke("compare", walk, "--game", retitled, "--json").stdout)
    assert found["values"] == {
        "tick": 3,
        "changes": [{"name": "v7", "expected": 0, "actual": 9}, {"name": "v60", "expected": 0, "actual": 5}],
    }


def test_masks_declared_later_count_at_once_where_the_game_as_it_was_is_at_hand(
    walk: Path, game: Path, retitled: Path, tmp_path: Path
) -> None:
    masks = walk.with_name(walk.name + ".masks.toml")
    variables = "".join(f'[[variable]]\nnumber = {number}\nreason = "new"\n' for number in (7, 60))
    masks.write_text(variables)
    # Variables are held by the recording, so only what the status line shows is left.
    left = invoke("compare", walk, "--game", retitled)
    assert "differs in frame" in left.stdout
    assert "newer" not in left.stdout
    masks.write_text(STATUS_LINE + variables)
    equal = invoke("compare", walk, "--game", retitled)
    assert equal.exit_code == ExitCode.GOOD, equal.output
    assert "100 ticks are equal" in equal.stdout
    assert "the masks are newer than the recording" in equal.stdout
    # Without the game that was recorded it cannot be known what lies under the rectangle.
    away = game.rename(tmp_path / "away")
    unknown = invoke("compare", walk, "--game", retitled)
    assert unknown.exit_code == ExitCode.DIFFERENCE
    assert "differs in frame" in unknown.stdout
    assert "give the game as recorded with --reference" in unknown.stdout
    assert invoke("compare", walk, "--game", away).exit_code == ExitCode.GOOD
    assert invoke("compare", walk, "--game", retitled, "--reference", away).exit_code == ExitCode.GOOD
    # Accepted, the masks are in the recording, and the game as it was is needed no more.
    assert invoke("compare", walk, "--game", retitled, "--accept", "--reason", "words").exit_code == ExitCode.GOOD
    assert "\nmasked 0 0 320 8\n" in walk.read_text()
    assert invoke("compare", walk, "--game", retitled).exit_code == ExitCode.GOOD
    without = invoke("compare", walk, "--game", away)
    assert (without.exit_code, without.stdout) == (ExitCode.GOOD, f"{walk}: 100 ticks are equal\n")
    masks.unlink()
    refused = invoke("compare", walk, "--game", away)
    assert refused.exit_code == ExitCode.UNREADABLE
    assert "was recorded under other masks" in refused.stderr


def test_a_copy_of_the_game_stays_beside_the_recording(game: Path, other: Path, tmp_path: Path, script: Path) -> None:
    path = tmp_path / "later.agirec"
    assert walked(game, script, "--record", path, "--keep-game").exit_code == ExitCode.GOOD
    (kept,) = (tmp_path / "games").iterdir()
    assert open_game(kept).digest == open_game(game).digest
    # The author changes the game; what it was is played from the copy.
    for file in other.iterdir():
        (game / file.name).write_bytes(file.read_bytes())
    result = invoke("compare", path, "--bisect")
    assert "cause of tick 1 (00:00.050), state: picture 1" in result.stdout
    assert invoke("compare", path, "--accept", "--reason", "a new sky").exit_code == ExitCode.GOOD
    # Nothing needs what it was any more.
    assert [open_game(path).digest for path in (tmp_path / "games").iterdir()] == [open_game(game).digest]
    assert walked(game, script, "--keep-game").exit_code == ExitCode.WRONG_USE


def test_without_the_game_that_was_recorded_the_cause_is_not_known(
    walk: Path, game: Path, other: Path, tmp_path: Path
) -> None:
    game.rename(tmp_path / "away")
    report = tmp_path / "report"
    result = invoke("compare", walk, "--game", other, "--bisect", "--report", report)
    assert result.exit_code == ExitCode.DIFFERENCE
    assert (
        "cause of tick 1 (00:00.050), state: the game as recorded is missing; give its path with --ref" in result.stdout
    )
    (page,) = set(report.glob("*.html")) - {report / "index.html"}
    assert "The recording holds digests, no pixels" in page.read_text()


def walked(game: Path, script: Path, *options: object) -> Result:
    return invoke("run", game, "--headless", "--ticks", 60, "--script", script, *options)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "later.script"
    # Cycles are counted from power-on, or on from those of a state.
    path.write_text("cycle 5: key left\ncycle 20: key down\ncycle 80: key right\n")
    return path


def check_recorded(path: Path, kind: StartKind) -> Recording:
    """Compare and replay what was recorded, as a user does, and return it."""
    compared = invoke("compare", path)
    assert compared.exit_code == ExitCode.GOOD, compared.output
    assert re.fullmatch(r".*later\.agirec: 60 ticks are equal\n", compared.stdout)
    assert invoke("replay", path, "--headless").exit_code == ExitCode.GOOD
    recording = Recording.load(path)
    assert recording.head.start.kind is kind
    assert recording.events
    return recording


def test_a_recording_from_a_state_file(game: Path, tmp_path: Path, script: Path) -> None:
    kept, path = tmp_path / "kept", tmp_path / "later.agirec"
    # With another seed and machine than the default: the state brings its settings along.
    assert walked(game, script, "--saves", kept, "--seed", 9, "--machine", "tandy").exit_code == ExitCode.GOOD
    states = sorted(kept.glob("*.agistate"))
    result = walked(game, script, "--load", states[-1], "--record", path)
    assert result.exit_code == ExitCode.GOOD, result.output
    recording = check_recorded(path, StartKind.STATE)
    assert (recording.head.settings.seed, recording.head.settings.machine) == (9, "tandy")
    # The recording needs the state file no more.
    states[-1].unlink()
    check_recorded(path, StartKind.STATE)


def test_a_recording_from_where_a_game_was_left(game: Path, tmp_path: Path, script: Path) -> None:
    kept, path = tmp_path / "kept", tmp_path / "later.agirec"
    walked(game, script, "--saves", kept)
    result = walked(game, script, "--saves", kept, "--continue", "--record", path)
    assert result.exit_code == ExitCode.GOOD, result.output
    check_recorded(path, StartKind.STATE)


def test_a_recording_from_a_state_of_a_changed_game(game: Path, other: Path, tmp_path: Path, script: Path) -> None:
    kept, path = tmp_path / "kept", tmp_path / "later.agirec"
    walked(game, script, "--saves", kept)
    result = walked(other, script, "--load", max(kept.glob("*.agistate")), "--record", path)
    assert "The game has changed" in result.stderr
    check_recorded(path, StartKind.STATE)


def test_a_recording_from_a_savegame(game: Path, tmp_path: Path, script: Path) -> None:
    earlier = Machine(open_game(game))
    earlier.run(seconds=3)
    save, path = tmp_path / "MEADOWSG.1", tmp_path / "later.agirec"
    save.write_bytes(savegame_of(earlier, b"here").to_bytes())
    result = walked(game, script, "--load", save, "--record", path)
    assert result.exit_code == ExitCode.GOOD, result.output
    assert check_recorded(path, StartKind.SAVE).head.start.data == save.read_bytes()
