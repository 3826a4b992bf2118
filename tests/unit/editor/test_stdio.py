"""The program speaks with an editor over stdin and stdout, and ends with it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import IO, Any

import pytest

from agi_emu.editor.documents import uri_of
from tests.unit.editor.talk import write_project


def send(stream: IO[bytes], **message: Any) -> None:
    """Write a message with its head."""
    data = json.dumps({"jsonrpc": "2.0", **message}).encode()
    stream.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
    stream.flush()


def receive(stream: IO[bytes]) -> dict[str, Any]:
    """Read a message."""
    length = 0
    while (line := stream.readline()) not in (b"\r\n", b""):
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    return json.loads(stream.read(length))  # type: ignore[no-any-return]


@pytest.mark.slow
def test_a_mistake_comes_over_stdout_and_the_program_ends_with_the_editor(tmp_path: Path) -> None:
    uri = uri_of(write_project(tmp_path) / "logics" / "1-hall.lgc")
    command = [sys.executable, "-m", "agi_emu", "lsp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        send(program.stdin, id=1, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}})
        assert receive(program.stdout)["result"]["capabilities"]["renameProvider"]
        send(program.stdin, method="initialized", params={})
        document = {"uri": uri, "languageId": "agi", "version": 1, "text": "set(nothing);\nreturn();\n"}
        send(program.stdin, method="textDocument/didOpen", params={"textDocument": document})
        while (message := receive(program.stdout)).get("params", {}).get("uri") != uri:
            pass
        assert message["params"]["diagnostics"][0]["code"] == "unknown-name"
        send(program.stdin, id=2, method="shutdown")
        send(program.stdin, method="exit")
        assert program.wait(30) == 0
