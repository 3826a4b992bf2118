"""Drives Firefox over Marionette, its own protocol; nothing but the standard library is needed."""

from __future__ import annotations

import base64
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

LONGEST_WAIT = 60.0
PREFERENCES = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.auto": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "media.autoplay.default": 0,
}


def find_firefox() -> str | None:
    """Return the path of Firefox, None where it is not installed."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """A running Firefox with one tab."""

    def __init__(self, port: int) -> None:
        """Connect as soon as it listens."""
        end = time.monotonic() + LONGEST_WAIT
        while True:
            try:
                self._line = socket.create_connection(("127.0.0.1", port), LONGEST_WAIT)
                break
            except OSError:
                assert time.monotonic() < end, "Firefox does not listen"
                time.sleep(0.2)
        self._number = 0
        self._message()
        self.call("WebDriver:NewSession", {})

    def close(self) -> None:
        """End the browser and the line to it."""
        with suppress(AssertionError, OSError):
            self.call("Marionette:Quit", {"flags": ["eForceQuit"]})
        self._line.close()

    def _message(self) -> Any:
        """Return the next message: its length, a colon, JSON."""
        length = b""
        while not length.endswith(b":"):
            length += self._line.recv(1)
        data = b""
        while len(data) < int(length[:-1]):
            data += self._line.recv(int(length[:-1]) - len(data))
        return json.loads(data)

    def call(self, name: str, given: dict[str, Any]) -> Any:
        """Give a command and return its result."""
        self._number += 1
        message = json.dumps([0, self._number, name, given]).encode()
        self._line.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._message()
        assert error is None, f"{name}: {error}"
        return result

    def visit(self, url: str) -> None:
        """Open a page by its address."""
        self.call("WebDriver:Navigate", {"url": url})

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression, awaited if it is a promise."""
        script = f"const done = arguments[arguments.length - 1]; Promise.resolve({expression}).then(done);"
        return self.call("WebDriver:ExecuteAsyncScript", {"script": script, "args": [], "sandbox": None})["value"]

    def until(self, condition: str) -> None:
        """Wait until a JavaScript expression is true."""
        end = time.monotonic() + LONGEST_WAIT
        while not self.evaluate(condition):
            assert time.monotonic() < end, f"never came true: {condition}"
            time.sleep(0.1)

    def click(self, selector: str) -> None:
        """Click an element as a person does."""
        found = self.call("WebDriver:FindElement", {"using": "css selector", "value": selector})
        self.call("WebDriver:ElementClick", {"id": next(iter(found["value"].values()))})

    def upload(self, selector: str, path: Path) -> None:
        """Give a field a file, as the file dialog does."""
        found = self.call("WebDriver:FindElement", {"using": "css selector", "value": selector})
        self.call("WebDriver:ElementSendKeys", {"id": next(iter(found["value"].values())), "text": str(path)})

    def press(self, key: str) -> None:
        """Press and release a key: a character, or a code of WebDriver."""
        actions = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.call("WebDriver:PerformActions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def screenshot(self) -> bytes:
        """Return what the window shows, as PNG."""
        return base64.b64decode(self.call("WebDriver:TakeScreenshot", {"full": False})["value"])


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Start Firefox with an empty profile in a folder, and end it."""
    program = find_firefox()
    assert program is not None
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in PREFERENCES.items()]
    (profile / "user.js").write_text("\n".join([*lines, f'user_pref("marionette.port", {port});', ""]))
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with closing(Firefox(port)) as browser:
            yield browser
    finally:
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
