"""Options that verbs share; each set is one decorator that passes the verb one frozen record."""

from __future__ import annotations

import errno
import functools
import math
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import click

from agi_emu.cli.terminal import printable, printable_json
from agi_emu.facts.adapters import CHOICES, OWN, own_adapter
from agi_emu.facts.clock_prices import PACES
from agi_emu.facts.codes import MACHINES
from agi_emu.facts.errors import GameError
from agi_emu.facts.numbers import number_in
from agi_emu.presentation.looks import DEFAULT as DEFAULT_LOOK
from agi_emu.presentation.looks import LOOKS, ScreenLook, look_named

if TYPE_CHECKING:
    from agi_emu.machine.settings import Settings
    from agi_emu.resources.game import Game
    from agi_emu.window.host.sound_out import SoundChoice

BUDGET_NAMES = ("unlimited", *PACES)
EXTENSION_NAMES = ("AGI256", "AGIPAL", "AGIMOUSE", "AGDS")
"""The values of `agi_emu.resources.releases.Extension`, repeated because --help must not import it."""
AS_IT_IS = "none"
"""The language of a game without a translation, where the settings name one."""
RATES = ("44100", "48000")
"""The values of `agi_emu.presentation.synthesiser.RATES`, repeated because --help must not import it."""

Verb = Callable[..., Any]
Option = Callable[[Verb], Verb]
"""A decorator that adds an option to a verb."""


class DeclaredOption:
    """An option before it has its verb."""

    def __init__(self, *names: str, **settings: Any) -> None:
        """Declare it: names, none if its field's own will do, and settings as click has them."""
        self.names = names
        self.settings = settings

    def __call__(self, verb: Verb) -> Verb:
        """Add the option to a verb."""
        return click.option(*self.names, **self.settings)(verb)

    @property
    def default(self) -> Any:
        """The value where the option is not given, before its callback."""
        nothing = () if self.settings.get("multiple") else False if self.settings.get("is_flag") else None
        return self.settings.get("default", nothing)

    @property
    def field(self) -> Any:
        """The option as the value of a field."""
        return self

    def of_field(self, name: str) -> DeclaredOption:
        """Return the option that fills a field."""
        names = self.names or (f"--{name.replace('_', '-')}",)
        return DeclaredOption(*(each for each in names if each.startswith("-")), name, **self.settings)


def option(*names: str, **settings: Any) -> Any:
    """Declare an option by which a field of an `OptionSet` is filled."""
    return DeclaredOption(*names, **settings)


class OptionSet:
    """The values of options that go together: a class declares a field for each, and how it is given.

    A dataclass would take five times as long to declare, in every start.
    """

    _options: ClassVar[dict[str, DeclaredOption]] = {}

    def __init_subclass__(cls) -> None:
        """Collect the options; what a field has without its option is left in the class."""
        own = {name: each for name, each in vars(cls).items() if isinstance(each, DeclaredOption)}
        cls._options = {**cls._options, **own}
        for name, each in own.items():
            setattr(cls, name, each.default)

    def __init__(self, **values: Any) -> None:
        """Set some fields."""
        assert values.keys() <= self._options.keys(), values
        vars(self).update(values)

    def __eq__(self, other: object) -> bool:
        """Return whether all fields are equal."""
        return type(other) is type(self) and all(getattr(self, name) == getattr(other, name) for name in self._options)

    __hash__ = None  # type: ignore[assignment]

    def replaced(self, **changes: Any) -> Self:
        """Return the same with some fields changed."""
        return type(self)(**{**vars(self), **changes})

    @classmethod
    def add(cls, parameter: str, *left_out: str, **others: DeclaredOption) -> Option:
        """Return a decorator that adds the options and passes a verb all their values as one parameter.

        Some fields may be left out, or filled by `others`.
        """
        options = {name: others.get(name, each) for name, each in cls._options.items() if name not in left_out}

        def add(verb: Verb) -> Verb:
            @functools.wraps(verb)
            def with_set(*args: Any, **given: Any) -> Any:
                values = {name: given.pop(name) for name in options}
                return verb(*args, **{parameter: cls(**values)}, **given)

            for name, each in reversed(options.items()):
                each.of_field(name)(with_set)
            return with_set

        return add


def _budget(_ctx: click.Context, _option: click.Parameter, text: str | None) -> str | int | None:
    """Return a named budget unchanged, or a number of work units per beat as an int of at least 1."""
    if text is None or text in BUDGET_NAMES:
        return text
    from agi_emu.machine.settings import MOST_UNITS

    units = number_in(text, MOST_UNITS, 1)
    if units is not None:
        return units
    names = ", ".join(BUDGET_NAMES)
    raise click.BadParameter(f"{text!r} is none of {names}, and not a number of units per beat, 1 to {MOST_UNITS}.")


def _extensions(_ctx: click.Context, _option: click.Parameter, text: str | None) -> frozenset[str] | None:
    """Return the extensions named in a list with commas; `none` names none of them."""
    if text is None:
        return None
    names = frozenset(name.strip().upper() for name in text.split(",")) - {"NONE"}
    unknown = sorted(names - set(EXTENSION_NAMES))
    if unknown:
        known = ", ".join(EXTENSION_NAMES)
        raise click.BadParameter(f"{unknown[0]!r} is unknown; use none, or a list with commas of {known}.")
    return names


