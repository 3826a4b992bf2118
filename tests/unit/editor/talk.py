"""A small editor: messages as JSON to a language server in this process, and what it answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls")

from pygls.protocol import default_converter

from agi_emu.editor import server as editor_server
from agi_emu.editor.documents import uri_of
from agi_emu.editor.edited_project import EditedProject
from agi_emu.editor.protocol import LanguageServer
from agi_emu.editor.server import EditorServer

WORDS = "10: look\n20: door, gate\n30: open\n"
ITEMS = "?: 0\nbrass lamp: 2\nrope: 0\n"
NAMES = "#define door.open f30\n#define timer v40\n#define CELLAR 2\n"
ROOM = """\
#include "names.lgc"
if (newRoom) {
  load.pic(currentRoom);
  draw.pic(currentRoom);
  discard.pic(currentRoom);
  show.pic();
}
if (said("open", "door")) {
  set(door.open);
  print("The door is open.");
  timer = 5;
}
if (door.open) {
  new.room(CELLAR);
}
return();
"""
CELLAR = """\
#include "names.lgc"
if (said("look")) {
  get("brass lamp");
  reset(f30);
  if (timer > 3) {
    new.room(1);
  }
}
return();
"""
MAIN = """\
if (newRoom) { script.size(50); }
call.v(currentRoom);
if (currentRoom == 0) { new.room(1); }
return();
"""
PICTURE = "color red\nbox 10,10 50,40\nfill 20,20\n"


def write_project(folder: Path) -> Path:
    """Write a small game of two rooms, a picture and a view; return its folder."""
    files = {
        "game.toml": 'id = "TINY"\ninterpreter = "2.917"\n',
        "words.txt": WORDS,
        "items.txt": ITEMS,
        "logics/names.lgc": NAMES,
        "logics/0-main.lgc": MAIN,
        "logics/1-hall.lgc": ROOM,
        "logics/2-cellar.lgc": CELLAR,
        "pictures/1-hall.pic": PICTURE,
        "pictures/2-cellar.pic": "color blue\nline 0,0 159,167\n",
        "views/0-ego.view": "loop\ncel\n.4.\n444\nloop\ncel\n.5.\n",
        "sounds/1-bell.sound": "voice 0\nc4:12\n",
    }
    write_files(folder, files)
    return folder


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write texts into files of a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")


class Talk:
    """A conversation with a server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = EditorServer()
        self.found: dict[str, list[dict[str, Any]]] = {}
        """The mistakes that were sent, by file."""
        self._protocol = self.server.protocol.protocol
        self._protocol.set_writer(self, include_headers=False)
        self._numbers = count(1)
        self._answers: dict[int, dict[str, Any]] = {}
        self._versions = count(1)

    def write(self, data: bytes) -> None:
        """Take a message of the server."""
        message = json.loads(data)
        if message.get("method") == "textDocument/publishDiagnostics":
            self.found[message["params"]["uri"]] = message["params"]["diagnostics"]
        elif "method" not in message:
            self._answers[message["id"]] = message

    def close(self) -> None:
        """Do nothing: there is no stream."""

    def uri(self, name: str) -> str:
        """Return the address of a file of the project."""
        return uri_of(self.folder / name)

    def tell(self, method: str, **params: Any) -> None:
        """Send a notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    async def ask(self, method: str, **params: Any) -> Any:
        """Send a request and return the answer."""
        number = next(self._numbers)
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        for _ in range(10_000):
            if number in self._answers:
                answer = self._answers.pop(number)
                assert "error" not in answer, answer
                return answer["result"]
            await asyncio.sleep(0.001)
        raise AssertionError(f"no answer to {method}")

    async def ask_at(self, method: str, name: str, marked: str, **more: Any) -> Any:
        """Ask about the place of ``|`` in a piece of a file's text."""
        return await self.ask(
            method, textDocument={"uri": self.uri(name)}, position=self.position(name, marked), **more
        )

    def position(self, name: str, marked: str) -> dict[str, int]:
        """Return the position of ``|`` in a piece of the text of a file, ASCII before it on its line."""
        document = self.server.document(self.uri(name))
        assert document is not None
        before = document.text[: document.text.index(marked.replace("|", "")) + marked.index("|")]
        return {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}

    def _send(self, message: dict[str, Any]) -> None:
        self._protocol.handle_message(self._protocol.structure_message(message))

    async def begin(self, *names: str, **capabilities: Any) -> None:
        """Say hello, open files, and wait for their mistakes."""
        await self.ask("initialize", processId=None, rootUri=uri_of(self.folder), capabilities=capabilities)
        self.tell("initialized")
        for name in names:
            self.open(name)
        await self.settled()

    def open(self, name: str, text: str | None = None) -> None:
        """Open a file, as it is on the disk or with another text."""
        text = (self.folder / name).read_bytes().decode() if text is None else text
        item = {"uri": self.uri(name), "languageId": "agi-logic", "version": next(self._versions), "text": text}
        self.tell("textDocument/didOpen", textDocument=item)

    def type(self, name: str, text: str) -> None:
        """Replace the text of an open file."""
        document = {"uri": self.uri(name), "version": next(self._versions)}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])

    async def change(self, name: str, old: str, new: str) -> None:
        """Replace a piece of the text of an open file, and wait for the mistakes."""
        document = self.server.document(self.uri(name))
        assert document is not None
        assert old in document.text
        self.type(name, document.text.replace(old, new, 1))
        await self.settled()

    async def settled(self) -> None:
        """Wait until the server has nothing to do."""
        await asyncio.sleep(0)
        while running := [task for task in self.server.updates() if not task.done()]:
            await asyncio.wait(running)

    def mistakes(self, name: str) -> list[tuple[str, int, int, int]]:
        """Return rule, line, first and last column of what is wrong in a file, all from 0."""
        return [
            (
                each["code"],
                each["range"]["start"]["line"],
                each["range"]["start"]["character"],
                each["range"]["end"]["character"],
            )
            for each in self.found.get(self.uri(name), [])
        ]


@cache
def _converter() -> Any:
    return default_converter()


def talk(folder: Path, conversation: Callable[[Talk], Awaitable[None]], *, lints: bool = False) -> None:
    """Hold a conversation about a project, without the pauses that a person makes; lint takes most of the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(editor_server, "_QUIET_SECONDS", 0)
        patch.setattr(editor_server, "_LINT_SECONDS", 0)
        # What turns messages into objects takes longer to make than to use.
        patch.setattr(editor_server, "LanguageServer", partial(LanguageServer, converter_factory=_converter))
        if not lints:
            patch.setattr(EditedProject, "lint", lambda self, texts: None)

        async def held() -> None:
            talking = Talk(folder)
            await conversation(talking)
            await talking.settled()
            talking.server.close()

        asyncio.run(held())
