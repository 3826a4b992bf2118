"""The demo game: built from its sources, won by a script, and played into every room and every end."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from agi_emu.authoring import lint
from agi_emu.data import demo_path, demo_sources
from agi_emu.facts.versions import PROFILES
from agi_emu.machine.input.events import Arrow, Key
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.resources.projects.project import build_project
from agi_emu.resources.verify import find_problems
from tests.unit.lamp_player import EAST, ENTER, NORTH, NORTH_EAST, ROOM, SOUTH, WEST, Player, Run, play_script

SPACE, ESC, F1, F9 = 0x20, 0x1B, 0x3B00, 0x4300
TITLE, QUAY, HEADLAND, INN, COVE, CAVE, STAIRS, LAMP_ROOM = range(1, 9)
ITEMS = {"brass tinderbox", "ladder", "herring", "can of lamp oil", "pair of oars", "crystal"}
SCORE, MAX_SCORE = 3, 7
ALL_POINTS = 35
SCENE = 65
"""The steps of the ending; 4 is the last one."""
LARGEST_ARCHIVE = 150_000
ATTENUATION = 0x90
"""Bits that a write to a volume register of the chip has set (reference: SND-2)."""
V3 = PROFILES["3.002.149"]


@pytest.fixture(scope="module")
def won() -> Run:
    """The demo game after the script."""
    return play_script(demo_path())


@pytest.fixture
def player() -> Player:
    """A player who has come ashore."""
    machine = Machine(open_game(demo_path()), seed=1)
    machine.run(seconds=2)
    player = Player(machine)
    player.press(SPACE)
    machine.run(seconds=1)
    player.read()
    return player


@pytest.fixture
def visit(won: Run) -> Callable[[int], Player]:
    """Where the script first came into a room."""

    def arrive(room: int) -> Player:
        machine = Machine(open_game(demo_path()), seed=1)
        machine.restore(won.arrivals[room])
        machine.press(Arrow(0, True))
        machine.run(ticks=3)
        return Player(machine)

    return arrive


# --- what is built


def test_archive_is_built_from_the_sources(tmp_path: Path) -> None:
    notes: list[str] = []
    built = build_project(demo_sources(), tmp_path / "demo.zip", notes=notes)
    assert notes == []
    assert built.read_bytes() == demo_path().read_bytes(), "data/demo.zip is older than its sources: make build"
    assert demo_path().stat().st_size < LARGEST_ARCHIVE


def test_game_is_sound() -> None:
    game = open_game(demo_path())
    assert game.profile.name == "2.936"
    assert game.notes == []
    assert list(find_problems(game)) == []
    assert list(lint.find(game, profile=V3)) == []


# --- the winning script


def test_script_wins_with_all_points(won: Run) -> None:
    machine = won.machine
    assert machine.vars[SCORE] == machine.vars[MAX_SCORE] == ALL_POINTS
    assert machine.vars[SCENE] == 4
    assert machine.message is None
    assert machine.notes == []


def test_script_sees_every_room_and_has_every_item(won: Run) -> None:
    assert won.rooms - {0} == {TITLE, QUAY, HEADLAND, INN, COVE, CAVE, STAIRS, LAMP_ROOM}
    assert won.carried == ITEMS


def test_version_3_build_shows_and_plays_the_same(won: Run, tmp_path: Path) -> None:
    game = build_project(demo_sources(), tmp_path / "lamp", profile=V3)
    assert open_game(game).profile is V3
    other = play_script(game)
    assert other.looks == won.looks
    assert tones(other) == tones(won)
    assert other.machine.vars[SCORE] == ALL_POINTS
    assert other.machine.notes == []


def tones(run: Run) -> list[tuple[int, int, int]]:
    """Return what was written to the sound chip but for the volume, whose envelope interpreters differ in."""
    return [write for write in run.sound if write[2] & ATTENUATION != ATTENUATION]


# --- by hand


def test_title_waits_for_a_key() -> None:
    machine = Machine(open_game(demo_path()), seed=1)
    machine.run(seconds=30)
    assert machine.vars[ROOM] == TITLE
    assert "Press any key" in machine.text.rows[24]
    machine.press(Key(SPACE))
    machine.run(seconds=1)
    assert machine.vars[ROOM] == QUAY
    assert "Candle Quay, at sunset" in " ".join((machine.message or "").split())


def test_water_drowns_and_a_restart_begins_again(player: Player) -> None:
    machine = player.machine
    player.say("open barrel")
    player.walk_to_x(60)
    player.walk(NORTH)
    words = player.wait_for_words()
    assert "never learned to swim" in words
    assert "YOUR LAMP HAS GONE OUT" in words
    player.press(F9)
    assert "Press ENTER to restart" in " ".join((machine.message or "").split())
    player.press(ENTER)
    machine.run(seconds=1)
    assert "Candle Quay, at sunset" in player.read()
    assert (machine.ego.x, machine.ego.y) == (46, 132)
    assert machine.vars[SCORE] == 0
    assert machine.notes == []


def test_cliff_is_a_long_way_down(visit: Callable[[int], Player]) -> None:
    player = visit(HEADLAND)
    player.walk_to_y(149)
    player.walk(EAST)
    assert 'The sign did say "only once".' in player.wait_for_words()


def test_gap_in_the_stairs_is_deep_without_the_ladder(visit: Callable[[int], Player]) -> None:
    player = visit(STAIRS)
    player.walk_to_x(40)
    player.walk(NORTH_EAST, lambda ego: ego.y == 96)
    assert "too far away" not in player.say("look at gap")
    player.walk(EAST)
    assert "You count the steps" in player.wait_for_words()


def test_ladder_can_be_taken_up_again(visit: Callable[[int], Player]) -> None:
    player = visit(STAIRS)
    player.walk_to_x(40)
    player.walk(NORTH_EAST, lambda ego: ego.y == 96)
    for _ in range(2):
        score = player.machine.vars[SCORE]
        assert "lay it across the gap" in player.say("put ladder across gap")
        assert "fold the ladder up" in player.say("take ladder")
    assert player.machine.vars[SCORE] == score, "points are given once"


def test_whirlpool_swallows_the_boat(visit: Callable[[int], Player]) -> None:
    player = visit(CAVE)
    player.walk_to_x(76)
    player.walk_to_y(144)
    player.walk(WEST)
    assert "The whirlpool was patient" in player.wait_for_words()


def test_ledge_of_the_cave_is_narrow(visit: Callable[[int], Player]) -> None:
    player = visit(CAVE)
    player.walk_to_x(76)
    assert "climb onto the ledge" in player.say("climb onto the ledge")
    player.walk(SOUTH)
    assert "never learned to swim" in player.wait_for_words()


def test_lamp_room_is_of_no_use_with_empty_hands(visit: Callable[[int], Player]) -> None:
    player = visit(LAMP_ROOM)
    player.walk_to_x(96)
    assert "The wick is dry" in player.say("light lamp")
    assert "The wick drinks" in player.say("pour oil")
    assert "Without its crystal" in player.say("light the great lamp with the tinderbox")
    player.walk_to_x(106)
    player.walk(EAST)
    assert player.machine.vars[ROOM] == STAIRS


def test_closed_doors_stop_and_open_ones_let_pass(player: Player) -> None:
    machine = player.machine
    player.walk_to_x(31)
    player.walk(NORTH)
    assert (machine.vars[ROOM], machine.ego.y) == (QUAY, 123)
    player.say("open the door")
    machine.run(ticks=40)
    player.walk(NORTH)
    assert machine.vars[ROOM] == INN
    player.walk(SOUTH)
    assert machine.vars[ROOM] == QUAY
    player.walk(WEST)
    assert machine.vars[ROOM] == COVE
    player.walk(EAST)
    assert machine.vars[ROOM] == QUAY


def test_way_up_from_the_cove_never_ends_among_the_crates(visit: Callable[[int], Player]) -> None:
    player = visit(COVE)
    player.walk_to_y(160)
    player.walk(EAST)
    assert player.machine.vars[ROOM] == QUAY
    player.walk_to_x(60)
    assert player.machine.ego.x == 60


def test_oil_is_given_also_to_who_leaves_the_inn_at_once(visit: Callable[[int], Player]) -> None:
    player = visit(INN)
    machine = player.machine
    score = machine.vars[SCORE]
    player.walk(SOUTH)
    assert (machine.vars[ROOM], machine.vars[SCORE]) == (QUAY, score)
    player.walk(NORTH)
    assert machine.vars[ROOM] == INN
    assert "hands you her own can" in player.wait_for_words()
    assert machine.vars[SCORE] == score + 3
    player.walk(SOUTH)
    player.walk(NORTH)
    machine.run(seconds=15)
    assert machine.message is None
    assert machine.vars[SCORE] == score + 3, "once"


def test_cat_wanders_and_comes_for_herring(player: Player) -> None:
    machine = player.machine
    cat = machine.state.objects[8]
    start = cat.x, cat.y
    machine.run(seconds=5)
    assert (cat.x, cat.y) != start, "she wanders"
    player.walk_to_y(140)
    player.walk_to_x(60)
    for sentence in ("open barrel", "take herring"):
        player.say(sentence)
    machine.run(seconds=30)
    assert abs(cat.x - machine.ego.x) + abs(cat.y - machine.ego.y) < 40


def test_guest_book_takes_a_name(visit: Callable[[int], Player]) -> None:
    player = visit(INN)
    player.machine.run(seconds=10)
    player.read()
    player.walk_to_y(140)
    player.walk_to_x(92)
    player.machine.type("sign the book\n")
    player.machine.run(ticks=10)
    player.machine.type("Grace\n")
    player.machine.run(ticks=10)
    assert "Grace" in player.read()
    assert '"Grace"' in player.say("read the guest book")


def test_barrel_and_lamp_hide_who_stands_behind_them(player: Player) -> None:
    machine = player.machine
    # The barrel's base line is y = 136, so its priority is 12; ego's at y = 118 is 10 (reference: VIEW-48, VIEW-15).
    player.walk_to_x(66)
    player.walk_to_y(118)
    player.walk_to_x(72)
    ego = machine.ego
    assert (ego.x, ego.y) == (72, 118)
    picture = bytes(machine.state.picture)
    priorities = {picture[160 * y + x] >> 4 for y in range(117, ego.y + 1) for x in range(ego.x, ego.x + ego.width)}
    assert priorities == {12}, "his boots are behind the barrel"


@pytest.mark.parametrize(
    ("room", "sentence", "answer"),
    [
        (QUAY, "look", "the Merry Mackerel"),
        (QUAY, "look at the sea", "deep and cold"),
        (QUAY, "talk to barnaby", "Come closer"),
        (QUAY, "light lamp", "You would need your tinderbox"),
        (QUAY, "take the tinderbox", "If only you knew"),
        (QUAY, "help", "Ask old Barnaby"),
        (QUAY, "score", "You have 0 of 35 points"),
        (QUAY, "juggle", 'You do not know what "juggle" means'),
        (QUAY, "look at the smoke", "Hands off my pipe"),
        (QUAY, "sit on the juggler", "You do not know"),
        (QUAY, "sit", "when the lamps burn"),
        (QUAY, "sit on a crate", "when the lamps burn"),
        (QUAY, "look at the juggler", 'You do not know what "juggler" is'),
        (QUAY, "say hello", "Come closer"),
        (QUAY, "go inside", "The door is closed"),
        (QUAY, "where am i", "LOOK"),
        (QUAY, "look at the horizon", "in red and gold"),
        (INN, "leave", "towards the mat"),
        (INN, "warm my hands", "They would like to stay"),
        (COVE, "dig in the sand", "more of the kind"),
        (COVE, "launch the boat", "But then?"),
        (STAIRS, "look down", "casks"),
        (LAMP_ROOM, "clean the lamp", "every morning for nine years"),
        (LAMP_ROOM, "look at the village", "One of them is yours"),
        (QUAY, "look at wick", "This is you: Wick"),
        (QUAY, "look at the ladder", "light as a fishing rod"),
        (QUAY, "pet the cat", "Herring, says the look"),
        (INN, "ask marta about the crystal", "Three strangers"),
        (INN, "look out of the window", "dark as a boot"),
        (INN, "ring the bell", "standing in front of you"),
        (INN, "look at the oil can", "Marta's can of lamp oil"),
        (COVE, "look at the seal", "somebody's uncle"),
        (COVE, "look at the oars", "Barnaby's oars"),
        (COVE, "swim", "never learned to swim"),
        (CAVE, "open chest", "cannot reach it from the boat"),
        (CAVE, "look at mushrooms", "among friends"),
        (HEADLAND, "read the sign", "40 paces"),
        (STAIRS, "look at the weight", "clockwork"),
        (LAMP_ROOM, "look through the telescope", "The Marigold"),
        (LAMP_ROOM, "take the lamp", "You do not need that"),
    ],
)
def test_answers(player: Player, visit: Callable[[int], Player], room: int, sentence: str, answer: str) -> None:
    who = player if room == QUAY else visit(room)
    if room == INN:
        who.machine.run(seconds=10)
        who.read()
    assert answer in who.say(sentence)
    assert who.machine.notes == []


@pytest.mark.parametrize(
    ("room", "things"),
    [
        (
            QUAY,
            "inn door window sign roof chimney barrel crates lamp sea boat gull sun stars lighthouse man pipe cat rope "
            "flowers fence candle headland beard cap basket reflection",
        ),
        (
            INN,
            "fire painting window curtains rug bar book bell mug bottles cask table stool marta ceiling wall mat "
            "candle pen",
        ),
        (COVE, "cave cliff sea boat sand boulder nets driftwood shell crab seal steps post grass moon clouds headland"),
        (CAVE, "cave whirlpool chest ledge mushrooms stalactites pillar water boat wall sky mouth dark gold"),
        (HEADLAND, "lighthouse door sign path grass cliff sea moon stars bushes rocks flowers headland"),
        (STAIRS, "stairs gap weight chain casks window door wall floor path ceiling bricks archway"),
        (
            LAMP_ROOM,
            "lamp socket tank telescope desk book pen hatch window sea moon wall floor rocks ceiling cage "
            "roof glass mechanism",
        ),
    ],
)
def test_whatever_one_sees_can_be_looked_at(visit: Callable[[int], Player], room: int, things: str) -> None:
    player = visit(room)
    if room == INN:  # the cat comes home first
        player.wait_for_words()
    for thing in things.split():
        answer = player.say(f"look at the {thing}")
        assert answer, thing
        assert "nothing remarkable" not in answer, thing
        assert "do not know" not in answer, thing


@pytest.mark.parametrize("room", [QUAY, INN, COVE, CAVE, HEADLAND, STAIRS, LAMP_ROOM])
def test_whatever_players_try_has_an_answer_of_its_own(visit: Callable[[int], Player], room: int) -> None:
    player = visit(room)
    if room == INN:
        player.wait_for_words()
    general = ("do not know what", "not a lamplighter's work", "another way", "too short", "Half of that")
    sentences = (
        "look up; l; wave; untie the boat; blow out the candle; smoke the pipe; take all; look at the key; pray; hide; "
        "take gold; undress; die; xyzzy; sing; kiss marta; listen; eat; sleep; dig; throw stones; hit the man; yes"
    )
    for sentence in sentences.split("; "):
        answer = player.say(sentence)
        assert answer, sentence
        assert not any(words in answer for words in general), f"{sentence}: {answer}"


def test_help_fills_the_screen_and_gives_it_back(player: Player) -> None:
    player.press(F1)
    player.machine.run(ticks=4)
    rows = player.machine.text.rows
    assert any("lamplighter of Candle" in row for row in rows)
    player.press(SPACE)
    player.machine.run(ticks=10)
    assert player.machine.text.status_line.startswith(" Score:0 of 35")
    assert "cold" in player.say("look at sea")


def test_inventory_lists_what_is_carried(player: Player) -> None:
    player.machine.type("inventory\n")
    player.machine.run(ticks=10)
    assert any("ladder" in row for row in player.machine.text.rows)
    player.press(ENTER)
    player.machine.run(ticks=10)
    assert player.machine.text.status_line.startswith(" Score:0 of 35")


def test_menu_opens_with_escape(player: Player) -> None:
    player.press(ESC)
    player.machine.run(ticks=6)
    rows = player.machine.text.rows
    assert "Game" in rows[0]
    assert any("About" in row for row in rows)


def test_it_is_built_where_neither_core_nor_packages_are(root: Path, tmp_path: Path) -> None:
    """As by a build from a clean copy: setup.py makes the demo game before the core is compiled."""
    program = (
        "import sys\n"
        "class Absent:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.startswith('agi_emu._core.') or name in ('numpy', 'PIL', 'click', 'tomlkit', 'xxhash'):\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Absent())\n"
        "from pathlib import Path\n"
        "from agi_emu.resources.projects.project import build_project\n"
        "build_project(Path(sys.argv[1]), Path(sys.argv[2]))\n"
    )
    made = tmp_path / "demo.zip"
    command = [sys.executable, "-c", program, str(root / "agi_emu" / "data" / "demo"), str(made)]
    subprocess.run(command, check=True)
    assert made.read_bytes() == demo_path().read_bytes()
