"""Chinese, Japanese and Korean: a letter of two bytes in a cell, lines and words without blanks."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest

from agi_emu.facts.errors import GameError
from agi_emu.facts.font import WideFace
from agi_emu.headless.text_mirror import TextMirror
from agi_emu.machine.display.message import format_message
from agi_emu.machine.display.wide_letters import put_letter
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.machine.snapshots import Snapshot
from agi_emu.resources import open_game
from agi_emu.resources.catalogue import (
    find_translation,
    message_context,
    translations_folder,
    words_context,
    words_text,
)
from agi_emu.resources.vocabulary import Vocabulary
from agi_emu.web.exporting import Content
from agi_emu.web.exporting import _content_files as content_files
from tests.unit.translations.stage import game_in, machine_in, slot_after_saving

SAID = "你是点灯人威克。\n\n（按 F1 键。）"
BARREL = "一只橡木桶。"
DOTS = "7FFE" + "8001" * 14 + "7FFE"
"""Rows of a letter, in hexadecimal: a rounded box."""
PROMPT = ">"


@pytest.fixture(scope="module")
def chinese(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the demo game with some texts in Chinese, and a face that has one of their letters."""
    game = game_in(tmp_path_factory.mktemp("wide"))
    opened = open_game(game)
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    for (logic, number), text in {
        (2, 1): SAID,
        (2, 3): BARREL,
        (0, 4): "游戏",
        (0, 12): "行动",
        (0, 5): "关于",
    }.items():
        original = opened.logic(logic).messages[number - 1]
        assert original is not None
        context = message_context(logic, number)
        catalogue.append(polib.POEntry(msgctxt=context, msgid=original.decode("cp437"), msgstr=text))
    for word, others in (("look", "看, 看看"), ("barrel", "桶, 木桶")):
        group = opened.words[word]
        words = words_text(opened.words.of_group(group))
        catalogue.append(polib.POEntry(msgctxt=words_context(group), msgid=words, msgstr=others))
    folder = translations_folder(game)
    folder.mkdir()
    (folder / "unifont.hex").write_text(f"0041:{'00' * 16}\n4F60:{DOTS}\n")
    catalogue.save_as_mofile(str(folder / "zh.mo"))
    return game


@pytest.fixture(scope="module")
def started(chinese: Path) -> tuple[Machine, Snapshot]:
    machine = machine_in(chinese, "zh")
    return machine, _first_window(machine)


def _first_window(machine: Machine) -> Snapshot:
    machine.run(seconds=2)
    machine.press("space")
    machine.run(seconds=1)
    return machine.snapshot()


@pytest.fixture
def machine(started: tuple[Machine, Snapshot]) -> Machine:
    machine, snapshot = started
    machine.restore(snapshot)
    return machine


def lines(text: str, limit: int, page: str = "cp936") -> list[str]:
    found = format_message(text.encode(page), None, limit=limit, page=page)
    shown = found.text.decode(page).split("\n")
    assert (found.lines, found.width) == (len(shown), max(map(len, shown)))
    return shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("一二三四五六七", ["一二三四", "五六七"]),
        ("一二三四。五六", ["一二三", "四。五六"]),
        ("一二三「四五」", ["一二三", "「四五」"]),
        ("一二 abc 三", ["一二", "abc", "三"]),
        ("一\n\n二", ["一", "", "二"]),
        ("abcdefgh", ["abcd", "efgh"]),
    ],
)
def test_lines_break_between_letters_but_keep_signs_with_them(text: str, shown: list[str]) -> None:
    assert lines(text, 5) == shown


def test_a_second_byte_is_never_an_escape_character() -> None:
    """In code page 950 it is a backslash in 功, and @ in 一."""
    assert "功".encode("cp950")[1:] == b"\\"
    assert lines("功一\\%。", 30, "cp950") == ["功一%。"]


def test_a_window_has_a_cell_for_each_letter(machine: Machine) -> None:
    assert machine.message == SAID
    window = machine.unguarded.state.window
    assert (window.lines, window.columns) == (3, 9)


def test_the_picture_has_letters_of_16_dots(machine: Machine) -> None:
    frame, window = machine.frame, machine.unguarded.state.window
    assert (frame.width, frame.height) == (640, 400)
    top, left = 16 * window.row, 16 * window.column
    dots = frame.indices[top : top + 16, left : left + 16] == 0
    assert "".join(f"{int(''.join(map(str, map(int, row))), 2):04X}" for row in dots) == DOTS
    assert not (frame.indices[top : top + 16, left + 16 : left + 32] == 0).any()


