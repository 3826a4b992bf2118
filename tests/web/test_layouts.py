"""The page on phones and in the frames of a host of games: what fills the window, what fingers hit, a whole game.

With AGI_EMU_SCREENSHOTS the pictures taken on the way are kept in that folder.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.reporting.chromium import chromium, find_chromium
from tests.web.firefox import find_firefox, firefox

LONGEST_WAIT = 60.0
PAGE = "lamp/index.html"
SMALLEST = 44
"""Dots of the page that a finger needs, either way."""
FRAME = (
    '<!doctype html><link rel="icon" href="data:,"><body style="margin:0">'
    '<iframe width="{}" height="{}" style="border:0" src="{}"></iframe>'
)
INSIDE = "(document.querySelector('iframe')?.contentWindow ?? window)"

pytestmark = [pytest.mark.browser, pytest.mark.web]


@dataclass(frozen=True)
class Layout:
    """A window for the page."""

    width: int
    height: int
    dots: float = 1.0
    is_phone: bool = False

    @property
    def name(self) -> str:
        return f"{self.width}x{self.height}"


LAYOUTS = [Layout(390, 844, 3, True), Layout(844, 390, 3, True), Layout(640, 480), Layout(960, 720)]


class Page:
    """The page in one of the layouts, in either browser; phones are only emulated in Chromium."""

    def __init__(
        self, layout: Layout, evaluate: Callable[[str], Any], screenshot: Callable[[], bytes], name: str
    ) -> None:
        self.layout = layout
        self.evaluate = lambda code: evaluate(
            f"((page, find) => {code})({INSIDE}, (id) => {INSIDE}.document.getElementById(id))"
        )
        self._screenshot = screenshot
        self._name = name

    def until(self, condition: str) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + LONGEST_WAIT
        while not self.evaluate(condition):
            assert time.monotonic() < end, f"never came true: {condition}"
            time.sleep(0.05)

    def click(self, name: str) -> None:
        """Click an element by its name."""
        self.evaluate(f"find('{name}').click()")

    def letters(self, text: str) -> None:
        """Type on the screen."""
        for letter in text:
            label = {" ": "Space", "\n": "Enter", "\x1b": "Esc"}.get(letter, letter)
            keys = "[...find('letters').querySelectorAll('button')]"
            self.evaluate(f"{keys}.find((each) => each.textContent === '{label}').click()")

    def box(self, name: str) -> dict[str, float]:
        """Return where an element is."""
        found: dict[str, float] = json.loads(self.evaluate(f"JSON.stringify(find('{name}').getBoundingClientRect())"))
        return found

    def keep(self, what: str) -> None:
        """Keep a screenshot if somebody wants to look."""
        if folder := os.environ.get("AGI_EMU_SCREENSHOTS"):
            (Path(folder) / f"{self._name}-{self.layout.name}-{what}.png").write_bytes(self._screenshot())


def framed(site: Path, layout: Layout) -> str:
    """Write a page of another kind, with ours in a frame; return its name."""
    name = f"frame-{layout.name}.html"
    (site / name).write_text(FRAME.format(layout.width, layout.height, PAGE))
    return name


@contextmanager
def in_chromium(layout: Layout, site: Path, host: str, folder: Path) -> Iterator[Page]:
    with chromium(folder) as browser:
        size = {"width": layout.width, "height": layout.height, "deviceScaleFactor": layout.dots}
        browser.call("Emulation.setDeviceMetricsOverride", **size, mobile=layout.is_phone)
        browser.call("Emulation.setTouchEmulationEnabled", enabled=layout.is_phone)
        browser.call("Page.navigate", url=f"{host}/{PAGE if layout.is_phone else framed(site, layout)}")
        page = Page(layout, browser.evaluate, browser.screenshot, "chromium")
        page.until("page.document.readyState === 'complete'")
        yield page
        assert [each for each in browser.complaints() if not each.startswith(host)] == []


@contextmanager
def in_firefox(layout: Layout, site: Path, host: str, folder: Path) -> Iterator[Page]:
    folder.mkdir()
    with firefox(folder) as browser:
        browser.visit(f"{host}/{framed(site, layout)}")
        yield Page(layout, browser.evaluate, browser.screenshot, "firefox")


BROWSERS = [
    pytest.param(in_chromium, marks=pytest.mark.skipif(find_chromium() is None, reason="Chromium is not installed")),
    pytest.param(in_firefox, marks=pytest.mark.skipif(find_firefox() is None, reason="Firefox is not installed")),
]


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
@pytest.mark.parametrize("opened", BROWSERS)
def test_a_game_is_played_from_its_title_to_a_restored_save(
    opened: Any, layout: Layout, site: Path, host: str, tmp_path: Path
) -> None:
    with opened(layout, site, host, tmp_path / "profile") as page:
        page.until("find('begin') && !find('begin').hidden")
        page.keep("title")
        page.evaluate("find('room').click()")
        page.until("find('cover').hidden")
        page.until("/Press any key/.test(find('words').textContent)")
        fills(page)
        page.keep("begun")

        if page.layout.width > page.layout.height:
            page.click("menu-open")
            page.keep("bar")
        page.click("letters-open")
        page.until("find('letters').childElementCount > 3")
        fingers_hit(page, "#bar button, #letters button, #menu-open")
        page.letters("\n")
        page.until("/Candle Quay/.test(find('words').textContent)")
        page.letters("\n")
        page.letters("loo")
        time.sleep(0.5)
        page.keep("letters")
        page.letters("k\n")
        page.until("/Barnaby/.test(find('words').textContent)")
        page.keep("answer")
        page.letters("\n\x1b")
        time.sleep(0.5)
        page.keep("game-menu")
        page.letters("\x1b")
        page.click("letters-open")
        page.until("find('letters').hidden")
        fills(page)

        page.evaluate("find('player').classList.contains('menu') || find('menu-open').click()")
        fingers_hit(page, "#bar button, #bar label")
        page.click("moments-open")
        page.click("save")
        page.until("find('moments-list').childElementCount === 1")
        time.sleep(0.3)
        page.keep("saves")
        page.evaluate("find('moments-list').querySelector('button').click()")
        page.until("find('moments').hidden && find('notice').textContent === 'The game is exactly as it was.'")
        page.keep("restored")


def fills(page: Page) -> None:
    """Assert that the picture is as wide, or as high, as the window, to a dot of the display."""
    layout = page.layout
    shown = "find('screen').getBoundingClientRect()"
    page.until(f"Math.max({shown}.width / {layout.width}, {shown}.height / {layout.height}) > 0.995")
    box = page.box("screen")
    assert box["top"] >= -0.5
    assert box["top"] + box["height"] <= layout.height + 0.5
    assert box["width"] / box["height"] == pytest.approx(4 / 3, rel=0.01)
    assert box["left"] >= -0.5
    assert box["left"] + box["width"] <= layout.width + 0.5


def fingers_hit(page: Page, selector: str) -> None:
    """Assert that what is seen of some controls is large enough, inside of the window, and apart from all others."""
    boxes = json.loads(
        page.evaluate(
            f"JSON.stringify([...page.document.querySelectorAll('{selector}')].filter((each) => each.checkVisibility())"
            ".map((each) => [each.textContent, each.getBoundingClientRect()]))"
        )
    )
    assert len(boxes) > 3
    small = [name for name, box in boxes if min(box["width"], box["height"]) < SMALLEST - 0.01]
    assert small == []
    outside = [name for name, box in boxes if box["left"] < -0.5 or box["right"] > page.layout.width + 0.5]
    assert outside == []
    assert [name for name, box in boxes if box["bottom"] > page.layout.height + 0.5] == []


def test_look_tube_and_volume_are_remembered(site: Path, host: str, tmp_path: Path) -> None:
    layout = Layout(390, 844, 3, True)
    for visit in range(2):
        with in_chromium(layout, site, host, tmp_path / "profile") as page:
            page.until("find('begin') && !find('begin').hidden")
            if visit:
                kept = "[find('look').value, find('tube').checked, find('volume').value, page.agi.screen.isTube].join()"
                assert page.evaluate(kept) == "amiga,true,40,true"
            for name, part, value in (
                ("look", "value", "'amiga'"),
                ("tube", "checked", "true"),
                ("volume", "value", "40"),
            ):
                page.evaluate(
                    f"(find('{name}').{part} = {value}, find('{name}').dispatchEvent(new page.Event('change')))"
                )
            time.sleep(0.5)
