"""Plays games in a window, one after another while the player drops new ones on it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from agi_emu.facts.adapters import ADAPTERS, displays_of
from agi_emu.facts.clock_prices import PACES
from agi_emu.facts.codes import MACHINES
from agi_emu.facts.errors import AgiError, SaveError
from agi_emu.facts.mercies import AS_RECORDED
from agi_emu.input.player_commands import SWITCHES, PlayerCommand
from agi_emu.keeping.saves.player_saves import PlayerSaves, keep_what_was_played, run_and_save
from agi_emu.keeping.saves.save_folder import is_mere_start
from agi_emu.machine.input.keys import swallows_repeats
from agi_emu.machine.settings import Settings
from agi_emu.presentation.looks import plain
from agi_emu.resources.releases import Extension
from agi_emu.session import Ending, Observer, Prompter, Session
from agi_emu.window.game_window import GameWindow
from agi_emu.window.host.pacer import RealTimePacer
from agi_emu.window.host.sdl import SdlDisplay, SdlWindow
from agi_emu.window.host.sound_out import FourVoices, SoundChoice, SoundOut
from agi_emu.window.journal_keeper import JournalKeeper
from agi_emu.window.recording_key import RecordingKey
from agi_emu.window.scaling import Aspect, fitting_scale, window_size
from agi_emu.window.window_commands import SaveKeys

if TYPE_CHECKING:
    from agi_emu.headless.reloading import Reloader
    from agi_emu.input.key_table import GameKeys, KeyTable
    from agi_emu.keeping.preferences.settings_table import Value
    from agi_emu.keeping.saves.save_folder import SavedState
    from agi_emu.machine.frame import Frame
    from agi_emu.machine.machine import Machine
    from agi_emu.machine.raised_errors import RaisedError
    from agi_emu.presentation.looks import ScreenLook
    from agi_emu.recording.replaying.recorder import SessionRecorder
    from agi_emu.resources.game import Game
    from agi_emu.window.chosen_pages import ShelfPage


class WindowAppearance(NamedTuple):
    """How the window looks, what its screen shows and how fast the game runs."""

    aspect: Aspect = Aspect.SHARP
    scale: int | None = None
    full_screen: bool = False
    speed: float | None = 1.0
    screen_look: ScreenLook = plain
    place: tuple[int, ...] | None = None
    """Left, top, width and height of the window; None for one in the middle whose size is that of `scale`."""
    is_muted: bool = False
    switches: frozenset[str] = frozenset()
    """Names of the settings that are on, of those that are on or off."""
    is_first: bool = False
    """Whether the player sees the program for the first time: the window says where its menu is."""


class PlayServices(NamedTuple):
    """Services that a window needs from its caller."""

    open_machine: Callable[[Path], Machine]
    """Opens a game dropped on the window or chosen from the shelf."""
    saves_of: Callable[[Machine], PlayerSaves | None] = lambda machine: None
    """Without a keeper of states, only the games themselves save."""
    left_at: Callable[[Machine], SavedState | None] = lambda machine: None
    """Returns where a game was left; None if it has no saved moment."""
    continued: Callable[[Machine, SavedState], Machine] = lambda machine, saved: machine
    """Returns a machine that continues from a moment of this machine's game."""
    shelf: Callable[[], ShelfPage] | None = None
    """Returns the list of games to choose from."""
    keys: KeyTable | None = None
    """The keys of the program; None for the usual ones."""
    game_keys: Callable[[Machine], GameKeys | None] = lambda machine: None
    """Returns the keys that stand for others in a game."""
    keep: Callable[[Mapping[str, Value], Machine | None, str], None] = lambda changes, machine, table: None
    """Keeps settings that the player has changed, of one game or for all, in a table of the file."""
    about: Callable[[Machine | None], Sequence[tuple[str, str]]] | None = None
    """Returns what the window says about the program, a game and its files."""
    tell_error: Callable[[Game, RaisedError], str] = lambda game, error: str(error)
    """Learns of an error that a game raised; returns it in words for the window."""
    note: Callable[[str], None] = lambda sentence: None
    """Gets messages about the sound for the player."""
    detail: Callable[[str], None] = lambda sentence: None
    """Gets a summary at the end."""


class FirstGame(NamedTuple):
    """What applies only to the first game of a window."""

    prompter: Prompter | None = None
    recorder: SessionRecorder | None = None
    """Closed at the end."""
    greeting: str = ""
    """The first message the window shows."""
    offers: bool = False
    """Whether to offer before power-on to continue where the game was left."""


