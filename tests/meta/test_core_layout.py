"""The core and Python see one state: the layout's declarations, its sizes, its offsets."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

from agi_emu._core import context
from agi_emu.state import layout
from agi_emu.state.areas import Area
from scripts import core_declarations


def areas(top: type[Area]) -> Iterator[type[Area]]:
    """Yield every area that `top` is made of, and itself."""
    for field in top.fields():
        inner = getattr(field.ctype, "_type_", field.ctype)
        if isinstance(inner, type) and issubclass(inner, Area):
            yield from areas(inner)
    yield top


ALL = sorted(set(areas(layout.StateLayout)), key=lambda each: each.__name__)


def test_the_core_is_built_from_the_declarations_of_today() -> None:
    read = {name: (core_declarations.CORE / name).read_text() for name in core_declarations.FILES}
    assert read == {name: declared() for name, declared in core_declarations.FILES.items()}, "run make build"


def test_the_core_sees_a_state_of_the_same_size() -> None:
    assert len(context.zero_state()) == layout.STATE_BYTES


def test_no_area_is_padded() -> None:
    # A C compiler pads like ctypes; where neither pads, both agree on every offset.
    gaps = []
    for each in ALL:
        expected = 0
        for field in each.fields():
            descriptor = getattr(each, field.name)
            if descriptor.offset != expected:
                gaps.append(f"{each.__name__}: before {field.name}")
            expected = descriptor.offset + descriptor.size
        if ctypes.sizeof(each) != expected:
            gaps.append(f"{each.__name__}: at the end")
    assert not gaps, "\n".join(gaps)


def test_every_field_says_what_it_means() -> None:
    assert [each.__name__ for each in ALL if not each.__doc__] == []
    assert [f"{each.__name__}.{field.name}" for each in ALL for field in each.fields() if not field.meaning] == []
