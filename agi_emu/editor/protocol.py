"""The Language Server Protocol: its types, and the server that speaks it."""

from __future__ import annotations

from agi_emu.facts.errors import HostError

try:
    from lsprotocol import types as lsp
    from pygls.exceptions import JsonRpcException
    from pygls.lsp.server import LanguageServer
    from pygls.uris import from_fs_path, to_fs_path
except ImportError as error:
    raise HostError("the language server needs the package pygls; pip install 'pygls>=2,<3'") from error

__all__ = ["JsonRpcException", "LanguageServer", "from_fs_path", "lsp", "to_fs_path"]
