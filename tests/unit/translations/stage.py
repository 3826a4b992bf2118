"""A translation beside a copy of the demo game, written by the verb itself."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import polib
from click.testing import CliRunner, Result

from agi_emu.cli import verbs
from agi_emu.data import demo_path
from agi_emu.machine.choices import choices_of
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.resources import Game, open_game
from agi_emu.resources.catalogue import find_translation, translations_folder


def translate(*words: object) -> Result:
    """Call the verb."""
    return CliRunner().invoke(verbs, ["translate", *map(str, words)])


def game_in(folder: Path) -> Path:
    """Return a copy of the demo game."""
    return Path(shutil.copy(demo_path(), folder / "lamp.zip"))


def write_catalogue(game: Path, language: str, texts: Mapping[str, str], **header: str) -> Path:
    """Translate some texts, wherever they stand, and return the catalogue; the pictures of windows are left out."""
    from agi_emu.translations.catalogue_files import template_of

    catalogue = template_of(open_game(game), {})
    for entry in catalogue:
        entry.msgstr = texts.get(entry.msgid, "")
    catalogue.metadata.update({"X-Code-Page": header.get("page", "")})
    folder = translations_folder(game)
    folder.mkdir(exist_ok=True)
    path = folder / f"{language}.po"
    path.write_text(f"{catalogue}\n", encoding="utf-8")
    return path


def entries(path: Path) -> dict[tuple[str, str], polib.POEntry]:
    """Return the entries of a catalogue by context and text."""
    return {(each.msgctxt, each.msgid): each for each in polib.pofile(str(path))}


def slot_after_saving(machine: Machine, name: str) -> str:
    """Save the demo game by its dialog, and return what the list of slots has in its first row then."""
    for key in ("f5", "enter"):
        machine.press(key)
        machine.run(ticks=5)
    machine.type(name)
    for key in ("enter", "enter", "f5"):
        machine.run(ticks=8)
        machine.press(key)
    machine.run(ticks=8)
    return choices_of(machine.unguarded)[0].text


def machine_in(game: Game | Path, language: str) -> Machine:
    """Return a machine that plays a game in a language; "" for its own."""
    opened = game if isinstance(game, Game) else open_game(game)
    return Machine(opened, settings=Settings(seed=1, translation=find_translation(opened, language).name))
