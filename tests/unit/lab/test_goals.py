"""Goals: what a player must do to reach a way of a condition, and whether the moment allows it."""

from __future__ import annotations

import random

import pytest

from agi_emu import Game, open_game
from agi_emu.coverage.measure import Count, measure
from agi_emu.coverage.reached import FALSE, TRUE, collect
from agi_emu.facts.codes import CARRIED
from agi_emu.lab.exploring.aimable_goals import CYCLES_OF_A_TRY
from agi_emu.lab.exploring.conditions import Facts
from agi_emu.lab.exploring.exploration import Explorer
from agi_emu.lab.exploring.findings import are_used
from agi_emu.lab.exploring.goals import LEADS_TO_A_ROOM, LEADS_TO_AN_ITEM, Goal, needs_of
from agi_emu.lab.exploring.knowledge import LEADS_TOWARDS_ONE, Knowledge
from agi_emu.lab.exploring.walks import TIMES_IN_VAIN, Walker, aim_of, arrow
from agi_emu.logic.code import decode
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.machine.ways import Box, Target
from agi_emu.resources.avoided import cheats_of
from agi_emu.resources.releases import Extension
from tests.own_games.building import GameBuilder
from tests.unit.lab.test_exploring import EGO, LOGIC_0, VIEW_BYTES, WORDS

ITEMS = (("lamp", 0), ("key", 0))


def game_of(build_game: GameBuilder, room: str, others: dict[int, str] | None = None, picture: str = "end") -> Game:
    logics = {0: LOGIC_0, 1: EGO + room + "return();", **(others or {})}
    pictures = dict.fromkeys([1, *(others or {})], picture)
    return open_game(build_game(logics, pictures=pictures, views={0: VIEW_BYTES}, words=WORDS, items=ITEMS))


def goals(game: Game, **wanted: object) -> list[Goal]:
    found = Knowledge(game).goals(1)
    return [goal for goal in found if all(getattr(goal, name) == value for name, value in wanted.items())]


def in_room(game: Game) -> Machine:
    machine = Machine(game, seed=1)
    machine.run(cycles=3)
    return machine


def aim(goal: Goal, machine: Machine) -> Target:
    return aim_of(goal.means, machine, random.Random(1))


@pytest.mark.parametrize(
    ("test", "is_allowed"),
    [
        ("v60 == 7", True),
        ("v60 == 8", False),
        ("v60 != 7", False),
        ("v60 < 7", False),
        ("v60 > v61", True),
        ("f40", True),
        ("!f40", False),
        ("f41", False),
        ("has(i0)", True),
        ("has(i1)", False),
        ("obj.in.room(i1, v61)", True),
        ("v60 == 8 || has(i0)", True),
        ("v60 == 8 || has(i1)", False),
        ("!f40 || v60 == 8", False),
        # What changes from cycle to cycle decides nothing.
        ("v11 == 50", True),
        ("f4", True),
        ("v62 > 100", True),
    ],
)
def test_a_goal_is_allowed_if_variables_flags_and_items_do_not_forbid_it(
    build_game: GameBuilder, test: str, is_allowed: bool
) -> None:
    game = game_of(build_game, f'distance(o0, o1, v62); if (said("sing")) {{ if ({test}) {{ v90 = 1; }} }}')
    machine = in_room(game)
    machine.vars[60], machine.vars[61], machine.flags[40] = 7, 5, True
    machine.unguarded.state.item_rooms[0], machine.unguarded.state.item_rooms[1] = 255, 5
    *_, goal = goals(game, way=2)
    assert goal.is_allowed(Facts(machine.unguarded.state)) is is_allowed


