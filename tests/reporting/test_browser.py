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


def place(browser: Browser, recording: int, moment: int = 0) -> str:
    """Return the id of a recording of the open page, or of one of its moments, both counted from 1."""
    section = f"[...document.querySelectorAll('section.recording')][{recording - 1}]"
    inside = f".querySelectorAll('.moment')[{moment - 1}]" if moment else ""
    return str(browser.evaluate(f"{section}{inside}.id"))


def by_id(name: str) -> str:
    """Return a selector of an id, which may hold a slash."""
    return f'[id="{name}"]'


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
    first, second, moment = place(browser, 1), place(browser, 2), place(browser, 1, 3)
    browser.press("Enter")
    browser.until(f"location.hash === '#{first}' && document.getElementById('{first}').checkVisibility()")
    assert (shown(browser, "#list"), shown(browser, "section.recording")) == (0, 1)
    look(browser, "report-recording")
    browser.press("n", "n", "n")
    browser.until(f"document.activeElement.id === '{moment}'")
    assert browser.evaluate("decodeURIComponent(location.hash)") == f"#{moment}"
    look(browser, "report-difference")
    viewer = "document.activeElement.querySelector('.viewer')"
    for key, mode in zip("2341", ("blink", "overlay", "slider", "beside"), strict=True):
        browser.press(key)
        assert browser.evaluate(f"{viewer}.dataset.mode") == mode
        look(browser, f"report-{mode}")
    browser.press("l")
    inside = by_id(moment)
    assert shown(browser, f"{inside} .layer") == 1
    assert browser.evaluate(f"{viewer}.querySelector('.layer.shown').dataset.layer") == "1"
    before = browser.evaluate(f"document.querySelector('{inside} .layer.shown img').width")
    browser.press("+")
    assert browser.evaluate(f"document.querySelector('{inside} .layer.shown img').width") == before + 320
    browser.press("-", "l", "l")
    same = shown(browser, f"{inside} tr.same")
    browser.press("c")
    assert shown(browser, f"{inside} tr.same") > same == 0
    browser.press("c", "j")
    browser.until(f"location.hash === '#{second}'")
    browser.press("Escape")
    browser.until("document.querySelector('#list').checkVisibility()")
    assert browser.complaints() == []


@pytest.mark.parametrize("width", [360, 420, 800, 1400])
@pytest.mark.parametrize("where", [(), (1,), (1, 3)])
def test_nothing_reaches_beyond_the_window(
    browser: Browser, failing_report: Path, width: int, where: tuple[int, ...]
) -> None:
    browser.open(failing_report, width=width)
    if where:
        browser.open(failing_report, f"#{place(browser, *where)}", width=width)
    look(browser, "-".join(["report", str(width), *map(str, where)]))
    assert browser.evaluate("document.documentElement.scrollWidth") <= width


def open_at(browser: Browser, report: Path, recording: int, moment: int = 0) -> str:
    """Open a recording or a moment of a report and return its selector."""
    browser.open(report)
    name = place(browser, recording, moment)
    browser.open(report, f"#{name}")
    return by_id(name)


def test_what_differs_is_shown_first(browser: Browser, failing_report: Path) -> None:
    # The first difference is heard only; of the second, before the picture is shown, only its colours differ.
    open_at(browser, failing_report, 1)
    first, second = (by_id(place(browser, 1, number)) for number in (1, 2))
    order = (
        f"[...document.querySelectorAll('{first} .audio, {first} .viewer')].map(e => e.className.split(' ')[0]).join()"
    )
    assert browser.evaluate(order) == "audio,viewer"
    assert browser.evaluate(f"document.querySelector('{second} .layer.shown').dataset.layer") == "1"
    assert shown(browser, f"{first} figure") == 1
    assert shown(browser, f"{second} figure") == 3


def test_blinking_shows_one_after_the_other(browser: Browser, failing_report: Path) -> None:
    moment = open_at(browser, failing_report, 1, 3)
    browser.press("2")
    seen = f"getComputedStyle(document.querySelector('{moment} .layer.shown .actual')).visibility"
    browser.until(f"{seen} === 'visible'")
    browser.until(f"{seen} === 'hidden'")


