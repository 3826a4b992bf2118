"""Plays games in a window, one after another while the player drops new ones on it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.display_modes import ega
from agi_emu.errors import AgiError
from agi_emu.frontends.host.pacer import RealTimePacer
from agi_emu.frontends.host.sdl import Display, SdlWindow
from agi_emu.frontends.host.sound_out import SoundChoice, SoundOut
from agi_emu.frontends.window.game_window import GameWindow
from agi_emu.frontends.window.recording_key import RecordingKey
from agi_emu.frontends.window.save_keys import SaveKeys
from agi_emu.frontends.window.scaling import Aspect, largest_scale, window_size
from agi_emu.machine.input.keys import swallows_repeats
from agi_emu.resources.releases import Extension
from agi_emu.saves.player_saves import PlayerSaves, run_and_save
from agi_emu.session import Ending, Observer, Prompter, Session

if TYPE_CHECKING:
    from agi_emu.display_modes.modes import DisplayMode
    from agi_emu.frontends.reloading import Reloader
    from agi_emu.machine.frame import Frame
    from agi_emu.machine.machine import Machine
    from agi_emu.recording.replaying.recorder import Recorder

LARGEST_FIRST_SCALE = 4
"""Largest scale a window opens with by itself: 1280x960."""
DESKTOP_SHARE = 0.9
"""Share of the desktop that a new window may take, so that its title bar fits."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """How the window looks, what its screen shows and how fast the game runs."""

    aspect: Aspect = Aspect.SHARP
    scale: int | None = None
    full_screen: bool = False
    speed: float | None = 1.0
    display_mode: DisplayMode = ega.show


@dataclass(frozen=True, slots=True)
class Services:
    """Services that a window needs from its caller."""

    open_machine: Callable[[Path], Machine]
    """Opens a game dropped on the window."""
    saves_of: Callable[[Machine], PlayerSaves] | None = None
    """Without it, only the games themselves save."""
    note: Callable[[str], None] = lambda sentence: None
    """Gets messages about the sound for the player."""
    detail: Callable[[str], None] = lambda sentence: None
    """Gets a summary at the end."""


@dataclass(frozen=True, slots=True)
class FirstGame:
    """What applies only to the first game of a window."""

    prompter: Prompter | None = None
    recorder: Recorder | None = None
    """Closed at the end."""
    greeting: str = ""
    """The first message the window shows."""


NOTHING_MORE = FirstGame()


def play(
    machine: Machine,
    display: Display,
    appearance: Appearance,
    services: Services,
    *,
    first: FirstGame = NOTHING_MORE,
    observers: Sequence[Observer] = (),
    sound: SoundChoice | None = None,
    reloader: Reloader | None = None,
) -> Ending:
    """Play until the game ends or the player leaves.

    A `reloader` replaces the machine when sources of the game change; that ends a recording. `sound` None plays
    silently.
    """
    scale = appearance.scale or fitting_scale(display, appearance.aspect)
    size = window_size(appearance.aspect, scale)
    host = SdlWindow(display, machine.game.title, *size, full_screen=appearance.full_screen)
    # A game's time starts with the command. Before its first cycle it waits, black: five beats in version 2, which pass
    # while the program starts instead of afterwards.
    late = 0.0 if machine.state.clock.beats else time.process_time()
    pacer = RealTimePacer(appearance.speed, late=late)
    if reloader:
        observers = [*observers, reloader]
    audio = SoundOut(machine.settings.machine, pacer, sound, note=services.note) if sound else None
    pacer.follower = audio
    window = GameWindow(host, pacer, aspect=appearance.aspect, display_mode=appearance.display_mode, sound=audio)

    def begin(machine: Machine, recorder: Recorder | None = None) -> tuple[Session, PlayerSaves | None, RecordingKey]:
        session = _begin(machine, window, pacer, observers, audio)
        recording = RecordingKey(session, window, recorder)
        if services.saves_of is None:
            return session, None, recording
        saves = services.saves_of(machine)
        saves.show = window.note
        saves.why_locked = recording.why_time_cannot_go_back
        session.observers += saves.observers
        window.serve_saves(SaveKeys(saves, session, audio, window.note))
        return session, saves, recording

    try:
        session, saves, recording = begin(machine, first.recorder)
        session.prompter = first.prompter
        if first.greeting:
            window.note(first.greeting)
        while True:
            if reloader:
                reloader.session = session
            ending = run_and_save(session, saves, close=recording.stop)
            successor = reloader.take() if reloader else None
            if successor:
                session, saves, recording = begin(successor)
                continue
            path = window.take_dropped()
            if path is None:
                return ending
            try:
                session, saves, recording = begin(services.open_machine(path))
            except AgiError as error:
                window.note(str(error))
    finally:
        host.close()
        if audio:
            services.detail(f"sound: {audio.state}")
            audio.close()


def _begin(
    machine: Machine, window: GameWindow, pacer: RealTimePacer, observers: Sequence[Observer], audio: SoundOut | None
) -> Session:
    """Connect a machine with the window and the sound card."""
    session = Session(machine, source=window, pacer=pacer, video=[window], observers=observers)
    if audio:
        audio.attach(machine)
        session.audio.append(audio)
    game = machine.game
    pictures = Pictures(game.id)
    takes_mouse = Extension.AGIMOUSE in machine.settings.extensions
    window.attach(
        session,
        name=game.title,
        save_picture=pictures.save,
        takes_mouse=takes_mouse,
        repeats_arrows=not swallows_repeats(machine),
    )
    return session


def fitting_scale(display: Display, aspect: Aspect) -> int:
    width, height = display.usable_size()
    fitting = largest_scale(aspect, int(width * DESKTOP_SHARE), int(height * DESKTOP_SHARE))
    return min(LARGEST_FIRST_SCALE, fitting)


@dataclass(frozen=True, slots=True)
class Pictures:
    """Saves screenshots of one game to the user's pictures folder, or else to the current folder."""

    name: str

    def save(self, frame: Frame) -> Path:
        """Save a frame and return its path. The imports are slow and few players need them, so they are late."""
        import platformdirs

        from agi_emu.capture.stills import save_numbered

        folder = platformdirs.user_pictures_path()
        return save_numbered(folder if folder.is_dir() else Path(), self.name, frame)