def test_the_part_after_else_and_after_return_wants_the_condition_to_fail(build_game: GameBuilder) -> None:
    room = """
    if (!posn(o0, 10, 20, 30, 40)) { if (said("sing")) { v90 = 1; } return(); }
    if (said("open", "door")) { v90 = 2; }
    if (f40) { v90 = 3; } else { if (said("rub")) { v90 = 4; } }
    if (posn(o0, 11, 20, 30, 40)) { v90 = 5; } else { return(); }
    if (said("lamp")) { v90 = 6; }
    """
    game = game_of(build_game, room)
    machine = in_room(game)
    by_sentence = {goal.said.operands: goal for goal in goals(game) if goal.said}
    assert aim(by_sentence[(10, 11)], machine) == Target((10, 20, 30, 40))
    assert aim(by_sentence[(14,)], machine) == Target()
    assert aim(by_sentence[(13,)], machine) == Target((11, 20, 30, 40))
    assert aim(by_sentence[(12,)], machine) == aim(by_sentence[(10, 11)], machine)
    machine.flags[40] = True
    assert by_sentence[(10, 11)].is_allowed(Facts(machine.unguarded.state))
    assert not by_sentence[(12,)].is_allowed(Facts(machine.unguarded.state))


def test_all_that_must_be_met_at_once_is_one_aim(build_game: GameBuilder) -> None:
    game = game_of(build_game, "if (f3) { if (posn(o0, 10, 20, 30, 40)) { new.room(2); } }")
    machine = in_room(game)
    goal = goals(game, worth=LEADS_TO_A_ROOM)[-1]
    assert aim(goal, machine) == Target((10, 20, 30, 40), on_lines=True)


def test_a_flag_that_is_set_in_a_place_stands_for_it(build_game: GameBuilder) -> None:
    room = "reset(f60); if (posn(o0, 10, 20, 30, 40)) { set(f60); } if (f60 && said('sing')) { get(i0); }"
    game = game_of(build_game, room.replace("'", '"'))
    machine = in_room(game)
    (goal,) = goals(game, worth=LEADS_TO_AN_ITEM)
    assert aim(goal, machine).box == (10, 20, 30, 40)
    assert goal.is_allowed(Facts(machine.unguarded.state))


def test_a_flag_that_needs_more_than_a_place_does_not_stand_for_it(build_game: GameBuilder) -> None:
    room = 'if (said("sing")) { if (posn(o0, 10, 20, 30, 40)) { v60 = 7; } } if (v60 == 7) { new.room(2); }'
    assert not goals(game_of(build_game, room), worth=LEADS_TO_A_ROOM)


def test_a_small_distance_is_near_the_object(build_game: GameBuilder) -> None:
    # A distance is that across and that down together, and ego is two cells wide.
    game = game_of(build_game, "distance(o0, o1, v62); if (v62 < 20) { v90 = 1; }")
    machine = in_room(game)
    other = machine.unguarded.state.objects[1]
    other.x, other.y = 60, 90
    (goal, *_) = goals(game, way=2)
    boxes = [aim_of(goal.means, machine, random.Random(seed)).box for seed in range(20)]
    assert {
        (abs(x + 1 - 60) + abs(y - 90))
        for left, top, right, bottom in boxes
        for x in (left, right)
        for y in (top, bottom)
    } == {19}
    assert len({box[0] for box in boxes}) > 5


def test_what_ego_cannot_reach_is_not_tried(build_game: GameBuilder) -> None:
    # The horizon is in the way of the first; ego stands at 80, 120.
    room = "if (posn(o0, 10, 10, 30, 20)) { v90 = 1; } if (posn(o0, 90, 100, 99, 140)) { v90 = 2; }"
    explorer = Explorer(game_of(build_game, room), 1, Settings())
    explorer.machine.run(cycles=3)
    above, right = (goal for goal in Knowledge(explorer.game).goals(1) if goal.way == 2)
    assert explorer._player.cycles_of(explorer.machine, above) is None
    assert explorer._player.cycles_of(explorer.machine, right) == 10 + CYCLES_OF_A_TRY


def test_a_key_is_pressed_where_the_game_wants_it(build_game: GameBuilder) -> None:
    room = "if (f5) { set.key(59, 0, c2); } if (posn(o0, 20, 140, 22, 142) && controller(c2)) { new.room(2); }"
    assert 2 in Explorer(game_of(build_game, room, {2: EGO + "return();"}), 1, Settings()).explore(400).rooms


