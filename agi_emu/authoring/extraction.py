"""The options of an extraction; every kind of thing that can be extracted gets it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from agi_emu.resources.game import Game


@dataclass(slots=True)
class Extraction:
    """Options of an extraction, and what its user should know afterwards."""

    numbers: tuple[int, ...] = ()
    """The resources; empty: all of them."""
    raw: bool = False
    """The bytes of the resources instead of pictures, texts or notes."""
    steps: bool = False
    """Of pictures also the drawing, step by step, as an animation."""
    scale: int = 2
    """Image pixels for each line of the screen."""
    machine: str = "tandy"
    """The computer that plays sounds."""
    code_page: str = ""
    """Python's name of the code page of the game's texts; "" for that of Russian games, or of the PC."""
    offsets: bool = False
    """Of logics also the offset and the bytes of each statement."""
    names: Path | None = None
    """A file of `#define`s: what to call variables, flags and so on in logics."""
    notes: list[str] = field(default_factory=list)
    """The resources that could not be extracted, or only in another form."""

    def wanted(self, existing: Iterable[int]) -> list[int]:
        """Return the numbers to extract, of those that exist."""
        return [number for number in existing if not self.numbers or number in self.numbers]


Extractor: TypeAlias = "Callable[[Game, Path, Extraction], list[Path]]"
"""Writes into a folder, which exists; returns the files that it wrote."""


def extract_bytes(game: Game, folder: Path, extraction: Extraction, what: str) -> list[Path]:
    """Write the bytes of logics, pictures, sounds or views, as `what` says."""
    written = []
    for number in extraction.wanted(resources := getattr(game, what)):
        written.append(folder / f"{what[:-1]}-{number:03}.bin")
        written[-1].write_bytes(resources[number])
    return written
