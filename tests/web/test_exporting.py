"""Exported pages: what they hold, what they say, and what they refuse; the runtime's large files are stand-ins."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import shutil
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from agi_emu import cli
from agi_emu.data import demo_path
from tests.own_games.building import GameBuilder
from web.wheels import wheel

BINARIES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "player.bin", "heap.bin")


def make_runtime(root: Path, folder: Path, number: str) -> Path:
    """Write a wheel with the page's own files and stand-ins for the rest."""
    files = {path.name: path.read_bytes() for path in (root / "web" / "page").iterdir()}
    files |= dict.fromkeys(BINARIES, b"stand-in")
    files["runtime.json"] = json.dumps({"version": number, "pyodide": {"python": "3.14.2"}}).encode()
    files["licences/MIT.txt"] = b"The licence -- of a thing"
    inside = {f"agi_emu_web/runtime/{name}": data for name, data in files.items()}
    name, data = wheel("agi-emu-web", number, "py3-none-any", inside, {})
    (folder / name).write_bytes(data)
    return folder / name


@pytest.fixture
def runtime(root: Path, tmp_path: Path) -> Path:
    return make_runtime(root, tmp_path, version("agi-emu"))


def export(*words: str | Path, code: int = 0) -> str:
    """Call the verb and return what it printed."""
    result = CliRunner().invoke(cli.verbs, ["export", *map(str, words)])
    assert result.exit_code == code, result.output
    return result.output


def config_of(page: str) -> dict[str, object]:
    """Return what a page knows of its game."""
    found = re.search(r'id="config">(.*?)</script>', page)
    assert found
    config: dict[str, object] = json.loads(found[1])
    return config


def test_a_folder_holds_the_page_and_the_game_and_nothing_else_of_the_folder_of_the_game(
    runtime: Path, tmp_path: Path
) -> None:
    game = tmp_path / "game"
    shutil.unpack_archive(demo_path(), game)
    (game / "diary.txt").write_text("not for others")
    said = export(game, "-o", tmp_path / "page", "--runtime", runtime)
    assert re.search(r"page: \d+\.\d MB; .* \(0\.\d MB\)", said)
    with zipfile.ZipFile(tmp_path / "page" / "game.zip") as packed:
        assert "logdir" in packed.namelist()
        assert "diary.txt" not in packed.namelist()
    assert {*BINARIES, "index.html", "page.js", "licences"} <= {path.name for path in (tmp_path / "page").iterdir()}
    assert not (tmp_path / "page" / "start-single.js").exists()


def test_links_and_phones_learn_what_the_page_is(runtime: Path, tmp_path: Path, build_game: GameBuilder) -> None:
    folder = build_game({0: "return();"})
    said = '[General]\nTitle = "Fog & Salt"\nAuthor = "Ada <L>"\nAbout = "A walk by the sea."\n'
    (folder / "GAME.WAG").write_text(said)
    picture = tmp_path / "mine.png"
    Image.new("RGB", (320, 200), (255, 0, 0)).save(picture)
    words = ("--cover", picture, "--address", "https://ada.example/fog/")
    export(folder, "-o", tmp_path / "page", "--runtime", runtime, *words)
    page = (tmp_path / "page" / "index.html").read_text()
    assert config_of(page)["author"] == "Ada <L>"
    for line in (
        '<meta name="author" content="Ada &lt;L&gt;">',
        '<meta name="description" content="A walk by the sea.">',
        '<meta property="og:title" content="Fog &amp; Salt">',
        '<meta property="og:image" content="https://ada.example/fog/cover.png">',
        '<link rel="manifest" href="manifest.webmanifest">',
    ):
        assert line in page
    cover = Image.open(tmp_path / "page" / "cover.png")
    assert cover.size == (630, 500)
    assert [cover.getpixel(place) for place in ((0, 9), (0, 10), (629, 489), (0, 490))] == [
        (0, 0, 0),
        (255, 0, 0),
        (255, 0, 0),
        (0, 0, 0),
    ]
    manifest = json.loads((tmp_path / "page" / "manifest.webmanifest").read_text())
    assert (manifest["name"], manifest["display"], manifest["start_url"]) == ("Fog & Salt", "fullscreen", ".")
    assert (tmp_path / "page" / manifest["icons"][0]["src"]).exists()


def test_the_cover_is_what_the_game_shows_or_an_image_of_any_shape(runtime: Path, tmp_path: Path) -> None:
    export(demo_path(), "-o", tmp_path / "page", "--runtime", runtime)
    cover = Image.open(tmp_path / "page" / "cover.png").convert("RGB")
    assert cover.size == (630, 500)
    assert len(cover.getcolors() or []) > 5, "the title of the demo game"
    tall = tmp_path / "tall.png"
    Image.new("RGB", (100, 500), (0, 0, 255)).save(tall)
    export(demo_path(), "-o", tmp_path / "page", "--runtime", runtime, "--cover", tall)
    cover = Image.open(tmp_path / "page" / "cover.png")
    assert [cover.getpixel((x, 250)) for x in (264, 265, 364, 365)] == [(0, 0, 0), *[(0, 0, 255)] * 2, (0, 0, 0)]
    tall.write_bytes(b"nothing")
    said = export(demo_path(), "-o", tmp_path / "page", "--runtime", runtime, "--cover", tall, code=3)
    assert "tall.png: not an image that can be a cover" in said
    said = export(
        demo_path(), "-o", tmp_path / "a.html", "--single-file", "--runtime", runtime, "--cover", tall, code=2
    )
    assert "--cover and --address are for a folder or archive" in said


