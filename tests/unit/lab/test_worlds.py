"""Games as worlds of Gymnasium."""

from __future__ import annotations

import copy
import pickle
import re
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="the extra agi-emu[gym] is not installed")

import numpy as np  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

from agi_emu.data import demo_path  # noqa: E402
from agi_emu.facts.errors import AgiError  # noqa: E402
from agi_emu.lab.worlds import register  # noqa: E402
from agi_emu.lab.worlds.actions import DIRECTIONS  # noqa: E402
from agi_emu.lab.worlds.environment import OBSERVATIONS, AgiEnv  # noqa: E402
from agi_emu.lab.worlds.vector import AgiVectorEnv  # noqa: E402
from agi_emu.machine.machine import Machine  # noqa: E402
from agi_emu.machine.settings import Settings  # noqa: E402
from agi_emu.resources.releases import Extension  # noqa: E402
from tests.own_games.building import GameBuilder  # noqa: E402

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
    act(env, "NOOP")
    observation, reward, terminated, _, info = act(env, "look lamp")
    assert (reward, terminated) == (5.0, False)
    assert (info["score"], info["room"], info["inventory"]) == (5, 1, ["lamp"])
    assert set(info["words"]) == {"look", "lamp", "finish", "stop", "extinguish"}
    assert observation[3] == 5
    assert act(env, "NOOP")[1] == 0.0


def test_a_sentence_longer_than_the_keyboard_holds_arrives(game: Path) -> None:
    env = AgiEnv(game, observation="state")
    env.reset(seed=3)
    act(env, "NOOP")
    act(env, "extinguish lamp")
    assert env.machine.vars[60] == 9


@pytest.mark.parametrize("sentence", ["finish", "stop"])
def test_a_play_is_over_when_the_game_ends_or_offers_to(game: Path, sentence: str) -> None:
    env = AgiEnv(game, quits=True)
    env.reset(seed=1)
    act(env, "NOOP")
    assert act(env, sentence)[2]
    assert sentence not in AgiEnv(game).action_meanings


def test_a_rule_ends_a_play(game: Path, tmp_path: Path) -> None:
    rules = tmp_path / "rules.txt"
    rules.write_text("# won\nscore >= 10  # twice\n")
    env = AgiEnv(game, rules=rules)
    env.reset(seed=1)
    act(env, "NOOP")
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
    act(env, "NOOP")
    here = env.get_state()
    first = act(env, "look lamp")[0]
    env.set_state(here)
    assert (act(env, "look lamp")[0] == first).all()
    env.reset(seed=5, options={"state": here})
    assert (act(env, "look lamp")[0] == first).all()


def test_a_vector_world_is_as_many_single_ones(game: Path) -> None:
    vector = AgiVectorEnv(game, num_envs=3, quits=True)
    singles = [AgiEnv(game, observation="indices", quits=True) for _ in range(3)]
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


@pytest.mark.parametrize(
    "wrong", [{"num_envs": 0}, {"max_episode_steps": 0}, {"observation": "rgb", "grey": True}, {"render_mode": "human"}]
)
def test_vector_worlds_that_cannot_be_are_refused(game: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"at least|leave out"):
        AgiVectorEnv(game, **wrong)


def test_one_step_with_enter_closes_a_window(build_game: GameBuilder) -> None:
    logic = 'v50++; if (v50 == 3 || v50 == 30 || v50 == 43) { print("Look!"); } return();'
    env = AgiEnv(build_game({0: logic}), observation="state", frame_skip=1, power_on=True)
    env.reset(seed=1)
    for count in (3, 30, 43):
        while env.machine.modal is None:
            assert env.step(0)[0][50] <= count
        act(env, "NOOP")
        assert env.machine.message == "Look!"
        act(env, "enter")
        assert env.machine.modal is None


def test_a_step_ends_where_a_logic_loops_until_a_key_comes(build_game: GameBuilder) -> None:
    env = AgiEnv(
        build_game({0: "again: if (!have.key()) { goto(again); } v50++; return();"}), observation="state", power_on=True
    )
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


def test_gymnasium_knows_the_worlds_without_being_told() -> None:
    assert gymnasium.make("agi_emu.lab.worlds:AGI-v0", game=demo_path()).unwrapped.game.id == "demo"
    # Those versions of Gymnasium that look for packages with worlds find this one.
    (plugin,) = (each for each in metadata.entry_points(group="gymnasium.envs") if each.module.startswith("agi_emu"))
    assert plugin.load() is register


TITLE = """
if (v0 == 0) { prevent.input(); new.room(1); }
if (v0 == 1 && have.key()) { new.room(2); }
if (v0 == 2) {
  if (isset(f5)) { accept.input(); set.key(0, 63, c5); set.key(0, 68, c6); v10 = 4; }
  random(0, 255, v51); v50++;
  if (controller(c5)) { save.game(); }
  if (controller(c6)) { v60 = 1; }
  if (said("look", "lamp")) { v3 += 5; print("It shines."); }
  if (said("stop") && v50 == 255) { print("You did it."); v3 += 9; v60 = 3; print("The end."); quit(1); }
  if (said("finish")) { get.num("Room?", v61); new.room.v(v61); }
}
return();
"""


