"""Quests: walkthroughs reach every milestone, agents are told what their handicaps allow, a table is printed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="the extra agi-emu[gym] is not installed")

from agi_emu import Machine, open_game
from agi_emu.headless.unseen_play import play_unseen
from agi_emu.input.input_script import ScriptPlayer, parse_input_script
from agi_emu.machine.settings import Settings
from benchmarks.quests.__main__ import main, played
from benchmarks.quests.agents import go_explore, random_words
from benchmarks.quests.quest import Quest, quests
from benchmarks.quests.world import QuestWorld

QUESTS = {quest.name: quest for quest in quests()}


class Seen:
    """Notes in which order milestones are reached."""

    def __init__(self, quest: Quest) -> None:
        self.left = list(quest.milestones)

    def after(self, machine: Machine, events: Sequence[Any]) -> None:
        self.left = [each for each in self.left if not each.when.holds(machine)]


def test_there_are_twelve() -> None:
    assert len(QUESTS) == 12
    assert all(len(quest.milestones) >= 3 and quest.steps < quest.actions for quest in QUESTS.values())


@pytest.mark.parametrize("name", [*sorted(set(QUESTS) - {"demo"}), pytest.param("demo", marks=pytest.mark.slow)])
def test_its_walkthrough_reaches_every_milestone(name: str, tmp_path: Path) -> None:
    quest = QUESTS[name]
    game = open_game(quest.build(tmp_path))
    machine, seen = Machine(game, settings=Settings(extensions=game.extensions)), Seen(quest)
    assert not any(each.when.holds(machine) for each in quest.milestones)
    script = ScriptPlayer(parse_input_script(quest.walkthrough, name))
    play_unseen(machine, prompter=script, observers=[seen])
    assert [each.name for each in seen.left] == []


def test_milestones_are_rewarded_and_the_picture_is_of_the_same_moment(tmp_path: Path) -> None:
    world = QuestWorld(QUESTS["dog"], tmp_path)
    _, info = world.reset(seed=1)
    assert info["hint"] == "A loaf lies on the table."
    assert "take bread" in info["valid"]
    assert info["map"] == {1: [2]}
    before = world.render()
    said, reward, terminated, truncated, info = world.step("take bread")
    assert (said, reward, terminated, truncated) == ("You take the bread.", 1.0, False, False)
    assert info["milestones"] == ["has the bread"]
    assert world.render().shape == before.shape
    assert world.step("give bread to dog")[1] == 1.0
    assert world.step("<walk to right>")[1:4] == (1.0, True, False)
    assert list(world.reached.values()) == [1, 2, 3]
    with pytest.raises(RuntimeError, match="this play is over"):
        world.step("look")


def test_a_safe_takes_the_number_that_is_said(tmp_path: Path) -> None:
    world = QuestWorld(QUESTS["safe"], tmp_path)
    world.reset(seed=1)
    for line in ("move picture", "open drawer", "read letter"):
        world.step(line)
    assert "The game waits: get number." in world.step("turn dial")[0]
    assert world.step("84")[:2] == ("It opens. There is a deed\ninside.", 1.0)


def test_the_climb_is_clicked(tmp_path: Path) -> None:
    world = QuestWorld(QUESTS["climb"], tmp_path)
    _, info = world.reset(seed=1)
    assert "<click 110,150>" in info["valid"]
    rewards = [world.step(f"<click {place}>")[1] for place in ("110,150", "30,130", "130,110", "90,90")]
    assert rewards == [1.0] * 4


def test_what_cannot_be_done_counts_as_an_action(tmp_path: Path) -> None:
    world = QuestWorld(QUESTS["dog"], tmp_path)
    world.reset(seed=1)
    said, reward, *_, info = world.step("<nokey>")
    assert "unknown key 'nokey'" in said
    assert (reward, info["actions_left"]) == (0.0, QUESTS["dog"].actions - 1)


def test_handicaps_take_helps_away(tmp_path: Path) -> None:
    world = QuestWorld(QUESTS["dog"], tmp_path, without=("words", "hints", "map", "states"))
    _, info = world.reset(seed=1)
    assert not {"words", "valid", "hint", "map"} & set(info)
    world.step("look")
    with pytest.raises(RuntimeError, match="does not go back"):
        world.get_state()
    world.restart()
    assert world.actions_left == QUESTS["dog"].actions - 1


@pytest.mark.parametrize("agent", [random_words, go_explore])
def test_agents_play_the_same_with_the_same_seed(agent: Any) -> None:
    worlds = [played(agent, QUESTS["dog"], 3) for _ in range(2)]
    assert worlds[0].is_over
    one, other = ([(each.name, at) for each, at in world.reached.items()] for world in worlds)
    assert one == other
    assert worlds[0].machine.digests() == worlds[1].machine.digests()


def test_the_table_has_a_row_for_each_quest(capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", "--agent", "benchmarks.quests.agents.random_words", "--quest", "dog", "--seeds", "1:2"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| quest | actions | milestones | walkthrough | random_words |"
    assert lines[2].startswith("| dog | 80 | 3 | 3 in 3 | ")
    with pytest.raises(SystemExit):
        main(["run", "--agent", "benchmarks.quests.agents.random_words", "--quest", "nothing"])
    assert "there is no quest 'nothing'; there are bridge, climb," in capsys.readouterr().err


def test_an_agent_that_does_not_exist_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["run", "--agent", "nothing_there", "--quest", "dog"])
    assert "there is no module 'nothing_there'" in capsys.readouterr().err
