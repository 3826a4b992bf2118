"""The framing of the Debug Adapter Protocol: JSON after a header that has its length."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import Any, BinaryIO

from agi_emu.facts.numbers import number_in

MOST_BYTES = 16 << 20
_LENGTH = b"content-length:"
Message = dict[str, Any]


def messages(stream: BinaryIO) -> Iterator[Message]:
    """Yield the messages of a stream until it ends, or is not the protocol any more."""
    while True:
        length = None
        while line := stream.readline(1024):
            if not line.strip():
                break
            if line.lower().startswith(_LENGTH):
                length = number_in(line[len(_LENGTH) :].decode("ascii", "replace").strip(), MOST_BYTES)
        if not line or length is None:
            return
        try:
            message = json.loads(stream.read(length))
        except (ValueError, RecursionError):
            return
        if isinstance(message, dict):
            yield message


class Connection:
    """Both directions of a conversation; a thread reads, so that a game can run meanwhile."""

    def __init__(self, incoming: BinaryIO, outgoing: BinaryIO) -> None:
        """Begin to read."""
        self._outgoing = outgoing
        self._sent = 0
        self._waiting: SimpleQueue[Message | None] = SimpleQueue()
        self.is_open = True
        threading.Thread(target=self._read, args=(incoming,), daemon=True).start()

    def _read(self, incoming: BinaryIO) -> None:
        for message in messages(incoming):
            self._waiting.put(message)
        self._waiting.put(None)

    def take(self, seconds: float | None) -> Message | None:
        """Return the next message; None if there is none within some seconds, or no more where it is not open."""
        if not self.is_open:
            return None
        try:
            message = self._waiting.get(timeout=seconds) if seconds != 0 else self._waiting.get_nowait()
        except Empty:
            return None
        self.is_open = message is not None
        return message

    def send(self, kind: str, **fields: Any) -> None:
        """Send a message; one that nobody reads any more is lost."""
        self._sent += 1
        body = json.dumps({"seq": self._sent, "type": kind, **fields}).encode()
        try:
            self._outgoing.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self._outgoing.flush()
        except (OSError, ValueError):
            self.is_open = False

    def event(self, name: str, **body: Any) -> None:
        """Send an event."""
        self.send("event", event=name, body=body)
