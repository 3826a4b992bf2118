"""Targets for the pages that are written around a game, and for the files that pytest collects."""

from __future__ import annotations

import re
import zipfile
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

from agi_emu.checking.scripts import walked
from agi_emu.input.input_script import parse_input_script
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.recording.comparing.compare import compare_with_game
from agi_emu.recording.comparing.spans import Span
from agi_emu.recording.recording import parse_recording, recording_text
from agi_emu.recording.ticks import What
from agi_emu.resources.game import Game
from agi_emu.web.exporting import PAGE, WRITTEN, Content, folder_files, remove_left_over, single_file, written_before
from agi_emu.web.live_page import LiveCase, PlayedRecording, live_page
from agi_emu.web.runtime import FOLDER, MANIFEST, Runtime, find_runtime
from tests.fuzz.cursor import Cursor, share
from tests.fuzz.samples import files_of, folder, game_of
from tests.fuzz.texts import text_of
from tests.replay.recorded import keys, record
from web.machine_side.beside import MachinePair

PLAYED = 256
"""One input in so many is played, too, or becomes a folder with a cover: both take long."""
MOST_TICKS = 100
WAITS_LONG = re.compile(r"[0-9]{3}")
MODULE = b'<script type="module" src="page.js"></script>'
RUNTIME = Runtime(
    {
        PAGE: b"<title>agi-emu</title>" + MODULE,
        "beside.html": b"<title>agi-emu</title>" + MODULE.replace(b"page", b"beside"),
        **dict.fromkeys(("page.js", "beside.js", "start-single.js", "blobs.js", "single.js", "page.css"), b""),
    },
    "1",
    {},
)
KEPT = "kept.txt"


class _Elements(HTMLParser):
    """What is in a page: its elements, each with the names of its attributes."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(name for name, _ in attrs)))


@cache
def stage() -> Game:
    """Return the game of the pages."""
    game = game_of(files_of("stage"))
    assert game is not None
    return game


@cache
def stage_recording() -> str:
    """Return a recording of that game."""
    return recording_text(record(Machine(stage(), seed=1), keys(b5="right", b9="enter"), 60))


@cache
def export_folder() -> Path:
    """Return a folder for an export, with a file beside it that no export may touch."""
    place = folder() / "exported"
    place.mkdir()
    (folder() / KEPT).write_bytes(b"kept")
    return place


@cache
def plain_elements() -> list[tuple[str, tuple[str, ...]]]:
    """Return the elements of a page of which nothing tries to be more than text."""
    return _Elements(single_file(Content(stage(), Settings(), title="x"), RUNTIME)).found


def write_page(data: bytes) -> None:
    """Write a page about a game that says anything, into a folder with anything, or with any runtime."""
    cursor = Cursor(data)
    kind = cursor.below(4)
    if kind == 0:
        place = export_folder()
        (place / WRITTEN).write_bytes(cursor.rest())
        remove_left_over(place, written_before(place), {WRITTEN: b""})
        assert (folder() / KEPT).read_bytes() == b"kept"
    elif kind == 1:
        wheel = folder() / "runtime.whl"
        wheel.write_bytes(cursor.rest())
        find_runtime(wheel)
    elif kind == 2:
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr(f"{FOLDER}{MANIFEST}", cursor.rest())
        wheel = folder() / "runtime.whl"
        wheel.write_bytes(packed.getvalue())
        find_runtime(wheel)
    else:
        said = cursor.take(cursor.byte())
        game = game_of({**files_of("stage"), "x.wag": said})
        assert game is not None
        content = Content(game, Settings(), title=text_of(cursor.rest()))
        assert _Elements(single_file(content, RUNTIME)).found == plain_elements()
        if not share(data, PLAYED):
            folder_files(content, RUNTIME)


def live_report(title: str, recording: bytes, spans: list[Span]) -> bytes:
    """Return the page on which one recording is played."""
    played = PlayedRecording(stage(), recording)
    return live_page([LiveCase("case", title, played, played, spans)], RUNTIME)


@cache
def plain_live_elements() -> list[tuple[str, tuple[str, ...]]]:
    """Return the elements of that page where nothing tries to be more than text."""
    return _Elements(live_report("x", b"", [])).found


def write_live_report(data: bytes) -> None:
    """Write the page on which a recording of any bytes is played; play some as that page does."""
    cursor = Cursor(data)
    first, last, name = cursor.word(), cursor.word(), text_of(cursor.take(cursor.byte()))
    text = cursor.rest()
    spans = [Span(first, last, tuple(What))]
    assert _Elements(live_report(name, text, spans)).found == plain_live_elements()
    recording = parse_recording(text_of(text), "sample")
    if share(data, PLAYED) or len(recording.ticks) > MOST_TICKS:
        return
    pair = MachinePair(_NoPage(), {"actual": (stage(), recording)})
    pair.seek(last % MOST_TICKS)
    pair.step(-1)
    pair.turn(first % MOST_TICKS)
    _ = pair.status(), pair.state()


class _NoPage:
    def show(self, pixels: bytes, colours: bytes, side: str) -> None:
        """Show nothing."""


def collect(data: bytes) -> None:
    """Run a recording or a walkthrough as pytest does."""
    cursor = Cursor(data)
    is_walkthrough = bool(cursor.byte() & 1)
    text = text_of(cursor.rest())
    if is_walkthrough:
        parse_input_script(text, "sample")
        if not share(data, PLAYED) and not WAITS_LONG.search(text):
            walked("sample", text, stage()).lines()
        return
    recording = parse_recording(text, "sample")
    if not share(data, PLAYED) and len(recording.ticks) <= MOST_TICKS:
        found = compare_with_game(stage(), recording, name="sample")
        found.lines(all_spans=True)
        type(found).from_record(found.record())
