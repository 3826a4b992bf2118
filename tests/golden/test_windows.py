"""Every message window that the original showed: size, place and lines."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest

from agi_emu.machine.display import text
from agi_emu.machine.windows import windows
from agi_emu.resources import open_game
from tests.accuracy.ground_truth import GroundTruth
from tests.unit.text_machine import TextMachine

AS_IN_TABLE = bytes(max(each, 32) if each < 127 else ord("?") for each in range(256))


def as_recorded(m: TextMachine) -> dict[str, Any]:
    """Describe the open window as a row of the table does: its box, and the rows and columns that show something.

    The table has a blank for every control code and '?' for what is not ASCII.
    """
    box = m.state.window
    shown = {}
    for number in range(25):
        cells = m.state.text_chars[40 * number : 40 * number + 40]
        line = bytes(cells).translate(AS_IN_TABLE).decode().rstrip(" ")
        if line:
            shown[number] = line
    text_lines = "\n".join(f"{number}:{line}" for number, line in shown.items())
    return {
        "pos": (box.x & 0xFF) << 8 | box.y,
        "dim": box.height << 8 | box.width,
        "top": min(shown, default=None),
        "left": min((len(line) - len(line.lstrip(" ")) for line in shown.values()), default=None),
        "n": len(shown),
        "lines_sha1": hashlib.sha1(text_lines.encode()).hexdigest(),
    }


@pytest.mark.golden
def test_windows_are_those_of_the_original(truth: GroundTruth, games: Path) -> None:
    # reference: TEXT-18, TEXT-19, TEXT-20, TEXT-30
    wrong = []
    checked = cut = 0
    # The recordings were made with the picture at row 0, the interpreter's start value; 2.917 formats as 2.936 does.
    m = TextMachine(picture_row=0)
    for game_id, rows in truth.rows_by_game("windows").items():
        game = open_game(games / f"{game_id}.zip", "2.936")
        for row in rows:
            message = game.logic(row["logic"]).messages[row["msg"] - 1]
            assert message is not None
            if hashlib.sha1(message).hexdigest() != row["sha1"]:
                # A text that ends with its section, without a NUL, was recorded without its last character.
                message = message[:-1]
                cut += 1
                assert hashlib.sha1(message).hexdigest() == row["sha1"]
            text.clear_rows(m.as_machine, 0, 24, 0)
            windows.open_window(m.as_machine, message)
            found = as_recorded(m)
            checked += 1
            if any(row[key] != value for key, value in found.items()):
                wrong.append((game_id, row["logic"], row["msg"], found, row))
    assert checked > 10_000
    assert cut <= 1, "only groza has such a text: logic 1, message 2"
    assert not wrong, f"{len(wrong)} of {checked} windows differ; the first: {wrong[:4]}"
