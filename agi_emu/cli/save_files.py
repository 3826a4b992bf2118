"""The two kinds of save that ``agi-emu save`` reads, with the same things to do with both."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from agi_emu.cli.options import GameOptions, Output
from agi_emu.cli.save_lists import row_of_contents
from agi_emu.facts.errors import SaveError
from agi_emu.facts.versions import PROFILES
from agi_emu.host_files.reading import SAVE, read_whole
from agi_emu.keeping.saves.save_folder import load_state
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import resume, start_from
from agi_emu.machine.saving.state_saving import save_state, settings_from_texts
from agi_emu.presentation.looks import ScreenLook
from agi_emu.presentation.picture_files import picture_of, save_png
from agi_emu.resources import open_game
from agi_emu.resources.game_names import names_of
from agi_emu.state.files import state_chunks
from agi_emu.state.files.state_chunks import ParsedState, parse
from agi_emu.state.files.state_file import looks_like_state
from agi_emu.state.layout import StateLayout
from agi_emu.state.save_values import SaveValues, text_of, values_of, with_value
from agi_emu.state.savegames import savegame
from agi_emu.state.savegames.savegame import SaveForm, Savegame, form_of
from agi_emu.state.savegames.savegame_conversion import convert, savegame_of
from agi_emu.state.savegames.savegame_validation import fault_of
from agi_emu.state.state_contents import NameTable

STATE = "state"
"""The name that `--convert` uses for a state of ours."""


@dataclass(frozen=True, slots=True)
class SaveFile(ABC):
    """A save that was read from a file, perhaps with the game that it belongs to."""

    path: Path
    game: Path | None
    save: Any
    """The contents: a `Savegame` or a `ParsedState`."""

    def values(self) -> SaveValues:
        """Return everything that it says."""
        return values_of(self.save)

    def with_value(self, name: str, text: str) -> SaveFile:
        """Return it with one value changed; raise SaveError if that is impossible."""
        return replace(self, save=with_value(self.save, name, text))

    def draw(self, target: Path, mode: ScreenLook) -> None:
        """Save a picture of the room."""
        save_png(target, picture_of(self.state(), mode))

    @abstractmethod
    def state(self) -> StateLayout:
        """Return the state of a machine that continues from it."""

    @abstractmethod
    def as_savegame(self, form: SaveForm, output: Output) -> bytes:
        """Return it as an interpreter of the original writes it; note what that cannot hold."""

    @abstractmethod
    def as_state(self, output: Output) -> bytes:
        """Return it as a state of ours."""

    @abstractmethod
    def names(self) -> NameTable:
        """Return the game's names for its numbers."""

    @abstractmethod
    def about(self, output: Output) -> dict[str, Any]:
        """Return what is shown beside the values; note what is tolerated."""

    def all_names(self) -> NameTable:
        """Return the game's names for its numbers and its items."""
        return {**self.names(), "items": {name: number for number, (name, _) in enumerate(self.values().items)}}

    def converted(self, target: str, output: Output) -> bytes:
        """Return it as the interpreter of a version writes it, or as a state."""
        if target == STATE:
            return self.as_state(output)
        if target not in PROFILES:
            raise click.UsageError(f"--convert {target} is unknown; use one of {STATE}, {', '.join(sorted(PROFILES))}.")
        return self.as_savegame(form_of(PROFILES[target]), output)


@dataclass(frozen=True, slots=True)
class SierraFile(SaveFile):
    """A savegame of the original."""

    save: Savegame

    def state(self) -> StateLayout:
        """Return the state of its game after a restore."""
        return self.restored("A picture of the room needs --game: a savegame holds no picture.").state

    def as_savegame(self, form: SaveForm, output: Output) -> bytes:
        """Return it in another layout."""
        converted, notes = convert(self.save, form)
        output.notes(notes)
        return converted.to_bytes()

    def as_state(self, output: Output) -> bytes:
        """Let its game restore it, and save the state."""
        machine = self.restored("A state needs --game: a savegame holds no picture.")
        output.note("what a savegame does not hold (windows, text, random seed, typed keys) is as after a restore")
        output.notes(machine.notes)
        return save_state(machine, text_of(self.save.description_field))

    def names(self) -> NameTable:
        """Return the names the game, if given, has for its numbers."""
        return names_of(open_game(self.game)).sections if self.game else {}

    def about(self, output: Output) -> dict[str, Any]:
        """Return its layout."""
        fault = fault_of(self.save)
        damage = f"{self.path} is damaged and no game can restore it: {fault}" if fault else ""
        output.notes([*self.save.layout.notes, damage])
        return {"layout": self.save.layout.name}

    def restored(self, why: str) -> Machine:
        """Return a machine that has restored it; without a game, raise a usage error with this reason."""
        if self.game is None:
            raise click.UsageError(why)
        game = open_game(self.game)
        machine = Machine(game, settings=GameOptions().settings(game))
        start_from(machine, self.save.to_bytes())
        return machine


@dataclass(frozen=True, slots=True)
class OurFile(SaveFile):
    """A state of ours."""

    save: ParsedState

    def state(self) -> StateLayout:
        """Return its contents, which include what the monitor showed."""
        return self.save.contents.state

    def as_savegame(self, form: SaveForm, output: Output) -> bytes:
        """Return it as a savegame; with the game, continue it there first, and check that the game restores it."""
        ours = parse(self.as_state(output)) if self.game else self.save
        converted, notes = savegame_of(ours.contents, form)
        output.notes(notes)
        data = converted.to_bytes()
        if self.game:
            output.notes(SierraFile(self.path, self.game, converted).restored("").notes)
        return data

    def as_state(self, output: Output) -> bytes:
        """Return it as a state of the given game; for another release it is carried over."""
        if self.game is None:
            raise click.UsageError(
                f"{self.path} is already a state; to carry it over into another release, add --game GAME."
            )
        contents = self.save.contents
        # A translation is nothing that a state needs.
        settings = replace(settings_from_texts(contents.settings), translation="")
        machine = Machine(open_game(self.game), settings=settings)
        done = resume(machine, self.save.to_bytes())
        output.note(done.sentence)
        output.notes(done.notes)
        return save_state(machine, contents.summary.description, before=contents.before, carried=done.carried)

    def names(self) -> NameTable:
        """Return the names the game had for its numbers when it was saved."""
        return self.save.contents.names

    def about(self, output: Output) -> dict[str, Any]:
        """Return its summary, its game, its settings and its chunks."""
        chunks = {chunk.tag: len(chunk.data) for chunk in self.save.file.chunks}
        return row_of_contents(self.path, self.save.contents) | {"version": self.save.file.version, "chunks": chunks}


def read_save(path: Path, game: Path | None, output: Output, *, or_backup: bool = False) -> SaveFile:
    """Read a save of either kind or, with `or_backup`, the backup of a damaged state; SaveError says what is wrong."""
    data = read_whole(path, SAVE)
    try:
        if not looks_like_state(data):
            return SierraFile(path, game, savegame.parse(data))
        if or_backup:
            saved = load_state(path)
            output.notes([saved.note])
            path, data = saved.path, saved.data
        return OurFile(path, game, state_chunks.parse(data))
    except SaveError as error:
        raise SaveError(str(error) if str(path) in str(error) else f"{path}: {error}") from error
