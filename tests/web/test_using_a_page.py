"""Everything that a person can do in a page, in Chromium: keys of all kinds, mouse, fingers, buttons, files."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from agi_emu.data import demo_path
from agi_emu.resources.game import open_game
from agi_emu.state.files.state_file import looks_like_state
from agi_emu.state.savegames.savegame import parse
from tests.reporting.chromium import find_chromium
from tests.web.pages import SHIFT, Visitor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.web,
    pytest.mark.skipif(find_chromium() is None, reason="Chromium is not installed"),
]
FOCUSED = "document.activeElement.id"


@pytest.fixture
def ashore(visitor: Visitor, host: str) -> Visitor:
    """Somebody on the quay of the demo game."""
    visitor.open(f"{host}/lamp/index.html")
    visitor.go_ashore()
    return visitor


def answers(visitor: Visitor) -> int:
    """Return how often the game has answered "look"."""
    return len(re.findall("Barnaby", visitor.text("words")))


def until_answers(visitor: Visitor, count: int) -> None:
    """Wait until the game has answered so often, and close the message."""
    visitor.browser.until(f"(document.getElementById('words').textContent.match(/Barnaby/g) ?? []).length === {count}")
    visitor.press("Enter")


def played(visitor: Visitor) -> int:
    """Return the seconds on the game's clock."""
    words = str(visitor.browser.evaluate("agi.ask('save', 'here').then((data) => agi.ask('describe', data))"))
    found = re.search(r"(\d+):(\d+) played", words)
    assert found, words
    return 60 * int(found[1]) + int(found[2])


def test_altgr_dead_keys_and_capitals_type_what_they_say(ashore: Visitor) -> None:
    # As AltGr does on Linux: the letter is not the one of the key's place.
    for letter in "look":
        ashore.key(letter, "KeyZ", text=letter)
    ashore.press("Enter")
    until_answers(ashore, 1)
    for letter in "loo":
        ashore.press(letter)
    ashore.key("Dead", "BracketLeft")
    ashore.key("k", "KeyK", text="k")
    ashore.press("Enter")
    until_answers(ashore, 2)
    for letter in "LOOK":
        ashore.key(letter, f"Key{letter}", modifiers=SHIFT, text=letter)
    ashore.press("Enter")
    until_answers(ashore, 3)


def test_looks_and_the_picture_tube_change_what_is_seen(ashore: Visitor) -> None:
    browser = ashore.browser
    seen = "agi.screen.canvas.getContext('2d').getImageData(8, 4, 40, 40).data.join()"
    browser.evaluate("document.getElementById('pause').click()")
    plain = browser.evaluate(seen)
    browser.evaluate("document.getElementById('tube').click()")
    soft = browser.evaluate(seen)
    assert soft != plain
    browser.evaluate("document.getElementById('tube').click()")
    assert browser.evaluate(seen) == plain
    digest = browser.evaluate("agi.screen.digest()")
    for look in ("amiga", "plain"):
        browser.evaluate(
            "(() => { const list = document.getElementById('look');"
            f" list.value = '{look}'; list.dispatchEvent(new Event('change')); }})()"
        )
        browser.until(f"agi.screen.digest() {'===' if look == 'plain' else '!=='} {digest}")


def test_an_input_method_keeps_its_keys_for_itself(ashore: Visitor) -> None:
    ashore.browser.call("Input.imeSetComposition", text="lo", selectionStart=2, selectionEnd=2)
    # Enter chooses a word of the input method: no line goes to the game.
    ashore.key("Process", "Enter", number=229)
    ashore.browser.call("Input.imeSetComposition", text="look", selectionStart=4, selectionEnd=4)
    ashore.browser.call("Input.insertText", text="look")
    assert answers(ashore) == 0
    ashore.press("Enter")
    until_answers(ashore, 1)


