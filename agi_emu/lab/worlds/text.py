"""One game as a world of texts: what is typed, and what is answered."""

from __future__ import annotations

import re
from typing import Any

from gymnasium import spaces

from agi_emu.lab.talking.talk import EDGES, LONGEST_LINE, NO_ANSWER, Talk
from agi_emu.lab.worlds.environment import AgiEnv, is_over, space_of

_LETTERS = "".join(map(chr, range(32, 127)))
_KEY = re.compile(r"<([^<>]+)>")


class AgiTextEnv(AgiEnv):
    """A game to talk to: an action is a line to say, such as "open door", or a key, such as "<enter>" or "<f3>".

    What is observed is what the game answers: its windows, which are closed, or else what stands on the screen.
    "<left>", "<right>", "<top>" and "<bottom>" walk over these edges of the picture. The options are those of `AgiEnv`.
    """

    def __init__(self, game: Any, **options: Any) -> None:
        """Open a game."""
        super().__init__(game, observation="text", actions="walk+words", **options)
        self.observation_space = space_of("text")
        self.action_space = spaces.Text(LONGEST_LINE, min_length=1, charset=_LETTERS)
        self._talk: Talk | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what listens to the machine."""
        return {**self.__dict__, "_talk": None}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Say a line, walk, or press a key; TalkError for a key that does not exist, or where ego cannot walk."""
        before = self.machine.score
        if self._talk is None or self._talk.machine is not self.machine:
            self._talk = Talk(self.machine)
        key = _KEY.fullmatch(action)
        if key is None:
            said = self._talk.say(action)
        elif key[1] in EDGES:
            said = self._talk.walk_to(0, 0, key[1])
        else:
            said = self._talk.press([key[1]])
        if self.render_mode == "human":
            self.render()
        seen = self.observed() if said == NO_ANSWER else said
        return seen, self.reward(self.machine, before), is_over(self.machine, self.rules), False, self.info()
