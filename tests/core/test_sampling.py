"""Screens in another size against their plain twin."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu import Machine, open_game
from agi_emu._core.sampling import Sampler
from agi_emu.data import demo_path
from agi_emu.facts.palette import VGA_BYTES
from agi_emu.machine.input.events import key_events
from agi_emu.state.progress import Stop
from tests.core.plain.sampling import sample
from tests.examples import examples

sides = st.one_of(st.integers(1, 400), st.sampled_from((1, 84, 160, 200, 319, 320, 321, 1024)))


@pytest.fixture(scope="module")
def machine() -> Machine:
    """A machine with noise on its screen, in colours of its own."""
    machine = Machine(open_game(demo_path()), seed=1)
    chance = random.Random(7)
    state = machine.unguarded.state
    state.screen[:] = list(chance.randbytes(64000))
    state.palette[:] = list(chance.randbytes(48))
    return machine


@examples(30)
@given(width=sides, height=sides, grey=st.booleans())
def test_pictures_equal_those_of_the_twin(machine: Machine, width: int, height: int, grey: bool) -> None:
    state = machine.unguarded.state
    out = np.full((3, height, width), 0xAA, np.uint8)
    Sampler(out, VGA_BYTES, grey=grey).put(machine.screen, 1)
    colours = bytes(state.palette) + VGA_BYTES[48:]
    assert out[1].tobytes() == sample(bytes(state.screen), colours, width, height, grey=grey)
    assert (out[0] == 0xAA).all()
    assert (out[2] == 0xAA).all()


@pytest.mark.parametrize("grey", [False, True])
def test_what_is_taken_again_is_what_was_drawn(machine: Machine, grey: bool) -> None:
    played = Machine(machine.game, seed=1)
    state = played.unguarded.state
    out = np.zeros((1, 84, 84), np.uint8)
    for step in range(200):
        played.advance(key_events("enter") if step % 40 == 39 else (), Stop.CYCLE | Stop.WAITING)
        if step % 16 == 3:
            assert played.frame.pixels == bytes(state.screen)
        if step % 32 == 5:
            out = np.zeros((1, 40 + step, 63), np.uint8)
        Sampler(out, VGA_BYTES, grey=grey).put(played.screen, 0)
        colours = bytes(state.palette) + VGA_BYTES[48:]
        assert out.tobytes() == sample(bytes(state.screen), colours, out.shape[2], out.shape[1], grey=grey)
    assert state.cycle.number > 100


@pytest.mark.parametrize("shape", [(1, 0, 4), (1, 4, 0), (1, 1025, 4), (1, 4, 1025)])
def test_sides_that_no_picture_has_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="sides of 1 to 1024"):
        Sampler(np.zeros(shape, np.uint8), VGA_BYTES)


def test_pictures_that_the_array_lacks_and_other_colours_are_refused(machine: Machine) -> None:
    out = np.zeros((2, 4, 4), np.uint8)
    for index in (-1, 2):
        with pytest.raises(IndexError, match=f"no picture {index}"):
            Sampler(out, VGA_BYTES).put(machine.screen, index)
    with pytest.raises(ValueError, match="256 colours"):
        Sampler(out, VGA_BYTES[:-1])


def test_white_is_255_and_black_0(machine: Machine) -> None:
    fresh = Machine(machine.game, seed=1)
    out = np.zeros((1, 2, 1), np.uint8)
    fresh.unguarded.state.screen[:] = [15] * 32000 + [0] * 32000
    Sampler(out, VGA_BYTES, grey=True).put(fresh.screen, 0)
    assert out.tolist() == [[[255], [0]]]