@pytest.fixture
def titled(build_game: GameBuilder) -> Path:
    return build_game({0: TITLE}, words=WORDS)


def test_a_play_begins_behind_the_title_and_its_seed_still_counts(titled: Path) -> None:
    env = AgiEnv(titled, observation="state")
    first, info = env.reset(seed=1)
    assert (info["room"], env.reset(seed=1)[0].tobytes()) == (2, first.tobytes())
    assert env.step(0)[0][51] != (env.reset(seed=2), env.step(0))[1][0][51]
    assert AgiEnv(titled, power_on=True).reset(seed=1)[1]["room"] == 0


def test_what_offers_to_save_and_debug_modes_are_no_actions_but_an_end_is(titled: Path) -> None:
    keys = AgiEnv(titled, actions="keys").action_meanings
    assert ("f5" in keys, "f10" in keys) == (False, True)
    words = AgiEnv(titled, actions="words").action_meanings
    assert ("finish" in words, "stop" in words) == (False, True)
    assert "f5" in AgiEnv(titled, actions="keys", quits=True).action_meanings


def test_the_mask_has_sentences_that_logics_in_memory_test(titled: Path) -> None:
    env = AgiEnv(titled, power_on=True)
    look = env.action_meanings.index("look lamp")
    _, info = env.reset(seed=1)
    assert not info["action_mask"][look]
    assert info["action_mask"][0]
    assert env.action_space.contains(env.action_space.sample(mask=info["action_mask"]))
    env = AgiEnv(titled)
    env.reset(seed=1)
    assert look in env.valid_actions()
    before = env.machine.digests().state
    assert env.valid_actions(by_trial=True) == [*range(1, 1 + len(DIRECTIONS)), look]
    assert env.machine.digests().state == before
    act(env, "look lamp")
    assert look not in env.valid_actions(), "a window waits"


def test_wrong_actions_are_refused_and_sentences_are_said(titled: Path) -> None:
    env = AgiEnv(titled)
    env.reset(seed=1)
    for wrong in (-1, 99_999, 3.5, None, float("inf"), [1]):
        with pytest.raises(ValueError, match=rf"action {re.escape(repr(wrong))} does not exist; give 0 to"):
            env.step(wrong)
    with pytest.raises(ValueError, match="options are a dictionary, not 5"):
        env.reset(options=5)  # type: ignore[arg-type]
    assert env.step("look lamp")[1] == 5.0
    with pytest.raises(ValueError, match="sticky is a share"):
        AgiEnv(titled, sticky=2)


def test_no_step_follows_closing(game: Path) -> None:
    env = AgiEnv(game)
    env.reset(seed=1)
    env.close()
    env.close()
    with pytest.raises(RuntimeError, match="this world was closed; make another one"):
        env.step(0)
    vector = AgiVectorEnv(game, num_envs=2)
    vector.reset(seed=1)
    vector.close()
    with pytest.raises(RuntimeError, match="these worlds were closed; make others"):
        vector.step([0, 0])


def test_no_world_moves_where_one_action_does_not_exist(game: Path) -> None:
    vector = AgiVectorEnv(game, num_envs=2)
    vector.reset(seed=1)
    before = [state.used for state in vector.get_state()]
    with pytest.raises(ValueError, match="action 9999 does not exist"):
        vector.step(["look lamp", 9999])
    assert [state.used for state in vector.get_state()] == before


def test_as_many_actions_as_worlds_are_given(game: Path) -> None:
    vector = AgiVectorEnv(game, num_envs=3)
    vector.reset(seed=1)
    with pytest.raises(ValueError, match="2 actions for 3 worlds; give one for each"):
        vector.step([0, 0])


def test_sticky_actions_are_done_again(titled: Path) -> None:
    env = AgiEnv(titled, observation="state", sticky=1.0)
    env.reset(seed=1)
    assert act(env, "look lamp")[1] == 0.0, "the action before the first one is to do nothing"


def test_films_have_the_pace_of_the_game(titled: Path) -> None:
    # A cycle of 4 ticks of 1/20 s; a step is one cycle, or five.
    assert AgiEnv(titled, frame_skip=1).metadata["render_fps"] == 5
    assert AgiEnv(titled, frame_skip=5).metadata["render_fps"] == 1


def test_worlds_machines_and_games_are_copied_and_pickled(titled: Path) -> None:
    env = AgiEnv(titled, observation="state")
    env.reset(seed=1)
    env.step(0)
    one, other = copy.deepcopy(env), pickle.loads(pickle.dumps(env))
    assert one.game is env.game
    for each in (one, other):
        assert each.machine.digests() == env.machine.digests()
        assert (act(each, "look lamp")[0][3], env.machine.score) == (5, 0)


