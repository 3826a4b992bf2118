"""One game as a world of Gymnasium."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from agi_emu.coverage.sentences import said_words
from agi_emu.facts.codes import BEATS_PER_SECOND, BEATS_PER_TICK, CARRIED
from agi_emu.facts.mercies import FRIENDLY
from agi_emu.host_files.reading import BESIDE_RECORDING, decoded_text, read_whole
from agi_emu.lab.exploring.assertions import Assertion, parse_assertion
from agi_emu.lab.worlds.actions import AgentAction, actions_of
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.machine.snapshots import Snapshot
from agi_emu.machine.windows.modal import Purpose
from agi_emu.many import CYCLE_OR_WAITING
from agi_emu.resources.game import open_game
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH, TEXT_COLUMNS, TEXT_ROWS

OBSERVATIONS = ("rgb", "indices", "text", "state")
BYTES_OF_STATE = 512
"""256 variables, then 256 flags, 0 or 1."""
_SEEDS = 0x10000
MOST_CYCLES_OF_A_PART = 30
"""Cycles within which a machine has taken all keys from its keyboard, unless it takes none."""
MOST_BEATS_OF_A_CYCLE = 5 * BEATS_PER_SECOND
"""A game may loop until a key comes; a step ends there."""
_LETTERS = "".join(sorted({bytes([code]).decode("cp437") for code in range(256)} | {"\n"}))

_OFFERS = (Purpose.QUIT, Purpose.RESTART, Purpose.RESTORE)

Reward = Callable[[Machine, int], float]
"""Gets the machine and the score before the step."""


def read_rules(path: Path) -> Sequence[Assertion]:
    """Read a file of expressions, one a line, any of which ends a play; ``#`` begins a comment."""
    text = decoded_text(read_whole(path, BESIDE_RECORDING), errors="replace")
    lines = [line.partition("#")[0].strip() for line in text.split("\n")]
    return [parse_assertion(line) for line in lines if line]


def is_over(machine: Machine, rules: Sequence[Assertion]) -> bool:
    """Return whether the game has ended, offers to quit, restart or restore, or a rule says that it is over."""
    if machine.unguarded.state.general.exited or machine.modal in _OFFERS:
        return True
    return any(rule.holds(machine) for rule in rules)


def info_of(machine: Machine) -> dict[str, Any]:
    """Return what is known of a machine besides its observation."""
    state = machine.unguarded.state
    items = machine.items
    carried = [at for at, room in enumerate(state.item_rooms[: state.general.item_count]) if room == CARRIED and at]
    logics = bytes(state.loaded.logics.order[: state.loaded.logics.count]) if state.input.enabled else b""
    return {
        "room": int(machine.room),
        "score": int(machine.score),
        "inventory": [items[at].name.decode(machine.code_page, "replace") for at in carried if at < len(items)],
        "words": list(said_words(machine.game, logics)),
        "message": machine.message or "",
    }


def score_gained(machine: Machine, before: int) -> float:
    """Return by how much the score, variable 3, has changed."""
    return float(machine.score - before)


def space_of(observation: str) -> spaces.Space[Any]:
    """Return the space of a kind of observation; ValueError for an unknown one."""
    if observation == "rgb":
        return spaces.Box(0, 255, (SCREEN_HEIGHT, SCREEN_WIDTH, 3), np.uint8)
    if observation == "indices":
        return spaces.Box(0, 255, (SCREEN_HEIGHT, SCREEN_WIDTH), np.uint8)
    if observation == "text":
        return spaces.Text(TEXT_ROWS * (TEXT_COLUMNS + 1), min_length=0, charset=_LETTERS)
    if observation == "state":
        return spaces.Box(0, 255, (BYTES_OF_STATE,), np.uint8)
    raise ValueError(f"observation {observation!r} does not exist; use one of {', '.join(OBSERVATIONS)}")


def observed(machine: Machine, observation: str) -> Any:
    """Return what an agent sees of a machine."""
    if observation == "rgb":
        return machine.frame.rgb
    if observation == "indices":
        return machine.frame.indices.copy()
    if observation == "text":
        return "\n".join(machine.text.rows).rstrip()
    state = machine.unguarded.state
    flags = np.unpackbits(np.frombuffer(bytes(state.flags), np.uint8))
    return np.concatenate([np.frombuffer(bytes(state.vars), np.uint8), flags])


