"""One game as a world of Gymnasium."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from agi_emu.coverage.sentences import said_words, usual_words
from agi_emu.facts.adapters import DEFAULT
from agi_emu.facts.codes import BEATS_PER_SECOND, BEATS_PER_TICK, TICKS_PER_SECOND
from agi_emu.facts.mercies import FRIENDLY
from agi_emu.host_files.reading import BESIDE_RECORDING, decoded_text, read_whole
from agi_emu.input.keys_for_player import Walk, can_walk
from agi_emu.lab.talking.talk import carried
from agi_emu.lab.worlds.actions import DIRECTIONS, AgentAction, actions_of, sentence
from agi_emu.lab.worlds.beginning import pass_the_title
from agi_emu.machine.assertions import Assertion, parse_assertion
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.machine.snapshots import Snapshot
from agi_emu.machine.ways import Target
from agi_emu.machine.windows.modal import Purpose
from agi_emu.many import CYCLE_OR_WAITING
from agi_emu.resources.game import open_game
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH, TEXT_COLUMNS, TEXT_ROWS

OBSERVATIONS = ("rgb", "indices", "channel", "text", "state")
BYTES_OF_STATE = 512
"""256 variables, then 256 flags, 0 or 1."""
_SEEDS = 0x10000
LIGHTNESS = np.array([0.299, 0.587, 0.114])
"""The parts of red, green and blue in how light a colour is."""
MOST_CYCLES_OF_A_PART = 30
"""Cycles within which a machine has taken all keys from its keyboard, unless it takes none."""
LONGEST_WALK = 400
"""Cycles that a walk to a place takes at most."""
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
    logics = bytes(state.loaded.logics.order[: state.loaded.logics.count]) if state.input.enabled else b""
    return {
        "room": int(machine.room),
        "score": int(machine.score),
        "max_score": int(machine.most_score),
        "inventory": carried(machine),
        "words": list(said_words(machine.game, logics, usual_words)),
        "message": machine.message or "",
    }


def score_gained(machine: Machine, before: int) -> float:
    """Return by how much the score, variable 3, has changed."""
    return float(machine.score - before)


def space_of(observation: str, width: int = SCREEN_WIDTH, height: int = SCREEN_HEIGHT) -> spaces.Space[Any]:
    """Return the space of a kind of observation, of a screen of that size; ValueError for an unknown one."""
    screen = (height, width)
    shapes = {"rgb": (*screen, 3), "indices": screen, "channel": (*screen, 1)}
    if observation in shapes:
        return spaces.Box(0, 255, shapes[observation], np.uint8)
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
    if observation == "channel":
        return machine.frame.indices[..., np.newaxis].copy()
    if observation == "text":
        return "\n".join(machine.text.rows).rstrip()
    state = machine.unguarded.state
    flags = np.unpackbits(np.frombuffer(bytes(state.flags), np.uint8))
    return np.concatenate([np.frombuffer(bytes(state.vars), np.uint8), flags])


def give_but_last(machine: Machine, action: AgentAction) -> tuple[Any, ...]:
    """Press the keys of an action that do not fit into the keyboard at once, and let them be taken; return the rest.

    A walk to a place is made to its end.

    Where a window waits all are pressed, and the rest of the step sees them taken: keys are looked at in each tick.
    """
    if action.target is not None:
        _walk(machine, action.target)
        return ()
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


def _walk(machine: Machine, target: Target) -> None:
    if not can_walk(machine):
        return
    walk = Walk(machine, target)
    for _ in range(LONGEST_WALK):
        events = walk.steer()
        if walk.is_over and not events:
            break
        machine.advance(events, CYCLE_OR_WAITING, beats=MOST_BEATS_OF_A_CYCLE)


class Screens:
    """Gives pictures to the wrappers for worlds of the Arcade Learning Environment, in their words."""

    def __init__(self, machine: Machine) -> None:
        """Look at a machine."""
        self._machine = machine

    def lives(self) -> int:
        """Return 0: a play of these games has no lives."""
        return 0

    def getScreenRGB(self, out: Any) -> None:  # noqa: N802
        """Write the picture into an array of the screen's height and width, by 3."""
        out[:] = self._machine.frame.rgb

    def getScreenGrayscale(self, out: Any) -> None:  # noqa: N802
        """Write the lightness of the picture into an array of the screen's height and width."""
        out[:] = (self._machine.frame.rgb @ LIGHTNESS).round()


