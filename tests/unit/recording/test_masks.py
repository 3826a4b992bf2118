"""Masks are read from a file beside the recording, and take what they name out of a state."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from agi_emu.facts.errors import RecordingError
from agi_emu.recording.masks import NO_MASKS, SUFFIX, Masks, Rectangle, Variable, masks_beside, parse_masks
from agi_emu.state.layout import StateLayout

FILE = """
[[rectangle]]
x = 10
y = 20
width = 30
height = 8
reason = "a clock"

[[variable]]
number = 11
reason = "seconds"
"""


def test_masks_are_read(tmp_path: Path) -> None:
    recording = tmp_path / "intro.agirec"
    assert masks_beside(recording) is NO_MASKS
    (tmp_path / f"intro.agirec{SUFFIX}").write_text(FILE)
    assert masks_beside(recording) == Masks((Rectangle(10, 20, 30, 8, "a clock"),), (Variable(11, "seconds"),))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[[variable]]", "[[flag]]", "'flag' is not a mask"),
        ("[[variable]]", "[variable]", "begins with"),
        ("x = 10", "x = 400", "not a number from 0 to 319"),
        ("width = 30", "width = 311", "not a number from 1 to 310"),
        ('reason = "seconds"', "", "a variable has number, reason, not number"),
        ("number = 11", "number = true", "not a number"),
        ("number = 11", "number =", "Invalid value"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    (tmp_path / f"intro.agirec{SUFFIX}").write_text(FILE.replace(old, new))
    with pytest.raises(RecordingError, match=sentence):
        masks_beside(tmp_path / "intro.agirec")


def test_reasons_do_not_change_what_is_masked() -> None:
    masks = parse_masks(tomllib.loads(FILE))
    other = parse_masks(tomllib.loads(FILE.replace("a clock", "the time")))
    assert masks.areas == other.areas != ()
    assert NO_MASKS.areas == ()


def test_what_is_masked_is_nought_and_the_machine_is_left_alone() -> None:
    state = StateLayout()
    state.vars[11] = state.vars[12] = 7
    state.text.picture_row = 1
    for index in range(len(state.screen)):
        state.screen[index] = 9
    for index in range(len(state.picture)):
        state.picture[index] = 9
    masked = parse_masks(tomllib.loads(FILE)).apply(state)
    assert (masked.vars[11], masked.vars[12], state.vars[11]) == (0, 7, 7)
    cleared = {divmod(index, 320) for index in range(64000) if not masked.screen[index]}
    assert cleared == {(y, x) for y in range(20, 28) for x in range(10, 40)}
    # The picture begins a text row further down, and its cells are two pixels wide.
    cells = {divmod(index, 160) for index in range(160 * 168) if not masked.picture[index]}
    assert cells == {(y, x) for y in range(12, 20) for x in range(5, 20)}
    assert NO_MASKS.apply(state) is state
