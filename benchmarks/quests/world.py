"""A quest as a world of texts: what an agent is told depends on its handicaps."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from agi_emu.facts.errors import AgiError
from agi_emu.lab.worlds.text import AgiTextEnv
from agi_emu.logic.code import Action, decode
from agi_emu.machine.snapshots import Snapshot
from benchmarks.quests.quest import Milestone, Quest

HELPS = {
    "words": "the words that the game knows here, and lines that are valid now",
    "hints": "a clue for the next milestone",
    "map": "the rooms that the logic of each room leads to",
    "states": "keeping a state of the game, and going back to it",
}
"""What an agent may be told or do; each can be taken away."""


class QuestWorld(AgiTextEnv):
    """A game with milestones: each is rewarded with 1, and all of them, or no action left, end a play.

    An action that cannot be done counts, and its error is what is observed. `render` returns the picture of the same
    moment as the text that `step` returned.
    """

    def __init__(self, quest: Quest, folder: Path, without: Collection[str] = ()) -> None:
        """Build the game in an empty folder; `without` are some of HELPS."""
        super().__init__(quest.build(folder), render_mode="rgb_array")
        self.quest = quest
        self._without = frozenset(without)
        self._map = _leads(self.game)
        self.actions_left = quest.actions
        self.reached: dict[Milestone, int] = {}
        """The milestones that were reached, in their order, each with how many actions that took."""

    @property
    def is_over(self) -> bool:
        """Whether all milestones were reached, or no action is left."""
        return not self.actions_left or len(self.reached) == len(self.quest.milestones)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin the play again, with all actions and no milestone."""
        self.actions_left = self.quest.actions
        self.reached = {}
        return super().reset(seed=seed, options=options)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Say a line or do what is in brackets; RuntimeError after the last action."""
        if self.is_over:
            raise RuntimeError("this play is over; reset it")
        self.actions_left -= 1
        try:
            seen, _, terminated, *_ = super().step(action)
        except AgiError as error:
            seen, terminated = str(error), False
        news = [each for each in self.quest.milestones if each not in self.reached and each.when.holds(self.machine)]
        self.reached.update((each, self.quest.actions - self.actions_left) for each in news)
        is_won = len(self.reached) == len(self.quest.milestones)
        return seen, float(len(news)), terminated or is_won, not is_won and not self.actions_left, self.info()

    def restart(self) -> dict[str, Any]:
        """Begin the game again; what was reached stays reached, and actions stay spent. Return the information."""
        return super().reset()[1]

    def get_state(self) -> Snapshot:
        """Keep a state that `set_state` goes back to, if this play allows that; actions stay spent."""
        if "states" in self._without:
            raise RuntimeError("this play does not go back to states")
        return super().get_state()

    def info(self) -> dict[str, Any]:
        """Return what the agent may know."""
        info = {name: value for name, value in super().info().items() if name != "action_mask"}
        info["milestones"] = [each.name for each in self.reached]
        info["actions_left"] = self.actions_left
        if "words" in self._without:
            del info["words"]
        else:
            info["valid"] = self.valid_lines()
        if "hints" not in self._without:
            info["hint"] = next((each.clue for each in self.quest.milestones if each not in self.reached), "")
        if "map" not in self._without:
            info["map"] = self._map
        return info


def _leads(game: Any) -> dict[int, list[int]]:
    """Return for each room those that its logic leads to."""
    leads: dict[int, list[int]] = {}
    for number in sorted(game.logics):
        logic = game.logic_if_present(number)
        code = decode(logic.code, game.profile) if logic is not None else ()
        found = {each.operands[0] for each in code if isinstance(each, Action) and each.opcode.name == "new.room"}
        if number and found:
            leads[number] = sorted(found)
    return leads
