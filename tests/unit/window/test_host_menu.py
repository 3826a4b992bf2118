"""The menu of the program: over the game and over pages, by keys and by mouse."""

from __future__ import annotations

import pytest

from agi_emu.facts.palette import EGA_BYTES
from agi_emu.input.host_events import KeyPress, Pointer, Typed
from agi_emu.machine.frame import Frame
from agi_emu.window.pages import PageRow, WindowPage
from agi_emu.window.scaling import Aspect
from tests.unit.window.test_window import DOWN, ESCAPE, F12, LEFT, RETURN, RIGHT, SPACE, UP, Bench, doubled, picture


@pytest.fixture
def bench() -> Bench:
    return Bench()


def row_of(bench: Bench, text: str) -> int:
    """Return a row of an entry of the first menu on a screen of 200 rows."""
    names = [entry.text.split()[0] for entry in bench.menu.entries]
    return (200 - 11 * (len(names) + 1) - 11) // 2 + 17 + 11 * names.index(text) + 5


def test_the_menu_lies_in_the_middle_of_a_larger_picture() -> None:
    bench = Bench(mode=doubled)
    bench.window.show(picture())
    bench.press(F12)
    bench.window.show(picture())
    # As large as on 320 x 200: 304 across; entries of 11 rows and a title of 11, margins 5 and 6.
    height = 11 * (len(bench.menu.entries) + 1) + 11
    top = (200 - height) // 2
    assert bench.host.pixel(16, 40 + 2 * top) == bench.host.pixel(623, 39 + 2 * (top + height)) == 0x6878A0
    assert bench.host.pixel(15, 40 + 2 * top) == 0x3B3B3B
    assert bench.host.pixel(622, 40 + 2 * (top + height)) == 0
    click = (500, 40 + 2 * row_of(bench, "Speed"))
    bench.host.happen(Pointer(*click, 1, pressed=True), Pointer(*click, 0))
    assert bench.window.poll() == []
    assert bench.pacer.speed == 2


def choose(bench: Bench, *texts: str) -> None:
    """Open the menu and choose an entry, by way of its submenus."""
    bench.press(F12)
    for text in texts:
        names = [entry.text for entry in bench.menu.entries]
        for _ in range(next(index for index, name in enumerate(names) if name.startswith(text))):
            bench.press(DOWN)
        bench.host.happen(KeyPress(RETURN))
        bench.window.poll()


def test_menu_entries(bench: Bench) -> None:
    bench.window.show(picture())
    choose(bench, "Speed")
    bench.press(RIGHT)
    assert bench.pacer.speed == 2
    bench.press(LEFT)
    bench.press(LEFT)
    assert bench.pacer.speed == 0.5
    bench.press(RETURN)
    assert bench.pacer.speed == 1
    bench.press(F12)
    choose(bench, "Tools", "Save a screenshot")
    assert len(bench.saved) == 1
    choose(bench, "Display", "Full screen")
    assert bench.host.full_screen
    bench.press(F12)
    bench.press(F12)
    bench.host.happen(KeyPress(SPACE), Typed(" "))
    assert bench.window.poll() == [], "the space that resumes must not reach the game"
    assert not bench.pacer.paused
    bench.press(F12)
    bench.press(UP)
    bench.host.happen(KeyPress(RETURN))
    assert bench.session.run(beats=3).name == "STOPPED"


def test_what_cannot_be_done_is_grey_and_does_nothing(bench: Bench) -> None:
    bench.press(F12)
    grey = {entry.text for entry in bench.menu.entries if not entry.is_possible}
    assert grey == {
        *(
            "Saved moments",
            "Messages and rooms",
            "Quick save and load",
            "Open another game",
            "Restart the game",
            "Sound",
            "About",
        ),
    }
    bench.press(DOWN)
    bench.press(RETURN)
    assert bench.menu.entries, "the menu stays open"


def test_entries_show_their_keys(bench: Bench) -> None:
    bench.press(F12)
    notes = {entry.text: entry.note for entry in bench.menu.entries}
    assert (notes["Continue"], notes["Pause"], notes["Quit"]) == ("Esc", "Ctrl+Shift+P", "Ctrl+Shift+Q")


def test_escape_leaves_a_submenu_then_the_menu(bench: Bench) -> None:
    choose(bench, "Display")
    assert bench.menu.title == "Display"
    bench.press(ESCAPE)
    assert bench.menu.title == "agi-emu"
    bench.press(ESCAPE)
    assert not bench.pacer.paused


def test_the_display_menu_goes_through_the_looks(bench: Bench) -> None:
    bench.window.show(picture())
    choose(bench, "Display", "Look")
    assert bench.window.commands.screen_look == "composite-on-ega"
    bench.window.show(Frame(bytes([4]) * 64000, EGA_BYTES))
    # Red is the pair cyan and black, dimmed under the menu.
    assert bench.host.pixel(0, 40) == 0x2A7F7F
    bench.press(LEFT)
    bench.press(LEFT)
    assert bench.window.commands.screen_look == "atari-st"


