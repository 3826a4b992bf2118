"""The two forms of every loop in vector.h do the same: the one for the vector unit, and the portable one."""

from __future__ import annotations

import ctypes
import platform
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

CORE = Path(__file__).parents[2] / "agi_emu" / "_core"
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
TAPS = 32
LOOPS = f"""
#include "vector.h"
int lowest_bit(uint64_t word) {{ return agi_lowest_bit(word); }}
int highest_bit(uint64_t word) {{ return agi_highest_bit(word); }}
void plot_run(uint8_t* cells, int count, int room, int mask, int value)
    {{ agi_plot_run(cells, count, room, (uint8_t)mask, (uint8_t)value); }}
void equal_row(const uint8_t* cells, int mask, int wanted, uint64_t* words)
    {{ agi_equal_row(cells, (uint8_t)mask, (uint8_t)wanted, words); }}
uint32_t draw_cells(uint8_t* picture, const uint8_t* cells, int priority)
    {{ return agi_draw_cells(picture, cells, (uint8_t)priority); }}
int draw_rows(uint8_t* picture, const uint8_t* cells, int width, int rows, int priority, int* visible)
    {{ return agi_draw_rows(picture, cells, width, rows, (uint8_t)priority, visible); }}
int all_from(const uint8_t* cells, int count, int least) {{ return agi_all_from(cells, count, (uint8_t)least); }}
void copy_rows(uint8_t* target, int target_width, const uint8_t* source, int source_width, int count, int rows)
    {{ agi_copy_rows(target, target_width, source, source_width, count, rows); }}
void show_rows(uint8_t* pixels, const uint8_t* cells, int count, int rows, int shift)
    {{ agi_show_rows(pixels, cells, count, rows, shift); }}
int line_differs(const uint8_t* one, const uint8_t* other) {{ return agi_line_differs(one, other); }}
void add_impulse(int32_t* sums, const int16_t* pairs, int first, int second)
    {{ agi_add_impulse(sums, pairs, (int16_t)first, (int16_t)second); }}
int32_t settle_and_take(int32_t* sums, int count, int32_t kept, int16_t* samples)
    {{ return agi_settle_and_take(sums, count, kept, samples); }}
_Static_assert(AGI_TAPS == {TAPS}, "the test has as many");
"""

pytestmark = [
    pytest.mark.skipif(COMPILER is None, reason="needs a C compiler"),
    pytest.mark.skipif(
        platform.machine() not in ("x86_64", "AMD64"), reason="elsewhere there is the portable form only"
    ),
]


