"""Places of findings: in a source if that is known, else in a resource."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agi_emu.resources.kinds import Kind


@dataclass(frozen=True, slots=True)
class Places:
    """Names places for authors."""

    lines: Mapping[tuple[int, int], str] = field(default_factory=dict)
    """Number of a logic and offset of a statement -> file and line."""

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
        return first.rpartition(":")[0] if first else f"logic {logic}"

    def of_resource(self, kind: Kind, number: int) -> str:
        """Return another resource."""
        return f"{kind} {number}"
