"""Games of others played to their end: each walkthrough wins, and its script is one that the original can be given.

`finished/` has our own inputs: `GAME.agiwalk` in plain words and `GAME.script` by cycle. docs/finished-games.md lists
them. ``python -m tests.golden.test_finished_games`` writes the scripts again and prints the rows of the table.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from agi_emu import cli
from agi_emu.cli.movies import facts_of
from agi_emu.facts.errors import ExitCode
from agi_emu.recording.recording import Recording
from agi_emu.resources import open_game

FINISHED = Path(__file__).with_name("finished")
NAMES = sorted(path.stem for path in FINISHED.glob("*.agiwalk"))
PAGE = Path(__file__).parents[2] / "docs" / "finished-games.md"
THE_END = re.compile(r'^\| `(\w+)` .*\| "(.+)", logic (\d+), message (\d+) \|', re.M)


def movie(*arguments: object) -> str:
    result = CliRunner().invoke(cli.verbs, ["movie", *map(str, arguments)])
    assert result.exit_code == ExitCode.GOOD, result.output
    return result.output


def played(name: str, games: Path, folder: Path) -> tuple[Recording, str]:
    """Play a walkthrough; return the recording, and the beginning of its row in the table."""
    game, path = games / f"{name}.zip", folder / f"{name}.agirec"
    walk = FINISHED / f"{name}.agiwalk"
    movie("script", walk, "--game", game, "-o", path)
    recording = Recording.load(path)
    facts = facts_of(open_game(game), recording)
    sentences = len(re.findall(r"^say ", walk.read_text(), re.M))
    points = f"{facts.score} of {facts.most_score}"
    return recording, f"| `{name}` | {points} | {sentences} | {facts.cycles:,} | {len(recording.ticks):,} |"


@pytest.mark.parametrize("name", NAMES)
def test_the_end_is_a_message_of_the_game(name: str, games: Path) -> None:
    text, logic, number = {row[0]: row[1:] for row in THE_END.findall(PAGE.read_text())}[name]
    message = open_game(games / f"{name}.zip").logic(int(logic)).messages[int(number) - 1] or b""
    assert text in " ".join(message.decode("cp437").split())
    # The walkthrough sees it: what it expects is the beginning.
    expected = re.findall(r'text "(.+?)"', (FINISHED / f"{name}.agiwalk").read_text())
    assert any(text.startswith(each) for each in expected)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_is_finished_again(name: str, games: Path, tmp_path: Path) -> None:
    recording, row = played(name, games, tmp_path)
    assert row in PAGE.read_text()
    # Exit code 0: the script does the same in every cycle under the convention of the original's recordings.
    told = movie("script", tmp_path / f"{name}.agirec", "-o", tmp_path / f"{name}.script")
    assert "the script does the same in all" in told
    assert (tmp_path / f"{name}.script").read_text() == (FINISHED / f"{name}.script").read_text()
    # And a movie of the script is the movie again.
    again = tmp_path / "again.agirec"
    ticks = len(recording.ticks)
    script, game = tmp_path / f"{name}.script", games / f"{name}.zip"
    movie("script", script, "--game", game, "--until", ticks, "-o", again)
    assert Recording.load(again).ticks[:ticks] == recording.ticks[:ticks]


if __name__ == "__main__":
    for each in sys.argv[2:] or NAMES:
        target = FINISHED / f"{each}.agirec"
        print(played(each, Path(sys.argv[1]), FINISHED)[1])
        movie("script", target, "-o", target.with_suffix(".script"))
        target.unlink()
