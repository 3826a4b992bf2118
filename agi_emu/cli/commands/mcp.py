"""``agi-emu mcp``: let an agent of a language model play, by the Model Context Protocol."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.jobs import RecordingFolder
from agi_emu.cli.options import GAME, NEW_FOLDER, Output

if TYPE_CHECKING:
    from agi_emu.recording.recording import Recording
    from agi_emu.resources.game import Game


@click.command
@click.argument("games", metavar="GAME...", nargs=-1, required=True, type=GAME)
@click.option(
    "--seed", type=click.IntRange(0, 0xFFFF), default=0, show_default=True, metavar="N", help="Seed of random numbers."
)
@click.option("--record", type=NEW_FOLDER, metavar="DIR", help="Write a recording of each play to this folder.")
def command(games: tuple[Path, ...], seed: int, record: Path | None) -> None:
    """Offer GAMEs to an agent of a language model, as tools of the Model Context Protocol over stdin and stdout.

    The agent can look, say sentences, press keys, walk, wait, see the screen, and go back. The game stands still
    between its calls, each of which is limited in game time and in what it returns, and the same calls give the same
    play. It reaches no other files than these games. Name this command in the settings of your agent.
    """
    from agi_emu.lab.talking.tool_server import ToolServer
    from agi_emu.recording.recording import recording_text
    from agi_emu.resources import open_game

    opened = [open_game(game) for game in games]
    named = {game.id: game for game in opened}
    if len(named) < len(opened):
        raise click.UsageError("two GAMEs have the same name; give one of them another.")
    folder = RecordingFolder(record, opened, Output()) if record is not None else None
    counts: Counter[str] = Counter()

    def keep(game: Game, recording: Recording) -> None:
        assert folder is not None
        counts[game.id] += 1
        folder.write(f"{game.id}-{counts[game.id]}", recording_text(recording))

    ToolServer(named, seed, keep if folder is not None else None).run()
