"""Returns a message window of ours as a row of the table of windows."""

from __future__ import annotations

import hashlib
import json

from agi_emu._core import trace_lines
from agi_emu.machine.display import text
from agi_emu.machine.windows import windows
from tests.accuracy.bench import Bench
from tests.accuracy.ground_truth import Row

COMPARED = ("pos", "dim", "top", "left", "n", "lines_sha1")


def window_of(bench: Bench, message: bytes) -> Row:
    """Open a window on an empty screen and return its row of the table.

    `pos` is x << 8 | bottom y, `dim` height << 8 | width, both in picture cells; `top`, `left` and `n` are the first
    text row and column and the number of rows that show something.
    """
    machine = bench.machine
    text.clear_rows(machine, 0, text.LAST_ROW, 0)
    windows.open_window(machine, message)
    box = machine.unguarded.state.window
    cells = bytes(machine.unguarded.state.text_chars) + bytes(machine.unguarded.state.text_attributes)
    shown = {number: line for number, line, _ in json.loads(trace_lines.rows(None, cells)) if line}
    lines = "\n".join(f"{number}:{line}" for number, line in shown.items())
    return {
        "pos": (box.x & 0xFF) << 8 | box.y,
        "dim": box.height << 8 | box.width,
        "top": min(shown, default=None),
        "left": min((len(line) - len(line.lstrip()) for line in shown.values()), default=None),
        "n": len(shown),
        "lines_sha1": hashlib.sha1(lines.encode()).hexdigest(),
    }
