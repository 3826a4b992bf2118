"""A game is data, whatever it does: hostile games, foreign scripts, and machines that hang, in Chromium."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.own_games.building import GameBuilder
from tests.own_games.hostile import GAMES
from tests.reporting.chromium import find_chromium
from tests.web.pages import Visitor, export_page

pytestmark = [
    pytest.mark.browser,
    pytest.mark.web,
    pytest.mark.skipif(find_chromium() is None, reason="Chromium is not installed"),
]
INJECTED = """<img src="data:," onerror="window.ran = 1"><script>window.ran = 2</script>
<script src="data:text/javascript,window.ran=3"></script><script type="module" src="data:text/javascript,window.ran=4">
</script><a id="link" href="javascript:window.ran=5">link</a></body>"""
"""What somebody could put into a page who could put anything there."""


def ran(visitor: Visitor) -> object:
    """Return what a foreign script has left behind."""
    return visitor.browser.evaluate("window.ran ?? null")


def answer_while_playing(visitor: Visitor) -> int:
    """Wait until the machine has played on; return its beats."""
    beats = visitor.ask("ping")
    assert isinstance(beats, int)
    visitor.browser.until(f"agi.ask('ping').then((beats) => beats > {beats})")
    found = visitor.ask("ping")
    assert isinstance(found, int)
    return found


@pytest.mark.parametrize("page", ["lamp/index.html", "lamp.html"])
def test_no_script_runs_but_what_the_page_was_exported_with(visitor: Visitor, site: Path, host: str, page: str) -> None:
    changed = (site / page).with_name("changed.html")
    changed.write_text((site / page).read_text().replace("</body>", INJECTED))
    visitor.open(changed.as_uri() if page == "lamp.html" else f"{host}/lamp/changed.html")
    visitor.browser.evaluate("document.getElementById('link').click()")
    visitor.browser.evaluate(
        "(() => { const made = document.createElement('div'); made.innerHTML = '<img src=x onerror=\"ran = 6\">';"
        " document.body.append(made); })()"
    )
    reports = [each for each in visitor.browser.complaints() if "Content Security Policy" in each]
    assert len(reports) >= len(("image", "inline", "data", "module", "link"))
    assert ran(visitor) is None


def test_nothing_is_fetched_from_elsewhere(visitor: Visitor, host: str) -> None:
    visitor.open(f"{host}/lamp/index.html")
    error = visitor.browser.evaluate("fetch('https://example.invalid/').then(() => '', (error) => error.name)")
    assert error == "TypeError"


@pytest.mark.parametrize(
    "name", ["nothing", "messages", "fills of both planes", "a crowd that grows and seeks a place"]
)
def test_a_hostile_game_leaves_its_page_alive(
    visitor: Visitor, site: Path, host: str, root: Path, build_game: GameBuilder, name: str
) -> None:
    slug = name.replace(" ", "-")
    export_page(root, site / slug, game=GAMES[name](build_game))
    visitor.open(f"{host}/{slug}/index.html")
    answer_while_playing(visitor)
    visitor.click("letters-open")
    visitor.browser.until("document.querySelectorAll('#letters button').length > 50")
    answer_while_playing(visitor)
    visitor.click("pause")
    beats = visitor.ask("ping")
    visitor.browser.evaluate("new Promise((resolve) => setTimeout(resolve, 300))")
    assert visitor.ask("ping") == beats
    assert visitor.browser.evaluate("document.getElementById('cover').hidden")


@pytest.mark.parametrize("page", ["lamp/index.html", "lamp.html"])
def test_a_machine_that_hangs_is_ended_and_the_page_says_so(visitor: Visitor, site: Path, host: str, page: str) -> None:
    visitor.open((site / page).as_uri() if page == "lamp.html" else f"{host}/{page}")
    visitor.hang()
    visitor.until_text("message", "The game has stopped: it does not answer any more.")
    visitor.browser.until_told("Target.detachedFromTarget")
