"""The preview in a real browser: it opens without errors, goes through a drawing, moves, and follows the sources.

With AGI_EMU_SCREENSHOTS the pictures taken on the way are kept in that folder.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import agi_emu
from tests.reporting.chromium import Browser, chromium, find_chromium

pytest.importorskip("aiohttp")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(find_chromium() is None, reason="Chromium is not installed (make test-browser installs it)"),
]
DEMO = Path(agi_emu.__file__).parent / "data" / "demo"
WIDTH, HEIGHT = 1400, 1000
DRAWN = "(() => { const i = document.getElementById('drawn'); return i.complete && i.naturalWidth === 320; })()"
REVISION = "Number(document.body.dataset.revision)"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The sources of our demo game."""
    return Path(shutil.copytree(DEMO, tmp_path / "demo"))


@pytest.fixture
def browser(project: Path, tmp_path: Path) -> Iterator[Browser]:
    """A browser that has opened the preview."""
    command = [sys.executable, "-m", "agi_emu", "preview", str(project), "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(Path(agi_emu.__file__).parents[1])}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as serving:
        assert serving.stdout
        address = serving.stdout.readline().strip()
        try:
            with chromium(tmp_path / "profile") as running:
                size = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
                running.call("Emulation.setDeviceMetricsOverride", **size)
                running.call("Page.navigate", url=address)
                running.until(f"document.body && {REVISION} > 0 && {DRAWN}")
                yield running
                assert [each for each in running.complaints() if not each.startswith(address)] == []
        finally:
            serving.send_signal(signal.SIGINT)


def keep(browser: Browser, name: str) -> None:
    """Keep a screenshot if somebody wants to look."""
    if folder := os.environ.get("AGI_EMU_SCREENSHOTS"):
        (Path(folder) / f"{name}.png").write_bytes(browser.screenshot())


def test_a_picture_is_drawn_step_by_step(browser: Browser) -> None:
    browser.evaluate("document.querySelector('[aria-label=\"show picture 2\"]').click()")
    browser.until("document.getElementById('picture-name').textContent === '2-quay.pic'")
    last = browser.evaluate("document.getElementById('step-text').textContent")
    browser.evaluate("(() => { const s = document.getElementById('step'); s.value = 3; s.oninput(); })()")
    browser.until(f"{DRAWN} && document.getElementById('drawn').src.includes('step=3&')")
    assert browser.evaluate("document.getElementById('step-text').textContent") != last
    browser.evaluate("document.getElementById('control').click()")
    browser.until("!document.getElementById('lines').hidden && document.getElementById('lines').complete")
    browser.evaluate("(() => { const s = document.getElementById('step'); s.value = s.max; s.oninput(); })()")
    browser.until(f"{DRAWN} && document.getElementById('lines').complete")
    keep(browser, "preview-picture")
    browser.evaluate("document.querySelector('[data-layer=priorities]').click()")
    browser.until(f"{DRAWN} && document.getElementById('drawn').src.includes('priorities')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_views_move_and_rooms_are_joined(browser: Browser, scheme: str) -> None:
    browser.media(scheme=scheme)
    browser.evaluate("document.getElementById('views').scrollIntoView()")
    canvas = "document.querySelector('#view-list canvas').toDataURL()"
    browser.until("loops.length > 30")
    first = browser.evaluate(canvas)
    browser.until(f"{canvas} !== {first!r}")
    keep(browser, f"preview-views-{scheme}")
    browser.evaluate("document.getElementById('map').scrollIntoView()")
    assert browser.evaluate("document.querySelectorAll('#map-picture .room').length") == 8
    assert browser.evaluate("document.querySelectorAll('#sound-list audio').length") == 12
    keep(browser, f"preview-rooms-{scheme}")


def test_a_picture_is_zoomed_with_a_grid_and_coordinates(browser: Browser) -> None:
    text = "document.getElementById('under-mouse').textContent"
    browser.point("#drawn", 0.503, 0.503)
    browser.until(f"{text} === '80,84: priority 8 stands here'")
    before = browser.evaluate("document.getElementById('drawn').clientWidth")
    browser.evaluate(
        "(() => { const zoom = document.getElementById('zoom'); zoom.value = 4;"
        " document.getElementById('grid-on').checked = true; zoom.onchange(); })()"
    )
    assert browser.evaluate("document.getElementById('drawn').clientWidth") == 4 * before
    assert browser.evaluate("getComputedStyle(document.getElementById('cells')).backgroundSize").startswith("24px 12px")
    keep(browser, "preview-zoom")


@pytest.mark.parametrize(
    ("name", "text", "selector"),
    [
        ("views/99-key.view", "loop\ncel\n14\n41\n", "[data-view='99']"),
        ("sounds/90-gong.sound", "voice 0\na2:60\n", "[data-sound='90']"),
    ],
)
def test_a_saved_view_or_sound_is_brought_before_the_eyes(
    browser: Browser, project: Path, name: str, text: str, selector: str
) -> None:
    (project / name).write_text(text)
    found = f"document.querySelector({json.dumps(selector)})"
    browser.until(f"{found}?.classList.contains('current')")
    box = f"{found}.getBoundingClientRect()"
    browser.until(f"{box}.top >= 0 && {box}.bottom <= innerHeight + 1")
    keep(browser, f"preview-saved-{name.split('/')[0]}")


def test_a_sound_plays(browser: Browser) -> None:
    assert browser.evaluate(
        "(async () => { const a = document.querySelector('#sound-list audio'); a.load(); a.preload = 'auto';"
        " await new Promise(done => { a.onloadedmetadata = done; a.load(); }); return a.duration; })()"
    ) == pytest.approx(16.6, abs=0.2)


def test_a_save_is_shown_and_a_mistake_is_named(browser: Browser, project: Path) -> None:
    before = browser.evaluate(REVISION)
    source = project / "pictures" / "1-title.pic"
    source.write_text(source.read_text() + "nonsense\n")
    browser.until(f"{REVISION} > {before}")
    assert "1-title.pic:" in browser.evaluate("document.getElementById('problems').textContent")
    keep(browser, "preview-mistake")
    assert browser.evaluate("document.querySelectorAll('#picture-list img').length") == 8
