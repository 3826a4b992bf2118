"""The player's window: takes keys and mouse, shows frames, pages over them, and messages in its title bar."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.input import host_events as host
from agi_emu.input.host_events import HostEvent, KeyPress, PadPress, PadStick, Pointer, PointerShape, Typed
from agi_emu.input.host_keyboard import HostKeyboard
from agi_emu.input.key_table import GameKeys, KeyTable
from agi_emu.input.player_commands import KEY_SUMMARY, REPEATABLE, SWITCHES, PlayerCommand
from agi_emu.machine.input.events import InputEvent
from agi_emu.presentation.looks import plain
from agi_emu.session import FAR
from agi_emu.state.layout import SCREEN_WIDTH
from agi_emu.window.host.voice import Voice
from agi_emu.window.host_menu import HostMenu, main_menu
from agi_emu.window.input_besides_keyboard import InputBesidesKeyboard
from agi_emu.window.overlay import BANNER_LENGTH, Overlay
from agi_emu.window.picture_out import PictureOut
from agi_emu.window.scaling import Aspect
from agi_emu.window.speech import SPEECH, Narrator
from agi_emu.window.window_commands import SAVE_COMMANDS, WindowCommands

if TYPE_CHECKING:
    from agi_emu.machine.frame import Frame
    from agi_emu.machine.machine import Machine
    from agi_emu.presentation.looks import ScreenLook
    from agi_emu.session import Session
    from agi_emu.window.host.pacer import RealTimePacer
    from agi_emu.window.host.sdl import SdlWindow
    from agi_emu.window.host.sound_out import SoundOut
    from agi_emu.window.pages import WindowPage


POLL_SECONDS = 0.002
"""How often the host is asked for events when beats follow each other without a pause."""
PAGE_SECONDS = 1 / 60
"""How often a page is drawn while no game runs."""


class GameWindow:
    """Shows a session's frames and gives it its input; `commands` carries out what is asked of the program."""

    def __init__(
        self,
        window: SdlWindow,
        pacer: RealTimePacer,
        *,
        aspect: Aspect = Aspect.SHARP,
        screen_look: ScreenLook = plain,
        sound: SoundOut | None = None,
        keys: KeyTable | None = None,
        is_first: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Use an open host window; call `attach` with a session before the first poll.

        `is_first`: the player sees the program for the first time.
        """
        self._window = window
        self.pacer = pacer
        self.sound = sound
        self._clock = clock
        self._title_bar = TitleBar(window, clock, is_first=is_first)
        switches: set[str] = set()
        self._picture = PictureOut(window, aspect, screen_look, switches)
        self._keyboard = HostKeyboard()
        self._keys = keys or KeyTable()
        self._pages = PageHost(self._picture)
        self._menu = HostMenu()
        self._menu_above = 0
        """How many pages were open when the menu was opened."""
        self._hands = InputBesidesKeyboard(switches)
        self.narrator = Narrator(switches, Voice())
        self.commands = WindowCommands(
            *(window, pacer, self._picture, sound, self._keys, self._hands), note=self.note, open_page=self.open_page
        )
        self.commands.switches = switches
        self.commands.why_silent = self.narrator.why_silent
        self._pointer = PointerShape.ARROW
        self._shows_pointer = True
        self._caption: Callable[[], str] | None = None
        self._next_poll = 0.0
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
        self.commands.attach(session, game_keys, save_picture)
        self._title_bar.attach(name)
        self._hands.attach(session.machine, is_guided=is_guided, takes_mouse=takes_mouse)
        self._caption = None
        self._keyboard.let_go()
        self._keyboard.repeats_arrows = repeats_arrows
        self._keyboard.code_page = session.machine.code_page
        self._close_all()
        self.pacer.restart()
        self._show_state()

    def close(self) -> None:
        """Close the window of the host, the sound card and the voice."""
        self.narrator.close()
        self._window.close()
        if self.sound:
            self.sound.close()

    def take_dropped(self) -> Path | None:
        """Return the file that was dropped on the window and ended the session; None if there was none."""
        dropped, self._dropped = self._dropped, None
        return dropped

    def open_page(self, page: WindowPage) -> None:
        """Show a page over the game, which waits; the menu that it was chosen from stays below it."""
        self._pages.open(page)

    def run_page(self, page: WindowPage, name: str) -> None:
        """Show a page while no game runs, until it is closed, the player leaves or a file is dropped."""
        session, self.commands.session = self.commands.session, None
        former, self._title_bar.name = self._title_bar.name, name
        self._close_all()
        self.open_page(page)
        while not self.commands.has_left and self._dropped is None:
            for event in self._window.poll():
                self._take(event)
            self._keyboard.settle()
            if page.is_closed or not self._show_page():
                break
            self._show_state()
            time.sleep(PAGE_SECONDS)
        self._close_all()
        self.commands.session, self._title_bar.name = session, former

    def show_caption(self, caption: Callable[[], str] | None) -> None:
        """Show the line that this function returns at the bottom of every picture; None shows none."""
        self._caption = caption

    def note(self, text: str) -> None:
        """Show a sentence in the title bar for a while."""
        self._title_bar.note(text)
        self.narrator.say(text)
        self._show_state()

    def show_error(self, sentence: str) -> None:
        """Show an error of the game, and from now on how many there were."""
        self._title_bar.errors += 1
        self.note(sentence)

    def poll(self) -> list[InputEvent]:
        """Return the player's input for the game, and carry out commands to the program."""
        if self.pacer.speed is None and not self.pacer.paused:
            if self._clock() < self._next_poll:
                return []
            self._next_poll = self._clock() + POLL_SECONDS
        events: list[InputEvent] = []
        for event in self._window.poll():
            events += self._take(event)
        events += self._keyboard.settle()
        if self.commands.save_keys:
            self.commands.save_keys.turn()
        waits = self.commands.is_paused or self._is_covered or self.commands.is_rewinding or self._hands.is_typing
        if not waits:
            events += self._hands.turn()
        self.pacer.paused = waits
        self._show_state()
        return events

    def next_beat(self, machine: Machine) -> int:
        """Wait for no beat until the next look at the keyboard."""
        return FAR if self._clock() < self._next_poll else 0

    def show(self, frame: Frame) -> None:
        """Draw what changed since the last frame, or the page over it."""
        if self._show_page():
            return
        caption = f">{self._hands.composed}_" if self._hands.composed else self._caption() if self._caption else ""
        inspector = self.commands.inspector
        inside = inspector.look(lines_below=bool(caption)) if inspector else None
        letters, line = self._hands.look()
        shown = Overlay(self._menu.look, self._title_bar.banner, caption, letters, line, inside)
        self._picture.show(frame, shown._replace(alphabet=self._hands.alphabet))

    def _show_page(self) -> bool:
        """Draw the page on top and what lies over it; return whether there is a page over the game."""
        page = self._pages.turn()
        if page is None or (self._menu_is_on_top and self._menu_above == 0):
            return False
        # In a smaller window the letters of a page would have fewer pixels than they need.
        page.is_large = LARGE_TEXT in self.commands.switches or self._window.size()[0] < 2 * SCREEN_WIDTH
        menu = self._menu.look if self._menu_is_on_top else None
        self._picture.show_page(page.look, Overlay(menu, self._title_bar.banner))
        return True

    @property
    def _menu_is_on_top(self) -> bool:
        return self._menu.is_open and self._pages.count <= self._menu_above

    def _close_all(self) -> None:
        self._menu.close()
        self._pages.close()

    @property
    def _is_covered(self) -> bool:
        return self._menu.is_open or self._pages.is_open

    def _take(self, event: HostEvent) -> list[InputEvent]:
        is_covered = self._pages.is_open and not self._menu_is_on_top
        if is_covered and isinstance(event, KeyPress | Typed | Pointer | host.Wheel):
            return self._take_on_page(event)
        if isinstance(event, KeyPress) and not event.repeated:
            self.narrator.hush()
        match event:
            case KeyPress():
                return self._press(event)
            case host.KeyRelease(scancode):
                if self.commands.save_keys:
                    self.commands.save_keys.release(scancode)
                return self._keyboard.release(self.commands.game_keys.released(event))
            case host.Composed(text):
                self._hands.composed = text
            case Typed() if not self._menu.is_open:
                return self._hands.typed(self._keyboard.typed(event))
            case host.FocusLost():
                if self.commands.save_keys:
                    self.commands.save_keys.focus_lost()
                return self._keyboard.let_go()
            case Pointer():
                return self._point(event)
            case PadPress() | PadStick():
                return self._take_pad(event)
            case host.Redraw():
                self._picture.redraw()
            case host.Dropped(path):
                self._dropped = Path(path)
                self.commands.leave()
            case host.CloseRequest():
                self.commands.has_left = True
                self.commands.leave()
        return []

    def _take_on_page(self, event: HostEvent) -> list[InputEvent]:
        """Give an event to the page on top; a few commands work there, too."""
        is_command = isinstance(event, KeyPress) and not self._pages.takes_every_key
        command = self._keys.command_of(event) if is_command else None  # type: ignore[arg-type]
        if command is PlayerCommand.MENU and self._menu.is_open:
            self._pages.close_one()
        elif command in (PlayerCommand.FULL_SCREEN, PlayerCommand.QUIT, PlayerCommand.MENU):
            self._carry_out(command)
        elif command is None and self._pages.take(event).has_chosen:
            self._menu.close()
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
            events = self._press_key_of_game(press)
            return [] if self._hands.is_typing else events
        self._keyboard.ignore_text()
        command = self._keys.command_of(press)
        if command in REPEATABLE or not press.repeated:
            self._carry_out(command, press.scancode)
        return self._keyboard.let_go() if command is PlayerCommand.MENU or command in SAVE_COMMANDS else []

    def _press_key_of_game(self, press: KeyPress) -> list[InputEvent]:
        events = self._keyboard.press(self.commands.game_keys.meant(press))
        text = self.commands.game_keys.text(press)
        if text is not None:
            events += self._keyboard.typed(Typed(text))
            self._keyboard.ignore_text()
        return events

    def _point(self, pointer: Pointer) -> list[InputEvent]:
        if self._menu.is_open:
            self._carry_out(self._menu.point(pointer, *self._picture.overlay_position(pointer.x, pointer.y)))
            return []
        inspector = self.commands.inspector
        is_click = pointer.pressed and pointer.button == 1
        if inspector and is_click and inspector.click(*self._picture.screen_position(pointer.x, pointer.y)):
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

    def _carry_out(self, command: PlayerCommand | None, scancode: int | None = None) -> None:
        """Open the menu or carry out another command; the menu shows what that has changed."""
        if command is PlayerCommand.MENU:
            self._menu_above = self._pages.count
            self._menu.open(main_menu(self.commands))
        elif command:
            self.commands.carry_out(command, scancode)
        if self._menu.is_open:
            self._menu.update(main_menu(self.commands))

    def _chosen_words(self) -> str:
        """Return what is chosen in the menu or on the page on top; "" where neither is open, or nothing is spoken."""
        if SPEECH not in self.commands.switches:
            return ""
        if self._menu_is_on_top and self._menu.look:
            entry = self._menu.look.entries[self._menu.look.chosen]
            return entry.text if entry.is_possible else f"{entry.text}, not now"
        return self._pages.chosen_words

    def _show_state(self) -> None:
        """Update the title bar and the mouse pointer, and speak what is chosen."""
        self._title_bar.show(self.commands)
        self.narrator.choose(self._chosen_words())
        shows_pointer = not self._window.full_screen or self._is_covered or self._hands.uses_mouse
        if shows_pointer != self._shows_pointer:
            self._shows_pointer = shows_pointer
            self._window.show_pointer(visible=shows_pointer)
        pointer = PointerShape.ARROW if self._is_covered else self._hands.cursor()
        if pointer is not self._pointer:
            self._pointer = pointer
            self._window.show_cursor(pointer)


SUMMARY_SECONDS = 20.0
"""How long the title bar names the menu's key at the start."""
LONGEST_NOTICE = 60
"""Characters of a notice in the title bar; the badge has room for all of it."""
BADGE_SECONDS = 2.0
"""How long a window shows a change of the title over the picture."""
NOTICE_SECONDS = 6.0
HINT_SECONDS = 5.0
"""How long the first start of all shows the key of the menu over the picture."""
BANNER_SECONDS = 3.0
"""How long full screen shows a change of the title; a longer notice stays as long as in the title bar."""


LARGE_TEXT = SWITCHES[PlayerCommand.LARGE_TEXT]


class TitleBar:
    """Name of the game, its state in words, and a temporary notice; the badge shows the last change."""

    def __init__(self, window: SdlWindow, clock: Callable[[], float], *, is_first: bool) -> None:
        """Start with the key of the menu, on the picture, too, if this `is_first` of all; `clock` counts seconds."""
        self._window = window
        self._is_first = is_first
        self._hints_until = clock() + HINT_SECONDS * is_first
        self._clock = clock
        self.name = ""
        """The game's name."""
        self.errors = 0
        """How many errors the game has raised."""
        self._notice = (KEY_SUMMARY, clock() + SUMMARY_SECONDS)
        self._title = ""
        self._told: tuple[Sequence[str], str] = ([], "")
        self._banner = ("", 0.0)

    def attach(self, name: str) -> None:
        """Name another game."""
        self.name = name
        self.errors = 0

    def note(self, text: str) -> None:
        """Show a sentence for a while, from the next `show` on."""
        self._notice = (text, self._clock() + NOTICE_SECONDS)

    def show(self, commands: WindowCommands) -> None:
        """Update the title; the banner names the speed when the state needs no words any more."""
        words_of_state = (
            (commands.is_paused, "[paused]"),
            (commands.is_rewinding, "[going back]"),
            (self.errors, f"[{self.errors} error{'' if self.errors == 1 else 's'}]"),
            (commands.pacer.speed != 1, f"[{commands.speed}]"),
        )
        state = [words for is_so, words in words_of_state if is_so]
        text, until = self._notice
        if self._clock() >= until:
            text = ""
        short = text if len(text) <= LONGEST_NOTICE else f"{text[: LONGEST_NOTICE - 2]}.."
        title = " ".join([self.name, *state, *([f"- {short}"] if text else [])])
        if title != self._title:
            self._title = title
            self._window.title = title
        if (state, text) != self._told:
            words = text if text != self._told[1] else " ".join(state) or commands.speed
            self._told = (state, text)
            if words and (self._window.full_screen or self._is_first or words != KEY_SUMMARY):
                if words != KEY_SUMMARY and self._clock() < self._hints_until:
                    words = f"{KEY_SUMMARY}. {words}"
                self._banner = (words, self._clock() + self._seconds_of(words))

    def _seconds_of(self, words: str) -> float:
        if words == KEY_SUMMARY and self._is_first:
            return HINT_SECONDS
        if len(words) > BANNER_LENGTH:
            return NOTICE_SECONDS
        return BANNER_SECONDS if self._window.full_screen else BADGE_SECONDS

    @property
    def banner(self) -> str:
        """What is shown over the picture now."""
        text, until = self._banner
        return text if self._clock() < until else ""


class PageHost:
    """The pages that are open."""

    def __init__(self, picture: PictureOut) -> None:
        """Draw them where the pictures of the game are drawn."""
        self._picture = picture
        self._pages: list[WindowPage] = []

    @property
    def is_open(self) -> bool:
        """Whether a page is shown."""
        return bool(self._pages)

    @property
    def takes_every_key(self) -> bool:
        """Whether also the keys of the program's commands are for the page on top."""
        return self.is_open and self._pages[-1].takes_every_key

    def open(self, page: WindowPage) -> None:
        """Show a page over the others."""
        self._pages.append(page)

    def close(self) -> None:
        """Close all pages."""
        self._pages.clear()

    def close_one(self) -> None:
        """Close the page on top as its own key does."""
        self._pages[-1].leave()
        self._drop_closed()

    @property
    def chosen_words(self) -> str:
        """What is chosen on the page on top, in words."""
        look = self._pages[-1].look if self._pages else None
        if look is None:
            return ""
        row = look.rows[look.chosen] if look.chosen is not None else None
        return f"{row.text} {row.note}" if row else " ".join([look.title, *(row.text for row in look.rows)])

    @property
    def count(self) -> int:
        """How many pages are open."""
        return len(self._pages)

    def take(self, event: HostEvent) -> WindowPage:
        """Give an event to the page on top, and return that page."""
        position = (0, 0)
        if isinstance(event, Pointer):
            from agi_emu.window.pages import PAGE_HEIGHT, PAGE_WIDTH

            position = self._picture.position_in(event.x, event.y, PAGE_WIDTH, PAGE_HEIGHT)
        page = self._pages[-1]
        page.take_event(event, position)
        self._drop_closed()
        return page

    def turn(self) -> WindowPage | None:
        """Let all pages look for news; return the one on top."""
        for page in self._pages:
            page.turn()
        self._drop_closed()
        return self._pages[-1] if self._pages else None

    def _drop_closed(self) -> None:
        self._pages = [page for page in self._pages if not page.is_closed]
