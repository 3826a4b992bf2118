"""A client of the Debug Adapter Protocol, as an editor is one: it asks, and waits for answers and events."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any

from agi_emu.cli.debugged_games import DebuggedGames
from agi_emu.cli.options import Output
from agi_emu.debugging.adapter.messages import Connection
from agi_emu.debugging.adapter.serving import Server


class RefusedError(Exception):
    """A request was answered with a failure; the text is its message."""


class Client:
    """A conversation with the server of ``agi-emu dap``, in a thread of this process."""

    def __init__(self) -> None:
        to_server, out = os.pipe()
        back, from_server = os.pipe()
        self._out, self._back = os.fdopen(out, "wb"), os.fdopen(back, "rb")
        self._files = [os.fdopen(to_server, "rb"), os.fdopen(from_server, "wb")]
        server = Server(Connection(self._files[0], self._files[1]), DebuggedGames(Output()))
        self._thread = Thread(target=server.run)
        self._thread.start()
        self._sent = 0
        self.events: list[dict[str, Any]] = []
        """Those that nobody has waited for yet."""

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._out.close()
        self.ended()

    def ended(self) -> None:
        """See that the server has ended."""
        self._thread.join(20)
        assert not self._thread.is_alive()
        for file in (*self._files, self._back):
            file.close()

    def send(self, command: str, **arguments: Any) -> int:
        """Send a request, and do not wait for its answer."""
        self._sent += 1
        message = {"seq": self._sent, "type": "request", "command": command, "arguments": arguments}
        body = json.dumps(message).encode()
        self._out.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._out.flush()
        return self._sent

    def answer(self, number: int) -> Any:
        """Return the body of the answer to a request; RefusedError for a failure."""
        while True:
            message = self._read()
            if message["type"] == "event":
                self.events.append(message)
            elif message["request_seq"] == number:
                if not message["success"]:
                    raise RefusedError(message["message"])
                return message.get("body")

    def ask(self, command: str, **arguments: Any) -> Any:
        """Send a request and return the body of its answer."""
        return self.answer(self.send(command, **arguments))

    def event(self, name: str) -> Any:
        """Return the body of the next event of a kind."""
        while True:
            for at, each in enumerate(self.events):
                if each["event"] == name:
                    return self.events.pop(at)["body"]
            message = self._read()
            assert message["type"] == "event", message
            self.events.append(message)

    def launch(self, **arguments: Any) -> int:
        """Begin as editors do, up to where breakpoints are set; return the number of the launch."""
        self.ask("initialize", adapterID="agi-emu")
        number = self.send("launch", window=False, **arguments)
        self.event("initialized")
        return number

    def go(self, launch: int) -> None:
        """End the configuration."""
        self.ask("configurationDone")
        self.answer(launch)

    def _read(self) -> dict[str, Any]:
        length = 0
        while (line := self._back.readline()).strip():
            length = int(line.partition(b":")[2])
        assert length, "the adapter has ended"
        message: dict[str, Any] = json.loads(self._back.read(length))
        return message


class ProcessClient(Client):
    """A conversation with a process."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "agi_emu", "dap"]
        self._process = process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self._out, self._back = process.stdin, process.stdout
        self._sent = 0
        self.events = []

    def ended(self) -> None:
        """See that the process has ended without a word."""
        assert self._process.stderr is not None
        errors = self._process.stderr.read()
        assert (self._process.wait(20), errors) == (0, b"")
        self._process.stderr.close()
        self._back.close()
