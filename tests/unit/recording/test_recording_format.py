"""The text of recordings: what is written is read, and what is wrong is a sentence with its line."""

from __future__ import annotations

import base64
import errno
import re
import tracemalloc
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu._core.tick_blocks import MOST_WORK, lines
from agi_emu.facts.errors import RecordingError
from agi_emu.facts.mercies import IGNORE_GAME_ID
from agi_emu.machine.input.events import Arrow, InputEvent, Key, Mouse, SetVariable
from agi_emu.machine.settings import Settings
from agi_emu.recording.event_text import RecordedEvent, event_words, parse_event
from agi_emu.recording.head import FORMAT, DiskFile, Head, Pin, Start, StartKind
from agi_emu.recording.position import Place, clock_time
from agi_emu.recording.recording import Recording, parse_recording, recording_text
from agi_emu.recording.resource_table import ResourceName, ResourceTable
from agi_emu.recording.tick_blocks import LARGEST_BLOCK, pack_ticks, unpack_ticks
from agi_emu.recording.tick_values import NO_VALUES, VALUE_BYTES, changed_by_word, changes_of
from agi_emu.recording.ticks import Tick, Ticks, What
from agi_emu.state.files.state_file import looks_like_state

FORMATS = Path(__file__).parents[2] / "replay" / "formats"

hexes = st.integers(0, 2**64 - 1).map(lambda number: f"{number:016x}")
ticks = st.builds(Tick, hexes, hexes, hexes, st.integers(0, 60_000), st.just(b""), st.none())
values = st.dictionaries(st.integers(0, VALUE_BYTES - 1), st.integers(0, 255), max_size=40).map(
    lambda places: bytes(places.get(place, 0) for place in range(VALUE_BYTES))
)
words = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="#"), min_size=1, max_size=8)
events = st.one_of(
    st.builds(Key, st.integers(0, 0xFFFF)),
    st.builds(Arrow, st.integers(0, 8), st.booleans()),
    st.builds(Mouse, st.integers(0, 159), st.integers(0, 199), st.integers(0, 3)),
    st.builds(SetVariable, st.integers(0, 255), st.integers(0, 255)),
)
RECORDING = Recording(
    Head(
        game_digest="0" * 64,
        name="walk",
        path="../game",
        profile="2.936",
        settings=Settings(mercies=frozenset({IGNORE_GAME_ID})),
        comment="two\nlines",
        author="somebody",
        accepted=("2026-11-20 from tick 3 in frame: a reason",),
        pins=(Pin(What.FRAME, 3, 9, "0" * 16, "2026-11-20 known"),),
        masked=((0, 0, 320, 8), (10, 20, 3, 4)),
        resources=ResourceTable({ResourceName("logic", 0): 5, ResourceName("object", 0): 7}),
        start=Start(StartKind.STATE, b"state" * 100),
        disk=(DiskFile(b"\\", b"WALKSG.1", b"saved"),),
    ),
    (
        RecordedEvent(Place(10, 0), Key(13), "said yes", ("the first room",)),
        RecordedEvent(Place(10, 2), Arrow(3, down=True)),
    ),
    tuple(
        Tick(f"{n:016x}", f"{n // 7:016x}", "0" * 16, n // 2, bytes([n // 20] * 9) + NO_VALUES[9:]) for n in range(45)
    ),
    135,
    ("the end",),
)


def change_word(before: bytes, after: bytes) -> str:
    """Return the last word of the line of a tick."""
    digests = "0" * 16
    ticks = Ticks([Tick(digests, digests, digests, 0, each) for each in (before, after)])
    return lines(ticks.rows, 1)[0].split(" ")[-1]


@given(events)
def test_events_come_back_from_their_words(event: InputEvent) -> None:
    assert parse_event(event_words(event).split()) == event


@given(st.lists(ticks, min_size=1, max_size=30).map(lambda each: sorted(each, key=lambda tick: tick.cycle)), st.data())
def test_ticks_come_back_from_a_block(block: list[Tick], data: st.DataObject) -> None:
    assert unpack_ticks(pack_ticks(block), len(block)) == block
    with_values = [tick._replace(values=data.draw(values)) for tick in block[:5]]
    assert unpack_ticks(pack_ticks(with_values), len(with_values)) == with_values


@given(st.lists(st.builds(Tick, hexes, hexes, hexes, st.just(9), st.just(b""), st.integers(0, MOST_WORK)), min_size=1))
def test_work_is_a_column_that_older_readers_pass_over(block: list[Tick]) -> None:
    assert unpack_ticks(pack_ticks(block), len(block)) == block
    # They read the first compressed part, and look at nothing behind it.
    inflater = zlib.decompressobj()
    first = inflater.decompress(base64.b85decode(pack_ticks(block)))
    plain = [tick._replace(work=None) for tick in block]
    assert first == zlib.decompress(base64.b85decode(pack_ticks(plain)))
    assert inflater.eof
    # A block of which one tick has no work has no column.
    assert pack_ticks([*block[:-1], block[-1]._replace(work=None)]) == pack_ticks(plain)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (b"junk", "work of the ticks is damaged"),
        (zlib.compress(b"\5\5"), "that of 2 ticks, not of 1"),
        (zlib.compress(b"\x85"), "that of 0 ticks, not of 1"),
        (zlib.compress(b"\5")[:-2], "work of the ticks is cut off"),
        (zlib.compress(b"\xff" * 9 + b"\x01"), "a number above"),
        (zlib.compress(b"\x80" * 100_000), "a number above"),
    ],
)
def test_damaged_work_is_told(column: bytes, message: str) -> None:
    block = base64.b85decode(pack_ticks([Tick("0" * 16, "0" * 16, "0" * 16, 9)]))
    with pytest.raises(ValueError, match=message):
        unpack_ticks(base64.b85encode(block + column).decode(), 1)


