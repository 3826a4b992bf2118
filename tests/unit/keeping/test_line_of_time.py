"""What the line of time in the inspector goes to: the moments that are kept while a game is played."""

from __future__ import annotations

from pathlib import Path

from agi_emu.keeping.saves.player_saves import PlayerSaves
from agi_emu.keeping.saves.rewind import BEATS_BETWEEN
from agi_emu.keeping.saves.save_folder import StateFolder
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.session import EveryBeat, NoInput, Session
from agi_emu.window.window_commands import SaveKeys


def test_a_moment_can_be_gone_to_and_back_until_the_game_plays_on(game: Path, tmp_path: Path) -> None:
    machine = Machine(open_game(game), seed=1)
    saves = PlayerSaves(machine, StateFolder(tmp_path))
    session = Session(machine, source=NoInput(), pacer=EveryBeat(), observers=saves.observers)
    session.run(beats=300)
    here = machine.snapshot()
    first, now, last = saves.span
    assert first < now
    assert last == now
    assert saves.go_back(200)
    beats = machine.state.clock.beats
    assert 200 - BEATS_BETWEEN < beats <= 200
    assert saves.span == (first, beats, last - last % BEATS_BETWEEN)
    assert saves.go_back(last)
    session.run(beats=now - machine.state.clock.beats)
    assert machine.snapshot() == here
    assert saves.go_back(200)
    session.run(beats=BEATS_BETWEEN)
    assert saves.span[2] == machine.state.clock.beats, "what came after it is forgotten"
    said: list[str] = []
    keys = SaveKeys(saves, session, None, said.append)
    keys.go_to(first)
    assert keys.span == saves.span
    assert saves.span[:2] == (first, first)
    saves.why_locked = lambda: "it records"
    keys.go_to(last)
    assert said == ["it records"]
    assert machine.state.clock.beats == first
