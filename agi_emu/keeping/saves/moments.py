"""Says of a saved moment what a player asks: where it was, how far, how long ago, and what the screen showed."""

from __future__ import annotations

import re

from agi_emu.facts.errors import SaveError
from agi_emu.keeping.saves.save_folder import SavedState, slot_of, time_of
from agi_emu.machine.frame import Frame, frame_of
from agi_emu.state.state_contents import StateSummary

MINUTE, HOUR, DAY = 60, 3600, 86400
_AGES = (
    (2 * DAY, DAY, "{} days ago"),
    (DAY, DAY, "yesterday"),
    (2 * HOUR, HOUR, "{} hours ago"),
    (HOUR, HOUR, "an hour ago"),
    (2 * MINUTE, MINUTE, "{} minutes ago"),
    (MINUTE, MINUTE, "a minute ago"),
    (0, MINUTE, "just now"),
)
"""From how many seconds on: the unit that is counted, and the words."""
OLDEST_IN_DAYS = 60 * DAY
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]+")


def age(seconds: float) -> str:
    """Return how long ago something was, in words."""
    if seconds >= OLDEST_IN_DAYS:
        return f"{int(seconds / (30 * DAY))} months ago"
    unit, words = next((unit, words) for least, unit, words in _AGES if seconds >= least)
    return words.format(int(seconds / unit))


def played(summary: StateSummary) -> str:
    """Return how long a game has been played, by its own clock."""
    minutes, seconds = divmod(summary.seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def score(summary: StateSummary) -> str:
    """Return the score in words; "" in a game without one."""
    if not summary.most_score:
        return f"score {summary.score}" if summary.score else ""
    return f"score {summary.score} of {summary.most_score}"


def where(summary: StateSummary) -> str:
    """Return room, score and time played as one phrase."""
    return ", ".join(filter(None, (f"room {summary.room}", score(summary), f"{played(summary)} played")))


def name_of(saved: SavedState) -> str:
    """Return the name of a moment for a list."""
    slot = slot_of(saved.path)
    words = _CONTROLS.sub(" ", saved.contents.summary.description) or "saved"
    if slot is None:
        return words
    return f"slot {slot}" if words == "quick save" else f"slot {slot}: {words}"


def age_of(saved: SavedState, now: float) -> str:
    """Return how long ago a moment was saved; `now` counts seconds as files do."""
    return age(max(0.0, now - time_of(saved.path) / 1e9))


def screen_of(state_file: bytes) -> Frame | None:
    """Return what the screen showed; None if the file does not say."""
    # Imported when a picture is asked for: most starts show none.
    from agi_emu.state.files.state_chunks import read_contents
    from agi_emu.state.layout import StateLayout

    try:
        contents, _ = read_contents(state_file, StateLayout())
    except SaveError:
        return None
    return frame_of(contents.state)
