"""`agi-emu doctor` on hosts that have or lack things."""

from __future__ import annotations

import json
import sys

import pytest
from click.testing import CliRunner, Result

from agi_emu import cli
from agi_emu.cli.commands import doctor
from agi_emu.cli.commands.doctor import HostFinding
from agi_emu.facts.errors import HostError
from agi_emu.window.host import sound_card


def invoke(*arguments: str) -> Result:
    """Run the verb in this process."""
    return CliRunner().invoke(cli.verbs, ["doctor", *arguments])


@pytest.fixture
def whole_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host with display and sound."""
    monkeypatch.setattr(doctor, "window", lambda: HostFinding("window", True, "SDL driver x11"))
    monkeypatch.setattr(doctor, "sound", lambda: HostFinding("sound", True, "a card"))


@pytest.mark.usefixtures("whole_host")
def test_a_whole_host_is_good() -> None:
    result = invoke()
    assert result.exit_code == 0
    assert [line.split()[:2] for line in result.stdout.splitlines()] == [
        ["good", subject] for subject in ("python", "core", "window", "sound")
    ]


@pytest.mark.usefixtures("whole_host")
def test_what_is_missing_is_named_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_sound() -> HostFinding:
        raise HostError("no sound: PortAudio library not found; apt-get install libportaudio2")

    monkeypatch.setattr(doctor, "sound", no_sound)
    result = invoke()
    assert result.exit_code == 4
    assert "MISSING  sound   PortAudio library not found\n" in result.stdout
    assert "apt-get install libportaudio2" in result.stdout.splitlines()[-1]
    last = json.loads(invoke("--json").stdout)[-1]
    assert last == {
        "subject": "sound",
        "works": False,
        "found": "PortAudio library not found",
        "advice": "apt-get install libportaudio2",
    }


def test_a_display_that_nobody_sees_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not doctor.window().works
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    assert doctor.window().works


def test_a_core_that_is_not_built_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "agi_emu._core.lzw", None)
    found = doctor.core()
    assert not found.works
    assert "lzw" in found.found


def test_without_portaudio_there_is_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(HostError, match=r"no sound: .*; pip install sounddevice"):
        sound_card.load_portaudio()
