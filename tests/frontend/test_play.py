"""Games one after another in one window: what is dropped on it is played, or refused in the title bar."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agi_emu.data import demo_path
from agi_emu.facts.errors import GameError
from agi_emu.input.host_events import CloseRequest, Dropped, HostEvent, KeyPress, Modifier
from agi_emu.input.host_keyboard import F1, F12, RETURN
from agi_emu.keeping.saves.player_saves import PlayerSaves
from agi_emu.keeping.saves.rewind import BEATS_BETWEEN
from agi_emu.keeping.saves.save_folder import StateFolder
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.recording.comparing.compare import compare
from agi_emu.recording.recording import Recording
from agi_emu.resources import open_game
from agi_emu.session import Ending, Session
from agi_emu.window.game_window import GameWindow
from agi_emu.window.host.sdl import SdlDisplay, SdlWindow
from agi_emu.window.host.sound_out import SoundChoice
from agi_emu.window.pages import WindowPage
from agi_emu.window.windowed_play import FirstGame, PlayServices, WindowAppearance, play_in_window
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

RIGHT, DOWN = 0x4F, 0x51


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[SdlDisplay]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    display = SdlDisplay()
    yield display
    display.close()


@pytest.mark.parametrize(("played", "least"), [(0, 6), (60, 1)])
def test_a_game_that_is_switched_on_has_its_time_from_the_command_on(
    display: SdlDisplay, build_game: GameBuilder, monkeypatch: pytest.MonkeyPatch, played: int, least: int
) -> None:
    """A tenth of a second is six beats of the clock; a game that goes on where it was does so from now."""
    machine = Machine(open_game(build_game({0: "return();"})))
    machine.run(ticks=played)
    before = machine.state.clock.beats
    at_pictures: list[int] = []
    monkeypatch.setattr("time.process_time", lambda: 0.1)
    monkeypatch.setattr(SdlWindow, "update", lambda *_: at_pictures.append(machine.state.clock.beats - before))
    monkeypatch.setattr(SdlWindow, "poll", lambda window: [CloseRequest()] if at_pictures else [])
    play_in_window(machine, display, WindowAppearance(scale=1), PlayServices(lambda path: machine))
    assert at_pictures[0] >= least
    assert played == 0 or at_pictures[0] == 1


def test_a_dropped_game_is_played_and_what_is_none_is_refused(
    display: SdlDisplay, build_game: GameBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (Machine(open_game(build_game(**meadow.sources()))) for _ in range(2))  # type: ignore[arg-type]
    happens: list[list[HostEvent]] = [[]] * 5 + [[Dropped("no game")]] + [[]] * 5
    happens += [[Dropped("game")]] + [[]] * 20 + [[KeyPress(F1)]] + [[]] * 20 + [[CloseRequest()]]
    titles: list[str] = []

    def poll(window: SdlWindow) -> list[HostEvent]:
        titles.append(window.title)
        return happens.pop(0)

    def opened(path: Path) -> Machine:
        if path.name != "game":
            raise GameError(f"{path}: not a game")
        return second

    monkeypatch.setattr(SdlWindow, "poll", poll)
    ending = play_in_window(first, display, WindowAppearance(scale=1, speed=None), PlayServices(opened))
    assert ending is Ending.STOPPED
    assert not happens
    assert first.state.clock.beats > 5, "the game goes on when the next one cannot be opened"
    assert second.modal is not None, "keys go to the new game"
    assert any("no game: not a game" in title for title in titles)


def played_with(
    display: SdlDisplay,
    monkeypatch: pytest.MonkeyPatch,
    machine: Machine,
    events: list[HostEvent],
    services: PlayServices,
) -> Ending:
    """Play with these events after a few pictures, then close the window."""
    happens: list[list[HostEvent]] = [[]] * 5 + [[event] for event in events] + [[]] * 3
    monkeypatch.setattr(SdlWindow, "poll", lambda window: happens.pop(0) if happens else [CloseRequest()])
    return play_in_window(machine, display, WindowAppearance(scale=1, speed=None), services, sound=SoundChoice())


def test_what_is_changed_in_the_window_is_remembered(
    display: SdlDisplay, build_game: GameBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    remembered: list[dict[str, object]] = []
    services = PlayServices(lambda path: machine, keep=lambda changes, machine, table: remembered.append(dict(changes)))
    machine = Machine(open_game(build_game({0: "return();"})))
    played_with(display, monkeypatch, machine, [], services)
    assert remembered == [], "nothing was changed"
    both = Modifier.CTRL | Modifier.SHIFT
    changes = [KeyPress(0, ord("d"), both), KeyPress(0, ord("m"), both)]
    played_with(display, monkeypatch, machine, changes, services)
    assert remembered == [{"volume": 90, "mute": True}]


def test_restarting_switches_the_game_on_again(
    display: SdlDisplay, build_game: GameBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[Machine] = []
    services = PlayServices(lambda path: machine, saves_of=ended.append)
    machine = Machine(open_game(build_game({0: "return();"})))
    # Restart is the sixth entry of the menu.
    keys = [KeyPress(code) for code in (F12, *[DOWN] * 5, RETURN, F12)]
    played_with(display, monkeypatch, machine, [*keys], services)
    assert len(ended) == 2
    assert ended[0] is machine
    assert ended[1] is not machine, "a machine that was switched on again"
    assert ended[1].game is machine.game


@pytest.mark.parametrize(("beats", "offers"), [(120, False), (3700, True)])
def test_a_glance_at_a_title_is_not_offered_again(
    display: SdlDisplay,
    build_game: GameBuilder,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    *,
    beats: int,
    offers: bool,
) -> None:
    game = open_game(build_game({0: "if (isset(f5)) { new.room(1); } return();", 1: "return();"}))
    left, folder = Machine(game), StateFolder(tmp_path / "saves")
    while left.unguarded.state.clock.beats < beats:
        left.advance()
    folder.save_automatic(save_state(left, "on leaving"))
    continued: list[Machine] = []

    def went_on(machine: Machine, saved: object) -> Machine:
        continued.append(machine)
        return machine

    services = PlayServices(lambda path: left, left_at=lambda machine: folder.newest(), continued=went_on)
    happens: list[list[HostEvent]] = [[], [KeyPress(RETURN)], [], [CloseRequest()]]
    monkeypatch.setattr(SdlWindow, "poll", lambda window: happens.pop(0) if happens else [CloseRequest()])
    machine = Machine(game)
    play_in_window(
        machine, display, WindowAppearance(scale=1, speed=None), services, first=FirstGame(offers=True), sound=None
    )
    assert bool(continued) is offers


def test_beats_of_an_uncapped_game_pass_in_one_step_and_are_recorded_as_they_are(
    display: SdlDisplay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With everything that a player has: sound, saves, going back. The recording is compared beat by beat."""
    monkeypatch.chdir(tmp_path)
    game = open_game(demo_path())
    machine = Machine(game, seed=1)
    lengths: list[int] = []
    shown: list[int] = []
    leap = Session._leap_over

    def measured_leap(*arguments: Any) -> bool:
        before = machine.unguarded.state.clock.beats
        leaps = leap(*arguments)
        if leaps:
            lengths.append(machine.unguarded.state.clock.beats - before)
        return leaps

    record = KeyPress(0, ord("r"), Modifier.CTRL | Modifier.SHIFT)
    presses = [(100, record), (200, KeyPress(RETURN)), (900, KeyPress(RETURN)), (3000, KeyPress(F1)), (4000, record)]
    todo: list[tuple[int, HostEvent]] = [*presses, (5000, CloseRequest())]

    def poll(window: SdlWindow) -> list[HostEvent]:
        return [todo.pop(0)[1]] if machine.unguarded.state.clock.beats >= todo[0][0] else []

    monkeypatch.setattr(Session, "_leap_over", measured_leap)
    monkeypatch.setattr(SdlWindow, "poll", poll)
    monkeypatch.setattr(SdlWindow, "update", lambda *_: shown.append(machine.unguarded.state.clock.beats))
    services = PlayServices(lambda path: machine, saves_of=lambda machine: PlayerSaves(machine, StateFolder(tmp_path)))
    play_in_window(machine, display, WindowAppearance(scale=1, speed=None), services, sound=SoundChoice())
    assert max(lengths) == BEATS_BETWEEN
    assert sum(lengths) > 2000
    assert len(shown) > 2
    made = Recording.load(next(tmp_path.glob("*.agirec")))
    assert len(made.events) >= 3
    assert len(made.ticks) > 300
    with monkeypatch.context() as slowly:
        slowly.setattr(Session, "_leaper", lambda session: None)
        assert compare(game, made) is None


