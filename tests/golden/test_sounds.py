"""Every sound of the real games against the port writes of the original (golden/README.md, "Tables")."""

from __future__ import annotations

import hashlib
import struct

import pytest

from agi_emu.accuracy.ground_truth import GroundTruth
from agi_emu.resources import open_game
from agi_emu.versions import PROFILES
from tests.unit.test_sound import Host

RECORDED_BEATS = 5400
"""The recordings end after 90 seconds."""

END_FLAG = 100

WITHOUT_GROUND_TRUTH = {
    ("hankqe", 11, "pc"): "runs past its own end into other memory",
    ("hankqe", 11, "tandy"): "runs past its own end into other memory",
    ("hankqe", 12, "tandy"): "runs past its own end into other memory",
    ("gourdb", 65, "tandy"): "the original's heap is full",
}
"""Rows that only the memory of the original explains (reference: sound.md, first lines)."""


@pytest.mark.golden
@pytest.mark.games
@pytest.mark.parametrize("machine", ["pc", "tandy"])
def test_port_writes_are_those_of_the_original(truth: GroundTruth, machine: str) -> None:
    rows = [row for row in truth.rows("sounds") if "error" not in row.get(machine, row)]
    opened = {name: open_game(truth.game(name)) for name in {row["game"] for row in rows}}
    different = set()
    for row in rows:
        host = Host(opened[row["game"]].sounds, machine=machine, profile=PROFILES["2.936"])
        end = host.play(row["sound"], END_FLAG, beats=RECORDED_BEATS)
        log = b"".join(struct.pack("<HHB", *write) for write in host.port_writes)
        expected = (row[machine]["end_tick"], row[machine]["writes"], row[machine]["sha1"])
        if (end, len(host.port_writes), hashlib.sha1(log).hexdigest()) != expected:
            different.add((row["game"], row["sound"], machine))
    assert different == {row for row in WITHOUT_GROUND_TRUTH if row[2] == machine}
    assert len(rows) == 409
