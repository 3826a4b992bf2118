"""The verb translate: templates, releases, what is translated, and what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.resources import open_game
from agi_emu.resources.catalogue import bytes_of, text_of
from agi_emu.translations.game_texts import ONLY_DEBUGGING, TextKind, game_texts
from tests.own_games.building import GameBuilder
from tests.unit.translations.stage import entries, game_in, translate, write_catalogue

BARREL = "An oak barrel. Its lid is on, but not nailed down."
CODED = "You have %v3 of %v7 points."


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return game_in(tmp_path)


def test_the_template_has_every_message_with_its_use(game: Path, tmp_path: Path) -> None:
    answer = translate("extract", game)
    assert answer.exit_code == 0, answer.output
    found = entries(tmp_path / "lamp-translations" / "game.pot")
    assert "after look barrel" in next(each.comment for (_, text), each in found.items() if text == BARREL)
    picture = next(each.comment for (_, text), each in found.items() if text == BARREL).partition("window: ")[2]
    assert (tmp_path / "lamp-translations" / picture).read_bytes().startswith(b"\x89PNG")
    assert ("item 1", "brass tinderbox") in found
    assert ("words 51", "barrel, barrels, cask, casks, keg, lid") in found
    assert ("interpreter", "You are carrying:") in found


def test_every_byte_of_every_code_page_comes_back() -> None:
    for page in ("cp437", "cp866"):
        every = bytes(range(1, 256))
        assert bytes_of(text_of(every, page), page) == every


def test_texts_without_letters_are_left_out(game: Path) -> None:
    write_catalogue(game, "de", {})
    texts = {each.text for each in game_texts(open_game(game)) if each.kind is TextKind.MESSAGE}
    assert not {"_", ">", "LAMP", "---------------"} & texts


def test_what_only_a_debug_mode_shows_is_marked(build_game: GameBuilder) -> None:
    logic_0 = """
    if (v0 == 0) { set.key(0, 59, c9); new.room(1); }
    if (!f50 && controller(c9)) { print("Cheater!"); set(f50); }
    call.v(v0); if (f50) { call(9); } return();
    """
    room = """
    if (said("sing")) { print("La la."); if (f50) { print("Song 7."); } }
    if (f50 || f51) { print("A bell."); }
    if (f50) { print("La la."); }
    if (f52) { print.v(v60); }
    return();
    """
    debug = 'if (said("rub")) { get.num("Room?", v60); new.room.v(v60); } print("x %v240"); return();'
    words = {"sing": 10, "rub": 11}
    texts = game_texts(open_game(build_game({0: logic_0, 1: room, 9: debug}, words=words)))
    marks = {each.text: each.comments[0] == ONLY_DEBUGGING for each in texts if each.kind is TextKind.MESSAGE}
    assert {text for text, is_marked in marks.items() if is_marked} == {"Cheater!", "Song 7.", "Room?", "x %v240"}
    assert {text for text, is_marked in marks.items() if not is_marked} == {"La la.", "A bell."}


def test_status_counts_what_is_translated(game: Path) -> None:
    write_catalogue(game, "de", {BARREL: "Ein Eichenfass.", "ladder": "Leiter"})
    answer = translate("status", game, "--json")
    assert '"items": [1, 6]' in answer.output
    assert '"messages": [1, 4' in answer.output


@pytest.mark.parametrize(
    ("text", "other", "rule"),
    [
        (BARREL, "So " * 200, "text-too-large"),
        (BARREL, "Ein Faß für %v5.", "codes-differ"),
        (BARREL, "Бочка.", "letters-missing"),
        ("Game", "Spielmenü mit einem sehr langen Namen", "menus-too-wide"),
        ("crab, crabs", "Leiter", "words-collide"),
        ("%s %d not found", "%d fehlt", "codes-differ"),
    ],
)
def test_check_names_what_is_wrong(game: Path, text: str, other: str, rule: str) -> None:
    write_catalogue(game, "de", {text: other, "ladder": "Leiter"})
    answer = translate("check", game)
    assert answer.exit_code == 1
    assert f"[{rule}]" in answer.output


def test_check_passes_a_sound_translation_and_compiles_it(game: Path) -> None:
    path = write_catalogue(game, "de", {BARREL: "Ein Eichenfass."})
    assert translate("check", game).exit_code == 0
    assert b"Ein Eichenfass." in path.with_suffix(".mo").read_bytes()


def test_what_would_show_something_wrong_is_not_compiled(game: Path) -> None:
    path = write_catalogue(game, "de", {BARREL: "Ein Fass für %v5.", "ladder": "Leiter"})
    assert translate("check", game).exit_code == 1
    compiled = path.with_suffix(".mo").read_bytes()
    assert b"Fass" not in compiled
    assert b"Leiter" in compiled


def test_merge_keeps_what_has_moved_and_offers_what_has_changed(game: Path) -> None:
    path = write_catalogue(game, "de", {BARREL: "Ein Eichenfass.", "ladder": "Leiter"})
    before = path.read_text()
    moved = before + '\n#~ msgctxt "item 9"\n#~ msgid "lantern"\n#~ msgstr "Laterne"\n'
    moved = moved.replace(f'msgid "{BARREL}"', f'msgid "{BARREL[:-1]}!"').replace('"item 2"', '"item 77"')
    path.write_text(moved)
    answer = translate("merge", game)
    assert answer.exit_code == 0, answer.output
    found = entries(path)
    changed = next(each for (_, text), each in found.items() if text == BARREL)
    assert (changed.msgstr, changed.flags) == ("Ein Eichenfass.", ["fuzzy"])
    assert found["item 2", "ladder"].msgstr == "Leiter"
    assert ("item 77", "ladder") not in found
    assert [text for (_, text), each in found.items() if each.obsolete] == ["lantern"]
    picture = changed.comment.partition("window: ")[2]
    assert (path.parent / picture).read_bytes().startswith(b"\x89PNG")
    assert path.with_name(f"{path.name}.bak").exists() or len(list(path.parent.glob("*de.po*"))) == 2


def test_merging_the_same_release_changes_nothing(game: Path) -> None:
    path = write_catalogue(game, "de", {BARREL: "Ein Eichenfass."})
    translate("merge", game)
    before = path.read_text()
    translate("merge", game)
    assert path.read_text() == before


@pytest.mark.parametrize("verb", ["merge", "status", "check"])
def test_a_folder_without_translations_is_an_error(game: Path, tmp_path: Path, verb: str) -> None:
    (tmp_path / "empty").mkdir()
    answer = translate(verb, game, tmp_path / "empty")
    assert (answer.exit_code, answer.output.count("\n")) == (3, 1)
    assert "copy game.pot to" in answer.output


def test_a_file_that_is_not_a_catalogue_is_an_error(game: Path) -> None:
    path = write_catalogue(game, "de", {})
    path.write_text("what is this\n")
    answer = translate("check", game)
    assert (answer.exit_code, "not a catalogue of gettext" in answer.output) == (3, True)


def test_a_word_that_the_game_has_in_another_group_is_only_a_remark(game: Path) -> None:
    write_catalogue(game, "de", {"barrel, barrels, cask, casks, keg, lid": "Fass, look"})
    answer = translate("check", game)
    assert (answer.exit_code, "[word-gives-way]" in answer.output) == (0, True)
