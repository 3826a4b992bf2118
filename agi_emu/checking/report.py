"""Writes the report about outcomes: reads recordings and games again for those that are shown with pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.reporting.case import Case

if TYPE_CHECKING:
    from agi_emu.checking.check import Check
    from agi_emu.display_modes.modes import DisplayMode
    from agi_emu.recording.comparing.outcome import Outcome


def case_of(outcome: Outcome, how: Check, mode: DisplayMode) -> Case:
    """Return what a report shows of a recording."""
    file = how.file(Path(outcome.name))
    if how.against is not None:
        return Case(outcome, file.recording, masks=file.masks)
    expected = file.expectation
    reference = None if outcome.equal else file.reference
    return Case(outcome, expected.recording, file.game, reference, expected.masks, how.sources, mode)
