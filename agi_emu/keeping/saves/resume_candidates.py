"""Finds where a game was left: its newest state, whatever the file is called now, or else that of another release."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.keeping.saves.run_progress import is_mere_start
from agi_emu.keeping.saves.save_folder import default_folder, folders_of_games
from agi_emu.keeping.saves.state_folder import SavedState, StateFolder
from agi_emu.machine.machine import Machine

if TYPE_CHECKING:
    from agi_emu.resources.game import Game
    from agi_emu.state.state_contents import GameIdentity

LONGEST_SETUP = 600
"""Beats within which a game sets its id; most do so in their first cycle."""


def states_to_resume(game: Game, folder: Path | None = None) -> Iterator[SavedState]:
    """Yield states of a game, the one to continue from first.

    First comes the newest of this very game (by its digest), then that of another release: one with the same file name,
    then one that sets the same id (set.game.id). `folder` is the only place searched; None searches wherever states of
    games are kept.
    """
    folders = [folder] if folder else [default_folder(game), *folders_of_games()]
    states = [StateFolder(each) for each in dict.fromkeys(folders)]
    yield from _newest(states, lambda identity: identity.game == game.digest)
    yield from _newest(states, lambda identity: identity.game_name == game.id)
    if own := _own_id(game):
        yield from _newest(states, lambda identity: identity.game_id == own)


def _newest(folders: Sequence[StateFolder], fits: Callable[[GameIdentity], bool]) -> list[SavedState]:
    """Return the newest state in all folders that fits, as a list that is empty if there is none."""
    found = [state for folder in folders if (state := folder.newest_that(lambda each: fits(each.contents.identity)))]
    return sorted(found, key=lambda state: (not is_mere_start(state), state.path.stat().st_mtime_ns))[-1:]


def _own_id(game: Game) -> str:
    """Return the id that a game sets when it starts; "" if it sets none."""
    machine = Machine(game)
    machine.cycle(beats=LONGEST_SETUP)
    return bytes(machine.unguarded.state.general.game_id).split(b"\0", 1)[0].decode("cp437")