def profile_name(_ctx: click.Context, _option: click.Parameter, name: str | None) -> str | None:
    """Return the name of an interpreter version if a profile exists for it."""
    if name is None:
        return None
    from agi_emu.facts.versions import PROFILES

    if name in PROFILES:
        return name
    raise click.BadParameter(f"{name!r} is unknown; use one of {', '.join(sorted(PROFILES))}.")


def tick_range(least: int) -> Callable[[click.Context, click.Parameter, str], tuple[int, int]]:
    """Return what reads A:B or a single number as the first and the last tick, the first being at least `least`."""

    def read(_ctx: click.Context, _option: click.Parameter, text: str) -> tuple[int, int]:
        first, colon, last = text.partition(":")
        start, end = number_in(first, least=least), number_in(last if colon else first, least=least)
        if start is not None and end is not None and start <= end:
            return start, end
        order = f"{least} <= A <= B" if least else "A <= B"
        raise click.BadParameter(f"{text!r} is neither a tick nor a range A:B of ticks with {order}.")

    return read


class NumberRange(click.FloatRange):
    """A range of numbers; "nan", which compares with nothing, is outside every range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number if it is in the range."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


SPEED = NumberRange(0.1, 100)
"""Speeds of play; 1 is the original's."""
EXISTING = click.Path(exists=True, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
NEW_PATH = click.Path(path_type=Path)
NEW_FILE = click.Path(dir_okay=False, path_type=Path)
NEW_FOLDER = click.Path(file_okay=False, path_type=Path)
"""Paths that are written; something may be there already."""


class GamePath(click.Path):
    """A path to a game: a file or folder that exists, or a folder inside an archive, such as games.zip/one."""

    def __init__(self) -> None:
        """Give `Path` objects."""
        super().__init__(exists=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path if it exists, or if it leads into a file that exists."""
        path = Path(value)
        if not path.exists() and any(outer.is_file() for outer in path.parents):
            return path
        if not path.exists():
            what_to_do = "there is no such file or folder; give the folder or archive of a game"
            raise FileNotFoundError(errno.ENOENT, what_to_do, str(path))
        return super().convert(value, param, ctx)


GAME = GamePath()


def game_argument(verb: Verb) -> Verb:
    """Add the argument GAME, a folder, zip archive or disk image that exists, as `game: Path`."""
    return click.argument("game", type=GAME)(verb)


load_option = DeclaredOption("--load", type=FILE, metavar="FILE", help="Savegame or state to start from.")
"""A savegame to start from, as `load: Path | None`."""


def _screen_look(_ctx: click.Context, _option: click.Parameter, name: str) -> ScreenLook:
    return look_named(name)


follow_option = DeclaredOption(
    "--follow", is_flag=True, help="Allow links and names that lead out of the folder, as in your own projects."
)
"""Whether files outside of a folder are read and written, as `follow: bool`."""
look_option = DeclaredOption(
    "--look",
    "screen_look",
    type=click.Choice(tuple(LOOKS)),
    default=DEFAULT_LOOK,
    show_default=True,
    callback=_screen_look,
    help=". ".join(f"{name}: {meaning}" for name, meaning in LOOKS.items()) + ".",
)
"""Adds --look, how what an EGA showed is shown, as `screen_look: ScreenLook`."""
timeout_option = DeclaredOption(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help="Give up a job that takes longer; it is named, and the exit code is 124.",
)
"""Real time for a job, as `timeout: float | None`."""
profile_option = DeclaredOption(
    "--profile", metavar="NAME", callback=profile_name, help="Interpreter version to emulate (default: detected)."
)
"""Interpreter version, as `profile: str | None`."""


rate_option = DeclaredOption(
    "--rate", type=click.Choice(RATES), default=RATES[0], show_default=True, help="Samples a second."
)
"""Samples a second, as `rate: str`."""


def wav_option(words: str) -> DeclaredOption:
    """Return the option --wav, a sound file, as `wav: Path | None`; `words` are its help text."""
    return DeclaredOption("--wav", type=NEW_FILE, callback=_wave_file, metavar="FILE", help=words)


def _wave_file(_ctx: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
    is_pipe = path is not None and path.exists() and not path.is_file()
    if path is None or is_pipe or path.suffix.lower() == ".wav":
        return path
    raise click.BadParameter(f"'{path}' should end in .wav: sound is written as WAV only.")


class GameOptions(OptionSet):
    """How to run a game; None leaves the choice to the verb or to detection."""

    profile: str | None = profile_option.field
    machine: str = option(
        type=click.Choice(list(MACHINES)), default="pc", show_default=True, help="Computer to emulate."
    )
    display: str | None = option(
        type=click.Choice(CHOICES),
        help="Display adapter and monitor (default: own, what the computer has; on a PC an EGA).",
    )
    seed: int | None = option(type=click.IntRange(0, 0xFFFF), metavar="N", help="Seed of the random number generator.")
    budget: str | int | None = option(
        callback=_budget,
        help=f"Work per beat, or the computer to be as fast as: {', '.join(BUDGET_NAMES)}, or a number of units.",
        metavar="NAME|UNITS",
    )
    strict: bool | None = option(
        "--strict/--friendly", default=None, help="Fail as the original does, or apply the mercies."
    )
    extensions: frozenset[str] | None = option(
        callback=_extensions,
        metavar="none|NAME,...",
        help=f"Extensions of fan interpreters to act on: {', '.join(EXTENSION_NAMES)} (default: those that the game "
        "uses; none with --strict).",
    )
    language: str | None = option(
        metavar="LANGUAGE",
        help="Translation to play in, such as de: LANGUAGE.mo in the folder GAME-translations beside the game.",
    )
    script: Path | None = option(type=FILE, metavar="FILE", help="Input script with the keys to press.")

    def translation(self, game: Game) -> str:
        """Return the name of the translation that is asked for, empty for none; GameError if there is none."""
        if not self.language or self.language == AS_IT_IS:
            return ""
        from agi_emu.resources.catalogue import find_translation

        return find_translation(game, self.language).name

    def settings(self, game: Game, *, budget: str = "smooth", strict: bool = False) -> Settings:
        """Return a machine's settings for a game; `budget` and `strict` apply where the user gave no value."""
        from agi_emu.facts.mercies import AS_RECORDED, FRIENDLY
        from agi_emu.machine.display.drivers import check_driver
        from agi_emu.machine.settings import Settings, parsed_budget

        chosen = budget if self.budget is None else self.budget
        is_strict = strict if self.strict is None else self.strict
        extensions = self.extensions
        if extensions is None:
            extensions = frozenset() if is_strict else frozenset(map(str, game.extensions))
        translation = self.translation(game)
        try:
            settings = Settings(
                machine=self.machine,
                display=own_adapter(self.machine) if self.display in (None, OWN) else self.display,
                seed=self.seed or 0,
                budget=parsed_budget(str(chosen)),
                mercies=AS_RECORDED if is_strict else FRIENDLY,
                extensions=extensions,
                translation=translation,
            )
            check_driver(game.profile, settings)
        except (ValueError, GameError) as error:
            raise click.UsageError(f"--display: {error}.") from error
        return settings


class SoundOptions(OptionSet):
    """Whether the window plays sound, and how."""

    sound: str = option(
        type=click.Choice(("on", "off")), default="on", show_default=True, help="Play sound in the window."
    )
    volume: int = option(
        type=click.IntRange(0, 100), default=100, show_default=True, metavar="N", help="Volume, 0 to 100."
    )
    rate: str = rate_option.field
    mute_above: float = option(
        type=NumberRange(0.1), default=4.0, show_default=True, metavar="X", help="Mute the sound above this speed."
    )

    def choice(self) -> SoundChoice | None:
        """Return the settings of the sound card; None for silence."""
        from agi_emu.window.host.sound_out import SoundChoice

        return SoundChoice(self.volume, int(self.rate), self.mute_above) if self.sound == "on" else None


class Output(OptionSet):
    """A verb's output: results to stdout, notes to stderr unless -q, details only with -v."""

    quiet: bool = option("-q", "--quiet", is_flag=True, help="Print no notes.")
    verbose: bool = option("-v", "--verbose", is_flag=True, help="Print details.")
    json: bool = option(is_flag=True, help="Print the result as JSON.")

    def result(self, text: str) -> None:
        """Print a line of the result."""
        click.echo(printable(text))

    def answer(self, text: str, record: object) -> None:
        """Print a result as a line of text, or as JSON if that is asked for."""
        if self.json:
            self.record(record)
        else:
            self.result(text)

    def record(self, value: object) -> None:
        """Print a result as one line of JSON: in UTF-8, or where that is not what a pipe takes, in ASCII."""
        import codecs
        import json

        is_utf_8 = codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
        click.echo(printable_json(json.dumps(value, ensure_ascii=not is_utf_8)))

    def note(self, text: str) -> None:
        """Print a note that the user should see but that is not part of the result."""
        if not self.quiet:
            click.echo(printable(text), err=True)

    def notes(self, texts: Iterable[str], about: str = "") -> None:
        """Print several notes, each after the name of what they are about; empty ones are left out."""
        for text in filter(None, texts):
            self.note(f"{about}: {text}" if about else text)

    def detail(self, text: str) -> None:
        """Print a detail, if -v asks for it."""
        if self.verbose:
            click.echo(printable(text), err=True)


def refuse(contradictions: Mapping[str, bool]) -> None:
    """Raise a usage error with the first sentence that applies to the given options."""
    for sentence, applies in contradictions.items():
        if applies:
            raise click.UsageError(sentence)


game_options = GameOptions.add("options")
"""Adds the options of verbs that run a game; the verb gets them as `options: GameOptions`."""
sound_options = SoundOptions.add("sound")
"""Adds the options of verbs whose window plays sound; the verb gets them as `sound: SoundOptions`."""
output_options = Output.add("output")
"""Adds -q, -v and --json; the verb gets them as `output: Output`."""
