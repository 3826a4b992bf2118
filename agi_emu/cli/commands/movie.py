"""``agi-emu movie``: look at a recording, edit it tick by tick, and turn it into an input script and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from agi_emu.cli.options import (
    FILE,
    GAME,
    NEW_FILE,
    GameOptions,
    OptionSet,
    Output,
    game_options,
    option,
    output_options,
    profile_option,
    tick_range,
)
from agi_emu.facts.errors import ExitCode, RecordingError
from agi_emu.facts.numbers import number_in
from agi_emu.recording import editing

if TYPE_CHECKING:
    from agi_emu.machine.input.events import InputEvent
    from agi_emu.recording.recording import Recording
    from agi_emu.resources.game import Game

TICK = click.IntRange(1)
SUFFIX = ".agirec"


@click.group(no_args_is_help=False)
def command() -> None:
    """Look at a recording and edit it: as a movie, tick by tick.

    Ticks count from 1, 20 per second. Every edit is played at once, so that what is written plays; REC itself is
    replaced, and kept as REC.before, unless -o names another file.
    """


def _signed(_ctx: click.Context, _option: click.Parameter, text: str) -> int:
    """Return a number of ticks with its sign."""
    number = number_in(text.removeprefix("+").removeprefix("-"))
    if number is None:
        raise click.BadParameter(f"{text!r} is not a number of ticks, such as 3 or -3.")
    return -number if text.startswith("-") else number


def _events(_ctx: click.Context, _option: click.Parameter, texts: tuple[str, ...]) -> tuple[InputEvent, ...]:
    """Return the events that are named: as the lines of a recording have them, or keys as scripts name them."""
    from agi_emu.machine.input.events import key_events
    from agi_emu.recording.event_text import parse_event

    events: list[InputEvent] = []
    for text in texts:
        try:
            events += [parse_event(text.split())] if " " in text else key_events(text)
        except ValueError as error:
            raise click.BadParameter(f"{error}.") from error
    return tuple(events)


class MovieOptions(OptionSet):
    """The game of a movie, and the file that becomes of it."""

    target: Path | None = option("-o", type=NEW_FILE, metavar="FILE", help="Recording to write instead of REC.")
    game: Path | None = option(type=GAME, metavar="GAME", help="Path to the game, if it has moved.")
    profile: str | None = profile_option.field


class _Opened:
    """A recording with its game, and where it goes."""

    def __init__(self, path: Path, options: MovieOptions, output: Output) -> None:
        from agi_emu.recording.game_lookup import game_of
        from agi_emu.recording.recording import Recording

        self.path, self.options, self.output = path, options, output
        self.recording: Recording = Recording.load(path)
        self.game: Game = game_of(self.recording.head, path, options.game, options.profile)
        self._is_kept = False
        """Whether REC as it was is kept beside it."""

    @property
    def start(self) -> int:
        """The beat at which the recording starts."""
        from agi_emu.recording.replaying.starting import machine_at_start

        return int(machine_at_start(self.game, self.recording).unguarded.state.clock.beats)

    def finish(self, edited: Recording, *, beside: str = "") -> Path:
        """Play what was edited, write it, with a word in a name of its own if it goes beside, and return where.

        What comes after the end is told.
        """
        from agi_emu.facts.wording import counted
        from agi_emu.host_files.drafts import write_whole
        from agi_emu.recording.comparing.updating import updated
        from agi_emu.recording.masks import masks_beside
        from agi_emu.recording.recording import recording_bytes, with_path_hint

        movie, _ = updated(self.game, edited, masks_beside(self.path), settles=True)
        path = self.options.target or self.path
        if beside and self.options.target is None:
            numbered = (self.path.with_name(f"{self.path.stem}-{beside}-{at}{SUFFIX}") for at in count(1))
            path = next(each for each in numbered if not each.exists())
        if path.exists() and path.samefile(self.path) and not self._is_kept:
            self._is_kept = True
            write_whole(path.with_name(path.name + ".before"), recording_bytes(path))
        with_path_hint(movie, self.game, path.parent).save(path)
        late, ticks = len(editing.after_end(movie)), len(movie.ticks)
        facts = {"recording": str(path), "ticks": ticks, "inputs": len(movie.events), "after_end": late}
        self.output.answer(f"{path}: {counted(ticks, 'tick')}", facts)
        self.output.notes(editing.notes_after_end(movie), str(path))
        return path


def _verb(*arguments: Callable[[Any], Any], left_out: Sequence[str] = ()) -> Callable[[Callable[..., None]], None]:
    """Return a decorator that makes a verb of a function, by its name, which gets the opened recording."""

    def of_function(function: Callable[..., None]) -> None:
        def verb(rec: Path, options: MovieOptions, output: Output, **given: Any) -> None:
            movie = _Opened(rec, options, output)
            first, ticks = given.get("tick") or given.get("ticks", (1,))[0], len(movie.recording.ticks)
            if first > ticks + 1:
                raise RecordingError(f"{rec} ends with tick {ticks}; there is no tick {first}")
            function(movie, **given)

        verb.__doc__ = function.__doc__
        for decorate in (output_options, MovieOptions.add("options", *left_out), *reversed(arguments)):
            verb = decorate(verb)
        # Numbers may be negative.
        settings = {"ignore_unknown_options": True}
        argument = click.argument("rec", metavar="REC", type=FILE)
        command.command(function.__name__.lstrip("_"), context_settings=settings)(argument(verb))

    return of_function


tick_argument = click.argument("tick", type=TICK, metavar="TICK")
ticks_argument = click.argument("ticks", metavar="A:B", callback=tick_range(1))


@_verb(left_out=["target"])
def _show(movie: _Opened) -> None:
    """Say what REC is: length, inputs, rooms, score, who made it, and cycles in which nobody could do anything."""
    from agi_emu.cli.movies import facts_of

    facts = facts_of(movie.game, movie.recording)
    lines = "\n".join(f"{name:<12} {value}" for name, value in facts.lines())
    movie.output.answer(lines, facts.record(str(movie.path)))


@_verb(left_out=["target"])
def _edit(movie: _Opened) -> None:
    """Open the desk: a window with REC as a table of ticks beneath its picture.

    The machine follows what you change at once. Tab or a right click lists what you can do. REC is written when you
    save or leave, and kept as REC.before.
    """
    from agi_emu.window.movie_desk import edit_in_window

    edit_in_window(movie.game, movie.recording, movie.path, lambda edited, beside: movie.finish(edited, beside=beside))


@_verb(
    tick_argument,
    click.argument("number", type=click.IntRange(0), metavar="N"),
    click.argument("events", metavar="[KEY...]", nargs=-1, callback=_events),
)
def _insert(movie: _Opened, tick: int, number: int, events: Sequence[InputEvent]) -> None:
    """Put N ticks into REC before tick TICK, and press keys at the beginning of that tick.

    What is pressed from there on comes N ticks later. KEY is a key's name, such as enter or right, or an event in the
    words of the file, such as "press right". With N = 0 only the keys are added.
    """
    movie.finish(editing.inserted(movie.recording, movie.start, tick, number, events))


@_verb(ticks_argument)
def _delete(movie: _Opened, ticks: tuple[int, int]) -> None:
    """Take ticks A to B out of REC, with what is pressed in them; the rest comes earlier."""
    movie.finish(editing.deleted(movie.recording, movie.start, *ticks))


@_verb(ticks_argument, click.argument("by", metavar="N", callback=_signed))
def _shift(movie: _Opened, ticks: tuple[int, int], by: int) -> None:
    """Press what REC presses in ticks A to B N ticks later, or earlier where N is negative; nothing else moves."""
    movie.finish(editing.shifted(movie.recording, movie.start, *ticks, by))


@_verb(tick_argument)
def _trim(movie: _Opened, tick: int) -> None:
    """Let REC end with tick TICK."""
    movie.finish(editing.trimmed(movie.recording, movie.start, tick))


@_verb(tick_argument)
def _branch(movie: _Opened, tick: int) -> None:
    """Write REC up to tick TICK beside it, as REC-branch-1 and so on: agi-emu replay --join continues there."""
    movie.finish(editing.trimmed(movie.recording, movie.start, tick), beside="branch")


@_verb(ticks_argument)
def _cut(movie: _Opened, ticks: tuple[int, int]) -> None:
    """Write ticks A to B of REC beside it, as REC-cut-1 and so on: a recording that starts from the state before A."""
    from agi_emu.recording.replaying.playback import Playback
    from agi_emu.recording.replaying.starting import begin_recording

    first, last = ticks
    play = Playback(movie.game, movie.recording)
    play.run(until_tick=first - 1)
    begun, here = begin_recording(play.machine).head, play.machine.unguarded.state.clock.beats
    part = editing.trimmed(movie.recording, play.start_beat, last)
    kept = tuple(each for each in part.events if first == 1 or each.place.beat > here)
    markers = tuple(each for each in part.head.markers if each.beat > here)
    head = replace(part.head, start=begun.start, disk=begun.disk, markers=markers, pins=(), accepted=())
    movie.finish(replace(part, head=head, events=kept, ticks=()), beside="cut")


@_verb(click.argument("other", metavar="OTHER", type=FILE))
def _join(movie: _Opened, other: Path) -> None:
    """Continue REC after its end with what OTHER presses, as long after as OTHER has it after its own start."""
    second = _Opened(other, movie.options, movie.output)
    movie.finish(editing.joined(movie.recording, second.recording, second.start))


@command.command("script")
@click.argument("file", metavar="REC|SCRIPT", type=FILE)
@click.option("-o", "target", type=NEW_FILE, metavar="FILE", help="Script to write (default: stdout), or recording.")
@click.option("--game", type=GAME, metavar="GAME", help="The game of SCRIPT; of REC, if it has moved.")
@click.option("--until", type=TICK, metavar="TICK", help="Of SCRIPT: end here (default: a second after its last key).")
@game_options
@output_options
def _script(
    file: Path, target: Path | None, game: Path | None, until: int | None, options: GameOptions, output: Output
) -> None:
    """Write REC as an input script by cycle, as the original can be given; or play SCRIPT and record it.

    A script names the cycle of every key. It is played at once under the convention of the recordings of the original
    (unlimited budget, a key for a waiting game after 18 beats), and compared with REC in every cycle: exit code 0 if
    all variables and flags are the same apart from clock and free memory, 1 if not.

    A movie from nothing is that of an empty script.
    """
    from agi_emu.cli import movies

    if file.suffix.lower() != SUFFIX:
        if game is None or target is None:
            raise click.UsageError("A script needs --game, its game, and -o, the recording to write.")
        movies.record_script(file, game, target, until, options, output)
        return
    if options != GameOptions(profile=options.profile) or until is not None:
        raise click.UsageError("A recording has its own settings and end; you can only give --game and --profile.")
    movie = _Opened(file, MovieOptions(game=game, profile=options.profile), output)
    if not movies.write_script(file, movie.game, movie.recording, target, output):
        click.get_current_context().exit(ExitCode.DIFFERENCE)
