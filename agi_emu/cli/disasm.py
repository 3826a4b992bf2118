"""``agi-emu disasm``: the logics of a game as source."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from agi_emu.cli.options import Output, game_argument, output_options

if TYPE_CHECKING:
    from agi_emu.resources.game import Game


@click.command
@game_argument
@click.argument("numbers", metavar="[N...]", nargs=-1, type=click.IntRange(0, 255))
@click.option(
    "-o", "folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Write one file a logic here."
)
@click.option("--offsets", is_flag=True, help="Show the offset of each statement in the code.")
@output_options
def command(game: Path, numbers: tuple[int, ...], folder: Path | None, offsets: bool, output: Output) -> None:
    """Show the logics N of GAME as source, all of them without N.

    The source compiles to the same bytes: `agi-emu compile FILE --game GAME`.
    """
    from agi_emu.errors import ResourceError
    from agi_emu.resources import open_game

    opened = open_game(game)
    existing = set(opened.logics)
    missing = sorted(set(numbers) - existing)
    if missing:
        raise ResourceError(f"{opened.id}: there is no logic {missing[0]}; there are {len(existing)}, see agi-emu info")
    for number in numbers or sorted(existing):
        source = _source(opened, number, offsets=offsets)
        if folder is None and output.json:
            output.record({"logic": number, "source": source})
        elif folder is None:
            output.result(f"// logic {number}\n{source}")
        else:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{number}.lgc"
            path.write_text(source, encoding="utf-8")
            output.detail(str(path))
    if folder is not None:
        count = len(numbers) or len(existing)
        if output.json:
            output.record({"folder": str(folder), "logics": count})
        else:
            output.result(f"{folder}: {count} logics")


def _source(game: Game, number: int, *, offsets: bool) -> str:
    """Return a logic as source, the reason instead where its code is cut off."""
    from agi_emu.errors import LogicError
    from agi_emu.resources.logic_source import disassemble

    try:
        return disassemble(game, number, offsets=offsets)
    except LogicError as problem:
        return f"// {problem}\n"