def test_control_and_function_keys_reach_the_game_and_those_of_the_browser_do_not(ashore: Visitor) -> None:
    ashore.press("F5")
    ashore.until_text("words", "select the slot")
    ashore.press("Escape")
    prevented = (
        "((key, more) => !document.getElementById('keys').dispatchEvent("
        "new KeyboardEvent('keydown', { key, code: key, cancelable: true, ...more })))"
    )
    assert ashore.browser.evaluate(f"['F1', 'F5', 'F10', 'ArrowUp', 'Tab'].every({prevented.replace('more', '_')})")
    assert not ashore.browser.evaluate(f"['F11', 'F12'].some({prevented.replace('more', '_')})")
    assert not ashore.browser.evaluate(f"{prevented}('I', {{ ctrlKey: true, shiftKey: true }})")
    # AltGr makes characters; Windows reports it with Ctrl and Alt.
    assert not ashore.browser.evaluate(f"{prevented}('@', {{ ctrlKey: true, altKey: true, modifierAltGraph: true }})")
    assert not ashore.browser.evaluate(f"{prevented}('@', {{ modifierAltGraph: true }})")
    assert ashore.browser.evaluate(f"{prevented}('q', {{ altKey: true }}) && {prevented}('q', {{ ctrlKey: true }})")


def test_the_page_can_be_used_with_keys_alone(ashore: Visitor) -> None:
    ashore.key("Tab", "Tab", modifiers=SHIFT, number=9)
    assert ashore.browser.evaluate(FOCUSED) == "pause"
    names = []
    for _ in range(7):
        ashore.key("Tab", "Tab", number=9)
        names.append(ashore.browser.evaluate(FOCUSED))
    assert names == ["back", "moments-open", "letters-open", "speed", "volume", "look", "tube"]
    for _ in range(7):
        ashore.key("Tab", "Tab", modifiers=SHIFT, number=9)
    ashore.key(" ", "Space", text=" ", number=32)
    assert ashore.text("pause") == "Continue"
    assert ashore.browser.evaluate(FOCUSED) == "keys"


def test_the_screen_reader_hears_each_text_once(ashore: Visitor) -> None:
    ashore.press(*"look", "Enter")
    until_answers(ashore, 1)
    nodes = ashore.browser.call("Accessibility.getFullAXTree")["nodes"]
    logs = [node for node in nodes if node.get("role", {}).get("value") == "log"]
    assert [node["name"]["value"] for node in logs] == ["Words of the game"]
    live = {each["name"]: each["value"]["value"] for each in logs[0]["properties"] if each["name"] == "live"}
    assert live == {"live": "polite"}
    fields = [node for node in nodes if node.get("role", {}).get("value") == "textbox"]
    assert any(node["name"]["value"].startswith("The game.") for node in fields)
    unnamed = [
        node
        for node in nodes
        if node.get("role", {}).get("value") in ("button", "slider", "combobox") and not node["name"]["value"]
    ]
    assert unnamed == []
    assert answers(ashore) == 1


def test_holding_rewind_goes_back_and_letting_go_plays_on(ashore: Visitor) -> None:
    ashore.browser.until("agi.ask('ping').then((beats) => beats > 600)")
    before = played(ashore)
    assert before >= 4
    ashore.mouse("back", "mousePressed")
    ashore.browser.evaluate("new Promise((resolve) => setTimeout(resolve, 1500))")
    ashore.click("pause")
    after = played(ashore)
    assert after < before
    ashore.mouse("back", "mouseReleased")
    ashore.click("pause")
    ashore.browser.until("agi.ask('ping').then((beats) => beats > 700)")
    assert played(ashore) >= after


