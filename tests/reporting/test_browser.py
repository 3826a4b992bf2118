"""Reports in a real browser: they open without errors, their views switch, their pixels are the machine's.

With AGI_EMU_SCREENSHOTS the pictures taken on the way are kept in that folder.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from agi_emu.data import demo_path
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.replay import Replay
from agi_emu.resources.game import open_game
from tests.reporting.changed_demo import ChangedDemo
from tests.reporting.chromium import Browser, chromium, find_chromium

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(find_chromium() is None, reason="Chromium is not installed (make test-browser installs it)"),
]

SHOWN = "[...document.querySelectorAll('{}')].filter(e => e.checkVisibility()).length"
KINDS = 16
"""Colours of a screenshot that is not blank, at least."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser, in light colours."""
    with chromium(tmp_path_factory.mktemp("profile")) as running:
        running.media()
        yield running


def shown(browser: Browser, selector: str) -> int:
    """Return how many elements can be seen."""
    return int(browser.evaluate(SHOWN.format(selector)))


def look(browser: Browser, name: str) -> Image.Image:
    """Take a screenshot and keep it if that is asked for."""
    data = browser.screenshot()
    folder = os.environ.get("AGI_EMU_SCREENSHOTS")
    if folder:
        Path(folder, f"{name}.png").write_bytes(data)
    image = Image.open(io.BytesIO(data)).convert("RGB")
    assert len(image.getcolors(1 << 20) or ()) >= KINDS
    return image


def test_a_failing_report_opens_and_its_views_switch(browser: Browser, failing_report: Path) -> None:
    browser.open(failing_report)
    assert shown(browser, "#list") == 1
    assert shown(browser, "section.recording") == 0
    look(browser, "report-list")
    browser.press("Enter")
    browser.until("location.hash === '#r1' && document.querySelector('#r1').checkVisibility()")
    assert (shown(browser, "#list"), shown(browser, "section.recording")) == (0, 1)
    look(browser, "report-recording")
    browser.press("n", "n", "n")
    browser.until("location.hash === '#r1m3' && document.activeElement.id === 'r1m3'")
    look(browser, "report-difference")
    viewer = "document.activeElement.querySelector('.viewer')"
    for key, mode in zip("2341", ("blink", "overlay", "slider", "beside"), strict=True):
        browser.press(key)
        assert browser.evaluate(f"{viewer}.dataset.mode") == mode
        look(browser, f"report-{mode}")
    browser.press("l")
    assert shown(browser, "#r1m3 .layer") == 1
    assert browser.evaluate(f"{viewer}.querySelector('.layer.shown').dataset.layer") == "1"
    before = browser.evaluate("document.querySelector('#r1m3 .layer.shown img').width")
    browser.press("+")
    assert browser.evaluate("document.querySelector('#r1m3 .layer.shown img').width") == before + 320
    browser.press("-", "l", "l")
    same = shown(browser, "#r1m3 tr.same")
    browser.press("c")
    assert shown(browser, "#r1m3 tr.same") > same == 0
    browser.press("c", "j")
    browser.until("location.hash === '#r2'")
    browser.press("Escape")
    browser.until("document.querySelector('#list').checkVisibility()")
    assert browser.complaints() == []


@pytest.mark.parametrize("width", [360, 420, 800, 1400])
@pytest.mark.parametrize("place", ["", "#r1", "#r1m3"])
def test_nothing_reaches_beyond_the_window(browser: Browser, failing_report: Path, width: int, place: str) -> None:
    browser.open(failing_report, place, width=width)
    look(browser, f"report-{width}{place.replace('#', '-')}")
    assert browser.evaluate("document.documentElement.scrollWidth") <= width


def test_what_differs_is_shown_first(browser: Browser, failing_report: Path) -> None:
    # The first difference is heard only; of the second, before the picture is shown, only its colours differ.
    browser.open(failing_report, "#r1")
    order = "[...document.querySelectorAll('#r1m1 .audio, #r1m1 .viewer')].map(e => e.className.split(' ')[0]).join()"
    assert browser.evaluate(order) == "audio,viewer"
    assert browser.evaluate("document.querySelector('#r1m2 .layer.shown').dataset.layer") == "1"
    assert shown(browser, "#r1m1 figure") == 1
    assert shown(browser, "#r1m2 figure") == 3


