"""``agi-emu run`` without a display: the dummy driver, headless, and what is said when there is none."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.cli.outputs import require_writable
from agi_emu.cli.starting_point import enter
from agi_emu.data import demo_path
from agi_emu.facts.errors import ExitCode, GameError
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.state.areas import Flags
from tests.own_games.building import GameBuilder

LEAVE = "cycle 10: key f1\nblocked: key enter\ncycle 20: key ctrl-x\n"
HEAVY = ("numpy", "PIL", "rich", "sounddevice", "platformdirs")
"""Modules that would cost a player time and memory before the first picture."""
NOT_BEFORE_A_PICTURE = (
    *(
        "agi_emu.logic.code",
        "agi_emu.machine.saving.restoring",
        "agi_emu.machine.saving.resuming",
        "agi_emu.machine.saving.state_saving",
    ),
    *(
        "agi_emu.state.state_contents",
        "agi_emu.state.savegames.savegame",
        "agi_emu.state.files.state_chunks",
        "difflib",
        "json",
    ),
    *(
        "agi_emu.cli.outputs",
        "agi_emu.window.pages",
        "agi_emu.logic.dialects",
        "agi_emu.machine.display.readable",
        "agi_emu.machine.watching",
        "agi_emu.keeping.preferences.settings_file",
        "agi_emu.keeping.shelf",
        "agi_emu.state.digests",
    ),
    *("hashlib", "queue", "textwrap", "tomlkit", "tomllib", "xxhash"),
)
"""What takes a tenth of the time to it when it is imported too early."""


@pytest.fixture
def leave(tmp_path: Path) -> str:
    """A script that opens a window, closes it and quits the game."""
    script = tmp_path / "leave.script"
    script.write_text(LEAVE)
    return str(script)


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, ["run", *map(str, arguments)])


@pytest.mark.parametrize("aspect", ["exact", "sharp", "square"])
def test_the_window_closes_when_the_game_ends(
    game: Path, leave: str, aspect: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    result = invoke(game, "--script", leave, "--uncapped", "--aspect", aspect, "--scale", 2, "--text")
    assert result.exit_code == ExitCode.GOOD, result.output
    assert result.stdout == "Score:0 of 0  Sound:on\n\nType a sentence.\n\n"


def test_headless_plays_and_tells(game: Path, leave: str) -> None:
    result = invoke(game, "--headless", "--ticks", 200, "--text", "--script", leave)
    assert result.exit_code == ExitCode.GOOD
    assert result.stdout == "Score:0 of 0  Sound:on\n\nType a sentence.\n\n"
    assert invoke(game, "--headless", "--ticks", 200, "--script", leave).stdout == ""
    as_json = invoke(game, "--headless", "--ticks", 200, "--text", "--json", "--script", leave)
    assert as_json.stdout == '"Score:0 of 0  Sound:on"\n"Type a sentence."\n'


def test_ticks_need_headless(game: Path) -> None:
    result = invoke(game, "--ticks", 5)
    assert result.exit_code == ExitCode.WRONG_USE
    assert "--ticks needs --headless" in result.stderr


@pytest.mark.parametrize("wrong", [("--speed", "0"), ("--scale", "0"), ("--aspect", "wide"), ("--ticks", "0")])
def test_wrong_values_are_refused(game: Path, wrong: tuple[str, str]) -> None:
    assert invoke(game, "--headless", *wrong).exit_code == ExitCode.WRONG_USE


def test_what_is_no_game_is_named(tmp_path: Path) -> None:
    (tmp_path / "readme.txt").write_text("not a game")
    result = invoke(tmp_path, "--headless", "--ticks", 1)
    assert result.exit_code == ExitCode.UNREADABLE
    assert str(tmp_path.name) in result.stderr


def run_without_display(
    arguments: list[str], folder: Path, code: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the program in a process whose environment knows no display."""
    environment = {name: value for name, value in os.environ.items() if not re.search("DISPLAY|SDL|XDG", name)}
    environment |= {"PYTHONPATH": str(Path(cli.__file__).parents[2]), "HOME": str(folder)}
    start = ["-c", code] if code else ["-m", "agi_emu"]
    return subprocess.run(
        [sys.executable, *start, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=60
    )


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")
def test_demo_that_was_never_built_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agi_emu.data.demo_path", lambda: tmp_path / "demo.zip")
    result = invoke("--headless", "--ticks", 1)
    assert result.exit_code == ExitCode.UNREADABLE
    assert "the demo game is not built: run make build" in result.stderr


def test_without_a_display_one_sentence_the_words_and_a_picture(game: Path, leave: str, tmp_path: Path) -> None:
    found = run_without_display(["run", str(game), "--script", leave], tmp_path)
    assert found.returncode == ExitCode.GOOD, found.stderr
    sentence, last = found.stderr.splitlines()
    assert "there is no display here" in sentence
    assert found.stdout == "Score:0 of 0  Sound:on\n\nType a sentence.\n\n"
    picture = re.fullmatch(r"last picture: (\S+)", last)
    assert picture
    assert (tmp_path / picture[1]).read_bytes().startswith(b"\x89PNG")


def test_what_saves_and_restores_is_not_imported_before_the_first_picture(
    build_game: GameBuilder, tmp_path: Path
) -> None:
    code = (
        "import os, sys; os.environ['SDL_VIDEODRIVER'] = 'dummy'\n"
        "from agi_emu.window.host.sdl import SdlWindow\n"
        "def leave(*_):\n"
        f"    print([name for name in {NOT_BEFORE_A_PICTURE} if name in sys.modules], flush=True)\n"
        "    os._exit(0)\n"
        "SdlWindow.update = leave\n"
        "from agi_emu.cli import main\n"
        "main()"
    )
    found = run_without_display(["run", str(build_game({0: "return();"}))], tmp_path, code)
    assert found.stdout == "[]\n", found.stderr


@pytest.mark.parametrize("how", ["dummy", "headless"])
def test_nothing_heavy_is_imported_before_the_first_picture(game: Path, leave: str, tmp_path: Path, how: str) -> None:
    # With --saves, for asking where the user's data lies is not light; it is done when the first state is written.
    arguments = ["run", str(game), "--script", leave, "--uncapped", "--saves", str(tmp_path / "saves")]
    arguments += ["--headless"] if how == "headless" else []
    code = (
        f"import os, sys; os.environ['SDL_VIDEODRIVER'] = 'dummy'\n"
        "from agi_emu.cli import main\n"
        "try: main()\n"
        f"finally: print([name for name in {HEAVY} if name in sys.modules])"
    )
    found = run_without_display(arguments, tmp_path, code)
    assert found.stdout == "[]\n", found.stderr


def test_a_folder_for_saves_that_cannot_be_written_is_refused_first(game: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = invoke(game, "--headless", "--ticks", "5", "--saves", tmp_path / "file" / "saves")
    assert result.exit_code == 2
    assert "nothing can be written there" in result.stderr
    assert "name another folder" in result.stderr
    assert result.stdout == ""


def test_asking_whether_saves_can_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    require_writable(tmp_path / "new" / "saves", "--saves")
    assert not (tmp_path / "new").exists()


def test_a_room_is_entered_as_soon_as_the_game_has_begun() -> None:
    machine = Machine(open_game(demo_path()))
    enter(machine, 4, ["v0=3", "f40=1", "i2=255"])
    state = machine.state
    assert (state.vars[0], state.vars[1], state.item_rooms[2], bool(Flags(state.flags)[40])) == (4, 3, 255, True)
    machine.run(seconds=1)
    assert state.vars[0] == 4


@pytest.mark.parametrize(
    ("room", "change", "why"), [(200, "v1=1", "no logic 200"), (4, "v1", "NAME=VALUE"), (4, "v1=999", "0 to 255")]
)
def test_a_room_that_cannot_be_entered_is_refused_in_words(room: int, change: str, why: str) -> None:
    with pytest.raises(GameError, match=why):
        enter(Machine(open_game(demo_path())), room, [change])
