"""The parser against its plain twin, with dictionaries in any order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agi_emu.machine.input.parser import read_sentence
from tests.core.plain.parser import Dictionary, Record, sentence

LETTERS = "abi "
RESTS = st.text("abi", min_size=1, max_size=1).flatmap(lambda first: st.text(LETTERS, max_size=3).map(first.__add__))
RECORDS = st.lists(
    st.builds(Record, st.integers(0, 3), RESTS, st.sampled_from([0, 1, 5, 300])), min_size=1, max_size=12
).map(tuple)
LINES = st.text("abiABI  .,-'1\x80", max_size=20)


@st.composite
def dictionaries(draw: st.DrawFn) -> Dictionary:
    """Draw records in any order; the first one of the file and those an initial leads to share nothing."""
    records = draw(RECORDS)
    records = (Record(0, records[0].rest, records[0].group), *records[1:])
    starts: dict[str, int] = {}
    for number, record in enumerate(records):
        if record.shared == 0 and draw(st.booleans()):
            starts.setdefault(record.rest[0], number)
    return Dictionary(records, starts)


@given(dictionary=dictionaries(), line=LINES)
def test_sentences_are_read_as_the_twin_does(dictionary: Dictionary, line: str) -> None:
    found = read_sentence(dictionary.to_bytes(), line.encode("latin-1"))
    words, unknown = sentence(dictionary, line)
    assert [(group, text.decode("latin-1")) for group, text in found.words] == words
    assert found.unknown == unknown
