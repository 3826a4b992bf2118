"""Guided play with an objective: it goes for points, items and texts, does again what it did, and takes hints."""

from __future__ import annotations

import pytest

from agi_emu import Game, Recording, compare, open_game
from agi_emu.coverage.reached import collect
from agi_emu.headless.as_walkthrough import walkthrough_of
from agi_emu.lab.exploring.exploration import Explorer
from agi_emu.lab.exploring.findings import Exploration, shrunk
from agi_emu.lab.exploring.goals import Goal
from agi_emu.lab.exploring.knowledge import LEADS_TO_A_NEW_ROOM, LEADS_TOWARDS_ONE, Knowledge
from agi_emu.lab.exploring.objective import Objective, level_of
from agi_emu.lab.exploring.takes import recording_of
from agi_emu.machine.assertions import AssertionSyntaxError
from agi_emu.machine.input.events import text_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from tests.own_games.building import GameBuilder
from tests.unit.lab.test_exploring import EGO, LOGIC_0, VIEW_BYTES, WORDS

ROOM = """
if (said("rub", "lamp") && v60 == 0) { v60 = 1; v3 += 1; get("lamp"); }
if (said("open", "door")) {
  if (v60 == 1) { v60 = 2; v3 += 1; } else { v60 = 0; v3 = 0; drop("lamp"); }
}
if (said("sing")) {
  if (v60 == 2) { print("And so it ends."); } else { v60 = 0; v3 = 0; drop("lamp"); }
}
if (said("wait")) { set(f41); }
return();
"""


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    logics = {0: "if (v0 == 0) { v7 = 2; } " + LOGIC_0, 1: EGO + ROOM}
    items = (("lamp", 0), ("key", 0))
    return open_game(build_game(logics, pictures={1: "end"}, views={0: VIEW_BYTES}, words=WORDS, items=items))


def search(game: Game, words: str, cycles: int = 4000) -> tuple[Explorer, Exploration]:
    explorer = Explorer(game, 1, Settings(), objective=Objective(game, words))
    return explorer, explorer.explore(cycles)


def sentence(goal: Goal) -> tuple[int, ...]:
    return goal.said.operands if goal.said else ()


@pytest.mark.slow
def test_a_search_ends_with_the_text_and_shows_the_shortest_way_in_words(game: Game) -> None:
    explorer, result = search(game, 'text "And so it ends."')
    assert [each.kind for each in result.findings] == ["goal"]
    assert result.cycles < 4000
    take = shrunk(game, explorer.settings, result.findings[0]).take
    recording: Recording = recording_of(game, explorer.settings, take)
    assert compare(game, recording) is None
    said = [line for line in walkthrough_of(game, recording).splitlines() if line.startswith("say")]
    assert said == ['say "rub lamp"', 'say "open door"', 'say "sing"']


def test_what_is_not_reached_is_told_with_the_furthest_play(game: Game) -> None:
    [finding] = search(game, "score == 3", 300)[1].findings
    assert (finding.kind, finding.is_mistake, shrunk(game, Settings(), finding)) == ("not reached", True, finding)


def test_a_level_is_points_up_to_the_most_and_items(game: Game) -> None:
    machine = Machine(game)
    machine.run(cycles=2)
    machine.vars[3], machine.unguarded.state.item_rooms[1] = 9, 255
    assert level_of(machine.unguarded.state)[:2] == (2, 1)
    machine.vars[7] = 0
    assert level_of(machine.unguarded.state)[:2] == (9, 1)


def test_steps_that_were_made_are_left_for_other_plays_with_an_objective(game: Game) -> None:
    machine = Machine(game, seed=1)
    collect(machine)
    machine.run(ticks=10)
    for line in ("rub lamp", "wait"):
        machine.press(*text_events(line, enter=True))
        machine.run(ticks=10)
    rub, wait = (WORDS["rub"], WORDS["lamp"]), (WORDS["wait"],)
    assert not {rub, wait} & {sentence(goal) for goal in Knowledge(game).left(machine, 1)}
    knowledge = Knowledge(game, objective=Objective(game, "score == 2"))
    assert {rub, wait} & {sentence(goal) for goal in knowledge.left(machine, 1)} == {rub}


def test_hints_are_sentences_in_any_text(game: Game) -> None:
    hints = ["1. Open the door (south).", 'say "sing"', "Open door again, and sing!", "the lamp rub"]
    knowledge = Knowledge(game, objective=Objective(game, "score == 2", hints))
    assert knowledge.objective is not None
    found = {sentence(goal): knowledge.objective.hints_at(goal) for goal in knowledge.goals(1) if goal.said}
    expected = {"rub lamp": 0, "open door": 2, "sing": 2, "wait": 0}
    assert found == {tuple(WORDS[word] for word in words.split()): count for words, count in expected.items()}


def test_hints_and_the_end_come_first(game: Game) -> None:
    objective = Objective(game, 'text "so it ends"', ["wait"])
    knowledge = Knowledge(game, objective=objective)
    worth = {sentence(goal): knowledge.worth(goal) for goal in knowledge.goals(1) if goal.said}
    assert worth[WORDS["wait"],] == worth[WORDS["sing"],] == LEADS_TO_A_NEW_ROOM
    assert worth[WORDS["rub"], WORDS["lamp"]] == LEADS_TOWARDS_ONE


@pytest.mark.parametrize("words", ["", "score is 3", "text", "score ==", "room 1 2"])
def test_words_that_are_no_condition_are_refused(game: Game, words: str) -> None:
    with pytest.raises(AssertionSyntaxError):
        Objective(game, words)