def test_a_state_is_kept_that_allows_what_none_did(build_game: GameBuilder) -> None:
    explorer = Explorer(game_of(build_game, 'if (said("sing") && f41) { v90 = 1; }'), 1, Settings())
    explorer.machine.run(cycles=3)
    counts = []
    for flag in (False, False, True, True):
        explorer.machine.flags[41] = flag
        explorer._look_at_key(is_new=False)
        counts.append(len(explorer._rooms[1]))
    assert counts == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("test", "box"),
    [
        ("posn", (50, 60, 70, 80)),
        ("obj.in.box", (50, 60, 69, 80)),
        ("center.posn", (49, 60, 69, 80)),
        ("right.posn", (49, 60, 69, 80)),
    ],
)
def test_a_place_is_that_of_the_left_foot(build_game: GameBuilder, test: str, box: Box) -> None:
    # reference: OBJ-67; ego is two cells wide
    game = game_of(build_game, f"if ({test}(o0, 50, 60, 70, 80)) {{ v90 = 1; }}")
    assert aim(goals(game, way=2)[0], in_room(game)).box == box


def test_walks_learn_the_way_from_room_to_room(build_game: GameBuilder) -> None:
    walker, facts = Walker(random.Random(1), lambda: True), Facts(in_room(game_of(build_game, "")).unguarded.state)
    for room, entered, edge in ((1, 2, 2), (1, 2, 1), (1, 2, 2), (2, 4, 3), (1, 3, 4)):
        walker.learn(room, entered, Target(edge=edge), facts)
    assert walker.next_on_the_way(1, {4}) == Target(edge=2)
    assert walker.next_on_the_way(3, {4}) is None
    # What has failed is forgotten after some more times, and learned again.
    for _ in range(2):
        walker.doubt(1, Target(edge=2))
    assert walker.next_on_the_way(1, {4}) == Target(edge=1)
    assert walker.rooms_before(4) == {1, 2, 4}
    for _ in range(TIMES_IN_VAIN + 1):
        walker.doubt(1, Target(edge=1))
        walker.doubt(1, Target(edge=2))
    assert walker.next_on_the_way(1, {4}) is None
    assert walker.rooms_before(4) == {2, 4}
    walker.learn(1, 2, Target(edge=1), facts)
    assert walker.next_on_the_way(1, {4}) == Target(edge=1)


@pytest.mark.parametrize(
    "room",
    [
        'if (posn(o0, 20, 100, 40, 150)) { print("Out!"); new.room(2); }',
        'if (said("open", "door") && !isset(f60)) { set(f60); v70 = 9; } if (v70) { v70--; } '
        "if (isset(f60) && v70 == 0) { new.room(2); }",
    ],
    ids=["after a window", "when a door is open"],
)
def test_ways_are_learned_that_lead_on_only_later(build_game: GameBuilder, room: str) -> None:
    explorer = Explorer(game_of(build_game, room, {2: EGO + "return();"}), 1, Settings())
    explorer.explore(1_000)
    assert explorer._player._walker.next_on_the_way(1, {2}) is not None


def test_an_item_is_carried_to_the_room_that_wants_it(build_game: GameBuilder) -> None:
    room = """
    if (v2 == 2) { new.room(2); }
    if (said("open", "door") && has(i0)) { new.room(4); }
    """
    second = EGO + "if (v2 == 2) { new.room(3); } if (v2 == 4) { new.room(1); } return();"
    third = EGO + 'if (said("rub", "lamp")) { get(i0); } if (v2 == 4) { new.room(2); } return();'
    game = game_of(build_game, room, {2: second, 3: third, 4: EGO + "return();"})
    assert 4 in Explorer(game, 1, Settings()).explore(20_000).rooms


def test_what_brings_an_item_is_a_deed_for_plays_that_lack_it(build_game: GameBuilder) -> None:
    room = """
    if (said("sing")) { if (posn(o0, 50, 60, 90, 130)) { get(i0); } }
    if (said("open", "door")) { set(f60); }
    if (said("rub", "lamp") && isset(f61)) { get(i1); }
    """
    game = game_of(build_game, room)
    explorer = Explorer(game, 1, Settings())
    explorer.explore(300)
    knowledge, machine = explorer._player._knowledge, in_room(game)
    # That of the inner condition: ego must stand there, too.
    [deed] = knowledge.deeds(1)
    assert [test.name for clause in deed.means for test in clause] == ["said", "posn"]
    assert knowledge.brings(deed, Facts(machine.unguarded.state))
    machine.unguarded.state.item_rooms[0] = 255
    assert not knowledge.brings(deed, Facts(machine.unguarded.state))


