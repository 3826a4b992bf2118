"""Places of findings: in a source if that is known, else in a resource."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.project import read_project, sources


@dataclass(frozen=True, slots=True)
class Places:
    """Names places for authors."""

    lines: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """Number of a logic and offset of a statement -> file and line."""
    files: Mapping[tuple[Kind, int], str] = field(default_factory=dict)
    """Kind and number of a resource -> its source."""

    def of_code(self, logic: int, offset: int) -> str:
        """Return the place of an instruction, or of the statement that it is a part of."""
        while offset >= 0:
            if (logic, offset) in self.lines:
                return self.lines[logic, offset]
            if not self.lines:
                break
            offset -= 1
        return f"logic {logic}, offset {max(offset, 0)}" if not self.lines else self.of_logic(logic)

    def of_logic(self, logic: int) -> str:
        """Return a logic as a whole: the file of its first statement."""
        first = self.lines.get((logic, 0))
        return first.rpartition(":")[0] if first else self.of_resource(Kind.LOGIC, logic)

    def of_resource(self, kind: Kind, number: int) -> str:
        """Return a resource as a whole: its source, if that is known."""
        return self.files.get((kind, number), f"{kind} {number}")


def places_in(folder: Path, *, follow: bool = False) -> Places:
    """Return the places of a project."""
    files = {(kind, number): path.name for kind in Kind for number, path in sources(folder, kind).items()}
    return Places(read_project(folder, follow=follow).places, files)
