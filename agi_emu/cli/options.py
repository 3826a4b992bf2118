"""Options that verbs share; each set is one decorator that passes the verb one frozen record."""

from __future__ import annotations

import errno
import functools
import math
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from agi_emu.cli.terminal import printable, printable_json
from agi_emu.facts.adapters import CHOICES, OWN, own_adapter
from agi_emu.facts.clock_prices import PACES
from agi_emu.facts.codes import MACHINES
from agi_emu.facts.errors import GameError
from agi_emu.facts.numbers import number_in
from agi_emu.presentation.looks import DEFAULT as DEFAULT_LOOK
from agi_emu.presentation.looks import LOOKS

if TYPE_CHECKING:
    from agi_emu.machine.settings import Settings
    from agi_emu.presentation.looks import ScreenLook
    from agi_emu.resources.game import Game
    from agi_emu.window.host.sound_out import SoundChoice

BUDGET_NAMES = ("unlimited", *PACES)
EXTENSION_NAMES = ("AGI256", "AGIPAL", "AGIMOUSE", "AGDS")
"""The values of `agi_emu.resources.releases.Extension`, repeated because --help must not import it."""
RATES = ("44100", "48000")
"""The values of `agi_emu.presentation.synthesiser.RATES`, repeated because --help must not import it."""

Verb = Callable[..., Any]
Option = Callable[[Verb], Verb]
"""A decorator that adds an option to a verb."""


class GameOptions(NamedTuple):
    """How to run a game; None leaves the choice to the verb or to detection."""

    profile: str | None = None
    machine: str = "pc"
    display: str | None = None
    """The adapter; None: the computer's own."""
    seed: int | None = None
    budget: str | int | None = None
    strict: bool | None = None
    extensions: frozenset[str] | None = None
    """The extensions of fan interpreters to act on; None: those that the game uses, none if strict."""
    script: Path | None = None

    def settings(self, game: Game, *, budget: str = "smooth", strict: bool = False) -> Settings:
        """Return a machine's settings for a game; `budget` and `strict` apply where the user gave no value."""
        from agi_emu.facts.mercies import AS_RECORDED, FRIENDLY
        from agi_emu.machine.display.drivers import check_driver
        from agi_emu.machine.settings import Settings
        from agi_emu.machine.settings_text import parsed_budget

        chosen = budget if self.budget is None else self.budget
        is_strict = strict if self.strict is None else self.strict
        extensions = self.extensions
        if extensions is None:
            extensions = frozenset() if is_strict else frozenset(map(str, game.extensions))
        try:
            settings = Settings(
                machine=self.machine,
                display=own_adapter(self.machine) if self.display in (None, OWN) else self.display,
                seed=self.seed or 0,
                budget=parsed_budget(str(chosen)),
                mercies=AS_RECORDED if is_strict else FRIENDLY,
                extensions=extensions,
            )
            check_driver(game.profile, settings)
        except (ValueError, GameError) as error:
            raise click.UsageError(f"--display: {error}.") from error
        return settings


class SoundOptions(NamedTuple):
    """Whether the window plays sound, and how."""

    sound: str
    volume: int
    rate: str
    mute_above: float

    def choice(self) -> SoundChoice | None:
        """Return the settings of the sound card; None for silence."""
        from agi_emu.window.host.sound_out import SoundChoice

        return SoundChoice(self.volume, int(self.rate), self.mute_above) if self.sound == "on" else None


@dataclass(frozen=True, slots=True)
class Output:
    """A verb's output: results to stdout, notes to stderr unless -q, details only with -v."""

    quiet: bool = False
    verbose: bool = False
    json: bool = False

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


def load_option(verb: Verb) -> Verb:
    """Add the option --load, a savegame to start from, as `load: Path | None`."""
    return click.option("--load", type=FILE, metavar="FILE", help="Savegame or state to start from.")(verb)


def _screen_look(_ctx: click.Context, _option: click.Parameter, name: str) -> ScreenLook:
    from agi_emu.presentation.looks import look_named

    return look_named(name)


follow_option = click.option(
    "--follow", is_flag=True, help="Allow links and names that lead out of the folder, as in your own projects."
)
"""Whether files outside of a folder are read and written, as `follow: bool`."""
look_option = click.option(
    "--look",
    "screen_look",
    type=click.Choice(tuple(LOOKS)),
    default=DEFAULT_LOOK,
    show_default=True,
    callback=_screen_look,
    help=". ".join(f"{name}: {meaning}" for name, meaning in LOOKS.items()) + ".",
)
"""Adds --look, how what an EGA showed is shown, as `screen_look: ScreenLook`."""
timeout_option = click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    metavar="SECONDS",
    help="Give up a job that takes longer; it is named, and the exit code is 124.",
)
"""Real time for a job, as `timeout: float | None`."""
profile_option = click.option(
    "--profile", metavar="NAME", callback=profile_name, help="Interpreter version to emulate (default: detected)."
)
"""Interpreter version, as `profile: str | None`."""


