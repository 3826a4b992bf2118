"""The desk: a recording as a table of ticks beneath its picture; the machine follows what is changed there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from agi_emu.facts.codes import BEATS_PER_TICK, TICKS_PER_SECOND
from agi_emu.facts.errors import AgiError, HostError, RecordingError
from agi_emu.facts.numbers import number_in
from agi_emu.facts.wording import counted
from agi_emu.input.host_events import HostEvent, KeyPress, Pointer, Typed
from agi_emu.input.key_table import label, name_of
from agi_emu.machine.assertions import parse_assertion
from agi_emu.machine.frame import Frame
from agi_emu.machine.input.events import Arrow, InputEvent, SetVariable, text_events
from agi_emu.machine.watchables import watchable_of
from agi_emu.recording.editing import notes_after_end
from agi_emu.recording.event_text import event_words, parse_event
from agi_emu.recording.head import Marker
from agi_emu.recording.position import clock_time
from agi_emu.recording.recording import SUFFIX, Recording
from agi_emu.recording.replaying.playback import Playback
from agi_emu.resources.game import Game
from agi_emu.window.desk_pages import Act, KeyPage, Offer, OffersPage
from agi_emu.window.edited_movie import EditedMovie
from agi_emu.window.memory_search import CHANGES, found_values, values_of
from agi_emu.window.overlay import GLYPH
from agi_emu.window.pages import PageLayout, PageRow, WindowPage

if TYPE_CHECKING:
    from agi_emu.window.game_window import GameWindow

LAYOUTS = {
    False: PageLayout(1, 16, 12, 246, 10, 12, 76, 16, 34, 352, 36, 19, 34, 374),
    True: PageLayout(2, 8, 5, 127, 10, 5, 38, 16, 34, 176, 18, 9, 17, 183),
}
"""By whether the text is large: the picture at the left, facts beside it, the table beneath."""
COLUMNS = "{:>5} {:<17.17} {:<5} {:>6} {:>4} {:>5} {:<7} {}"
KEYS_FROM, KEYS_TO = 6, 23
"""Characters of a row that say what is pressed."""


class _TickRows(Sequence[PageRow]):
    """The rows of a table, made when they are looked at."""

    def __init__(self, count: int, row: Callable[[int], PageRow]) -> None:
        self._count, self._row = count, row

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: slice) -> Sequence[PageRow]:  # type: ignore[override]
        return [self._row(each) for each in range(self._count)[at]]


class MovieDesk(WindowPage):
    """Shows a recording tick by tick and changes it."""

    header = COLUMNS.format("tick", "keys and mouse", "input", "cycle", "room", "score", "ego", "watched")

    def __init__(
        self,
        game: Game,
        recording: Recording,
        path: Path,
        write: Callable[[Recording, str], Path],
        open_page: Callable[[WindowPage], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin at the first tick of the recording at `path`.

        `write` writes a recording there, or beside it if it gets a word for the name, and returns where.
        """
        super().__init__()
        self.title = path.name
        self._game, self._path = game, path
        self._write, self._open_page, self._clock = write, open_page, clock
        self.movie = EditedMovie(game, recording)
        self._saved = self.movie.recording
        self._notice = ""
        self._plays: tuple[float, int, int] | None = None
        """Since when it plays, from which row, and which row it has shown last."""
        self._commands = {key: (words, act) for key, words, act in self._all_commands()}

    # What a page is

    @property
    def layout(self) -> PageLayout:
        """A table beneath the picture."""
        return LAYOUTS[self.is_large]

    @property
    def aside(self) -> str:  # type: ignore[override]
        """Say where the movie stands."""
        ticks = self.movie.ticks
        state = "" if self.movie.recording is self._saved else ", not saved yet"
        return f"{counted(ticks, 'tick')}, {clock_time(BEATS_PER_TICK * ticks)}{state}"

    @property
    def footer(self) -> str:  # type: ignore[override]
        """Say which keys there are, or what has happened."""
        keys = "Enter: key  T: line  Del: no keys  Ins, Backspace: tick in, out  Space: play  U: undo"
        return self._notice or f"{keys}  Esc: save and leave  Tab, right click: all"

    @property
    def tick(self) -> int:
        """The chosen tick; the one after the last can be filled."""
        return self.chosen + 1

    def rows(self) -> Sequence[PageRow]:
        """Return a row for each tick, and one after the last."""
        return _TickRows(self.movie.ticks + 1, self._row)

    def lines(self, index: int) -> Sequence[str]:
        """Say what the table has no room for."""
        movie, tick = self.movie, self.tick
        pokes = sum(isinstance(each.event, SetVariable) for each in movie.recording.events)
        return [
            f"tick {tick}: {_short(movie.pressed(tick))}",
            *(f"marker: {each.text}" for each in movie.markers(tick)),
            *(f"{each.text} = {each.value(movie.replay.machine)!s}" for each in movie.watches),
            *([f"marked: {counted(pokes, 'variable')} set by hand"] if pokes else []),
            *notes_after_end(movie.recording),
        ]

    def picture(self, index: int) -> Frame | None:
        """Show the machine."""
        return self.movie.replay.machine.frame

    def turn(self) -> None:
        """Play on, and let the machine follow."""
        if self._plays is not None:
            now, (since, start, shown) = self._clock(), self._plays
            if self.chosen != shown:
                since, start = now, self.chosen
            self.chosen = min(start + int((now - since) * TICKS_PER_SECOND), self.movie.ticks)
            self._plays = (since, start, self.chosen) if self.chosen < self.movie.ticks else None
        here = min(self.tick, self.movie.ticks)
        below = min(self._first + self.layout.rows, self.movie.ticks)
        self.movie.follow(here, self._first + 1, max(here, below))

    def take_event(self, event: HostEvent, position: tuple[int, int] = (0, 0)) -> None:
        """Take an event: letters are commands, a click chooses a tick, one on its keys changes them."""
        match event:
            case Typed(text):
                self._carry_out({" ": "space"}.get(text, text.lower()))
            case Pointer(button=2, pressed=True):
                self._carry_out("tab")
            case _:
                super().take_event(event, position)
        self.turn()

    def _point(self, pointer: Pointer, position: tuple[int, int]) -> None:
        at, (x, y) = self.layout, position
        index = at.row_at(x, y, min(at.rows, self.movie.ticks + 1 - self._first))
        if pointer.pressed and index is not None:
            self.chosen = self._first + index
            self.turn()
            if KEYS_FROM <= (x // at.scale - at.margin) // GLYPH < KEYS_TO:
                self._carry_out("enter")

    def take(self, index: int) -> None:
        """Press a key in the chosen tick."""
        self._carry_out("enter")

    def leave(self) -> None:
        """Save and close; what cannot be written stays open."""
        self._do(self.save)
        self.is_closed = self.movie.recording is self._saved
        self._notice += "" if self.is_closed else ": Q leaves without what was not saved"

    def key(self, press: KeyPress) -> None:
        """Take a key that makes no text."""
        name = name_of(press)
        if len(name) > 1 and name != "space":
            self._carry_out(name)

    def _carry_out(self, key: str) -> None:
        if key in self._commands:
            self._do(self._commands[key][1])

    def _do(self, act: Act) -> None:
        """Do something, and say why it cannot be done."""
        self._notice = ""
        try:
            act()
        except (AgiError, ValueError, OSError) as error:
            self._notice = str(error)

    def _row(self, index: int) -> PageRow:
        tick, movie = index + 1, self.movie
        if tick > movie.ticks:
            return PageRow(f"{tick:>5} (the movie ends here: Ins adds a tick)", is_faint=True)
        seen = movie.seen.get(tick, [""] * 6)
        marker = ", ".join(each.text for each in movie.markers(tick))
        return PageRow(COLUMNS.format(tick, _short(movie.pressed(tick)), *seen), marker, is_faint=not seen[0])

    # Commands

    def _all_commands(self) -> Iterator[tuple[str, str, Act]]:
        """Yield each command: its key, its words, and what does it."""
        movie, ask = self.movie, partial(partial, self._ask)
        yield "enter", "press a key or click in this tick, or no longer", self._ask_key
        yield "t", "type a line in this tick", ask("Type in tick", self._lines_offered)
        yield "delete", "press nothing in this tick", lambda: self._press_or_not(movie.pressed(self.tick))
        yield "insert", "one tick more before this one", lambda: movie.add(self.tick, (), 1)
        yield "backspace", "this tick out", lambda: movie.delete(self.tick)
        yield "left", "what is pressed here one tick sooner", partial(self._shift, -1)
        yield "right", "what is pressed here one tick later", partial(self._shift, 1)
        yield "u", "undo", movie.undo
        yield "r", "redo what was undone", movie.redo
        yield "space", "play, stop", self._play
        yield "g", "go to a tick or marker", ask("Go from tick", self._places_offered)
        yield "m", "a marker at this tick", ask("A marker at tick", self._markers_offered)
        yield "w", "watch a value, or find one by how it changed", ask("Watch at tick", self._watches_offered)
        yield "p", "poke: set a variable in this tick", ask("Set, such as v30 5, in tick", self._pokes_offered)
        yield "b", "write a branch: the movie as it is now", lambda: self._tell(self._write(movie.recording, "branch"))
        yield "l", "the branches with their pictures", self._list_branches
        yield "a", "name the author", ask("The author's name; you are at tick", self._authors_offered)
        yield "s", "save", self.save
        yield "q", "quit and lose what was not saved", self._abandon
        yield "tab", "this list", ask("What to do at tick", self._commands_offered)

    def _ask(self, title: str, offers: Callable[[str], Sequence[Offer]]) -> None:
        self._open_page(OffersPage(f"{title} {self.tick}", offers, self._do))

    def _ask_key(self) -> None:
        picture = self.movie.replay.machine.frame
        self._open_page(KeyPage(f"Press in tick {self.tick}", self._press_or_not, self._do, picture))

    def _press_or_not(self, events: Sequence[InputEvent]) -> None:
        is_pressed = set(events) <= set(self.movie.pressed(self.tick))
        if events:
            (self.movie.take_out if is_pressed else self.movie.add)(self.tick, events)

    def _shift(self, by: int) -> None:
        if self.movie.pressed(self.tick):
            self.movie.shift(self.tick, by)
            self.chosen += by

    def _play(self) -> None:
        self._plays = (self._clock(), self.chosen, self.chosen) if self._plays is None else None

    def _commands_offered(self, text: str) -> Sequence[Offer]:
        listed = list(self._commands.items())[:-1]
        return [(words, label(key), act) for key, (words, act) in listed if text.lower() in words]

    def _lines_offered(self, text: str) -> Sequence[Offer]:
        events = text_events(text, enter=True, code_page=self.movie.replay.machine.code_page)
        return [(f"{text} and Enter", "", partial(self.movie.add, self.tick, events))] if text else []

    def _places_offered(self, text: str) -> Sequence[Offer]:
        number = number_in(text, least=1)
        places = [] if number is None else [("tick", min(number, self.movie.ticks + 1))]
        markers = self.movie.recording.head.markers
        places += [(each.text, self.movie.tick_of(each.beat)) for each in markers if text.lower() in each.text.lower()]
        return [(words, f"{tick}", partial(setattr, self, "chosen", tick - 1)) for words, tick in places]

    def _markers_offered(self, text: str) -> Sequence[Offer]:
        movie, markers = self.movie, self.movie.recording.head.markers
        new = Marker(movie.replay.start_beat + BEATS_PER_TICK * (self.tick - 1) + 1, text)
        offers: list[Offer] = [(text, "", partial(movie.mark, *markers, new))] if text else []
        for each in movie.markers(self.tick):
            rest = [other for other in markers if other is not each]
            offers.append((f"take out: {each.text}", "", partial(movie.mark, *rest)))
        return offers

    def _authors_offered(self, text: str) -> Sequence[Offer]:
        return [(text, "", partial(self.movie.sign, text.strip()))] if text.strip() else []

    def _watches_offered(self, text: str) -> Sequence[Offer]:
        """Offer the value of an expression, those that a sentence about changes finds, and to watch one no longer."""
        movie, machine = self.movie, self.movie.replay.machine
        offers: list[Offer] = []
        if CHANGES.keys() & text.lower().split():

            @cache
            def values_at(tick: int) -> Sequence[int]:
                movie.replay.seek(tick)
                return values_of(machine)

            found = found_values(text, min(self.tick, movie.ticks), values_at)
            named = [(name, f"{then} -> {now}") for name, then, now in found]
        else:
            named = [(text, f"{parse_assertion(text).value(machine)!s}")] if text else []
        for name, note in named:
            offers.append((name, note, partial(movie.watch, [*movie.watches, parse_assertion(name)])))
        for each in movie.watches:
            rest = [other for other in movie.watches if other is not each]
            offers.append((f"no longer: {each.text}", "", partial(movie.watch, rest)))
        return offers

    def _pokes_offered(self, text: str) -> Sequence[Offer]:
        match text.replace("=", " ").split():
            case [name, value] if (target := watchable_of(name)) and target.kind == "v":
                event = parse_event(["set", f"{target.number}", value])
                words = f"{target} becomes {value}; this marks the movie"
                return [(words, "", partial(self.movie.add, self.tick, [event]))]
        raise ValueError("name a variable and its new value: v30 5")

    # Files

    def _list_branches(self) -> None:
        beside = sorted(self._path.parent.glob(f"*{SUFFIX}"), key=lambda each: (len(each.name), each.name))
        paths = [each for each in beside if each.name.startswith(f"{self._path.stem}-branch-")]
        if not paths:
            raise RecordingError("there are no branches yet: B writes one")
        branches, tick = [Recording.load(each) for each in paths], self.tick

        @cache
        def picture(index: int) -> Frame:
            play = Playback(self._game, branches[index])
            play.run(until_tick=tick)
            return play.machine.frame

        offers = [
            (path.name, counted(len(branch.ticks), "tick"), partial(self.movie.take, branch))
            for path, branch in zip(paths, branches, strict=True)
        ]
        self._open_page(OffersPage(f"Branches at tick {tick}", lambda text: offers, self._do, picture))

    def save(self) -> None:
        """Write the movie if it has changed."""
        recording = self.movie.recording
        if recording is not self._saved:
            self._tell(self._write(recording, ""))
            self._saved = recording

    def _abandon(self) -> None:
        self._saved, self.is_closed = self.movie.recording, True

    def _tell(self, path: Path) -> None:
        self._notice = f"{path.name} is written"


def _short(events: Sequence[InputEvent]) -> str:
    """Return what is pressed in few characters, `look enter`; of an arrow that is tapped, only the press."""
    names = []
    for event in events:
        if not isinstance(event, Arrow) or event.down or Arrow(event.direction, down=True) not in events:
            name = event_words(event).removeprefix("key ").removeprefix("press ")
            names.append(" " if name == "space" and len(events) > 1 else name)
    pairs = pairwise([*names, ""])
    return "".join(f"{name}{'' if len(name) == len(after) == 1 else ' '}" for name, after in pairs)


def show_desk(window: GameWindow, desk: MovieDesk, name: str) -> None:
    """Show the desk until it is saved or given up: a window that is closed comes back, and says why it cannot be."""
    while not desk.is_closed:
        window.commands.has_left = False
        window.run_page(desk, name)
        window.take_dropped()
        if not desk.is_closed:
            desk.leave()


def edit_in_window(game: Game, recording: Recording, path: Path, write: Callable[[Recording, str], Path]) -> None:
    """Show the desk until the player leaves; what was changed is saved then, and if the window is lost."""
    from agi_emu.window.host.sdl import SdlDisplay
    from agi_emu.window.windowed_play import WindowAppearance, open_window

    with closing(SdlDisplay()) as display:
        if not display.is_visible:
            raise HostError("there is no display here; the other verbs of agi-emu movie need none")
        computer = recording.head.settings.machine
        window = open_window(display, game.title, computer, WindowAppearance(), None, None, lambda sentence: None)
        desk = MovieDesk(game, recording, path, write, window.open_page)
        display.lost = desk.save
        try:
            show_desk(window, desk, game.title)
        finally:
            window.close()
            desk.save()
