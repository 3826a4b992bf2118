"""A report that plays both games, in Chromium, from the disk: as a folder and as one file (make test-web-browser)."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from agi_emu import cli
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Playback
from agi_emu.resources.game import open_game
from tests.reporting.changed_demo import ChangedDemo, make_changed_demo, write_orphan
from tests.reporting.chromium import Browser, find_chromium
from tests.web.pages import Visitor, runtime_wheel

pytestmark = [
    pytest.mark.browser,
    pytest.mark.web,
    pytest.mark.skipif(find_chromium() is None, reason="Chromium is not installed"),
]


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> ChangedDemo:
    return make_changed_demo(tmp_path_factory.mktemp("live"))


def write_report(root: Path, changed: ChangedDemo, folder: str, *words: str, name: str = "quay.agirec") -> Path:
    """Compare a recording that differs; return the page with its pictures."""
    options = ["--game", "changed", "--report", folder, "--live", "--runtime", str(runtime_wheel(root)), *words]
    with chdir(changed.quay.parent):
        result = CliRunner().invoke(cli.verbs, ["compare", name, *options])
    assert result.exit_code == 1, result.output
    (live,) = (path for path in (changed.quay.parent / folder).glob("*.html") if 'class="live' in path.read_text())
    return live


def in_frame(browser: Browser, expression: str) -> Any:
    """Return the value of an expression in the frame of the page, None before it is there."""
    where: dict[str, Any] = {}
    for event in browser.events:
        method, parameters = event.get("method"), event.get("params", {})
        if method == "Runtime.executionContextCreated" and not where.get("session"):
            where = {"contextId": parameters["context"]["id"]}
        elif method == "Target.attachedToTarget" and parameters["targetInfo"]["type"] == "iframe":
            # A page that is packed in another is a target of its own.
            where = {"session": parameters["sessionId"]}
    guarded = f"typeof agi === 'undefined' ? null : ({expression})"
    result = browser.call("Runtime.evaluate", expression=guarded, returnByValue=True, awaitPromise=True, **where)
    return result["result"].get("value")


def until_in_frame(browser: Browser, expression: str) -> None:
    """Wait until an expression in the frame is true."""
    for _ in range(600):
        if in_frame(browser, expression):
            return
        browser.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")
    raise AssertionError(f"never came true: {expression}")


def open_live(browser: Browser, page: Path) -> None:
    """Open a report from the disk, and the player in it."""
    browser.visit(page.as_uri(), width=1400, height=1000)
    browser.call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
    browser.evaluate("document.querySelector('.recordings a')?.click()")
    browser.evaluate("document.querySelector('.live button').click()")


def differing_pixels(changed: ChangedDemo, tick: int) -> int:
    """Return how many pixels of both machines differ, each played alone."""
    recording = Recording.load(changed.quay)
    frames = []
    for path in (changed.quay.parent / recording.head.path, changed.game):
        play = Playback(open_game(path), recording)
        play.run(until_tick=tick)
        frames.append(play.machine.frame.pixels)
    return sum(one != other for one, other in zip(*frames, strict=True))


@pytest.mark.parametrize("words", [(), ("--single-file",)], ids=["folder", "one file"])
def test_expected_and_actual_play_side_by_side(
    root: Path, visitor: Visitor, changed: ChangedDemo, words: tuple[str, ...]
) -> None:
    browser = visitor.browser
    open_live(browser, write_report(root, changed, f"report{len(words)}", *words))
    until_in_frame(browser, "agi.status().tick === 13")
    assert in_frame(browser, "document.getElementById('differs').textContent") == "Differs in sound."
    assert in_frame(browser, "agi.differing()") == 0
    tick = 100
    browser.evaluate(f"[...document.querySelectorAll('.go-live')].at(-1).dataset.tick = {tick}")
    browser.evaluate("[...document.querySelectorAll('.go-live')].at(-1).click()")
    until_in_frame(browser, f"agi.status().tick === {tick}")
    count = differing_pixels(changed, tick)
    assert count > 0
    until_in_frame(browser, f"agi.differing() === {count}")
    assert "frame" in in_frame(browser, "document.getElementById('differs').textContent")
    in_frame(browser, "document.getElementById('pause').click()")
    until_in_frame(browser, f"agi.status().tick > {tick + 5}")
    in_frame(browser, "document.getElementById('before').click()")
    until_in_frame(browser, "agi.status().tick === 42")
    in_frame(browser, "document.getElementById('show-state').click()")
    until_in_frame(browser, "document.getElementById('state').textContent !== ''")
    assert browser.complaints() == []


def test_without_the_recorded_game_the_actual_one_plays_and_the_page_says_so(
    root: Path, visitor: Visitor, changed: ChangedDemo
) -> None:
    write_orphan(changed, changed.quay.with_name("orphan.agirec"))
    open_live(visitor.browser, write_report(root, changed, "orphaned", name="orphan.agirec"))
    until_in_frame(visitor.browser, "agi.status().tick === 13")
    hidden = "['expected-side', 'marked-side', 'unknown'].map((id) => document.getElementById(id).hidden)"
    assert in_frame(visitor.browser, hidden) == [True, True, False]
    in_frame(visitor.browser, "document.getElementById('next').click()")
    until_in_frame(visitor.browser, "agi.status().tick === 41")
    assert in_frame(visitor.browser, "document.getElementById('differs').textContent") == "Differs in state."
    assert visitor.browser.complaints() == []
