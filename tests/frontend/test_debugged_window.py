"""The window of a game that an editor debugs, on the dummy driver: its keys, and the look inside."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.input.host_events import HostEvent, KeyPress, Modifier, Pointer, Typed
from agi_emu.machine.input.events import Key
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.window.debugged_window import DebuggedWindow
from agi_emu.window.host.sdl import SdlWindow
from agi_emu.window.inspection import Inspection

INSIDE = KeyPress(0, ord("i"), Modifier.CTRL | Modifier.SHIFT)


@pytest.mark.slow
def test_its_one_key_of_the_program_looks_inside(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    happens: list[HostEvent] = []
    monkeypatch.setattr(SdlWindow, "poll", lambda window: [happens.pop(0) for _ in range(len(happens))])
    machine = Machine(open_game(game), seed=1)
    machine.run(cycles=5)
    window = DebuggedWindow(machine)

    def after(*events: HostEvent) -> Inspection | None:
        happens.extend(events)
        assert window.poll() == []
        look = window._picture._overlay.inspection
        assert look is None or isinstance(look, Inspection)
        return look

    try:
        window.show(machine)
        assert after() is None
        look = after(INSIDE, Typed("I"))
        assert look is not None
        assert look.boxes
        box = look.boxes[0]
        x, y = 2 * box.left + 1, box.top + box.height // 2 + machine.unguarded.state.text.picture_row * 8
        place = window._picture._placement
        look = after(Pointer(x * place.width // 320 + place.left + 1, y * place.height // 200 + place.top + 1, 1, True))
        assert look is not None
        assert look.texts[1].startswith(f"o{box.number}: x {box.left},")
        following = Machine(machine.game, seed=2)
        following.run(cycles=1)
        window.show(following)
        look = after()
        assert look is not None
        assert look.texts[0].startswith("room ")
        assert f" cycle {following.state.cycle.number}," in look.texts[0]
        assert after(INSIDE) is None
        happens.append(Typed("a"))
        assert window.poll() == [Key(ord("a"))]
    finally:
        window.close()
