"""A game as a page plays it: beats when they are due, keys and clicks in; pictures, samples and words out."""

from __future__ import annotations

import json
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from agi_emu.facts.mercies import AS_RECORDED
from agi_emu.headless.text_mirror import TextMirror
from agi_emu.input.click_guide import ClickGuide
from agi_emu.input.host_events import Typed
from agi_emu.input.host_keyboard import HostKeyboard
from agi_emu.input.keys_for_player import Typist
from agi_emu.keeping.saves.moments import where
from agi_emu.keeping.saves.rewind import Rewind
from agi_emu.machine.input.events import InputEvent, Mouse, text_events
from agi_emu.machine.input.keys import swallows_repeats
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import resume, start_from
from agi_emu.machine.saving.state_saving import save_state, settings_from_texts
from agi_emu.presentation.looks import ScreenLook, look_named, plain
from agi_emu.resources.game import Game, open_game
from agi_emu.resources.releases import Extension
from agi_emu.session import Session
from agi_emu.state.files.state_chunks import read_summary
from agi_emu.state.files.state_file import looks_like_state
from web.machine_side.browser_keys import key_press, key_release
from web.machine_side.kept_disk import KeptDisk
from web.machine_side.page_sound import PageSound

if TYPE_CHECKING:
    from agi_emu.machine.frame import Frame
    from agi_emu.machine.settings import Settings

LONGEST_TURN = 0.1
"""Seconds after which a turn ends, also in the middle of a beat, so that the page stays alive."""
LONGEST_PASTED = 200
"""Characters of a text that is pasted."""
CELL_WIDTH = 2
"""Pixels of a picture cell across: games that know the mouse count in cells."""
LEFT = 1
"""The left button of the mouse."""


class Host(Protocol):
    """The page, as functions; all of them return at once."""

    def show(self, pixels: bytes, colours: bytes, width: int) -> None:
        """Show a picture: palette indices by rows, red, green, blue of each colour, and the pixels of a row."""

    def hear(self, samples: memoryview) -> None:
        """Play the samples of a beat."""

    def tell(self, words: str) -> None:
        """Say what a game writes on the screen, to those who cannot see it."""

    def keep(self, disk: str) -> None:
        """Keep the disk of savegames."""


