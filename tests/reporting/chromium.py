"""Drives Chromium over its debugging pipe (Chrome DevTools Protocol); nothing but the standard library is needed."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
# Chromium reads commands from file 3 and writes answers to file 4.
LAUNCH = (
    "import os, sys; a, b = map(int, sys.argv[1:3]); os.dup2(a, 3); os.dup2(b, 4); os.execv(sys.argv[3], sys.argv[3:])"
)
LONGEST_WAIT = 60.0
CHUNK = 1 << 16


def find_chromium() -> str | None:
    """Return the path of Chromium, None where it is not installed."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """A running Chromium with one tab."""

    def __init__(self, process: subprocess.Popen[bytes], out: int, into: int) -> None:
        self._process = process
        self._out = out
        self._into = into
        self._rest = b""
        self._number = 0
        self._session = ""
        self.events: list[dict[str, Any]] = []
        """What the browser has told since the tab was opened."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        """Give a command, to the tab or to another `session`, and return its result."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session or self._session:
            message["sessionId"] = session or self._session
        os.write(self._into, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, f"{method}: {answer.get('error')}"
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def _next(self) -> dict[str, Any]:
        end = time.monotonic() + LONGEST_WAIT
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._out], [], [], max(0.0, end - time.monotonic()))
            assert ready, "the browser does not answer"
            data = os.read(self._out, CHUNK)
            assert data, f"the browser has ended with {self._process.poll()}"
            self._rest += data
        message, _, self._rest = self._rest.partition(b"\0")
        answer: dict[str, Any] = json.loads(message)
        return answer

    def open(self, path: Path, anchor: str = "", *, width: int = 1400, height: int = 1000) -> None:
        """Open a page and wait until all of it is there."""
        self.visit(path.as_uri() + anchor, width=width, height=height)

    def visit(self, url: str, *, width: int = 1400, height: int = 1000) -> None:
        """Open a page by its address and wait until all of it is there."""
        self.events.clear()
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        # By way of an empty page: another anchor alone would not load the page again.
        self.call("Page.navigate", url="about:blank")
        self.until("location.protocol === 'about:'")
        self.call("Page.navigate", url=url)
        self.until("document.readyState === 'complete' && location.protocol !== 'about:'")

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, awaited if it is a promise."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait until a JavaScript expression is true."""
        end = time.monotonic() + LONGEST_WAIT
        while not self.evaluate(condition):
            assert time.monotonic() < end, f"never came true: {condition}"

    def until_told(self, event: str) -> None:
        """Wait until the browser has told an event of this name; events come with answers."""
        end = time.monotonic() + LONGEST_WAIT
        while self.evaluate("true") and not any(each.get("method") == event for each in self.events):
            assert time.monotonic() < end, f"never told: {event}"

    def press(self, *keys: str) -> None:
        """Press keys: characters, or names as JavaScript calls them."""
        for key in keys:
            text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
            self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
            self.call("Input.dispatchKeyEvent", type="keyUp", key=key)

    def point(self, selector: str, x: float, y: float) -> None:
        """Move the mouse to a place in an element, in parts of its width and height."""
        box = self.evaluate(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            " e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();"
            " return [b.left, b.top, b.width, b.height]; })()"
        )
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=box[0] + x * box[2], y=box[1] + y * box[3])

    def media(self, *, kind: str = "", scheme: str = "light") -> None:
        """Let the page be shown on a screen or printed, in light or dark."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media=kind, features=features)

    def screenshot(self) -> bytes:
        """Return what the window shows, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def complaints(self) -> list[str]:
        """Return errors of the page and requests for anything that it does not hold itself."""
        found = []
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(str(parameters["exceptionDetails"]))
            elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                found.append(parameters["entry"]["text"])
            elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                found.append(str(parameters["args"]))
            elif method == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                if not url.startswith(("file:", "data:", "blob:")):
                    found.append(url)
        return found


@contextmanager
def chromium(profile: Path) -> Iterator[Browser]:
    """Start Chromium with an empty profile in a folder, and end it."""
    program = find_chromium()
    assert program is not None
    commands, into = os.pipe()
    out, answers = os.pipe()
    command = [sys.executable, "-c", LAUNCH, str(commands), str(answers), program, *FLAGS, f"--user-data-dir={profile}"]
    process = subprocess.Popen(
        command, pass_fds=(commands, answers), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(commands)
    os.close(answers)
    try:
        yield Browser(process, out, into)
    finally:
        # Without its pipe the browser ends by itself.
        os.close(into)
        os.close(out)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