@given(values, values)
def test_variables_and_flags_come_back_from_what_has_changed(before: bytes, after: bytes) -> None:
    assert changed_by_word(before, change_word(before, after)) == after
    names = {each.name: (each.expected, each.actual) for each in changes_of(before, after)}
    assert len(names) == sum(map(int, (before[n] != after[n] for n in range(256)))) + sum(
        (before[n] ^ after[n]).bit_count() for n in range(256, VALUE_BYTES)
    )


@pytest.mark.parametrize("word", ["v256=1", "v1=256", "f1=2", "x1=0", "v=1", "v1", "v-1=0", "", "v1=1,"])
def test_what_is_no_change_of_a_variable_or_flag_is_told(word: str) -> None:
    with pytest.raises(ValueError, match="is not a variable or flag with its value"):
        changed_by_word(NO_VALUES, word)


def test_a_change_of_a_variable_or_flag_in_words() -> None:
    before = bytes([7, *NO_VALUES[1:]])
    # Flag 40 is bit 80h of byte 5.
    after = NO_VALUES[:261] + b"\x80" + NO_VALUES[262:]
    assert change_word(before, after) == "v0=0,f40=1"
    assert [str(each) for each in changes_of(before, after)] == ["v0 (currentRoom) is 0, not 7", "f40 is 1, not 0"]


def test_a_recording_comes_back_from_its_text() -> None:
    text = recording_text(RECORDING)
    assert parse_recording(text, "walk") == RECORDING
    assert "10 0 key enter                   # said yes" in text.splitlines()
    assert max(map(len, text.splitlines())) < 600


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 3), events, words), max_size=20))
def test_events_written_in_any_order_are_read_in_theirs(given_events: list[tuple[int, int, InputEvent, str]]) -> None:
    lines = [f"{beat} {cycle} {event_words(event)} # {text}" for beat, cycle, event, text in given_events]
    head = recording_text(replace(RECORDING, events=(), ticks=(), end=None, after=()))
    found = parse_recording(head + "\n".join([*lines, "end 135", ""]), "walk").events
    assert [each.place for each in found] == sorted(Place(beat, cycle) for beat, cycle, _, _ in given_events)
    assert {each.text for each in found} == {text for _, _, _, text in given_events}


def test_ticks_are_read_one_by_one_too() -> None:
    whole = recording_text(replace(RECORDING, ticks=(), end=None)).splitlines()
    whole += lines(Ticks.of(RECORDING.ticks).rows, 0)
    assert parse_recording("\n".join([*whole, "end 135", ""]), "x").ticks == RECORDING.ticks


