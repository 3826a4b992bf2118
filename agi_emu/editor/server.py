"""The language server: what editors may ask, and who answers."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from agi_emu.editor.answers import ANSWERS, NEEDED, Answer, UpToDate
from agi_emu.editor.diagnostics import diagnostics
from agi_emu.editor.documents import UTF_16, SourceDocument, path_of, uri_of
from agi_emu.editor.edited_project import EditedProject
from agi_emu.editor.foreign_sources import folder_of, holds_project
from agi_emu.editor.outlines import project_symbols
from agi_emu.editor.protocol import JsonRpcException, LanguageServer, lsp
from agi_emu.editor.questions import Question
from agi_emu.editor.requests import DRAWINGS
from agi_emu.facts.errors import AgiError
from agi_emu.host_files.reading import Stamp, stamp
from agi_emu.resources.projects.project_settings import FILE as SETTINGS

_QUIET_SECONDS = 0.15
"""Nothing is compiled until nobody has typed for so long."""
_LINT_SECONDS = 0.6
_MOST_SYMBOLS = 500
_WATCHED = ("*.{lgc,pic,view,sound,bin,png,gif,wag,agilogic,txt,tok}", "object*", "*logic.*", SETTINGS)
_REQUEST_FAILED = -32803


class EditorServer:
    """Answers an editor about all projects in which it has opened a file."""

    def __init__(self) -> None:
        """Register what can be asked."""
        self.protocol = LanguageServer("agi-emu", "1", text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self._documents: dict[str, SourceDocument] = {}
        self._projects: dict[Path, EditedProject] = {}
        self._homes: dict[Path, Path] = {}
        """The folder of the project by that of a file."""
        self._updates: dict[Path, asyncio.Task[None]] = {}
        self._compiling, self._linting = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        self._indexing: dict[Path, asyncio.Event] = {}
        """By project what is set when all of its sources were looked at."""
        self._on_disk: dict[str, tuple[Stamp, SourceDocument | None]] = {}
        self._told: dict[Path, set[str]] = {}
        """Addresses of files whose mistakes the editor shows, by project."""
        for name, handler in (
            (lsp.TEXT_DOCUMENT_DID_OPEN, self._opened),
            (lsp.TEXT_DOCUMENT_DID_CHANGE, self._changed),
            (lsp.TEXT_DOCUMENT_DID_CLOSE, self._closed),
            (lsp.TEXT_DOCUMENT_DID_SAVE, self._saved),
            (lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._changed_on_disk),
            (lsp.WORKSPACE_SYMBOL, self._symbols),
            (lsp.INITIALIZED, self._greeted),
        ):
            self._hear(name, handler)
        for name, answer, options in ANSWERS:
            self._hear(name, partial(self._answered, answer), options)
        for name, drawn in DRAWINGS.items():
            self._hear(name, partial(self._drawn, drawn))

    async def _answered(self, answer: Answer, params: Any) -> Any:
        """Answer a question about a place or a document."""
        document = getattr(params, "text_document", None)
        uri = document.uri if document is not None else params.item.uri
        return await self._made(answer, uri, getattr(params, "position", None), params)

    async def _drawn(self, drawn: Answer, params: Any) -> Any:
        """Answer a request of our own, whose parameters are an object with the `uri` of a document."""
        given = params if isinstance(params, dict) else params._asdict()
        return await self._made(drawn, str(given.get("uri", "")), None, given)

    async def _made(self, answer: Answer, uri: str, position: lsp.Position | None, params: Any) -> Any:
        try:
            question = await self.question(uri, position, needs=NEEDED.get(answer, UpToDate.SOURCE))
            return None if question is None else answer(question, params)
        except AgiError as error:
            raise JsonRpcException(str(error), code=_REQUEST_FAILED) from None

    def _greeted(self, _params: lsp.InitializedParams) -> None:
        """Ask the editor to say when files change on the disk, if it can."""
        workspace = self.protocol.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        if watching is not None and watching.dynamic_registration:
            watchers = [lsp.FileSystemWatcher(f"**/{pattern}") for pattern in _WATCHED]
            options = lsp.DidChangeWatchedFilesRegistrationOptions(watchers)
            wanted = lsp.Registration("files", lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
            self.protocol.client_register_capability(lsp.RegistrationParams([wanted]))

    def _symbols(self, params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        found = (each for project in self._projects.values() for each in project_symbols(project, params.query))
        return list(islice(found, _MOST_SYMBOLS))

    def _hear(self, name: str, handler: Callable[[Any], Any], options: object = None) -> None:
        """Let a method handle the messages of a name."""
        # pygls writes its own marks on what it is given, which a method does not take.
        self.protocol.feature(name, options)(partial(handler))

    def run(self) -> None:
        """Speak over stdin and stdout until the editor leaves."""
        self.protocol.start_io()
        self.close()

    def close(self) -> None:
        """End what still works for the editor."""
        self._compiling.shutdown(cancel_futures=True)
        self._linting.shutdown(cancel_futures=True)

    def updates(self) -> Iterable[asyncio.Task[None]]:
        """Return the work that is under way, to wait for it."""
        return self._updates.values()

    # --- documents --------------------------------------------------------------------------------------------------

    @property
    def encoding(self) -> str:
        """The units in which the editor counts columns."""
        agreed = self.protocol.workspace.position_encoding
        return str(getattr(agreed, "value", agreed) or UTF_16)

    def document(self, uri: str) -> SourceDocument | None:
        """Return a document as it is in the editor, or else on the disk."""
        path = path_of(uri)
        return self._documents.get(uri) or (self._document_of(path) if path is not None else None)

    def _document_of(self, path: Path) -> SourceDocument | None:
        """Return the document of a file."""
        real = os.path.realpath(path)
        opened = next((document for document in self._documents.values() if document.real == real), None)
        if opened is not None:
            return opened
        now = stamp(path)
        kept = self._on_disk.get(real)
        if kept is None or kept[0] != now:
            kept = self._on_disk[real] = now, SourceDocument.on_disk(path, self.encoding)
        return kept[1]

    async def question(
        self, uri: str, position: lsp.Position | None = None, needs: UpToDate = UpToDate.SOURCE
    ) -> Question | None:
        """Return a question about a document as it is now; None if it is not in a project."""
        document = self.document(uri)
        if document is None and (folder := path_of(uri)) is not None and folder.is_dir():
            # A question about a project names its folder.
            document = SourceDocument(folder / SETTINGS, "")
        project = self.project(document.path) if document is not None else None
        if document is None or project is None:
            return None
        if project.sources is None and project.folder not in self._updates:
            self._update(document.path)
        if needs is UpToDate.PROJECT and (running := self._indexing.get(project.folder)) is not None:
            await running.wait()
        texts = self.texts()
        source = project.source_at(document)
        if project.sources is None or (source is None and project.texts.get(document.path) != texts.get(document.path)):
            project.begin(texts)
            source = project.source_at(document)
        if source is not None and (needs is not UpToDate.TEXT or source not in project.made):
            project.take(source, texts)
        line, column = document.place(position) if position is not None else (0, 0)
        return Question(project, document, source, line + 1, column + 1)

    def _opened(self, params: lsp.DidOpenTextDocumentParams) -> None:
        self._keep(params.text_document.uri, params.text_document.text, params.text_document.version)

    def _changed(self, params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        self._keep(uri, self.protocol.workspace.get_text_document(uri).source, params.text_document.version)

    def _keep(self, uri: str, text: str, version: int) -> None:
        path = path_of(uri)
        if path is not None:
            self._documents[uri] = SourceDocument(path, text, self.encoding, version, uri)
            self._update(path)

    def _closed(self, params: lsp.DidCloseTextDocumentParams) -> None:
        document = self._documents.pop(params.text_document.uri, None)
        if document is not None:
            self._update(document.path)

    def _saved(self, params: lsp.DidSaveTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        if path is not None:
            self._update(path)

    def _changed_on_disk(self, params: lsp.DidChangeWatchedFilesParams) -> None:
        for path in {path for change in params.changes if (path := path_of(change.uri)) is not None}:
            self._update(path)

    def texts(self) -> dict[Path, bytes]:
        """Return the texts that are open, by their files."""
        return {document.path: document.data for document in self._documents.values()}

    # --- projects ---------------------------------------------------------------------------------------------------

    def project(self, path: Path) -> EditedProject | None:
        """Return the project that a file lies in; None if it lies in none."""
        folder = self._homes.get(path.parent)
        if folder is None or not (folder / SETTINGS).is_file():
            folder = folder_of(path)
            if folder is None:
                return None
            self._homes[path.parent] = folder
        return self._projects.setdefault(folder, EditedProject(folder, self._document_of))

    def _update(self, path: Path) -> None:
        """Compile again what has changed, when nobody has typed for a moment."""
        project = self.project(path)
        if project is None:
            # What the editor shows of a project goes with its settings.
            for gone in [folder for folder in self._projects if not holds_project(folder)]:
                del self._projects[gone]
                for uri in self._told.pop(gone, ()):
                    self._publish(uri, [])
            return
        running = self._updates.get(project.folder)
        if running is not None:
            running.cancel()
        self._indexing[project.folder] = indexed = asyncio.Event()
        self._updates[project.folder] = asyncio.get_running_loop().create_task(self._updated(project, indexed))

    async def _updated(self, project: EditedProject, indexed: asyncio.Event) -> None:
        try:
            await self._indexed(project)
        finally:
            indexed.set()
        await asyncio.sleep(_LINT_SECONDS)
        await asyncio.get_running_loop().run_in_executor(self._linting, project.lint, self.texts())
        self._tell(project)

    async def _indexed(self, project: EditedProject) -> None:
        await asyncio.sleep(_QUIET_SECONDS)
        texts = self.texts()
        run = asyncio.get_running_loop().run_in_executor
        waiting = await run(self._compiling, project.begin, texts)
        # Those that are open come first, and their mistakes are told when they are known.
        opened = waiting[: len(texts)]
        for each in (opened, waiting[len(texts) :]):
            while each:
                await run(self._compiling, project.take_some, each, texts)
            self._tell(project)

    def _tell(self, project: EditedProject) -> None:
        """Send the mistakes of a project to the editor."""
        opened = {os.path.realpath(document.path): uri for uri, document in self._documents.items()}
        mistakes = project.mistakes().items()
        found = {opened.get(os.path.realpath(path)) or uri_of(path): each for path, each in mistakes}
        for uri in self._told.get(project.folder, set()) - found.keys():
            self._publish(uri, [])
        for uri, each in found.items():
            document = self.document(uri)
            if document is not None:
                self._publish(uri, diagnostics(document, each), document.version)
        self._told[project.folder] = set(found)

    def _publish(self, uri: str, found: list[lsp.Diagnostic], version: int | None = None) -> None:
        self.protocol.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))


def serve() -> None:
    """Serve one editor over stdin and stdout."""
    # What is refused is an answer like any other: the editor shows it.
    logging.getLogger("pygls.protocol.json_rpc").setLevel(logging.CRITICAL)
    EditorServer().run()
