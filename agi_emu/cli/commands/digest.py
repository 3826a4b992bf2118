"""``agi-emu digest``: what the pictures and views of a game look like, as digests."""

from __future__ import annotations

from pathlib import Path

import click

from agi_emu.cli.options import Output, game_argument, output_options


@click.command
@game_argument
@click.option("--pictures", is_flag=True, help="Pictures only.")
@click.option("--views", is_flag=True, help="Views only.")
@output_options
def command(game: Path, pictures: bool, views: bool, output: Output) -> None:
    """Print digests of the pictures and views of GAME, one JSON object per line.

    The keys are those of the recordings of the original interpreter. A picture has the SHA-1 of its colours and
    priorities. A cel has its width, its height and the CRC-32 of its colours and priorities (null if it does not fit
    into the picture at x 10). A resource that cannot be read has "error" instead. The lines are JSON with or without
    --json.
    """
    from agi_emu.resources import open_game
    from agi_emu.tracing.resource_digests import picture_rows, view_rows

    opened = open_game(game)
    output.notes(opened.notes, opened.id)
    counts = {}
    for kind, wanted, rows in (
        ("pictures", pictures or not views, picture_rows),
        ("views", views or not pictures, view_rows),
    ):
        if not wanted:
            continue
        counts[kind] = 0
        for row in rows(opened):
            output.record(row)
            counts[kind] += 1
    output.detail(f"{opened.id}: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