def test_volume_and_speed(visitor: Visitor, host: str) -> None:
    visitor.browser.visit(f"{host}/lamp/index.html")
    visitor.browser.until("!document.getElementById('begin').hidden")
    visitor.choose("volume", "0")
    visitor.click("begin")
    visitor.browser.until("agi.heard()?.blocks > 400")
    assert visitor.browser.evaluate("agi.heard().peak") == 0
    visitor.choose("volume", "100")
    visitor.browser.until("agi.heard().peak > 0.01")
    rate = (
        "agi.ask('ping').then(async (first) => { const begun = performance.now();"
        " await new Promise((resolve) => setTimeout(resolve, 1500));"
        " return 1000 * (await agi.ask('ping') - first) / (performance.now() - begun); })"
    )
    visitor.choose("speed", "0.25")
    slow = visitor.browser.evaluate(rate)
    visitor.choose("speed", "8")
    fast = visitor.browser.evaluate(rate)
    assert slow < 60 < fast


def test_full_screen_is_larger_and_ends(ashore: Visitor) -> None:
    # Headless browsers have no screen to fill, but grant the request.
    ashore.click("full")
    ashore.browser.until("document.fullscreenElement === document.documentElement")
    assert ashore.browser.evaluate(FOCUSED) == "keys"
    ashore.press(*"look", "Enter")
    until_answers(ashore, 1)
    ashore.browser.evaluate("document.exitFullscreen()")
    ashore.browser.until("document.fullscreenElement === null")


def test_the_right_button_and_a_long_touch_press_escape(ashore: Visitor) -> None:
    x, y = ashore.place("screen", 0.5, 0.5)
    for kind in ("mousePressed", "mouseReleased"):
        ashore.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="right", clickCount=1)
    ashore.until_text("words", "Game: About")
    ashore.press("Escape")
    count = "document.getElementById('words').textContent.match(/Game: About/g).length"
    seen = ashore.browser.evaluate(count)
    ashore.browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    ashore.browser.until(f"{count} > {seen}")
    ashore.browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def test_saves_are_downloaded_and_uploaded_in_both_formats(ashore: Visitor, tmp_path: Path) -> None:
    ashore.press("F5")
    for answer, keys in (
        ("select the slot", ["Enter"]),
        ("describe this saved game", [*"first", "Enter"]),
        ("About to save", ["Enter"]),
    ):
        ashore.until_text("words", answer)
        ashore.press(*keys)
    ashore.browser.until("agi.ask('diskFiles').then((names) => names.join() === 'LAMPSG.1')")
    ashore.click("moments-open")
    ashore.click("save")
    ashore.until_text("moments-list", "room 2")
    ashore.click("moments-open")
    ashore.click("moments-open")
    ashore.until_text("disk-list", "LAMPSG.1")
    state = ashore.download("#moments-list [aria-label^='Download']", tmp_path, "moment.agistate")
    savegame = ashore.download("#disk-list [aria-label^='Download']", tmp_path, "LAMPSG.1")
    assert looks_like_state(state.read_bytes())
    assert parse(savegame.read_bytes()).description.startswith(b"first")
    ashore.click("restart")
    ashore.until_text("notice", "started again")
    ashore.upload(state)
    ashore.until_text("notice", "The game is exactly as it was.")
    assert played(ashore) > 0
    ashore.click("restart")
    ashore.until_text("notice", "started again")
    ashore.upload(savegame)
    ashore.until_text("notice", "loaded")
    other = tmp_path / "other.txt"
    other.write_text("no save")
    ashore.upload(other)
    ashore.browser.until("!/loaded|started|exactly/.test(document.getElementById('notice').textContent)")
    assert ashore.text("notice")


def test_letters_on_the_screen_offer_the_words_of_the_game(ashore: Visitor) -> None:
    ashore.click("letters-open")
    ashore.browser.until("document.querySelectorAll('#letters button').length > 50")
    ashore.letter("l")
    offered: Any = ashore.browser.evaluate(
        "[...document.querySelector('#letters div').children].map((each) => each.textContent)"
    )
    words = sorted(word for word in open_game(demo_path()).words if word.startswith("l"))
    assert offered == words[:12]
    ashore.letter("a")
    for label in ("Erase", "o", "look", "Enter"):
        ashore.letter(label)
    until_answers(ashore, 1)
    ashore.letter("F5")
    ashore.until_text("words", "select the slot")
    ashore.letter("Esc")
