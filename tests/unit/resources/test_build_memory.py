"""What did not change since the last build is not translated again, and what did is."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.authoring.lint import find
from agi_emu.authoring.project_writing import new_project
from agi_emu.facts.errors import LogicError
from agi_emu.host_files.reading import stamp
from agi_emu.logic.compiler import as_on_disk
from agi_emu.resources import open_game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects import project as reading
from agi_emu.resources.projects.project import BuildMemory, build_project, read_project
from agi_emu.resources.projects.strips import strip_png


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, data in new_project("garden", "garden").items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the logics that were compiled."""
    names: list[str] = []
    compile_file = reading.compile_file

    def noted(path: Path, **options: object) -> bytes:
        names.append(path.name)
        return compile_file(path, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(reading, "compile_file", noted)
    return names


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_only_a_changed_logic_is_compiled_again(folder: Path, compiled: list[str]) -> None:
    memory = BuildMemory()
    notes: list[str] = []
    first = read_project(folder, memory=memory, notes=notes)
    all_names = list(compiled)
    compiled.clear()
    again = read_project(folder, memory=memory)
    assert compiled == []
    assert again == first
    path = next((folder / "logics").glob("[1-9]*.lgc"))
    path.write_text(path.read_text() + "\n// more\n")
    assert read_project(folder, memory=memory).resources == first.resources
    assert compiled == [path.name]
    compiled.clear()
    change(folder / "words.txt", "look", "gaze, look")
    read_project(folder, memory=memory)
    assert compiled == all_names


def test_an_included_file_and_one_that_all_know_count(folder: Path, compiled: list[str]) -> None:
    logic = folder / "logics" / "77-more.lgc"
    logic.write_text('#include "more.txt"\nv40 = MORE;\nreturn();\n')
    (folder / "logics" / "more.txt").write_text("#define MORE 4\n")
    memory = BuildMemory()
    read_project(folder, memory=memory)
    compiled.clear()
    change(folder / "logics" / "more.txt", "4", "1234567 // too much")
    with pytest.raises(LogicError, match="1234567 is too big"):
        read_project(folder, memory=memory)
    assert compiled == [logic.name]
    change(folder / "logics" / "more.txt", "1234567 // too much", "5")
    made = read_project(folder, memory=memory).resources[Kind.LOGIC][77]
    assert made == read_project(folder).resources[Kind.LOGIC][77]


def test_a_changed_image_of_a_view_counts(folder: Path) -> None:
    (folder / "views" / "9-lamp.view").write_text("loop\nstrip lamp.png 2x1 2x1\n")
    (folder / "views" / "lamp.png").write_bytes(strip_png([[[4, 4]], [[2, 2]]]))
    memory = BuildMemory()
    first = read_project(folder, memory=memory)
    (folder / "views" / "lamp.png").write_bytes(strip_png([[[4, 2]], [[2, 4]]]))
    again = read_project(folder, memory=memory)
    assert again.resources[Kind.VIEW] == read_project(folder).resources[Kind.VIEW] != first.resources[Kind.VIEW]


def test_what_has_not_changed_is_neither_packed_nor_decoded_again(folder: Path, tmp_path: Path) -> None:
    change(folder / "game.toml", "2.917", "3.002.149")
    memory, target = BuildMemory(), tmp_path / "game.zip"
    for again in (False, True):
        if again:
            path = next((folder / "logics").glob("[1-9]*.lgc"))
            path.write_text(path.read_text().replace("return();", "v60++; return();"))
        packed, decoded = memory.pack.cache_info().misses, memory.decode.cache_info().misses
        game = open_game(build_project(folder, target, memory=memory))
        assert list(find(game, memory=memory)) == list(find(game))
    assert memory.pack.cache_info().misses == packed + 1
    assert memory.decode.cache_info().misses == decoded + 1


def test_a_file_that_no_system_can_name_is_not_there(folder: Path) -> None:
    path = next((folder / "logics").glob("[1-9]*.lgc"))
    path.write_text('#include "names\0.lgc"\n' + path.read_text())
    with pytest.raises(LogicError, match="names"):
        read_project(folder, memory=BuildMemory())
    assert stamp(Path("names\0.lgc")) is None
    for name in ("names\0.lgc", 300 * "9", 300 * "9" + "/names.lgc"):
        assert as_on_disk(folder, name) == folder / name