def test_the_same_game_makes_the_same_page(runtime: Path, tmp_path: Path) -> None:
    for name in ("one.html", "two.html"):
        export(demo_path(), "-o", tmp_path / name, "--single-file", "--runtime", runtime)
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()


def test_no_text_of_a_game_becomes_script(runtime: Path, tmp_path: Path, build_game: GameBuilder) -> None:
    title = '</script><script>alert("1")</script>'
    game = build_game({0: "return();"})
    export(game, "-o", tmp_path / "page", "--runtime", runtime, "--title", title)
    page = (tmp_path / "page" / "index.html").read_text()
    assert config_of(page)["title"] == title
    assert "<script>alert" not in page
    assert re.findall(r"<script(?! type=.application/)[^>]*>", page) == ['<script type="module" src="page.js">']


def test_a_single_file_names_nothing_outside_and_allows_only_its_own_script(runtime: Path, tmp_path: Path) -> None:
    target = tmp_path / "lamp.html"
    export(demo_path(), "-o", target, "--single-file", "--runtime", runtime)
    page = target.read_text()
    assert re.findall(r'(?:src|href)="(?!data:)[^"]*"', page) == []
    loaders = re.findall(r'<script type="module"[^>]*>(.*?)</script>', page, re.S)
    assert len(loaders) == 1
    digest = base64.b64encode(hashlib.sha256(loaders[0].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}' 'strict-dynamic' 'wasm-unsafe-eval'; worker-src data:;" in page
    assert "The licence - - of a thing" in page


def test_the_licence_of_a_game_is_shown(runtime: Path, tmp_path: Path) -> None:
    game = tmp_path / "game"
    shutil.unpack_archive(demo_path(), game)
    (game / "LICENSE").unlink()
    assert "without a licence" in export(game, "-o", tmp_path / "bare", "--runtime", runtime)
    (game / "LICENSE.txt").write_text("Share it as you like.\n")
    said = export(game, "-o", tmp_path / "page", "--runtime", runtime)
    assert "licence of the game: Share it as you like." in said
    assert "Share it as you like." in str(config_of((tmp_path / "page" / "index.html").read_text())["facts"])


def test_a_page_is_replaced_by_the_next_export_but_nothing_else_is(runtime: Path, tmp_path: Path) -> None:
    target = tmp_path / "page"
    export(demo_path(), "-o", target, "--runtime", runtime, "--title", "First")
    export(demo_path(), "-o", target, "--runtime", runtime, "--title", "Second")
    assert config_of((target / "index.html").read_text())["title"] == "Second"
    (target / "index.html").write_text("<p>My own page</p>")
    said = export(demo_path(), "-o", target, "--runtime", runtime, code=2)
    assert "is not a page of agi-emu export" in said
    assert (target / "index.html").read_text() == "<p>My own page</p>"


def test_an_archive_holds_the_page_at_its_top_and_replaces_only_another_one(runtime: Path, tmp_path: Path) -> None:
    target = tmp_path / "page.zip"
    export(demo_path(), "-o", target, "--runtime", runtime, "--title", "First")
    said = export(demo_path(), "-o", target, "--runtime", runtime, "--title", "Second")
    assert re.search(r"page.zip: \d+\.\d MB", said)
    export(demo_path(), "-o", tmp_path / "page", "--runtime", runtime, "--title", "Second")
    folder = tmp_path / "page"
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with zipfile.ZipFile(target) as packed:
        assert {name: packed.read(name) for name in packed.namelist()} == files
    game = tmp_path / "game.zip"
    shutil.copy(demo_path(), game)
    assert "is not a page of agi-emu export in an archive" in export(
        demo_path(), "-o", game, "--runtime", runtime, code=2
    )
    assert game.read_bytes() == demo_path().read_bytes()


def test_only_what_an_earlier_export_left_is_removed(root: Path, runtime: Path, tmp_path: Path) -> None:
    recording = root / "tests" / "replay" / "the-last-lamp.agirec"
    target, elsewhere = tmp_path / "page", tmp_path / "elsewhere.txt"
    export(demo_path(), "-o", target, "--runtime", runtime, "--recording", recording)
    elsewhere.write_text("not in the folder")
    (target / "mine.txt").write_text("my own")
    written = json.loads((target / "exported.json").read_text())
    written |= {"old.js": hashlib.sha256(b"old").hexdigest(), "licences/old.txt": hashlib.sha256(b"old").hexdigest()}
    written |= {"edited.js": hashlib.sha256(b"old").hexdigest()}
    written |= {"../elsewhere.txt": hashlib.sha256(elsewhere.read_bytes()).hexdigest()}
    (target / "exported.json").write_text(json.dumps(written))
    for name, text in (("old.js", "old"), ("licences/old.txt", "old"), ("edited.js", "new")):
        (target / name).write_text(text)
    said = export(demo_path(), "-o", target, "--runtime", runtime)
    assert "removed recording.agirec, which an earlier export has left" in said
    gone = [name for name in ("recording.agirec", "old.js", "licences/old.txt") if (target / name).exists()]
    kept = [name for name in ("mine.txt", "edited.js", "../elsewhere.txt", "index.html") if (target / name).exists()]
    assert (gone, len(kept)) == ([], 4)


@pytest.mark.parametrize("text", ["", "[1]", "{", None])
def test_a_list_that_cannot_be_read_removes_nothing(runtime: Path, tmp_path: Path, text: str | None) -> None:
    target = tmp_path / "page"
    export(demo_path(), "-o", target, "--runtime", runtime)
    (target / "old.js").write_text("old")
    if text is None:
        (target / "exported.json").unlink()
    else:
        (target / "exported.json").write_text(text)
    export(demo_path(), "-o", target, "--runtime", runtime)
    assert (target / "old.js").exists()
    assert json.loads((target / "exported.json").read_text())["index.html"]


def test_a_recording_must_be_of_the_game(root: Path, runtime: Path, tmp_path: Path, build_game: GameBuilder) -> None:
    recording = root / "tests" / "replay" / "the-last-lamp.agirec"
    said = export(
        build_game({0: "return();"}), "-o", tmp_path / "page", "--runtime", runtime, "--recording", recording, code=3
    )
    assert "the recording is not of" in said
    export(demo_path(), "-o", tmp_path / "page", "--runtime", runtime, "--recording", recording)
    assert (tmp_path / "page" / "recording.agirec").read_bytes() == recording.read_bytes()
    assert config_of((tmp_path / "page" / "index.html").read_text())["recording"] is True


def test_the_settings_reach_the_page(runtime: Path, tmp_path: Path) -> None:
    words = ("--machine", "tandy", "--seed", "7", "--strict")
    export(demo_path(), "-o", tmp_path / "page", "--runtime", runtime, *words)
    machine = config_of((tmp_path / "page" / "index.html").read_text())["machine"]
    assert isinstance(machine, dict)
    assert (machine["settings"]["machine"], machine["settings"]["seed"]) == ("tandy", "7")


def test_a_runtime_that_is_missing_or_another_version_is_named_with_what_to_do(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert "make web builds the wheel agi-emu-web" in export(demo_path(), "-o", tmp_path / "page", code=4)
    other = make_runtime(root, tmp_path, "0.0.1")
    assert "the runtime is for agi-emu 0.0.1" in export(
        demo_path(), "-o", tmp_path / "page", "--runtime", other, code=4
    )
    empty = tmp_path / "empty.whl"
    with io.BytesIO() as out:
        zipfile.ZipFile(out, "w").close()
        empty.write_bytes(out.getvalue())
    assert "holds no runtime" in export(demo_path(), "-o", tmp_path / "page", "--runtime", empty, code=4)
    for manifest in (b"", b"{}", b"[1]", b"\xff", b'{"version": 1e400}', b'{"version": "1", "pyodide": 5}'):
        with zipfile.ZipFile(empty, "w") as damaged:
            damaged.writestr("agi_emu_web/runtime/runtime.json", manifest)
        said = export(demo_path(), "-o", tmp_path / "page", "--runtime", empty, code=4)
        assert "runtime.json in it is not that of a runtime" in said
    with zipfile.ZipFile(empty, "w") as cut:
        cut.writestr("agi_emu_web/runtime/runtime.json", json.dumps({"version": version("agi-emu"), "pyodide": {}}))
    said = export(demo_path(), "-o", tmp_path / "page", "--runtime", empty, code=4)
    assert "the runtime lacks blobs.js, heap.bin, index.html" in said
    with zipfile.ZipFile(empty, "w", zipfile.ZIP_BZIP2) as damaged:
        damaged.writestr("agi_emu_web/runtime/runtime.json", "{}")
    empty.write_bytes(empty.read_bytes().replace(b"\x0c\0", b"\x0d\0"))
    assert "cannot be read as a wheel" in export(demo_path(), "-o", tmp_path / "page", "--runtime", empty, code=4)
    with zipfile.ZipFile(empty, "w", zipfile.ZIP_DEFLATED) as damaged:
        damaged.writestr("agi_emu_web/runtime/large", bytes(65 << 20))
    assert "longer than 64 MiB" in export(demo_path(), "-o", tmp_path / "page", "--runtime", empty, code=4)
    assert not (tmp_path / "page").exists()
