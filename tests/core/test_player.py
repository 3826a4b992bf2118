"""The core's sound player against the plain one: port writes and state, beat by beat, on any bytes."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core.port_log import unpacked
from agi_emu.facts.codes import Flag
from agi_emu.facts.mercies import SHORT_ZERO_NOTES
from agi_emu.facts.versions import PROFILES
from agi_emu.machine import sound
from tests.core.plain import player
from tests.examples import examples
from tests.unit.machine.test_sound import Host, resource


@dataclass
class PlainHost(Host):
    """A host whose port writes are its own list: the plain player's."""

    plain_writes: list[tuple[int, int, int]] = field(default_factory=list)

    @property
    def port_writes(self) -> list[tuple[int, int, int]]:
        return self.plain_writes


notes = st.lists(
    st.tuples(st.one_of(st.integers(0, 9), st.just(0xFFFF)), st.binary(min_size=3, max_size=3)).map(
        lambda note: note[0].to_bytes(2, "little") + note[1]
    ),
    max_size=6,
).map(b"".join)
ended = notes.map(lambda voice: voice + b"\xff\xff")
sounds = st.one_of(
    st.lists(st.one_of(ended, ended, notes), min_size=4, max_size=4).map(lambda voices: resource(*voices)),
    st.binary(max_size=60),
)


@examples(150)
@given(
    sounds,
    st.sampled_from(["pc", "pcjr", "tandy"]),
    st.sampled_from(sorted(PROFILES)),
    st.booleans(),
    st.one_of(st.just(0), st.integers(0, 255)),
    st.integers(0, 120),
)
def test_core_plays_as_the_plain_player(
    data: bytes, machine: str, profile: str, merciful: bool, quieter: int, off_at: int
) -> None:
    mercies = frozenset({SHORT_ZERO_NOTES}) if merciful else frozenset()
    ours = Host({1: data}, machine, PROFILES[profile], mercies)
    plain = PlainHost({1: data}, machine, PROFILES[profile], mercies)
    sound.start(ours, 1, 40)
    player.start(plain, 1, 40)
    for beat in range(100):
        for host in (ours, plain):
            host.state.clock.beats = beat
            host.state.vars[23] = quieter
            host.set_flag(Flag.SOUND_ON, beat != off_at)
        ours.core.step_sound()
        player.step(plain)
        assert ours.port_writes == plain.port_writes
        assert bytes(ours.state.sound) == bytes(plain.state.sound)
        assert ours.flag(40) == plain.flag(40)


@examples(60)
@given(sounds, st.sampled_from(["pc", "pcjr", "tandy"]), st.integers(0, 60))
def test_a_sound_in_one_go_is_what_its_beats_are(data: bytes, machine: str, beats: int) -> None:
    stepped, whole = Host({1: data}, machine), Host({1: data}, machine)
    for host in (stepped, whole):
        host.set_flag(Flag.SOUND_ON, True)
        sound.start(host, 1, 40)
    expected = 0
    while stepped.state.sound.playing and expected < beats:
        expected += 1
        stepped.step(expected)
    played, log = sound.play(whole, beats)
    assert played == expected
    assert whole.port_writes + unpacked(log) == stepped.port_writes
    assert bytes(whole.state.sound) == bytes(stepped.state.sound)
