"""State files as each version of the program wrote them: they are read for ever.

`version-N.agistate` was written once, when version N was current, by a machine in `tests/own_games/meadow.py` with a
message window open, names, an attached earlier state and a chunk of another program; it is never written again. What
it must give is what the machine was when it was saved: figures of the program that wrote it, not of this one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.facts.errors import SaveError
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import resume
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources import open_game
from agi_emu.state.digests import frame_digest, state_digest
from agi_emu.state.files import state_file
from agi_emu.state.files.state_chunks import read_contents, read_summary
from agi_emu.state.layout import StateLayout
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

FOLDER = Path(__file__).parent
VERSIONS = range(1, state_file.VERSION + 1)
STATE_DIGEST, FRAME_DIGEST = "7b54cf4f0f3050d8", "46c0123ff61a568a"
"""By digest list 1."""


def golden_file(version: int) -> bytes:
    return (FOLDER / f"version-{version}.agistate").read_bytes()


@pytest.mark.parametrize("version", VERSIONS)
def test_the_state_is_the_one_that_was_saved(build_game: GameBuilder, version: int) -> None:
    data = golden_file(version)
    assert state_file.read(data).version == version
    contents, carried = read_contents(data, Machine(open_game(build_game(**meadow.sources()))).state)  # type: ignore[arg-type]
    assert state_digest(contents.state, 1) == STATE_DIGEST
    assert frame_digest(contents.state, 1) == FRAME_DIGEST
    assert (contents.summary.description, contents.summary.room) == ("a window is open", 1)
    assert contents.names == {"variables": {"lamp_oil": 40}, "flags": {"lit": 61}}
    assert (contents.state.vars[40], contents.state.flags[61 >> 3] & 0x80 >> (61 & 7)) == (77, 4)
    assert [(chunk.tag, chunk.data) for chunk in carried.chunks] == [("xown", b"of another program")]
    assert read_contents(read_summary(data).before, StateLayout())[0].summary.description == "before"


@pytest.mark.parametrize("version", VERSIONS)
def test_the_game_goes_on_in_it(build_game: GameBuilder, version: int) -> None:
    path = build_game(**meadow.sources())  # type: ignore[arg-type]
    m = Machine(open_game(path.rename(path.with_name("meadow"))))
    resume(m, golden_file(version))
    if m.modal is not None:
        assert (m.modal, m.message) == (Purpose.PRINT, "Type a sentence.")
    m.type("\r")
    m.run(seconds=1)
    m.type("look\r")
    m.run(seconds=1)
    assert m.message == "Grass, as far as you can see."


@pytest.mark.parametrize("version", VERSIONS)
def test_every_chunk_of_it_can_be_damaged_and_is_named(version: int) -> None:
    data = golden_file(version)
    for chunk in state_file.read(data).chunks:
        at = data.index(chunk.tag.encode() + len(chunk.data).to_bytes(4, "little"))
        for place in {at + 8, at + 8 + len(chunk.data) // 2, at + 8 + len(chunk.data), at + 12 + len(chunk.data)}:
            with pytest.raises(SaveError, match=f"chunk {chunk.tag}: "):
                read_contents(data[:place] + bytes([data[place] ^ 0x10]) + data[place + 1 :], StateLayout())
        with pytest.raises(SaveError, match=f"chunk {chunk.tag}: "):
            read_contents(data[: at + 9], StateLayout())
