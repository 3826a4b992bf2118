"""Keeps outcomes in a file under the digests of what they depend on, and the last status of every recording.

The file is a cache: it may be deleted at any time, and one that is damaged is begun again. Several processes may use it
at once.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from agi_emu.keeping.host_folders import cache_folder
from agi_emu.recording.comparing.outcome import Outcome, Status

MOST_OUTCOMES = 500_000
"""Outcomes that are kept after a run, or as many as it needed; the oldest go first."""
PATIENCE = 30.0
"""Seconds to wait for another process that is writing."""
TABLES = """
create table if not exists outcomes (id integer primary key, digest text unique, record text);
create table if not exists last (path text primary key, status text);
"""
NOT_GOOD = (str(Status.DIFFERENT), str(Status.FAILED))


def usual_store() -> Path:
    """Return the path of the user's store."""
    return cache_folder() / "outcomes.sqlite"


class OutcomeStore:
    """An open store; `close` writes what is left."""

    def __init__(self, path: Path) -> None:
        """Open a store, which is made if it is missing; OSError if that is impossible."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._needed = 0
        try:
            self._database = _open(path)
        except sqlite3.DatabaseError:
            try:
                path.unlink(missing_ok=True)
                self._database = _open(path)
            except sqlite3.DatabaseError as error:
                raise OSError(f"{path}: {error}") from error

    def get(self, digest: str) -> Outcome | None:
        """Return the outcome that was kept under a digest."""
        with suppress(sqlite3.DatabaseError, ValueError, KeyError, TypeError):
            row = self._database.execute("select record from outcomes where digest = ?", (digest,)).fetchone()
            if row:
                self._needed += 1
                return Outcome.from_record(json.loads(row[0]))
        return None

    def put(self, path: Path, outcome: Outcome, digest: str) -> None:
        """Keep the outcome of a recording; without a digest, or for a failure, only its status."""
        with suppress(sqlite3.DatabaseError):
            place = str(path.resolve())
            self._database.execute("insert or replace into last values (?, ?)", (place, str(outcome.status)))
            if digest and outcome.status is not Status.FAILED:
                self._needed += 1
                record = json.dumps(outcome.record(), ensure_ascii=False)
                self._database.execute(
                    "insert or replace into outcomes (digest, record) values (?, ?)", (digest, record)
                )
            # Whoever has seen an outcome finds it here, however this process ends. A commit takes 25 us.
            self._database.commit()

    def failed(self, paths: Iterable[Path]) -> list[Path]:
        """Return the recordings that differed or failed when they were checked last."""
        statement = "select 1 from last where path = ? and status in (?, ?)"
        return [
            path for path in paths if self._database.execute(statement, (str(path.resolve()), *NOT_GOOD)).fetchone()
        ]

    def forget_old(self) -> None:
        """Forget what is too old, after a run that came to its end: one that did not may need it to continue."""
        with suppress(sqlite3.DatabaseError):
            most = max(MOST_OUTCOMES, self._needed)
            self._database.execute("delete from outcomes where id <= (select max(id) from outcomes) - ?", (most,))

    def close(self) -> None:
        """Write what is left."""
        with closing(self._database), suppress(sqlite3.DatabaseError):
            self._database.commit()


def _open(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=PATIENCE)
    try:
        database.execute("pragma journal_mode = wal")
        database.execute("pragma synchronous = normal")
        database.executescript(TABLES)
    except sqlite3.DatabaseError:
        # Windows removes no file that is open.
        database.close()
        raise
    return database


@contextmanager
def outcome_store(path: Path) -> Iterator[OutcomeStore | None]:
    """Open a store for a block; None where nothing can be written, for nobody needs it."""
    try:
        store = OutcomeStore(path)
    except (OSError, sqlite3.DatabaseError):
        yield None
        return
    try:
        yield store
        store.forget_old()
    finally:
        store.close()