NOTHING_MORE = FirstGame()
_WISHES = (
    *(PlayerCommand.RESTART, PlayerCommand.OPEN),
    *(PlayerCommand.NEXT_COMPUTER, PlayerCommand.PREVIOUS_COMPUTER),
    *(PlayerCommand.NEXT_PACE, PlayerCommand.PREVIOUS_PACE),
    *(PlayerCommand.NEXT_LANGUAGE, PlayerCommand.PREVIOUS_LANGUAGE),
)
"""What ends a session: another game, or this one from its start, on another computer or at another pace."""
SHELF_NAME = "agi-emu"
WIDEST_FRAME = 64
"""Points by which a desktop shifts a new window at most, for its title bar."""


def play_in_window(
    machine: Machine | None,
    display: SdlDisplay,
    appearance: WindowAppearance,
    services: PlayServices,
    *,
    first: FirstGame = NOTHING_MORE,
    observers: Sequence[Observer] = (),
    sound: SoundChoice | None = None,
    reloader: Reloader | None = None,
) -> Ending:
    """Play until the game ends or the player leaves; without a machine, let the player choose from the shelf first.

    A `reloader` replaces the machine when sources of the game change; that ends a recording. `sound` None plays
    silently.
    """
    player = WindowedPlay(machine, display, appearance, services, sound)
    if reloader:
        observers = [*observers, reloader]
    try:
        return player.run(machine, first, observers, reloader)
    finally:
        player.close()


def open_window(
    display: SdlDisplay,
    title: str,
    computer: str,
    appearance: WindowAppearance,
    sound: SoundChoice | None,
    keys: KeyTable | None,
    note: Callable[[str], None],
    *,
    late: float = 0.0,
) -> GameWindow:
    """Open a window, with sound as a computer makes it; `late` is that of `RealTimePacer`."""
    if appearance.place and appearance.scale is None:
        left, top, *size = appearance.place
        corner = (left, top)
    else:
        scale = appearance.scale or fitting_scale(appearance.aspect, *display.usable_size())
        corner, size = None, list(window_size(appearance.aspect, scale))
    width, height = size
    host = SdlWindow(display, title, width, height, full_screen=appearance.full_screen, corner=corner)
    pacer = RealTimePacer(appearance.speed, late=late)
    audio = SoundOut(computer, pacer, sound, note=note) if sound else None
    pacer.follower = audio
    if audio:
        audio.is_muted = appearance.is_muted
    return GameWindow(
        host,
        pacer,
        aspect=appearance.aspect,
        screen_look=appearance.screen_look,
        sound=audio,
        keys=keys,
        is_first=appearance.is_first,
    )