def give_but_last(machine: Machine, action: AgentAction) -> tuple[Any, ...]:
    """Press the keys of an action that do not fit into the keyboard at once, and let them be taken; return the rest.

    Where a window waits all are pressed, and the rest of the step sees them taken: keys are looked at in each tick.
    """
    *parts, last = action.parts()
    for part in parts:
        machine.advance(part, CYCLE_OR_WAITING, beats=MOST_BEATS_OF_A_CYCLE)
        for _ in range(MOST_CYCLES_OF_A_PART):
            if not machine.unguarded.state.keyboard.bios_count:
                break
            machine.advance((), CYCLE_OR_WAITING, beats=MOST_BEATS_OF_A_CYCLE)
    if machine.modal is not None:
        for _ in range(BEATS_PER_TICK - 1):
            machine.advance(last)
            last = ()
    return last


class AgiEnv(gymnasium.Env[Any, Any]):
    """A game to act in; a step is `frame_skip` cycles, or ends where a window waits for a key.

    `observation` is "rgb", "indices" (both the 320x200 screen), "text" (its 25 rows) or "state" (variables and flags).
    `actions` is "keys", "words" (sentences of the game) or "walk+words"; `action_meanings` names them. `reward` is what
    the score gains, unless a function is given. A play is over (`terminated`) when the game ends, when it offers to
    quit, restart or restore, or when an expression in the file `rules` holds.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "human"], "render_fps": 20}  # noqa: RUF012

    def __init__(
        self,
        game: str | Path,
        *,
        observation: str = "rgb",
        actions: str = "walk+words",
        frame_skip: int = 4,
        reward: Reward = score_gained,
        rules: str | Path | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Open a game; ValueError for values that do not exist, AgiError for what is wrong with game or rules."""
        if frame_skip < 1:
            raise ValueError(f"a step has at least one cycle, not {frame_skip}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render mode {render_mode!r} does not exist")
        self.game = open_game(game)
        self.actions = actions_of(self.game, actions)
        self.action_meanings = tuple(action.meaning for action in self.actions)
        self.observation_space = space_of(observation)
        self.action_space = spaces.Discrete(len(self.actions))
        self.render_mode = render_mode
        self._observation = observation
        self.frame_skip = frame_skip
        self.reward = reward
        self.rules = read_rules(Path(rules)) if rules is not None else ()
        self._viewer: Any = None
        self.machine = self._machine(0)

    @property
    def most_beats(self) -> int:
        """The beats after which a step ends, whatever the game does."""
        return MOST_BEATS_OF_A_CYCLE * self.frame_skip

    def another(self) -> AgiEnv:
        """Return another world of the same game with the same options, and a machine of its own."""
        other = copy.copy(self)
        other._np_random = None
        other._viewer = None
        other.machine = self._machine(0)
        return other

    def _machine(self, seed: int) -> Machine:
        extensions = frozenset(map(str, self.game.extensions))
        return Machine(self.game, settings=Settings(seed=seed, mercies=FRIENDLY, extensions=extensions))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Switch the machine on with a seed; the option "state" continues from what `get_state` returned."""
        super().reset(seed=seed)
        self.machine = self._machine(int(self.np_random.integers(_SEEDS)))
        state = (options or {}).get("state")
        if state is not None:
            self.set_state(state)
        if self.render_mode == "human":
            self.render()
        return observed(self.machine, self._observation), info_of(self.machine)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Do an action by its number."""
        machine, before = self.machine, self.machine.score
        last = give_but_last(machine, self.actions[int(action)])
        machine.advance(last, CYCLE_OR_WAITING, cycles=self.frame_skip, beats=self.most_beats)
        if self.render_mode == "human":
            self.render()
        seen = observed(machine, self._observation)
        return seen, self.reward(machine, before), is_over(machine, self.rules), False, info_of(machine)

    def get_state(self) -> Snapshot:
        """Return a copy of the whole machine; it takes microseconds."""
        return self.machine.snapshot()

    def set_state(self, state: Snapshot) -> None:
        """Continue from a copy of the machine; SaveError if it is of another game."""
        self.machine.restore(state)

    def render(self) -> Any:
        """Return the picture as an array of 200x320x3, or show it in a window."""
        if self.render_mode == "rgb_array":
            return self.machine.frame.rgb
        if self.render_mode == "human":
            from agi_emu.lab.worlds.viewer import Viewer

            self._viewer = self._viewer or Viewer(self.game.title)
            self._viewer.show(self.machine.frame)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._viewer is not None:
            self._viewer.close()
            self._viewer = None
