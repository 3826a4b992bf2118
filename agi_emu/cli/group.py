"""The group of verbs: a table of them, each a module of `commands` that is imported only when it is used."""

from __future__ import annotations

import errno
import importlib
import os
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from agi_emu.cli.own_help import ABOUT, MORE, MOST_COLUMNS, OPTIONS, VERB_GROUPS, VERB_OR_GAME, VERBS, own_help
from agi_emu.cli.own_version import own_version
from agi_emu.facts.errors import AgiError, ExitCode

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

DEFAULT_VERB = "run"
PACKAGES = {"PIL": "pillow", "sdl2": "pysdl2"}
"""Libraries whose packages have other names."""
OPENED_BY = {".agirec": ["replay"], ".agistate": [DEFAULT_VERB, "--load"]}
"""Ending of a file of this program -> the words that open it."""
OWN_OPTIONS = ("-h", "--help", "--version")
"""Options of the program itself; all others belong to a verb."""


class WithToldErrors(click.Command):
    """A command whose expected errors end it with one sentence and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb; turn expected errors into one sentence and an exit code."""
        try:
            return super().invoke(ctx)
        except click.BadParameter as error:
            from agi_emu.cli.terminal import in_plain_words

            raise _printable(in_plain_words(error)) from None
        except click.UsageError as error:
            raise _printable(error) from None
        except AgiError as error:
            _fail(ctx, str(error), error.exit_code)
        except ModuleNotFoundError as error:
            library = (error.name or "").partition(".")[0]
            if library in ("", "agi_emu"):
                raise
            package = PACKAGES.get(library, library)
            _fail(ctx, f"this needs the library {package}; pip install {package}", ExitCode.HOST_LACKS)
        except MemoryError:
            _fail(ctx, "there is not enough memory; close other programs, or open less at once", ExitCode.HOST_LACKS)
        except KeyboardInterrupt:
            ctx.exit(ExitCode.INTERRUPTED)
        except OSError as error:
            if _is_broken_pipe(error):
                # The reader of our output has closed it. Drop what is still buffered, or the shutdown would fail on it.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                ctx.exit(ExitCode.BROKEN_PIPE)
            where = f"{error.filename}: " if error.filename else ""
            _fail(ctx, f"{where}{error.strerror or error}", ExitCode.WRONG_USE)


class Verbs(WithToldErrors, click.Group):
    """The group of verbs; takes them from their table and imports each only when it is called."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read ``agi-emu`` alone as ``agi-emu run``, options before a verb as its own, and ``help VERB`` as --help."""
        # While a shell completes the first word there are none: then it is a verb or a file that is asked for.
        return super().parse_args(ctx, with_one_disk(arranged(args)) if args or not ctx.resilient_parsing else args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete verbs, from the table, and files: a game may stand in place of a verb."""
        from click.shell_completion import CompletionItem

        verbs = [CompletionItem(verb, help=VERBS[verb]) for verb in VERBS if verb.startswith(incomplete)]
        return [*verbs, CompletionItem(incomplete, type="file")]

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the verbs in the order of the table."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a verb and return its command."""
        if cmd_name not in VERBS:
            return None
        command = importlib.import_module(f"agi_emu.cli.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def get_help(self, ctx: click.Context) -> str:
        """Return what is said without click, too."""
        return own_help().rstrip()

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs from the table, for the manual page."""
        for purpose, verbs in VERB_GROUPS.items():
            with formatter.section(purpose):
                formatter.write_dl(list(verbs.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Read ``agi-emu GAME`` as ``agi-emu run GAME``, and files of this program alike."""
        first = args[0]
        if first not in VERBS and os.path.exists(_outermost_file(first)):
            return super().resolve_command(ctx, [*verb_for_file(first), *args])
        if first not in VERBS and not first.startswith("-"):
            from agi_emu.cli.terminal import did_you_mean

            ctx.fail(f"'{first}' is neither a verb nor a file or folder.{did_you_mean(first, VERBS)}")
        return super().resolve_command(ctx, args)


def verb_for_file(path: str) -> list[str]:
    """Return the words before a file that open it: a recording is replayed, a state loaded, anything else is a game."""
    return next((words for suffix, words in OPENED_BY.items() if path.lower().endswith(suffix)), [DEFAULT_VERB])


def arranged(args: list[str]) -> list[str]:
    """Return the words of a command line with their verb first.

    Options before a game or without one belong to ``run``; options before a verb, to that verb.
    """
    first = args[0] if args else ""
    if first == "help" and not os.path.exists(first):
        return [*args[1:2], "--help"]
    if not args or first == "--" or not first.startswith("-") or first in OWN_OPTIONS:
        return args or [DEFAULT_VERB]
    verb = next((word for word in args if word in VERBS and not os.path.exists(word)), None)
    if verb is None:
        return [DEFAULT_VERB, *args]
    at = args.index(verb)
    return [verb, *args[:at], *args[at + 1 :]]


def with_one_disk(args: list[str]) -> list[str]:
    """Return the words of a command line with one disk of a game for several images in a row: it finds the others.

    Wrong use where it would not find them.
    """
    if sum(map(os.path.isfile, args)) < 2:
        return args
    # Imported when needed: the program begins faster without.
    from agi_emu.resources.disks import is_image_name, is_one_of_a_set

    kept: list[str] = []
    previous = ""
    for word in args:
        is_image = is_image_name(word) and os.path.isfile(word)
        if not (is_image and previous):
            kept.append(word)
            previous = word if is_image else ""
            continue
        (folder, name), (other_folder, other) = (os.path.split(os.path.realpath(each)) for each in (previous, word))
        if folder != other_folder or not (name == other or is_one_of_a_set(name, other)):
            raise click.UsageError(
                f"{previous} and {word} are not called as disks of one game: those lie in one folder, and their names "
                "differ in one number or letter, as disk1.img and disk2.img; put them there, and give one of them."
            )
    return kept


def _outermost_file(path: str) -> str:
    """Return the archive that a path such as games.zip/one leads into, or the path itself."""
    outer = path
    while outer and not os.path.exists(outer):
        outer = os.path.dirname(outer)
    return outer if os.path.isfile(outer) else path


def _is_broken_pipe(error: OSError) -> bool:
    """Return whether nobody reads our output any more; Windows calls that an invalid argument."""
    is_invalid = error.errno == errno.EINVAL and error.filename is None
    return isinstance(error, BrokenPipeError) or (sys.platform == "win32" and is_invalid)


def _fail(ctx: click.Context, sentence: str, code: ExitCode) -> NoReturn:
    """End the program with one sentence on stderr."""
    from agi_emu.cli.terminal import printable

    click.echo(f"agi-emu: {printable(sentence)}", err=True)
    ctx.exit(code)


def _printable(error: click.UsageError) -> click.UsageError:
    from agi_emu.cli.terminal import printable

    return click.UsageError(printable(error.format_message()), error.ctx)


def _show_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    click.echo(f"agi-emu {own_version()}")
    ctx.exit()


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": MOST_COLUMNS},
    subcommand_metavar=VERB_OR_GAME,
    help=ABOUT,
    epilog=MORE,
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help=OPTIONS["--version"],
)
def verbs() -> None:
    """Run a verb."""
