"""The chip and the speaker against their plain twin, and what their samples promise about pitch, level and purity."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from agi_emu._core.port_log import packed, unpacked
from agi_emu._core.psg import Psg
from agi_emu.presentation.synthesiser import impulses
from tests.core.plain.psg import PlainPsg
from tests.examples import examples

CHIPS = ("sn76496", "ncr8496", "")
CHIP_HZ = 3579545 / 16
TIMER_HZ = 3579545 / 3
FULL = 8191 * 2 / np.pi
"""Amplitude of the fundamental of a tone at full volume."""


def chip(kind: str = "ncr8496", rate: int = 44100) -> Psg:
    return Psg(impulses(), kind, rate)


def tone(psg: Psg, divisor: int, attenuation: int = 0, voice: int = 0) -> None:
    """Play a tone, as the player does (reference: SND-33)."""
    for value in (0x80 | voice << 5 | divisor & 15, divisor >> 4, 0x90 | voice << 5 | attenuation):
        psg.write(0xC0, value)


def speaker_tone(psg: Psg, count: int) -> None:
    for port, value in ((0x43, 0xB6), (0x42, count & 0xFF), (0x42, count >> 8), (0x61, 3)):
        psg.write(port, value)


def levels(psg: Psg, counts: int) -> NDArray[np.int32]:
    out = np.zeros(counts, np.int32)
    psg.render_chip(out)
    return out


def samples(psg: Psg, count: int, gain: int = 256) -> NDArray[np.int16]:
    out = np.zeros(count, np.int16)
    psg.render(out, gain)
    return out


# The chip's own rate

WRITES = st.one_of(
    st.tuples(st.just(0xC0), st.integers(0, 255)),
    st.tuples(st.just(0xC0), st.sampled_from((0x90, 0xB0, 0xD0, 0xF0, 0xE3, 0xE4, 0xE7, 0x81, 0xA2, 0xC5, 0x00, 0x01))),
    st.tuples(st.sampled_from((0x42, 0x43, 0x61, 0x20)), st.integers(0, 255)),
    st.tuples(st.just(0x43), st.just(0xB6)),
    st.tuples(st.just(0x61), st.sampled_from((0, 1, 2, 3, 0x60, 0xFC))),
)
STREAMS = st.lists(st.tuples(st.lists(WRITES, max_size=12), st.integers(1, 400)), max_size=12)


@pytest.mark.parametrize("kind", CHIPS)
@given(stream=STREAMS)
@examples(60)
def test_any_writes_give_what_the_plain_twin_gives(kind: str, stream: list[tuple[list[tuple[int, int]], int]]) -> None:
    psg, plain = chip(kind), PlainPsg(kind)
    for writes, counts in stream:
        for port, value in writes:
            psg.write(port, value)
            plain.write(port, value)
        assert levels(psg, counts).tolist() == plain.run(counts)


def test_every_divisor_turns_the_output_over_after_as_many_counts() -> None:
    # reference: SND-29; 0 acts as 1024.
    for divisor in range(1024):
        psg = chip()
        tone(psg, divisor)
        edges = np.flatnonzero(np.diff(levels(psg, 8 * 1024)))
        assert set(np.diff(edges)) == {divisor or 1024}


@pytest.mark.parametrize(
    ("kind", "control", "expected"),
    [
        # reference: SND-32: the first 48 outputs after reset, "computed from the table".
        ("sn76496", 0xE4, "000000000000000010000000000000110000000000001010"),
        ("ncr8496", 0xE4, "000000000000000111111111110000111111100000000111"),
        ("sn76496", 0xE0, "".join("1" if index in (16, 31, 46) else "0" for index in range(48))),
        ("ncr8496", 0xE0, "".join("1" if index in (15, 30, 45) else "0" for index in range(48))),
    ],
)
def test_noise_begins_as_the_table_says(kind: str, control: int, expected: str) -> None:
    psg = chip(kind)
    for value in (control ^ 4, control, 0xF0):
        psg.write(0xC0, value)
    # The counter stands at its end after power-on: the first shift comes one count later.
    out = levels(psg, 1 + 47 * 32)
    bits = (out[[0, *range(1, len(out), 32)]][:48] > 0).astype(int)
    inverted = 1 if kind == "ncr8496" else 0
    assert "".join(str(bit ^ inverted) for bit in bits) == expected


@pytest.mark.parametrize(("kind", "period"), [("sn76496", 32767), ("ncr8496", 32767)])
def test_white_noise_repeats_after_32767_shifts(kind: str, period: int) -> None:
    psg = chip(kind)
    for value in (0xE4, 0xF0):
        psg.write(0xC0, value)
    bits = levels(psg, 32 * (2 * period + 64))[::32] > 0
    assert (bits[32 : 32 + period] == bits[32 + period : 32 + 2 * period]).all()
    assert not any((bits[32 : 32 + 1000] == bits[32 + shift : 1032 + shift]).all() for shift in range(1, 1000))


@pytest.mark.parametrize(("rate", "counts"), [(0, 32), (1, 64), (2, 128), (3, 200)])
def test_noise_is_shifted_at_its_rate(rate: int, counts: int) -> None:
    # reference: SND-31: 6991.3, 3495.6, 1747.8 Hz, or the frequency of tone 2.
    psg = chip()
    tone(psg, 100, 15, voice=2)
    for value in (0xE4 | rate, 0xF0):
        psg.write(0xC0, value)
    edges = np.flatnonzero(np.diff(levels(psg, 60_000)))
    assert set(np.diff(edges) % counts) == {0}
    assert min(np.diff(edges)) == counts


# Samples


def spectrum(signal: NDArray[np.int16]) -> NDArray[np.float64]:
    """Return decibels below a full tone's fundamental, a bin per Hz of a second of signal (Blackman-Harris window)."""
    turn = 2 * np.pi * np.arange(len(signal)) / len(signal)
    window = 0.35875 - 0.48829 * np.cos(turn) + 0.14128 * np.cos(2 * turn) - 0.01168 * np.cos(3 * turn)
    bins = np.abs(np.fft.rfft(signal * window)) / (window.sum() / 2)
    result: NDArray[np.float64] = 20 * np.log10(bins / FULL + 1e-12)
    return result


