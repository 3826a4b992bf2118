"""The language server: what editors may ask, and who answers."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from agi_emu.editor.diagnostics import diagnostics
from agi_emu.editor.documents import UTF_16, SourceDocument, path_of, uri_of
from agi_emu.editor.edited_project import EditedProject
from agi_emu.editor.protocol import LanguageServer, lsp
from agi_emu.logic.dialects import project_of
from agi_emu.resources.projects.project_settings import FILE as SETTINGS

_QUIET_SECONDS = 0.15
"""Nothing is compiled until nobody has typed for so long."""
_LINT_SECONDS = 0.6


class EditorServer:
    """Answers an editor about all projects in which it has opened a file."""

    def __init__(self) -> None:
        """Register what can be asked."""
        self.protocol = LanguageServer("agi-emu", "1", text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
        self._documents: dict[str, SourceDocument] = {}
        self._projects: dict[Path, EditedProject] = {}
        self._updates: dict[Path, asyncio.Task[None]] = {}
        self._compiling, self._linting = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        self._told: dict[Path, set[str]] = {}
        """Addresses of files whose mistakes the editor shows, by project."""
        self._hear(lsp.TEXT_DOCUMENT_DID_OPEN, self._opened)
        self._hear(lsp.TEXT_DOCUMENT_DID_CHANGE, self._changed)
        self._hear(lsp.TEXT_DOCUMENT_DID_CLOSE, self._closed)
        self._hear(lsp.TEXT_DOCUMENT_DID_SAVE, self._saved)
        self._hear(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._changed_on_disk)

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
        if path is None:
            return None
        return self._documents.get(uri) or SourceDocument.on_disk(path, self.encoding)

    def _opened(self, params: lsp.DidOpenTextDocumentParams) -> None:
        self._keep(params.text_document.uri, params.text_document.text, params.text_document.version)

    def _changed(self, params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        self._keep(uri, self.protocol.workspace.get_text_document(uri).source, params.text_document.version)

    def _keep(self, uri: str, text: str, version: int) -> None:
        path = path_of(uri)
        if path is not None:
            self._documents[uri] = SourceDocument(path, text, self.encoding, version)
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
        return {document.path: document.text.encode() for document in self._documents.values()}

    # --- projects ---------------------------------------------------------------------------------------------------

    def project(self, path: Path) -> EditedProject | None:
        """Return the project that a file lies in; None if it lies in none."""
        folder = project_of(path).resolve()
        if not (folder / SETTINGS).is_file():
            return None
        return self._projects.setdefault(folder, EditedProject(folder))

    def _update(self, path: Path) -> None:
        """Compile again what has changed, when nobody has typed for a moment."""
        project = self.project(path)
        if project is None:
            return
        running = self._updates.get(project.folder)
        if running is not None:
            running.cancel()
        self._updates[project.folder] = asyncio.get_running_loop().create_task(self._updated(project))

    async def _updated(self, project: EditedProject) -> None:
        await asyncio.sleep(_QUIET_SECONDS)
        texts = self.texts()
        run = asyncio.get_running_loop().run_in_executor
        for at, source in enumerate(await run(self._compiling, project.begin, texts)):
            await run(self._compiling, project.take, source, texts)
            if at == len(texts):
                self._tell(project)
        self._tell(project)
        await asyncio.sleep(_LINT_SECONDS)
        await run(self._linting, project.lint, texts)
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
    EditorServer().run()
