"""What a player is told of saved moments, which slots there are, and what a short start may not do."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu.facts.codes import BEATS_PER_TICK
from agi_emu.facts.errors import SaveError
from agi_emu.keeping.saves.moments import DAY, HOUR, MINUTE, age, name_of, played, screen_of, where
from agi_emu.keeping.saves.player_saves import PlayerSaves, RunProgress, run_and_save
from agi_emu.keeping.saves.save_folder import SHORT_RUN_BEATS, SLOTS, StateFolder, load_state, slot_of, states_to_resume
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.resources import open_game
from agi_emu.session import EveryBeat, NoInput, Session
from agi_emu.state.state_contents import StateSummary
from tests.own_games import meadow
from tests.own_games.building import GameBuilder


@pytest.fixture
def machine(build_game: GameBuilder) -> Machine:
    machine = Machine(open_game(build_game(**meadow.sources())), seed=1)  # type: ignore[arg-type]
    machine.run(ticks=20)
    return machine


def play(machine: Machine, folder: Path, beats: int) -> None:
    """Play a while in the way a window does, and leave."""
    session = Session(machine, source=NoInput(), pacer=EveryBeat())
    saves = PlayerSaves(machine, StateFolder(folder))
    session.observers += saves.observers
    run_and_save(session, saves, beats=beats)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (5, "just now"),
        (MINUTE, "a minute ago"),
        (4 * MINUTE, "4 minutes ago"),
        (HOUR + 50, "an hour ago"),
        (5 * HOUR, "5 hours ago"),
        (DAY + HOUR, "yesterday"),
        (9 * DAY, "9 days ago"),
        (90 * DAY, "3 months ago"),
    ],
)
def test_ages_in_words(seconds: int, words: str) -> None:
    assert age(seconds) == words


def test_where_a_moment_is() -> None:
    summary = StateSummary(room=2, score=3, most_score=35, seconds=242)
    assert where(summary) == "room 2, score 3 of 35, 4:02 played"
    assert played(StateSummary(seconds=2 * HOUR + 65)) == "2:01:05"
    assert where(StateSummary(room=9)) == "room 9, 0:00 played"


def test_the_screen_of_a_moment_is_that_of_the_machine(machine: Machine, tmp_path: Path) -> None:
    saved = load_state(StateFolder(tmp_path).save_quick(save_state(machine)))
    assert screen_of(saved.data) == machine.frame


def test_there_are_ten_slots(machine: Machine, tmp_path: Path) -> None:
    folder = StateFolder(tmp_path)
    for slot in SLOTS:
        path = folder.save_quick(save_state(machine, f"in {slot}"), slot)
        assert slot_of(path) == slot
    assert folder.quick(1).path.name == "quick.agistate", "the name of before there were slots"
    assert [folder.quick(slot).contents.summary.description for slot in SLOTS] == [f"in {slot}" for slot in SLOTS]
    folder.remove(folder.quick(4).path)
    with pytest.raises(SaveError, match="slot 4 is empty"):
        folder.quick(4)
    assert len(folder.states()) == 9


def test_a_named_automatic_save_leaves_the_ring(machine: Machine, tmp_path: Path) -> None:
    folder = StateFolder(tmp_path)
    path = folder.save_automatic(save_state(machine, "room 1"))
    kept = folder.rename(path, "before the dragon")
    assert not path.exists()
    assert kept.name == "kept-001.agistate"
    assert name_of(load_state(kept)) == "before the dragon"
    quick = folder.save_quick(save_state(machine, "quick save"), 3)
    assert name_of(load_state(folder.rename(quick, "at sea"))) == "slot 3: at sea"


def test_a_short_run_leaves_the_states_of_a_longer_one_alone(build_game: GameBuilder, tmp_path: Path) -> None:
    game = open_game(build_game(**meadow.sources()))  # type: ignore[arg-type]
    folder = tmp_path / "saves"
    play(Machine(game), folder, SHORT_RUN_BEATS + 60)
    longer = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert longer
    for _ in range(12):
        play(Machine(game), folder, 200)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == longer


def test_a_title_that_an_earlier_build_saved_does_not_hide_a_longer_run(machine: Machine, tmp_path: Path) -> None:
    # Starts of a few seconds wrote states beside those of real runs.
    folder = StateFolder(tmp_path)
    title = Machine(machine.game)
    title.run(ticks=40)
    title.state.objects[0].flags = 0
    assert title.state.clock.beats < SHORT_RUN_BEATS
    data = save_state(title, "title")
    folder.save_automatic(data)
    assert folder.newest().contents.summary.description == "title", "there is nothing else"
    machine.run(ticks=SHORT_RUN_BEATS // BEATS_PER_TICK)
    folder.save_automatic(save_state(machine, "played"))
    for _ in range(3):
        folder.save_automatic(data)
    assert folder.newest().contents.summary.description == "played"
    assert next(states_to_resume(machine.game, tmp_path)).contents.summary.description == "played"
    folder.save_quick(data)
    assert folder.newest().contents.summary.description == "title", "what the player saves counts"


def test_the_first_run_is_kept_however_short_it_is(build_game: GameBuilder, tmp_path: Path) -> None:
    game = open_game(build_game(**meadow.sources()))  # type: ignore[arg-type]
    play(Machine(game), tmp_path, 200)
    assert StateFolder(tmp_path).newest().contents.summary.beats >= 199


def test_a_run_that_continues_another_is_kept(machine: Machine, tmp_path: Path) -> None:
    StateFolder(tmp_path).save_automatic(save_state(machine))
    before = machine.state.clock.beats
    play(machine, tmp_path, 30)
    assert StateFolder(tmp_path).newest().contents.summary.beats >= before + 30


def test_a_score_or_another_room_is_progress(machine: Machine) -> None:
    fresh = Machine(machine.game)
    progress = RunProgress(fresh)
    for _ in range(40):
        fresh.advance()
        progress.after(fresh)
    assert not progress.is_made
    walked, scored = RunProgress(Machine(fresh.game)), RunProgress(Machine(fresh.game))
    walked.after(fresh)
    fresh.state.vars[0] += 1
    walked.after(fresh)
    assert walked.is_made
    fresh.state.vars[0] -= 1
    fresh.state.vars[3] = 1
    scored.after(fresh)
    assert scored.is_made


def test_a_title_that_changes_rooms_without_ego_is_not_progress(machine: Machine) -> None:
    progress = RunProgress(Machine(machine.game))
    machine.state.objects[0].flags = 0
    for room in (1, 2, 3):
        machine.state.vars[0] = room
        progress.after(machine)
    assert not progress.is_made
