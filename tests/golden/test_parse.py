"""Parser results of the original for 150 sentences per game."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

import pytest

from agi_emu.machine.input.parser import read_sentence
from tests.accuracy.ground_truth import GroundTruth

pytestmark = [pytest.mark.golden, pytest.mark.games]


def words_file(path: Path) -> bytes:
    with zipfile.ZipFile(path) as archive:
        (name,) = (name for name in archive.namelist() if name.lower().rsplit("/", 1)[-1] == "words.tok")
        return archive.read(name)


def test_every_recorded_sentence_is_read_as_the_original_did(truth: GroundTruth) -> None:
    checked = 0
    for row in truth.rows("parse"):
        raw = words_file(truth.game(row["game"]))
        assert hashlib.sha1(raw).hexdigest() == row["words_sha1"]
        for text, count, groups, v9, f2, f4 in row["cases"]:
            sentence = read_sentence(raw, text.encode("latin-1"))
            found = [len(sentence.words), [group for group, _ in sentence.words], sentence.unknown]
            assert found == [count, groups, v9], (row["game"], text)
            assert bool(sentence.words) == f2, (row["game"], text)
            assert f4 == 0
            checked += 1
    assert checked == 10650
