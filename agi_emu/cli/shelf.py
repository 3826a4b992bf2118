"""Decides what ``agi-emu`` plays when it gets a folder of games or nothing at all; lists games in a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import click

from agi_emu.cli.machines import is_plainly_one
from agi_emu.cli.options import Output
from agi_emu.facts.errors import ExitCode
from agi_emu.keeping.shelf.library import GameLibrary
from agi_emu.keeping.shelf.register import add_folder, read_register
from agi_emu.keeping.shelf.scanning import FoundGame, GameScan


@dataclass(frozen=True, slots=True)
class Shelf:
    """The games to choose from."""

    roots: tuple[Path, ...]
    """Folders and archives of games."""
    is_all: bool
    """Whether games that were played and the demo belong to it, too."""

    def library(self) -> GameLibrary:
        """Return the games; nothing is looked for yet."""
        from agi_emu.data import demo_path

        demo = FoundGame(str(demo_path()), "The Last Lamp")
        return GameLibrary(self.roots, [demo] if self.is_all else [], only_roots=not self.is_all)


Choice = Path | Shelf | None
"""What to play: a game, one that the player chooses from the shelf, or the demo (None)."""


def choice_of(game: Path | None, *, resume: bool) -> Choice:
    """Return what to play for the argument GAME; with `resume` the game played last, of those it stands for."""
    if game is not None:
        return game if is_plainly_one(game) else _choice_in(game.absolute(), resume=resume)
    register = read_register()
    last = register.last_played
    if resume and last:
        return Path(last.path)
    if resume or not (last or register.folders):
        return None
    return known_shelf()


def known_shelf() -> Shelf:
    """Return the shelf with all games that are known."""
    return Shelf(tuple(Path(folder) for folder in read_register().folders), is_all=True)


def _choice_in(root: Path, *, resume: bool) -> Choice:
    found = list(islice(GameScan().find(root), 2))
    if len(found) < 2:
        return Path(found[0].path) if found else root
    add_folder(root)
    if resume:
        played = [each for each in read_register().played.values() if Path(each.path).is_relative_to(root)]
        if played:
            return Path(played[-1].path)
    return Shelf((root,), is_all=False)


def refuse_shelf(shelf: Shelf, output: Output, why: str) -> None:
    """Print the games of a shelf, since none of them was named, and end with the code of wrong use."""
    library = shelf.library()
    library.look()
    games = library.games()
    for each in games:
        game = each.game
        problem = f"  ({game.problem or game.damage})" if game.problem or game.damage else ""
        fields = ("title", "release", "path", "problem", "damage")
        output.answer(f"{game.title:40} {game.path}{problem}", {name: getattr(game, name) for name in fields})
    output.notes(library.left_out)
    output.note(f"{len(games)} games, and {why}: name one of them")
    click.get_current_context().exit(ExitCode.WRONG_USE)
