"""Carries out what a player asks of the program while a game runs in a window.

`SaveKeys` handles the keys for states: quick save and load, the moment before a sequence and, while held, back in time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.facts.codes import Var
from agi_emu.facts.errors import SaveError
from agi_emu.input.key_table import GameKeys, KeyTable
from agi_emu.input.player_commands import MOMENT_COMMANDS, SLOT_COMMANDS, SWITCHES, PlayerCommand
from agi_emu.keeping.host_folders import shortened
from agi_emu.keeping.saves.save_folder import SLOTS
from agi_emu.presentation.looks import name_of, neighbour_of
from agi_emu.state.layout import SCREEN_WIDTH
from agi_emu.window.scaling import Aspect, window_size

if TYPE_CHECKING:
    from agi_emu.keeping.saves.player_saves import PlayerSaves
    from agi_emu.keeping.saves.save_folder import SavedState
    from agi_emu.machine.frame import Frame
    from agi_emu.session import Session
    from agi_emu.window.chosen_pages import MomentsPage
    from agi_emu.window.host.pacer import RealTimePacer
    from agi_emu.window.host.sdl import SdlWindow
    from agi_emu.window.host.sound_out import SoundOut
    from agi_emu.window.input_besides_keyboard import InputBesidesKeyboard
    from agi_emu.window.inspection import Inspector, Past
    from agi_emu.window.journal_page import JournalPage
    from agi_emu.window.pages import WindowPage
    from agi_emu.window.picture_out import PictureOut


LARGEST_SCALE = 8
"""Pixels of the window for one of the screen that the menu offers at most."""
SAVE_COMMANDS = frozenset({PlayerCommand.SAVE, PlayerCommand.LOAD, PlayerCommand.LOAD_BEFORE, PlayerCommand.REWIND})
SERVED = frozenset({PlayerCommand.OPEN, PlayerCommand.RESTART, PlayerCommand.RECORD, PlayerCommand.ABOUT}) | {
    PlayerCommand.PREVIOUS_COMPUTER,
    PlayerCommand.PREVIOUS_DISPLAY,
    PlayerCommand.PREVIOUS_PACE,
    PlayerCommand.PREVIOUS_LANGUAGE,
}
"""Commands of the menu that only a service can carry out."""
OF_GAMES = frozenset(
    {
        *(PlayerCommand.PAUSE, PlayerCommand.STEP, PlayerCommand.PICTURE, PlayerCommand.INSPECT),
        *(PlayerCommand.PASTE, PlayerCommand.AGAIN, PlayerCommand.LETTERS, PlayerCommand.ORIGINAL),
    }
)
"""Commands that mean nothing while no game runs; those on states and those of services are others."""


class WindowCommands:
    """Everything that commands change in a window, its sound and its session."""

    def __init__(
        self,
        window: SdlWindow,
        pacer: RealTimePacer,
        picture: PictureOut,
        sound: SoundOut | None,
        keys: KeyTable,
        hands: InputBesidesKeyboard,
        *,
        note: Callable[[str], None],
        open_page: Callable[[WindowPage], None],
    ) -> None:
        """Serve a window; `note` shows a sentence, `open_page` a page over the game."""
        self.window = window
        self.pacer = pacer
        self.picture = picture
        self.keys = keys
        self._sound = sound
        self._hands = hands
        self._note = note
        self._open_page = open_page
        self.keep_keys: Callable[[Mapping[str, str], str], None] = lambda changes, table: None
        """Called with keys that the player has chosen and their table in the settings, to keep them."""
        self.has_left = False
        """Whether the player has asked to leave the program."""
        self.adapter = ""
        """The display adapter of the next start."""
        self.session: Session | None = None
        self.inspector: Inspector | None = None
        self.switches: set[str] = set()
        """The names of the settings that are on."""
        self.why_silent: Callable[[], str] = str
        """Returns why nothing can be spoken here; "" if it can."""
        self.lasting: dict[PlayerCommand, Callable[[], object]] = {}
        """What else carries out a command, whether or not a game runs."""
        self._serve()

    def _serve(self, game_keys: GameKeys | None = None, save_picture: Callable[[Frame], Path] | None = None) -> None:
        self.is_paused = False
        self.game_keys = game_keys or GameKeys()
        self.save_keys: SaveKeys | None = None
        """The keys for states, if there are any."""
        self.past: Past | None = None
        """The time that can be gone to, if any."""
        self.services: dict[PlayerCommand, Callable[[], object]] = {}
        """What else carries out a command of the game while the session is attached."""
        self._save_picture = save_picture

    def attach(
        self, session: Session, game_keys: GameKeys | None, save_picture: Callable[[Frame], Path] | None
    ) -> None:
        """Serve a session from now on, without the services and saves of the one before."""
        self.session = session
        self._serve(game_keys, save_picture)
        self.serve_past(None)

    def serve_past(self, past: Past | None) -> None:
        """Let the line of time go to moments of the session that is served."""
        self.past = past
        if self.inspector:
            self.inspector.close()
            self.inspector = self._new_inspector()

    def leave(self) -> None:
        """End the session."""
        if self.session:
            self.session.stop()

    # What the menu shows

    @property
    def scale(self) -> int:
        """Pixels of the window for one of the screen, about."""
        return max(1, round(self.window.size()[0] / SCREEN_WIDTH))

    @property
    def screen_look(self) -> str:
        """The name of the look."""
        return name_of(self.picture.mode)

    @property
    def language(self) -> str:
        """The language of the game's texts as players read it."""
        return (self.session.machine.translation.name.split(" ")[0] if self.session else "") or "the game's"

    @property
    def speed(self) -> str:
        """The speed as players read it."""
        return "uncapped" if self.pacer.speed is None else f"{self.pacer.speed:g}x"

    @property
    def volume(self) -> str:
        """The volume as players read it; "" without sound."""
        if self._sound is None:
            return ""
        return "muted" if self._sound.is_muted else f"{self._sound.volume} %"

    @property
    def is_rewinding(self) -> bool:
        """Whether the key that goes back in time is held."""
        return self.save_keys is not None and self.save_keys.is_rewinding

    def can(self, command: PlayerCommand) -> bool:
        """Return whether a command of the menu can be carried out now."""
        if command in self.lasting:
            return True
        if self.session is None and (command in SERVED | OF_GAMES | SAVE_COMMANDS | MOMENT_COMMANDS):
            return False
        if command is PlayerCommand.LOAD_BEFORE:
            return self.save_keys is not None and self.save_keys.can_load_before()
        if command in SAVE_COMMANDS or command in MOMENT_COMMANDS:
            return self.save_keys is not None
        if command in SERVED:
            return command in self.services
        return command is not PlayerCommand.SMALLER or not self.window.full_screen

    # Commands

    def carry_out(self, command: PlayerCommand, scancode: int | None = None) -> None:
        """Carry out a command; `scancode` is the key's place, None if it was not given by a key."""
        if self.session is None and not self.can(command):
            return
        match command:
            case PlayerCommand.FULL_SCREEN:
                self.window.full_screen = not self.window.full_screen
                self.picture.redraw()
            case PlayerCommand.FASTER:
                self.pacer.faster()
            case PlayerCommand.SLOWER:
                self.pacer.slower()
            case PlayerCommand.NORMAL:
                self.pacer.speed = 1.0
                self.is_paused = False
            case PlayerCommand.PAUSE:
                self.is_paused = not self.is_paused
            case PlayerCommand.STEP:
                self.is_paused = True
                if self.session:
                    self.session.step_cycle()
            case PlayerCommand.PICTURE:
                self._save_screenshot()
            case PlayerCommand.MUTE | PlayerCommand.LOUDER | PlayerCommand.QUIETER:
                self._change_volume(command)
            case PlayerCommand.NEXT_LOOK | PlayerCommand.PREVIOUS_LOOK:
                self.picture.mode = neighbour_of(self.picture.mode, 1 if command is PlayerCommand.NEXT_LOOK else -1)
            case PlayerCommand.ASPECT | PlayerCommand.LARGER | PlayerCommand.SMALLER:
                self._change_shape(command)
            case _ if command in SWITCHES:
                self._switch(command)
            case PlayerCommand.KEYS:
                self._show_keys()
            case PlayerCommand.INSPECT:
                if self.inspector:
                    self.inspector.close()
                self.inspector = None if self.inspector else self._new_inspector()
            case PlayerCommand.PASTE | PlayerCommand.AGAIN | PlayerCommand.LETTERS:
                self._hands.carry_out(command, self.window.clipboard() if command is PlayerCommand.PASTE else "")
            case PlayerCommand.ORIGINAL:
                self._show_original()
            case PlayerCommand.QUIT:
                self.has_left = True
                self.leave()
            case _ if command in SAVE_COMMANDS or command in MOMENT_COMMANDS:
                self._carry_out_on_states(command, scancode)
            case _ if command in self.lasting:
                self.lasting[command]()
            case _ if command in self.services and self.can(command):
                self.services[command]()

    def _carry_out_on_states(self, command: PlayerCommand, scancode: int | None) -> None:
        if self.save_keys is None or self.session is None:
            self._note("states are not available here")
        elif command is PlayerCommand.MOMENTS:
            self._open_page(self.save_keys.moments())
        elif command is PlayerCommand.JOURNAL:
            self._open_page(self.save_keys.journal(self._open_page))
        else:
            self.save_keys.carry_out(command, scancode)

    def _switch(self, command: PlayerCommand) -> None:
        """Turn a setting on or off."""
        self.switches ^= {SWITCHES[command]}
        if command is PlayerCommand.SPEECH and (why := self.why_silent()) and SWITCHES[command] in self.switches:
            self.switches.remove(SWITCHES[command])
            self._note(why)
            return
        self._note(f"{command.words}: {'on' if SWITCHES[command] in self.switches else 'off'}")

    def _new_inspector(self) -> Inspector | None:
        # Imported when it is asked for.
        from agi_emu.window.inspection import Inspector

        return Inspector(self.session.machine, self.past) if self.session else None

    def _change_volume(self, command: PlayerCommand) -> None:
        if self._sound is None:
            self._note("sound is off (--sound off)")
            return
        if command is PlayerCommand.MUTE:
            self._sound.is_muted = not self._sound.is_muted
        else:
            self._sound.louder(1 if command is PlayerCommand.LOUDER else -1)
        self._note(f"volume {self.volume}")

    def _change_shape(self, command: PlayerCommand) -> None:
        """Fill the window in another way, or give it another size."""
        if command is PlayerCommand.ASPECT:
            aspects = list(Aspect)
            self.picture.aspect = aspects[(aspects.index(self.picture.aspect) + 1) % len(aspects)]
        else:
            scale = self.scale + (1 if command is PlayerCommand.LARGER else -1)
            self.window.resize(*window_size(self.picture.aspect, min(max(1, scale), LARGEST_SCALE)))
        self.picture.redraw()

    def _show_keys(self) -> None:
        from agi_emu.window.text_pages import KeysPage

        replays = PlayerCommand.TIMES in self.services
        game_keys = self.game_keys if self.session else None
        self._open_page(KeysPage(self.keys, game_keys, self.keep_keys, replays=replays))

    def _show_original(self) -> None:
        """Show what the open window says in the language of the game."""
        from agi_emu.machine.display.readable import original_window
        from agi_emu.window.text_pages import TextPage

        text = original_window(self.session.machine.unguarded) if self.session else None
        if text is None:
            self._note("no translated window is open")
        else:
            self._open_page(TextPage("Before it was translated", text.split("\n")))

    def _save_screenshot(self) -> None:
        if self.picture.shown is None or self._save_picture is None:
            return
        try:
            path = self._save_picture(self.picture.shown)
        except OSError as error:
            self._note(f"no picture saved: {error.strerror or error}")
        else:
            self._note(f"saved {shortened(path)}")


