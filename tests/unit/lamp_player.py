"""Plays the demo game for tests: by hand, and by the script that wins it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import numpy as np

from agi_emu.input.input_script import ScriptPlayer, read_input_script
from agi_emu.machine.input.events import Arrow, Key
from agi_emu.machine.machine import Machine
from agi_emu.machine.snapshots import Snapshot
from agi_emu.resources import open_game
from agi_emu.session import EveryBeat, NoInput, PortWrites, Session
from agi_emu.state.layout import ScreenObject

SCRIPT = Path(__file__).with_name("last-lamp.script")
SCRIPT_BEATS = 13_200
"""The script and the last window take so long; 3 minutes 40 seconds."""
NORTH, EAST, SOUTH, WEST = 1, 3, 5, 7
NORTH_EAST = 2
AWAY_FROM_EDGES = slice(2, 304)
"""Columns of the screen: a pen of size 7 begins at x = 152, and what passes x = 159 is x = 0 of the next row."""
ENTER = 0x0D
CARRIED = 255
ROOM = 0


class Player:
    """Plays the demo game as a person would: walks, types, reads the windows."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def press(self, word: int) -> None:
        self.machine.press(Key(word))
        self.machine.run(ticks=6)

    def read(self) -> str:
        """Close the windows that are open; return what they said, in one line."""
        said: list[str] = []
        while (message := self.machine.message) is not None:
            said.append(" ".join(message.split()))
            self.press(ENTER)
        return " ".join(said)

    def say(self, sentence: str) -> str:
        self.machine.type(sentence + "\n")
        self.machine.run(ticks=10)
        return self.read()

    def walk(self, direction: int, until: Callable[[ScreenObject], bool] = lambda _: False) -> None:
        """Walk until ego is there, the room changes, or a window opens; at most a minute."""
        machine = self.machine
        room = machine.vars[ROOM]
        machine.press(Arrow(direction, True), Arrow(direction, False))
        machine.run(seconds=60, until=lambda m: m.vars[ROOM] != room or m.message is not None or until(m.ego))
        machine.press(Arrow(0, True))
        machine.run(ticks=3)

    def walk_to_x(self, x: int) -> None:
        self.walk(EAST if x > self.machine.ego.x else WEST, lambda ego: ego.x == x)

    def walk_to_y(self, y: int) -> None:
        self.walk(SOUTH if y > self.machine.ego.y else NORTH, lambda ego: ego.y == y)

    def wait_for_words(self) -> str:
        self.machine.run(seconds=20, until=lambda m: m.message is not None)
        return self.read()


@dataclass
class Run:
    """A game won by the script."""

    machine: Machine
    rooms: set[int] = field(default_factory=set)
    carried: set[str] = field(default_factory=set)
    arrivals: dict[int, Snapshot] = field(default_factory=dict)
    """The machine shortly after the first coming into each room."""
    looks: list[bytes] = field(default_factory=list)
    """Digests of the screen, twice a second, without the columns that pens at the right edge reach.

    Those differ between version 2 and version 3 (reference: PIC-19).
    """
    sound: list[tuple[int, int, int]] = field(default_factory=list)
    """Everything that was written to the sound chip: beat, port, value."""

    def write(self, port_writes: PortWrites) -> None:
        """Take the writes of a beat."""
        self.sound += port_writes


def play_script(game: Path) -> Run:
    """Win a game by the script, as ``agi-emu run --headless --script`` does."""
    opened = open_game(game)
    machine = Machine(opened, seed=1)
    run = Run(machine)
    session = Session(
        machine, source=NoInput(), pacer=EveryBeat(), prompter=ScriptPlayer(read_input_script(SCRIPT)), audio=[run]
    )
    names = [item.name.decode() for item in opened.items]
    calm = 0
    for beat in range(SCRIPT_BEATS):
        session.turn()
        room = machine.vars[ROOM]
        calm = calm + 1 if room in run.rooms else 0
        run.rooms.add(room)
        if room not in run.arrivals and calm >= 90 and machine.message is None:
            run.arrivals[room] = machine.snapshot()
        if beat % 30 == 0:
            screen = np.frombuffer(machine.state.screen, dtype=np.uint8).reshape(200, 320)
            run.looks.append(sha256(screen[:, AWAY_FROM_EDGES].tobytes()).digest())
            run.carried |= {names[item] for item, place in enumerate(machine.state.item_rooms) if place == CARRIED}
    return run
