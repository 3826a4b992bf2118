"""The figure of a case: what its rounds come to, and with which unit it is printed.

On noisy processors, times of different minutes are hard to compare. So a fixed piece of work, the pace, is timed beside
each round, and what documents promise is compared in units of it.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

REFERENCE_PACE = 0.00056
"""Seconds of the fixed piece of work on the computer of docs/performance.md, for limits in seconds."""


BYTES = (("GiB", 2.0**30), ("MiB", 2.0**20), ("KiB", 2.0**10))
SECONDS = (("s", 1.0), ("ms", 1e-3), ("us", 1e-6))


@dataclass(frozen=True, slots=True)
class Figure:
    """A case over all rounds; in seconds, or bytes."""

    least: float
    """The least disturbed round."""
    median: float
    pace: float
    """The median in units of the pace."""
    least_pace: float
    """The least in units of the shortest pace."""
    spread: float
    """The middle half of the rounds: how far it reaches, as a fraction of the median."""
    is_bytes: bool = False
    limit: float | None = None
    """What the documents promise, on a computer of `REFERENCE_PACE`."""

    @classmethod
    def of(
        cls, values: Sequence[float], paces: Sequence[float], is_bytes: bool = False, limit: float | None = None
    ) -> Figure:
        """Sum up the rounds of a case."""
        middle = statistics.median(values)
        low, _, high = statistics.quantiles(values, n=4) if len(values) > 1 else (middle,) * 3
        return cls(
            min(values),
            middle,
            statistics.median(value / pace for value, pace in zip(values, paces, strict=True)),
            min(values) / min(paces),
            (high - low) / middle,
            is_bytes,
            limit,
        )

    @property
    def is_over_limit(self) -> bool:
        """Whether even the least is more than promised; a slower computer has more time in proportion."""
        return self.limit is not None and self.least_pace * (1 if self.is_bytes else REFERENCE_PACE) > self.limit

    def __str__(self) -> str:
        return with_unit(self.median, is_bytes=self.is_bytes)


def with_unit(value: float, *, is_bytes: bool = False) -> str:
    """Return seconds or bytes with a fitting unit."""
    for unit, size in BYTES if is_bytes else SECONDS:
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g} B" if is_bytes else f"{value / 1e-9:.3g} ns"