rate_option = click.option(
    "--rate", type=click.Choice(RATES), default=RATES[0], show_default=True, help="Samples a second."
)
"""Samples a second, as `rate: str`."""


def wav_option(words: str) -> Option:
    """Return the option --wav, a sound file, as `wav: Path | None`; `words` are its help text."""
    return click.option("--wav", type=NEW_FILE, callback=_wave_file, metavar="FILE", help=words)


def _wave_file(_ctx: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
    is_pipe = path is not None and path.exists() and not path.is_file()
    if path is None or is_pipe or path.suffix.lower() == ".wav":
        return path
    raise click.BadParameter(f"'{path}' should end in .wav: sound is written as WAV only.")


_GAME_OPTIONS: dict[str, Option] = {
    "profile": profile_option,
    "machine": click.option(
        "--machine", type=click.Choice(list(MACHINES)), default="pc", show_default=True, help="Computer to emulate."
    ),
    "display": click.option(
        "--display",
        type=click.Choice(CHOICES),
        help="Display adapter and monitor (default: own, what the computer has; on a PC an EGA).",
    ),
    "seed": click.option(
        "--seed", type=click.IntRange(0, 0xFFFF), metavar="N", help="Seed of the random number generator."
    ),
    "budget": click.option(
        "--budget",
        callback=_budget,
        help=f"Work per beat, or the computer to be as fast as: {', '.join(BUDGET_NAMES)}, or a number of units.",
        metavar="NAME|UNITS",
    ),
    "strict": click.option(
        "--strict/--friendly", default=None, help="Fail as the original does, or apply the mercies."
    ),
    "extensions": click.option(
        "--extensions",
        callback=_extensions,
        metavar="none|NAME,...",
        help=f"Extensions of fan interpreters to act on: {', '.join(EXTENSION_NAMES)} (default: those that the game "
        "uses; none with --strict).",
    ),
    "script": click.option("--script", type=FILE, metavar="FILE", help="Input script with the keys to press."),
}
"""The fields of `GameOptions` and their options."""


def option_set(name: str, record: type[Any], *options: Option, left_out: Collection[str] = ()) -> Option:
    """Return a decorator that adds options and passes the verb all their values as one record, the parameter `name`.

    The option of the same name fills each field of `record`, except those that are `left_out`.
    """
    names = [each for each in record.__annotations__ if each not in left_out]

    def add(verb: Verb) -> Verb:
        @functools.wraps(verb)
        def with_record(*args: Any, **given: Any) -> Any:
            values = {each: given.pop(each) for each in names}
            return verb(*args, **{name: record(**values)}, **given)

        for option in reversed(options):
            option(with_record)
        return with_record

    return add


def refuse(contradictions: Mapping[str, bool]) -> None:
    """Raise a usage error with the first sentence that applies to the given options."""
    for sentence, applies in contradictions.items():
        if applies:
            raise click.UsageError(sentence)


def game_options_but(*left_out: str) -> Option:
    """Return a decorator that adds the options of verbs that run a game, except for some of `GameOptions`' fields."""
    options = [option for name, option in _GAME_OPTIONS.items() if name not in left_out]
    return option_set("options", GameOptions, *options, left_out=left_out)


game_options = game_options_but()
"""Adds the options of verbs that run a game; the verb gets them as `options: GameOptions`."""

sound_options = option_set(
    "sound",
    SoundOptions,
    click.option(
        "--sound", type=click.Choice(("on", "off")), default="on", show_default=True, help="Play sound in the window."
    ),
    click.option(
        "--volume", type=click.IntRange(0, 100), default=100, show_default=True, metavar="N", help="Volume, 0 to 100."
    ),
    rate_option,
    click.option(
        "--mute-above",
        type=NumberRange(0.1),
        default=4.0,
        show_default=True,
        metavar="X",
        help="Mute the sound above this speed.",
    ),
)
"""Adds the options of verbs whose window plays sound; the verb gets them as `sound: SoundOptions`."""

output_options = option_set(
    "output",
    Output,
    click.option("-q", "--quiet", is_flag=True, help="Print no notes."),
    click.option("-v", "--verbose", is_flag=True, help="Print details."),
    click.option("--json", is_flag=True, help="Print the result as JSON."),
)
"""Adds -q, -v and --json; the verb gets them as `output: Output`."""
