"""The desk: a movie as a table of ticks, changed by keys and mouse, played at once, undone and saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import agi_emu
from agi_emu.data import demo_path
from agi_emu.input.host_events import CloseRequest, KeyPress, Modifier, Pointer, Typed
from agi_emu.machine.input.events import Arrow, InputEvent, Key, Mouse, SetVariable
from agi_emu.recording.comparing.updating import updated
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.playback import Playback
from agi_emu.window.edited_movie import STRETCH
from agi_emu.window.game_window import GameWindow
from agi_emu.window.host.pacer import RealTimePacer
from agi_emu.window.memory_search import found_values
from agi_emu.window.movie_desk import LAYOUTS, MovieDesk, show_desk
from agi_emu.window.pages import WindowPage
from tests.frontend.fakes import FakeWindow
from tests.own_games import meadow
from tests.own_games.building import GameBuilder

RETURN, ESCAPE, BACKSPACE, TAB, INSERT, DELETE, END = 0x28, 0x29, 0x2A, 0x2B, 0x49, 0x4C, 0x4D
RIGHT, LEFT, DOWN, UP, F12 = 0x4F, 0x50, 0x51, 0x52, 0x45
LAYOUT = LAYOUTS[False]


class Table:
    """A desk with its pages, and files that go to a folder."""

    def __init__(self, game: agi_emu.Game, recording: Recording, folder: Path) -> None:
        self.game, self.path, self.now = game, folder / "run.agirec", 0.0
        recording.save(self.path)
        self.pages: list[WindowPage] = []
        self.written: list[str] = []
        self.desk = MovieDesk(game, recording, self.path, self.write, self.pages.append, lambda: self.now)
        self.pages.append(self.desk)
        self.turn()

    def write(self, recording: Recording, beside: str) -> Path:
        path = self.path.with_name(f"run-{beside}-{len(self.written)}.agirec") if beside else self.path
        updated(self.game, recording, settles=True)[0].save(path)
        self.written.append(path.name)
        return path

    def turn(self) -> None:
        self.pages = [page for page in self.pages if not page.is_closed] or [self.desk]
        self.desk._open_page = self.pages.append
        for page in self.pages:
            page.turn()
        assert self.pages[-1].look.layout

    def press(self, *scancodes: int) -> None:
        for scancode in scancodes:
            self.pages[-1].take_event(KeyPress(scancode))
            self.turn()

    def type(self, text: str) -> None:
        """Press the keys of letters: a press each, and its text."""
        for letter in text:
            self.pages[-1].take_event(KeyPress(0, ord(letter)))
            self.pages[-1].take_event(Typed(letter))
            self.turn()

    def click(self, x: int, y: int, button: int = 1) -> None:
        self.pages[-1].take_event(Pointer(0, 0, 0), (x, y))
        self.pages[-1].take_event(Pointer(0, 0, button, pressed=True), (x, y))
        self.turn()

    def click_row(self, index: int, column: int) -> None:
        self.click(LAYOUT.margin + 8 * column + 3, LAYOUT.list_top + LAYOUT.row_height * index + 3)

    def rows(self) -> list[str]:
        return [row.text for row in self.pages[-1].look.rows]

    def pressed(self, tick: int) -> Sequence[InputEvent]:
        return self.desk.movie.pressed(tick)

    def choose(self, tick: int) -> None:
        self.type(f"g{tick}")
        self.press(RETURN)
        assert self.desk.tick == tick

    def assert_follows(self) -> None:
        """The machine is where a new play of the movie comes to."""
        play = Playback(self.game, replace(self.desk.movie.recording, ticks=()))
        play.run(until_tick=min(self.desk.tick, self.desk.movie.ticks))
        machine = self.desk.movie.replay.machine
        assert machine.snapshot().used == play.machine.snapshot().used


@pytest.fixture
def game(build_game: GameBuilder) -> agi_emu.Game:
    return agi_emu.open_game(build_game(**meadow.sources()))  # type: ignore[arg-type]


@pytest.fixture
def table(game: agi_emu.Game, tmp_path: Path) -> Table:
    """Sixty ticks; right is pressed after twenty."""
    recorder = agi_emu.Recorder(agi_emu.Machine(game, seed=3))
    recorder.run(ticks=20)
    recorder.press("right")
    recorder.run(ticks=40)
    return Table(game, recorder.recording, tmp_path)


def test_a_row_says_what_a_tick_was(table: Table) -> None:
    table.choose(30)
    play = Playback(table.game, Recording.load(table.path))
    for tick in range(19, 31):
        play.run(until_tick=tick)
        machine = play.machine
        ego, cycle = machine.state.objects[0], machine.unguarded.state.cycle.number
        row = table.rows()[tick - 19].split()
        assert row[0] == str(tick)
        assert ("right" in row) == (tick == 21)
        assert row[-4:] == [str(cycle), str(machine.room), str(machine.score), f"{ego.x},{ego.y}"]
    # A cycle takes a tick here, and one that begins reads the input.
    assert all("read" in row for row in table.rows())
    faint = [row.is_faint for row in table.desk.look.rows]
    assert faint == ["read" not in row for row in table.rows()]
    table.assert_follows()


def test_a_key_comes_into_a_tick_and_out_again_and_the_machine_follows(table: Table) -> None:
    table.choose(40)
    table.press(RETURN, DOWN)
    assert table.pressed(40) == [Arrow(5, down=True), Arrow(5, down=False)]
    assert table.rows()[-1].split()[:2] == ["40", "down"]
    table.assert_follows()
    table.press(DOWN, DOWN, DOWN, DOWN)
    table.assert_follows()
    table.choose(40)
    table.press(RETURN, DOWN)
    assert table.pressed(40) == ()
    table.press(RETURN)
    table.type("a")
    table.press(RETURN, RETURN)
    assert table.pressed(40) == [Key(97), Key(13)]
    table.press(DELETE)
    assert table.pressed(40) == ()
    table.press(RETURN, F12)
    assert table.pages == [table.desk]


def test_the_mouse_does_what_keys_do(table: Table) -> None:
    table.click_row(4, 0)
    assert (table.desk.tick, table.pages) == (5, [table.desk])
    table.click_row(6, 10)
    assert (table.desk.tick, len(table.pages)) == (7, 2)
    layout = table.pages[-1].layout
    table.click(layout.margin + 3, layout.list_top + 3)
    assert table.pressed(7) == [Arrow(1, down=True), Arrow(1, down=False)]
    table.click_row(6, 10)
    table.click(layout.picture_left + 40, layout.picture_top + 100, 2)
    assert table.pressed(7)[2:] == [Mouse(20, 100, 2)]
    table.click(300, 300, 2)
    undo = table.rows().index("undo")
    table.click(layout.margin + 3, layout.list_top + undo * layout.row_height + 3)
    assert len(table.pressed(7)) == 2


def test_ticks_come_in_and_out_and_all_is_undone(table: Table) -> None:
    before = table.desk.movie.recording
    table.choose(10)
    table.press(INSERT, INSERT, INSERT)
    assert (table.desk.movie.ticks, list(table.desk.movie._pressed)) == (63, [24])
    table.press(*[BACKSPACE] * 5)
    assert (table.desk.movie.ticks, list(table.desk.movie._pressed)) == (58, [19])
    table.assert_follows()
    table.choose(19)
    table.press(LEFT)
    assert (table.desk.tick, list(table.desk.movie._pressed)) == (18, [18])
    table.press(RIGHT)
    assert list(table.desk.movie._pressed) == [19]
    assert table.desk.movie.recording.head.rerecords == 10
    table.assert_follows()
    for _ in range(10):
        table.type("u")
    assert table.desk.movie.recording is before
    table.assert_follows()
    table.type("u")
    assert table.desk.footer == "there is nothing to undo"


def test_what_changes_nothing_is_no_edit(table: Table) -> None:
    before = table.desk.movie.recording
    table.press(LEFT, DELETE, RIGHT)
    assert (table.desk.movie.recording is before, table.desk.tick) == (True, 1)
    table.press(RETURN, UP, LEFT)
    assert (table.desk.tick, list(table.desk.movie._pressed)) == (1, [1, 21])
    assert "cannot come 1 tick earlier" in table.desk.footer


def test_a_movie_that_cannot_be_written_stays_open(table: Table) -> None:
    def refuse(recording: Recording, beside: str) -> Path:
        raise OSError("no space left on device")

    table.press(INSERT)
    write, table.desk._write = table.desk._write, refuse
    table.press(ESCAPE)
    assert table.desk.footer == "no space left on device: Q leaves without what was not saved"
    assert not table.desk.is_closed
    table.desk._write = write
    table.press(ESCAPE)
    assert (table.written, table.desk.is_closed) == (["run.agirec"], True)


def test_a_search_is_made_once_for_each_sentence(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.choose(50)
    table.type("wincreased since 20")
    sought: list[int] = []
    monkeypatch.setattr(table.desk.movie.replay, "seek", sought.append)
    for _ in range(3):
        assert "v11" in table.rows()
    assert sought == []


def test_a_key_after_the_end_makes_a_tick(table: Table) -> None:
    table.press(END)
    assert table.rows()[-1].split()[0] == "61"
    table.press(RETURN, LEFT)
    assert (table.desk.movie.ticks, table.pressed(61)) == (61, [Arrow(7, down=True), Arrow(7, down=False)])
    table.press(END, INSERT, INSERT)
    assert table.desk.movie.ticks == 63
    table.assert_follows()


def test_a_line_is_typed_and_a_poke_marks_the_movie(table: Table) -> None:
    table.choose(12)
    table.type("tlook up")
    table.press(RETURN)
    assert bytes(each.word for each in table.pressed(12) if isinstance(each, Key)) == b"look up\r"
    assert table.rows()[-1].split()[:4] == ["12", "look", "up", "enter"]
    table.type("pv60 300")
    assert (table.rows(), "255" in table.pages[-1].footer) == ([], True)
    table.press(BACKSPACE, BACKSPACE)
    table.press(RETURN)
    assert table.pressed(12)[-1] == SetVariable(60, 3)
    assert "marked: 1 variable set by hand" in table.desk.lines(0)


def test_values_are_watched_and_found(table: Table) -> None:
    table.choose(30)
    table.type("wo0.x + v1")
    table.press(RETURN)
    x = table.desk.movie.replay.machine.state.objects[0].x
    assert table.rows()[-1].endswith(f"o0.x + v1={x}")
    assert f"o0.x + v1={x - 1}" in table.rows()[-2]
    table.type("wv30 is")
    assert "compare numbers, v30, f40, score" in table.pages[-1].footer
    table.press(ESCAPE, ESCAPE)
    table.choose(50)
    table.type("wincreased since 20")
    play = Playback(table.game, Recording.load(table.path))
    play.run(until_tick=20)
    then = bytes(play.machine.vars)
    play.run(until_tick=50)
    assert [name for name in table.rows() if name[0] == "v"] == [
        f"v{at}" for at, (before, now) in enumerate(zip(then, bytes(play.machine.vars), strict=True)) if now > before
    ]
    assert "v11" in table.rows(), "seconds pass"
    table.press(ESCAPE, ESCAPE)
    table.assert_follows()
    table.type("w")
    assert table.rows() == ["no longer: o0.x + v1"]
    table.press(RETURN)
    assert table.desk.movie.watches == []


def test_a_sentence_finds_values_by_how_they_changed() -> None:
    past = {1: [5, 7, 0], 4: [5, 8, 1], 5: [6, 8, 0]}
    assert list(found_values("changed", 5, past.__getitem__)) == [("v0", 5, 6), ("v2", 1, 0)]
    assert list(found_values("increased since 1", 5, past.__getitem__)) == [("v0", 5, 6), ("v1", 7, 8)]
    assert list(found_values("changed to 8 since 1", 5, past.__getitem__)) == [("v1", 7, 8)]
    assert list(found_values("unchanged since 1 and Decreased", 5, past.__getitem__)) == [("v2", 1, 0)]
    flags = {0: [0] * 258, 1: [0] * 257 + [1]}
    assert list(found_values("changed to 1", 1, flags.__getitem__)) == [("f1", 0, 1)]
    for wrong in ("", "changed to", "increased since 9", "increased by 3"):
        with pytest.raises(ValueError, match="say: changed to 5"):
            list(found_values(wrong, 5, past.__getitem__))


def test_markers_are_set_gone_to_and_taken_out(table: Table) -> None:
    table.choose(15)
    table.type("mthe door")
    table.press(RETURN)
    assert table.desk.look.rows[-1].note == "the door"
    table.press(BACKSPACE, UP, INSERT, UP, UP)
    table.type("gdoor")
    table.press(RETURN)
    assert (table.desk.tick, "marker: the door" in table.desk.lines(0)) == (16, True)
    table.type("m")
    table.press(RETURN)
    assert table.desk.movie.recording.head.markers == ()


def test_branches_show_where_they_are_at_the_chosen_tick(table: Table) -> None:
    table.choose(25)
    table.press(RETURN, DOWN)
    table.type("b")
    assert (table.written, table.desk.footer) == (["run-branch-0.agirec"], "run-branch-0.agirec is written")
    there = table.desk.movie.recording
    table.type("u")
    table.choose(40)
    frame = table.desk.movie.replay.machine.frame
    table.type("l")
    play = Playback(table.game, there)
    play.run(until_tick=40)
    assert table.pages[-1].look.picture == play.machine.frame != frame
    table.press(RETURN)
    assert [each.event for each in table.desk.movie.recording.events] == [each.event for each in there.events]
    table.assert_follows()
    table.type("u")
    assert table.pressed(25) == ()


def test_a_branch_of_another_beginning_is_refused(table: Table) -> None:
    other = Recording.load(table.path)
    head = replace(other.head, settings=replace(other.head.settings, seed=4))
    replace(other, head=head).save(table.path.with_name("run-branch-3.agirec"))
    table.type("l")
    table.press(RETURN)
    assert table.desk.footer == "this branch starts in another way; edit it by itself"


def test_it_plays_from_the_chosen_tick(table: Table) -> None:
    table.choose(10)
    table.type(" ")
    table.now += 0.5
    table.turn()
    assert table.desk.tick == 20
    table.assert_follows()
    table.type(" ")
    table.now += 1
    table.turn()
    assert table.desk.tick == 20


def test_a_place_far_away_is_reached_in_steps(table: Table) -> None:
    table.choose(60)
    table.desk.movie.add(61, (), 2 * STRETCH)
    table.desk.take_event(KeyPress(END))
    assert table.desk.movie.replay.tick == 60 + STRETCH
    table.turn()
    assert table.desk.movie.replay.tick == table.desk.movie.ticks == 60 + 2 * STRETCH


def test_the_list_of_commands_is_searched_and_has_their_keys(table: Table) -> None:
    table.press(TAB)
    table.type("one tick more")
    assert [(row.text, row.note) for row in table.pages[-1].look.rows] == [("one tick more before this one", "Insert")]
    table.press(RETURN)
    assert (table.desk.movie.ticks, table.pages) == (61, [table.desk])


def test_leaving_and_s_save_what_has_changed(table: Table) -> None:
    table.type("s")
    assert table.written == []
    table.press(INSERT)
    assert table.desk.aside == "61 ticks, 00:03.050, not saved yet"
    table.type("s")
    table.type("s")
    assert (table.written, table.desk.aside) == (["run.agirec"], "61 ticks, 00:03.050")
    assert len(Recording.load(table.path).ticks) == 61


def test_a_window_shows_the_desk_until_it_is_closed(table: Table) -> None:
    host = FakeWindow(1280, 960)
    window = GameWindow(host, RealTimePacer())  # type: ignore[arg-type]
    table.desk._open_page = window.open_page
    host.happen(KeyPress(INSERT), KeyPress(RETURN), KeyPress(0, 97), Typed("a"), KeyPress(0, 122, Modifier.CTRL))
    host.happen(KeyPress(ESCAPE))
    window.run_page(table.desk, "Meadow")
    assert (table.desk.movie.ticks, table.pressed(1)) == (61, [Key(97)])
    assert table.desk.is_closed


def test_a_window_that_is_closed_comes_back_if_the_movie_cannot_be_written(table: Table) -> None:
    host = FakeWindow(1280, 960)
    window = GameWindow(host, RealTimePacer())  # type: ignore[arg-type]

    tries = []

    def full(recording: Recording, beside: str) -> Path:
        tries.append(table.desk.movie.ticks)
        if len(tries) == 3:
            table.desk._write = table.write
        host.happen(CloseRequest())
        raise OSError("the disk is full")

    table.desk._write = full
    host.happen(KeyPress(INSERT), CloseRequest())
    show_desk(window, table.desk, "Meadow")
    assert (tries, table.written) == ([61] * 3, ["run.agirec"])
    assert len(Recording.load(table.path).ticks) == 61


def test_a_movie_that_cannot_be_written_is_given_up_by_a_key_of_its_own(table: Table) -> None:
    host = FakeWindow(1280, 960)
    window = GameWindow(host, RealTimePacer())  # type: ignore[arg-type]

    def full(recording: Recording, beside: str) -> Path:
        host.happen(Typed("q"))
        raise OSError("the disk is full")

    table.desk._write = full
    host.happen(KeyPress(INSERT), CloseRequest())
    show_desk(window, table.desk, "Meadow")
    assert table.desk.is_closed
    assert len(Recording.load(table.path).ticks) == 60


def test_what_was_undone_is_done_again_until_something_else_is_changed(table: Table) -> None:
    table.press(INSERT, INSERT)
    edited = table.desk.movie.recording
    table.type("u")
    table.type("u")
    assert table.desk.movie.ticks == 60
    table.type("r")
    table.type("r")
    assert table.desk.movie.recording is edited
    table.assert_follows()
    table.type("r")
    assert table.desk.footer == "there is nothing to redo"
    table.type("u")
    table.press(INSERT)
    table.type("r")
    assert table.desk.footer == "there is nothing to redo"


def test_the_author_is_named_at_the_desk(table: Table) -> None:
    table.type("a")
    table.type("Ada Ember ")
    table.press(RETURN)
    table.type("s")
    assert Recording.load(table.path).head.author == "Ada Ember"


@pytest.mark.slow
def test_the_guide_makes_the_way_off_the_quay_ten_ticks_faster(tmp_path: Path) -> None:
    """The guide of docs/movies.md, key by key."""
    game = agi_emu.open_game(demo_path())
    recorder = agi_emu.Recorder(agi_emu.Machine(game))
    recorder.run(ticks=10)
    for key, ticks in (("space", 9), ("enter", 1), ("left", 100)):
        recorder.press(key)
        recorder.run(ticks=ticks)
    table = Table(game, recorder.recording, tmp_path)
    table.press(END)
    assert table.rows()[-2].split()[-3] == "5"
    arrival = next(tick for tick, seen in sorted(table.desk.movie.seen.items()) if seen[2] == 5)
    table.choose(3)
    table.press(*[BACKSPACE] * 5)
    table.choose(10)
    assert "waits" in table.rows()[-1]
    table.press(*[BACKSPACE] * 5)
    table.press(END)
    assert next(tick for tick, seen in sorted(table.desk.movie.seen.items()) if seen[2] == 5) == arrival - 10
    table.type("s")
    assert agi_emu.check(table.path, game=game.path).status == "equal"
