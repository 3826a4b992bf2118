"""What the README and the documents say can be done, and is where they say."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import click
import pytest

from agi_emu.cli import VERBS
from tests.own_games.building import GameBuilder

LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
COMMAND = re.compile(r"(?:^ *|`|: )agi-emu ([a-z]+)(?= |`|$)([^`#\n]*)", re.M)
OPTION = re.compile(r"(?<!\S)--?[a-z][\w-]*")
MAKE = re.compile(r"^make (\w+)|`make (\w+)", re.M)


def documents(root: Path) -> list[Path]:
    """Return the README and the documents."""
    return [root / "README.md", *sorted((root / "docs").glob("*.md"))]


def test_the_readme_leads_to_every_document_once(root: Path) -> None:
    _, _, index = (root / "README.md").read_text().partition("## Finding your way")
    assert sorted(link for link in LINK.findall(index) if re.fullmatch(r"docs/\w[\w-]*[.]md", link)) == sorted(
        f"docs/{path.name}" for path in (root / "docs").glob("*.md")
    )


def test_the_figures_of_the_readme_are_those_of_the_accuracy_page(root: Path) -> None:
    page = (root / "docs" / "accuracy.md").read_text()
    (table,) = re.findall(r"^## In short\n\n((?:\|.*\n)+)", page, re.M)
    recorded, equal = re.search(r"^\| all \| games \| [\d,]+ of [\d,]+ \| ([\d,]+) \| ([\d,]+) \|", page, re.M).groups()  # type: ignore[union-attr]
    readme = (root / "README.md").read_text()
    assert table in readme
    assert f"{equal} of the {recorded} cycles" in readme


def test_every_verb_is_in_the_table_of_the_command_line(root: Path) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", (root / "docs" / "command-line.md").read_text(), re.M)
    assert rows == list(VERBS.items())


def test_commands_in_the_documents_name_verbs_and_options_that_exist(root: Path) -> None:
    for document in documents(root):
        for verb, rest in COMMAND.findall(document.read_text()):
            assert verb in VERBS, f"{document.name}: agi-emu {verb}"
            command = importlib.import_module(f"agi_emu.cli.commands.{verb}").command
            if isinstance(command, click.Group):
                command = command.commands[rest.split()[0]] if rest.split() else command
            known = {"--help"} | {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
            for option in OPTION.findall(rest):
                assert option in known, f"{document.name}: agi-emu {verb} {option}"


def test_make_targets_exist(root: Path) -> None:
    targets = set(re.findall(r"^(\w+):", (root / "Makefile").read_text(), re.M))
    for document in documents(root):
        named = {one or other for one, other in MAKE.findall(document.read_text())}
        assert named <= targets, document.name


def test_the_python_lines_run(root: Path, build_game: GameBuilder, capsys: pytest.CaptureFixture[str]) -> None:
    (lines,) = re.findall(r"```python\n(.*?)```", (root / "README.md").read_text(), re.S)
    game = build_game({0: "accept.input(); return();"})
    exec(lines.replace("path/to/game", str(game)), {})
    assert capsys.readouterr().out == "0 None (200, 320, 3)\n"
