"""Pages in Chromium, as a person uses them (make test-web-browser)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agi_emu.recording.recording import Recording
from tests.reporting.chromium import find_chromium
from tests.web.pages import Visitor, export_page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.web,
    pytest.mark.skipif(find_chromium() is None, reason="Chromium is not installed"),
]
TICKS = 4400
"""Of the recording of the demo game."""


def foreign(visitor: Visitor, host: str) -> list[str]:
    """Return errors of the page, and what it has asked of others."""
    return [each for each in visitor.browser.complaints() if not each.startswith(f"{host}/")]


def state(visitor: Visitor) -> Any:
    """Return the panel about the machine of a recording's page."""
    return visitor.ask("state")


def test_a_game_is_played_saved_and_continued_after_a_reload(visitor: Visitor, host: str) -> None:
    visitor.open(f"{host}/lamp/index.html")
    visitor.browser.until("agi.heard()?.peak > 0.01")
    visitor.go_ashore()
    visitor.press(*"look", "Enter")
    visitor.until_text("words", "Barnaby")
    visitor.press("Enter")

    visitor.click("pause")
    beats = visitor.ask("ping")
    visitor.browser.evaluate("new Promise((resolve) => setTimeout(resolve, 300))")
    assert visitor.ask("ping") == beats
    picture = visitor.browser.evaluate("agi.screen.digest()")
    visitor.click("moments-open")
    visitor.click("save")
    visitor.until_text("moments-list", "room 2")
    visitor.click("pause")

    visitor.focus()
    visitor.until_answer("Game: About", "Escape")
    visitor.press("Escape", "F5")
    visitor.until_text("words", "select the slot")
    visitor.press("Enter")
    visitor.until_text("words", "describe this saved game")
    visitor.press(*"first", "Enter")
    visitor.until_text("words", "About to save")
    visitor.press("Enter")
    visitor.browser.until("agi.ask('diskFiles').then((names) => names.join() === 'LAMPSG.1')")

    visitor.open(f"{host}/lamp/index.html")
    visitor.click("pause")
    assert visitor.ask("diskFiles") == ["LAMPSG.1"]
    visitor.click("moments-open")
    visitor.until_text("moments-list", "room 2")
    visitor.browser.evaluate("document.querySelector('#moments-list button').click()")
    visitor.until_text("notice", "The game is exactly as it was.")
    assert visitor.browser.evaluate("agi.screen.digest()") == picture
    assert foreign(visitor, host) == []


def test_text_comes_from_input_methods_and_from_letters_on_the_screen(visitor: Visitor, host: str) -> None:
    visitor.open(f"{host}/lamp/index.html")
    visitor.go_ashore()
    visitor.browser.call("Input.imeSetComposition", text="loo", selectionStart=3, selectionEnd=3)
    visitor.browser.call("Input.insertText", text="look")
    visitor.press("Enter")
    visitor.until_text("words", "Barnaby")
    visitor.press("Enter")
    visitor.click("letters-open")
    visitor.browser.until("document.querySelectorAll('#letters button').length > 50")
    press = "[...document.querySelectorAll('#letters button')].find((each) => each.textContent === '{}').click()"
    for label in ("l", "o", "look", "Enter"):
        visitor.browser.evaluate(press.format(label))
    visitor.browser.until("document.getElementById('words').textContent.match(/Barnaby/g).length === 2")


def test_a_recording_is_equal_in_every_tick_and_goes_anywhere(visitor: Visitor, host: str) -> None:
    visitor.open(f"{host}/replay/index.html#tick=1500")
    visitor.until_text("place", f"tick 1500 of {TICKS}")
    cycle = int(visitor.text("place").rpartition(" ")[2])
    visitor.click("step")
    visitor.until_text("place", f"cycle {cycle + 1}")
    visitor.click("step-back")
    visitor.until_text("place", f"cycle {cycle}")
    visitor.click("show-state")
    visitor.until_text("state", "currentRoom")
    found = visitor.ask("playAll")
    assert isinstance(found, dict)
    assert (found["tick"], found["compared"], found["equal"], found["difference"]) == (TICKS, TICKS, TICKS, None)
    visitor.until_text("compared", f"{TICKS} of {TICKS} ticks as recorded")
    assert foreign(visitor, host) == []


def test_the_first_tick_that_differs_is_shown(
    root: Path, visitor: Visitor, tmp_path: Path, site: Path, host: str
) -> None:
    recording = Recording.load(root / "tests" / "replay" / "the-last-lamp.agirec")
    ticks = list(recording.ticks)
    ticks[500] = ticks[500]._replace(sound="0" * 16)
    replace(recording, ticks=tuple(ticks)).save(tmp_path / "changed.agirec")
    export_page(root, site / "changed", "--recording", str(tmp_path / "changed.agirec"))
    visitor.open(f"{host}/changed/index.html#tick=800")
    visitor.until_text("compared", "first difference at tick 501: sound")
    visitor.click("to-difference")
    visitor.until_text("place", "tick 501 ")


def test_somebody_plays_on_from_a_recording_with_a_finger(visitor: Visitor, host: str) -> None:
    visitor.open(f"{host}/replay/index.html#tick=600")
    visitor.until_text("place", "tick 600 ")
    visitor.click("take-over")
    visitor.until_text("compared", "you play")
    x = state(visitor)["objects"][0]["x"]
    box = json.loads(visitor.browser.evaluate("JSON.stringify(agi.screen.canvas.getBoundingClientRect())"))
    place = {"x": box["left"] + box["width"] * ((x + 20) / 160), "y": box["top"] + box["height"] * 0.8}
    visitor.browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[place])
    visitor.browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    visitor.browser.until(f"agi.ask('state').then(({{ objects }}) => objects[0].x > {x})")


def test_a_page_in_one_file_plays_from_the_disk_with_sound(visitor: Visitor, site: Path) -> None:
    visitor.open((site / "lamp.html").as_uri())
    visitor.go_ashore()
    visitor.press(*"look", "Enter")
    visitor.until_text("words", "Barnaby")
    visitor.browser.until("agi.heard()?.blocks > 0")
    assert visitor.browser.complaints() == []


def test_a_hidden_page_pauses(visitor: Visitor, host: str) -> None:
    visitor.open(f"{host}/lamp/index.html")
    hide = "Object.defineProperty(document, 'hidden', {{ value: {}, configurable: true }});"
    hide += " document.dispatchEvent(new Event('visibilitychange'))"
    visitor.browser.evaluate(hide.format("true"))
    beats = visitor.ask("ping")
    visitor.browser.evaluate("new Promise((resolve) => setTimeout(resolve, 300))")
    assert visitor.ask("ping") == beats
    visitor.browser.evaluate(hide.format("false"))
    visitor.browser.until(f"agi.ask('ping').then((beats) => beats > {beats})")
