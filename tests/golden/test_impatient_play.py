"""Every game at hand, played without patience: nothing breaks, and a state is the whole machine wherever it waits."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from agi_emu.facts.mercies import AS_RECORDED, FRIENDLY, Mercy
from agi_emu.lab.monkey import ImpatientPlayer, Patience
from agi_emu.machine.input.events import InputEvent
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.machine.windows.modal import Purpose
from agi_emu.resources import open_game
from agi_emu.state.progress import Stop
from tests.going_away import STOPS, go_away, moved
from tests.impatient_play import turn

pytestmark = [pytest.mark.golden, pytest.mark.games]

SHARED = Path(os.environ.get("AGI_EMU_SHARED") or Path(__file__).parents[3] / "shared")
GAMES = sorted((SHARED / "games").glob("*.zip"))
QUICK = ("agi256", "napalm")
CYCLES = 80
ANSWERS_ELSEWHERE = 4
MOST_DISKS = 20
"""Waits after which a game that asks for a disk again and again is left."""


class Play:
    """A run left alone, and one beside it that goes away and comes back at every wait; both must be one machine."""

    def __init__(self, path: Path, mercies: frozenset[Mercy]) -> None:
        self.game = open_game(path)
        self.settings = Settings(mercies=mercies, seed=4660, budget=UNLIMITED)
        self.alone, self.beside = (Machine(self.game, settings=self.settings) for _ in range(2))
        self.player, self.other = ImpatientPlayer(self.game, 1), ImpatientPlayer(self.game, 2)
        self.waits = Counter[Purpose | None]()

    def run(self) -> None:
        patience, events = Patience(), list[InputEvent]()
        clock = self.alone.unguarded.state.clock
        while self.alone.unguarded.state.cycle.number < CYCLES:
            stop = self.alone.advance(events, STOPS)
            assert self.beside.advance(events, STOPS) == stop
            events = []
            if stop & Stop.ENDED:
                break
            if stop & Stop.CYCLE:
                patience.begin(clock.beats)
                events = turn(self.player, self.alone.unguarded.state.cycle.number)
                assert self.beside.digests() == self.alone.digests()
            elif patience.presses(clock.beats, is_waiting=bool(stop & Stop.WAITING)):
                self.go_away()
                # What the ports were told is not part of the state.
                self.alone.port_writes.clear()
                self.beside.port_writes.clear()
                assert self.beside.digests() == self.alone.digests()
                events = self.player.answer()
            if self.waits[Purpose.INSERT_DISK] > MOST_DISKS:
                break
            assert not patience.is_over(clock.beats), "the game waits for ever"
        assert self.beside.digests() == self.alone.digests()

    def go_away(self) -> None:
        """Play something else, come back to a snapshot, and go on from a state in another machine."""
        go_away(self.beside, (self.other.answer() for _ in range(ANSWERS_ELSEWHERE)))
        self.beside = moved(self.beside)
        self.waits[self.beside.modal] += 1


@pytest.mark.parametrize("mercies", [AS_RECORDED, FRIENDLY], ids=["strict", "friendly"])
@pytest.mark.parametrize(
    "path",
    [path if path.stem in QUICK else pytest.param(path, marks=pytest.mark.slow) for path in GAMES],
    ids=lambda path: path.stem,
)
def test_a_play_without_patience_is_one_machine_at_every_wait(path: Path, mercies: frozenset[Mercy]) -> None:
    Play(path, mercies).run()


def test_the_plays_come_to_dialogs_and_menus() -> None:
    play = Play(SHARED / "games" / "agentq.zip", AS_RECORDED)
    play.run()
    assert {Purpose.PRINT, Purpose.MENU, Purpose.SAVE, Purpose.RESTORE, Purpose.RESTART} <= set(play.waits)