class WindowedPlay:
    """A window and the games that are played in it, one after another."""

    def __init__(
        self,
        machine: Machine | None,
        display: SdlDisplay,
        appearance: WindowAppearance,
        services: PlayServices,
        sound: SoundChoice | None,
    ) -> None:
        """Open the window."""
        self._display = display
        # A game's time starts with the command. Before its first cycle it waits, black: five beats in version 2, which
        # pass while the program starts instead of afterwards.
        late = 0.0 if machine is None or machine.unguarded.state.clock.beats else time.process_time()
        self._services = services
        computer = machine.settings.machine if machine else Settings().machine
        title = machine.game.title if machine else SHELF_NAME
        self.window = open_window(display, title, computer, appearance, sound, services.keys, services.note, late=late)
        self._host = self.window.commands.window
        self._audio = self.window.sound
        self.window.commands.switches |= appearance.switches
        self._kept: dict[str, Value] = {}
        self._kept = self._settings()
        commands = self.window.commands
        commands.keep_keys = lambda changes, table: services.keep(changes, self._running, table)
        if services.about:
            commands.lasting[PlayerCommand.ABOUT] = partial(self._show_about, services.about)
        self._wish: PlayerCommand | None = None
        """What the player has asked for that ends a session: another game, or this one from its start."""

    def _settings(self) -> dict[str, Value]:
        """Return the settings that the player can change in the window, as they are now."""
        settings: dict[str, Value] = {
            "full-screen": self._host.full_screen,
            "aspect": str(self.window.commands.picture.aspect),
            "look": self.window.commands.screen_look,
        }
        if not self._host.full_screen:
            place = self._host.place()
            kept = self._kept.get("window")
            stays = isinstance(kept, tuple) and kept[2:] == place[2:] and _is_near(kept, place)
            settings["window"] = kept if isinstance(kept, tuple) and stays else place
        settings |= {name: name in self.window.commands.switches for name in SWITCHES.values()}
        if self._audio:
            settings |= {"volume": self._audio.volume, "mute": self._audio.is_muted}
        return settings

    def close(self) -> None:
        """Keep what the player has changed; close window and sound."""
        changes = {name: value for name, value in self._settings().items() if self._kept.get(name) != value}
        if changes:
            self._services.keep(changes, None, "")
        if self._audio:
            self._services.detail(f"sound: {self._audio.state}")
        self.window.close()

    def run(
        self, machine: Machine | None, first: FirstGame, observers: Sequence[Observer], reloader: Reloader | None
    ) -> Ending:
        """Play one game after another until the player leaves, or a game ends that was not chosen from the shelf."""
        from_shelf = machine is None
        current = self._continued(machine, asks=True) if machine and first.offers else machine or self._chosen()
        while current is not None:
            session, saves, recording = self._begin(current, first, observers)
            if reloader:
                reloader.session = session
            first = NOTHING_MORE
            while True:
                self._display.lost = partial(keep_what_was_played, saves, recording.stop)
                ending = run_and_save(session, saves, close=recording.stop)
                following = self._following(current, reloader)
                if following is not current:
                    break
            if following is not None:
                current = following
            elif self._wish is PlayerCommand.OPEN or (from_shelf and not self.window.commands.has_left):
                from_shelf = True
                current = self._chosen()
            else:
                return ending
        return Ending.STOPPED

    def _following(self, current: Machine, reloader: Reloader | None) -> Machine | None:
        """Return the machine to play after a session: the same one when what was dropped is not a game."""
        successor = reloader.take() if reloader else None
        if successor:
            return successor
        path = self.window.take_dropped()
        if path is not None:
            try:
                offered = self._continued(self._services.open_machine(path), asks=True)
                return offered if offered or self.window.commands.has_left else current
            except AgiError as error:
                self.window.note(str(error))
                return current
        if self._wish is PlayerCommand.RESTART:
            return type(current)(current.game, settings=current.settings)
        if self._wish is None or self._wish is PlayerCommand.OPEN:
            return None
        return self._otherwise(current, self._wish)

    def _choose_display(self, machine: Machine, step: int) -> None:
        """Keep the next or the previous display adapter for the next start of the game."""
        commands = self.window.commands
        names = displays_of(machine.settings.machine, machine.profile)
        commands.adapter = _neighbour(names, commands.adapter, step)
        self._services.keep({"display": commands.adapter}, machine, "")
        if commands.adapter != machine.settings.display:
            self.window.note(f"{ADAPTERS[commands.adapter].meaning}: from the next start of the game on")

    def _otherwise(self, machine: Machine, wish: PlayerCommand) -> Machine:
        """Return a machine that continues the game on the computer, at the pace or in the language wished for."""
        from agi_emu.machine.saving.resuming import at_pace, in_language, on_computer
        from agi_emu.resources.catalogue import find_translation, languages_of

        settings, step = machine.settings, 1 if wish.name.startswith("NEXT_") else -1
        kept: dict[str, Value]
        try:
            if wish in (PlayerCommand.NEXT_COMPUTER, PlayerCommand.PREVIOUS_COMPUTER):
                name = _neighbour(list(MACHINES), settings.machine, step)
                other = on_computer(machine, name)
                kept = {"computer": name, "display": other.settings.display}
            elif wish in (PlayerCommand.NEXT_PACE, PlayerCommand.PREVIOUS_PACE):
                name = _neighbour(list(PACES), settings.budget.name, step)
                other, kept = at_pace(machine, name), {"pace": name}
            else:
                now = settings.translation.split(" ")[0]
                name = _neighbour(["", *languages_of(machine.game.path)], now, step)
                if name == now:
                    raise ValueError(f"{machine.game.title} has no translation beside it")
                other = in_language(machine, find_translation(machine.game, name).name)
                kept = {"language": name or "none"}
        except (AgiError, ValueError) as error:
            self.window.note(str(error))
            return machine
        self._services.keep(kept, machine, "")
        return other

    def _chosen(self) -> Machine | None:
        """Let the player choose a game from the shelf; None if the player leaves."""
        if self._services.shelf is None:
            return None
        page = self._services.shelf()
        while not self.window.commands.has_left:
            self.window.run_page(page, SHELF_NAME)
            path = page.take_choice() or self.window.take_dropped()
            if path is None:
                return None
            try:
                machine = self._services.open_machine(path)
                return machine if page.starts_again else self._continued(machine, asks=False)
            except AgiError as error:
                page.refuse(path, str(error))
        return None

    def _continued(self, machine: Machine, *, asks: bool) -> Machine | None:
        """Return the machine to play: where the game was left, or at power-on; None if the player leaves."""
        services = self._services
        saved = services.left_at(machine)
        if saved is None:
            return machine
        if asks and is_mere_start(saved):
            return machine
        if asks:
            from agi_emu.window.chosen_pages import OfferPage

            page = OfferPage(saved, machine.game.title)
            self.window.run_page(page, machine.game.title)
            if not page.has_chosen:
                return None
            if not page.continues:
                return machine
        try:
            return services.continued(machine, saved)
        except SaveError as error:
            self.window.note(str(error))
            return machine

    def _begin(
        self, machine: Machine, first: FirstGame, observers: Sequence[Observer]
    ) -> tuple[Session, PlayerSaves | None, RecordingKey]:
        """Connect a machine with the window, the sound card and its saves."""
        self._wish = None
        session = Session(
            machine, source=self.window, pacer=self.window.pacer, video=[self.window], observers=observers
        )
        if self._audio:
            self._audio.attach(machine)
            session.audio.append(self._audio)
            session.observers.append(FourVoices(self.window.note))
        self.window.attach(
            session,
            name=machine.game.credits.name or machine.game.title,
            save_picture=partial(save_screenshot, machine.game.id),
            takes_mouse=Extension.AGIMOUSE in machine.settings.extensions,
            is_guided=bool(machine.settings.mercies - AS_RECORDED),
            repeats_arrows=not swallows_repeats(machine),
            game_keys=self._services.game_keys(machine),
        )
        machine.errors.tell = lambda error: self.window.show_error(self._services.tell_error(machine.game, error))
        session.prompter = first.prompter
        recording = RecordingKey(session, self.window.note, first.recorder)
        self.window.commands.services[PlayerCommand.RECORD] = recording.toggle
        damage = f"This game is not complete: {'; '.join(machine.game.damage)}." if machine.game.damage else ""
        if greeting := " ".join(filter(None, (damage, first.greeting))):
            self.window.note(greeting)
        self._serve(machine, session)
        saves = self._services.saves_of(machine)
        if saves is None:
            return session, None, recording
        saves.show = self.window.note
        saves.why_locked = recording.why_time_cannot_go_back
        session.observers += (*saves.observers, JournalKeeper(machine, saves), self.window.narrator)
        self.window.commands.save_keys = SaveKeys(saves, session, self._audio, self.window.note)
        self.window.commands.serve_past(self.window.commands.save_keys)
        return session, saves, recording

    def _serve(self, machine: Machine, session: Session) -> None:
        """Carry out the commands that concern whole games."""

        def wish(command: PlayerCommand) -> None:
            self._wish = command
            session.stop()

        services = self.window.commands.services
        self.window.commands.adapter = machine.settings.display
        services[PlayerCommand.NEXT_DISPLAY] = partial(self._choose_display, machine, 1)
        services[PlayerCommand.PREVIOUS_DISPLAY] = partial(self._choose_display, machine, -1)
        for command in _WISHES:
            if command is not PlayerCommand.OPEN or self._services.shelf:
                services[command] = partial(wish, command)

    @property
    def _running(self) -> Machine | None:
        session = self.window.commands.session
        return session.machine if session else None

    def _show_about(self, about: Callable[[Machine | None], Sequence[tuple[str, str]]]) -> None:
        """Show what a game is and where its files are."""
        from agi_emu.window.text_pages import TextPage

        lines = [f"{name}: {value}" for name, value in about(self._running)]
        self.window.open_page(TextPage("About", lines))


def _neighbour(names: Sequence[str], name: str, step: int) -> str:
    """Return the next (1) or previous (-1) of the names, round and round; the first one after none of them."""
    return names[(names.index(name) + step) % len(names)] if name in names else names[0]


def _is_near(place: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether two places are the same, except for the frame that the desktop draws around a window."""
    return max(abs(place[0] - other[0]), abs(place[1] - other[1])) < WIDEST_FRAME


def save_screenshot(name: str, frame: Frame) -> Path:
    """Save a frame of the game `name` to the user's pictures folder, making it if it is missing; return its path."""
    # Slow to import, and few players need them.
    import platformdirs

    from agi_emu.presentation.picture_files import save_numbered

    folder = platformdirs.user_pictures_path()
    folder.mkdir(parents=True, exist_ok=True)
    return save_numbered(folder, name, frame)
