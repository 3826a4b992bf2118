"""`sound` and `stop.sound` (reference: SND-6, SND-7, SND-8)."""

from __future__ import annotations

import pytest

from agi_emu.machine import sound
from agi_emu.machine.actions.resource_actions import play_sound
from agi_emu.machine.binding import TrappableError
from tests.unit.machine.test_sound import A4, Host, resource, voice


@pytest.fixture
def host() -> Host:
    """A machine with two sounds in memory."""
    host = Host({number: resource(voice((9, *A4))) for number in (1, 2, 3)}, machine="pc")
    host.state.loaded.sounds.present[1] = host.state.loaded.sounds.present[2] = 1
    return host


def test_sound_sets_the_old_flag_and_clears_its_own(host: Host) -> None:
    host.set_flag(41, True)
    play_sound(host, 1, 40)
    play_sound(host, 2, 41)
    assert (host.flag(40), host.flag(41)) == (True, False)
    assert host.state.sound.number == 2


def test_one_flag_for_both_sounds_is_clear(host: Host) -> None:
    play_sound(host, 1, 40)
    play_sound(host, 2, 40)
    assert not host.flag(40)


def test_a_sound_that_is_not_in_memory_is_error_9_after_the_old_one_ended(host: Host) -> None:
    play_sound(host, 1, 40)
    host.set_flag(41, True)
    with pytest.raises(TrappableError) as raised:
        play_sound(host, 3, 41)
    assert (raised.value.code, raised.value.value) == (9, 3)
    assert (host.flag(40), host.flag(41), host.state.sound.playing) == (True, False, 0)


def test_stop_sound_ends_what_plays(host: Host) -> None:
    sound.stop(host)
    assert host.port_writes == []
    play_sound(host, 1, 40)
    sound.stop(host)
    assert host.flag(40)
    assert not host.state.sound.playing