@pytest.mark.parametrize(
    ("old", "new", "below", "sentence"),
    [
        ("agirec 3", "agirec 4", 0, "format 4, this program reads 3"),
        ("agirec 3", "PK", 0, "not a recording: the first line"),
        ("game 0", "game x", 0, "64 hex digits"),
        ("machine pc", "machine amiga", 0, "'amiga' is not a machine"),
        ("mercies ignore", "mercies kindness ignore", 0, "unknown mercy 'kindness'"),
        ("profile 2.936", "profile 2.9", 0, "unknown interpreter '2.9'"),
        ("seed 0", "seed 70000", 0, "not a number from 0 to 65535"),
        ("seed 0\n", "seed 0\nseed 1\n", 1, "duplicate line 'seed'"),
        ("budget smooth", "budget fast", 0, "does not know the budget 'fast'"),
        ("budget smooth", "budget 0", 0, "1 to 10000000 units"),
        ("budget smooth", "budget 999999999", 0, "not a number from 0 to 10000000"),
        ("digests 2", "digests 9", 0, "digests number 9"),
        ("digests 2", "digests 1", 0, "digests number 1"),
        ("masked 0 0 320 8", "masked 0 0 321 8", 0, "the width '321' is not a number from 0 to 320"),
        ("masked 0 0 320 8", "masked 0 0", 0, "x, y, width and height"),
        ("start state", "start nowhere", 0, "boot, save or state"),
        ("start state", "start state 0123456789abcdef", 0, "boot, save or state"),
        ("key enter", "key entre", 0, "unknown key 'entre'"),
        ("key enter", "key up", 0, "an arrow is 'press up'"),
        ("press right", "push right", 0, "'push right' is not an event"),
        ("10 2 press", "10 x press", 0, "the cycle 'x' is not a number"),
        ("ticks 21 40", "ticks 22 41", 0, "expected tick 21, found tick 22"),
        ("ticks 21 40", "ticks 21 39", 0, "holds 20 ticks, its line says 19"),
        ("end 135", "fin 135", 0, "'fin' is not a keyword of recordings"),
        ("end 135", "end 135\n9 0 key a", 1, "after the end of the recording"),
        ("author", "autor", 0, "'autor' is not a keyword"),
        ("pinned frame", "pinned smell", 0, "a pin is state, frame or sound"),
    ],
)
def test_what_is_wrong_is_a_sentence_with_its_line(old: str, new: str, below: int, sentence: str) -> None:
    text = recording_text(RECORDING)
    line = text.count("\n", 0, text.index(old)) + 1 + below
    with pytest.raises(RecordingError) as error:
        parse_recording(text.replace(old, new, 1), "walk.agirec")
    assert f"walk.agirec, line {line}: " in str(error.value)
    assert sentence in str(error.value)


def test_damage_in_packed_lines_is_found() -> None:
    lines = recording_text(RECORDING).splitlines()
    for number, line in enumerate(lines, start=1):
        if not line.startswith(("ticks", "data")):
            continue
        flipped = line[:-9] + ("A" if line[-9] != "A" else "B") + line[-8:]
        with pytest.raises(RecordingError, match=r"line \d+: .*(damaged|cut off|base 85)"):
            parse_recording("\n".join([*lines[: number - 1], flipped, *lines[number:], ""]), "x")


@given(st.data())
def test_every_edit_is_read_or_is_a_sentence_with_a_line(data: st.DataObject) -> None:
    lines = recording_text(RECORDING).splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    edit = data.draw(st.sampled_from(("leave out", "repeat", "move", "cut", "change", "swap words")))
    line = lines[at]
    if edit == "leave out":
        del lines[at]
    elif edit == "repeat":
        lines.insert(at, line)
    elif edit == "move":
        del lines[at]
        lines.insert(data.draw(st.integers(0, len(lines))), line)
    elif edit == "swap words":
        lines[at] = " ".join(data.draw(st.permutations(line.split(" "))))
    elif line:
        place = data.draw(st.integers(0, len(line) - 1))
        inserted = (
            "" if edit == "cut" else data.draw(st.sampled_from((" ", "0", "7", "-", "x", "#", "  9", "\u00e9", "\x00")))
        )
        lines[at] = line[:place] + inserted + ("" if edit == "cut" else line[place + 1 :])
    try:
        found = parse_recording("\n".join([*lines, ""]), "x", unclosed=data.draw(st.booleans()))
    except RecordingError as error:
        sentence = str(error)
    else:
        again = parse_recording(recording_text(found), "again", unclosed=True)
        sentence = "x, line 1: " if again == found else "what was read is not what was written"
    place = re.match(r"x, line (\d+): ", sentence)
    assert place is not None, sentence
    assert 1 <= int(place[1]) <= len(lines) + 1


