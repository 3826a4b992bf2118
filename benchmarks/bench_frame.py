"""Composition: a frame of what the monitor shows, copied out of the machine."""

from __future__ import annotations

from pytest_benchmark.fixture import BenchmarkFixture

from agi_emu import Machine


def test_bench_frame_pixels(benchmark: BenchmarkFixture, played: Machine) -> None:
    """Its palette indices and colours."""
    assert benchmark(lambda: played.frame).pixels


def test_bench_frame_rgb(benchmark: BenchmarkFixture, played: Machine) -> None:
    """The same as an array of red, green and blue."""
    assert benchmark(lambda: played.frame.rgb).shape == (200, 320, 3)


def test_bench_frame_text(benchmark: BenchmarkFixture, played: Machine) -> None:
    """The text on the screen as strings."""
    assert benchmark(lambda: played.text).rows