def test_blinking_shows_one_after_the_other(browser: Browser, failing_report: Path) -> None:
    browser.open(failing_report, "#r1m3")
    browser.press("2")
    seen = "getComputedStyle(document.querySelector('#r1m3 .layer.shown .actual')).visibility"
    browser.until(f"{seen} === 'visible'")
    browser.until(f"{seen} === 'hidden'")


def test_rows_are_filtered_and_found(browser: Browser, failing_report: Path) -> None:
    browser.open(failing_report)
    rows = ".recordings tbody tr"
    assert shown(browser, rows) == 2
    browser.evaluate("document.querySelector('[data-filter=equal]').click()")
    assert shown(browser, rows) == 1
    browser.evaluate("document.querySelector('[data-filter=all]').click()")
    browser.press("/", *"picture 2")
    assert shown(browser, rows) == 1
    browser.press(*"zzz")
    assert (shown(browser, rows), shown(browser, ".none")) == (0, 1)
    assert browser.complaints() == []


def test_pixels_are_read(browser: Browser, failing_report: Path, changed_demo: ChangedDemo) -> None:
    browser.open(failing_report, "#r1m3")
    tick = int(browser.evaluate("document.querySelector('#r1m3 h3').textContent.match(/tick (\\d+)/)[1]"))
    words = browser.evaluate(
        "document.querySelector('#r1m3 .layer h4').textContent.match(/first \\((\\d+), (\\d+)\\)/)"
    )
    x, y = int(words[1]), int(words[2])
    values = []
    for path in (demo_path(), changed_demo.game):
        play = Replay(open_game(path), Recording.load(changed_demo.quay))
        play.run(until_tick=tick)
        values.append(int(play.machine.frame.indices[y, x]))
    browser.point("#r1m3 .layer.shown .expected img", (x + 0.5) / 320, (y + 0.5) / 200)
    text = browser.evaluate("document.querySelector('#r1m3 .pixel').textContent")
    assert text.startswith(f"x {x} y {y} expected{values[0]} ")
    assert f" actual{values[1]} " in text
    browser.evaluate("document.querySelector('#r1m3').focus()")
    browser.press("ArrowRight")
    assert browser.evaluate("document.querySelector('#r1m3 .pixel').textContent").startswith(f"x {x + 1} y {y} ")


def test_all_pictures_and_sounds_are_there(browser: Browser, failing_report: Path) -> None:
    browser.open(failing_report)
    assert browser.evaluate("[...document.images].every(e => e.complete && e.naturalWidth >= 160)")
    durations = browser.evaluate(
        "Promise.all([...document.querySelectorAll('audio')].map(e => new Promise((done, fail) => {"
        " e.onloadedmetadata = () => done(e.duration); e.onerror = () => fail(e.error.message); e.load(); })))"
    )
    assert len(durations) >= 2
    assert all(1 <= each <= 3 for each in durations)
    assert browser.complaints() == []


def test_dark_and_print(browser: Browser, failing_report: Path) -> None:
    browser.open(failing_report, "#r1m3")
    light = look(browser, "report-light").getpixel((2, 2))
    browser.media(scheme="dark")
    dark = look(browser, "report-dark").getpixel((2, 2))
    assert isinstance(light, tuple)
    assert isinstance(dark, tuple)
    assert sum(light) > 600 > 200 > sum(dark)
    browser.media(kind="print")
    assert shown(browser, ".tools") == 0
    # On paper every recording and every layer stands below the other.
    assert shown(browser, "section.recording") == 2
    assert shown(browser, "#r1m3 .layer") == 3
    look(browser, "report-print")
    browser.media()


def test_a_passing_report_opens(browser: Browser, passing_report: Path) -> None:
    browser.open(passing_report)
    look(browser, "report-passing-list")
    browser.press("Enter")
    browser.until("document.querySelector('#r1').checkVisibility()")
    look(browser, "report-passing")
    browser.press("n", "p", "1", "2", "l", "c", "a", "+", "-", "k", "j")
    assert browser.complaints() == []
