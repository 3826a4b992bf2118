"""What was recorded from the original interpreter: a folder of tables and recordings, and the games they are of.

The layout is that of the ground truth's own README: `index.jsonl` with a line for each recording, `pictures.jsonl`, and
tables under `data`. Any folder of this layout will do; what it lacks is not checked.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agi_emu.errors import RecordingError

Row = dict[str, Any]

TABLES = ("pictures", "views", "scenes", "windows", "parse", "sounds", "arith", "random")
RECORDINGS = ("tour", "fuzz", "synth", "saves")
KINDS = (*TABLES, *RECORDINGS)
OWN_GAME = "game.zip"
"""A recording of a generated game brings the game with it."""
_FILES = {
    "pictures": "pictures.jsonl",
    "arith": "data/arith.json",
    "random": "data/random.json",
    **{name: f"data/{name}.jsonl.gz" for name in ("views", "scenes", "windows", "parse", "sounds")},
}


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A line of the index: a game that was run under an input script."""

    kind: str
    game: str
    path: Path
    interpreter: str
    cycles: int
    """Number of the last record, -1 where there is none."""

    @property
    def name(self) -> str:
        """Kind and folder: ``tour/ltec``, ``synth/ltec_001-2.936``."""
        return f"{self.kind}/{self.path.name}"


@dataclass(frozen=True, slots=True)
class GroundTruth:
    """The recordings in `folder` and the games in `games`, zip archives named by their id."""

    folder: Path
    games: Path

    def __post_init__(self) -> None:
        """Refuse a folder that holds nothing of the kind."""
        if not (self.folder / "index.jsonl").is_file() and not any(self.has_table(name) for name in TABLES):
            raise RecordingError(f"{self.folder}: holds neither index.jsonl nor a table of recorded values")

    def has_table(self, name: str) -> bool:
        """Tell whether a table is there."""
        return (self.folder / _FILES[name]).is_file()

    def rows(self, name: str) -> Iterator[Row]:
        """Yield the rows of a table of one row a line."""
        yield from _json_lines(self.folder / _FILES[name])

    def whole(self, name: str) -> Any:
        """Return a table that is one JSON value (arith, random)."""
        path = self.folder / _FILES[name]
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise RecordingError(f"{path}: damaged ({error})") from error

    def rows_by_game(self, name: str) -> dict[str, list[Row]]:
        """Return the rows of a table by game."""
        groups: dict[str, list[Row]] = defaultdict(list)
        for row in self.rows(name):
            groups[row["game"]].append(row)
        return dict(groups)

    def runs(self) -> list[RecordedRun]:
        """Return every recorded run in the order of the index."""
        path = self.folder / "index.jsonl"
        if not path.is_file():
            return []
        return [
            RecordedRun(
                "saves" if line["kind"] == "save" else line["kind"],
                line["game"],
                self.folder / line["path"],
                line["interpreter"],
                line["cycles"],
            )
            for line in _json_lines(path)
        ]

    def game_of(self, run: RecordedRun) -> Path:
        """Return where the game of a run lies."""
        own = run.path / OWN_GAME
        return own if own.is_file() else self.game(run.game)

    def game(self, name: str) -> Path:
        """Return where a real game lies."""
        return self.games / f"{name}.zip"


def _json_lines(path: Path) -> Iterator[Row]:
    """Yield the objects of a file of one JSON object a line, gzipped or not."""
    data = path.read_bytes()
    try:
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
        yield from map(json.loads, text.splitlines())
    except (ValueError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise RecordingError(f"{path}: damaged ({error})") from error
