"""Sound on its way to a card: the ring, the pace that follows it, and cards that are slow, late, absent or gone.

The cards are simulated, with a clock that only the pacer's sleep moves; real streams are in test_audio.py.
"""

from __future__ import annotations

import itertools
import threading
from array import array
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.facts.errors import HostError
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.presentation.synthesiser import Synthesiser
from agi_emu.resources import open_game
from agi_emu.window.host.pacer import RealTimePacer
from agi_emu.window.host.sample_ring import SampleRing
from agi_emu.window.host.sound_out import TARGET_SECONDS, SoundChoice, SoundOut
from tests.examples import examples
from tests.own_games.building import GameBuilder

A4 = [(0, 0xC0, value) for value in (0x8E, 0x0F, 0x90)]
BLOCK = 512
BEATS = itertools.count()


class Card:
    """A card whose clock runs `fast` times as fast as the computer's; takes blocks as they become due."""

    def __init__(self, fast: float = 1.0, rate: int = 44100) -> None:
        self.now = 0.0
        self.latency = 0.03
        self.active = True
        self.is_closed = False
        self.heard = bytearray()
        self.fills: list[tuple[float, int]] = []
        self.ring: SampleRing | None = None
        self._seconds = BLOCK / rate / fast
        self._due = 0.0
        self._fill: Callable[[memoryview], None] | None = None

    def open(self, fill: Callable[[memoryview], None], rate: int) -> Card:
        self._fill = fill
        self._due = self.now
        return self

    def close(self) -> None:
        self.is_closed = True

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        end = self.now + seconds
        while self._fill and self.active and self._due <= end:
            self.now = self._due
            block = bytearray(2 * BLOCK)
            self._fill(memoryview(block))
            self.heard += block
            if self.ring:
                self.fills.append((self.now, self.ring.fill))
            self._due += self._seconds
        self.now = end


def joined(
    card: Card, speed: float | None = 1.0, choice: SoundChoice | None = None
) -> tuple[SoundOut, RealTimePacer, list[str]]:
    """Join a machine's sound with a card."""
    notes: list[str] = []
    pacer = RealTimePacer(speed, clock=card.clock, sleep=card.sleep)
    out = SoundOut("tandy", pacer, choice, note=notes.append, opener=card.open)
    pacer.follower = out
    card.ring = out.ring
    return out, pacer, notes


def play(out: SoundOut, pacer: RealTimePacer, beats: int, writes: list[tuple[int, int, int]] | None = None) -> None:
    for _ in range(beats):
        beat = next(BEATS)
        while not pacer.wait(beat):
            pass
        out.write(writes or [])
        writes = None
        if not out.is_open:
            finish_opening()


def finish_opening() -> None:
    """Wait until the card that is being opened is open: the beats of a test take no time."""
    for thread in threading.enumerate():
        if thread.name == "open sound":
            thread.join()


# The ring


@given(
    steps=st.lists(st.tuples(st.booleans(), st.integers(0, 40)), max_size=60),
    capacity=st.integers(1, 50),
    start=st.integers(0, 50),
)
@examples(200)
def test_the_ring_gives_back_what_it_got_in_order(steps: list[tuple[bool, int]], capacity: int, start: int) -> None:
    ring = SampleRing(capacity)
    numbers = iter(range(1, 10_000))
    waiting: list[int] = []
    for writes, count in steps:
        if writes:
            samples = array("h", (next(numbers) for _ in range(count)))
            fits = count <= capacity - len(waiting)
            assert ring.write(samples, start) is fits
            waiting += samples if fits else []
        else:
            flows, before = ring.flows, ring.underruns
            target = array("h", [-1] * count)
            ring.read_into(memoryview(target).cast("B"))
            here = min(count, len(waiting)) if flows else 0
            assert target.tolist() == waiting[:here] + [0] * (count - here)
            del waiting[:here]
            assert ring.underruns == before + (flows and here < count)
        assert ring.fill == len(waiting)


def test_a_rest_is_no_underrun() -> None:
    ring = SampleRing(100)
    block = memoryview(bytearray(2 * 20))
    ring.write(array("h", [1] * 15), 10)
    ring.rest()
    ring.read_into(block)
    assert (ring.underruns, ring.flows) == (0, False)
    ring.write(array("h", [1] * 15), 10)
    ring.read_into(block)
    assert ring.underruns == 1


# The pace


@pytest.mark.parametrize("fast", [0.998, 1.0, 1.002])
def test_ten_minutes_with_a_card_that_is_fast_or_slow(fast: float) -> None:
    card = Card(fast)
    out, pacer, _ = joined(card)
    play(out, pacer, 600 * 60)
    assert out.ring.underruns == 0
    # The fill swings by a beat and a block; its mean over a second must stay near the target.
    settled = [fill / 44100 for moment, fill in card.fills if moment > 30]
    for at in range(0, len(settled) - 100, 100):
        mean = sum(settled[at : at + 100]) / 100
        assert abs(mean - TARGET_SECONDS) < 0.02
    assert min(settled) > 0.03
    assert max(settled) < 0.12
    assert card.now * fast == pytest.approx(600, rel=0.0003), "the card sets the pace"


@pytest.mark.parametrize("speed", [0.1, 0.5, 2.0, 4.0])
def test_other_speeds_play_without_gaps(speed: float) -> None:
    card = Card(1.001)
    out, pacer, _ = joined(card, speed)
    play(out, pacer, round(60 * 60 * speed), A4)
    assert out.ring.underruns == 0
    assert card.now == pytest.approx(60, rel=0.005)


