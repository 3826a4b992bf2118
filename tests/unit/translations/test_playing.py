"""A game under a translation: what is drawn is another language, what the machine knows stays the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from polib import POFile

from agi_emu.facts.errors import GameError
from agi_emu.machine.display.readable import original_window
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import in_language
from agi_emu.machine.settings import Settings
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources import open_game
from agi_emu.resources.catalogue import find_translation, translations_folder
from agi_emu.resources.projects.project import build_project
from agi_emu.resources.vocabulary import Vocabulary
from agi_emu.web.exporting import Content
from agi_emu.web.exporting import _content_files as exported_files
from tests.own_games.building import GameBuilder
from tests.unit.translations.stage import CliRunner, game_in, machine_in, translate, verbs, write_catalogue

BARREL = "An oak barrel. Its lid is on, but not nailed down."
GERMAN = "Ein Eichenfass. Der Deckel liegt auf, ist aber nicht zugenagelt, und er wackelt schon ein wenig."
TEXTS = {
    BARREL: GERMAN,
    "barrel, barrels, cask, casks, keg, lid": "Fass, Faß",
    "check, examine, find, inspect, l, look, look at, look for, look in, look inside, look out, look through, peer, "
    "peer at, read, search, study, watch": "schau",
    "suffixes": "e",
    "ladder": "Leiter",
    "Game": "Spielmenü",
    "Help       <F1>": "Hilfe zu allem, was es gibt",
    "Score:%s of %s  ": "Punkte: %s von %s ",
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = game_in(tmp_path)
    write_catalogue(path, "de", TEXTS)
    assert translate("check", path).exit_code == 0
    return path


def ashore(machine: Machine) -> Machine:
    """Come ashore, and close the first window."""
    machine.run(seconds=2)
    machine.press("space")
    machine.run(seconds=1)
    machine.press("enter")
    machine.run(ticks=2)
    return machine


def test_a_window_is_measured_in_what_it_shows(game: Path) -> None:
    machine = ashore(machine_in(game, "de"))
    assert machine.ask("schaue fass") is not None
    machine.type("schau fass\n")
    machine.run(seconds=1)
    assert machine.message is not None
    assert " ".join(machine.message.split()) == GERMAN
    assert max(map(len, machine.message.split("\n"))) < 30
    assert original_window(machine.unguarded) == "An oak barrel. Its lid is on,\nbut not nailed down."


def test_the_game_knows_nothing_of_it(game: Path) -> None:
    opened = open_game(game)
    plain, german = ashore(machine_in(opened, "")), ashore(machine_in(opened, "de"))
    for machine in (plain, german):
        machine.ask("look barrel")
        machine.run(seconds=5)
    one, other = plain.unguarded.state, german.unguarded.state
    for area in ("vars", "flags", "strings", "heap", "script", "rng", "objects", "menu", "picture", "item_rooms"):
        assert bytes(getattr(one, area)) == bytes(getattr(other, area)) if area != "rng" else one.rng == other.rng
    assert plain.frame != german.frame


def test_words_of_both_languages_are_understood(game: Path) -> None:
    machine = ashore(machine_in(game, "de"))
    for line in ("schau faß", "SCHAU Fass", "look barrel", "schau barrel"):
        assert " ".join((machine.ask(line) or "").split()) == GERMAN
    assert "quak" in (machine.ask("schau quak") or "")


def test_menus_and_status_line_are_as_wide_as_their_texts(game: Path) -> None:
    machine = ashore(machine_in(game, "de"))
    assert machine.text.status_line.startswith(" Punkte: 0 von 35")
    machine.press("esc")
    machine.run(ticks=3)
    rows = machine.text.rows
    assert rows[0].startswith(" Spielmenü Action Special")
    assert "Hilfe zu allem, was es gibt" in rows[3]


def test_menus_that_are_not_translated_stay_where_they_are(build_game: GameBuilder) -> None:
    """The box of the original is as wide as the first item, whatever comes after it."""
    source = """
    if (v0 == 0) { v0 = 1; set.menu("Menu"); set.menu.item("A", c1); set.menu.item("A long item", c2); submit.menu();
    set(f14); menu.input(); } return();
    """
    game = open_game(build_game({0: source}))
    folder = translations_folder(game.path)
    folder.mkdir()
    catalogue = POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    catalogue.save_as_mofile(str(folder / "de.mo"))
    plain, german = machine_in(game, ""), machine_in(game, "de")
    for machine in (plain, german):
        machine.run(ticks=3)
        assert machine.modal is Purpose.MENU
    assert plain.frame == german.frame


def test_items_show_in_the_language(game: Path) -> None:
    machine = ashore(machine_in(game, "de"))
    machine.press("tab")
    machine.run(ticks=3)
    assert any("Leiter" in row for row in machine.text.rows)


def test_a_moment_goes_on_in_another_language(game: Path) -> None:
    machine = ashore(machine_in(game, ""))
    german = in_language(machine, find_translation(machine.game, "de").name)
    assert german.digests().state == machine.digests().state
    assert " ".join((german.ask("schau fass") or "").split()) == GERMAN


def test_a_recording_names_the_translation(game: Path, tmp_path: Path) -> None:
    target = tmp_path / "play.agirec"
    call = ["run", str(game), "--headless", "--ticks", "100", "--language", "de", "--record", str(target)]
    assert CliRunner().invoke(verbs, call).exit_code == 0
    name = find_translation(open_game(game), "de").name
    assert f"translation {name}".encode() in target.read_bytes()
    assert CliRunner().invoke(verbs, ["compare", str(target)]).exit_code == 0
    write_catalogue(game, "de", TEXTS | {"ladder": "Sprossenleiter"})
    translate("check", game)
    with pytest.raises(GameError, match="another version of the translation"):
        find_translation(open_game(game), name)


def test_a_language_that_is_missing_is_an_error(game: Path) -> None:
    with pytest.raises(GameError, match="only into de"):
        find_translation(open_game(game), "fr")
    for name in ("../../x", "", "de 0000000000000000"):
        if name:
            with pytest.raises(GameError):
                find_translation(open_game(game), name)


@pytest.mark.parametrize("cut", [0, 3, 27, 40, 200])
def test_a_damaged_catalogue_is_an_error(game: Path, cut: int) -> None:
    path = game.parent / "lamp-translations" / "de.mo"
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(GameError, match="not a catalogue"):
        find_translation(open_game(game), "de")


def test_entries_that_share_their_bytes_are_refused(game: Path) -> None:
    """A small file must not stand for gigabytes of text."""
    path = game.parent / "lamp-translations" / "de.mo"
    numbers = (0x950412DE, 0, 1000, 28, 28, 0, 0, *(5000, 8028) * 1000)
    path.write_bytes(b"".join(each.to_bytes(4, "little") for each in numbers) + b"A" * 5000)
    with pytest.raises(GameError, match="outside"):
        find_translation(open_game(game), "de")


def test_endings_and_prefixes_are_taken_off_in_the_order_of_the_rules() -> None:
    words = Vocabulary({1: ["лампа"], 2: ["окно"]}, ["на>", "при"], ["у>а", "ом>о"], code_page="cp866")
    found = {word: words.find(word.encode("cp866"), 0) for word in ("лампу", "Окном", "приокном", "лама")}
    assert found == {"лампу": (1, 5), "Окном": (2, 5), "приокном": (2, 8), "лама": None}


def test_the_longest_phrase_counts() -> None:
    words = Vocabulary({1: ["mach"], 2: ["mach an"]}, code_page="cp437")
    assert words.find(b"mach an jetzt", 0) == (2, 7)
    assert words.find(b"mach auf", 0) == (1, 4)


def test_a_page_brings_the_translation_with_it(game: Path, tmp_path: Path) -> None:
    opened = open_game(game)
    settings = Settings(translation=find_translation(opened, "de").name)
    for name, data in exported_files(Content(opened, settings)).items():
        path = tmp_path / "page" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    machine = Machine(open_game(tmp_path / "page" / "game.zip"), settings=settings)
    assert " ".join((ashore(machine).ask("schau fass") or "").split()) == GERMAN


def test_a_password_in_the_language_is_the_one_of_the_game(tmp_path: Path) -> None:
    """What the player types for a text that a string is set to becomes that text, so that comparisons come out."""
    source = """
    if (v50 == 0) { v50 = 1; set.string(s1, "open sesame"); get.string(s2, "Password? ", 5, 3, 20); }
    if (v50 == 1 && compare.strings(s1, s2)) { v50 = 2; display(8, 0, "%s2"); }
    return();
    """
    project = tmp_path / "riddle"
    (project / "logics").mkdir(parents=True)
    (project / "logics" / "0.lgc").write_text(source)
    (project / "words.txt").write_text("1: anyword\n9999: rol\n")
    (project / "items.txt").write_text("?: 0\n")
    (project / "game.toml").write_text('id = "RIDDLE"\n')
    build_project(project, tmp_path / "riddle.zip")
    write_catalogue(tmp_path / "riddle.zip", "de", {"open sesame": "Sesam öffne dich", "Password? ": "Losungswort? "})
    assert translate("check", tmp_path / "riddle.zip").exit_code == 0
    machine = machine_in(tmp_path / "riddle.zip", "de")
    machine.run(ticks=5)
    assert machine.text.rows[5].startswith("   Losungswort?")
    machine.type("sesam  ÖFFNE dich\n")
    machine.run(ticks=9)
    assert machine.vars[50] == 2
    assert bytes(machine.state.strings)[80:91] == b"open sesame"
    assert machine.text.rows[8] == "Sesam öffne dich"
