"""Recordings edited as movies: what comes later moves, and what a replay then plays is what a new play would.

``python -m tests.unit.recording.test_editing 1000`` makes a thousand edits of the demo; `make check` makes a hundred.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import agi_emu
from agi_emu.data import demo_path
from agi_emu.facts.errors import RecordingError
from agi_emu.machine.input.events import Key
from agi_emu.recording import editing
from agi_emu.recording.event_text import RecordedEvent
from agi_emu.recording.head import Marker
from agi_emu.recording.position import Place
from agi_emu.recording.recording import Recording, parse_recording, recording_text
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

ARROWS = ("up", "down", "left", "right", "")


@pytest.fixture
def game(build_game: GameBuilder) -> agi_emu.Game:
    return agi_emu.open_game(build_game(**meadow.sources()))  # type: ignore[arg-type]


def walked(game: agi_emu.Game, ticks: int = 60) -> Recording:
    """Return a recording in which ego is sent right after twenty ticks."""
    recorder = agi_emu.Recorder(agi_emu.Machine(game, seed=3))
    recorder.run(ticks=20)
    recorder.press("right")
    recorder.run(ticks=ticks - 20)
    return recorder.recording


def with_events(recording: Recording, *places: int) -> Recording:
    events = tuple(RecordedEvent(Place(beat), Key(97)) for beat in places)
    return replace(recording, events=events)


def beats(recording: Recording) -> list[int]:
    return [each.place.beat for each in recording.events]


def edited(*places: int, markers: tuple[Marker, ...] = ()) -> Recording:
    """Return a recording of 100 ticks with events at some beats, and no ticks in it."""
    empty = with_events(Recording(agi_emu.recording.head.Head(), end=300), *places)  # type: ignore[attr-defined]
    return replace(empty, head=replace(empty.head, markers=markers))


def test_what_comes_after_an_insertion_moves() -> None:
    # Tick 11 has the beats 31 to 33.
    movie = editing.inserted(edited(0, 30, 31, 200), 0, 11, 2, [Key(98)])
    assert beats(movie) == [0, 30, 31, 37, 206]
    assert movie.events[2].event == Key(98)
    assert movie.end == 306


def test_what_is_deleted_goes_and_the_rest_comes_earlier() -> None:
    movie = editing.deleted(edited(30, 31, 36, 37, 200), 0, 11, 12)
    assert beats(movie) == [30, 31, 194]
    assert movie.end == 294


def test_a_shift_moves_nothing_else() -> None:
    movie = editing.shifted(edited(30, 31, 36, 37), 0, 11, 12, -5)
    assert beats(movie) == [16, 21, 30, 37]
    assert movie.end == 300
    with pytest.raises(RecordingError, match="cannot come 11 ticks earlier"):
        editing.shifted(movie, 0, 10, 12, -11)


def test_markers_move_or_stay() -> None:
    markers = (Marker(10, "early"), Marker(60, "the door"), Marker(60, "a second", stays=True))
    movie = editing.inserted(edited(markers=markers), 0, 11, 2)
    assert movie.head.markers == (Marker(10, "early"), Marker(60, "a second", stays=True), Marker(66, "the door"))
    assert editing.deleted(movie, 0, 22, 23).head.markers[-1] == Marker(64, "the door")


def test_inputs_after_the_end_are_told_and_kept() -> None:
    movie = editing.inserted(edited(200, 299), 0, 1, 1)
    assert editing.after_end(replace(movie, end=250)) == movie.events[1:]


def test_a_recording_longer_than_any_is_refused() -> None:
    with pytest.raises(RecordingError, match="insert fewer ticks"):
        editing.inserted(edited(200), 0, 1, 2**31)


def test_relative_places_are_read_and_written() -> None:
    text = recording_text(edited(100))
    head = text.partition("\n\n")[0].replace("game \n", f"game {'0' * 64}\n").replace("profile \n", "profile 2.936\n")
    lines = "100 0 key a\n+12 0 key b\n+0 1 key c\n"
    movie = parse_recording(f"{head}\nmarker =30 noon\nmarker 20 tea\n\n{lines}\nend 300\n", "movie")
    assert [each.place for each in movie.events] == [Place(100), Place(112), Place(112, 1)]
    assert movie.head.markers == (Marker(20, "tea"), Marker(30, "noon", stays=True))
    assert lines in recording_text(movie)
    # An event put between the first two moves neither of what counts from it.
    assert "+22 0 key b" in recording_text(editing.inserted(movie, 0, 36, 3, [])).replace("+21 0", "+22 0")
    assert parse_recording(recording_text(movie), "again") == movie


@pytest.mark.parametrize(("line", "wrong"), [("+x 0 key a", "the beat 'x'"), ("+4294967295 0 key b", "4294967295")])
def test_wrong_relative_places_are_a_sentence(line: str, wrong: str) -> None:
    text = recording_text(edited(100))
    head = text.partition("\n\n")[0].replace("game \n", f"game {'0' * 64}\n").replace("profile \n", "profile 2.936\n")
    with pytest.raises(RecordingError, match=wrong):
        parse_recording(f"{head}\n\n100 0 key a\n{line}\n", "movie", unclosed=False)


def played_new(game: agi_emu.Game, recording: Recording) -> Recording:
    play = agi_emu.replay(game, replace(recording, ticks=()))
    play.run()
    return play.recorder.recording


def check_edits(game: agi_emu.Game, recording: Recording, count: int, seed: int) -> int:
    """Insert and delete at random places of one replay, and compare with playing what comes out; return the edits."""
    generator = random.Random(seed)
    play = agi_emu.replay(game, recording)
    for _ in range(count):
        play.seek(generator.randrange(play.beats // 3 + 1))
        place = generator.randrange(1, play.beats // 3)
        if generator.random() < 0.5 or play.beats < 120:
            play.insert(place, *filter(None, [generator.choice(ARROWS)]), ticks=generator.randrange(6))
        else:
            play.delete(place, place + generator.randrange(5))
        movie, new = play.branch(), played_new(game, play.recording)
        assert (movie.ticks, movie.events) == (new.ticks, new.events)
    return count


def test_edits_of_a_replay_equal_playing_it_new(game: agi_emu.Game) -> None:
    assert check_edits(game, walked(game), 8, 1) == 8


def check_edits_of_demo(count: int) -> int:
    recording = Recording.load(Path(__file__).parents[2] / "replay" / "the-last-lamp.agirec")
    return check_edits(agi_emu.open_game(demo_path()), editing.trimmed(recording, 0, 400), count, 2)


@pytest.mark.slow
def test_a_hundred_edits_of_the_demo_equal_playing_it_new() -> None:
    assert check_edits_of_demo(100) == 100


def test_a_replay_says_what_is_pressed_in_a_tick(game: agi_emu.Game) -> None:
    play = agi_emu.replay(game, walked(game))
    assert [tick for tick in range(1, 61) if play.at(tick)] == [21]
    assert play.at(21) == (agi_emu.Arrow(3, down=True), agi_emu.Arrow(3, down=False))
    play.insert(5, "up", ticks=2)
    assert [tick for tick in range(1, 63) if play.at(tick)] == [5, 23]
    play.delete(5, 6)
    assert play.branch().ticks == walked(game).ticks


def test_a_branch_is_the_beginning_and_can_be_saved(game: agi_emu.Game, tmp_path: Path) -> None:
    play = agi_emu.replay(game, walked(game))
    play.insert(10, "down")
    branch = play.branch(30)
    branch.save(tmp_path / "branch.agirec")
    outcome = agi_emu.check(tmp_path / "branch.agirec", game=game.path)
    assert (outcome.status, outcome.ticks) == ("equal", 30)


def test_a_search_finds_the_soonest_way_and_its_seed(game: agi_emu.Game) -> None:
    play = agi_emu.replay(game, walked(game, 40))
    play.seek(30)
    x = play.machine.state.objects[0].x
    found = play.search("v6 == 7", ["", "left", "up"], 12, every=2, spread=map)
    assert found is not None
    assert found.end is not None
    assert [each.event for each in found.events[2:]] == [agi_emu.Arrow(7, down=True), agi_emu.Arrow(7, down=False)]
    again = agi_emu.replay(game, found)
    again.run()
    assert again.machine.vars[6] == 7
    assert x >= again.machine.state.objects[0].x - 3
    assert play.search("v6 == 7", ["", "up"], 6, every=2, spread=map) is None
    seeded = play.search("v6 == 7", ["", "left"], 12, every=2, seeds=[5, 6], spread=map)
    assert seeded is not None
    assert seeded.head.settings.seed in (5, 6)


@pytest.mark.slow
def test_the_fastest_way_out_of_the_quay_is_found() -> None:
    game = agi_emu.open_game(demo_path())
    recorder = agi_emu.Recorder(agi_emu.Machine(game))
    recorder.run(ticks=20)
    recorder.press("space")
    recorder.run(ticks=20)
    recorder.press("enter")
    recorder.run(ticks=5)
    play = agi_emu.replay(game, recorder.recording)
    play.seek(45)
    assert (play.machine.room, play.machine.state.objects[0].x) == (2, 46)
    found = play.search("room != 2", ["", "left", "right", "up", "down"], 400, every=10)
    assert found is not None
    assert found.end is not None
    # Ego stands at 46 and makes a step of one place a cycle, which is two ticks, until it is beyond the left edge.
    assert 2 * 46 <= found.end // 3 - 45 <= 2 * 46 + 8


if __name__ == "__main__":
    print(f"{check_edits_of_demo(int(sys.argv[1]))} edits are equal to playing it new")
