"""The player's window: takes keys and mouse, shows frames, and carries out the player's commands."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.input import host_events as host
from agi_emu.input.host_events import HostEvent, KeyPress, PadPress, PadStick, Pointer, PointerShape, Typed
from agi_emu.input.host_keyboard import HostKeyboard
from agi_emu.input.key_table import GameKeys, KeyTable
from agi_emu.input.player_commands import MOMENT_COMMANDS, REPEATABLE, SLOT_COMMANDS, PlayerCommand
from agi_emu.keeping.saves.state_folder import SLOTS
from agi_emu.machine.input.events import InputEvent
from agi_emu.presentation.display_modes import ega
from agi_emu.presentation.display_modes.modes import name_of, neighbour_of
from agi_emu.session import FAR
from agi_emu.state.layout import SCREEN_WIDTH
from agi_emu.window.host_menu import HostMenu, HostMenuEntry
from agi_emu.window.input_besides_keyboard import InputBesidesKeyboard
from agi_emu.window.overlay import Overlay
from agi_emu.window.page_host import PageHost
from agi_emu.window.picture_out import PictureOut
from agi_emu.window.save_keys import COMMANDS as SAVE_COMMANDS
from agi_emu.window.save_keys import SaveKeys
from agi_emu.window.scaling import Aspect, window_size
from agi_emu.window.title_bar import TitleBar

if TYPE_CHECKING:
    from agi_emu.machine.frame import Frame
    from agi_emu.machine.machine import Machine
    from agi_emu.presentation.display_modes.modes import DisplayMode
    from agi_emu.session import Session
    from agi_emu.window.host.pacer import RealTimePacer
    from agi_emu.window.host.sound_out import SoundOut
    from agi_emu.window.host_window import HostWindow
    from agi_emu.window.inspection import Inspector
    from agi_emu.window.pages import WindowPage

POLL_SECONDS = 0.002
"""How often the host is asked for events when beats follow each other without a pause."""
PAGE_SECONDS = 1 / 60
"""How often a page is drawn while no game runs."""
LARGEST_SCALE = 8
"""Pixels of the window for one of the screen that the menu offers at most."""


class GameWindow:
    """Shows a session's frames, gives it its input and carries out the player's commands."""

    def __init__(
        self,
        window: HostWindow,
        pacer: RealTimePacer,
        *,
        aspect: Aspect = Aspect.SHARP,
        display_mode: DisplayMode = ega.show,
        sound: SoundOut | None = None,
        keys: KeyTable | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Use an open host window; call `attach` with a session before the first poll."""
        self._window = window
        self._pacer = pacer
        self._sound = sound
        self._clock = clock
        self._title_bar = TitleBar(window, clock)
        self._picture = PictureOut(window, aspect, display_mode)
        self._keyboard = HostKeyboard()
        self._keys = keys or KeyTable()
        self._game_keys = GameKeys()
        self._pages = PageHost(self._picture)
        self._menu = HostMenu()
        self._hands = InputBesidesKeyboard()
        self._cursor = PointerShape.ARROW
        self._player_paused = False
        self._errors = 0
        self._inspector: Inspector | None = None
        self._session: Session | None = None
        self._save_picture: Callable[[Frame], Path] | None = None
        self._services: dict[PlayerCommand, Callable[[], object]] = {}
        self._caption: Callable[[], str] | None = None
        self._save_keys: SaveKeys | None = None
        self.keep_key: Callable[[PlayerCommand, str], None] = lambda command, name: None
        """Called when the player gives a command another key, to keep it."""
        self.keep_game_key: Callable[[str, str], None] = lambda name, other: None
        """Called when a key shall stand for another one in this game, to keep it."""
        self.has_left = False
        """Whether the player has asked to leave the program."""
        self._next_poll = 0.0
        self._shows_pointer = True
        self._dropped: Path | None = None

    def attach(
        self,
        session: Session,
        *,
        name: str,
        save_picture: Callable[[Frame], Path],
        takes_mouse: bool = False,
        is_guided: bool = False,
        repeats_arrows: bool = False,
        game_keys: GameKeys | None = None,
    ) -> None:
        """Serve a session from now on.

        `name` is the game's; `save_picture` saves a frame and returns where; only games that know the mouse get its
        events, and only machines that do not ignore them the repeats of a held arrow; `game_keys` stand for others.
        `is_guided` makes clicks into keys. Arrows held in the game before are not held in this one.
        """
        self._session = session
        self._inspector = self._new_inspector() if self._inspector else None
        self._errors = 0
        self._title_bar.name = name
        self._save_picture = save_picture
        self._hands.attach(session.machine, is_guided=is_guided, takes_mouse=takes_mouse)
        self._services.clear()
        self._caption = None
        self._save_keys = None
        self._keyboard.let_go()
        self._keyboard.repeats_arrows = repeats_arrows
        self._keyboard.code_page = session.machine.code_page
        self._player_paused = False
        self._game_keys = game_keys or GameKeys()
        self._pages.close()
        self._pacer.restart()
        self._show_state()

    def serve_saves(self, keys: SaveKeys) -> None:
        """Connect the keys for states while the session is attached."""
        self._save_keys = keys

    def take_dropped(self) -> Path | None:
        """Return the file that was dropped on the window and ended the session; None if there was none."""
        dropped, self._dropped = self._dropped, None
        return dropped

    def serve(self, command: PlayerCommand, service: Callable[[], object]) -> None:
        """Let a command of the player call `service` while the session is attached."""
        self._services[command] = service

    def open_page(self, page: WindowPage) -> None:
        """Show a page over the game, which waits."""
        self._menu.close()
        self._pages.open(page)

    def run_page(self, page: WindowPage, name: str) -> None:
        """Show a page while no game runs, until it is closed, the player leaves or a file is dropped."""
        session, self._session = self._session, None
        former, self._title_bar.name = self._title_bar.name, name
        self._pages.open(page)
        while self._pages.is_open and not self.has_left and self._dropped is None:
            for event in self._window.poll():
                self._take(event)
            self._keyboard.settle()
            if not self._pages.show():
                break
            self._show_state()
            time.sleep(PAGE_SECONDS)
        self._pages.close()
        self._session, self._title_bar.name = session, former

    def show_caption(self, caption: Callable[[], str] | None) -> None:
        """Show the line that this function returns at the bottom of every picture; None shows none."""
        self._caption = caption

    def pause(self) -> None:
        """Pause as if the player had done it."""
        self._player_paused = True

    def note(self, text: str) -> None:
        """Show a sentence in the title bar for a while."""
        self._title_bar.note(text)
        self._show_state()

    def show_error(self, sentence: str) -> None:
        """Show an error of the game, and from now on how many there were."""
        self._errors += 1
        self.note(sentence)

    # Input

    def poll(self) -> list[InputEvent]:
        """Return the player's input for the game, and carry out commands to the program."""
        if self._pacer.speed is None and not self._pacer.paused:
            if self._clock() < self._next_poll:
                return []
            self._next_poll = self._clock() + POLL_SECONDS
        events: list[InputEvent] = []
        for event in self._window.poll():
            events += self._take(event)
        events += self._keyboard.settle()
        if self._save_keys:
            self._save_keys.turn()
        is_rewinding = self._save_keys is not None and self._save_keys.is_rewinding
        is_covered = self._menu.is_open or self._pages.is_open
        if not (self._player_paused or is_covered or is_rewinding):
            events += self._hands.turn()
        self._pacer.paused = self._player_paused or is_covered or is_rewinding
        self._show_state()
        return events

    def next_beat(self, machine: Machine) -> int:
        """Wait for no beat until the next look at the keyboard."""
        return FAR if self._clock() < self._next_poll else 0

    def _take(self, event: HostEvent) -> list[InputEvent]:
        if self._pages.is_open and isinstance(event, KeyPress | Typed | Pointer | host.Wheel):
            return self._take_on_page(event)
        match event:
            case KeyPress():
                return self._press(event)
            case host.KeyRelease(scancode):
                if self._save_keys:
                    self._save_keys.release(scancode)
                return self._keyboard.release(self._game_keys.released(event))
            case Typed() if not self._menu.is_open:
                return self._keyboard.typed(event)
            case host.FocusLost():
                if self._save_keys:
                    self._save_keys.focus_lost()
                return self._keyboard.let_go()
            case Pointer():
                return self._point(event)
            case PadPress() | PadStick():
                return self._take_pad(event)
            case host.Redraw():
                self._picture.redraw()
            case host.Dropped(path):
                self._dropped = Path(path)
                self._leave()
            case host.CloseRequest():
                self.has_left = True
                self._leave()
        return []

    def _take_on_page(self, event: HostEvent) -> list[InputEvent]:
        """Give an event to the page on top; a few commands work there, too."""
        is_command = isinstance(event, KeyPress) and not self._pages.takes_every_key
        command = self._keys.command_of(event) if is_command else None  # type: ignore[arg-type]
        if command in (PlayerCommand.FULL_SCREEN, PlayerCommand.QUIT):
            self._carry_out(command)
        elif command is PlayerCommand.MENU:
            self._pages.close_one()
        elif command is None:
            self._pages.take(event)
        if isinstance(event, KeyPress):
            # The text of a key that closes a page must not reach the game.
            self._keyboard.ignore_text()
        return []

    def _press(self, press: KeyPress) -> list[InputEvent]:
        if self._menu.is_open:
            self._keyboard.ignore_text()
            command = self._keys.command_of(press)
            self._carry_out(self._menu.press(press) if command in (None, PlayerCommand.MENU) else command)
            return []
        if not self._keys.is_host_key(press):
            if self._hands.press(press):
                self._keyboard.ignore_text()
                return []
            return self._press_key_of_game(press)
        self._keyboard.ignore_text()
        command = self._keys.command_of(press)
        if command in REPEATABLE or not press.repeated:
            self._carry_out(command, press.scancode)
        return self._keyboard.let_go() if command is PlayerCommand.MENU or command in SAVE_COMMANDS else []

    def _press_key_of_game(self, press: KeyPress) -> list[InputEvent]:
        events = self._keyboard.press(self._game_keys.meant(press))
        text = self._game_keys.text(press)
        if text is not None:
            events += self._keyboard.typed(Typed(text))
            self._keyboard.ignore_text()
        return events

    def _point(self, pointer: Pointer) -> list[InputEvent]:
        if self._menu.is_open:
            self._carry_out(self._menu.point(pointer, *self._picture.shown_position(pointer.x, pointer.y)))
            return []
        return self._hands.point(pointer, self._picture)

    def _take_pad(self, event: PadPress | PadStick) -> list[InputEvent]:
        """Take a gamepad as the keys and commands that it stands for."""
        events: list[InputEvent] = []
        for each in self._hands.pad(event):
            if isinstance(each, PlayerCommand):
                self._carry_out(each)
            else:
                events += self._take(each)
        return events

    # Commands

    def _carry_out(self, command: PlayerCommand | None, scancode: int | None = None) -> None:
        match command:
            case PlayerCommand.FULL_SCREEN:
                self._window.full_screen = not self._window.full_screen
                self._picture.redraw()
            case PlayerCommand.MENU:
                self._menu.open(self._entries())
            case PlayerCommand.FASTER:
                self._pacer.faster()
            case PlayerCommand.SLOWER:
                self._pacer.slower()
            case PlayerCommand.NORMAL:
                self._pacer.speed = 1.0
                self._player_paused = False
            case PlayerCommand.PAUSE:
                self._player_paused = not self._player_paused
            case PlayerCommand.STEP:
                self._player_paused = True
                if self._session:
                    self._session.step_cycle()
            case PlayerCommand.PICTURE:
                self._grab()
            case PlayerCommand.SAVE | PlayerCommand.LOAD | PlayerCommand.LOAD_BEFORE | PlayerCommand.REWIND:
                if self._save_keys:
                    self._save_keys.carry_out(command, scancode)
                else:
                    self.note("states are not available here")
            case PlayerCommand.MUTE | PlayerCommand.LOUDER | PlayerCommand.QUIETER:
                self._change_volume(command)
            case PlayerCommand.NEXT_MODE | PlayerCommand.PREVIOUS_MODE:
                self._picture.mode = neighbour_of(self._picture.mode, 1 if command is PlayerCommand.NEXT_MODE else -1)
            case PlayerCommand.ASPECT | PlayerCommand.LARGER | PlayerCommand.SMALLER:
                self._change_shape(command)
            case _ if command in MOMENT_COMMANDS:
                self._change_moment(command)
            case PlayerCommand.KEYS:
                self._show_keys()
            case PlayerCommand.INSPECT:
                self._inspector = None if self._inspector else self._new_inspector()
            case PlayerCommand.PASTE | PlayerCommand.AGAIN | PlayerCommand.LETTERS:
                self._hands.carry_out(command, self._window.clipboard() if command is PlayerCommand.PASTE else "")
            case _ if command in self._services:
                self._services[command]()
            case PlayerCommand.QUIT:
                self.has_left = True
                self._leave()
        if self._menu.is_open:
            self._menu.update(self._entries())

    def _new_inspector(self) -> Inspector | None:
        # Imported when it is asked for.
        from agi_emu.window.inspection import Inspector

        return Inspector(self._session.machine) if self._session else None

    def _leave(self) -> None:
        if self._session:
            self._session.stop()

    def _change_volume(self, command: PlayerCommand) -> None:
        if self._sound is None:
            self.note("sound is off (--sound off)")
            return
        if command is PlayerCommand.MUTE:
            self._sound.is_muted = not self._sound.is_muted
        else:
            self._sound.louder(1 if command is PlayerCommand.LOUDER else -1)
        self.note(f"volume {self._volume()}")

    def _change_shape(self, command: PlayerCommand) -> None:
        """Fill the window in another way, or give it another size."""
        aspects = list(Aspect)
        if command is PlayerCommand.ASPECT:
            self._picture.aspect = aspects[(aspects.index(self._picture.aspect) + 1) % len(aspects)]
        else:
            scale = self.scale + (1 if command is PlayerCommand.LARGER else -1)
            self._window.resize(*window_size(self._picture.aspect, min(max(1, scale), LARGEST_SCALE)))
        self._picture.redraw()

    def _change_moment(self, command: PlayerCommand) -> None:
        if self._save_keys is None:
            self.note("states are not available here")
        elif command is PlayerCommand.MOMENTS:
            self.open_page(self._save_keys.moments())
        elif command in SLOT_COMMANDS:
            self._save_keys.slot = SLOT_COMMANDS[command]
        else:
            step = 1 if command is PlayerCommand.NEXT_SLOT else -1
            self._save_keys.slot = (self._save_keys.slot - 1 + step) % len(SLOTS) + 1

    def _show_keys(self) -> None:
        from agi_emu.window.text_pages import KeysPage

        keep = (self.keep_key, self.keep_game_key)
        self.open_page(KeysPage(self._keys, self._game_keys, *keep, replays=PlayerCommand.TIMES in self._services))

    @property
    def scale(self) -> int:
        """Pixels of the window for one of the screen, about."""
        return max(1, round(self._window.size()[0] / SCREEN_WIDTH))

    @property
    def aspect(self) -> Aspect:
        """How the picture fills the window."""
        return self._picture.aspect

    @property
    def display_mode(self) -> str:
        """The name of the display mode."""
        return name_of(self._picture.mode)

    def _volume(self) -> str:
        if self._sound is None:
            return "off"
        return "muted" if self._sound.is_muted else f"{self._sound.volume} %"

    def _grab(self) -> None:
        if self._picture.shown is None or self._save_picture is None:
            return
        try:
            path = self._save_picture(self._picture.shown)
        except OSError as error:
            self.note(f"no picture saved: {error.strerror or error}")
        else:
            self.note(f"saved {path}")

    def _entries(self) -> list[HostMenuEntry]:
        # Imported when the menu opens.
        from agi_emu.window.main_menu import Situation, main_menu

        return main_menu(
            Situation(
                can=self._can,
                key=self._keys.label,
                speed=self._speed(),
                volume=None if self._sound is None else self._volume(),
                slot=self._save_keys.slot if self._save_keys else 1,
                is_paused=self._player_paused,
                is_full_screen=self._window.full_screen,
                aspect=self._picture.aspect,
                scale=f"{self.scale}x",
                mode=self.display_mode,
                computer=self._session.machine.settings.machine if self._session else "",
            )
        )

    def _can(self, command: PlayerCommand) -> bool:
        """Return whether a command of the menu can be carried out now."""
        if command is PlayerCommand.LOAD_BEFORE:
            return self._save_keys is not None and self._save_keys.can_load_before()
        if command in (PlayerCommand.MOMENTS, PlayerCommand.PREVIOUS_SLOT, *SAVE_COMMANDS):
            return self._save_keys is not None
        if command in (
            PlayerCommand.OPEN,
            PlayerCommand.RESTART,
            PlayerCommand.RECORD,
            PlayerCommand.ABOUT,
            PlayerCommand.PREVIOUS_COMPUTER,
        ):
            return command in self._services
        return command is not PlayerCommand.SMALLER or not self._window.full_screen

    def _speed(self) -> str:
        return "uncapped" if self._pacer.speed is None else f"{self._pacer.speed:g}x"

    def _show_state(self) -> None:
        """Update the title bar and the mouse pointer."""
        state: list[str] = []
        if self._player_paused:
            state.append("[paused]")
        if self._save_keys and self._save_keys.is_rewinding:
            state.append("[going back]")
        if self._errors:
            state.append(f"[{self._errors} error{'' if self._errors == 1 else 's'}]")
        if self._pacer.speed != 1:
            state.append(f"[{self._speed()}]")
        self._title_bar.show(state, self._speed())
        shows_pointer = not self._window.full_screen or self._menu.is_open or self._hands.uses_mouse
        if shows_pointer != self._shows_pointer:
            self._shows_pointer = shows_pointer
            self._window.show_pointer(visible=shows_pointer)
        is_covered = self._menu.is_open or self._pages.is_open
        cursor = PointerShape.ARROW if is_covered else self._hands.cursor()
        if cursor is not self._cursor:
            self._cursor = cursor
            self._window.show_cursor(cursor)

    # Pictures

    def show(self, frame: Frame) -> None:
        """Draw what changed since the last frame, or the page over it."""
        if self._pages.show():
            return
        caption = self._caption() if self._caption else ""
        inside = self._inspector.look(lines_below=bool(caption)) if self._inspector else None
        letters = self._hands.letters.look
        self._picture.show(frame, Overlay(self._menu.look, self._title_bar.banner, caption, letters, inside))
