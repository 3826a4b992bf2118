"""`agi-emu new`: each template is a game that builds, plays and leaves lint nothing to say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agi_emu.authoring.project_writing import TEMPLATES
from agi_emu.cli import verbs
from agi_emu.cli.commands.new import _NAMES, command
from agi_emu.data import template_files
from agi_emu.machine.input.events import Key
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game

FILE_BLOCK = re.compile(r"^`([\w./-]+)`\n\n```\w*\n(.*?)^```", re.M | re.S)
ENTER, ESCAPE = 0x0D, 0x1B
ROOM = 0


def run(*arguments: object) -> Result:
    return CliRunner().invoke(verbs, [str(argument) for argument in arguments], catch_exceptions=False)


def built(folder: Path, template: str) -> Machine:
    """Make a project, build it, and return its machine after the first cycles."""
    assert run("new", folder, "--template", template).exit_code == 0
    result = run("build", folder, "-o", folder.with_suffix(".zip"))
    assert (result.exit_code, result.stderr) == (0, "")
    machine = Machine(open_game(folder.with_suffix(".zip")))
    machine.run(ticks=20)
    return machine


def read(machine: Machine) -> str:
    """Close the window that is open; return what it said, in one line."""
    said = " ".join((machine.message or "").split())
    machine.press(Key(ENTER))
    machine.run(ticks=8)
    return said


def test_the_help_names_every_template() -> None:
    assert set(_NAMES) == set(TEMPLATES)
    assert command.help is not None
    for name, (_, line) in TEMPLATES.items():
        assert re.search(rf"{name} +{re.escape(line)}", command.help)


def test_the_empty_game_has_a_room_to_walk_in(tmp_path: Path) -> None:
    machine = built(tmp_path / "fog_moor", "empty")
    assert (machine.vars[ROOM], machine.game.title) == (1, "Fog Moor")
    machine.type("look around\n")
    machine.run(ticks=8)
    assert read(machine) == "A lawn under the sky. There is nothing else yet."
    assert 'id = "FOGMOO"' in (tmp_path / "fog_moor" / "game.toml").read_text()
    assert 'set.game.id("FOGMOO")' in (tmp_path / "fog_moor" / "logics" / "0-main.lgc").read_text()


def test_the_menu_game_has_title_menu_and_death(tmp_path: Path) -> None:
    machine = built(tmp_path / "moor", "menu")
    assert machine.vars[ROOM] == 1
    machine.press(Key(ord("x")))
    machine.run(ticks=20)
    assert machine.vars[ROOM] == 2
    machine.press(Key(ESCAPE))
    machine.run(ticks=8)
    assert machine.state.modal.depth == 1, "the menu is open"
    machine.press(Key(ESCAPE))
    machine.run(ticks=8)
    machine.ego.x, machine.ego.y = 100, 106
    machine.type("look\n")
    machine.run(ticks=8)
    assert read(machine) == "A lawn, and a pond. Do not step into it."
    machine.ego.y = 105
    machine.run(ticks=8)
    assert read(machine) == "The water is deeper than it looks."
    assert read(machine).startswith("You are dead.")


@pytest.mark.parametrize("template", TEMPLATES)
def test_lint_finds_nothing_but_the_mistake_of_the_guide(tmp_path: Path, template: str) -> None:
    built(tmp_path / "game", template)
    result = run("lint", tmp_path / "game")
    assert len(result.stdout.splitlines()) == (template == "garden")


def test_the_garden_is_the_game_of_the_guide(root: Path) -> None:
    guide = (root / "docs" / "first-game.md").read_text(encoding="utf-8")
    blocks = {name: text.encode() for name, text in FILE_BLOCK.findall(guide)}
    assert template_files("ego") | template_files("garden") == blocks


def test_no_project_is_overwritten(tmp_path: Path) -> None:
    assert run("new", tmp_path / "game").exit_code == 0
    again = run("new", tmp_path / "game", "--template", "menu")
    assert again.exit_code == 2
    assert "already holds a project" in again.stderr
