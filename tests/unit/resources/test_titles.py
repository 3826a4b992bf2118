"""What a game is called: known games, what its author wrote, what its file is named."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from agi_emu.data import demo_path
from agi_emu.resources import open_game
from agi_emu.resources.credits import Credits
from agi_emu.resources.releases import KNOWN_EXTENSIONS, RELEASES, TITLES
from agi_emu.resources.titles import title_from, title_said
from agi_emu.resources.writing.game_files import version_file
from tests.unit.sample_games import v2_files, write_folder


def test_a_known_game_has_its_title_whatever_its_folder_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = v2_files()
    md5 = hashlib.md5(files["logdir"]).hexdigest()
    monkeypatch.setattr("agi_emu.resources.titles.TITLES", {md5: ("The 13th Disciple", "1.00")})
    game = open_game(write_folder(tmp_path / "13thdi", files))
    assert (game.title, game.release, game.id) == ("The 13th Disciple", "1.00", "13thdi")


def test_an_author_names_a_game_in_its_property_file(tmp_path: Path) -> None:
    files = v2_files() | {"game.wag": version_file("2.936", "ROW", Credits("Rock & Wood"))}
    game = open_game(write_folder(tmp_path / "row", files))
    assert (game.title, game.release) == ("Rock & Wood", "")


def test_the_demo_has_its_title() -> None:
    assert open_game(demo_path()).title == "The Last Lamp"


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("ltec", "ltec"),
        ("KQ1", "KQ1"),
        ("space_quest-the_lost chapter", "Space Quest-the Lost Chapter"),
        ("my-own-game", "My Own Game"),
        ("Al Pond - On Holiday", "Al Pond - On Holiday"),
        ("quest v1.2", "Quest v1.2"),
        ("my.game", "My Game"),
    ],
)
def test_a_file_name_is_tidied(name: str, title: str) -> None:
    assert title_from(name) == title


def test_the_table_of_titles_is_whole() -> None:
    assert not TITLES.keys() & RELEASES.keys()
    assert all(len(md5) == 32 and int(md5, 16) >= 0 and title for md5, (title, _) in TITLES.items())
    assert len(TITLES) >= 148
    assert KNOWN_EXTENSIONS.keys() <= TITLES.keys()


@pytest.mark.games
def test_the_real_games_have_titles(games: Path) -> None:
    untitled = [path.stem for path in sorted(games.glob("*.zip")) if open_game(path).title == path.stem]
    assert untitled == []


@pytest.mark.slow
@pytest.mark.games
def test_titles_that_texts_say_are_mostly_those_of_the_table(games: Path) -> None:
    def words(title: str) -> set[str]:
        return set(re.findall(r"\w{3,}", title.casefold()))

    opened = map(open_game, sorted(games.glob("*.zip")))
    said = [(title_said(game._texts(), game.path.stem), game.title) for game in opened]
    found = [(words(title), words(known)) for title, known in said if title]
    assert len(found) >= 0.7 * len(said)
    assert sum(not title & known for title, known in found) <= 0.05 * len(found)


@pytest.mark.parametrize(
    ("texts", "title"),
    [
        ([(0, "Moon Quest v1.2")], "Moon Quest"),
        ([(0, "   MOON  QUEST\n  by A. Author\n  version 2")], "Moon Quest"),
        ([(0, "The Moon: a tale\n--------\nMade by A. Author")], "The Moon: a tale"),
        ([(5, "Thank you for playing Moon Quest. Better luck next time!")], "Moon Quest"),
        ([(1, "   Welcome to Moon Quest...")], "Moon Quest"),
        ([(40, "Welcome to the inn!")], ""),
        ([(0, "You are by the river."), (0, "Your version of it is wrong."), (2, "Thanks for playing my game")], ""),
        ([(0, "M O O N S by A. Author")], "Moons"),
        ([(0, "x" * 5000 + " v1.0"), (0, "%s1 v1.0")], ""),
    ],
)
def test_a_title_is_read_from_the_texts_of_a_game(texts: list[tuple[int, str]], title: str) -> None:
    assert title_said(texts) == title


@pytest.mark.parametrize(
    ("name", "texts", "title"),
    [
        ("rivbon", [(0, "Moon Quest v1.0"), (2, "  RIVER BONANZA  ")], "River Bonanza"),
        ("river-bonanza", [(1, "You are playing River Bonanza v1.0 by A. Author")], "River Bonanza"),
        ("boar", [(1, "A river with boats"), (1, "The Bonanza of Aragon")], "The Bonanza of Aragon"),
        ("moon", [(0, "Noon Moor"), (7, "Moon")], ""),
        ("game", [(0, "Moon Quest v1.0"), (0, "Good to me")], "Moon Quest"),
        ("bo", [(0, "Big Ones")], ""),
    ],
)
def test_a_title_of_which_the_file_name_is_short_goes_first(
    name: str, texts: list[tuple[int, str]], title: str
) -> None:
    assert title_said(texts, name) == title
