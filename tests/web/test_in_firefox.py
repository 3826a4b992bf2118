"""A page in Firefox: it starts, takes keys, and a recording comes out equal (make test-web-browser)."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.web.firefox import LONGEST_WAIT, Firefox, find_firefox, firefox
from tests.web.pages import IS_READY, export_pages, served

pytestmark = [
    pytest.mark.browser,
    pytest.mark.web,
    pytest.mark.skipif(find_firefox() is None, reason="Firefox is not installed"),
]
ENTER = "\ue007"


def words(browser: Firefox) -> str:
    """Return what the game has said."""
    return str(browser.evaluate("document.getElementById('words').textContent"))


def until_answer(browser: Firefox, answer: str, *keys: str) -> None:
    """Press keys, again and again, until the game says something."""
    end = time.monotonic() + LONGEST_WAIT
    while answer not in words(browser):
        assert time.monotonic() < end, f"never said: {answer}; only {words(browser)!r}"
        for key in keys:
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