def test_above_the_players_limit_there_is_silence() -> None:
    card = Card()
    out, pacer, _ = joined(card, 1.0, SoundChoice(fastest=2.0))
    play(out, pacer, 60, A4)
    assert any(card.heard)
    pacer.speed = 4.0
    play(out, pacer, 60)
    card.heard.clear()
    play(out, pacer, 240)
    assert not any(card.heard)
    pacer.speed = 1.0
    play(out, pacer, 60)
    assert any(card.heard), "what has begun meanwhile goes on"
    assert out.ring.underruns == 0
    pacer.speed = None
    play(out, pacer, 10)
    assert out.ring.underruns == 0


def test_a_pause_is_no_underrun() -> None:
    card = Card()
    out, pacer, _ = joined(card)
    play(out, pacer, 60, A4)
    pacer.paused = True
    for _ in range(20):
        card.sleep(0.5)
        out.write([])  # the player plays a single cycle
    pacer.paused = False
    play(out, pacer, 60)
    assert out.ring.underruns == 0


def test_a_stalled_emulator_is_counted_and_recovers() -> None:
    card = Card()
    out, pacer, _ = joined(card)
    play(out, pacer, 60, A4)
    card.sleep(1.0)
    assert out.ring.underruns == 1
    assert out.state == "1 underrun"
    play(out, pacer, 600)
    assert out.ring.underruns == 1
    assert abs(out.ring.fill / 44100 - TARGET_SECONDS) < 0.06


# What is heard


def test_the_card_hears_what_the_synthesiser_makes() -> None:
    card = Card()
    out, pacer, _ = joined(card)
    play(out, pacer, 4)
    play(out, pacer, 120, A4)
    synthesiser = Synthesiser("tandy")
    for _ in range(2):
        synthesiser.beat()  # two of the four beats before the tone were over when the card was open
    synthesiser.write(A4)
    expected = b"".join(synthesiser.beat().tobytes() for _ in range(100))
    heard = bytes(card.heard).lstrip(b"\0")
    start = expected.index(heard[:200])
    assert heard[:100_000] == expected[start : start + 100_000]


def test_volume_and_mute() -> None:
    card = Card()
    out, pacer, _ = joined(card, choice=SoundChoice(volume=50))
    loudest = []
    for change in (lambda: None, lambda: out.louder(-3), lambda: setattr(out, "is_muted", True), lambda: out.louder(9)):
        change()
        play(out, pacer, 60, A4)
        card.heard.clear()
        play(out, pacer, 30)
        loudest.append(max(array("h", bytes(card.heard))))
    full = loudest[3]
    assert out.volume == 100
    assert not out.is_muted
    assert loudest == [pytest.approx(full / 4, abs=2), pytest.approx(full * 0.04, rel=0.05), 0, full]
    out.louder(-20)
    assert out.volume == 0


# Cards that fail


def test_no_card_is_one_sentence() -> None:
    def refuse(fill: Callable[[memoryview], None], rate: int) -> Card:
        raise HostError("no sound: this computer has no device to play it on")

    card = Card()
    notes: list[str] = []
    pacer = RealTimePacer(clock=card.clock, sleep=card.sleep)
    out = SoundOut("pc", pacer, note=notes.append, opener=refuse)
    pacer.follower = out
    play(out, pacer, 100, A4)
    assert notes == ["no sound: this computer has no device to play it on"]
    assert out.state == "none"
    assert out.trim() == 0
    out.close()


@pytest.mark.parametrize("way", ["ends", "hangs"])
def test_a_card_that_vanishes_is_one_sentence(way: str) -> None:
    card = Card()
    out, pacer, notes = joined(card)
    play(out, pacer, 60, A4)
    if way == "ends":
        card.active = False
    else:
        card.open(lambda block: None, 44100)
    before = card.now
    play(out, pacer, 600)
    assert len(notes) == 1
    assert "the game continues silently" in notes[0]
    assert not out.is_open
    assert out.state == "none"
    assert card.now - before == pytest.approx(10, abs=0.1), "the game keeps its pace"


def test_the_first_picture_does_not_wait_for_the_card() -> None:
    opened = threading.Event()
    card = Card()

    def open_late(fill: Callable[[memoryview], None], rate: int) -> Card:
        opened.wait(10)
        return card.open(fill, rate)

    pacer = RealTimePacer(clock=card.clock, sleep=card.sleep)
    out = SoundOut("pc", pacer, opener=open_late)
    out.write([])
    assert not [thread for thread in threading.enumerate() if thread.name == "open sound"]
    for _ in range(5):
        out.write([])
    assert not out.is_open
    assert out.state == "opening"
    opened.set()
    out.close()
    assert card.is_closed


def test_beats_before_the_first_picture_open_no_card() -> None:
    card = Card()
    pacer = RealTimePacer(late=0.2, clock=card.clock, sleep=card.sleep)
    out = SoundOut("pc", pacer, opener=card.open)
    for _ in range(10):
        out.write([])
    assert not [thread for thread in threading.enumerate() if thread.name == "open sound"]
    pacer.wait(1)
    card.sleep(0.3)
    pacer.wait(2)
    assert pacer.picture_due()
    for _ in range(2):
        out.write([])
    out.close()
    assert card.is_closed


def test_a_note_that_began_unheard_goes_on_and_is_forgotten_elsewhere(build_game: GameBuilder) -> None:
    card = Card()
    silent = Machine(open_game(build_game({0: "return();"})), settings=Settings(machine="tandy"))
    out, pacer, _ = joined(card)
    play(out, pacer, 10)
    out.follow(A4)
    assert not any(card.heard)
    play(out, pacer, 60)
    assert any(card.heard)
    out.resume(silent)
    play(out, pacer, 60)
    card.heard.clear()
    play(out, pacer, 60)
    assert not any(card.heard)
