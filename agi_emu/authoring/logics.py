"""Logics of a game as sources that stand alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from agi_emu.authoring.extraction import Extraction
from agi_emu.logic.compiler import read_source
from agi_emu.logic.disassembler import needs_raw_form
from agi_emu.logic.lexer import SourceText
from agi_emu.logic.preprocessor import operand_names
from agi_emu.resources.game import Game
from agi_emu.resources.logic_source import disassemble


def logic_sources(game: Game, extraction: Extraction) -> Iterator[tuple[int, str]]:
    """Yield number and source of every logic; how many have parts that no statement can express is noted."""
    file = extraction.names
    names = {} if file is None else operand_names(SourceText(file.name, read_source(file)))
    numbers = extraction.wanted(game.logics)
    raw_forms = 0
    for number in numbers:
        source = disassemble(game, number, offsets=extraction.offsets, names=names)
        raw_forms += needs_raw_form(source)
        yield number, source
    if raw_forms:
        extraction.notes.append(
            f"{raw_forms} of {len(numbers)} logics have parts that no statement can express; "
            "those are written as raw bytes"
        )


def extract_logics(game: Game, folder: Path, extraction: Extraction) -> list[Path]:
    """Write every logic as a source, which compiles to the same bytes."""
    written = []
    for number, source in logic_sources(game, extraction):
        written.append(folder / f"{number}.lgc")
        written[-1].write_text(source, encoding="utf-8", newline="\n")
    return written
