"""Exported pages on a web host of this computer, and how a person uses them."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from click.testing import CliRunner

from agi_emu import cli
from agi_emu.data import demo_path
from tests.reporting.chromium import LONGEST_WAIT, Browser

IS_READY = "!document.getElementById('begin').hidden || /stopped/.test(document.getElementById('message').textContent)"
CODES = {"Enter": 13, "Escape": 27, "F5": 116, "F7": 118, "ArrowRight": 39, "ArrowLeft": 37}
"""Numbers of keys that are no letters."""
SHIFT = 8
"""A modifier as the protocol of Chromium has it."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder as any static host would; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def runtime_wheel(root: Path) -> Path:
    """Return the runtime that `make web` has built."""
    (wheel,) = (root / "dist").glob("agi_emu_web-*.whl")
    return wheel


def export_page(root: Path, target: Path, *options: str, game: Path | None = None) -> None:
    """Export a game, the demo game if none is given."""
    runtime = runtime_wheel(root)
    words = ["export", str(game or demo_path()), "-o", str(target), "--runtime", str(runtime), *options]
    result = CliRunner().invoke(cli.verbs, words)
    assert result.exit_code == 0, result.output


def export_pages(root: Path, folder: Path) -> None:
    """Export the demo game as a page, as one that replays a recording, and in one file."""
    export_page(root, folder / "lamp")
    export_page(root, folder / "replay", "--recording", str(root / "tests" / "replay" / "the-last-lamp.agirec"))
    export_page(root, folder / "lamp.html", "--single-file")


class Visitor:
    """Somebody at a page in Chromium."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def open(self, url: str) -> None:
        """Open a page and begin to play."""
        self.browser.visit(url, width=1000, height=800)
        self.browser.until(IS_READY)
        assert not self.browser.evaluate("document.getElementById('begin').hidden"), self.text("message")
        self.click("begin")

    def click(self, name: str) -> None:
        """Click a button, as a person does: sound and full screen ask for that."""
        expression = f"document.getElementById('{name}').click()"
        self.browser.call("Runtime.evaluate", expression=expression, userGesture=True)

    def focus(self) -> None:
        """Give the game the keyboard."""
        self.browser.evaluate("document.getElementById('keys').focus()")

    def press(self, *names: str) -> None:
        """Press keys: letters, or names as JavaScript has them."""
        for name in names:
            number = CODES.get(name, ord(name[0].upper()))
            code = name if name in CODES else "Space" if name == " " else f"Key{name.upper()}"
            text = {"text": "\r"} if name == "Enter" else {} if name in CODES else {"text": name}
            given = {"key": name, "code": code, "windowsVirtualKeyCode": number}
            self.browser.call("Input.dispatchKeyEvent", type="keyDown", **given, **text)
            self.browser.call("Input.dispatchKeyEvent", type="keyUp", **given)

    def key(self, key: str, code: str, *, modifiers: int = 0, text: str = "", number: int = 0) -> None:
        """Press and release a key, given all that a browser says of it."""
        given = {"key": key, "code": code, "modifiers": modifiers, "windowsVirtualKeyCode": number}
        down = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown"}
        self.browser.call("Input.dispatchKeyEvent", **down, **given)
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", **given)

    def place(self, name: str, across: float, down: float) -> tuple[float, float]:
        """Return a place in an element, in parts of its width and height."""
        box = json.loads(
            self.browser.evaluate(f"JSON.stringify(document.getElementById('{name}').getBoundingClientRect())")
        )
        return box["left"] + across * box["width"], box["top"] + down * box["height"]

    def mouse(self, name: str, kind: str) -> None:
        """Move the mouse to an element, then press or release its button."""
        x, y = self.place(name, 0.5, 0.5)
        self.browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        self.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def choose(self, name: str, value: str) -> None:
        """Set a slider or a list."""
        self.browser.evaluate(
            f"((field) => {{ field.value = {json.dumps(value)}; for (const kind of ['input', 'change'])"
            f" field.dispatchEvent(new Event(kind)); }})(document.getElementById('{name}'))"
        )

    def letter(self, label: str) -> None:
        """Press a key on the screen."""
        self.browser.evaluate(
            f"[...document.querySelectorAll('#letters button')].find((each) => each.textContent === '{label}').click()"
        )

    def download(self, selector: str, folder: Path, name: str) -> Path:
        """Click what downloads a file; return its path."""
        self.browser.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
        self.browser.evaluate(f"document.querySelector({json.dumps(selector)}).click()")
        end = time.monotonic() + LONGEST_WAIT
        while not (folder / name).exists():
            assert time.monotonic() < end, f"{name} is never downloaded"
            time.sleep(0.1)
        return folder / name

    def upload(self, path: Path) -> None:
        """Give the page a file, as its file dialog does."""
        document = self.browser.call("DOM.getDocument")["root"]["nodeId"]
        field = self.browser.call("DOM.querySelector", nodeId=document, selector="#upload")["nodeId"]
        self.browser.call("DOM.setFileInputFiles", files=[str(path)], nodeId=field)

    def text(self, name: str) -> str:
        """Return the text of an element."""
        return str(self.browser.evaluate(f"document.getElementById('{name}').textContent"))

    def ask(self, *given: object) -> object:
        """Return what the machine answers."""
        words = ", ".join(map(json.dumps, given))
        return json.loads(self.browser.evaluate(f"agi.ask({words}).then((value) => JSON.stringify(value ?? null))"))

    def until_text(self, name: str, words: str) -> None:
        """Wait until an element says something."""
        self.browser.until(
            f"document.getElementById('{name}').textContent.replace(/\\s+/g, ' ').includes({json.dumps(words)})"
        )

    def until_answer(self, words: str, *keys: str) -> None:
        """Press keys, again and again, until the game says something: it may have been busy with a picture."""
        end = time.monotonic() + LONGEST_WAIT
        while words not in self.text("words"):
            assert time.monotonic() < end, f"never said: {words}; only {self.text('words')!r}"
            self.press(*keys)
            time.sleep(1)

    def go_ashore(self) -> None:
        """Leave the title of the demo game and close its first message."""
        self.until_text("words", "Press any key")
        self.until_answer("Candle Quay", "Enter")
        self.press("Enter")
        time.sleep(0.5)

    def hang(self) -> None:
        """Let the worker of the machine do something that has no end."""
        self.browser.call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
        self.browser.until_told("Target.attachedToTarget")
        attached = [each["params"] for each in self.browser.events if each.get("method") == "Target.attachedToTarget"]
        (worker,) = [each["sessionId"] for each in attached if each["targetInfo"]["type"] == "worker"]
        self.browser.call("Runtime.evaluate", session=worker, expression="setTimeout(() => { for (;;); })")
