"""``agi-emu disasm``: the logics of a game as source."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import click

from agi_emu.cli.options import FILE, NEW_FOLDER, Output, game_argument, output_options
from agi_emu.cli.outputs import output_folder


@click.command
@game_argument
@click.argument("numbers", metavar="[N...]", nargs=-1, type=click.IntRange(0, 255))
@click.option("-o", "folder", type=NEW_FOLDER, metavar="DIR", help="Write one file per logic to this folder.")
@click.option("--offsets", is_flag=True, help="Show the offset and the bytes of each statement.")
@click.option(
    "--names",
    "names_file",
    type=FILE,
    metavar="FILE",
    help="Use the names that this file defines for variables, flags and so on.",
)
@output_options
def command(
    game: Path, numbers: tuple[int, ...], folder: Path | None, offsets: bool, names_file: Path | None, output: Output
) -> None:
    """Show logics N of GAME as source; without N, all of them.

    The source compiles to the same bytes: `agi-emu compile FILE --game GAME`. Names are defined as in a source:
    `#define door.state v30`.
    """
    from agi_emu.facts.errors import ResourceError
    from agi_emu.logic.compiler import read_source
    from agi_emu.logic.disassembler import needs_raw_form
    from agi_emu.logic.lexer import SourceText
    from agi_emu.logic.preprocessor import operand_names
    from agi_emu.resources import open_game
    from agi_emu.resources.logic_source import disassemble

    opened = open_game(game)
    existing = set(opened.logics)
    missing = sorted(set(numbers) - existing)
    if missing:
        raise ResourceError(f"{opened.id}: there is no logic {missing[0]}; there are {len(existing)}, see agi-emu info")
    names = operand_names(SourceText(names_file.name, read_source(names_file))) if names_file else {}
    raw_forms = 0
    with output_folder(folder) if folder else nullcontext() as draft:
        for number in numbers or sorted(existing):
            source = disassemble(opened, number, offsets=offsets, names=names)
            raw_forms += needs_raw_form(source)
            if draft is not None:
                name = f"{number}.lgc"
                (draft / name).write_text(source, encoding="utf-8", newline="\n")
                output.detail(f"{folder}/{name}")
            else:
                output.answer(f"// logic {number}\n{source}", {"logic": number, "source": source})
    count = len(numbers) or len(existing)
    if folder is not None:
        output.answer(f"{folder}: {count} logics", {"folder": str(folder), "logics": count, "raw": raw_forms})
    if raw_forms:
        output.note(
            f"{raw_forms} of {count} logics have parts that no statement can express; those are written as raw bytes"
        )