@pytest.mark.parametrize("size", [(320, 200), (720, 348)])
def test_a_picture_tube_is_one_switch_over_any_look_and_adapter(bench: Bench, size: tuple[int, int]) -> None:
    width, height = size
    frame = Frame(bytes([4]) * width * height, EGA_BYTES, width=width, height=height)
    bench.window.show(frame)
    choose(bench, "Display", "Picture tube")
    assert bench.menu.entries[bench.menu.chosen].note == "on"
    bench.press(ESCAPE)
    bench.press(ESCAPE)
    bench.window.show(frame)
    spot = bench.window._picture._placement
    assert bench.host.softened[-1] == (spot.left, spot.top, spot.width, spot.height)
    assert len(bench.host.small) == width * height
    assert bench.host.small[0] == 0xAA0000
    bench.window.show(frame)
    drawn = len(bench.host.softened)
    assert bench.host.updates[-1] == (0, 480)
    choose(bench, "Display", "Picture tube")
    bench.window.show(frame)
    assert len(bench.host.softened) == drawn, "it is off again"


def test_the_display_menu_changes_aspect_and_size(bench: Bench) -> None:
    choose(bench, "Display", "Aspect")
    assert bench.window.commands.picture.aspect is Aspect.EXACT
    bench.press(DOWN)
    bench.press(LEFT)
    assert bench.host.size()[0] == 320
    bench.press(RIGHT)
    assert bench.host.size()[0] == 640


def test_keys_is_a_page_that_closes(bench: Bench) -> None:
    bench.window.show(picture())
    before = bench.host.pixels[:]
    choose(bench, "Keys")
    bench.window.show(picture())
    assert bench.host.pixels != before
    assert bench.pacer.paused
    bench.press(ESCAPE)
    bench.window.show(picture())
    assert bench.menu.entries, "back in the menu, from which it came"
    bench.press(ESCAPE)
    bench.window.show(picture())
    assert bench.host.pixels == before
    assert not bench.pacer.paused


def test_the_key_of_the_menu_goes_back_to_it_from_a_page(bench: Bench) -> None:
    choose(bench, "Keys")
    bench.press(F12)
    assert bench.menu.entries
    bench.press(F12)
    assert not bench.pacer.paused
    bench.command("h")
    assert not bench.pacer.paused, "there are no states here"


class OnePage(WindowPage):
    """A page of one row, shown while no game runs."""

    title = "Games"
    searches = True

    def __init__(self, bench: Bench, *keys: KeyPress) -> None:
        super().__init__()
        self.titles: list[str] = []
        self._bench = bench
        self._keys = list(keys)

    def rows(self) -> list[PageRow]:
        return [PageRow("a game")]

    def turn(self) -> None:
        if self._bench.window._menu.is_open:
            self.titles.append(self._bench.menu.title)
        self._bench.host.happen(self._keys.pop(0) if self._keys else KeyPress(ESCAPE))


def test_the_menu_opens_over_a_page_and_nothing_of_a_game_can_be_done_there(bench: Bench) -> None:
    page = OnePage(bench, KeyPress(F12), KeyPress(ESCAPE), KeyPress(F12))
    bench.window.run_page(page, "agi-emu")
    assert page.titles == ["agi-emu", "agi-emu"]
    assert page.is_closed, "Esc left the menu first, then the page"
    possible: set[str] = set()

    class Looking(OnePage):
        def turn(self) -> None:
            super().turn()
            if bench.window._menu.is_open:
                possible.update(entry.text.split(" ")[0] for entry in bench.menu.entries if entry.is_possible)

    bench.window.run_page(Looking(bench, KeyPress(F12)), "agi-emu")
    assert possible == {"Back", "Speed", "Playing", "Display", "Keys", "Quit"}
    bench.command("k")
    assert bench.window._hands.letters.is_open, "the game goes on as before"


def test_a_page_that_was_chosen_from_the_menu_over_a_page_leads_back(bench: Bench) -> None:
    keys = [KeyPress(F12), *[KeyPress(UP)] * 3, KeyPress(RETURN), KeyPress(ESCAPE), KeyPress(F12)]
    page = OnePage(bench, *keys)
    bench.window.run_page(page, "agi-emu")
    assert page.titles[-1] == "agi-emu", "Esc on the page of keys leads to the menu"
    assert page.is_closed
    assert not bench.window._menu.is_open


def test_menu_is_drawn_over_the_darkened_game_and_goes_away(bench: Bench) -> None:
    frame = picture(_0_0=15, _160_100=4)
    bench.window.show(frame)
    before = bench.host.pixels[:]
    bench.press(F12)
    bench.window.show(frame)
    assert bench.host.pixel(0, 40) == 0x7F7F7F
    shown = bench.host.pixels[:]
    bench.press(DOWN)
    bench.window.show(frame)
    assert bench.host.pixels != shown, "the choice must be seen to move"
    bench.press(F12)
    bench.window.show(frame)
    assert bench.host.pixels == before


def test_grabbed_picture_is_without_the_menu(bench: Bench) -> None:
    frame = picture(_160_100=4)
    bench.press(F12)
    bench.window.show(frame)
    bench.command("g")
    assert bench.saved == [frame]


def test_menu_by_mouse(bench: Bench) -> None:
    def click(x: int, y: int) -> None:
        bench.host.happen(Pointer(2 * x, 40 + 2 * y, 1, pressed=True), Pointer(2 * x, 40 + 2 * y, 0))
        assert bench.window.poll() == []

    bench.press(F12)
    click(250, row_of(bench, "Speed"))
    assert bench.pacer.speed == 2
    click(70, row_of(bench, "Speed"))
    assert bench.pacer.speed == 1
    click(100, row_of(bench, "Continue"))
    assert not bench.pacer.paused
    bench.press(F12)
    click(5, 5)
    assert not bench.pacer.paused, "a click outside closes the menu"
