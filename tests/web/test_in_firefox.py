"""A page in Firefox: it starts, takes keys, and a recording comes out equal (make test-web-browser)."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from agi_emu.data import demo_path
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.resources.game import open_game
from tests.web.firefox import LONGEST_WAIT, Firefox, find_firefox, firefox
from tests.web.pages import IS_READY, export_pages, served

pytestmark = [
    pytest.mark.browser,
    pytest.mark.web,
    pytest.mark.skipif(find_firefox() is None, reason="Firefox is not installed"),
]
ENTER = "\ue007"
COMPOSE = """(() => {
  const field = document.getElementById("keys");
  field.dispatchEvent(new CompositionEvent("compositionstart"));
  for (const text of ["l", "lo", "loo", "look"]) {
    field.value = text;
    field.dispatchEvent(new InputEvent("input", { isComposing: true, data: text }));
  }
  field.dispatchEvent(new CompositionEvent("compositionend", { data: "look" }));
  field.dispatchEvent(new InputEvent("input", { data: "look" }));
})()"""
"""What Firefox reports of an input method: the end of the composition, and then the text once more."""


def words(browser: Firefox) -> str:
    """Return what the game has said."""
    return str(browser.evaluate("document.getElementById('words').textContent"))


def until_answer(browser: Firefox, answer: str, *keys: str) -> None:
    """Press keys, again and again, until the game says something."""
    end = time.monotonic() + LONGEST_WAIT
    while answer not in words(browser):
        assert time.monotonic() < end, f"never said: {answer}; only {words(browser)!r}"
        for key in keys:
            if key == COMPOSE:
                browser.evaluate(key)
            else:
                browser.press(key)
        time.sleep(1)


def test_a_game_is_played_and_a_recording_is_equal(root: Path, tmp_path: Path) -> None:
    site, profile = tmp_path / "site", tmp_path / "profile"
    site.mkdir()
    profile.mkdir()
    export_pages(root, site)
    with served(site) as host, firefox(profile) as browser:
        browser.visit(f"{host}/lamp/index.html")
        browser.until(IS_READY)
        browser.click("#begin")
        until_answer(browser, "Candle Quay", ENTER)
        browser.press(ENTER)
        until_answer(browser, "Barnaby", *"look", ENTER)
        browser.visit(f"{host}/replay/index.html")
        browser.until(IS_READY)
        found = browser.evaluate("agi.ask('playAll')")
        assert (found["compared"], found["equal"], found["difference"]) == (4400, 4400, None)
        browser.visit((site / "lamp.html").as_uri())
        browser.until(IS_READY)
        browser.click("#begin")
        until_answer(browser, "Candle Quay", ENTER)


def test_keys_of_input_methods_mouse_buttons_and_files_work(root: Path, tmp_path: Path) -> None:
    site, profile, saved = tmp_path / "site", tmp_path / "profile", tmp_path / "moment.agistate"
    site.mkdir()
    profile.mkdir()
    export_pages(root, site)
    machine = Machine(open_game(demo_path()))
    machine.run(ticks=100)
    saved.write_bytes(save_state(machine, "here"))
    with served(site) as host, firefox(profile) as browser:
        browser.visit(f"{host}/lamp/index.html")
        browser.until(IS_READY)
        browser.click("#begin")
        until_answer(browser, "Candle Quay", ENTER)
        browser.press(ENTER)
        until_answer(browser, "Barnaby", COMPOSE, ENTER)
        browser.press(ENTER)
        browser.evaluate("document.getElementById('menu-open').click()")
        browser.click("#pause")
        beats = browser.evaluate("agi.ask('ping')")
        time.sleep(0.3)
        assert browser.evaluate("agi.ask('ping')") == beats
        browser.click("#pause")
        browser.click("#full")
        browser.until("document.fullscreenElement !== null")
        browser.evaluate("document.exitFullscreen()")
        browser.until("document.fullscreenElement === null")
        browser.upload("#upload", saved)
        browser.until("document.getElementById('notice').textContent === 'The game is exactly as it was.'")
