"""Finds what was recorded from the original interpreter: a folder of tables and recordings, and their games.

The layout is that of docs/trace-format.md: `index.jsonl` with a line for each recording, `pictures.jsonl`, and tables
under `data`, those of another interpreter than 2.936 under `data/VERSION`. Any folder with this layout works. A missing
table is not checked; without an index, the recordings are those under `traces` and `saves`.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agi_emu.facts.errors import GameError, RecordingError
from agi_emu.facts.witnesses import RECORDED_WITH
from agi_emu.host_files.reading import TRACE, read_lines
from agi_emu.tracing.trace import TRACE_NAME, own_game

Row = dict[str, Any]

TABLES = ("pictures", "views", "scenes", "windows", "parse", "sounds", "arith", "random")
WHOLE_TABLES = ("arith", "random")
"""Tables that need no game: one JSON value each, an array or an object of rows."""
UNSCRIPTED = ("fresh", "impatient-1", "impatient-2", "impatient-3", "long")
"""Folders of play that nobody had scripted, each a kind of its own whatever the index says."""
RECORDINGS = ("tour", "fuzz", "synth", "probe", "saves", *UNSCRIPTED)
"""The kinds of recordings, in the order of a report; an index may name others, which follow."""
INDEX = "index.jsonl"
_FILES = {
    "pictures": "pictures.jsonl",
    "arith": "data/arith.json",
    "random": "data/random.json",
    **{name: f"data/{name}.jsonl.gz" for name in ("views", "scenes", "windows", "parse", "sounds")},
}
_VERSION = re.compile(r"\d\.\d{3}(\.\d{3})?")


def games_beside(folder: Path) -> Path:
    """Return where the games of recordings lie: in their folder or beside it."""
    own = folder / "games"
    return own if own.is_dir() else folder.parent / "games"


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A game that was run under an input script: a line of the index."""

    kind: str
    game: str
    path: Path
    cycles: int = 0
    """Approximate length, from the index; 0 if it is not given there."""
    interpreter: str = ""
    """From the index, empty if not given there; the recording itself holds it as well."""

    @property
    def name(self) -> str:
        """Kind and folder: ``tour/ltec``, ``synth/ltec_001-2.936``.

        A folder named by its interpreter stands in that of its game: ``cycling/2.936`` is ``probe/cycling-2.936``.
        """
        parts = self.path.parts[-2:] if self.path.name == self.interpreter else (self.path.name,)
        return f"{self.kind}/{'-'.join(parts)}"


@dataclass(frozen=True, slots=True)
class GroundTruth:
    """The recordings in `folder` and the games in `games`, zip archives or folders named by their id."""

    folder: Path
    games: Path

    def __post_init__(self) -> None:
        """Refuse a folder that holds neither."""
        if not self.kinds():
            raise RecordingError(f"{self.folder}: holds neither recordings ({INDEX}) nor a table of recorded values")

    def kinds(self) -> list[str]:
        """Return the existing tables and kinds of recordings, in the order of a report."""
        return in_order({name for name in TABLES if self.interpreters(name)} | {run.kind for run in self.runs()})

    def interpreters(self, name: str) -> list[str]:
        """Return the interpreters for which a table exists, oldest first."""
        named = (path.name for path in self.folder.glob("data/*") if _VERSION.fullmatch(path.name))
        return sorted(each for each in {RECORDED_WITH, *named} if self._table(name, each).is_file())

    def _table(self, name: str, interpreter: str) -> Path:
        place = Path(_FILES[name])
        return self.folder / (place if interpreter == RECORDED_WITH else Path("data", interpreter, place.name))

    def rows(self, name: str, interpreter: str = RECORDED_WITH) -> Iterator[Row]:
        """Yield the rows of a table with one row per line."""
        yield from _json_lines(self._table(name, interpreter))

    def whole(self, name: str, interpreter: str = RECORDED_WITH) -> Any:
        """Return a table that is one JSON value (arith, random)."""
        path = self._table(name, interpreter)
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise RecordingError(f"{path}: damaged ({error})") from error

    def rows_by_game(self, name: str, interpreter: str = RECORDED_WITH) -> dict[str, list[Row]]:
        """Return the rows of a table by game."""
        groups: dict[str, list[Row]] = defaultdict(list)
        try:
            for row in self.rows(name, interpreter):
                groups[row["game"]].append(row)
        except (KeyError, TypeError) as error:
            raise RecordingError(f"{self._table(name, interpreter)}: a row without a game") from error
        return dict(groups)

    def groups(self, name: str, interpreter: str = RECORDED_WITH) -> dict[str, list[Any]]:
        """Return the contents of a table by the game that it needs; the name is empty if it needs none."""
        if name not in WHOLE_TABLES:
            return self.rows_by_game(name, interpreter)
        whole = self.whole(name, interpreter)
        if not isinstance(whole, dict | list):
            raise RecordingError(f"{self._table(name, interpreter)}: neither an array nor an object")
        return {"": list(whole.items()) if isinstance(whole, dict) else whole}

    def runs(self) -> list[RecordedRun]:
        """Return every recorded run in the order of the index, or by name without an index."""
        index = self.folder / INDEX
        if index.is_file():
            return [self._indexed(line) for line in _json_lines(index)]
        places = sorted(path.parent for path in self.folder.glob(f"traces/*/*/{TRACE_NAME}"))
        places += sorted(path.parent for path in self.folder.glob(f"saves/*/{TRACE_NAME}"))
        return [RecordedRun(place.parent.name, place.name, place) for place in places]

    def _indexed(self, line: Row) -> RecordedRun:
        try:
            kind, path = str(line["kind"]), self.folder / line["path"]
            kind = path.parent.name if path.parent.name in UNSCRIPTED else kind
            return RecordedRun(
                "saves" if kind == "save" else kind,
                str(line.get("game", path.name)),
                path,
                int(line.get("cycles", 0)),
                str(line.get("interpreter", "")),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RecordingError(f"{self.folder / INDEX}: unreadable line ({error!r})") from error

    def game_of(self, run: RecordedRun) -> Path:
        """Return the path of a run's game; raise GameError if it is missing, RecordingError if the recording is."""
        if not run.path.exists():
            raise RecordingError(f"there is no recording in {run.path}")
        return own_game(run.path) or self.game(run.game)

    def game(self, name: str) -> Path:
        """Return the path of a real game, whatever the case of its name; raise GameError if it is missing."""
        for place in (self.games / f"{name}.zip", self.games / name):
            if place.exists():
                return place
        wanted = (f"{name}.zip".lower(), name.lower())
        for place in sorted(self.games.iterdir()) if self.games.is_dir() else ():
            if place.name.lower() in wanted:
                return place
        raise GameError(
            f"there is neither {name}.zip nor a folder {name} in {self.games}; "
            "name the folder of the games with --games"
        )


def in_order(kinds: Iterable[str]) -> list[str]:
    """Return kinds in the order of a report: tables, then recordings; unknown ones follow by name."""
    known = (*TABLES, *RECORDINGS)
    return sorted(set(kinds), key=lambda kind: (known.index(kind) if kind in known else len(known), kind))


def _json_lines(path: Path) -> Iterator[Row]:
    """Yield the objects of a file with one JSON object per line, gzipped or not."""
    try:
        yield from map(json.loads, read_lines(path, TRACE))
    except (ValueError, RecursionError) as error:
        raise RecordingError(f"{path}: damaged ({error})") from error
