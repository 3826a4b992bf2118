"""The demo game with a few changes, and recordings of it as it was."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from agi_emu.data import demo_path, demo_sources
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.resources.game import open_game
from agi_emu.resources.projects.project import build_project
from tests.replay.recorded import keys, record

BEATS = 420
SCRIPT = keys(b120="space", b150="enter", b160="l o o k enter", b210="enter", b220="right")
CHANGES = (
    ("logics/2-quay.lgc", "Candle Quay, at sunset.", "Candle Quay, at dusk."),
    ("logics/2-quay.lgc", "position(ego, 46, 132)", "position(ego, 48, 132)"),
    ("pictures/2-quay.pic", "ellipse 84,55 9,9", "ellipse 86,55 9,9"),
    ("sounds/1-theme.sound", "c5:10 e5:18", "c5:10 f5:18"),
)
"""Source, what stands there, and what stands there in the changed game."""


@dataclass(frozen=True, slots=True)
class ChangedDemo:
    """Where everything lies."""

    quay: Path
    """A recording that goes ashore, where much is different."""
    title: Path
    """One that sees only the title, before anything is different."""
    game: Path
    """The changed game."""
    sources: Path
    """Its sources."""


def make_changed_demo(folder: Path) -> ChangedDemo:
    """Record the demo game and build a changed one, all in a folder."""
    # A PCjr, so that all voices are heard.
    settings = Settings(machine="pcjr", seed=1)
    made = ChangedDemo(*(folder / name for name in ("quay.agirec", "title.agirec", "changed", "sources")))
    record(Machine(open_game(demo_path()), settings=settings), SCRIPT, BEATS, path=made.quay)
    record(Machine(open_game(demo_path()), settings=settings), {}, 30, path=made.title)
    shutil.copytree(demo_sources(), made.sources)
    for name, old, new in CHANGES:
        path = made.sources / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old!r} any more"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    build_project(made.sources, made.game)
    return made


def write_orphan(changed: ChangedDemo, path: Path) -> None:
    """Write the recording as one of a game that nobody has: its first logic was another."""
    text = re.sub(r"(?m)^game .*$", f"game {'0' * 64}", changed.quay.read_text())
    text = re.sub(r"logic 0:[0-9a-f]+", "logic 0:00000000", text)
    path.write_text(re.sub(r"(?m)^path .*$", "path nowhere", text))
