"""Random play with the mouse in a real window: ``xvfb-run -a python -m benchmarks.trials.window_at_random GAME...``.

GAME is a zip archive or folder. Each is started as a player would, with its extensions on, and gets
2,000 cycles of clicks, walks, typed words of its dictionary, function keys, menus and quick saves through SDL's own
queue of events. A game that ends is started again. Printed is a line per game; the code is 1 if one raised an
exception, said that it ends for an error, or did not come so far within ten minutes.
"""

from __future__ import annotations

import ctypes
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from agi_emu import cli
from agi_emu.input.host_events import CloseRequest, HostEvent
from agi_emu.machine.machine import Machine
from agi_emu.session import Session
from agi_emu.window.game_window import GameWindow
from agi_emu.window.host.sdl import SdlWindow

CYCLES = 2_000
MOST_SECONDS = 600.0
SPEED = 20
ACTIONS_PER_LOOK = 2
ARROWS = ("UP", "DOWN", "LEFT", "RIGHT", "PAGEUP", "END")
ACTIONS = {"click": 40, "right click": 4, "move": 12, "arrow": 18, "words": 10, "enter": 8, "escape": 4}
ACTIONS |= {"function key": 3, "menu of the program": 2, "quick save": 2}
"""What a player does, and how often of a hundred times."""


class Player:
    """Does something at random whenever a window asks for events, until the cycles have passed."""

    def __init__(self, seed: int) -> None:
        """Play with the choices that `seed` gives."""
        self.done: Counter[str] = Counter()
        self.rooms: set[int] = set()
        self.cycles = 0
        self._random = random.Random(seed)
        self._deadline = time.monotonic() + MOST_SECONDS
        self.window: GameWindow | None = None
        self._machine: Machine | None = None
        self._cycle = 0
        self._waiting: list[Callable[[], None]] = []

    @property
    def is_over(self) -> bool:
        """Whether the cycles have passed, or the time."""
        return self.cycles >= CYCLES or time.monotonic() > self._deadline

    def attach(self, machine: Machine) -> None:
        """Play a machine from now on."""
        self._machine, self._cycle = machine, 0

    def turn(self, window: SdlWindow) -> None:
        """Count, and put what comes next into the queue of a window's SDL."""
        if self._machine is None:
            return
        now = self._machine.unguarded.state.cycle.number
        self.cycles += max(0, now - self._cycle)
        self._cycle = now
        self.rooms.add(self._machine.vars[0])
        if self._waiting:
            self._waiting.pop(0)()
            return
        (action,) = self._random.choices(list(ACTIONS), list(ACTIONS.values()))
        self.done[action] += 1
        self._do(action, Queue(window))

    def _do(self, action: str, queue: Queue) -> None:
        assert self._machine
        width, height = queue.size
        place = self._random.randrange(width), self._random.randrange(height)
        if action in ("click", "right click"):
            button = 1 if action == "click" else 3
            queue.button(*place, button, down=True)
            self._waiting.append(lambda: queue.button(*place, button, down=False))
        elif action == "move":
            queue.move(*place)
        elif action == "words":
            words = [word for word, group in self._machine.game.words.entries if group] or ["look"]
            queue.text(" ".join(self._random.choices(words, k=self._random.randint(1, 3))))
            self._waiting.append(lambda: queue.key("RETURN"))
        elif action == "menu of the program":
            queue.key("F12")
            self._waiting += [lambda: queue.key("DOWN"), lambda: queue.button(*place, 1, down=True)]
            self._waiting += [lambda: queue.key("ESCAPE"), lambda: queue.key("ESCAPE")]
            self._waiting.append(lambda: self._undo(queue))
        elif action == "quick save":
            queue.key("W", control_and_shift=True)
        else:
            keys = {"arrow": ARROWS, "enter": ("RETURN",), "escape": ("ESCAPE",)}
            functions = tuple(f"F{number}" for number in range(1, 11))
            queue.key(self._random.choice(keys.get(action, functions)))

    def _undo(self, queue: Queue) -> None:
        """End a pause that a click in the menu began."""
        if self.window and self.window.commands.is_paused:
            queue.key("P", control_and_shift=True)