class PagePlayer:
    """A machine with a page as its keyboard, monitor, loudspeaker and disk."""

    def __init__(self, host: Host, game: Game, settings: Settings | None = None, disk: str = "") -> None:
        """Switch on; `disk` is what the host kept of the savegames."""
        self.host = host
        self.game = game
        self.disk = KeptDisk(host.keep)
        if disk:
            self.disk.load(disk)
        self.machine = Machine(game, settings=settings)
        self.machine.save_store = self.disk
        self.sound = PageSound(self.machine, host.hear)
        self._look: ScreenLook = plain
        self._shown: Frame | None = None
        self._turn_ends = 0.0
        self._attach(self.machine)
        self.session = Session(
            self.machine,
            source=self,
            pacer=self,
            audio=[self.sound],
            observers=[TextMirror(host.tell, tells_input=False), self._rewind],
        )
        self.show()

    def _attach(self, machine: Machine) -> None:
        """Let keys, mouse and time serve a machine."""
        self.machine = machine
        self._events: list[InputEvent] = []
        self._keyboard = HostKeyboard()
        self._keyboard.repeats_arrows = not swallows_repeats(machine)
        self._keyboard.code_page = machine.code_page
        self._typist = Typist()
        self._guide = ClickGuide(machine) if machine.settings.mercies - AS_RECORDED else None
        self._takes_mouse = Extension.AGIMOUSE in machine.settings.extensions
        self._rewind = Rewind(machine)
        machine.must_stop = self.turn_is_over

    # What the session asks

    def poll(self) -> list[InputEvent]:
        """Return what the page has reported, and what a click or a text to type goes on to press."""
        events, self._events = [*self._events, *self._keyboard.settle()], []
        events += self._typist.next(self.machine)
        return events + self._guide.turn() if self._guide else events

    def wait(self, beat: int) -> bool:
        """Return that every beat is due: the page calls `turn` when one is."""
        return True

    def picture_due(self) -> bool:
        """Return that no picture is due: `turn` shows the last one."""
        return False

    def turn_is_over(self) -> bool:
        """Return whether this turn has lasted for long enough."""
        return perf_counter() > self._turn_ends

    # Time

    def turn(self, beats: int) -> int:
        """Play as many beats, fewer if they take too long; show the picture; return how many were played."""
        self._turn_ends = perf_counter() + LONGEST_TURN
        first = self.session.beats
        while not self.is_over and self.session.beats < first + beats and not self.turn_is_over():
            self.session.turn()
        self.show()
        return self.session.beats - first

    @property
    def beats(self) -> int:
        """Beats played so far."""
        return self.session.beats

    def pace(self, speed: float) -> None:
        """Play at a multiple of the original's speed."""
        self.sound.speed = speed

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to play."""
        return self.session.game_ended

    def show(self) -> None:
        """Show the picture if it has changed."""
        frame = self.machine.frame
        if frame != self._shown:
            self._shown = frame
            shown = self._look(frame)
            self.host.show(shown.pixels, shown.colours, shown.width)

    def look(self, name: str) -> None:
        """Show the picture, and those to come, with a look of this name."""
        self._look, self._shown = look_named(name), None
        self.show()

    def back(self) -> bool:
        """Go back in time a step; return whether there was one."""
        went = self._rewind.step_back()
        if went:
            self._moved()
        return went

    # Input

    def press(self, code: str, key: str, modifiers: int, repeated: bool) -> None:
        """Let a key go down: place and character as a browser names them."""
        if self._guide:
            self._guide.stop()
        self._events += self._keyboard.press(key_press(code, key, modifiers, repeated=repeated))

    def release(self, code: str) -> None:
        """Let a key go up."""
        self._events += self._keyboard.release(key_release(code))

    def typed(self, text: str) -> None:
        """Take the text that keys, dead keys or an input method have made."""
        self._events += self._keyboard.typed(Typed(text))

    def let_go(self) -> None:
        """Release every held key: the page has lost the keyboard."""
        self._events += self._keyboard.let_go()

    def paste(self, text: str) -> None:
        """Type a text as fast as the machine takes it, as one line."""
        line = " ".join(text.split())[:LONGEST_PASTED]
        self._typist.type(text_events(line, code_page=self.machine.code_page))

    def tap(self, name: str) -> None:
        """Press a key by its name, such as enter or esc."""
        self._typist.press([name])

    def point(self, x: int, y: int, button: int, pressed: bool) -> None:
        """Move the mouse to a pixel of the screen; `pressed` in the event in which `button` went down."""
        if self._takes_mouse:
            self._events.append(Mouse(x // CELL_WIDTH, y, button))
            if not self.machine.unguarded.state.modal.depth:
                return
        if self._guide and pressed:
            self._events += self._guide.click(x, y) if button == LEFT else self._guide.leave()

    def words(self) -> str:
        """Return the words that the game knows, sorted, as a JSON list: for letters on the screen."""
        return json.dumps(sorted(self.game.words))

    # Saves

    def save(self, description: str) -> bytes:
        """Return this moment as a state file."""
        return save_state(self.machine, description)

    def load(self, data: bytes) -> str:
        """Continue from a state file or a savegame of Sierra's; return a sentence for the player. SaveError if not."""
        data = bytes(data)
        if looks_like_state(data):
            sentence = resume(self.machine, data).sentence
        else:
            fresh = Machine(self.game, settings=self.machine.settings)
            start_from(fresh, data)
            fresh.save_store = self.disk
            self.machine.restore(fresh.snapshot())
            sentence = "loaded"
        self._rewind.forget()
        self._moved()
        return sentence

    def restart(self) -> None:
        """Switch the machine off and on."""
        fresh = Machine(self.game, settings=self.machine.settings)
        fresh.save_store = self.disk
        self.machine.restore(fresh.snapshot())
        self._rewind.forget()
        self._moved()

    def _moved(self) -> None:
        """Follow the machine to another moment."""
        self.session.forget_input()
        self._events.clear()
        self._typist.stop()
        self.machine.port_writes.clear()
        self.sound.resume(self.machine)
        self.show()


def describe(data: bytes) -> str:
    """Return where a state file was saved, in words; "" for a file of another kind."""
    return where(read_summary(bytes(data)).summary) if looks_like_state(bytes(data)) else ""


def open_player(host: Host, path: str, config: str, disk: str = "") -> PagePlayer:
    """Open the game at a path of the page's file system; `config` is JSON with profile and settings, as states have."""
    chosen = json.loads(config)
    settings = settings_from_texts(chosen["settings"]) if "settings" in chosen else None
    return PagePlayer(host, open_game(path, chosen.get("profile")), settings, disk)
