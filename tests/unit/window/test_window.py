"""The player's window over a fake host: what it draws, what it lets through, what commands do."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from agi_emu.input.host_events import (
    CloseRequest,
    Dropped,
    FocusLost,
    KeyPress,
    KeyRelease,
    Modifier,
    Pointer,
    Redraw,
    Typed,
)
from agi_emu.machine.frame import Frame
from agi_emu.machine.input.events import Arrow, Key, Mouse
from agi_emu.presentation.looks import ScreenLook, plain
from agi_emu.session import Session
from agi_emu.window.game_window import GameWindow, TitleBar
from agi_emu.window.host.pacer import RealTimePacer
from agi_emu.window.host_menu import MenuLook
from agi_emu.window.picture_out import changed_rows
from agi_emu.window.scaling import Aspect
from tests.frontend.fakes import EGA, FakeMachine, FakeWindow

F11, F12, UP, DOWN, RIGHT, LEFT, RETURN, ESCAPE, SPACE = 0x44, 0x45, 0x52, 0x51, 0x4F, 0x50, 0x28, 0x29, 0x2C


class Bench:
    """A window with everything behind it faked."""

    def __init__(self, *, takes_mouse: bool = False, aspect: Aspect = Aspect.SQUARE, mode: ScreenLook = plain) -> None:
        self.now = 0.0
        self.host = FakeWindow()
        self.pacer = RealTimePacer()
        self.machine = FakeMachine()
        self.saved: list[Frame] = []
        self.window = GameWindow(self.host, self.pacer, aspect=aspect, screen_look=mode, clock=lambda: self.now)
        self.session = Session(self.machine, source=self.window, pacer=self.pacer)  # type: ignore[arg-type]
        self.window.attach(self.session, name="Fake Quest", save_picture=self.save, takes_mouse=takes_mouse)

    def save(self, frame: Frame) -> Path:
        self.saved.append(frame)
        return Path("fake-0001.png")

    def command(self, letter: str) -> None:
        self.host.happen(KeyPress(0, ord(letter), Modifier.CTRL | Modifier.SHIFT), Typed(letter.upper()))
        assert self.window.poll() == []

    @property
    def menu(self) -> MenuLook:
        look = self.window._menu.look
        assert look is not None
        return look

    def press(self, scancode: int) -> None:
        self.host.happen(KeyPress(scancode))
        assert self.window.poll() == []


@pytest.fixture
def bench() -> Bench:
    return Bench()


def picture(**pixels: int) -> Frame:
    """A black frame with pixels given as x_y=index."""
    screen = bytearray(64000)
    for place, index in pixels.items():
        x, y = (int(part) for part in place.strip("_").split("_"))
        screen[y * 320 + x] = index
    return Frame(bytes(screen), EGA)


def test_first_frame_is_drawn_with_its_letterbox(bench: Bench) -> None:
    bench.window.show(picture(_0_0=15, _319_199=4))
    assert bench.host.cleared == 1
    assert bench.host.updates == [(0, 480)]
    assert bench.host.pixel(0, 40) == bench.host.pixel(1, 41) == 0xFFFFFF
    assert bench.host.pixel(639, 439) == 0xAA0000
    assert bench.host.pixel(639, 440) == 0


def test_only_what_changed_is_drawn_again(bench: Bench) -> None:
    bench.window.show(picture())
    bench.window.show(picture())
    assert len(bench.host.updates) == 1
    bench.window.show(picture(_5_10=2, _9_12=3))
    assert bench.host.updates[1:] == [(40 + 20, 40 + 26)]
    assert bench.host.pixel(10, 60) == 0x00AA00


def test_new_colours_draw_everything_again(bench: Bench) -> None:
    frame = picture(_5_10=2)
    bench.window.show(frame)
    bench.window.show(Frame(frame.pixels, bytes(6) + b"\x01\x02\x03" + EGA[9:]))
    assert bench.host.pixel(10, 60) == 0x010203


def test_a_new_size_moves_the_picture(bench: Bench) -> None:
    bench.window.show(picture(_0_0=15))
    bench.host.resize(1000, 700)
    bench.host.happen(Redraw())
    bench.window.poll()
    bench.window.show(picture(_0_0=15))
    assert bench.host.pixel(20, 50) == 0xFFFFFF
    assert bench.host.pixel(19, 50) == 0


def doubled(frame: Frame) -> Frame:
    """A display mode of 640x400 and 200 colours, in which index n is n + 100 to its right."""
    rows = [frame.pixels[start : start + 320] for start in range(0, 64000, 320)]
    wide = [bytes(each for index in row for each in (index, index + 100)) for row in rows]
    colours = frame.colours + bytes(84 * 3) + b"\x77" * (100 * 3)
    return Frame(b"".join(row * 2 for row in wide), colours, width=640, height=400)


def test_a_display_mode_of_another_size_is_shown_and_grabbed() -> None:
    bench = Bench(mode=doubled)
    frame = picture(_0_0=15, _319_199=4)
    bench.window.show(frame)
    assert (bench.host.pixel(0, 40), bench.host.pixel(1, 40)) == (0xFFFFFF, 0x777777)
    assert (bench.host.pixel(638, 439), bench.host.pixel(639, 439)) == (0xAA0000, 0x777777)
    bench.window.show(picture(_0_0=15, _319_199=4, _5_10=2))
    assert bench.host.updates[1:] == [(40 + 20, 40 + 22)]
    bench.command("g")
    assert bench.saved == [doubled(picture(_0_0=15, _319_199=4, _5_10=2))]


def test_changed_rows() -> None:
    before = bytes(64000)
    after = bytearray(before)
    assert changed_rows(before, bytes(after), 320) is None
    after[320 * 7 + 3] = 1
    assert changed_rows(before, bytes(after), 320) == (7, 7)
    after[320 * 199] = 1
    assert changed_rows(before, bytes(after), 320) == (7, 199)


@pytest.mark.parametrize(("is_first", "seconds"), [(True, 4.9), (True, 5.1), (False, 0)])
def test_the_first_start_shows_the_key_of_the_menu_for_five_seconds(*, is_first: bool, seconds: float) -> None:
    now = 0.0
    host = FakeWindow()
    window = GameWindow(host, RealTimePacer(), is_first=is_first, clock=lambda: now)
    session = Session(FakeMachine(), source=window, pacer=window.pacer)  # type: ignore[arg-type]
    window.attach(session, name="Fake Quest", save_picture=lambda frame: Path())
    now = seconds
    window.show(picture())
    assert (sum(map(bool, host.pixels)) > 0) is (is_first and seconds < 5)


def test_a_notice_in_the_first_seconds_does_not_hide_the_key_of_the_menu() -> None:
    now = 0.0
    bar = TitleBar(FakeWindow(), lambda: now, is_first=True)  # type: ignore[arg-type]
    commands = SimpleNamespace(is_paused=False, is_rewinding=False, pacer=SimpleNamespace(speed=1), speed="1x")
    now = 1.0
    bar.note("Hello.")
    bar.show(commands)  # type: ignore[arg-type]
    assert bar.banner == "F12: menu and keys. Hello."
    now = 6.0
    bar.note("Later.")
    bar.show(commands)  # type: ignore[arg-type]
    assert bar.banner == "Later."


def test_keys_go_to_the_game(bench: Bench) -> None:
    bench.host.happen(KeyPress(4, ord("a")), Typed("a"), KeyPress(UP), KeyRelease(UP), KeyPress(0x3A))
    assert bench.window.poll() == [Key(0x61), Arrow(1, down=True), Arrow(1, down=False), Key(0x3B00)]


def test_focus_loss_releases_arrows(bench: Bench) -> None:
    bench.host.happen(KeyPress(LEFT), FocusLost())
    assert bench.window.poll() == [Arrow(7, down=True), Arrow(7, down=False)]


def test_title_names_the_key_of_the_menu_at_the_start_only(bench: Bench) -> None:
    assert bench.host.title == "Fake Quest - F12: menu and keys"
    bench.now = 60.0
    bench.window.poll()
    assert bench.host.title == "Fake Quest"


def test_speed_keys_and_title(bench: Bench) -> None:
    bench.now = 60.0
    bench.command("f")
    assert bench.pacer.speed == 2
    assert bench.host.title == "Fake Quest [2x]"
    bench.command("s")
    bench.command("s")
    assert bench.host.title == "Fake Quest [0.5x]"
    bench.command("n")
    assert bench.host.title == "Fake Quest"
    for _ in range(9):
        bench.command("f")
    assert bench.host.title == "Fake Quest [uncapped]"


def test_uncapped_beats_do_not_wait_for_the_host_each_time(bench: Bench) -> None:
    bench.pacer.speed = None
    bench.window.poll()
    bench.host.happen(KeyPress(RIGHT))
    assert bench.window.poll() == []
    bench.now += 0.002
    assert bench.window.poll() == [Arrow(3, down=True)]
    # Paused, no beat follows, and keys act at once.
    bench.press(F12)
    assert not bench.pacer.paused
    bench.now += 0.002
    bench.window.poll()
    assert bench.pacer.paused
    bench.press(F12)
    assert not bench.pacer.paused


def test_pause_and_step(bench: Bench) -> None:
    bench.now = 60.0
    bench.command("p")
    assert bench.pacer.paused
    assert bench.host.title == "Fake Quest [paused]"
    bench.command("c")
    assert bench.machine.beats == 4, "one cycle of the fake machine"
    assert bench.pacer.paused
    bench.command("p")
    assert not bench.pacer.paused


def test_step_pauses_a_running_game(bench: Bench) -> None:
    bench.command("c")
    assert bench.pacer.paused
    bench.command("n")
    assert not bench.pacer.paused


def test_full_screen_key(bench: Bench) -> None:
    bench.press(F11)
    assert bench.host.full_screen
    assert not bench.host.pointer_visible
    bench.press(F11)
    assert not bench.host.full_screen
    assert bench.host.pointer_visible


def test_full_screen_shows_for_a_while_what_the_title_bar_would(bench: Bench) -> None:
    frame = picture()
    bench.now = 60.0
    bench.press(F11)
    bench.window.show(frame)
    plain = bench.host.pixels[:]
    bench.command("f")
    bench.window.show(frame)
    assert bench.host.pixels != plain
    bench.now += 10
    bench.window.show(frame)
    assert bench.host.pixels == plain
    bench.press(F11)
    bench.now += 10
    bench.window.show(frame)
    assert bench.host.pixels == plain


def test_a_window_shows_a_badge_for_two_seconds(bench: Bench) -> None:
    frame = picture()
    bench.window.show(frame)
    plain = bench.host.pixels[:]
    bench.now = 60.0
    bench.window.poll()
    bench.command("p")
    bench.window.show(frame)
    assert bench.host.pixels != plain
    bench.now += 2
    bench.window.show(frame)
    assert bench.host.pixels == plain
    assert bench.host.title == "Fake Quest [paused]"


def test_a_long_message_is_cut_in_the_title_only(bench: Bench) -> None:
    bench.window.note("x" * 100)
    assert len(bench.host.title) < 80


def test_grabbing_a_picture_names_the_file(bench: Bench) -> None:
    bench.window.show(picture(_1_1=1))
    bench.command("g")
    assert bench.saved == [picture(_1_1=1)]
    assert "saved fake-0001.png" in bench.host.title


def test_a_folder_that_cannot_be_written_is_named_in_the_title(bench: Bench) -> None:
    def refuse(frame: Frame) -> Path:
        raise PermissionError(13, "Permission denied", "x.png")

    bench.window.attach(bench.session, name="Fake Quest", save_picture=refuse)
    bench.window.show(picture())
    bench.command("g")
    assert "no picture saved: Permission denied" in bench.host.title


def test_quit_key_and_close_button_stop_the_session() -> None:
    for how in ("key", "button"):
        bench = Bench()
        if how == "key":
            bench.host.happen(KeyPress(0, ord("q"), Modifier.CTRL | Modifier.SHIFT))
        else:
            bench.host.happen(CloseRequest())
        assert bench.session.run(beats=5).name == "STOPPED"
        assert bench.machine.beats == 0


def test_a_dropped_file_ends_the_session_and_is_handed_out_once(bench: Bench) -> None:
    bench.host.happen(Dropped("other.zip"))
    assert bench.session.run(beats=5).name == "STOPPED"
    assert bench.window.take_dropped() == Path("other.zip")
    assert bench.window.take_dropped() is None


def test_mouse_only_for_games_that_know_it() -> None:
    quiet, mousy = Bench(), Bench(takes_mouse=True)
    for bench, expected in ((quiet, []), (mousy, [Mouse(50, 30, 1), Mouse(159, 199, 0)])):
        # At factor 2 and 40 rows of letterbox, pixel (200, 100) is screen pixel (100, 30), which is cell 50.
        bench.host.happen(Pointer(200, 100, 1, pressed=True), Pointer(639, 479, 0))
        assert bench.window.poll() == expected[:1]
        # A game looks once in a cycle: a click lasts for two.
        bench.machine.state.cycle.number = 2
        assert bench.window.poll() == expected[1:]


def test_what_the_inspector_takes_of_the_mouse_is_not_the_games() -> None:
    bench = Bench(takes_mouse=True)
    clicked: list[tuple[int, int]] = []

    def click(x: int, y: int) -> bool:
        clicked.append((x, y))
        return x < 100

    bench.window.commands.inspector = SimpleNamespace(click=click)  # type: ignore[assignment]
    places = [bench.window._picture._placement.screen_position(x, 300) for x in (20, 620)]
    bench.host.happen(Pointer(20, 300, 1, pressed=True))
    assert bench.window.poll() == []
    bench.host.happen(Pointer(620, 300, 1, pressed=True))
    assert bench.window.poll() == [Mouse(places[1][0] // 2, places[1][1], 1)]
    assert clicked == places


def test_menu_holds_the_game_and_takes_the_keys(bench: Bench) -> None:
    bench.host.happen(KeyPress(UP), KeyPress(F12))
    assert bench.window.poll() == [Arrow(1, down=True), Arrow(1, down=False)]
    assert bench.pacer.paused
    bench.host.happen(KeyPress(4, ord("a")), Typed("a"), KeyPress(DOWN), KeyRelease(DOWN))
    assert bench.window.poll() == []
    bench.press(ESCAPE)
    assert not bench.pacer.paused


def test_errors_of_the_game_are_counted_in_the_title(bench: Bench) -> None:
    bench.window.show_error("2-quay.lgc:40: sound 7 is not loaded (error 9, room 2, cycle 3)")
    assert bench.host.title.startswith("Fake Quest [1 error] - 2-quay.lgc:40: sound 7")
    bench.window.show_error("3-hill.lgc:4: view 7 is not loaded (error 3, room 2, cycle 3)")
    bench.now += 60
    bench.window.poll()
    assert bench.host.title == "Fake Quest [2 errors]"
