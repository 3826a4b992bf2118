"""Files that verbs write: whole or not at all, and never in place of something else."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.cli.outputs import LOGIC, PNG, output_file, output_folder
from agi_emu.data import demo_path
from agi_emu.host_files.drafts import HostFiles
from agi_emu.logic.compiler import compile_logic
from tests.own_games.building import GameBuilder

ROOT = Path(__file__).parents[2]
LETTER = b"Dear sir, this is no picture and no sound either."
PNG_MAGIC = b"\x89PNG\r\n\x1a\n"


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(cli.verbs, list(map(str, arguments)))


@pytest.fixture
def game(build_game: GameBuilder) -> Path:
    return build_game({0: 'v10 = 1; print("Hello"); return();'}, sounds={1: "voice 0\na4:6"})


@contextmanager
def nothing_changes(folder: Path) -> Iterator[None]:
    """Fail when a file of a folder is another afterwards, or one has come or gone."""

    def files() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    before = files()
    yield
    assert files() == before


WRITERS = {
    "capture, a picture": ("capture", "{game}", "--ticks", "3", "-o", "{folder}/letter.png"),
    "capture, an animation": ("capture", "{game}", "--ticks", "1:3", "-o", "{folder}/letter.gif"),
    "capture, a sound": ("capture", "{game}", "--ticks", "1:3", "--wav", "{folder}/letter.wav"),
    "sound": ("sound", "{game}", "1", "--wav", "{folder}/letter.wav"),
    "trace": ("trace", "{game}", "--cycles", "2", "-o", "{folder}/letter.gz"),
    "build, a source": ("build", "{source}", "-o", "{folder}/letter.logic"),
    "build": ("build", "{project}", "-o", "{folder}/letter.zip"),
}


@pytest.fixture
def places(game: Path, tmp_path: Path) -> dict[str, Path]:
    """What the commands need, and an empty folder for what they write."""
    folder = tmp_path / "out"
    folder.mkdir()
    source = tmp_path / "source.lgc"
    source.write_text("return();")
    project = tmp_path / "project"
    (project / "logics").mkdir(parents=True)
    shutil.copy(source, project / "logics" / "0.lgc")
    (project / "game.toml").write_text('interpreter = "2.936"\n')
    (project / "words.txt").write_text("")
    (project / "items.txt").write_text("")
    return {"game": game, "source": source, "project": project, "folder": folder}


def run(writer: str, places: dict[str, Path]) -> Result:
    return invoke(*(word.format_map(places) for word in WRITERS[writer]))


@pytest.mark.parametrize("writer", WRITERS)
def test_a_file_of_another_kind_stays(writer: str, places: dict[str, Path]) -> None:
    target = Path(WRITERS[writer][-1].format_map(places))
    target.write_bytes(LETTER)
    with nothing_changes(places["folder"]):
        result = run(writer, places)
    assert result.exit_code == 2, result.output
    assert "already exists" in result.stderr
    assert str(target) in result.stderr


@pytest.mark.parametrize("writer", WRITERS)
def test_a_file_of_its_own_kind_is_replaced(writer: str, places: dict[str, Path]) -> None:
    assert run(writer, places).exit_code == 0
    [first] = places["folder"].iterdir()
    data = first.read_bytes()
    assert run(writer, places).exit_code == 0
    assert [path.read_bytes() for path in places["folder"].iterdir()] == [data]


@pytest.mark.parametrize("writer", WRITERS)
def test_a_folder_that_is_not_there_is_named(writer: str, places: dict[str, Path]) -> None:
    if writer == "build":
        pytest.skip("makes folders, as it does for games that are folders")
    places["folder"] /= "nowhere"
    result = run(writer, places)
    assert result.exit_code == 2
    assert f"the folder {places['folder']} does not exist; create it first" in result.stderr


@pytest.mark.parametrize("what", ["logics", "views"])
def test_sources_that_were_changed_by_hand_stay(what: str, places: dict[str, Path]) -> None:
    folder = places["folder"]
    arguments = ("extract", demo_path(), what, "-o", folder)
    assert invoke(*arguments).exit_code == 0
    with nothing_changes(folder):
        assert invoke(*arguments).exit_code == 0, "the same files once more"
    changed = sorted(path for path in folder.rglob("*") if path.is_file())[3]
    changed.write_bytes(b"mine")
    with nothing_changes(folder):
        result = invoke(*arguments)
    assert result.exit_code == 2
    assert f"{changed} already exists with other contents" in result.stderr


def test_a_game_that_was_not_built_here_stays(places: dict[str, Path], game: Path) -> None:
    assert invoke("build", places["project"], "-o", game).exit_code == 0, "built here, so it is built anew"
    (game / "GAME.WAG").unlink()
    with nothing_changes(game):
        result = invoke("build", places["project"], "-o", game)
    assert result.exit_code == 2
    assert "holds a game that was not built here (LOGDIR)" in result.stderr


def test_a_game_is_not_built_over_a_file(places: dict[str, Path]) -> None:
    letter = places["folder"] / "letter"
    letter.write_bytes(LETTER)
    assert invoke("build", places["project"], "-o", letter).exit_code == 2
    assert letter.read_bytes() == LETTER


def test_an_error_leaves_the_old_file_and_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(PNG_MAGIC)

    def fail(place: Path) -> None:
        place.write_bytes(PNG_MAGIC + b"half")
        raise OSError(errno.ENOSPC, "the disk is full")

    with nothing_changes(tmp_path), pytest.raises(OSError, match="full"), output_file(path, PNG) as draft:
        fail(draft)
    folder = tmp_path / "new" / "deep"
    with pytest.raises(OSError, match="full"), output_folder(folder) as drafts:
        fail(drafts / "a")
    assert not folder.parent.exists()


def test_a_full_disk_is_told_with_the_file(tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    with pytest.raises(OSError, match="No space") as raised, output_file(tmp_path / "picture.png", PNG):
        raise full
    assert raised.value.filename == str(tmp_path / "picture.png")


def test_a_game_that_cannot_be_written_leaves_the_old_one(
    places: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("game", "game.zip"):
        target = places["folder"] / name
        assert invoke("build", places["project"], "-o", target).exit_code == 0
        (places["project"] / "logics" / "0.lgc").write_text("v1 = 1; return();")
        with nothing_changes(places["folder"]), monkeypatch.context() as patch:
            patch.setattr(HostFiles, "flush", no_space)
            result = invoke("build", places["project"], "-o", target)
        assert result.exit_code == 2
        assert f"{target}: No space left on device" in result.stderr
        assert target.is_file() or "; what was there has not changed" in result.stderr


def no_space(_files: HostFiles, _path: Path) -> None:
    """What a full disk says to a step of writing."""
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_leave_no_draft(places: dict[str, Path], number: int, code: int) -> None:
    folder = places["folder"]
    command = ("trace", str(places["game"]), "--cycles", "99999999", "-o", str(folder / "long.gz"))
    with subprocess.Popen([sys.executable, "-m", "agi_emu", *command], cwd=ROOT) as running:
        while not any(folder.iterdir()):
            assert running.poll() is None
            time.sleep(0.02)
        running.send_signal(number)
        try:
            assert running.wait(60) == code
        finally:
            running.kill()
    assert not any(folder.iterdir())


def test_permissions_are_those_of_any_new_file(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    with output_file(tmp_path / "picture.png", PNG) as draft:
        draft.write_bytes(PNG_MAGIC)
    assert (tmp_path / "picture.png").stat().st_mode == plain.stat().st_mode


def test_a_link_still_leads_to_what_is_written(tmp_path: Path) -> None:
    (tmp_path / "link.png").symlink_to(tmp_path / "picture.png")
    with output_file(tmp_path / "link.png", PNG) as draft:
        draft.write_bytes(PNG_MAGIC)
    assert (tmp_path / "link.png").is_symlink()
    assert (tmp_path / "picture.png").read_bytes() == PNG_MAGIC


def test_what_is_no_plain_file_is_written_to(tmp_path: Path) -> None:
    with output_file(Path(os.devnull), PNG) as place:
        assert place == Path(os.devnull)
    with pytest.raises(click.UsageError, match="is a folder"), output_file(tmp_path, PNG):
        pass


@pytest.mark.parametrize(
    "source", ["return();", 'print("Hello, you"); print("%m1"); return();', '#message 7 "x"\nreturn();']
)
def test_logics_are_told_from_texts(source: str) -> None:
    assert LOGIC.includes(compile_logic(source))
    assert not LOGIC.includes(source.encode() * 40)
