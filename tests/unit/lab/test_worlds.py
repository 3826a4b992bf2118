"""Games as worlds of Gymnasium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra agi-emu[gym] is not installed")

import numpy as np  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

from agi_emu.data import demo_path  # noqa: E402
from agi_emu.lab.worlds import register  # noqa: E402
from agi_emu.lab.worlds.environment import OBSERVATIONS, AgiEnv  # noqa: E402
from agi_emu.lab.worlds.vector import AgiVectorEnv  # noqa: E402
from agi_emu.machine.machine import Machine  # noqa: E402
from tests.own_games.building import GameBuilder  # noqa: E402
from tests.x_server import x_server  # noqa: E402

WORDS = {"look": 10, "lamp": 11, "finish": 12, "stop": 13, "extinguish": 14}
LOGIC = """
if (v0 == 0) { new.room(1); }
if (isset(f5)) { accept.input(); }
v50++;
random(0, 255, v51);
if (said("look", "lamp")) { v3 += 5; get(i1); }
if (said("extinguish", "lamp")) { v60 = 9; }
if (said("finish")) { restart.game(); }
if (said("stop")) { quit(1); }
display(2, 2, "Lamp %v51");
return();
"""


@pytest.fixture
def game(build_game: GameBuilder) -> Path:
    return build_game({0: LOGIC, 1: "return();"}, words=WORDS, items=[("?", 0), ("lamp", 1)])


def act(env: AgiEnv, meaning: str) -> tuple[Any, float, bool, bool, dict[str, Any]]:
    return env.step(env.action_meanings.index(meaning))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("actions", ["keys", "walk+words"])
def test_gymnasium_finds_nothing_wrong(observation: str, actions: str) -> None:
    check_env(AgiEnv(demo_path(), observation=observation, actions=actions), skip_render_check=True)


@pytest.mark.filterwarnings("ignore")
def test_pictures_are_rendered() -> None:
    env = AgiEnv(demo_path(), render_mode="rgb_array")
    check_env(env)
    env.reset(seed=1)
    assert env.render().shape == (200, 320, 3)


def test_it_is_made_by_its_name(game: Path) -> None:
    register()
    env = gymnasium.make("AGI-v0", game=str(game), observation="state", max_episode_steps=3)
    env.reset(seed=1)
    assert [env.step(0)[3] for _ in range(3)] == [False, False, True]


def test_rewards_are_what_the_score_gains(game: Path) -> None:
    env = AgiEnv(game, observation="state")
    _, info = env.reset(seed=3)
    act(env, "noop")
    observation, reward, terminated, _, info = act(env, "look lamp")
    assert (reward, terminated) == (5.0, False)
    assert (info["score"], info["room"], info["inventory"]) == (5, 1, ["lamp"])
    assert set(info["words"]) == {"look", "lamp", "finish", "stop", "extinguish"}
    assert observation[3] == 5
    assert act(env, "noop")[1] == 0.0


def test_a_sentence_longer_than_the_keyboard_holds_arrives(game: Path) -> None:
    env = AgiEnv(game, observation="state")
    env.reset(seed=3)
    act(env, "noop")
    act(env, "extinguish lamp")
    assert env.machine.vars[60] == 9


@pytest.mark.parametrize("sentence", ["finish", "stop"])
def test_a_play_is_over_when_the_game_ends_or_offers_to(game: Path, sentence: str) -> None:
    env = AgiEnv(game)
    env.reset(seed=1)
    act(env, "noop")
    assert act(env, sentence)[2]


def test_a_rule_ends_a_play(game: Path, tmp_path: Path) -> None:
    rules = tmp_path / "rules.txt"
    rules.write_text("# won\nscore >= 10  # twice\n")
    env = AgiEnv(game, rules=rules)
    env.reset(seed=1)
    act(env, "noop")
    assert [act(env, "look lamp")[2] for _ in range(2)] == [False, True]


def test_a_seed_gives_the_same_play_and_another_seed_another(game: Path) -> None:
    def play(seed: int) -> list[bytes]:
        env = AgiEnv(game, observation="state")
        env.reset(seed=seed)
        return [env.step(0)[0].tobytes() for _ in range(5)]

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_a_state_is_taken_and_brought_back(game: Path) -> None:
    env = AgiEnv(game, observation="state")
    env.reset(seed=1)
    act(env, "noop")
    here = env.get_state()
    first = act(env, "look lamp")[0]
    env.set_state(here)
    assert (act(env, "look lamp")[0] == first).all()
    env.reset(seed=5, options={"state": here})
    assert (act(env, "look lamp")[0] == first).all()


def test_a_vector_world_is_as_many_single_ones(game: Path) -> None:
    vector = AgiVectorEnv(game, num_envs=3)
    singles = [AgiEnv(game, observation="indices") for _ in range(3)]
    pictures, _ = vector.reset(seed=7)
    for at, env in enumerate(singles):
        assert (env.reset(seed=7 + at)[0] == pictures[at]).all()
    chance = np.random.default_rng(1)
    over = [False] * 3
    ended = 0
    for _ in range(60):
        actions = chance.integers(len(vector.action_meanings), size=3)
        pictures, rewards, terminated, truncated, infos = vector.step(actions)
        assert not truncated.any()
        for at, env in enumerate(singles):
            if over[at]:
                picture, reward, over[at], info = env.reset()[0], 0.0, False, {"score": 0}
            else:
                picture, reward, over[at], _, info = env.step(actions[at])
            ended += over[at]
            assert (picture == pictures[at]).all()
            assert (reward, over[at]) == (rewards[at], terminated[at])
            assert infos["score"][at] == info["score"]
    assert ended > 0


def test_a_vector_world_truncates_and_begins_again(game: Path) -> None:
    register()
    vector = gymnasium.make_vec("AGI-v0", num_envs=2, game=str(game), max_episode_steps=3)
    vector.reset(seed=1)
    truncated = [vector.step([0, 0])[3].tolist() for _ in range(6)]
    assert truncated == [[False] * 2, [False] * 2, [True] * 2, [False] * 2, [False] * 2, [False] * 2]
    assert vector.step([0, 0])[3].all(), "the step that begins again does not count"


def test_a_vector_world_continues_from_copies(game: Path) -> None:
    vector = AgiVectorEnv(game, num_envs=2)
    vector.reset(seed=1)
    vector.step([0, 0])
    here = vector.get_state()
    look = vector.action_meanings.index("look lamp")
    first = vector.step([look, 0])[0].copy()
    vector.set_state(here)
    assert (vector.step([look, 0])[0] == first).all()
    vector.set_state(here[0])
    assert vector.step([look, look])[4]["score"].tolist() == [5, 5]
    one, other = (machine.digests().state for machine in vector.machines)
    assert one == other


@pytest.mark.parametrize("wrong", [{"num_envs": 0}, {"max_episode_steps": 0}, {"observation": "rgb"}])
def test_vector_worlds_that_cannot_be_are_refused(game: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"at least|leave out"):
        AgiVectorEnv(game, **wrong)


def test_one_step_with_enter_closes_a_window(build_game: GameBuilder) -> None:
    logic = 'v50++; if (v50 == 3 || v50 == 30 || v50 == 43) { print("Look!"); } return();'
    env = AgiEnv(build_game({0: logic}), observation="state", frame_skip=1)
    env.reset(seed=1)
    for count in (3, 30, 43):
        while env.machine.modal is None:
            assert env.step(0)[0][50] <= count
        act(env, "noop")
        assert env.machine.message == "Look!"
        act(env, "enter")
        assert env.machine.modal is None


def test_a_step_ends_where_a_logic_loops_until_a_key_comes(build_game: GameBuilder) -> None:
    env = AgiEnv(build_game({0: "again: if (!have.key()) { goto(again); } v50++; return();"}), observation="state")
    env.reset(seed=1)
    for _ in range(3):
        env.step(0)
    assert env.machine.vars[50] == 0
    assert env.machine.state.clock.beats <= 3 * env.unwrapped.most_beats + 3
    act(env, "enter")
    assert env.machine.vars[50] == 1


def test_a_step_has_as_many_cycles_as_asked_for(game: Path) -> None:
    for cycles in (1, 4, 9):
        env = AgiEnv(game, observation="state", frame_skip=cycles)
        env.reset(seed=1)
        env.step(0)
        before = int(env.step(0)[0][50])
        assert int(env.step(0)[0][50]) - before == cycles


HUMAN = """
import sys
from agi_emu.lab.worlds.environment import AgiEnv
env = AgiEnv(sys.argv[1], render_mode="human")
env.reset(seed=1)
for _ in range(20):
    env.step(env.action_meanings.index("enter"))
