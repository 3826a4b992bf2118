"""Quests: a game, milestones as conditions over its state, clues, a walkthrough, and how many actions a play has."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agi_emu.authoring.project_writing import Sources, new_project
from agi_emu.data import demo_path
from agi_emu.machine.assertions import Assertion, parse_assertion
from agi_emu.resources.projects.project import build_project

WORLDS = Path(__file__).parent / "worlds"
SHIPPED = {"demo": demo_path().with_suffix(""), "garden": None}
"""Quests whose games the program brings with it: the folder of its sources, None for a template of that name."""
_QUEST, _WALKTHROUGH, _COMMON = "quest.toml", "walkthrough.agiwalk", "common"


@dataclass(frozen=True, slots=True)
class Milestone:
    """Something to reach."""

    name: str
    when: Assertion
    """Holds from then on, or is looked for after every action."""
    clue: str


@dataclass(frozen=True, slots=True)
class Quest:
    """A game with something to reach in it."""

    name: str
    title: str
    actions: int
    """How many a play has."""
    milestones: Sequence[Milestone]
    sources: Sources
    """The files of its project."""

    @property
    def walkthrough(self) -> str:
        """A play by a person that reaches all milestones."""
        return self.sources[_WALKTHROUGH].decode()

    @property
    def steps(self) -> int:
        """How many actions the walkthrough takes."""
        verbs = ("walk", "say", "press", "choose", "click", "wait ")
        lines = (line.strip() for line in self.walkthrough.splitlines())
        # Windows are closed for agents.
        return sum(line.startswith(verbs) and line != "press enter" for line in lines)

    def build(self, folder: Path) -> Path:
        """Build the game in an empty folder; return its path."""
        for name, data in self.sources.items():
            path = folder / "sources" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return build_project(folder / "sources", folder / f"{self.name}.zip")


def quests() -> list[Quest]:
    """Return all quests in the order of their names."""
    return [_read(folder) for folder in sorted(WORLDS.iterdir()) if (folder / _QUEST).exists()]


def _read(folder: Path) -> Quest:
    said = tomllib.loads((folder / _QUEST).read_text(encoding="utf-8"))
    milestones = [Milestone(each["name"], parse_assertion(each["when"]), each["clue"]) for each in said["milestones"]]
    return Quest(folder.name, said["title"], said["actions"], milestones, _sources(folder))


def _sources(folder: Path) -> Sources:
    """Return the files of a quest's project: an empty one, what all have in common, and its own."""
    if folder.name in SHIPPED:
        shipped = SHIPPED[folder.name]
        return _files(shipped) if shipped is not None else new_project(folder.name, folder.name)
    own = {name: data for name, data in _files(folder).items() if name != _QUEST}
    return new_project("empty", folder.name) | _files(WORLDS / _COMMON) | own


def _files(folder: Path) -> Sources:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
