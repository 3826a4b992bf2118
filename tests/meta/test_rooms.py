"""The house stays one that a person can carry: its rooms, the arrows between them, and their lines of code."""

from __future__ import annotations

from tests.meta.rooms import PACKAGE, arrows, code

MOST_ROOMS = 30
MOST_ARROWS = 190
CEILINGS: dict[str, int] = {
    "_core": 9960,
    "machine": 6755,
    "cli": 5117,
    "resources": 4736,
    "window": 4669,
    "recording": 3040,
    "state": 2539,
    "logic": 2497,
    "lab": 3107,
    "authoring": 2717,
    "translations": 545,
    "tracing": 1379,
    "keeping": 1523,
    "checking": 1269,
    "facts": 1216,
    "reporting": 1013,
    "input": 1051,
    "presentation": 448,
    "headless": 553,
    "debugging": 1503,
    "coverage": 547,
    "host_files": 447,
    "web": 344,
    "editor": 2321,
    "pytest_plugin": 248,
    "session": 199,
    "many": 70,
    "__init__": 52,
    "__main__": 30,
    "data": 20,
}
"""Lines of code that each room may have. A feature pays for its lines by what it replaces."""


def test_there_are_few_rooms_and_arrows() -> None:
    leads = arrows(PACKAGE)
    assert len(leads) <= MOST_ROOMS
    assert sum(map(len, leads.values())) <= MOST_ARROWS


def test_no_room_has_more_code_than_its_ceiling() -> None:
    lines = code(PACKAGE)
    assert {room: count for room, count in lines.items() if count > CEILINGS.get(room, 0)} == {}
    assert sorted(CEILINGS) == sorted(lines)
