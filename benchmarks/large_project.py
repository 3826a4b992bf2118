"""Makes a large project of a game, to measure what building and checking cost: 256 logics, those of the game in turn.

``python -m benchmarks.large_project vtgadv.zip FOLDER`` says how many lines it has; then ``time agi-emu build FOLDER
-o big.zip`` shows what the goal is about: 4 s of processor time for 40,000 lines.
"""

from __future__ import annotations

import sys
from pathlib import Path

from agi_emu.authoring.extraction import Extraction
from agi_emu.authoring.project_writing import extract_project
from agi_emu.resources import open_game
from agi_emu.resources.kinds import Kind
from agi_emu.resources.projects.project import sources

LOGICS = 256


def make(game: Path, folder: Path) -> int:
    """Write the project and return how many lines its logics have."""
    folder.mkdir(parents=True)
    extract_project(open_game(game), folder, Extraction())
    logics = [path for number, path in sources(folder, Kind.LOGIC).items() if number]
    for number in sorted(set(range(LOGICS)) - sources(folder, Kind.LOGIC).keys()):
        source = logics[number % len(logics)]
        (source.parent / f"{number}{source.suffix}").write_bytes(source.read_bytes())
    return sum(path.read_bytes().count(b"\n") for path in sources(folder, Kind.LOGIC).values())


if __name__ == "__main__":
    game_path, target = map(Path, sys.argv[1:])
    print(f"{target}: {LOGICS} logics, {make(game_path, target):,} lines")
