"""Walkthroughs: each kind of step in a game of our own, and what is said where one does not come true."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agi_emu import Game, open_game
from agi_emu.facts.errors import RecordingError, WalkthroughError
from agi_emu.headless.unseen_play import play_unseen
from agi_emu.input.input_script import ScriptPlayer, parse_input_script
from agi_emu.input.walkthrough import FIRST_BEAT
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.resources.releases import Extension
from tests.own_games.building import GameBuilder
from tests.unit.lab.test_exploring import LOGIC_0, VIEW_BYTES

WORDS = {"take": 10, "lamp": 11, "ask": 12}
ROOM = """
if (isset(f5)) {
  load.pic(v0); draw.pic(v0); show.pic(); load.view(0); animate.obj(o0); set.view(o0, 0);
  position(o0, 100, 120); draw(o0); accept.input();
}
"""
ROOM_1 = (
    ROOM
    + """
if (said("take", "lamp")) {
  if (posn(o0, 20, 130, 40, 150)) { print("You take the lamp."); v3 += 1; set(f40); } else { print("Too far."); }
}
if (said("ask")) { get.string(1, "Your name?", 10, 2, 20); print("Hello, %s1."); }
if (isset(f40)) { v60 += 1; }
if (v60 == 30) { print("It shines."); print("It goes out."); }
if (v2 == 4) { new.room(2); }
return();
"""
)
MENU = """
if (v0 == 0) { v10 = 2; set.menu("Game"); set.menu.item("Help", c1); set.menu.item("Score", c2); submit.menu();
set(f14); set.key(27, 0, c3); set.string(0, ">"); new.room(1); }
if (controller(c3)) { menu.input(); }
if (controller(c2)) { print("The score is %v3."); }
call.v(v0); return();
"""
Play = Callable[[str], Machine]


@pytest.fixture
def game(build_game: GameBuilder) -> Game:
    logics = {0: MENU, 1: ROOM_1, 2: ROOM + "return();"}
    pictures = {1: "priority 0\nline 80,60 80,160\nend", 2: "end"}
    return open_game(build_game(logics, pictures=pictures, views={0: VIEW_BYTES}, words=WORDS))


@pytest.fixture
def play(game: Game) -> Play:
    def played(script: str) -> Machine:
        machine = Machine(game, seed=1)
        play_unseen(machine, prompter=ScriptPlayer(parse_input_script(script, "way.agiwalk")))
        return machine

    return played


WON = """
# round the wall
walk to 30,140
say "take lamp"
expect text "You take the lamp."
press enter
expect score 1
wait until v60 >= 20 and f40
expect text "It shines."
press enter enter
walk to left
expect room 2 within 5
"""


def test_steps_come_in_their_order_when_the_game_is_ready(play: Play) -> None:
    machine = play(WON)
    assert (machine.room, machine.score) == (2, 1)


def test_a_sentence_may_answer_a_question(play: Play) -> None:
    machine = play('say "ask"\nexpect text "Your name?"\nsay "Ada"\nexpect text "Hello, Ada."')
    assert machine.message == "Hello, Ada."


@pytest.mark.parametrize("choice", ["2", '"Score"'])
def test_menus_are_chosen_from_by_number_or_text(play: Play, choice: str) -> None:
    assert play(f'press esc\nchoose {choice}\nexpect text "The score is 0."').message == "The score is 0."


def test_walks_need_no_place_to_be_met_exactly(build_game: GameBuilder) -> None:
    room = ROOM.replace("draw(o0);", "draw(o0); v10 = 2; v60 = 7; step.size(o0, v60);") + "return();"
    game = open_game(build_game({0: LOGIC_0, 1: room}, pictures={1: "end"}, views={0: VIEW_BYTES}))
    machine = Machine(game, seed=1)
    play_unseen(machine, prompter=ScriptPlayer(parse_input_script("walk to 31,141")))
    assert max(abs(machine.ego.x - 31), abs(machine.ego.y - 141)) < 7


def played_in(build_game: GameBuilder, room: str, script: str) -> Machine:
    """Play a script in a game of one room."""
    game = open_game(build_game({0: LOGIC_0, 1: ROOM + room + "return();"}, pictures={1: "end"}, views={0: VIEW_BYTES}))
    machine = Machine(game, seed=1)
    play_unseen(machine, prompter=ScriptPlayer(parse_input_script(script, "way.agiwalk")))
    return machine


def test_a_walk_is_over_where_its_last_step_opens_a_window(build_game: GameBuilder) -> None:
    # Ego walks two cycles further than a key is pressed, since this game does not wait between its cycles.
    room = 'if (posn(o0, 31, 141, 31, 141) && !isset(f41)) { set(f41); print("Here it is."); }'
    machine = played_in(build_game, room, 'walk to 30,140\nexpect text "Here it is."\npress enter\nwalk to 60,140')
    assert abs(machine.ego.x - 60) <= 2
    slow = room.replace("if (posn", "v10 = 2; if (posn").replace("31, 141, 31, 141", "30, 140, 30, 140")
    assert played_in(build_game, slow, "walk to 30,140").message == "Here it is."


def test_a_walk_leaves_a_room_that_leads_to_itself(build_game: GameBuilder) -> None:
    room = "if (v2 == 4) { new.room(1); } if (v1 == 1 && isset(f5)) { v60 += 1; position(o0, 140, 120); }"
    machine = played_in(build_game, room, "walk to left\nexpect v60 1\nwalk to 60,120\nwalk to left\nexpect v60 2")
    assert machine.ego.x >= 130


def test_a_window_is_closed_before_the_game_has_made_itself_ready(build_game: GameBuilder) -> None:
    machine = played_in(build_game, 'if (isset(f5)) { print("Hello."); set(f40); }', "press enter")
    assert machine.unguarded.state.clock.beats < FIRST_BEAT
    assert machine.flags[40]


def test_the_play_ends_with_the_last_step(play: Play) -> None:
    assert play("wait 3").unguarded.state.clock.beats in range(205, 225)


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (
            'say "take lamp"\nexpect text "You take"',
            'line 2: expect text "You take": the game waits for a key.*says "Too far."; room 1, ego at 100,120',
        ),
        ('say "take lamp"\nwalk to 30,140', 'line 2: walk to 30,140: the game waits for a key.*"Too far."'),
        ('say "take lamp"\nsay "take lamp"', "line 2: say .*waits for a key"),
        ("\nexpect score 1", "line 2: expect score 1: not within 10 seconds; score is 0; no window is open"),
        ("expect score > 0 or f40 within 2", "within 2: not within 2 seconds; score is 0, f40 is 0"),
        ("walk to 200,10", "the picture has places from 0,0 to 159,167"),
        ("walk to 80,100 within 3", "line 1: walk to 80,100 within 3: not within 3 seconds.*ego at 100,120"),
        ('press esc\nchoose "Nothing"', "line 2: choose .*not within 10 seconds; there is a choice of .*Help, Score"),
        ('say "ask"\nwalk to 90,120', "line 2: walk to 90,120: the game waits for a key.*get_string"),
    ],
)
def test_what_stands_there_instead_is_told(play: Play, script: str, said: str) -> None:
    with pytest.raises((WalkthroughError, RecordingError), match=f"way.agiwalk, {said}" if "line" in said else said):
        play(script)


def test_a_step_without_time_is_told(game: Game) -> None:
    with pytest.raises(WalkthroughError, match="line 1: expect room 2: the play ended before; room is 1"):
        play_unseen(Machine(game), ticks=60, prompter=ScriptPlayer(parse_input_script("expect room 2")))


@pytest.mark.parametrize(
    "line",
    [
        "walk to",
        "walk to nowhere",
        "walk to 1",
        "walk 1,2",
        "say take lamp",
        'say ""',
        "press",
        "press hyper",
        "choose",
        "choose 0",
        "expect",
        "expect text",
        "expect colour 3",
        "expect score ==",
        "expect __import__('os')",
        "wait until",
        "wait",
        "wait x",
        "expect room 2 within 0",
        "expect room 2 within 99999999999999999999999",
        "dance",
    ],
)
def test_a_wrong_line_is_named(line: str) -> None:
    with pytest.raises(RecordingError, match=r"w\.agiwalk, line 2: "):
        parse_input_script(f"# a walkthrough\n{line}\n", "w.agiwalk")


def test_lines_for_cycles_and_steps_are_one_language(play: Play) -> None:
    machine = play('cycle 10: text take lamp\nexpect text "Too far."\npress enter\nwalk to 30,140')
    assert machine.ego.x == 30


def test_a_script_that_waits_for_ever_says_so(play: Play, game: Game) -> None:
    with pytest.raises(WalkthroughError, match=r"the game waits for a key in cycle 1.*'cycle 90' never comes.*Too far"):
        play("cycle 10: text take lamp\ncycle 90: key up")
    # Without a later line it is where the script ends.
    play_unseen(Machine(game), ticks=200, prompter=ScriptPlayer(parse_input_script("cycle 10: text take lamp")))


def test_a_click_is_held_and_let_go(build_game: GameBuilder) -> None:
    logic = "push.script(); if (v27 == 1) { v60 = v28; v61 = v29; f40 = true; } if (v27 == 0 && f40) { v62 = 1; }"
    machine = Machine(
        open_game(build_game({0: f"{logic} return();"})), settings=Settings(extensions=frozenset({Extension.AGIMOUSE}))
    )
    script = "click 110,150\nexpect v60 == 110 and v61 == 150 and v62 == 1"
    play_unseen(machine, prompter=ScriptPlayer(parse_input_script(script, "clicks")))
    with pytest.raises(RecordingError, match="expected a place to click at, from 0,0 to 159,199"):
        parse_input_script("click 160,1", "clicks")