class AgiEnv(gymnasium.Env[Any, Any]):
    """A game to act in; a step is `frame_skip` cycles, or ends where a window waits for a key.

    `observation` is "rgb", "indices" or "channel" (the screen, the last with a channel), "text" (its 25 rows) or
    "state" (variables and flags). `display` is the adapter of a PC, as for `agi-emu run`: an EGA's screen has 320x200
    pixels, a Hercules' 720x348. `actions` are some of "keys", "walk", "ways" (to places and over edges), "words"
    (sentences of the game) and "mouse", joined by +; `action_meanings` names them. `reward` is what the score gains,
    unless a function is given. A play is over (`terminated`) when the game ends, when it offers to quit, restart or
    restore, or when an expression in the file `rules` holds. What offers that is among the actions only with `quits`.
    `sticky` is how often the action before is done again instead. A play begins behind the title, if a way past it was
    found, or with `power_on` before.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "human"], "render_fps": 20}  # noqa: RUF012

    def __init__(  # noqa: PLR0913
        self,
        game: str | Path,
        *,
        observation: str = "rgb",
        actions: str = "walk+words",
        frame_skip: int = 4,
        reward: Reward = score_gained,
        rules: str | Path | None = None,
        render_mode: str | None = None,
        quits: bool = False,
        sticky: float = 0.0,
        power_on: bool = False,
        display: str = DEFAULT,
    ) -> None:
        """Open a game; ValueError for values that do not exist, AgiError for what is wrong with game or rules."""
        if frame_skip < 1:
            raise ValueError(f"a step has at least one cycle, not {frame_skip}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render mode {render_mode!r} does not exist")
        self.game = open_game(game)
        self.actions = actions_of(self.game, actions, quits=quits)
        self.action_meanings = tuple(action.meaning for action in self.actions)
        self.display = display
        self.machine = self._machine(0)
        self.observation_space = space_of(observation, *self.machine.settings.adapter.size)
        self.action_space = spaces.Discrete(len(self.actions))
        self.render_mode = render_mode
        self._observation = observation
        self.frame_skip = frame_skip
        self.reward = reward
        self.rules = read_rules(Path(rules)) if rules is not None else ()
        self._viewer: Any = None
        self._is_closed = False
        if not 0 <= sticky <= 1:
            raise ValueError(f"sticky is a share from 0 to 1, not {sticky}")
        self._sticky, self._before = sticky, self.actions[0]
        self._start = None if power_on else pass_the_title(self.machine)
        if self._start is not None:
            self.set_state(self._start)
        self._keep_pace()

    def _keep_pace(self) -> None:
        """Say how many steps the machine makes in a second, for those who make films of them."""
        ticks = max(1, self.machine.cycle_ticks) * self.frame_skip
        self.metadata = {**type(self).metadata, "render_fps": max(1, round(TICKS_PER_SECOND / ticks))}

    @property
    def _frameskip(self) -> int:
        """What wrappers for Atari games ask for that skip frames themselves."""
        return self.frame_skip

    @property
    def ale(self) -> Screens:
        """What these wrappers look at."""
        return Screens(self.machine)

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
        return Machine(
            self.game, settings=Settings(seed=seed, mercies=FRIENDLY, extensions=extensions, display=self.display)
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Switch the machine on with a seed; the option "state" continues from what `get_state` returned."""
        if options is not None and not isinstance(options, Mapping):
            raise ValueError(f"options are a dictionary, not {options!r}")
        super().reset(seed=seed)
        number = int(self.np_random.integers(_SEEDS))
        self.machine = self._machine(number)
        self._before = self.actions[0]
        state = (options or {}).get("state")
        if state is not None:
            self.set_state(state)
        elif self._start is not None:
            self.set_state(self._start)
            self.machine.unguarded.state.rng = number
        self._keep_pace()
        if self.render_mode == "human":
            self.render()
        return self.observed(), self.info()

    def observed(self) -> Any:
        """Return the observation of now."""
        return observed(self.machine, self._observation)

    def info(self) -> dict[str, Any]:
        """Return what is known besides the observation, with the mask of the actions that are valid now."""
        return info_of(self.machine) | {"action_mask": self.action_masks().astype(np.int8)}

    def action_of(self, given: Any) -> AgentAction:
        """Return the action of a number, or what types a sentence; ValueError for a number that does not exist."""
        if isinstance(given, str):
            return sentence(given)
        if not self.action_space.contains(given):
            raise ValueError(f"action {given!r} does not exist; give 0 to {len(self.actions) - 1}, or a sentence")
        chosen = self.actions[int(given)]
        if self._sticky and self.np_random.random() < self._sticky:
            chosen = self._before
        self._before = chosen
        return chosen

    def action_masks(self) -> Any:
        """Return for each action whether the machine can take it now.

        A sentence is valid if a logic in memory tests for it, a walk to a place if ego is the player's.
        """
        state = self.machine.unguarded.state
        can_type = state.input.enabled and not state.modal.depth
        logics = frozenset(state.loaded.logics.order[: state.loaded.logics.count]) if can_type else frozenset()
        walks = can_walk(self.machine)
        return np.array(
            [
                not logics.isdisjoint(each.logics) if each.logics else walks or each.target is None
                for each in self.actions
            ]
        )

    def valid_actions(self, *, by_trial: bool = False) -> list[int]:
        """Return the numbers of the actions that are valid now.

        `by_trial` does each of them, goes back, and leaves out what does no more than waiting does, or than most
        sentences do.
        """
        valid = [int(each) for each in np.flatnonzero(self.action_masks())]
        if not by_trial:
            return valid
        here = self.get_state()
        effects = {number: self._effect(number, here) for number in valid}
        self.set_state(here)
        said = Counter(effects[number] for number in valid if self.actions[number].logics)
        usual = {effects[0], *(effect for effect, count in said.most_common(1) if count > 1)}
        return [number for number in valid if effects[number] not in usual]

    def _effect(self, number: int, here: Snapshot) -> object:
        self.set_state(here)
        self._do(self.actions[number])
        state = self.machine.unguarded.state
        return bytes(state.vars), bytes(state.flags), bytes(state.item_rooms), self.machine.message

    def get_action_meanings(self) -> list[str]:
        """Return the names of the actions, as the worlds of the Arcade Learning Environment do."""
        return list(self.action_meanings)

    def get_keys_to_action(self) -> dict[tuple[str, ...], int]:
        """Return the actions of keys, for `gymnasium.utils.play`."""
        names = {**dict(zip(DIRECTIONS[::2], ("w", "d", "s", "a"), strict=True)), "enter": "\r", "space": " "}
        keys = {name: names.get(name, name) for name in self.action_meanings if name in names or len(name) == 1}
        return {(key,): self.action_meanings.index(name) for name, key in keys.items()}

    def _do(self, action: AgentAction) -> None:
        last = give_but_last(self.machine, action)
        self.machine.advance(last, CYCLE_OR_WAITING, cycles=self.frame_skip, beats=self.most_beats)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Do an action by its number, or say a sentence."""
        if self._is_closed:
            raise RuntimeError("this world was closed; make another one")
        machine, before = self.machine, self.machine.score
        self._do(self.action_of(action))
        if self.render_mode == "human":
            self.render()
        seen = self.observed()
        return seen, self.reward(machine, before), is_over(machine, self.rules), False, self.info()

    def get_state(self) -> Snapshot:
        """Return a copy of the whole machine; it takes microseconds."""
        return self.machine.snapshot()

    def set_state(self, state: Snapshot) -> None:
        """Continue from a copy of the machine; SaveError if it is of another game."""
        self.machine.restore(state)

    def render(self) -> Any:
        """Return the picture as an array of height, width and 3 colours, or show it in a window."""
        if self.render_mode == "rgb_array":
            return self.machine.frame.rgb
        if self.render_mode == "human":
            from agi_emu.lab.worlds.viewer import Viewer

            self._viewer = self._viewer or Viewer(self.game.title, self.metadata["render_fps"])
            self._viewer.show(self.machine.frame)
        return None

    def close(self) -> None:
        """Close the window, if there is one; no step follows."""
        self._is_closed = True
        if self._viewer is not None:
            self._viewer.close()
            self._viewer = None
