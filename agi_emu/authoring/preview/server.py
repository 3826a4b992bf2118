"""Gives a project's page to browsers on this computer, and tells them when a source was saved.

The one module that knows aiohttp and watchfiles.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from agi_emu.authoring.preview.contents import LAYERS, AbsentError, PreviewContents
from agi_emu.facts.codes import MACHINES
from agi_emu.facts.errors import HostError

try:
    from aiohttp import web
    from watchfiles import awatch
except ImportError as error:
    raise HostError(
        f"the preview needs the package {error.name}; install it with: pip install aiohttp watchfiles"
    ) from None

HOST = "127.0.0.1"
_THIS_COMPUTER = re.compile(r"(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?", re.ASCII)
_PAGE = files("agi_emu.authoring.preview") / "page"
_TYPES = {"page.html": "text/html", "page.css": "text/css", "page.js": "text/javascript"}
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_LONGEST_STEP = 1 << 16
_LONGEST_TOLD = 200
_STILL = 10
"""Milliseconds without another change, after which a save is over."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Preview:
    """The pages of one project, for `aiohttp.web`."""

    def __init__(self, contents: PreviewContents, told: Callable[[str], None]) -> None:
        """Show `contents`; `told` gets a sentence after each build."""
        self._contents = contents
        self.told = told
        self._reading = asyncio.Lock()
        self._changed = asyncio.Event()

    def app(self) -> web.Application:
        """Return the application."""
        app = web.Application(middlewares=[_for_this_computer])
        app.router.add_get("/", self._file)
        app.router.add_get("/{name:page\\.(?:css|js)}", self._file)
        app.router.add_get("/contents.json", self._listed)
        app.router.add_get("/changes", self._changes)
        app.router.add_get(r"/picture/{number:\d{1,3}}/steps.json", self._steps)
        app.router.add_get(r"/picture/{number:\d{1,3}}/{layer}.png", self._picture)
        app.router.add_get(r"/view/{number:\d{1,3}}/{loop:\d{1,3}}.png", self._strip)
        app.router.add_get(r"/sound/{number:\d{1,3}}/{machine}.wav", self._sound)
        app.cleanup_ctx.append(self._watching)
        return app

    async def read(self) -> None:
        """Build the project, and tell the pages that are open."""
        async with self._reading:
            await asyncio.to_thread(self._contents.read)
        for sentence in (*self._contents.problems, *self._contents.notes):
            self.told(sentence)
        self.told(f"{self._contents.folder}: " + ("not built" if self._contents.problems else "built"))
        self._changed.set()
        self._changed = asyncio.Event()

    @asynccontextmanager
    async def _watching(self, _app: web.Application) -> AsyncIterator[None]:
        await self.read()
        stop = asyncio.Event()
        task = asyncio.create_task(self._watch(stop))
        yield
        stop.set()
        self._changed.set()
        with suppress(asyncio.CancelledError):
            await task

    async def _watch(self, stop: asyncio.Event) -> None:
        async for _ in awatch(self._contents.folder, step=_STILL, stop_event=stop):
            await self.read()

    async def _file(self, request: web.Request) -> web.Response:
        name = request.match_info.get("name", "page.html")
        text = (_PAGE / name).read_text(encoding="utf-8")
        return web.Response(text=text, content_type=_TYPES[name], charset="utf-8")

    async def _listed(self, _request: web.Request) -> web.Response:
        async with self._reading:
            return web.json_response(await asyncio.to_thread(self._contents.listed))

    async def _changes(self, request: web.Request) -> web.StreamResponse:
        """Send the number of each new build, until the page is closed."""
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        await response.write(f"data: {self._contents.revision}\n\n".encode())
        with suppress(ConnectionError):
            while request.transport is not None:
                changed = self._changed
                await changed.wait()
                if changed is self._changed:
                    break
                await response.write(f"data: {self._contents.revision}\n\n".encode())
        return response

    async def _steps(self, request: web.Request) -> web.Response:
        number = int(request.match_info["number"])
        return web.json_response(await self._made(lambda: self._contents.steps(number)))

    async def _picture(self, request: web.Request) -> web.Response:
        number, layer = int(request.match_info["number"]), request.match_info["layer"]
        given = request.query.get("step", "")
        if layer not in LAYERS or (given and not given.isdecimal()):
            raise web.HTTPNotFound
        step = min(int(given[:9]), _LONGEST_STEP) if given else None
        return _image(await self._made(lambda: self._contents.picture(number, layer, step)))

    async def _strip(self, request: web.Request) -> web.Response:
        number, loop = int(request.match_info["number"]), int(request.match_info["loop"])
        return _image(await self._made(lambda: self._contents.strip(number, loop)))

    async def _sound(self, request: web.Request) -> web.Response:
        number, machine = int(request.match_info["number"]), request.match_info["machine"]
        if machine not in MACHINES:
            raise web.HTTPNotFound
        data = await self._made(lambda: self._contents.sound(number, machine))
        return web.Response(body=data, content_type="audio/wav")

    async def _made(self, make: Callable[[], Any]) -> Any:
        """Return what a function makes of the contents, beside the loop of events; 404 for what is absent."""
        async with self._reading:
            try:
                return await asyncio.to_thread(make)
            except AbsentError as error:
                raise web.HTTPNotFound(text=str(error)) from None


@web.middleware
async def _for_this_computer(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer pages of our own only: another page's name could lead a browser here, too."""
    name = request.headers.get("Host", "")
    if not _THIS_COMPUTER.fullmatch(name):
        raise web.HTTPForbidden(text=f"open it as http://{HOST}, not as {name}")
    response = await handler(request)
    if not response.prepared:
        response.headers.update(_HEADERS)
    return response


def _image(data: bytes) -> web.Response:
    return web.Response(body=data, content_type="image/png")


def serve(folder: Path, port: int, *, follow: bool, ready: Callable[[str], None], told: Callable[[str], None]) -> None:
    """Serve the page of a project on this computer until the program is interrupted.

    `ready` gets the page's address. HostError if the port is taken.
    """
    asyncio.run(_serve(Preview(PreviewContents(folder, follow), told), port, ready))


class _OneLine(logging.Handler):
    """Tells what is wrong with a request in one line: anybody on this computer can send one."""

    def __init__(self, told: Callable[[str], None]) -> None:
        super().__init__()
        self._told = told

    def emit(self, record: logging.LogRecord) -> None:
        """Tell it."""
        problem = record.exc_info[1] if record.exc_info and record.exc_info[1] else record.getMessage()
        self._told(f"a request was refused: {' '.join(str(problem).split())[:_LONGEST_TOLD]}")


async def _serve(preview: Preview, port: int, ready: Callable[[str], None]) -> None:
    logger = logging.Logger("preview")
    logger.addHandler(_OneLine(preview.told))
    runner = web.AppRunner(preview.app(), access_log=None, logger=logger)
    await runner.setup()
    try:
        site = web.TCPSite(runner, HOST, port)
        try:
            await site.start()
        except OSError as error:
            raise HostError(f"port {port} cannot be used ({error.strerror}); choose another with --port") from None
        ready(f"http://{HOST}:{runner.addresses[0][1]}/")
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()
