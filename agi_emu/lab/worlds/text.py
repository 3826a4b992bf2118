"""One game as a world of texts: what is typed, and what is answered."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from gymnasium import spaces

from agi_emu.facts.numbers import whole
from agi_emu.lab.talking.talk import EDGES, LONGEST_LINE, NO_ANSWER, Talk
from agi_emu.lab.worlds.actions import AgentAction
from agi_emu.lab.worlds.environment import AgiEnv, is_over, space_of
from agi_emu.resources.releases import Extension

_LETTERS = "".join(map(chr, range(32, 127)))
_BRACKETED = re.compile(r"<([^<>]+)>")
_PLACE = re.compile(r"(walk to|click) (\d{1,3}),(\d{1,3})")
_WAIT, _CLICK = "wait", "click "
_SECONDS = 1.0


class AgiTextEnv(AgiEnv):
    """A game to talk to: an action is a line to say, such as "open door", or something else in angle brackets.

    "<enter>" or "<f3>" press keys, "<walk to 60,140>" and "<walk to left>" walk to a place and over an edge,
    "<click 60,140>" clicks, "<wait>" lets a second pass. What is observed is what the game answers: its windows, which
    are closed, or else what stands on the screen. The options are those of `AgiEnv`.
    """

    def __init__(self, game: Any, **options: Any) -> None:
        """Open a game."""
        super().__init__(game, observation="text", actions="ways+words+mouse", **options)
        knows_mouse = Extension.AGIMOUSE in self.game.extensions
        self.actions = [
            each if each.logics else _bracketed(each)
            for each in self.actions
            if each.logics or knows_mouse or not each.meaning.startswith(_CLICK)
        ]
        self.action_meanings = tuple(each.meaning for each in self.actions)
        self.observation_space = space_of("text")
        self.action_space = spaces.Text(LONGEST_LINE, min_length=1, charset=_LETTERS)
        self._talk: Talk | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Leave out what listens to the machine."""
        return {**self.__dict__, "_talk": None}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Say a line, or do what is in brackets; TalkError for what does not exist, or where ego cannot walk."""
        before = self.machine.score
        said = self._answer_to(action)
        if self.render_mode == "human":
            self.render()
        seen = self.observed() if said == NO_ANSWER else said
        return seen, self.reward(self.machine, before), is_over(self.machine, self.rules), False, self.info()

    def valid_lines(self, *, by_trial: bool = False) -> list[str]:
        """Return lines that `step` takes and that are valid now, as `valid_actions` does."""
        return [self.action_meanings[number] for number in self.valid_actions(by_trial=by_trial)]

    def _do(self, action: AgentAction) -> None:
        self._answer_to(action.meaning)

    def _answer_to(self, line: str) -> str:
        if self._talk is None or self._talk.machine is not self.machine:
            self._talk = Talk(self.machine)
        bracketed = _BRACKETED.fullmatch(line)
        if bracketed is None:
            return self._talk.say(line)
        words = bracketed[1]
        place = _PLACE.fullmatch(words)
        if place is not None:
            x, y = whole(place[2]), whole(place[3])
            return self._talk.click(x, y) if place[1] == "click" else self._talk.walk_to(x, y)
        if words.removeprefix("walk to ") in EDGES and words not in EDGES:
            return self._talk.walk_to(0, 0, words.removeprefix("walk to "))
        if words == _WAIT:
            return self._talk.wait_until("", _SECONDS)
        return self._talk.press([words])


def _bracketed(action: AgentAction) -> AgentAction:
    return replace(action, meaning=f"<{action.meaning if action.events or action.target else _WAIT}>")