def test_the_changed_box_is_enlarged(browser: Browser, failing_report: Path) -> None:
    moment = open_at(browser, failing_report, 1, 3)
    edges = browser.evaluate(f"document.querySelector('{moment} .layer.shown').dataset.edges").split()
    left, top, right, bottom = map(int, edges)
    browser.press("b")
    look(browser, "report-close-up")
    crop = f"document.querySelector('{moment} .layer.shown .expected .crop')"
    width, height = browser.evaluate(f"[{crop}.clientWidth, {crop}.clientHeight]")
    times = browser.evaluate(f"{crop}.querySelector('img').width") / 320
    assert width >= (right - left + 1) * times
    assert height >= (bottom - top + 1) * times
    assert width < 320 * times
    # The pixel under the mouse is that of the whole picture.
    browser.point(f"{moment} .layer.shown .expected .crop", 0.5, 0.5)
    x = int(browser.evaluate(f"document.querySelector('{moment} .pixel').textContent").split()[1])
    assert left - 4 <= x <= right + 4
    browser.press("b")
    assert browser.evaluate(f"{crop}.clientWidth") >= 320
    assert browser.complaints() == []


def test_the_film_can_be_stepped_through(browser: Browser, failing_report: Path) -> None:
    open_at(browser, failing_report, 1)
    film = "document.querySelector('.film')"
    browser.evaluate(f"{film}.open = true")
    first = browser.evaluate(f"{film}.dataset.first")
    browser.until(f"{film}.querySelector('output').textContent === '{first} (differs first)'")
    browser.evaluate(f"{film}.scrollIntoView()")
    look(browser, "report-film")
    picture = f"{film}.querySelector('canvas').toDataURL()"
    before = browser.evaluate(picture)
    slide = f"const s = {film}.querySelector('.scrub'); s.value = 0; s.dispatchEvent(new Event('input'))"
    browser.evaluate(f"(() => {{ {slide}; }})()")
    browser.until(f"!{film}.querySelector('output').textContent.includes('differs')")
    assert browser.evaluate(picture) != before
    assert browser.complaints() == []


def test_many_recordings_are_one_calm_list(browser: Browser, many_report: Path) -> None:
    for scheme in ("light", "dark"):
        browser.media(scheme=scheme)
        browser.open(many_report / "index.html")
        look(browser, f"report-many-{scheme}")
    browser.media()
    rows = ".recordings tbody tr"
    # One broken, three of twelve, one equal.
    assert shown(browser, rows) == 5
    assert "9 more are like those above" in browser.evaluate("document.querySelector('.folded').textContent")
    browser.evaluate("document.querySelector('.groups tbody tr').click()")
    assert shown(browser, rows) == 12
    browser.evaluate("document.querySelector('.groups tbody tr').click()")
    browser.press("/", *"quay11")
    assert shown(browser, rows) == 1
    browser.press("Enter", "Enter")
    browser.until("location.pathname.includes('quay11') && document.readyState === 'complete'")
    assert shown(browser, "section.recording") == 1
    assert browser.evaluate("getComputedStyle(document.querySelector('.note')).borderLeftWidth") == "4px"
    look(browser, "report-many-plain")
    browser.evaluate("document.querySelector('.note a').click()")
    browser.until("document.images.length > 3 && document.readyState === 'complete'")
    assert shown(browser, ".layer") >= 1
    look(browser, "report-many-pictured")
    browser.press("Escape")
    browser.until("location.pathname.endsWith('index.html')")
    assert browser.complaints() == []


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
    moment = open_at(browser, failing_report, 1, 3)
    tick = int(browser.evaluate(f"document.querySelector('{moment} h3').textContent.match(/tick (\\d+)/)[1]"))
    words = browser.evaluate(
        f"document.querySelector('{moment} .layer h4').textContent.match(/first \\((\\d+), (\\d+)\\)/)"
    )
    x, y = int(words[1]), int(words[2])
    values = []
    for path in (demo_path(), changed_demo.game):
        play = Replay(open_game(path), Recording.load(changed_demo.quay))
        play.run(until_tick=tick)
        values.append(int(play.machine.frame.indices[y, x]))
    browser.point(f"{moment} .layer.shown .expected img", (x + 0.5) / 320, (y + 0.5) / 200)
    text = browser.evaluate(f"document.querySelector('{moment} .pixel').textContent")
    assert text.startswith(f"x {x} y {y} expected{values[0]} ")
    assert f" actual{values[1]} " in text
    browser.evaluate(f"document.querySelector('{moment}').focus()")
    browser.press("ArrowRight")
    assert browser.evaluate(f"document.querySelector('{moment} .pixel').textContent").startswith(f"x {x + 1} y {y} ")


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
    moment = open_at(browser, failing_report, 1, 3)
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
    assert shown(browser, f"{moment} .layer") == 3
    look(browser, "report-print")
    browser.media()


def test_a_passing_report_opens(browser: Browser, passing_report: Path) -> None:
    browser.open(passing_report)
    look(browser, "report-passing-list")
    browser.press("Enter")
    browser.until("document.querySelector('section.recording').checkVisibility()")
    look(browser, "report-passing")
    browser.press("n", "p", "1", "2", "l", "c", "a", "+", "-", "k", "j")
    assert browser.complaints() == []