def test_what_lies_behind_a_return_is_behind_the_other_way_of_its_condition(build_game: GameBuilder) -> None:
    game = game_of(build_game, 'if (said("sing")) { if (has(i1)) { return(); } get(i0); }')
    outer, inner = goals(game, effects=frozenset({("has", 0, 0)}))
    assert (outer.way, inner.way, inner.means[0][0].name) == (TRUE, FALSE, "said")
    assert not outer.direct_effects
    assert inner.direct_effects == inner.effects


def test_a_number_by_chance_counts_from_the_next_cycle_on(build_game: GameBuilder) -> None:
    room = """
    if (said("rub")) { random(1, 9, v61); if (v61 == 3) { v62 = 1; } }
    if (said("sing")) { if (v60 == v61) { v63 = 1; } }
    """
    game = game_of(build_game, room)
    machine = in_room(game)
    machine.vars[60] = 7
    facts = Facts(machine.unguarded.state)
    assert [goal.is_allowed(facts) for goal in goals(game, way=TRUE)] == [True, True, True, False]


@pytest.mark.parametrize(
    ("test", "box"),
    [
        ("v30 < 35", (0, 0, 34, 167)),
        ("!(v30 < 35)", (35, 0, 159, 167)),
        ("v31 > 92", (0, 93, 159, 167)),
        ("!(v31 > 92)", (0, 0, 159, 92)),
        ("v31 == 92", (0, 92, 159, 92)),
    ],
)
def test_a_variable_that_gets_the_place_of_ego_asks_for_a_place(
    build_game: GameBuilder, test: str, box: tuple[int, int, int, int]
) -> None:
    logic_0 = "if (v0 == 0) { new.room(1); } get.posn(o0, v30, v31); call.v(v0); return();"
    game = game_of(build_game, f"if (f3) {{ if ({test}) {{ new.room(2); }} }}", {0: logic_0, 2: EGO + "return();"})
    [goal] = goals(game, rooms=frozenset({2}), way=TRUE, chain=())[-1:]
    assert aim(goal, in_room(game)) == Target(box, on_lines=True)


def test_a_state_goes_where_entering_a_room_is_new_with_it(build_game: GameBuilder) -> None:
    room = 'if (said("sing")) { set(f60); } if (said("open", "door")) { new.room(2); }'
    second = 'if (f5) { if (f60) { v61 = 1; } } if (said("open", "door")) { reset(f60); new.room(1); }'
    game = game_of(
        build_game, room, {2: f"{EGO}{second} if (v61 == 1) {{ new.room(3); }} return();", 3: EGO + "return();"}
    )
    [goal] = [each for each in Knowledge(game).goals(2) if each.kind == "enter" and each.way == TRUE]
    assert not goal.is_allowed(Facts(in_room(game).unguarded.state))
    assert 3 in Explorer(game, 1, Settings()).explore(1_000).rooms


def test_a_title_that_restarts_the_game_to_begin_it_is_left_so(build_game: GameBuilder) -> None:
    logic_0 = "if (v0 == 0) { if (f6) { new.room(2); } new.room(1); } call.v(v0); return();"
    room = "prevent.input(); if (have.key()) { restart.game(); }"
    game = game_of(build_game, room, {0: logic_0, 2: EGO + "return();"})
    assert 2 in Explorer(game, 1, Settings()).explore(500).rooms


def test_a_sentence_is_said_where_ego_stands(build_game: GameBuilder) -> None:
    explorer = Explorer(game_of(build_game, 'if (said("sing")) { set(f60); }'), 1, Settings())
    machine, hand = explorer.machine, explorer._hand
    machine.run(cycles=3)
    explorer._limit = 100
    [goal] = explorer._player.untried_goals(machine)
    hand.press(arrow(machine, 3))
    machine.run(cycles=2)
    assert machine.unguarded.state.objects[0].direction == 3
    explorer._player._say_for(goal, hand)
    assert machine.flags[60]
    assert not machine.unguarded.state.objects[0].direction


