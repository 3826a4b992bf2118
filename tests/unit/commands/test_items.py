"""Inventory items."""

from __future__ import annotations

import pytest

from tests.unit.commands.covered import covers
from tests.unit.commands.stage import Stage

ITEMS = (("?", 0), ("lamp", 4), ("key", 255), ("rope", 9))


@covers("get", "get.v", "drop", "put", "put.v")
def test_items_are_carried_dropped_and_put(play: Stage) -> None:
    # reference: CMD-27
    m = play(
        'get("lamp"); drop("key"); v40 = 3; v41 = 77; put.v(v40, v41); v42 = 0; get.v(v42); put("?", v41);',
        items=ITEMS,
    )
    assert list(m.state.item_rooms[:4]) == [77, 255, 0, 77]


@covers("get.room.v")
def test_room_of_an_item(play: Stage) -> None:
    # reference: CMD-27: var[b] = room of item var[a]
    m = play("v40 = 1; get.room.v(v40, v41); v40 = 2; get.room.v(v40, v42);", items=ITEMS)
    assert (m.vars[41], m.vars[42]) == (4, 255)


@pytest.mark.parametrize(
    "action", ["get(i{n});", "drop(i{n});", "put(i{n}, v1);", "v40={n}; get.v(v40);", "v40={n}; put.v(v40, v1);"]
)
@pytest.mark.parametrize(("number", "beyond"), [(4, 0), (250, 246), (255, 251)])
def test_item_past_the_last_one_is_error_23(play: Stage, action: str, number: int, beyond: int) -> None:
    # reference: CMD-28: v18 is the item's number minus the count of items
    once = f"if (v17) {{ v50 = v17; v51 = v18; v17 = 0; }} else {{ if (!v50) {{ {action.format(n=number)} }} }}"
    m = play(once, items=ITEMS)
    assert (m.vars[50], m.vars[51]) == (23, beyond)


@covers("get.room.v")
def test_room_of_an_item_past_the_last_one_is_error_23(play: Stage) -> None:
    # reference: CMD-28
    once = "if (v17) { v50 = v17; v51 = v18; v17 = 0; } else { if (!v50) { v40 = 9; get.room.v(v40, v41); } }"
    m = play(once, items=ITEMS)
    assert (m.vars[50], m.vars[51]) == (23, 5)


@covers("status")
def test_status_lists_what_is_carried(play: Stage) -> None:
    # reference: TEXT-61; more: tests/unit/machine/test_inventory.py
    m = play('get("lamp"); status(); v40 = 1;', items=ITEMS)
    assert [row.strip() for row in m.text.rows if row.strip()] == [
        "You are carrying:",
        "lamp" + " " * 31 + "key",
        "Press a key to return to the game",
    ]
    assert m.vars[40] == 0