class Forms(NamedTuple):
    """The loops, compiled in each form."""

    quick: ctypes.CDLL
    portable: ctypes.CDLL

    def agree(self, call: Callable[[ctypes.CDLL], object]) -> bool:
        """Return whether a call has the same result in both."""
        return call(self.quick) == call(self.portable)


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Forms:
    """Compile both; what the compiler has to say about them is an error."""
    folder = tmp_path_factory.mktemp("vector")
    source = folder / "loops.c"
    source.write_text(LOOPS)
    built = []
    for name, options in {"quick": [], "portable": ["-U__SSE2__"]}.items():
        target = folder / f"{name}.so"
        warnings = ["-Wall", "-Wextra", "-Werror"]
        command = [
            str(COMPILER),
            "-O2",
            "-shared",
            "-fPIC",
            *warnings,
            *options,
            f"-I{CORE}",
            str(source),
            "-o",
            target,
        ]
        ran = subprocess.run(command, capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        built.append(ctypes.CDLL(str(target)))
    return Forms(*built)


def cells(count: int) -> st.SearchStrategy[bytes]:
    return st.binary(min_size=count, max_size=count)


@given(
    data=cells(80),
    start=st.integers(0, 80),
    length=st.integers(0, 80),
    mask=st.integers(0, 255),
    value=st.integers(0, 255),
)
def test_plot_run(forms: Forms, data: bytes, start: int, length: int, mask: int, value: int) -> None:
    def plotted(loops: ctypes.CDLL) -> bytes:
        buffer = (ctypes.c_uint8 * len(data))(*data)
        room = len(data) - start
        place = ctypes.byref(buffer, start)
        loops.plot_run(place, min(length, room), room, mask, value)
        return bytes(buffer)

    assert forms.agree(plotted)


@given(data=cells(160), nibble=st.integers(0, 15), high=st.booleans())
def test_equal_row(forms: Forms, data: bytes, nibble: int, high: bool) -> None:
    mask, wanted = (0xF0, nibble << 4) if high else (0x0F, nibble)
    words = (ctypes.c_uint64 * 3)()
    for loops in forms:
        loops.equal_row(data, mask, wanted, words)
        found = words[0] | words[1] << 64 | words[2] << 128
        assert found == sum(1 << place for place, cell in enumerate(data) if cell & mask == wanted)


@given(
    picture=cells(16),
    colours=st.lists(st.sampled_from([*range(16), 0x80]), min_size=16, max_size=16),
    own=st.integers(0, 15),
)
def test_draw_cells(forms: Forms, picture: bytes, colours: list[int], own: int) -> None:
    def drawn(loops: ctypes.CDLL) -> tuple[bytes, int]:
        buffer = (ctypes.c_uint8 * len(picture))(*picture)
        bits = loops.draw_cells(buffer, bytes(colours), own << 4)
        return bytes(buffer), bits

    assert forms.agree(drawn)


@given(
    behind=st.lists(st.sampled_from([0x10, 0x2F, 0x30, 0x4E, 0x93, 0xFF]), min_size=40, max_size=40),
    colours=st.lists(st.sampled_from([*range(16), 0x80]), min_size=32, max_size=32),
    width=st.integers(0, 32),
    own=st.integers(0, 15),
)
def test_draw_rows(forms: Forms, behind: list[int], colours: list[int], width: int, own: int) -> None:
    """Rows are drawn as their groups are, up to the first that has a cell on a control line."""
    places, rows = (width + 15) // 16 * 16, 3
    drawn, count, seen = bytearray(4 * bytes(behind) * rows), 0, 0
    while count < rows:
        undecided = 0
        for column in range(0, width, 16):
            for cell, colour in enumerate(colours[column : column + 16], 160 * count + column):
                visible = colour < 0x80 and 0x2F < drawn[cell] <= own << 4 | 15
                undecided |= colour < 0x80 and drawn[cell] <= 0x2F
                seen |= visible
                drawn[cell] = own << 4 | colour if visible else drawn[cell]
        if undecided:
            break
        count += 1
    for loops in forms:
        buffer, found = (ctypes.c_uint8 * len(drawn))(*(4 * behind * rows)), ctypes.c_int(0)
        assert (
            loops.draw_rows(buffer, rows * bytes(colours[:places]), width, rows, own << 4, ctypes.byref(found)) == count
        )
        assert (bytes(buffer), found.value) == (bytes(drawn), seen)


@given(data=st.lists(st.sampled_from([0x3F, 0x40, 0xFF]), max_size=40))
def test_all_from(forms: Forms, data: list[int]) -> None:
    for loops in forms:
        assert bool(loops.all_from(bytes(data), len(data), 0x40)) == (min(data, default=0xFF) >= 0x40)


@given(data=cells(3 * 50), count=st.integers(0, 50), rows=st.integers(0, 3))
def test_copy_rows(forms: Forms, data: bytes, count: int, rows: int) -> None:
    for loops in forms:
        target = ctypes.create_string_buffer(b"\xaa" * 180, 180)
        loops.copy_rows(target, 60, data, 50, count, rows)
        lines = [data[50 * row :][: count if row < rows else 0] for row in range(3)]
        assert target.raw == b"".join(line.ljust(60, b"\xaa") for line in lines)


@given(
    first=cells(160), rest=cells(40), count=st.integers(0, 160), rows=st.integers(0, 2), shift=st.sampled_from([0, 4])
)
def test_show_rows(forms: Forms, first: bytes, rest: bytes, count: int, rows: int, shift: int) -> None:
    data = first + 4 * rest

    def shown(loops: ctypes.CDLL) -> bytes:
        pixels = (ctypes.c_uint8 * (2 * len(data)))()
        loops.show_rows(pixels, data, count, rows, shift)
        return bytes(pixels)

    assert forms.agree(shown)


@given(line=cells(64), place=st.integers(0, 63), bits=st.sampled_from([0, 1, 0x80]))
def test_line_differs(forms: Forms, line: bytes, place: int, bits: int) -> None:
    other = bytearray(line)
    other[place] ^= bits
    for loops in forms:
        assert bool(loops.line_differs(line, bytes(other))) == (bits != 0)


words16 = st.integers(-0x8000, 0x7FFF)


@given(pairs=st.lists(words16, min_size=2 * TAPS, max_size=2 * TAPS), first=words16, second=words16)
def test_add_impulse(forms: Forms, pairs: list[int], first: int, second: int) -> None:
    def added(loops: ctypes.CDLL) -> list[int]:
        sums = (ctypes.c_int32 * TAPS)(*range(TAPS))
        loops.add_impulse(sums, (ctypes.c_int16 * len(pairs))(*pairs), first, second)
        return list(sums)

    assert forms.agree(added)


words32 = st.integers(-(2**31), 2**31 - 1)


@given(sums=st.lists(words32, max_size=20) | st.lists(words32, min_size=60, max_size=80), kept=words32)
def test_settle_and_take(forms: Forms, sums: list[int], kept: int) -> None:
    def taken(loops: ctypes.CDLL) -> tuple[int, list[int], list[int]]:
        left, samples = (ctypes.c_int32 * len(sums))(*sums), (ctypes.c_int16 * len(sums))()
        last: int = loops.settle_and_take(left, len(sums), kept, samples)
        return last, list(left), list(samples)

    assert forms.agree(taken)


@given(word=st.integers(1, 2**64 - 1))
def test_bits(forms: Forms, word: int) -> None:
    for loops in forms:
        ends = loops.lowest_bit(ctypes.c_uint64(word)), loops.highest_bit(ctypes.c_uint64(word))
        assert ends == ((word & -word).bit_length() - 1, word.bit_length() - 1)
