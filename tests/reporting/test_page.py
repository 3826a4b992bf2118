"""The page about a comparison: whole, closed in itself, and right in what it says."""

from __future__ import annotations

import base64
import io
import json
import re
import wave
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from agi_emu import cli
from agi_emu.checking.check import Check
from agi_emu.checking.report import Look, write_report
from agi_emu.checking.summary import merge
from agi_emu.data import demo_path
from agi_emu.machine.machine import Machine
from agi_emu.recording.comparing.compare import compare_with_game
from agi_emu.recording.comparing.updating import pinned
from agi_emu.recording.masks import Masks, Rectangle
from agi_emu.recording.recording import Recording
from agi_emu.recording.replaying.replay import Replay
from agi_emu.reporting.case import Case
from agi_emu.reporting.page import report_html
from agi_emu.reporting.state_tables import state_tables
from agi_emu.resources.game import open_game
from tests.reporting.changed_demo import ChangedDemo
from tests.reporting.page import Element, Page

PNG, WAV = "data:image/png;base64,", "data:audio/wav;base64,"


@pytest.fixture(scope="module")
def failing(failing_report: Path) -> Page:
    """The page about a run that differs."""
    return Page.parse(failing_report.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def passing(passing_report: Path) -> Page:
    """The page about runs that are as they were."""
    return Page.parse(passing_report.read_text(encoding="utf-8"))


def image_of(element: Element) -> Image.Image:
    """Return the picture that an element holds."""
    source = element.attributes["src"]
    assert source.startswith(PNG)
    return Image.open(io.BytesIO(base64.b64decode(source.removeprefix(PNG))))


def picture(page: Page, alt: str, number: int = 0) -> Image.Image:
    """Return the picture of the n-th moment with a name."""
    return image_of([each for each in page.of("img") if each.attributes["alt"] == alt][number])


def pixels(image: Image.Image) -> list[tuple[int, int, int]]:
    """Return the colours of a picture, row by row."""
    data = image.convert("RGB").tobytes()
    return list(zip(data[::3], data[1::3], data[2::3], strict=True))


def screen_at(game: Path, recording: Path, tick: int) -> list[tuple[int, int, int]]:
    """Play a recording with a game to a tick and return the pixels."""
    play = Replay(open_game(game), Recording.load(recording))
    play.run(until_tick=tick)
    data = play.machine.frame.rgb.tobytes()
    return list(zip(data[::3], data[1::3], data[2::3], strict=True))


@pytest.mark.parametrize("name", ["failing", "passing"])
def test_the_page_needs_nothing_else(name: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(name)
    ids = {each.attributes.get("id", "") for each in page.elements}
    for reference in page.references():
        inside = reference.startswith("#") and reference[1:] in ids
        assert inside or reference.startswith((PNG, WAV)) or reference == "data:,", reference[:60]
    style = "".join(each.text for each in page.of("style"))
    assert "url(" not in style
    assert "@import" not in style
    script = "".join(each.text for each in page.of("script"))
    assert not re.search(r"https?:|fetch\(|XMLHttpRequest|import\(|WebSocket", script)


@pytest.mark.parametrize("name", ["failing", "passing"])
def test_every_picture_is_there(name: str, request: pytest.FixtureRequest) -> None:
    page: Page = request.getfixturevalue(name)
    assert page.of("img")
    for element in page.of("img"):
        assert image_of(element).size in ((320, 200), (160, 168), (648, 200))
        assert element.attributes["alt"]


def test_pictures_are_those_of_both_games(failing: Page, changed_demo: ChangedDemo) -> None:
    ticks = [int(re.findall(r"tick (\d+)", each.text)[0]) for each in failing.of("h3") if "tick" in each.text]
    assert len(ticks) >= 3
    for number, tick in enumerate(ticks):
        was, now = (
            screen_at(demo_path(), changed_demo.quay, tick),
            screen_at(changed_demo.game, changed_demo.quay, tick),
        )
        assert pixels(picture(failing, "Screen, expected", number)) == was
        assert pixels(picture(failing, "Screen, actual", number)) == now
        marked = pixels(picture(failing, "Screen, difference", number))
        assert [pixel == (255, 0, 160) for pixel in marked] == [a != b for a, b in zip(was, now, strict=True)]


def test_the_table_names_status_and_cause(failing: Page) -> None:
    rows = [each for each in failing.of("tr") if "data-status" in each.attributes]
    assert [row.attributes["data-status"] for row in rows] == ["different", "equal"]
    for name in ("sound 1", "picture 2", "logic 2"):
        assert name in rows[0].text
    (cause,) = failing.with_class("cause")
    assert "2-quay.lgc:" in cause.text
    assert "- position(o0, 46, 132);" in cause.text
    assert "+ position(o0, 48, 132);" in cause.text


def test_the_position_of_ego_is_marked(failing: Page) -> None:
    changed = [each.text for each in failing.of("td") if "differs" in each.attributes.get("class", "")]
    assert {"46", "48"} <= set(changed)


def test_actions_have_their_source_lines(failing: Page) -> None:
    actions = [each.text for each in failing.of("tr") if re.match(r"(logic \d+, offset|[\w-]+\.lgc:)\d*", each.text)]
    assert any(each.startswith("2-quay.lgc:") and "show.pic()" in each for each in actions)
    assert any(each.startswith("logic 2, offset ") and "show.pic();" in each for each in actions)


def test_sound_can_be_played(failing: Page) -> None:
    sources = [each.attributes["src"] for each in failing.of("audio")]
    assert len(sources) >= 2
    for source in sources:
        with wave.open(io.BytesIO(base64.b64decode(source.removeprefix(WAV)))) as sound:
            assert sound.getframerate() == 44100
            frames = sound.readframes(sound.getnframes())
            assert 1 <= sound.getnframes() / 44100 <= 3
            assert any(frames)
    assert sources[0] != sources[1]


def test_objects_and_items_are_told_in_words() -> None:
    was, now = (Machine(open_game(demo_path()), seed=1) for _ in range(2))
    now.state.item_rooms[1], now.state.objects[0].flags, now.state.objects[0].motion = 255, 0x0411, 3
    tables = state_tables(was.state, now.state, items=["?", "lamp"])
    (item,) = tables.items
    assert (item.name, item.expected, item.actual) == ("i1 lamp", f"room {was.state.item_rooms[1]}", "carried")
    shown = {each.name: each.actual for each in tables.objects[0].fields if each.differs}
    assert shown == {"flags": "drawn update repositioned", "motion": "move obj"}


def test_the_time_line_begins_where_the_difference_does(failing: Page) -> None:
    lanes = [each for each in failing.of("i") if each.attributes["class"] == "different"]
    titles = [each.attributes["title"] for each in lanes]
    assert any(title.startswith("ticks 13 to") for title in titles), titles
    assert all(re.fullmatch(r"left:[\d.]+%;width:[\d.]+%", each.attributes["style"]) for each in lanes)


def test_a_passing_run_shows_its_end(passing: Page, changed_demo: ChangedDemo) -> None:
    assert [each.attributes["data-status"] for each in passing.of("tr") if "data-status" in each.attributes] == [
        "equal",
        "equal",
    ]
    last = len(Recording.load(changed_demo.quay).ticks)
    seen = pixels(picture(passing, "The screen at the end"))
    assert seen == screen_at(demo_path(), changed_demo.quay, last)


def case_of(changed_demo: ChangedDemo, name: str = "quay", **more: object) -> Case:
    """Return the case of the recording that differs."""
    recording = Recording.load(changed_demo.quay)
    game = open_game(changed_demo.game)
    outcome = replace(compare_with_game(game, recording), name=name)
    return replace(Case(outcome, recording, game), **more)


def test_without_the_recorded_game_the_page_says_what_it_lacks(changed_demo: ChangedDemo) -> None:
    page = Page.parse(report_html([case_of(changed_demo)]))
    assert "holds digests, no pixels" in page.with_class("note")[0].text
    alts = {each.attributes["alt"] for each in page.of("img")}
    assert alts == {"Screen, actual", "Visual, actual", "Priority, actual"}


def test_names_are_not_taken_for_markup(changed_demo: ChangedDemo) -> None:
    name = "<script>alert(1)</script>\"'&"
    page = Page.parse(report_html([case_of(changed_demo, name=name)]))
    assert len(page.of("script")) == 1
    assert any(name in each.text for each in page.of("td"))


def test_a_reference_that_is_none_is_said(changed_demo: ChangedDemo) -> None:
    case = case_of(changed_demo, reference=open_game(changed_demo.game))
    notes = [each.text for each in Page.parse(report_html([case])).with_class("note")]
    assert any("does not match the recording here" in note for note in notes)


def test_masked_pixels_do_not_count(changed_demo: ChangedDemo) -> None:
    everything = Masks((Rectangle(0, 0, 320, 200, "all"),), ())
    recording = Recording.load(changed_demo.quay)
    game = open_game(changed_demo.game)
    reference = open_game(demo_path())
    masked = replace(recording, head=replace(recording.head, masked=everything.areas))
    found = compare_with_game(game, recording)
    case = Case(replace(found, name="quay"), masked, game, reference, everything)
    assert {layer.count for moment in case.moments for layer in moment.layers} == {0}


def test_known_differences_are_told_from_new_ones(changed_demo: ChangedDemo) -> None:
    recording = Recording.load(changed_demo.quay)
    game = open_game(changed_demo.game)
    known = pinned(recording, compare_with_game(game, recording), reason="a new quay", date="2026-01-01")
    found = compare_with_game(game, known)
    page = Page.parse(report_html([Case(replace(found, name="quay"), known, game)]))
    (row,) = [each for each in page.of("tr") if "data-status" in each.attributes]
    assert row.attributes["data-status"] == "known"
    assert [each for each in page.of("i") if each.attributes["class"] == "known"]


def slug(page: Page, number: int = 0) -> str:
    return [each.attributes["id"] for each in page.of("section") if each.attributes.get("class") == "recording"][number]


def test_equal_differences_are_one_row_and_few_have_pictures(many_report: Path) -> None:
    index = Page.parse((many_report / "index.html").read_text(encoding="utf-8"))
    titles = [each.text.split() for each in index.of("tr") if each.attributes.keys() == {"data-group"}]
    assert titles == [["12", "different", "sound", "1", "(sound;", "first", "at", "tick", "13)"]]
    rows = [each for each in index.of("tr") if "data-status" in each.attributes]
    assert [each.attributes["data-status"] for each in rows] == ["failed", *["different"] * 12, "equal"]
    assert sum("data-folded" in each.attributes for each in rows) == 9
    links = [each.attributes["href"] for each in index.of("a")]
    assert len(links) == 13
    pages = [Page.parse((many_report / link).read_text(encoding="utf-8")) for link in links]
    assert [bool(page.of("img")) for page in pages] == [*[True] * 3, *[False] * 9, True]
    assert pages[5].with_class("note")[0].text.startswith("This differs as others do.")
    example = next(each.attributes["href"] for each in pages[5].of("a") if "One of them" in each.text)
    assert example == links[0]
    for page, link in zip(pages, links, strict=True):
        assert slug(page) == link.removesuffix(".html")
        assert {"report.css", "report.js", "index.html"} <= set(page.references())
    assert (many_report / "report.css").is_file()
    assert (many_report / "report.js").is_file()


def test_links_to_a_tick_stay(failing: Page, many_report: Path) -> None:
    ids = {each.attributes["id"] for each in failing.of("article")}
    assert f"{slug(failing)}/tick-13" in ids
    assert slug(failing).startswith("quay-")
    page = Page.parse(next(many_report.glob("many-quay0-*.html")).read_text(encoding="utf-8"))
    assert "tick-13" in {each.attributes["id"] for each in page.of("article")}


def test_the_film_ends_as_the_pictures_do(failing: Page, changed_demo: ChangedDemo) -> None:
    (film,) = failing.with_class("film")
    steps = json.loads(film.attributes["data-film"])
    first = int(film.attributes["data-first"])
    canvas = Image.new("RGB", (648, 200))
    for tick, source, x, y in steps:
        if source:
            part = Image.open(io.BytesIO(base64.b64decode(source.removeprefix(PNG)))).convert("RGB")
            canvas.paste(part, (x, y))
        if tick == first:
            break
    for left, game in ((0, demo_path()), (328, changed_demo.game)):
        assert pixels(canvas.crop((left, 0, left + 320, 200))) == screen_at(game, changed_demo.quay, first)
    moving = image_of(next(each for each in failing.of("img") if each.attributes["alt"].endswith("moving")))
    assert moving.n_frames > 3


@pytest.mark.slow
def test_a_large_group_stays_small(changed_demo: ChangedDemo, tmp_path: Path) -> None:
    how = Check(changed_demo.game)
    one = how.run(changed_demo.quay)
    paths = [tmp_path / f"quay{number}.agirec" for number in range(500)]
    text = changed_demo.quay.read_text().replace("\npath ", f"\npath {changed_demo.quay.parent}/")
    for path in paths:
        path.write_text(text)
    outcomes = [replace(one, name=str(path)) for path in paths]
    write_report(merge(outcomes), tmp_path / "report", how, Look())
    size = sum(path.stat().st_size for path in (tmp_path / "report").iterdir())
    assert size < 5 << 20


def test_two_recordings_are_compared_without_a_game(changed_demo: ChangedDemo, tmp_path: Path) -> None:
    command = [
        "compare",
        changed_demo.quay,
        "--against",
        changed_demo.title,
        "--report",
        tmp_path / "report",
        "--single-file",
    ]
    result = CliRunner().invoke(cli.verbs, [str(each) for each in command])
    assert result.exit_code == 1, result.output
    page = Page.parse((tmp_path / "report" / "index.html").read_text(encoding="utf-8"))
    assert page.of("img") == []
    assert "hold digests, no pixels" in page.with_class("note")[0].text


def test_bisect_needs_the_recorded_game(changed_demo: ChangedDemo, tmp_path: Path) -> None:
    lonely = tmp_path / "lonely.agirec"
    recording = Recording.load(changed_demo.quay)
    other = open_game(changed_demo.game)
    # A recording of a game that is nowhere: its resources are not those of any game at hand.
    crcs = {name: crc ^ 1 for name, crc in recording.head.resources}
    table = type(recording.head.resources)(crcs)
    head = replace(recording.head, resources=table, path="", game_digest="0" * 64)
    replace(recording, head=head).save(lonely)
    command = ["compare", str(lonely), "--game", str(other.path), "--bisect"]
    result = CliRunner().invoke(cli.verbs, command)
    assert result.exit_code == 1, "the difference itself is known"
    assert "give its path with --reference" in result.stdout
    wrong = CliRunner().invoke(cli.verbs, [*command, "--reference", str(demo_path())])
    assert wrong.exit_code == 3
    assert "is not the recorded game" in wrong.stderr


def test_bisect_and_against_exclude_each_other(changed_demo: ChangedDemo) -> None:
    command = ["compare", str(changed_demo.quay), "--against", str(changed_demo.title), "--bisect"]
    assert CliRunner().invoke(cli.verbs, command).exit_code == 2