class Queue:
    """SDL's queue of events."""

    def __init__(self, window: SdlWindow) -> None:
        """Serve a window."""
        self._sdl = window._sdl
        self.size = window.size()

    def key(self, name: str, *, control_and_shift: bool = False) -> None:
        """Press and release a key."""
        for kind in ("SDL_KEYDOWN", "SDL_KEYUP"):
            event = self._event(kind)
            event.key.keysym.scancode = getattr(self._sdl, f"SDL_SCANCODE_{name}")
            event.key.keysym.sym = ord(name.lower()) if len(name) == 1 else 0
            event.key.keysym.mod = self._sdl.KMOD_LCTRL | self._sdl.KMOD_LSHIFT if control_and_shift else 0
            self._push(event)

    def text(self, text: str) -> None:
        """Type a text."""
        for character in text:
            event = self._event("SDL_TEXTINPUT")
            event.text.text = character.encode()
            self._push(event)

    def move(self, x: int, y: int) -> None:
        """Move the mouse."""
        event = self._event("SDL_MOUSEMOTION")
        event.motion.x, event.motion.y = x, y
        self._push(event)

    def button(self, x: int, y: int, button: int, *, down: bool) -> None:
        """Press or release a button of the mouse."""
        self.move(x, y)
        event = self._event("SDL_MOUSEBUTTONDOWN" if down else "SDL_MOUSEBUTTONUP")
        event.button.x, event.button.y, event.button.button = x, y, button
        self._push(event)

    def _event(self, kind: str) -> Any:
        event = self._sdl.SDL_Event()
        event.type = getattr(self._sdl, kind)
        return event

    def _push(self, event: Any) -> None:
        self._sdl.SDL_PushEvent(ctypes.byref(event))


def play(path: Path, seed: int) -> bool:
    """Play a game and print what happened; return whether all went well."""
    player = Player(seed)
    attach, poll = GameWindow.attach, SdlWindow.poll

    def attached(window: GameWindow, session: Session, **named: Any) -> None:
        player.attach(session.machine)
        player.window = window
        attach(window, session, **named)

    def polled(window: SdlWindow) -> list[HostEvent]:
        if player.is_over:
            return [CloseRequest()]
        for _ in range(ACTIONS_PER_LOOK):
            player.turn(window)
        return poll(window)

    GameWindow.attach, SdlWindow.poll = attached, polled  # type: ignore[method-assign]
    starts, trouble = 0, ""
    try:
        while not player.is_over and not trouble:
            starts += 1
            with tempfile.TemporaryDirectory() as saves:
                options = ("--speed", str(SPEED), "--sound", "off", "--scale", "2", "--saves", saves)
                result = CliRunner().invoke(cli.verbs, ["run", str(path), *options])
            if result.exit_code or result.exception:
                trouble = f"code {result.exit_code}: {result.exception!r} {result.stderr[-300:]}"
    finally:
        GameWindow.attach, SdlWindow.poll = attach, poll  # type: ignore[method-assign]
    if player.cycles < CYCLES and not trouble:
        trouble = f"only {player.cycles} cycles"
    actions = player.done.total()
    rooms = len(player.rooms)
    print(f"{path.stem:10}{player.cycles:6} cycles{actions:6} actions{starts:4} starts{rooms:4} rooms  {trouble}")
    sys.stdout.flush()
    return not trouble


def main(paths: list[Path]) -> int:
    """Play all games; return 1 if one had trouble."""
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {f"XDG_{kind}_HOME": f"{home}/{kind}" for kind in ("CONFIG", "DATA", "CACHE")}
        fine = [play(path, seed) for seed, path in enumerate(paths)]
    print(f"{sum(fine)} of {len(fine)} games without trouble")
    return int(not all(fine))


if __name__ == "__main__":
    sys.exit(main([Path(each) for each in sys.argv[1:]]))