@pytest.mark.slow
def test_the_menu_changes_the_language_and_a_key_shows_the_original(
    display: SdlDisplay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The demo game has German as its first language; the moment stays."""
    begun: list[Machine] = []
    pages: list[WindowPage] = []
    kept: list[dict[str, object]] = []
    services = PlayServices(
        lambda path: machine, saves_of=begun.append, keep=lambda changes, machine, table: kept.append(dict(changes))
    )
    machine = Machine(open_game(demo_path()), seed=1)
    machine.run(seconds=2)
    open_page = GameWindow.open_page
    monkeypatch.setattr(GameWindow, "open_page", lambda window, page: (pages.append(page), open_page(window, page)))
    # Playing is the ninth entry of the menu, Language the sixth of that one.
    keys: list[HostEvent] = [KeyPress(code) for code in (F12, *[DOWN] * 8, RETURN, *[DOWN] * 5, RIGHT, F12)]
    played_with(display, monkeypatch, machine, keys, services)
    assert len(begun) == 2
    assert begun[1].settings.translation.startswith("de ")
    assert begun[1].room == machine.room
    assert {"language": "de"} in kept
    german = Machine(machine.game, settings=begun[1].settings)
    german.run(seconds=2)
    german.press("space")
    german.run(seconds=1)
    assert (german.message or "").startswith("Kerzenkai")
    asked = KeyPress(0, ord("l"), Modifier.CTRL | Modifier.SHIFT)
    played_with(display, monkeypatch, german, [asked], services)
    assert any("Candle Quay" in row.text for page in pages for row in page.rows())
