"""``agi-emu dap``: debug games from an editor."""

from __future__ import annotations

import sys

import click

from agi_emu.cli.options import Output


@click.command
def command() -> None:
    """Serve an editor over stdin and stdout by the Debug Adapter Protocol.

    The editor starts this command by itself: name it in the editor's settings. Its launch configuration names a
    project, a game or a recording.
    """
    from agi_emu.cli.debugged_games import DebuggedGames
    from agi_emu.debugging.adapter.messages import Connection
    from agi_emu.debugging.adapter.serving import Server

    Server(Connection(sys.stdin.buffer, sys.stdout.buffer), DebuggedGames(Output())).run()