def test_keys_and_names_are_as_the_tools_of_gymnasium_want_them(titled: Path) -> None:
    env = AgiEnv(titled, actions="walk+mouse", frame_skip=1)
    assert env.get_action_meanings()[0] == "NOOP"
    assert env.get_keys_to_action()[("w",)] == env.action_meanings.index("up")
    assert "click 10,10" in env.action_meanings
    grey = np.empty((200, 320), np.uint8)
    env.ale.getScreenGrayscale(grey)
    assert (grey == 0).any()
    assert env.ale.lives() == 0
    assert env.unwrapped._frameskip == 1


def test_a_click_is_held_for_a_cycle(build_game: GameBuilder) -> None:
    logic = "if (v0 == 0) { new.room(1); } push.script(); if (v27 == 1) { v50 = v28; } return();"
    env = AgiEnv(build_game({0: logic, 1: "return();"}), observation="state", actions="mouse", power_on=True)
    env.machine = Machine(env.game, settings=Settings(extensions=frozenset({Extension.AGIMOUSE})))
    env.machine.run(cycles=2)
    assert act(env, "click 30,50")[0][50] == 30


@pytest.mark.parametrize("observation", ["state", "rgb", "text", "channel"])
def test_vectors_observe_what_single_worlds_do(titled: Path, observation: str) -> None:
    vector = AgiVectorEnv(titled, num_envs=2, observation=observation, render_mode="rgb_array")
    seen, _ = vector.reset(seed=1)
    assert seen in vector.observation_space
    single = AgiEnv(titled, observation=observation)
    expected, _ = single.reset(seed=2)
    assert np.array_equal(seen[1], expected)
    assert [picture.shape for picture in vector.render()] == [(200, 320, 3)] * 2


@pytest.mark.parametrize(
    ("display", "height", "width"), [("cga", 200, 320), ("cga-composite", 200, 640), ("hercules-green", 348, 720)]
)
def test_worlds_show_the_pixels_of_their_adapter(titled: Path, display: str, height: int, width: int) -> None:
    single = AgiEnv(titled, observation="rgb", render_mode="rgb_array", display=display)
    seen, _ = single.reset(seed=2)
    assert seen.shape == single.render().shape == single.observation_space.shape == (height, width, 3)
    assert np.array_equal(seen, single.machine.frame.rgb)
    vector = AgiVectorEnv(titled, num_envs=2, display=display)
    shown, _ = vector.reset(seed=1)
    assert shown.shape == (2, height, width)
    assert np.array_equal(shown[1], single.machine.frame.indices)
    assert np.array_equal(vector.step([0, 0])[0][1], vector.machines[1].frame.indices)
    small = AgiVectorEnv(titled, num_envs=1, display=display, size=(50, 80), grey=True)
    grey = small.reset(seed=2)[0][0]
    lightness = (single.machine.frame.rgb @ [0.299, 0.587, 0.114]).round()
    rows, columns = (2 * np.arange(50) + 1) * height // 100, (2 * np.arange(80) + 1) * width // 160
    assert np.abs(grey - lightness[np.ix_(rows, columns)]).max() <= 1


def test_a_world_without_such_a_display_is_refused(titled: Path) -> None:
    with pytest.raises(ValueError, match="unknown display 'vga'"):
        AgiEnv(titled, display="vga")


def test_some_worlds_of_a_vector_are_reset(titled: Path) -> None:
    vector = AgiVectorEnv(titled, num_envs=3, observation="state")
    vector.reset(seed=1)
    here = vector.step([0, 0, 0])[0]
    after, infos = vector.reset(options={"reset_mask": np.array([True, False, False])})
    assert after[0][50] < here[0][50]
    assert (after[1:] == here[1:]).all()
    assert infos["action_mask"].shape == (3, len(vector.action_meanings))
    with pytest.raises(ValueError, match="reset_mask has the shape"):
        vector.reset(options={"reset_mask": np.array([True])})


def test_pictures_of_a_vector_are_the_callers_own(titled: Path) -> None:
    vector = AgiVectorEnv(titled, num_envs=1)
    first, _ = vector.reset(seed=1)
    before = first.copy()
    vector.step([vector.action_meanings.index("look lamp")])
    assert (first == before).all()
    shared = AgiVectorEnv(titled, num_envs=1, copy=False)
    assert shared.reset(seed=1)[0] is shared.step([0])[0]


def test_a_world_of_texts_answers_what_is_said(titled: Path) -> None:
    env = gymnasium.make("AGIText-v0", game=titled, disable_env_checker=True)
    _, info = env.reset(seed=1)
    assert (info["room"], info["max_score"], info["score"]) == (2, 0, 0)
    said, reward, terminated, _, info = env.step("look lamp")
    assert (said, reward, terminated, info["score"]) == ("It shines.", 5.0, False, 5)
    assert env.unwrapped.machine.modal is None
    assert "look lamp" in env.unwrapped.valid_lines()
    env.step("<f10>")
    assert env.unwrapped.machine.vars[60] == 1
    with pytest.raises(AgiError, match="unknown key 'nokey'"):
        env.step("<nokey>")


@pytest.mark.filterwarnings("ignore")
def test_gymnasium_finds_nothing_wrong_with_a_world_of_texts(titled: Path) -> None:
    check_env(gymnasium.make("AGIText-v0", game=titled).unwrapped, skip_render_check=True)