def save_document(name: str, text: str) -> Path:
    """Write a text into the user's documents folder, making it if it is missing; return its path."""
    import platformdirs

    from agi_emu.host_files.drafts import write_with_backup

    path = platformdirs.user_documents_path() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    write_with_backup(path, text.encode())
    return path


class SaveKeys:
    """Carries out the player's commands on the states of one session."""

    def __init__(
        self, saves: PlayerSaves, session: Session, sound: SoundOut | None, note: Callable[[str], None]
    ) -> None:
        """Serve one session; `note` shows a sentence to the player."""
        self._saves = saves
        self._session = session
        self._sound = sound
        self._note = note
        self._held: int | None = None

    @property
    def is_rewinding(self) -> bool:
        """Whether the key is held; then no beats are due and there is no sound."""
        return self._held is not None

    @property
    def slot(self) -> int:
        """The slot of quick saves."""
        return self._saves.slot

    @slot.setter
    def slot(self, slot: int) -> None:
        self._saves.slot = slot
        try:
            saved = self._saves.folder.quick(slot)
        except SaveError as error:
            self._note(str(error))
        else:
            from agi_emu.keeping.saves.moments import where

            self._note(f"slot {slot}: {where(saved.contents.summary)}")

    def can_load_before(self) -> bool:
        """Return whether the quick save holds the moment before a cut-scene, too."""
        try:
            return bool(self._saves.folder.quick(self.slot).contents.before)
        except SaveError:
            return False

    @property
    def span(self) -> tuple[int, int, int]:
        """The first moment that can be gone to, this one and the last one, in beats."""
        return self._saves.span

    def go_to(self, moment: int) -> None:
        """Continue at a moment of the past."""
        self._saves.begin_going_back()
        if not self._saves.go_back(moment):
            self._note(self._saves.why_locked() or "cannot go further back")
        self._begin_elsewhere()

    def moments(self) -> MomentsPage:
        """Return the page that lists the saved moments."""
        from agi_emu.window.chosen_pages import MomentsPage

        self._saves.wait()
        return MomentsPage(self._saves.folder, self._load)

    def journal(self, open_page: Callable[[WindowPage], None]) -> JournalPage:
        """Return the page that lists what the game has said."""
        from agi_emu.window.journal_page import JournalPage

        self._saves.wait()
        machine = self._session.machine
        room = int(machine.unguarded.state.vars[Var.ROOM])
        return JournalPage(self._saves.journal, machine.game.id, open_page, export=save_document, room=room)

    def _load(self, saved: SavedState) -> None:
        self._note(self._saves.load_moment(saved))
        self._begin_elsewhere()

    def carry_out(self, command: PlayerCommand, scancode: int | None) -> None:
        """Carry out a command on states or slots; `scancode` is the key's place, None if it was chosen in the menu."""
        if command is PlayerCommand.SAVE:
            self._saves.quick_save(self._note)
        elif command is PlayerCommand.REWIND and scancode is not None:
            self._held = scancode
            self._saves.begin_going_back()
        elif command is PlayerCommand.REWIND:
            self._note(self._saves.why_locked() or "hold the key to go back")
        elif command in SLOT_COMMANDS:
            self.slot = SLOT_COMMANDS[command]
        elif command in (PlayerCommand.NEXT_SLOT, PlayerCommand.PREVIOUS_SLOT):
            self.slot = (self.slot - (2 if command is PlayerCommand.PREVIOUS_SLOT else 0)) % len(SLOTS) + 1
        else:
            self._note(self._saves.quick_load(before_sequence=command is PlayerCommand.LOAD_BEFORE))
            self._begin_elsewhere()

    def turn(self) -> None:
        """Go back a little while the key is held, and report finished saves; called once per picture."""
        self._saves.poll()
        if self._held is not None and not self._saves.go_back():
            self._note(self._saves.why_locked() or "cannot go further back")

    def release(self, scancode: int) -> None:
        """Stop going back if this key goes up; the game continues from here."""
        if scancode == self._held:
            self.let_go()

    def let_go(self) -> None:
        """Stop going back."""
        if self._held is not None:
            self._held = None
            self._begin_elsewhere()

    def focus_lost(self) -> None:
        """The player turns to another window."""
        self.let_go()
        self._saves.focus_lost()

    def _begin_elsewhere(self) -> None:
        """Forget the keys held before the jump, and play the notes of the new moment."""
        self._session.forget_input()
        if self._sound:
            self._sound.attach(self._session.machine)
