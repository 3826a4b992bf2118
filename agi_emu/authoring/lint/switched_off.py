"""Findings that an author has switched off in a source, with a reason.

A comment ``// lint: off RULE: why`` stands in the line of the finding or in the one before; for a finding about a
logic, picture, view or sound as a whole, anywhere in its file; in ``game.toml``, for the whole game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from agi_emu.authoring.lint.findings import LintFinding, LintRule
from agi_emu.logic.compiler import read_source
from agi_emu.resources.projects.project import FOLDERS, RAW_SUFFIX
from agi_emu.resources.projects.project_settings import FILE as SETTINGS

_SIGNS = {".lgc": r"//|\[|/\*", ".toml": "#"}
_OTHER_SIGN = ";"
"""What begins a comment, by the ending of a file."""
_SWITCH = r".*?\blint:\s*off\s+([\w-]+)\b[\s:,-]*(.*)"
_PLACE = re.compile(r"(.+?)(?::(\d+))?")


@dataclass(slots=True)
class SwitchedOff:
    """The comments in the sources of a project; none where there is no project."""

    project: Path
    mistakes: list[str] = field(default_factory=list)
    """Comments that switch nothing off: without a reason, or of a rule that does not exist."""
    _files: dict[str, dict[int, set[str]]] = field(default_factory=dict)

    def holds(self, finding: LintFinding) -> bool:
        """Return whether a finding is switched off."""
        if any(finding.rule in each for each in self._of_file(SETTINGS).values()):
            return True
        place = _PLACE.fullmatch(finding.place)
        assert place is not None
        rules = self._of_file(place[1])
        if place[2] is None:
            return any(finding.rule in each for each in rules.values())
        line = int(place[2])
        return any(finding.rule in rules.get(each, ()) for each in (line, line - 1))

    def _of_file(self, name: str) -> dict[int, set[str]]:
        """Return the rules that are switched off, by line."""
        if name not in self._files:
            self._files[name] = {}
            folder = next((folder for folder, suffix in FOLDERS.values() if name.lower().endswith(suffix)), "")
            path = self.project / folder / name
            comment = re.compile(f"(?:{_SIGNS.get(path.suffix.lower(), _OTHER_SIGN)}){_SWITCH}")
            is_text = path.suffix.lower() != RAW_SUFFIX and path.is_file()
            lines = read_source(path).split("\n") if is_text else []
            for number, line in enumerate(lines, start=1):
                if match := comment.search(line):
                    if match[1] not in list(LintRule):
                        self.mistakes.append(f"{name}:{number}: {match[1]!r} is not a rule of lint")
                    elif not match[2].strip(" */"):
                        self.mistakes.append(
                            f"{name}:{number}: give the reason after {match[1]}: without one it counts"
                        )
                    else:
                        self._files[name].setdefault(number, set()).add(match[1])
        return self._files[name]
