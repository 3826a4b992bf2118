"""The house stays one that a person can carry: its rooms, the arrows between them, and their lines of code."""

from __future__ import annotations

from tests.meta.rooms import PACKAGE, arrows, code

MOST_ROOMS = 30
MOST_ARROWS = 190
CEILINGS: dict[str, int] = {
    "_core": 10_351,
    "machine": 6405,
    "cli": 5071,
    "resources": 4696,
    "window": 4634,
    "recording": 3036,
    "state": 2531,
    "logic": 2467,
    "lab": 3448,
    "authoring": 2675,
    "translations": 545,
    "tracing": 1367,
    "keeping": 1499,
    "checking": 1250,
    "facts": 1213,
    "reporting": 1006,
    "input": 1042,
    "presentation": 412,
    "headless": 553,
    "debugging": 1495,
    "coverage": 547,
    "host_files": 449,
    "web": 340,
    "editor": 2290,
    "pytest_plugin": 248,
    "session": 190,
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