def test_a_way_that_a_sentence_opens_is_gone_again(build_game: GameBuilder) -> None:
    room = 'if (said("open", "door")) { if (posn(o0, 20, 100, 40, 150)) { new.room(2); } }'
    explorer = Explorer(game_of(build_game, room, {2: EGO + "return();"}), 1, Settings())
    assert 2 in explorer.explore(1_000).rooms
    start = next(state for state in explorer._rooms[1] if state.goals)
    explorer.machine.restore(start.snapshot)
    explorer._limit += 500
    # Where a game does not wait between its cycles, the first walk ends a step too early.
    assert 2 in [explorer._player.travel(explorer._hand, [2]) for _ in range(2)]


def test_what_opened_a_way_is_done_again_where_it_is_shut(build_game: GameBuilder) -> None:
    room = """
    if (said("open", "door")) { set(f60); }
    if (isset(f60) && posn(o0, 20, 100, 40, 150)) { new.room(2); }
    """
    explorer = Explorer(game_of(build_game, room, {2: EGO + "return();"}), 1, Settings())
    assert 2 in explorer.explore(1_000).rooms
    for kept in (each for each in explorer._rooms[1] if each.goals):
        explorer.machine.restore(kept.snapshot)
        if not explorer.machine.flags[60]:
            break
    explorer._limit += 500
    assert explorer._player.travel(explorer._hand, [2]) == 2


def test_what_opened_a_way_in_several_steps_is_done_again_one_after_the_other(build_game: GameBuilder) -> None:
    room = """
    if (f5) { get("lamp"); get("key"); }
    if (said("rub", "lamp")) { drop("lamp"); }
    if (said("open", "door") && obj.in.room("lamp", v60)) { drop("key"); }
    if (obj.in.room("key", v60) && posn(o0, 20, 100, 40, 150)) { new.room(2); }
    """
    explorer = Explorer(game_of(build_game, room, {2: EGO + "return();"}), 1, Settings())
    assert 2 in explorer.explore(2_000).rooms
    start = next(each for each in explorer._rooms[1] if each.facts.room_of(0) == CARRIED)
    explorer.machine.restore(start.snapshot)
    explorer._limit += 500
    assert explorer._player.travel(explorer._hand, [2]) == 2


TELEPORT = 'if (said("sing")) { get.num("Which room?", v60); new.room.v(v60); }'
DEBUG_KEY = "if (v0 == 0) { set.key(0, 59, c9); new.room(1); } if (controller(c9)) { toggle(f50); } call.v(v0);"


def test_rooms_that_only_a_teleport_reaches_are_left_alone_and_otherwise_reported_apart(
    build_game: GameBuilder,
) -> None:
    game = game_of(build_game, TELEPORT, {201: EGO + "return();"})
    assert Explorer(game, 1, Settings()).explore(3_000).rooms == [1]
    explorer = Explorer(game, 1, Settings(), with_cheat_keys=True)
    result = explorer.explore(6_000)
    assert (result.rooms, result.rooms_by_cheats) == ([1], [201])
    # Most numbers that were typed are no rooms: one note, however many they were, and no mistake.
    assert [(each.kind, each.is_mistake) for each in result.findings] == [("cheat", False)]
    # Rooms that do not exist are neither reached nor missed.
    assert measure(game, result.coverage).counts["rooms"] == Count(2, 2)


def test_a_debug_mode_is_recognised_by_what_it_does(build_game: GameBuilder) -> None:
    logic_0 = DEBUG_KEY + " if (isset(f50)) { call(9); } if (isset(f51)) { call(8); } return();"
    debug = TELEPORT + 'if (said("rub", "lamp")) { get(i1); } return();'
    mode = 'if (said("open")) { set(f51); }'
    honest = 'if (said("rub", "lamp")) { get.num("How often?", v61); if (v61 == 3) { new.room(2); } } return();'
    game = game_of(build_game, mode, {0: logic_0, 8: honest, 9: debug, 2: EGO + "return();"})
    cheats = cheats_of(game)
    assert (cheats.flags, cheats.controllers) == ({50}, {9})
    assert set(cheats.ranges) == {0, 9}
    knowledge = Knowledge(game, cheats)
    assert not knowledge.goals(9)
    assert len(knowledge.goals(8)) == len(Knowledge(game).goals(8))
    assert not any(test.name == "controller" for goal in knowledge.goals(0) for means in goal.means for test in means)
    machine = in_room(game)
    assert not are_used(cheats, machine)
    machine.flags[50] = True
    assert are_used(cheats, machine)


