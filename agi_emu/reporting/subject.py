"""Declares the words for what a summary and its pages are about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agi_emu.recording.comparing.outcome import Status

WORDS: Mapping[Status, str] = {
    Status.EQUAL: "equal",
    Status.KNOWN: "known",
    Status.DIFFERENT: "different",
    Status.FAILED: "failed",
}


@dataclass(frozen=True, slots=True)
class Subject:
    """What jobs of a kind are about, in words."""

    command: str
    heading: str
    noun: str
    """One of them; the plural takes an s."""
    differ: str = "differ"
    """What those do whose status is `different`, as in "3 of 9 recordings differ"."""
    words: Mapping[Status, str] = field(default_factory=lambda: WORDS)
    """What each status is called."""
    is_compared: bool = False
    """Whether ticks of recordings were compared."""

    def title(self, counts: Mapping[str, int]) -> str:
        """Return the title of a report, by the number of jobs with each status."""
        return f"{counts[Status.DIFFERENT]} of {sum(counts.values())} {self.noun}s {self.differ}"


RECORDINGS = Subject("agi-emu compare", "Recordings compared", "recording", is_compared=True)
