"""Guessed names: files, flags and variables of extracted sources, and the comment at the head of each logic."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu import Game, open_game
from agi_emu.authoring.extraction import Extraction
from agi_emu.authoring.guessed_names import guess_names
from agi_emu.authoring.project_writing import extract_project
from agi_emu.resources.kinds import Kind
from agi_emu.resources.logic_source import disassemble
from agi_emu.resources.projects.project import build_project
from tests.own_games.building import GameBuilder
from tests.unit.lab.test_exploring import VIEW_BYTES

BEACH = """
if (isset(f5)) { load.pic(v0); draw.pic(v0); show.pic(); load.view(0); animate.obj(o0); set.view(o0, 0); draw(o0);
  load.sound(3); }
if (said("take", "lamp")) { print("Taken."); get("lamp"); v3 += 5; sound(3, f45); f46 = 1; }
if (said("look")) { print("You are on the sandy beach of an island."); }
if (isset(f45) && v99 == 2) { v60 += 1; }
if (v2 == 2) { new.room(18); }
return();
""".replace("f46 = 1;", "set(f46);")
CAVE = 'if (isset(f46)) { print("It is dark."); } random(1, 6, v70); return();'


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    logics = {0: "if (v0 == 0) { new.room(17); } call.v(v0); return();", 17: BEACH, 18: CAVE}
    words = {"take": 10, "lamp": 11, "look": 12}
    sounds = {3: bytes.fromhex("0800 0A00 0C00 0E00 FFFF FFFF FFFF FFFF")}
    items = (("?", 0), ("lamp", 17))
    path = build_game(logics, pictures={17: "end"}, views={0: VIEW_BYTES}, sounds=sounds, words=words, items=items)
    return open_game(path)


def test_rooms_are_called_by_what_they_say(game: Game) -> None:
    labels = guess_names(game).labels
    assert labels == {
        (Kind.LOGIC, 17): "sandy-beach",
        (Kind.PICTURE, 17): "sandy-beach",
        (Kind.LOGIC, 18): "dark",
    }


def test_a_heading_says_what_a_logic_is_about(game: Game) -> None:
    assert guess_names(game).headings[17].splitlines() == [
        '// Logic 17: "You are on the sandy beach of an island."',
        "// picture: 17",
        "// views: 0",
        "// sounds: 3",
        "// leads to: 18 (right edge)",
        "// items: lamp",
        "// points: 5",
    ]


def test_flags_and_variables_say_what_sets_and_reads_them(game: Game) -> None:
    found = guess_names(game)
    lines = found.definitions.splitlines()
    assert "#define sound.done.f45 f45  // set in 17; read in 17" in lines
    assert "// f46: set in 17; read in 18" in lines
    assert "#define chance.v70 v70  // set in 18; read in none" in lines
    assert "#define sandy.v60 v60  // set in 17; read in none" in lines
    assert found.names["v99"] == "sandy.v99"
    assert "v3" not in found.names


def test_extracted_sources_use_them_and_build_the_same_bytes(game: Game, tmp_path: Path) -> None:
    extraction = Extraction()
    extract_project(game, tmp_path / "project", extraction)
    source = (tmp_path / "project" / "logics" / "17-sandy-beach.lgc").read_text()
    assert source.startswith('// Logic 17: "You are')
    assert '#include "names.lgc"' in source
    assert "if (sound.done.f45 && sandy.v99 == 2) {" in source
    assert (tmp_path / "project" / "pictures" / "17-sandy-beach.pic").is_file()
    assert not any("logic" in note for note in extraction.notes)
    build_project(tmp_path / "project", tmp_path / "again.zip")
    again = open_game(tmp_path / "again.zip")
    for number in (0, 17, 18):
        assert again.stored(Kind.LOGIC, number).data == game.stored(Kind.LOGIC, number).data


def test_messages_are_listed_only_where_the_code_does_not_number_them(build_game: GameBuilder) -> None:
    def listed(source: str) -> list[str]:
        game = open_game(build_game({0: source}))
        return [line for line in disassemble(game).splitlines() if line.startswith("#message")]

    assert listed('print("One."); print("Two."); print("One."); return();') == []
    # From the second on they come as they are numbered.
    assert listed('#message 1 "Unused."\nprint("Two."); print("Three."); return();') == ['#message 1 "Unused."']
    swapped = '#message 1 "One."\n#message 2 "Two."\nprint("Two."); print("One."); return();'
    assert listed(swapped) == ['#message 1 "One."']
    assert listed('#message 2 "Two."\nprint("Two."); return();') == ['#message 2 "Two."']
