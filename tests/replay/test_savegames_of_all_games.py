"""Whatever a game does, the savegame that it writes is one that it restores: no check refuses a careless game's."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.facts.errors import GameError
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.restoring import restore, savegame_of
from agi_emu.resources.game import open_game
from agi_emu.state.savegames.savegame_validation import check_valid
from tests.replay.play import play, random_events, vocabulary

BEATS = 1500
BEATS_BETWEEN = 60


@pytest.mark.slow
@pytest.mark.games
def test_every_game_restores_what_it_has_saved_at_any_stop(games: Path) -> None:
    saved = 0
    for path in sorted(games.glob("*.zip")):
        try:
            game = open_game(path)
        except GameError:
            continue
        machine = Machine(game, seed=3)
        other = Machine(game, seed=4)

        def save_and_restore(beat: int, m: Machine = machine, other: Machine = other) -> None:
            nonlocal saved
            if beat % BEATS_BETWEEN == 0 and m.vars[0]:
                save = savegame_of(m, b"here")
                check_valid(save)
                # What a session of the game has set before it restores anything.
                other.state.general.game_id[:] = m.state.general.game_id[:]
                restore(other, save.to_bytes())
                saved += 1

        play(machine, random_events(vocabulary(machine), 3, BEATS), 0, BEATS, save_and_restore)
    assert saved > 1000