print("shown", flush=True)
sys.stdin.readline()
env.close()
"""


@pytest.mark.display
def test_a_person_sees_the_game_in_a_window(tmp_path: Path) -> None:
    if not shutil.which("Xvfb"):
        pytest.skip("Xvfb is not installed")
    with x_server(tmp_path) as server:
        assert server.colours() == 1
        environment = {**os.environ, "DISPLAY": server.display}
        environment.pop("SDL_VIDEODRIVER", None)
        command = [sys.executable, "-c", HUMAN, str(demo_path())]
        with subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as world:
            assert world.stdout
            assert world.stdout.readline() == "shown\n"
            assert server.colours() > 6
            world.communicate("\n")
        assert world.returncode == 0


def test_a_vector_world_shows_small_grey_pictures(game: Path) -> None:
    register()
    vector = gymnasium.make_vec(
        "AGI-v0", num_envs=2, vectorization_mode="vector_entry_point", game=str(game), size=(84, 84), grey=True
    )
    pictures, _ = vector.reset(seed=1)
    assert pictures.shape == (2, 84, 84)
    assert pictures in vector.observation_space


@pytest.mark.parametrize(
    "wrong", [{"observation": "smell"}, {"actions": "dance"}, {"frame_skip": 0}, {"render_mode": "opera"}]
)
def test_values_that_do_not_exist_are_refused(game: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"not|least"):
        AgiEnv(game, **wrong)


def test_rewards_can_be_a_function(game: Path) -> None:
    def rooms(machine: Machine, before: int) -> float:
        return float(machine.room)

    env = AgiEnv(game, reward=rooms)
    env.reset(seed=1)
    assert env.step(0)[1] == 1.0
