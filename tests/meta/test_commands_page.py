"""The reference for authors."""

from __future__ import annotations

import re
from pathlib import Path

from agi_emu.logic.compiler import CompilerReport, compile_logic
from agi_emu.resources.projects.sound_source import parse_sound
from agi_emu.resources.projects.view_source import parse_view
from tests.meta import reference_pages
from tests.meta.commands_page import manual, read_claims


def test_rows_have_short_forms_versions_and_remarks() -> None:
    text = manual({"addn": [("CMD-10", "commands.md"), ("LANG-23", "logic-language.md")]})
    rows = text.splitlines()
    assert (
        "| 5 | `addn` | v variable, number | `v1 += 2` | Add a number, modulo 256 |  | "
        "[CMD-10](reference/commands.md#cmd-10), [LANG-23](reference/logic-language.md#lang-23) |"
    ) in rows
    assert (
        "| 134 | `quit` | number |  | End the game; 1: without asking; 2.089: no operands; 2.230: no operands |  |  |"
        in rows
    )
    assert "| 174 | `set.pri.base` | y |  | Let the priority bands begin at y | 2.936 |  |" in rows
    # reference: LANG-31.
    assert "| `v2` | `edgeEgoHit` | Edge that ego has touched: NOT_HIT, TOP_EDGE (or horizon), RIGHT_EDGE," in text
    assert any(row.startswith("| `f16` | `noPromptRestart` |") for row in rows)
    assert "`UP_LEFT` 8, `CGA` 0" in " ".join(rows[-8:])
    assert any("discard.sound" in row and "executed as the next commands" in row for row in rows)
    assert sum(row.startswith("| ") for row in rows) == 182 + 19 + 2 + (1 + 27 + 17 + 3), (
        "commands, tests, their heads, and names"
    )


def test_links_are_those_of_the_fields_of_commands(root: Path) -> None:
    """Compared with what the tests of the reference read in its pages."""
    read = {
        (number, command)
        for command, claims in read_claims(root / "docs" / "reference").items()
        for number, _ in claims
    }
    assert read == {
        (claim.number, command)
        for claim in reference_pages.claims()
        for command in re.findall(r"`([^`]+)`", claim.fields.get("Commands", ""))
    }


def test_examples_of_the_guide_are_right(root: Path) -> None:
    guide = (root / "docs" / "making-games.md").read_text(encoding="utf-8")
    logic, view, sound = re.findall(r"```\n(.*?)```", guide, re.S)[-3:]
    notes: list[str] = []
    compile_logic(logic, words={"open": 1, "door": 2}, read_include=lambda name: "", listing=CompilerReport(notes))
    assert notes == []
    strip = [[0] * 23] * 29
    assert parse_view(view, read_strip=lambda name: strip)[2] == 3
    assert len(parse_sound(sound)) > 30
