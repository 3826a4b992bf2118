"""The extension for VS Code says what the program says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from agi_emu.cli.mistakes import _annotation
from agi_emu.facts.mistakes import Mistake
from agi_emu.resources.projects.picture_source import COMMANDS

ROOT = Path(__file__).parents[3]
EXTENSION = ROOT / "editors" / "vscode"


def manifest() -> dict[str, Any]:
    """Return what the extension contributes."""
    found: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    return found


def test_the_problem_matcher_reads_what_build_and_lint_write() -> None:
    (matcher,) = manifest()["contributes"]["problemMatchers"]
    mistake = Mistake("unknown label here:", "game/logics/1-hall.lgc", 12, 7, 11, "unknown-label")
    pattern = matcher["pattern"]
    match = re.fullmatch(pattern["regexp"], _annotation(mistake))
    assert match is not None
    names = ("severity", "file", "line", "column", "endColumn", "code", "message")
    assert [match[pattern[name]] for name in names] == [
        *("error", "game/logics/1-hall.lgc", "12", "7", "11", "unknown-label", "unknown label here:")
    ]
    assert re.fullmatch(pattern["regexp"], _annotation(Mistake("no room", "game.toml")))


def test_every_command_is_registered_and_every_file_exists() -> None:
    contributes = manifest()["contributes"]
    source = "".join(each.read_text(encoding="utf-8") for each in sorted((EXTENSION / "src").glob("*.ts")))
    for command in contributes["commands"]:
        assert f'registerCommand("{command["command"]}"' in source
    for each in (*contributes["grammars"], *contributes["snippets"]):
        json.loads((EXTENSION / each["path"]).read_text(encoding="utf-8"))


def test_the_grammar_knows_every_command_of_pictures() -> None:
    grammar = json.loads((EXTENSION / "syntaxes" / "agi-script.json").read_text(encoding="utf-8"))
    keywords = next(each["match"] for each in grammar["patterns"] if each["name"].startswith("keyword"))
    assert [command for command in COMMANDS if not re.match(keywords, command)] == []
