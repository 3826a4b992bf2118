"""Checks many recordings, a few at a time, and keeps nothing but their outcomes."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from agi_emu.checking.check import Check, Decide
from agi_emu.checking.digests import digest_of_check
from agi_emu.checking.outcome_store import OutcomeStore
from agi_emu.checking.time_limits import time_limit
from agi_emu.checking.workers import TRIES, in_order
from agi_emu.facts.errors import AgiError, TimeLimitError
from agi_emu.recording.comparing.outcome import Outcome

BYTES_PER_PROCESS = 256 << 10
"""Recordings of this size take about as long as starting a process does."""
LOST = f"its process ended {TRIES} times while it was checked; memory may be short"


@dataclass(frozen=True, slots=True)
class Checked:
    """A recording that was checked, as a process sends it back."""

    path: Path
    outcome: Outcome
    digest: str = ""
    """What its outcome is kept under; empty if it is not to be kept."""
    is_kept: bool = False
    """Whether the outcome is that of an earlier run."""


@dataclass(frozen=True, slots=True)
class Job:
    """What a process does with each recording; it can be pickled."""

    how: Check
    store: Path | None = None
    """The store whose outcomes are taken; None computes all."""
    decide: Decide | None = None

    def __call__(self, path: Path) -> Checked:
        """Check a recording, or take the outcome that is kept."""
        file = self.how.file(path)
        if self.decide is not None:
            return Checked(path, self.how.run_file(file, self.decide))
        try:
            with time_limit(self.how.timeout, str(path)):
                digest = digest_of_check(file, self.how)
        except TimeLimitError as error:
            return Checked(path, Outcome.of_failure(str(path), str(error), error.exit_code))
        except (AgiError, OSError):
            # The check says what is wrong.
            return Checked(path, self.how.run_file(file))
        kept = _store(self.store).get(digest) if self.store is not None else None
        if kept is not None:
            return Checked(path, replace(kept, name=str(path)), digest, is_kept=True)
        return Checked(path, self.how.run_file(file), digest)


@lru_cache(maxsize=1)
def _store(path: Path) -> OutcomeStore:
    """Return the store of this process; only its reading is used."""
    return OutcomeStore(path)


def check_all(job: Job, paths: Sequence[Path], jobs: int) -> Iterator[Checked]:
    """Check recordings in `jobs` processes, or in this one; yield them in order."""

    def lost(path: Path) -> Checked:
        return Checked(path, Outcome.of_failure(str(path), LOST, AgiError.exit_code))

    yield from in_order(job, paths, min(jobs, len(paths)), lost)


def usual_jobs(paths: Sequence[Path]) -> int:
    """Return how many processes are worth starting: one for each core, fewer if there is little to do."""
    total = 0
    for path in paths:
        try:
            total += path.stat().st_size
        except OSError:
            continue
    return max(
        1,
        min(
            len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
            1 + total // BYTES_PER_PROCESS,
        ),
    )
