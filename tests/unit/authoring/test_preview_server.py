"""The pages of a preview as a browser gets them: what is there, what is refused, and that a save is told."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from agi_emu import cli
from agi_emu.authoring.preview.contents import PreviewContents

pytest.importorskip("aiohttp")
pytest.importorskip("watchfiles")

from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from agi_emu.authoring.preview.server import HOST, Preview, _serve

PICTURE = "color red\nline 0,0 159,0\n"
Test = Callable[[TestClient[web.Request, web.Application]], Awaitable[None]]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a picture."""
    folder = tmp_path / "src"
    texts = {"words.txt": "10: look\n", "items.txt": "?: 0\n", "logics/0.lgc": "return();", "pictures/1.pic": PICTURE}
    for name, text in {"game.toml": "", **texts}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def run(project: Path, test: Test) -> list[str]:
    """Let a test ask a server; return what the program said."""
    told: list[str] = []

    async def serve() -> None:
        async with TestClient(TestServer(Preview(PreviewContents(project), told.append).app())) as client:
            await test(client)

    asyncio.run(serve())
    return told


def test_the_page_and_all_that_it_asks_for(project: Path) -> None:
    async def test(client: TestClient[web.Request, web.Application]) -> None:
        types = {
            "/": "text/html",
            "/page.css": "text/css",
            "/page.js": "text/javascript",
            "/contents.json": "application/json",
            "/picture/1/steps.json": "application/json",
            "/picture/1/priorities.png?step=0": "image/png",
        }
        for path, kind in types.items():
            async with client.get(path) as answer:
                assert (answer.status, answer.content_type) == (200, kind), path
                assert "default-src 'self'" in answer.headers["Content-Security-Policy"]

    assert run(project, test)[-1].endswith(": built")


@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/picture/2/colours.png", "", 404),
        ("/picture/1/colours.png?step=x", "", 404),
        ("/picture/1/secrets.png", "", 404),
        ("/view/0/0.png", "", 404),
        ("/sound/1/amiga.wav", "", 404),
        ("/../game.toml", "", 404),
        ("/page.py", "", 404),
        ("/contents.json", "somewhere.example", 403),
        ("/contents.json", "somewhere.example#@localhost", 403),
        ("/contents.json", "127.0.0.1.somewhere.example", 403),
        ("/contents.json", "localhost:1234", 200),
        ("/contents.json", "127.0.0.1", 200),
        ("/contents.json", "[::1]:1234", 200),
    ],
)
def test_what_is_not_there_or_for_others_is_refused(project: Path, path: str, host: str, status: int) -> None:
    async def test(client: TestClient[web.Request, web.Application]) -> None:
        async with client.get(path, headers={"Host": host} if host else {}) as answer:
            assert answer.status == status

    run(project, test)


def test_a_save_is_told_to_the_pages_that_are_open(project: Path) -> None:
    async def test(client: TestClient[web.Request, web.Application]) -> None:
        async with client.get("/changes") as changes:
            assert await changes.content.readuntil(b"\n\n") == b"data: 1\n\n"
            (project / "pictures" / "1.pic").write_text(PICTURE + "nonsense\n")
            assert await changes.content.readuntil(b"\n\n") == b"data: 2\n\n"
        async with client.get("/contents.json") as answer:
            (problem,) = (await answer.json())["problems"]
            assert problem.startswith("1.pic:3: ")

    run(project, test)


def test_without_its_packages_a_sentence_says_how_to_get_them(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    monkeypatch.delitem(sys.modules, "agi_emu.authoring.preview.server")
    result = CliRunner().invoke(cli.verbs, ["preview", str(project)])
    assert result.exit_code == 4
    assert result.stderr.count("\n") == 1
    assert "pip install aiohttp watchfiles" in result.stderr


def test_a_folder_that_is_not_a_project_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli.verbs, ["preview", str(tmp_path)])
    assert result.exit_code == 3
    assert "game.toml" in result.stderr


def test_a_request_that_is_none_is_told_in_one_line(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []
    address: list[str] = []

    async def serve() -> None:
        task = asyncio.create_task(_serve(Preview(PreviewContents(project, False), told.append), 0, address.append))
        while not address:
            await asyncio.sleep(0.01)
        told.clear()
        reader, writer = await asyncio.open_connection(HOST, int(address[0].rstrip("/").rpartition(":")[2]))
        writer.write(b"\x16\x03\x01 no request\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.0 400")
        writer.close()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(serve())
    assert len(told) == 1
    assert told[0].startswith("a request was refused: ")
    assert "\n" not in told[0]
    assert "".join(capfd.readouterr()) == ""
