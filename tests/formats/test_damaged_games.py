"""Whatever the bytes: readers give something or raise AgiError, never anything else."""

from __future__ import annotations

import zipfile
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.facts.errors import AgiError
from agi_emu.facts.versions import LoopMirror
from agi_emu.resources import Kind, MissingResourceError, Presence, open_game
from agi_emu.resources.directory_finding import find_layout
from agi_emu.resources.files import GameFiles, OpeningMeter, open_archive
from agi_emu.resources.game import Game
from agi_emu.resources.interpreter import project_interpreter
from agi_emu.resources.items import detect_items, read_items
from agi_emu.resources.logic import parse_logic, text_ends
from agi_emu.resources.sound import parse_sound
from agi_emu.resources.verify import find_problems
from agi_emu.resources.view import parse_view
from agi_emu.resources.volumes import unpack_nibbles
from agi_emu.resources.words import parse_words
from tests.core.plain.lzw import compress
from tests.examples import examples
from tests.unit.sample_games import SMALL, WORDS, logic, v2_files, v3_files

TEXT = b"It is dark here. You can hear something move. " * 3
RESOURCES = {
    **SMALL,
    Kind.LOGIC: {0: logic(bytes.fromhex("FF0705FF02006501FE0000AA0100"), [b"Hi", None, TEXT]), 2: logic(b"\xab\0")},
}
V2 = v2_files(RESOURCES)
V3 = v3_files(
    {**RESOURCES, Kind.PICTURE: {1: (bytes.fromhex("F06FF0"), 3)}, Kind.SOUND: {2: (compress(TEXT), len(TEXT))}},
    nibbles=[(Kind.PICTURE, 1)],
)


@given(st.binary(max_size=400), st.binary(max_size=10), st.sampled_from(LoopMirror))
def test_readers_take_any_bytes(data: bytes, more: bytes, mirror: LoopMirror) -> None:
    parsed = parse_logic(0, data, key=b"Avis Durgan", following=more)
    assert len(parsed.code) <= max(1, len(data))
    text_ends(data, b"Alex Simkin")
    view = parse_view(0, data, mirror)
    assert all(cel.offset + 3 <= len(data) for loop in view.loops for cel in loop.cels)
    sound = parse_sound(0, data)
    assert sum(map(len, sound.voices)) <= 4 * (len(data) // 5 + 1)
    words = parse_words(data)
    assert all(0 <= group <= 0xFFFF and word.isascii() for word, group in words.entries)
    for items in (detect_items(data), read_items(data, b""), read_items(data, b"Avis Durgan")):
        assert len(items) <= items.count
        assert 1 <= items.object_count <= 256
    assert len(unpack_nibbles(data, 100)) <= 100
    project_interpreter(data)


@given(st.binary(min_size=52, max_size=300))
def test_words_take_any_records(records: bytes) -> None:
    parse_words(WORDS[:52] + records)


@examples(150)
@given(st.sampled_from([V2, V3]), st.data())
def test_changed_games_are_read_as_far_as_possible(files: dict[str, bytes], data: st.DataObject) -> None:
    changed = {name: bytearray(contents) for name, contents in files.items()}
    for _ in range(data.draw(st.integers(1, 6))):
        name = data.draw(st.sampled_from(sorted(changed)))
        contents = changed[name]
        action = data.draw(st.sampled_from(["set", "cut", "insert", "drop"]))
        at = data.draw(st.integers(0, len(contents)))
        if action == "set" and at < len(contents):
            contents[at] = data.draw(st.integers(0, 255))
        elif action == "cut":
            del contents[at:]
        elif action == "insert":
            contents[at:at] = data.draw(st.binary(max_size=9))
        elif action == "drop" and len(changed) > 1:
            del changed[name]
    read = GameFiles({name: bytes(contents) for name, contents in changed.items()})
    layout = find_layout(read)
    if layout is None:
        return
    game = Game(Path("changed"), read, layout)
    for problem in find_problems(game):
        assert str(problem)
    assert len(game.digest) == 64
    assert set(game.extensions) <= {"AGI256", "AGIPAL", "AGIMOUSE", "AGDS"}
    assert len(game.items_strict) <= game.items_strict.count
    for kind in Kind:
        for number in (-1, *range(0, 260, 7)):
            if game.presence(kind, number) is Presence.PRESENT:
                game.stored(kind, number)
                continue
            with pytest.raises(MissingResourceError, match=f"^{kind} {number}: "):
                game.stored(kind, number)


def archive(files: dict[str, bytes]) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as writer:
        for name, contents in files.items():
            writer.writestr(zipfile.ZipInfo(name), contents)
    return stream.getvalue()


ARCHIVE = archive(V2)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@examples(300)
@given(st.lists(st.tuples(st.integers(0, len(ARCHIVE) - 1), st.integers(0, 255)), min_size=1, max_size=4))
def test_changed_archives_open_or_are_refused(changes: list[tuple[int, int]]) -> None:
    open_changed(bytearray(ARCHIVE), changes)


# The central directory decides how the rest is read, so most of the trouble is in it.
DIRECTORY = ARCHIVE.index(b"PK\x01\x02")


@examples(500)
@given(st.lists(st.tuples(st.integers(DIRECTORY, len(ARCHIVE) - 1), st.integers(0, 255)), min_size=1, max_size=4))
def test_changed_archive_directories_open_or_are_refused(changes: list[tuple[int, int]]) -> None:
    open_changed(bytearray(ARCHIVE), changes)


def open_changed(data: bytearray, changes: list[tuple[int, int]]) -> None:
    for at, value in changes:
        data[at] = value
    with suppress(AgiError):
        budget = OpeningMeter(Path("changed.zip"))
        with open_archive(BytesIO(bytes(data)), budget) as folders:
            for folder in folders:
                find_layout(folder.read(budget))


def test_a_changed_archive_on_disk_goes_the_same_way(tmp_path: Path) -> None:
    path = tmp_path / "game.zip"
    path.write_bytes(ARCHIVE)
    assert open_game(path).words["look"] == 10
