"""One game as a world of texts: what is typed, and what is answered."""

from __future__ import annotations

import re
from typing import Any

from gymnasium import spaces

from agi_emu.facts.codes import EGO
from agi_emu.input.keys_for_player import can_walk
from agi_emu.lab.worlds.actions import DIRECTIONS
from agi_emu.lab.worlds.environment import AgiEnv, is_over, space_of
from agi_emu.machine.input.keynames import key_events
from agi_emu.many import CYCLE_OR_WAITING

LONGEST_LINE = 60
"""Letters that are typed at once."""
LONGEST_WALK = 120
"""Cycles that a walk takes; it ends before where ego stands, a window opens or another room is entered."""
CYCLES_AFTER_A_KEY = 4
_LETTERS = "".join(map(chr, range(32, 127)))
_KEY = re.compile(r"<([^<>]+)>")


class AgiTextEnv(AgiEnv):
    """A game to talk to: an action is a line to say, such as "open door", or a key, such as "<left>" or "<f3>".

    What is observed is what the game answers: its windows, which are closed, or else what stands on the screen. An
    arrow walks until ego stands still, a window opens, or another room is entered. The options are those of `AgiEnv`.
    """

    def __init__(self, game: Any, **options: Any) -> None:
        """Open a game."""
        super().__init__(game, observation="text", actions="walk+words", **options)
        self.observation_space = space_of("text")
        self.action_space = spaces.Text(LONGEST_LINE, min_length=1, charset=_LETTERS)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Say a line, or press a key, named as in an input script; ValueError for a key that does not exist."""
        before = self.machine.score
        said = self._press(key[1]) if (key := _KEY.fullmatch(action)) else self.machine.ask(action)
        if self.render_mode == "human":
            self.render()
        over = is_over(self.machine, self.rules)
        return said or self.observed(), self.reward(self.machine, before), over, False, self.info()

    def _press(self, name: str) -> str | None:
        machine = self.machine
        heard: list[str] = []
        stop_listening = machine.on("print", lambda event: heard.append(str(event.value)))
        try:
            machine.advance(key_events(name))
            room, ego, place = machine.room, machine.unguarded.state.objects[EGO], (-1, -1)
            for cycles in range(LONGEST_WALK):
                machine.advance((), CYCLE_OR_WAITING, beats=self.most_beats)
                is_walk = name in DIRECTIONS and can_walk(machine) and (ego.x, ego.y) != place
                place = ego.x, ego.y
                if machine.modal is not None or machine.room != room or (not is_walk and cycles >= CYCLES_AFTER_A_KEY):
                    break
        finally:
            stop_listening()
        return "\n\n".join(heard) or None
