"""The verb ``save``, and savegames of ``run`` and ``capture``."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from agi_emu.cli import verbs
from agi_emu.data import demo_path
from agi_emu.keeping.saves.save_folder import StateFolder, default_folder
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.restoring import savegame_of
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.resources import open_game
from agi_emu.state.savegames.savegame import parse
from tests.own_games.building import GameBuilder

LOGIC = """
if (v0 == 0) { set.game.id("TST"); v10 = 1; new.room(1); }
if (f5) { v50 = 1; load.pic(v50); draw.pic(v50); show.pic(); v3 = 4; put(i1, v50); }
return();
"""


@pytest.fixture
def game(build_game: GameBuilder) -> Path:
    return build_game({0: LOGIC, 1: "return();"}, pictures={1: "color 10\nfill 0,0"})


@pytest.fixture
def saved(game: Path, tmp_path: Path) -> Path:
    """A savegame of the game in its first room."""
    m = Machine(open_game(game))
    m.run(ticks=5)
    path = tmp_path / "saves" / "TSTSG.13"
    path.parent.mkdir()
    path.write_bytes(savegame_of(m, b"the meadow").to_bytes())
    return path


def run(*arguments: object) -> Result:
    """Run the program."""
    return CliRunner().invoke(verbs, [*map(str, arguments)], catch_exceptions=False)


def test_table_names_what_the_interpreter_uses(saved: Path) -> None:
    result = run("save", saved)
    assert result.exit_code == 0
    for words in ("the meadow", "v0 currentRoom", "v3 currentScore", "f9 soundOn", "load.pic(1)", "i1 lamp"):
        assert words in result.stdout


def test_json_has_every_value(saved: Path) -> None:
    found = json.loads(run("save", saved, "--json").stdout)
    assert found["values"]["v0"] == 1
    assert found["values"]["script2"] == "draw.pic(1)"
    assert found["layout"] == "2.903 - 3.002.098"


def test_set_writes_another_file_and_keeps_what_it_replaces(saved: Path, tmp_path: Path) -> None:
    target = tmp_path / "SG.1"
    target.write_bytes(saved.read_bytes())
    assert run("save", saved, "--set", "v3=40", "--set", "description=high score", "-o", target).exit_code == 0
    assert parse(target.read_bytes()).description == b"high score"
    assert (tmp_path / "SG.1.bak").read_bytes() == saved.read_bytes()
    difference = run("save", saved, "--diff", target)
    assert difference.exit_code == 1
    assert difference.stdout.splitlines() == [
        "description: 'the meadow' -> 'high score'",
        "v3 currentScore: 4 -> 40",
    ]
    assert run("save", saved, "--diff", saved).exit_code == 0


def test_set_without_another_file_changes_this_one_and_keeps_it(saved: Path) -> None:
    before = saved.read_bytes()
    result = run("save", saved, "--set", "currentScore=40")
    assert result.exit_code == 0
    assert "the previous file is now TSTSG.13.bak" in result.stderr
    assert saved.with_name("TSTSG.13.bak").read_bytes() == before
    assert run("save", saved, "--diff", saved.with_name("TSTSG.13.bak")).stdout == "v3 currentScore: 40 -> 4\n"


def test_a_savegame_becomes_a_state_and_a_savegame_again(saved: Path, game: Path, tmp_path: Path) -> None:
    state, again = tmp_path / "x.agistate", tmp_path / "TSTSG.1"
    made = run("save", saved, "--convert", "state", "--game", game, "-o", state)
    assert made.exit_code == 0
    assert "what a savegame does not hold" in made.stderr
    there = run("save", saved, "--diff", state)
    # reference: SAVE-25: a restore sets f12; set.view of objects without one leaves a bit, which none here has.
    assert there.stdout == "f12 gameRestored: 0 -> 1\n"
    back = run("save", state, "--convert", "2.936", "-o", again)
    assert back.exit_code == 0
    assert "a savegame holds no picture" in back.stderr
    assert run("save", saved, "--diff", again).stdout == "f12 gameRestored: 0 -> 1\n"
    assert run("run", game, "--headless", "--ticks", "2", "--load", again).exit_code == 0
    picture = tmp_path / "room.png"
    assert run("save", state, "-o", picture).exit_code == 0
    with Image.open(picture) as image:
        assert image.convert("RGB").getpixel((100, 60)) == (0x55, 0xFF, 0x55)


def test_what_is_no_save_is_not_replaced(saved: Path, game: Path, tmp_path: Path) -> None:
    letter, link = tmp_path / "letter.txt", tmp_path / "link"
    letter.write_bytes(b"Dear sir, this is no savegame.")
    for arguments in (("--set", "v3=1"), ("--convert", "2.917"), ("--convert", "state", "--game", game)):
        result = run("save", saved, *arguments, "-o", letter)
        assert result.exit_code == 2
        assert "is not a savegame or state" in result.stderr
    assert letter.read_bytes() == b"Dear sir, this is no savegame."
    link.symlink_to(saved)
    assert run("save", saved, "--set", "v3=9", "-o", link).exit_code == 0
    assert link.is_symlink()
    assert parse(saved.read_bytes()).general[7 + 3] == 9


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_written_to_and_stays_one(saved: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
    try:
        assert run("save", saved, "--convert", "2.936", "-o", pipe).exit_code == 0
        assert os.read(reader, 1 << 16) == saved.read_bytes()
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_convert_writes_the_layout_of_another_interpreter(saved: Path, tmp_path: Path) -> None:
    target = tmp_path / "V3SG.1"
    result = run("save", saved, "--convert", "3.002.149", "-o", target)
    assert result.exit_code == 0
    assert len(parse(target.read_bytes()).general) == 1028
    assert b"lamp" not in target.read_bytes()  # encrypted


def test_list_shows_slots_beyond_the_twelfth(saved: Path, game: Path) -> None:
    (saved.parent / "TSTSG.2").write_bytes(b"damaged")
    result = run("save", "--list", game, "--saves", saved.parent)
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["TSTSG.2", "TSTSG.13"]
    assert "the meadow" in result.stdout
    assert "room 1, score 4" in result.stdout


def test_picture_shows_the_room(saved: Path, game: Path, tmp_path: Path) -> None:
    target = tmp_path / "room.png"
    assert run("save", saved, "--game", game, "-o", target).exit_code == 0
    with Image.open(target) as picture:
        assert picture.size == (320, 200)
        assert picture.convert("RGB").getpixel((100, 60)) == (0x55, 0xFF, 0x55)


def test_run_and_capture_start_from_a_savegame(saved: Path, game: Path, tmp_path: Path) -> None:
    assert run("run", game, "--headless", "--ticks", "3", "--load", saved).exit_code == 0
    target = tmp_path / "room.png"
    assert run("capture", game, "--load", saved, "--ticks", "2", "-o", target).exit_code == 0
    with Image.open(target) as picture:
        assert picture.convert("RGB").getpixel((100, 60)) == (0x55, 0xFF, 0x55)


def test_run_keeps_savegames_in_the_folder_named(build_game: GameBuilder, tmp_path: Path) -> None:
    source = "if (v0 == 0) { v10 = 1; new.room(1); } if (f5) { save.game(); } return();"
    path = build_game({0: source, 1: "return();"})
    script = tmp_path / "keys.txt"
    script.write_text("blocked: key enter\nblocked: keys a enter\nblocked: key enter\n")
    folder = tmp_path / "mine"
    assert run("run", path, "--headless", "--ticks", "60", "--script", script, "--saves", folder).exit_code == 0
    assert parse((folder / "SG.1").read_bytes()).description == b"a"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ((), 2, "Give a save"),
        (("nowhere",), 2, "does not exist"),
        (("{save}", "--convert", "2.917"), 2, "needs -o"),
        (("{save}", "--convert", "state", "-o", "x"), 2, "needs --game"),
        (("{save}", "--set", "v3", "-o", "x"), 2, "NAME=VALUE"),
        (("{save}", "--set", "v300=1", "-o", "x"), 3, "v300"),
        (("{save}", "--convert", "9.9", "-o", "x"), 2, "use one of"),
        (("{save}", "-o", "x.png"), 2, "--game"),
        (("{game}/VOL.0",), 3, "offset"),
    ],
)
def test_wrong_use_is_told(
    saved: Path, game: Path, tmp_path: Path, arguments: tuple[str, ...], code: int, words: str
) -> None:
    (tmp_path / "work").mkdir()
    result = run("save", *(each.format(save=saved, game=game) for each in arguments))
    assert result.exit_code == code
    assert words in result.output


def test_a_savegame_of_another_game_is_refused_with_a_sentence(saved: Path, build_game: GameBuilder) -> None:
    other = build_game({0: 'if (v0 == 0) { set.game.id("OTHER"); v10 = 1; new.room(1); } return();', 1: "return();"})
    result = run("run", other, "--headless", "--load", saved)
    assert result.exit_code == 3
    assert "the savegame belongs to TST, this game is OTHER" in result.stderr


def test_a_damaged_savegame_is_shown_with_what_is_wrong_and_not_changed_into_one(saved: Path) -> None:
    result = run("save", saved, "--set", "horizon=300")
    assert result.exit_code == 3
    assert "horizon is 300, not from 0 to 255" in result.stderr
    data = bytearray(saved.read_bytes())
    # reference: SAVE-5: the horizon's high byte
    data[33 + 300] = 1
    saved.write_bytes(data)
    result = run("save", saved)
    assert result.exit_code == 0
    assert "is damaged and no game can restore it: general state at offset 332: horizon is" in result.stderr


def test_list_without_a_game_names_the_saves_of_all_games(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert "no game has saves yet" in run("save", "--list").stderr
    for path in (game, demo_path()):
        machine = Machine(open_game(path))
        machine.run(ticks=20)
        StateFolder(default_folder(machine.game)).save_quick(save_state(machine, "quick save"))
    lines = run("save", "--list").stdout.splitlines()
    assert len([line for line in lines if line.startswith("quick.agistate")]) == 2
    assert any(line.startswith("The Last Lamp: ") for line in lines)