def test_keys_that_give_all_items_or_put_ego_anywhere_are_recognised(build_game: GameBuilder) -> None:
    room = """
    if (controller(c3)) { v60 = 0; again: get.v(v60); if (v60 < 2) { v60 += 1; goto(again); } }
    if (controller(c4)) { get.num("x", v61); get.num("y", v62); reposition.to.v(o0, v61, v62); }
    if (controller(c5)) { v63 = 1; get.v(v63); }
    if (controller(c6)) { get(1); get(2); get(3); get(4); get(5); get(6); }
    if (controller(c7)) { get(1); get(1); get(1); get(1); get(1); get(2); }
    """
    cheats = cheats_of(game_of(build_game, room))
    assert (set(cheats.ranges), cheats.controllers) == ({1}, {3, 4, 6})


def test_what_only_a_menu_does_is_chosen_there(build_game: GameBuilder) -> None:
    start = """
    if (f5) { set.menu("Game"); set.menu.item("Other", c1); set.menu.item("Wanted", c2); submit.menu(); set(f14);
    set.key(27, 0, c3); }
    if (controller(c3)) { menu.input(); }
    if (controller(c2)) { new.room(2); }
    """
    game = game_of(build_game, start, {2: EGO + "return();"})
    assert 2 in Explorer(game, 1, Settings()).explore(3_000).rooms


def test_games_that_read_the_mouse_are_clicked(build_game: GameBuilder) -> None:
    game = game_of(
        build_game,
        "push.script(); if (v27 == 1 && v28 > 80) { new.room(2); }",
        {2: EGO + "return();"},
    )
    settings = Settings(extensions=frozenset({Extension.AGIMOUSE}))
    assert 2 in Explorer(game, 1, settings).explore(1_000).rooms
    assert 2 not in Explorer(game, 1, Settings()).explore(1_000).rooms


def test_what_leads_towards_a_new_room_is_tried_again_after_long(build_game: GameBuilder) -> None:
    game = game_of(build_game, 'if (said("rub")) { v70 = 1; } if (said("sing")) { v71 = 1; }', {2: EGO + "return();"})
    explorer = Explorer(game, 1, Settings())
    explorer.machine.run(cycles=3)
    player = explorer._player
    player._knowledge._wanted = {("equaln", 70, 1)}
    for goal in player._knowledge.goals(1):
        player._tries[1, goal] = 1
    assert [player.is_untried(goal) for goal in player._knowledge.goals(1)].count(True) == 0
    player.patience = 1
    rub, sing = (goal for goal in player._knowledge.goals(1) if goal.kind == "say")
    assert (player.is_untried(rub), player.is_untried(sing)) == (True, False)


def test_rooms_that_no_play_has_entered_come_first_and_what_leads_to_them(build_game: GameBuilder) -> None:
    room = """
    if (said("sing")) { v70 = 1; }
    if (said("rub")) { end.of.loop(o0, f41); }
    if (f41 && v2 == 2) { new.room(2); }
    if (v2 == 4) { new.room(9); }
    if (v2 == 1) { new.room(1); }
    """
    game = game_of(build_game, room, {2: EGO + "return();"})
    machine = Machine(game, seed=1)
    collect(machine)
    machine.run(cycles=3)
    knowledge = Knowledge(game)
    knowledge.look(machine)
    worth = {name: knowledge.worth(goal) for name, goal in zip(("sing", "rub"), goals(game, kind="say"), strict=True)}
    assert worth == {"sing": 1.0, "rub": LEADS_TOWARDS_ONE}
    doors = {min(goal.rooms): knowledge.leads_to_a_new_room(goal) for goal in knowledge.goals(1) if goal.rooms}
    # There is no room 9.
    assert doors[2] is True
    assert doors[9] is False


def test_what_must_not_be_lacking_is_asked_for(build_game: GameBuilder) -> None:
    game = game_of(build_game, 'if (!has("key")) { v60 = 1; } else { new.room(2); }', {2: EGO + "return();"})
    [(room, needs)] = needs_of(list(decode(game.logic(1).code, game.profile)))
    assert (room, needs) == (2, {("has", 1, 0)})
