"""The demo game in German, Russian and Hebrew: complete, compiled, and won in each of them."""

from __future__ import annotations

import pytest

from agi_emu.data import demo_path
from agi_emu.headless.unseen_play import play_unseen
from agi_emu.input.input_script import ScriptPlayer, parse_input_script
from agi_emu.machine.actions.boxes import object_status, show_memory, version
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.resources import open_game
from agi_emu.resources.catalogue import code_page_of, find_translation, languages_of, translations_folder
from agi_emu.translations.catalogue_files import compiled, progress, read_catalogue, texts_by_key, translated
from agi_emu.translations.checks import REMARKS, TranslationCheck
from tests.unit.translations.stage import machine_in

FOLDER = translations_folder(demo_path())
LANGUAGES = ("de", "he", "ru")
ALL_POINTS = 35


def test_there_are_three() -> None:
    assert languages_of(demo_path()) == list(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wrong_in_them(language: str) -> None:
    game, catalogue = open_game(demo_path()), read_catalogue(FOLDER / f"{language}.po")
    check = TranslationCheck(game, texts_by_key(game), translated(catalogue), code_page_of(language, {}))
    assert [str(each) for each in check.findings() if each.rule not in REMARKS] == []
    assert compiled(catalogue, set()) == (FOLDER / f"{language}.mo").read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_they_are_complete(language: str) -> None:
    found = progress(open_game(demo_path()), read_catalogue(FOLDER / f"{language}.po"))
    assert [kind for kind, total, done in found if done < total] == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_game_is_won_in_it(language: str) -> None:
    name = f"walkthrough.{language}.agiwalk"
    script = parse_input_script((FOLDER / name).read_text(encoding="utf-8"), name)
    assert any(not each.isascii() for each in (FOLDER / name).read_text(encoding="utf-8"))
    game = open_game(demo_path())
    machine = Machine(game, settings=Settings(translation=find_translation(game, language).name))
    play_unseen(machine, prompter=ScriptPlayer(script))
    assert machine.score == ALL_POINTS


def test_boxes_of_debugging_are_in_the_language() -> None:
    machine = machine_in(demo_path(), "de")
    machine.run(ticks=2)
    windows = []
    for show in (version, show_memory, lambda m: object_status(m, 0)):
        show(machine.unguarded)
        windows.append(machine.message)
        machine.press("enter")
        machine.run(ticks=2)
    assert windows[0] == "Adventure Game Interpreter\n      Version 2.936"
    assert windows[1] is not None
    assert windows[1].startswith("Speicher: ")
    assert "längste Liste: " in windows[1]
    assert windows[2] is not None
    assert "\nSchritt: " in windows[2]