def images(signal: NDArray[np.int16], fundamental: float) -> float:
    """Return the strongest part of the spectrum that is no harmonic, in decibels."""
    bins = spectrum(signal)
    bins[:6] = -200
    for harmonic in np.arange(fundamental, len(bins) + 6, fundamental):
        bins[max(0, round(harmonic) - 6) : round(harmonic) + 7] = -200
    return float(bins.max())


def frequency(signal: NDArray[np.int16], rate: int, near: float) -> float:
    """Return the frequency of a tone from the phase that it gains over the signal."""
    half = len(signal) // 2
    time = np.arange(half) / rate
    window = np.hanning(half)
    wave = window * np.exp(-2j * np.pi * near * time)
    first, second = (np.angle(np.sum(part * wave)) for part in (signal[:half], signal[half : 2 * half]))
    turns = (second - first) / (2 * np.pi) - near * half / rate
    return float(near + (turns - round(turns)) * rate / half)


@pytest.mark.parametrize("rate", [44100, 48000])
def test_images_of_ten_kilohertz_are_60_decibels_down(rate: int) -> None:
    psg = chip(rate=rate)
    tone(psg, 11)
    samples(psg, rate // 2)
    assert images(samples(psg, rate), CHIP_HZ / 22) < -60


@pytest.mark.parametrize("rate", [44100, 48000])
def test_images_of_a_slow_sweep_are_60_decibels_down(rate: int) -> None:
    psg = chip(rate=rate)
    worst = {}
    for divisor in (*range(6, 64), *range(64, 1024, 37)):
        tone(psg, divisor)
        samples(psg, rate // 4)
        worst[divisor] = images(samples(psg, rate), CHIP_HZ / (2 * divisor))
    assert max(worst.values()) < -60, worst


def test_tones_above_the_range_are_not_heard() -> None:
    for divisor in range(1, 6):
        psg = chip()
        tone(psg, divisor)
        samples(psg, 44100)
        assert spectrum(samples(psg, 44100)).max() < -60


def test_every_divisor_from_6_up_has_its_pitch() -> None:
    psg = chip()
    for divisor in range(6, 1024):
        tone(psg, divisor)
        samples(psg, 11025)
        exact = CHIP_HZ / (2 * divisor)
        heard = frequency(samples(psg, 44100), 44100, exact)
        assert abs(1200 * np.log2(heard / exact)) < 0.1, divisor


def test_the_speaker_plays_eight_ninths_of_the_chips_pitch() -> None:
    # reference: SND-26: divisor 12 n; n = 254 gives 391.5 Hz.
    psg = chip("")
    speaker_tone(psg, 12 * 254)
    samples(psg, 11025)
    heard = frequency(samples(psg, 44100), 44100, TIMER_HZ / (12 * 254))
    assert heard == pytest.approx(391.46, abs=0.01)


def test_every_step_of_attenuation_is_2_decibels() -> None:
    psg = chip()
    heard = []
    for attenuation in range(15):
        tone(psg, 112, attenuation)
        samples(psg, 22050)
        heard.append(spectrum(samples(psg, 44100)).max())
    assert np.diff(heard) == pytest.approx(-2, abs=0.05)
    tone(psg, 112, 15)
    samples(psg, 88200)
    assert not samples(psg, 44100).any()


def test_the_loudest_of_everything_does_not_wrap() -> None:
    psg = chip()
    for voice in range(3):
        tone(psg, 1023, 0, voice)
    for value in (0xE5, 0xF0):
        psg.write(0xC0, value)
    speaker_tone(psg, 1300)
    heard = samples(psg, 44100).astype(int)
    # A sum that wrapped would jump by more than the filter's steepest rise from one sample to the next.
    assert abs(np.diff(heard)).max() < 50_000
    assert heard.max() > 20_000


@given(cuts=st.lists(st.integers(1, 3000), max_size=20))
@examples(30)
def test_how_samples_are_asked_for_changes_none(cuts: list[int]) -> None:
    whole, parts = chip("sn76496"), chip("sn76496")
    for psg in (whole, parts):
        tone(psg, 37)
        tone(psg, 501, 4, voice=1)
        for value in (0xE6, 0xF2):
            psg.write(0xC0, value)
    together = samples(whole, sum(cuts))
    apart = [samples(parts, cut) for cut in cuts]
    assert together.tolist() == [sample for part in apart for sample in part]


@given(stream=st.lists(st.tuples(st.integers(0, 40), WRITES), max_size=40), rate=st.sampled_from((8000, 44100, 192000)))
@examples(40)
def test_a_log_is_played_as_its_writes_are(stream: list[tuple[int, tuple[int, int]]], rate: int) -> None:
    stream.sort(key=lambda entry: entry[0])
    written = chip(rate=rate)
    parts = []
    for beat in range(42):
        for when, (port, value) in stream:
            if when == beat:
                written.write(port, value)
        parts += samples(written, rate // 60).tolist()
    log = packed([(beat, port, value) for beat, (port, value) in stream])
    assert chip(rate=rate).play(log, rate // 60, 42).tolist() == parts


@given(stream=st.lists(st.tuples(st.integers(0, 2**32 - 1), st.integers(0, 0xFFFF), st.integers(0, 255)), max_size=20))
def test_a_log_gives_back_its_writes(stream: list[tuple[int, int, int]]) -> None:
    assert unpacked(packed(stream)) == stream


@pytest.mark.parametrize("write", [(-1, 0xC0, 0), (2**32, 0xC0, 0), (0, -1, 0), (0, 65536, 0), (0, 0xC0, 256)])
def test_what_is_no_port_write_is_in_no_log(write: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="not a port write"):
        packed([write])


def test_writes_of_later_beats_than_asked_for_are_left_out() -> None:
    early = [(0, 0xC0, value) for value in (0x8E, 0x0F, 0x90)]
    later = [(2, 0xC0, 0x9F), (4_000_000_000, 0xC0, 0x90)]
    assert chip().play(packed(early + later), 735, 2) == chip().play(packed(early), 735, 2)
    assert len(chip().play(packed(early + later), 735, 0)) == 0


@pytest.mark.parametrize("kind", CHIPS[:2])
@given(
    control=st.sampled_from((0xE0, 0xE1, 0xE3, 0xE4, 0xE6, 0xE7)),
    other=st.sampled_from((0xE0, 0xE4, 0xE5)),
    counts=st.integers(0, 4_000),
)
@examples(40)
def test_noise_that_nobody_heard_was_shifted_all_the_same(kind: str, control: int, other: int, counts: int) -> None:
    # Attenuation 15 hides the noise, also from the samples; what is heard afterwards is as far as if it had been heard.
    psg, plain = chip(kind), PlainPsg(kind)
    for values, length in (((0xC1, 0x00, control), counts), ((0xF3,), 300), ((0xFF, other), counts), ((0xF0,), 300)):
        for value in values:
            psg.write(0xC0, value)
            plain.write(0xC0, value)
        assert levels(psg, length).tolist() == plain.run(length)


@pytest.mark.parametrize("kind", CHIPS[:2])
def test_noise_unheard_for_minutes_goes_on_where_it_is(kind: str) -> None:
    # A period of white noise is 32,767 shifts (reference: SND-32), of 32 counts each at rate 0: whole periods
    # change nothing.
    short, long = chip(kind), chip(kind)
    for psg, periods in ((short, 1), (long, 40)):
        for value in (0xE4, 0xFF):
            psg.write(0xC0, value)
        levels(psg, 32 * 32767 * periods)
        psg.write(0xC0, 0xF0)
    assert levels(short, 20_000).tolist() == levels(long, 20_000).tolist()


def test_gain_is_the_volume() -> None:
    loud, half = chip(), chip()
    for psg in (loud, half):
        tone(psg, 254)
    assert np.abs(samples(loud, 2000) / 2 - samples(half, 2000, gain=128)).max() <= 1
    assert not samples(half, 2000, gain=0).any()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="table"):
        Psg(bytes(10), "", 44100)
    with pytest.raises(ValueError, match="not a sound chip"):
        chip("ay8910")
    with pytest.raises(ValueError, match="loudness"):
        Psg(impulses(), "", 44100, 257)
    with pytest.raises(ValueError, match="samples a second"):
        chip(rate=7999)
    psg = chip()
    with pytest.raises(ValueError, match="not a byte"):
        psg.write(0xC0, 256)
    with pytest.raises(ValueError, match="gain"):
        psg.render(np.zeros(1, np.int16), 257)
    with pytest.raises(ValueError, match="beat"):
        psg.play(packed([]), 0, 1)
    with pytest.raises(ValueError, match="beats"):
        psg.play(packed([]), 735, -1)
    psg.render(np.zeros(1, np.int16))
    with pytest.raises(ValueError, match="has made samples"):
        psg.render_chip(np.zeros(1, np.int32))