def test_every_cut_is_a_sentence_and_what_is_whole_can_be_kept() -> None:
    text = recording_text(replace(RECORDING, head=replace(RECORDING.head, start=Start(), disk=())))
    for length in range(0, len(text) - 1, 7):
        with pytest.raises(RecordingError, match=r"^x, line \d+: "):
            parse_recording(text[:length], "x")
    whole = text[: text.index("ticks 41")]
    assert len(parse_recording(whole + "ticks 41 45 c$_abc", "x", unclosed=True).ticks) == 40
    with pytest.raises(RecordingError, match="was not closed; to close it at its last tick, 40"):
        parse_recording(whole, "x")


def test_a_head_must_be_whole() -> None:
    text = recording_text(replace(RECORDING, head=replace(RECORDING.head, start=Start())))
    with pytest.raises(RecordingError, match="the head has no line 'profile'"):
        parse_recording(text.replace("profile 2.936\n", ""), "x")


def test_what_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.agirec"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(RecordingError, match="is not a recording: byte 0"):
        Recording.load(path)
    path.write_bytes(b"")
    with pytest.raises(RecordingError, match="line 1: "):
        Recording.load(path)


def test_recordings_of_earlier_programs_are_read() -> None:
    found = {path.stem: Recording.load(path) for path in FORMATS.glob("format-*.agirec") if "-open" not in path.stem}
    assert sorted(found) == ["format-3", "format-3-state", "format-3-work"]
    later = found["format-3-state"]
    assert (later.head.start.kind, len(later.ticks), later.end) == (StartKind.STATE, 60, 299)
    assert looks_like_state(later.head.start.data)
    third = found["format-3"]
    assert (third.head.name, third.head.profile, third.head.settings.seed) == ("meadow", "2.936", 5)
    assert third.head.settings.budget.units == 3000
    assert third.head.masked == ((0, 0, 320, 8), (100, 100, 7, 3))
    assert (len(third.ticks), third.end, third.ticks[59].values[0]) == (60, 180, 1)
    unclosed = Recording.load(FORMATS / "format-3-open.agirec", unclosed=True)
    assert (len(unclosed.ticks), unclosed.end) == (10, None)
    # Flag 5, a new room, is set in the first cycle only.
    assert [tick.values[256] >> 2 & 1 for tick in unclosed.ticks] == [1, 1, *[0] * 8]


def test_time_is_shown_as_on_a_watch() -> None:
    assert [clock_time(beats) for beats in (0, 1, 60, 3661, 216_000)] == [
        *("00:00.000", "00:00.016", "00:01.000", "01:01.016", "60:00.000")
    ]


def test_a_full_disk_leaves_the_old_recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "walk.agirec"
    path.write_text("as it was")

    def write_half(draft: Path, data: bytes) -> int:
        draft.write_text(data[: len(data) // 2].decode())
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write_half)
    with pytest.raises(OSError, match="No space left"):
        RECORDING.save(path)
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("walk.agirec", "as it was")]


@pytest.mark.parametrize("line", ["comment ", "# ", "accepted ", "data "])
def test_lines_besides_ticks_have_a_limit_of_length_in_all(line: str) -> None:
    text = f"agirec {FORMAT}\n" + f"{line}{'x' * 1_000_000}\n" * 17
    with pytest.raises(RecordingError, match=r"more than 16 MiB|data without a start"):
        parse_recording(text, "long")


def test_a_block_of_ticks_has_a_limit_of_length() -> None:
    with pytest.raises(ValueError, match="longer than a block can be"):
        unpack_ticks("Z" * (LARGEST_BLOCK + 1), 1)


@pytest.mark.parametrize(
    ("line", "problem"), [("ticks 1 1 ", "longer than a block can be"), ("name ", "more than 16 MiB")]
)
def test_a_line_that_is_too_long_is_refused_before_it_is_copied(line: str, problem: str) -> None:
    text = f"agirec {FORMAT}\n{line}{'Z' * (20 << 20)}\n"
    tracemalloc.start()
    try:
        with pytest.raises(RecordingError, match=f"line 2: .*{problem}"):
            parse_recording(text, "long")
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
