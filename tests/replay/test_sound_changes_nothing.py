"""Sound is heard or not; the machine is the same (architecture: what the host plays changes nothing in it)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from agi_emu.data import demo_path
from agi_emu.facts.errors import HostError
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.resources import open_game
from agi_emu.session import AudioSink, EveryBeat, NoInput, PortWrites, Session
from agi_emu.state.digests import sound_digest
from agi_emu.window.host.pacer import RealTimePacer
from agi_emu.window.host.sound_card import SoundStream
from agi_emu.window.host.sound_out import SoundOut
from tests.frontend.test_sound_out import Card, finish_opening

BEATS = 900


class SoundDigests:
    """A sink that keeps the digest of every beat's writes."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def write(self, port_writes: PortWrites) -> None:
        self.found.append(sound_digest(port_writes, 0))


def digests(machine_type: str, pacer: EveryBeat | RealTimePacer, audio: Sequence[AudioSink]) -> list[tuple[str, ...]]:
    """Play the title of our demo, with its theme, and return the three digests of every beat."""
    machine = Machine(open_game(demo_path()), seed=1, settings=Settings(machine=machine_type))
    sounds = SoundDigests()
    session = Session(machine, source=NoInput(), pacer=pacer, audio=[*audio, sounds])
    found = []
    for _ in range(BEATS):
        while session.beats < len(found) + 1:
            session.turn()
        finish_opening()
        state = machine.digests()
        found.append((state.state, state.frame, sounds.found[-1]))
    return found


def refuse(*_arguments: object) -> SoundStream:
    raise HostError("no sound: there is no card")


@pytest.mark.parametrize("machine_type", ["pc", "tandy"])
def test_the_machine_is_the_same_with_sound_on_off_and_absent(machine_type: str) -> None:
    off = digests(machine_type, EveryBeat(), [])
    assert len({sound for _, _, sound in off}) > 10, "the theme plays"
    card = Card(1.003)
    pacer = RealTimePacer(clock=card.clock, sleep=card.sleep)
    pacer.follower = out = SoundOut(machine_type, pacer, opener=card.open)
    assert digests(machine_type, pacer, [out]) == off
    assert any(card.heard)
    assert digests(machine_type, EveryBeat(), [SoundOut(machine_type, RealTimePacer(), opener=refuse)]) == off
