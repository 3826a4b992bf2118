"""The demo game: built from its sources, and played from the title to its ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.data import demo_path, demo_sources
from agi_emu.machine.events import Arrow, Key
from agi_emu.machine.machine import Machine
from agi_emu.resources import open_game
from agi_emu.resources.project import build_project
from agi_emu.resources.verify import find_problems

NORTH, EAST, SOUTH = 1, 3, 5
ENTER, SPACE, F1, F9 = 0x0D, 0x20, 0x3B00, 0x4300
QUAY, HEADLAND = 2, 3
ROOM, SCORE, MAX_SCORE = 0, 3, 7


class Player:
    """Plays the demo game as a person would: walks, types, reads the windows."""

    def __init__(self) -> None:
        self.machine = Machine(open_game(demo_path()), seed=1)
        self.machine.run(seconds=2)
        self.press(SPACE)
        self.machine.run(seconds=1)
        self.read()

    def press(self, word: int) -> None:
        self.machine.press(Key(word))
        self.machine.run(ticks=6)

    def read(self) -> str:
        """Close the windows that are open; return what they said, in one line."""
        said: list[str] = []
        while (message := self.machine.message) is not None:
            said.append(" ".join(message.split()))
            self.press(ENTER)
        return " ".join(said)

    def say(self, sentence: str) -> str:
        self.machine.type(sentence + "\n")
        self.machine.run(ticks=10)
        return self.read()

    def walk(self, direction: int, ticks: int) -> None:
        """Start walking; stop after so many ticks (ego makes a step in two)."""
        self.machine.press(Arrow(direction, True), Arrow(direction, False))
        self.machine.run(ticks=ticks)
        self.machine.press(Arrow(0, True))
        self.machine.run(ticks=3)


@pytest.fixture
def player() -> Player:
    """A player who has come ashore."""
    return Player()


def test_archive_is_built_from_the_sources(tmp_path: Path) -> None:
    notes: list[str] = []
    built = build_project(demo_sources(), tmp_path / "demo.zip", notes=notes)
    assert notes == []
    assert built.read_bytes() == demo_path().read_bytes(), (
        "data/demo.zip is not what its sources make: agi-emu build agi_emu/data/demo -o agi_emu/data/demo.zip"
    )


def test_game_is_sound() -> None:
    game = open_game(demo_path())
    assert game.profile.name == "2.936"
    assert game.notes == []
    assert list(find_problems(game)) == []


def test_title_waits_for_a_key() -> None:
    machine = Machine(open_game(demo_path()), seed=1)
    machine.run(seconds=30)
    assert machine.vars[ROOM] == 1
    assert "Press any key" in machine.text.rows[24]
    machine.press(Key(SPACE))
    machine.run(seconds=1)
    assert machine.vars[ROOM] == QUAY
    assert "Candle Quay, at sunset" in " ".join((machine.message or "").split())


def test_game_can_be_won_with_all_points(player: Player) -> None:
    machine = player.machine
    player.walk(SOUTH, 12)
    player.walk(EAST, 36)
    assert "lift the lid" in player.say("open the barrel")
    assert "fish the tinderbox out" in player.say("take tinderbox")
    player.walk(EAST, 30)
    assert "Candle Quay burns" in player.say("light the lamp with the tinderbox")
    assert machine.vars[SCORE] == 5
    player.walk(SOUTH, 12)
    player.walk(EAST, 260)
    assert machine.vars[ROOM] == HEADLAND
    player.walk(NORTH, 30)
    player.walk(EAST, 2 * (93 - machine.ego.x))
    player.say("open door")
    machine.run(ticks=20)
    player.walk(NORTH, 20)
    assert "ninety-one steps" in player.read()
    machine.run(seconds=20, until=lambda m: m.message is not None)
    end = player.read()
    assert "the Marigold" not in end
    assert "The Marigold has seen your light" in end
    assert "You have 10 of 10 points" in end
    assert machine.vars[SCORE] == machine.vars[MAX_SCORE] == 10
    assert machine.notes == []


def test_lighthouse_is_of_no_use_without_the_tinderbox(player: Player) -> None:
    machine = player.machine
    player.walk(SOUTH, 24)
    player.walk(EAST, 280)
    player.walk(NORTH, 30)
    player.walk(EAST, 2 * (93 - machine.ego.x))
    # The closed door is a conditional line that ego cannot cross.
    player.walk(NORTH, 20)
    assert machine.ego.y == 129
    player.say("open door")
    machine.run(ticks=20)
    player.walk(NORTH, 20)
    assert "nothing to light it with" in player.read()
    assert machine.ego.y == 133


def test_water_drowns_and_a_restart_begins_again(player: Player) -> None:
    machine = player.machine
    player.say("open barrel")
    player.walk(EAST, 32)
    player.walk(NORTH, 60)
    machine.run(seconds=5, until=lambda m: m.message is not None)
    words = player.read()
    assert "never learned to swim" in words
    assert "YOUR LAMP HAS GONE OUT" in words
    player.press(F9)
    assert "Press ENTER to restart" in " ".join((machine.message or "").split())
    player.press(ENTER)
    machine.run(seconds=1)
    assert "Candle Quay, at sunset" in player.read()
    assert (machine.ego.x, machine.ego.y) == (46, 132)


def test_cliff_is_a_long_way_down(player: Player) -> None:
    player.walk(SOUTH, 40)
    player.walk(EAST, 500)
    player.machine.run(seconds=8, until=lambda m: m.message is not None)
    assert 'The sign did say "only once".' in player.read()


def test_barrel_and_lamp_hide_who_stands_behind_them(player: Player) -> None:
    machine = player.machine
    # Between barrel (base line y = 136) and water; its priority band is 12, ego's at y = 118 is 10.
    player.walk(NORTH, 28)
    player.walk(EAST, 50)
    ego = machine.ego
    assert 66 <= ego.x <= 80
    assert 110 <= ego.y < 136
    picture = bytes(machine.state.picture)
    behind = {picture[160 * y + x] >> 4 for y in range(118, ego.y + 1) for x in range(ego.x, ego.x + ego.width)}
    assert behind & {12}


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("look", "Your cottage stands to the left"),
        ("look at the sea", "deep and cold"),
        ("talk to barnaby", "Come closer"),
        ("light lamp", "You would need your tinderbox"),
        ("take the tinderbox", "If only you knew"),
        ("help", "Ask old Barnaby"),
        ("score", "You have 0 of 10 points"),
        ("juggle", 'You do not know what "juggle" means'),
        ("look at the smoke", "Hands off my pipe"),
        ("sit down", "You do not know"),
        ("sit", "when the lamps burn"),
        ("look at wick", "This is you: Wick"),
    ],
)
def test_quay_answers(player: Player, sentence: str, answer: str) -> None:
    assert answer in player.say(sentence)


def test_keys_and_inventory(player: Player) -> None:
    player.press(F1)
    assert "lamplighter of Candle Quay" in player.read()
    player.machine.type("inventory\n")
    player.machine.run(ticks=10)
    assert any("ladder" in row for row in player.machine.text.rows)
    player.press(ENTER)
    player.machine.run(ticks=10)
    assert player.machine.text.status_line.startswith(" Score:0 of 10")


def test_menu_opens_with_escape(player: Player) -> None:
    player.press(0x1B)
    player.machine.run(ticks=6)
    rows = player.machine.text.rows
    assert "Game" in rows[0]
    assert any("About" in row for row in rows)
