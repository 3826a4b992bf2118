"""The frame: arrays over the bytes that the machine hands out."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from agi_emu import Machine, open_game
from agi_emu.data import demo_path
from agi_emu.machine.frame import Frame, frame_of
from agi_emu.state.digests import frame_digest

PIXELS = bytes((x + y) & 15 for y in range(200) for x in range(320))
COLOURS = bytes(range(48))


@pytest.fixture
def demo() -> Machine:
    """The demo game, switched on."""
    return Machine(open_game(demo_path()), seed=1)


def test_arrays_show_the_bytes() -> None:
    frame = Frame(PIXELS, COLOURS)
    assert frame.indices.shape == (200, 320)
    assert frame.indices.dtype == np.uint8
    assert frame.indices[3, 5] == 8
    assert tuple(frame.palette[2]) == (6, 7, 8)
    assert tuple(frame.rgb[3, 5]) == (24, 25, 26)


def test_equal_frames_look_the_same() -> None:
    frame = Frame(PIXELS, COLOURS)
    assert frame == Frame(PIXELS, COLOURS)
    assert frame != Frame(PIXELS, bytes(48))
    assert hash(frame) == hash(Frame(PIXELS, COLOURS))
    assert frame != PIXELS


def test_wrong_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="64000"):
        Frame(b"", COLOURS)


@pytest.mark.parametrize("colours", [0, 47, 48 * 17])
def test_wrong_colours_are_refused(colours: int) -> None:
    with pytest.raises(ValueError, match="1 to 256 colours of 3 bytes"):
        Frame(PIXELS, bytes(colours))


def test_a_frame_has_any_size_and_up_to_256_colours() -> None:
    frame = Frame(bytes([255, 0, 1, 2, 3, 4]), bytes(index // 3 for index in range(768)), width=3, height=2)
    assert frame.rgb.shape == (2, 3, 3)
    assert tuple(frame.rgb[0, 0]) == (255, 255, 255)
    assert frame.image(scale=2).size == (6, 4)
    assert frame != Frame(frame.pixels, frame.colours, width=2, height=3)


def test_a_frame_is_saved_with_its_colours(tmp_path: Path) -> None:
    frame = Frame(PIXELS, COLOURS)
    frame.save(tmp_path / "small.png")
    frame.save(str(tmp_path / "large.png"), scale=3)
    with Image.open(tmp_path / "small.png") as small, Image.open(tmp_path / "large.png") as large:
        assert np.array_equal(np.asarray(small), frame.indices)
        assert np.array_equal(np.asarray(small.convert("RGB")), frame.rgb)
        assert np.array_equal(np.asarray(large)[1::3, 1::3], frame.indices)
    with pytest.raises(ValueError, match="scale must be 1 or more"):
        frame.image(scale=0)
    with pytest.raises(ValueError, match="unknown file extension"):
        frame.save(tmp_path / "screen.nothing")


def test_a_frame_alone_does_not_import_numpy() -> None:
    program = f"import sys; from agi_emu.machine.frame import Frame; Frame(bytes({len(PIXELS)}), bytes(48))"
    subprocess.run([sys.executable, "-c", program + "; sys.exit('numpy' in sys.modules)"], check=True)


def test_a_frame_is_made_again_only_when_something_was_drawn(demo: Machine) -> None:
    made, shown = [demo.frame], frame_of(demo.unguarded.state)
    for _ in range(900):
        demo.advance()
        if demo.modal:
            demo.press("enter")
        shown = frame_of(demo.unguarded.state)
        assert demo.frame == shown
        assert demo.frame_digest() == frame_digest(demo.unguarded.state)
        if demo.frame is not made[-1]:
            made.append(demo.frame)
    assert demo.frame is demo.frame
    assert 3 < len(made) < 600


def test_frames_that_are_kept_stay_as_they_were(demo: Machine) -> None:
    kept, copies = [], []
    for number in range(300):
        demo.advance()
        if number % 7 < 2:
            kept.append(demo.frame)
            copies.append(frame_of(demo.unguarded.state))
        assert demo.frame.pixels == bytes(demo.unguarded.state.screen)
    assert kept == copies
    assert len(set(kept)) > 3


def test_what_a_caller_writes_is_in_the_next_frame(demo: Machine) -> None:
    demo.run(seconds=2)
    before = demo.frame
    state = demo.state
    state.screen[:4] = [9, 8, 9, 8]
    assert demo.frame.pixels[:4] == bytes([9, 8, 9, 8])
    state.screen[0] = 3
    assert demo.frame.pixels[:1] == b"\3"
    assert demo.frame_digest() == frame_digest(demo.unguarded.state)
    state.palette[0] = 77
    assert demo.frame.colours[0] == 77
    state.screen[0] = 5
    del state
    demo.advance()
    assert demo.frame.pixels[:1] == b"\5"
    assert demo.frame == frame_of(demo.unguarded.state) != before
    assert demo.frame_digest() == frame_digest(demo.unguarded.state)


def test_a_frame_follows_a_snapshot_that_is_brought_back(demo: Machine) -> None:
    black, empty = demo.frame, demo.snapshot()
    demo.run(seconds=5)
    later, full = demo.frame, demo.snapshot()
    assert later != black
    digest = demo.frame_digest()
    demo.restore(empty)
    assert demo.frame == black
    assert demo.frame_digest() != digest
    demo.restore(full)
    assert demo.frame == later
    assert demo.frame_digest() == digest