def test_a_letter_that_something_covers_is_not_drawn(machine: Machine) -> None:
    m = machine.unguarded
    m.screen.fill(4 * m.state.window.column, 8 * (m.state.window.row - m.state.text.picture_row), 2, 2, 1)
    machine.run(ticks=1)
    assert machine.message is not None
    assert machine.message.startswith("�是" if machine.message[0] == "�" else "?是")


def test_what_is_seen_and_digested_needs_no_face(
    chinese: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agi_emu.resources.catalogue.INSTALLED_FACE", chinese / "missing.hex")
    monkeypatch.setattr("agi_emu.resources.catalogue.WIDE_FACE", "missing.hex")
    plain = machine_in(chinese, "zh")
    assert any("GNU Unifont" in note for note in plain.notes)
    _first_window(plain)
    assert plain.message == SAID
    assert (plain.frame.width, plain.frame.height) == (320, 200)
    assert bytes(plain.unguarded.buffer) == bytes(machine.unguarded.buffer)


def test_typed_letters_stand_side_by_side_and_are_removed_whole(machine: Machine) -> None:
    machine.press("enter")
    machine.run(ticks=2)
    machine.type("看a桶")
    machine.run(ticks=3)
    assert machine.text.input_line == f"{PROMPT}看a桶_"
    assert machine.unguarded.state.input.length == 5
    machine.press("backspace")
    machine.run(ticks=3)
    assert machine.text.input_line == f"{PROMPT}看a_"
    assert machine.unguarded.state.input.length == 3


def test_a_sentence_needs_no_blanks(machine: Machine) -> None:
    machine.press("enter")
    machine.run(ticks=2)
    machine.type("看看木桶。")
    machine.press("enter")
    machine.run(ticks=4)
    assert machine.message == BARREL


def test_the_longest_word_counts_and_words_of_other_letters_stay_whole() -> None:
    vocabulary = Vocabulary({1: ["看"], 2: ["看见"], 3: ["tv"]}, code_page="cp936")
    found = [vocabulary.find(text.encode("cp936"), 0) for text in ("看见了", "看", "tv看", "tvs")]
    assert found == [(2, 4), (1, 2), (3, 2), None]
    assert vocabulary.cleaned("看， TV！？".encode("cp936")).decode("cp936") == "看 TV"


def test_names_of_saved_games_are_read_with_their_letters(machine: Machine) -> None:
    machine.press("enter")
    machine.run(ticks=2)
    assert slot_after_saving(machine, "看木桶") == "- 看木桶"


def test_menus_are_as_wide_as_their_letters(machine: Machine) -> None:
    machine.press("enter")
    machine.run(ticks=2)
    machine.press("esc")
    machine.run(ticks=3)
    assert machine.text.rows[0].startswith(" 游戏 行动 Special")


def test_a_disabled_letter_has_half_its_dots(machine: Machine) -> None:
    m = machine.unguarded
    put_letter(m, 24, 0, int.from_bytes("你".encode("cp936"), "big"), is_grey=True)
    lit = machine.frame.indices[384:400, :16] == m.state.text.foreground
    full = sum(int(digit, 16).bit_count() for digit in DOTS)
    assert 0 < lit.sum() < full


@pytest.mark.parametrize("display", ["hercules-green", "cga-composite"])
def test_other_displays_are_refused(chinese: Path, display: str) -> None:
    game = open_game(chinese)
    with pytest.raises(GameError, match="need another display"):
        Machine(game, settings=Settings(translation=find_translation(game, "zh").name, display=display))


def test_a_face_knows_wide_and_narrow_letters_and_no_others() -> None:
    face = WideFace(f"0041:{'FF' * 16}\n4F60:{DOTS}\n4F61:12\n".encode())
    assert face.dots("A") == (b"\0" * 4 + b"\1" * 8 + b"\0" * 4) * 16
    assert sum(face.dots("你")) == sum(int(digit, 16).bit_count() for digit in DOTS)
    assert face.dots("佡") == face.dots("佢") == bytes(256)


def test_a_page_brings_the_letters_of_its_code_page(chinese: Path) -> None:
    game = open_game(chinese)
    content = Content(game, Settings(translation=find_translation(game, "zh").name))
    files = content_files(content)
    assert sorted(files) == ["game-translations/unifont.hex", "game-translations/zh.mo", "game.zip"]
    assert files["game-translations/unifont.hex"].decode() == f"0041:{'00' * 16}\n4F60:{DOTS}\n"
    assert WideFace(f"AC00:{DOTS}\n4F60:{DOTS}\nrubbish\n".encode()).part("cp936") == f"4F60:{DOTS}\n".encode()


def test_what_is_read_aloud_has_the_letters(machine: Machine) -> None:
    told: list[str] = []
    TextMirror(told.append).after(machine, ())
    assert SAID in told
