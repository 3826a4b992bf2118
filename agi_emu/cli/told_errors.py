"""Prints the errors that a game raises while a verb plays it, each place once."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agi_emu.cli.options import FOLDER, OptionSet, Output, Verb, option, output_options, shared_option
from agi_emu.facts.errors import AgiError, ExitCode

if TYPE_CHECKING:
    from agi_emu.machine.machine import Machine
    from agi_emu.machine.raised_errors import RaisedError
    from agi_emu.resources.game import Game
    from agi_emu.resources.projects.source_places import SourcePlaces

strict_errors_option = shared_option(
    "--strict-errors", is_flag=True, help="End with exit code 1 if the game raised an error of the interpreter."
)


class ErrorOptions(OptionSet):
    """What follows from errors, and where their lines are."""

    strict_errors: bool = strict_errors_option.field
    sources: Path | None = option(
        type=FOLDER, metavar="DIR", help="Source folder of the game, for file and line of errors."
    )


def telling_options(verb: Verb) -> Verb:
    """Add the options of verbs that tell errors, and those of output; the verb gets both as `teller: ErrorTeller`.

    When the verb is done, `ErrorTeller.finish` decides how the program ends.
    """

    @functools.wraps(verb)
    def with_teller(*args: Any, errors: ErrorOptions, output: Output, **given: Any) -> None:
        teller = ErrorTeller(output, errors)
        verb(*args, teller=teller, **given)
        teller.finish()

    return ErrorOptions.add("errors")(output_options(with_teller))


class ErrorTeller:
    """Prints errors to stderr, or as JSON to stdout."""

    def __init__(self, output: Output, options: ErrorOptions) -> None:
        """Print through `output`."""
        self.output = output
        self._options = options
        self._places: tuple[Game, SourcePlaces] | None = None
        self.count = 0
        """How many errors were told."""

    @property
    def sources(self) -> Path | None:
        """The source folder of the game, if it is given."""
        return self._options.sources

    def listen(self, machine: Machine) -> None:
        """Print the errors of a machine from now on."""

        def tell(error: RaisedError) -> None:
            self.tell(machine.game, error)

        machine.errors.tell = tell

    def tell(self, game: Game, error: RaisedError, before: str = "") -> str:
        """Print an error, with a text before it; return the sentence."""
        self.count += 1
        placed = self.placed(game, error)
        self.output.note(f"{before}{placed}")
        if self.output.json:
            self.output.record({"error": placed.record()})
        return str(placed)

    def placed(self, game: Game, error: RaisedError) -> RaisedError:
        """Return an error with its place: file and line if the sources are known."""
        if self._places is None or self._places[0] is not game:
            self._places = game, _places_of(game, self._options.sources, self.output)
        return replace(error, where=self._places[1].words(error.logic, error.offset))

    def finish(self) -> None:
        """End the program with code 1 if errors were told and that is wanted."""
        if self.count and self._options.strict_errors:
            click.get_current_context().exit(ExitCode.DIFFERENCE)


def _places_of(game: Game, sources: Path | None, output: Output) -> SourcePlaces:
    from agi_emu.resources.projects.source_places import SourcePlaces

    try:
        return SourcePlaces(game, sources)
    except AgiError as error:
        output.note(f"--sources {sources} cannot be read, so errors have no lines: {error}")
        return SourcePlaces(game)
