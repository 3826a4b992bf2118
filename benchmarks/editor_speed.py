"""How fast and how large the language server is on a large project, over stdio as an editor talks to it.

``python -m benchmarks.editor_speed vtgadv.zip`` makes the project of `large_project`, opens a logic, types statements
into it a key at a time and asks after each key, as editors do. Waits are given with the processor time of the server
meanwhile, which is all that counts on a machine that does something else, too. The goals: opened in 2 s, an answer in
50 ms in the median and 200 ms at most, 200 MiB.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks import large_project

TYPED = """\
if (isset(f45)) {
  print("Nothing is here.");
  set(f46);
  v50 = 12;
  get.posn(o0, v51, v52);
}
"""
AFTER_KEY = ("completion", "signatureHelp")
AFTER_LINE = ("hover", "definition", "documentHighlight")
OF_DOCUMENT = ("semanticTokens/full", "foldingRange", "documentSymbol")
SECONDS_BETWEEN_KEYS = 0.12
_MIB_IN_KIB = 1024


class Client:
    """An editor that waits for each answer."""

    def __init__(self, uri: str) -> None:
        command = [sys.executable, "-m", "agi_emu", "lsp"]
        self._server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._number = 0
        self.document = {"uri": uri}
        self.waits: dict[str, list[tuple[float, float]]] = {}
        """Seconds until the answer and of the server's processor time, by method."""

    def tell(self, method: str, **params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> None:
        """Send a request and wait for the answer."""
        self._number += 1
        began, used = time.perf_counter(), self._processor_time()
        self._send({"id": self._number, "method": method, "params": params})
        while (message := self._read()).get("id") != self._number or "method" in message:
            pass
        wait = time.perf_counter() - began, self._processor_time() - used
        self.waits.setdefault(method.partition("/")[2], []).append(wait)

    def close(self) -> None:
        """End the server."""
        self._server.kill()
        self._server.communicate()

    def peak(self) -> float:
        """Return the most memory that the server had, in MiB."""
        status = Path(f"/proc/{self._server.pid}/status").read_text(encoding="utf-8")
        return int(status.split("VmHWM:")[1].split()[0]) / _MIB_IN_KIB

    def _processor_time(self) -> float:
        threads = Path(f"/proc/{self._server.pid}/task").iterdir()
        return sum(int((each / "schedstat").read_text(encoding="utf-8").split()[0]) for each in threads) / 1e9

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._server.stdin is not None
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self._server.stdin.flush()

    def _read(self) -> dict[str, Any]:
        assert self._server.stdout is not None
        length = 0
        while line := self._server.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message: dict[str, Any] = json.loads(self._server.stdout.read(length))
        if "method" in message and "id" in message:
            self._send({"id": message["id"], "result": None})
        return message


def measure(folder: Path) -> None:
    """Print what an editor waits for in a project."""
    path = folder / "logics" / "0.lgc"
    text = path.read_text(encoding="utf-8")
    client = Client(path.as_uri())
    client.ask("initialize", processId=None, rootUri=folder.as_uri(), capabilities={})
    client.tell("initialized")
    client.tell(
        "textDocument/didOpen", textDocument={**client.document, "languageId": "agi", "version": 0, "text": text}
    )
    client.ask("textDocument/documentSymbol", textDocument=client.document)
    _say("opened", [_sum(*client.waits.values())])
    position, context = _place(text, text.index("(") - 1), {"includeDeclaration": True}
    client.ask("textDocument/references", textDocument=client.document, position=position, context=context)
    _say("all sources known", [_sum(*client.waits.values())])
    client.waits.clear()
    _type(client, text)
    for method, found in client.waits.items():
        _say(method, found)
    _say("all answers", [each for found in client.waits.values() for each in found])
    print(f"memory: {client.peak():.0f} MiB")
    client.close()


def _type(client: Client, text: str) -> None:
    at, document = text.rindex("return"), client.document
    for version, key in enumerate(TYPED * 3, start=1):
        text, at = text[:at] + key + text[at:], at + 1
        client.tell(
            "textDocument/didChange",
            textDocument={**document, "version": version},
            contentChanges=[{"text": text}],
        )
        for method in AFTER_KEY:
            client.ask(f"textDocument/{method}", textDocument=document, position=_place(text, at))
        time.sleep(SECONDS_BETWEEN_KEYS)
        if key == "\n":
            for method in AFTER_LINE:
                client.ask(f"textDocument/{method}", textDocument=document, position=_place(text, at - 4))
            for method in OF_DOCUMENT:
                client.ask(f"textDocument/{method}", textDocument=document)


def _place(text: str, at: int) -> dict[str, int]:
    """Return the position of an offset in a text in ASCII."""
    before = text[:at]
    return {"line": before.count("\n"), "character": at - before.rfind("\n") - 1}


def _sum(*waits: list[tuple[float, float]]) -> tuple[float, float]:
    return sum(wait for each in waits for wait, _ in each), sum(used for each in waits for _, used in each)


def _say(what: str, waits: list[tuple[float, float]]) -> None:
    wait, used = ([1000 * each[index] for each in waits] for index in (0, 1))
    print(
        f"{what:20} {statistics.median(wait):7.0f} ms in the median, {max(wait):7.0f} at most; "
        f"of the processor {statistics.median(used):6.1f} and {max(used):6.1f}"
    )


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        target = Path(made) / "large"
        print(f"{large_project.LOGICS} logics, {large_project.make(Path(sys.argv[1]), target):,} lines")
        measure(target)
