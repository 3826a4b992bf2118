"""Prints the errors that a game raises while a verb plays it, each place once."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agi_emu.cli.options import FOLDER, DeclaredOption, Output, Verb, option
from agi_emu.facts.errors import AgiError, ExitCode

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.machine.raised_errors import RaisedError
    from agi_emu.resources.game import Game
    from agi_emu.resources.projects.source_places import SourcePlaces

strict_errors_option = DeclaredOption(
    "--strict-errors", is_flag=True, help="End with exit code 1 if the game raised an error of the interpreter."
)


class ErrorTeller(Output):
    """Prints errors to stderr, or as JSON to stdout; what follows from them, and where their lines are."""

    strict_errors: bool = strict_errors_option.field
    sources: Path | None = option(
        type=FOLDER, metavar="DIR", help="Source folder of the game, for file and line of errors."
    )
    count = 0
    """How many errors were told."""
    _places: tuple[Game, SourcePlaces] | None = None

    def listen(self, machine: Machine) -> None:
        """Print the errors of a machine from now on."""
        machine.errors.tell = functools.partial(self.tell, machine.game)

    def tell(self, game: Game, error: RaisedError, before: str = "") -> str:
        """Print an error, with a text before it; return the sentence."""
        self.count += 1
        placed = self.placed(game, error)
        self.note(f"{before}{placed}")
        if self.json:
            self.record({"error": placed.record()})
        return str(placed)

    def placed(self, game: Game, error: RaisedError) -> RaisedError:
        """Return an error with its place: file and line if the sources are known."""
        if self._places is None or self._places[0] is not game:
            self._places = game, _places_of(game, self.sources, self)
        return replace(error, where=self._places[1].words(error.logic, error.offset))

    def finish(self) -> None:
        """End the program with code 1 if errors were told and that is wanted."""
        if self.count and self.strict_errors:
            click.get_current_context().exit(ExitCode.DIFFERENCE)


def _places_of(game: Game, sources: Path | None, output: Output) -> SourcePlaces:
    from agi_emu.resources.projects.source_places import SourcePlaces

    try:
        return SourcePlaces(game, sources)
    except AgiError as error:
        output.note(f"--sources {sources} cannot be read, so errors have no lines: {error}")
        return SourcePlaces(game)


def telling_options(verb: Verb) -> Verb:
    """Add the options of output and of verbs that tell errors; the verb gets them as `teller: ErrorTeller`.

    When the verb is done, `ErrorTeller.finish` decides how the program ends.
    """

    @functools.wraps(verb)
    def with_teller(*args: Any, teller: ErrorTeller, **given: Any) -> None:
        verb(*args, teller=teller, **given)
        teller.finish()

    return ErrorTeller.add("teller")(with_teller)
