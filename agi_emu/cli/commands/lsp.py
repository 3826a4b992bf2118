"""``agi-emu lsp``: tell an editor what it asks about the sources of a game."""

from __future__ import annotations

import click


@click.command
def command() -> None:
    """Serve an editor over stdin and stdout by the Language Server Protocol.

    The editor starts this command by itself: name it in the editor's settings. It reports mistakes while you type,
    completes, explains, renames and draws, in every project with a game.toml. It needs pip install 'agi-emu[editor]'.
    """
    from agi_emu.editor.server import serve

    serve()
