"""Words are spoken by the program of the system, for which a script stands in here."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from agi_emu.input.host_events import KeyPress
from agi_emu.window.host.voice import MISSING, Voice
from agi_emu.window.speech import SPEECH
from tests.unit.window.test_host_menu import choose
from tests.unit.window.test_window import DOWN, ESCAPE, F12, Bench, picture

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the stand-in is a script of a Unix shell")
PATIENCE = 20.0


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], list[str]]:
    """A voice that writes what it speaks; returns its lines once there are so many."""
    script, said = tmp_path / "spd-say", tmp_path / "said"
    script.write_text(f'#!/bin/sh\necho "$@" >> {said}\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    def lines(count: int) -> list[str]:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = said.read_text().splitlines() if said.exists() else []
            if len(found) >= count:
                return found
            time.sleep(0.01)
        raise AssertionError(f"{found} after {PATIENCE} seconds")

    return lines


def test_texts_are_spoken_in_their_order(spoken: Callable[[int], list[str]]) -> None:
    voice = Voice()
    assert voice.is_there
    voice.say("--a window\nof two lines")
    voice.say("$(another) one; `last`")
    assert spoken(2) == ["--wait -- --a window of two lines", "--wait -- $(another) one; `last`"]
    voice.close()


def test_without_a_voice_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    bench = Bench()
    bench.command("x")
    assert SPEECH not in bench.window.commands.switches
    assert "install speech-dispatcher" in bench.host.title
    assert "speech-dispatcher" in MISSING
    voice = Voice()
    voice.say("nobody hears this")
    voice.close()


def test_silence_ends_the_text_and_those_that_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script, said = tmp_path / "spd-say", tmp_path / "said"
    script.write_text(f'#!/bin/sh\necho "$@" >> {said}\n[ "$1" = --cancel ] || exec sleep 60\n')
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    voice = Voice()
    for text in ("one", "two", "three"):
        voice.say(text)
    end = time.monotonic() + PATIENCE
    while not (said.exists() and voice._speaker) and time.monotonic() < end:
        time.sleep(0.01)
    voice.silence()
    while "--cancel" not in said.read_text() and time.monotonic() < end:
        time.sleep(0.01)
    voice.say("four")
    while "four" not in said.read_text() and time.monotonic() < end:
        time.sleep(0.01)
    assert [line.split()[-1] for line in said.read_text().splitlines()] == ["one", "--cancel", "four"]
    voice.close()


def test_menu_pages_and_notices_are_spoken(spoken: Callable[[int], list[str]]) -> None:
    bench = Bench()
    bench.command("x")
    bench.press(F12)
    bench.press(DOWN)
    bench.press(ESCAPE)
    choose(bench, "Keys")
    bench.window.show(picture())
    bench.window.poll()
    words = [line.removeprefix("--wait -- ") for line in spoken(1)]
    assert words[-1] == "full screen on and off F11", "each key silences what was said before"
    bench.window.narrator.close()


def test_every_key_silences_what_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    calls: list[str] = []
    monkeypatch.setattr(Voice, "say", lambda voice, text: calls.append(text))
    monkeypatch.setattr(Voice, "silence", lambda voice: calls.append("silence"))
    bench.window.commands.switches.add(SPEECH)
    bench.press(F12)
    bench.press(DOWN)
    assert calls == ["silence", "Continue", "silence", "Saved moments, not now"]
    bench.host.happen(KeyPress(DOWN, repeated=True))
    bench.window.poll()
    assert calls[-1] == "Messages and rooms, not now"
