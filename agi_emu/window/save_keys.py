"""Handles the keys for states: quick save and load, the moment before a sequence and, while held, back in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from agi_emu.facts.errors import SaveError
from agi_emu.input.player_commands import SLOT_COMMANDS, PlayerCommand
from agi_emu.keeping.saves.state_folder import SLOTS

if TYPE_CHECKING:
    from agi_emu.keeping.saves.player_saves import PlayerSaves
    from agi_emu.keeping.saves.state_folder import SavedState
    from agi_emu.session import Session
    from agi_emu.window.host.sound_out import SoundOut
    from agi_emu.window.moments_page import MomentsPage

COMMANDS = frozenset({PlayerCommand.SAVE, PlayerCommand.LOAD, PlayerCommand.LOAD_BEFORE, PlayerCommand.REWIND})


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

    def moments(self) -> MomentsPage:
        """Return the page that lists the saved moments."""
        from agi_emu.window.moments_page import MomentsPage

        self._saves.wait()
        return MomentsPage(self._saves.folder, self._load)

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
