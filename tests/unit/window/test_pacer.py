"""The pacer against a clock that only sleeping moves."""

from __future__ import annotations

import pytest

from agi_emu.session import EveryBeat
from agi_emu.window.host.pacer import LONGEST_LAG, RealTimePacer


class HandClock:
    """A clock that stands still but for sleeps, which last a little longer than asked."""

    def __init__(self, late: float = 0.0) -> None:
        self.now = 1000.0
        self.late = late
        self.sleeps: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.sleeps.append(seconds)
        self.now += seconds + self.late


def paced(speed: float | None = 1.0, late: float = 0.0) -> tuple[RealTimePacer, HandClock]:
    clock = HandClock(late)
    return RealTimePacer(speed, clock=clock, sleep=clock.sleep), clock


def play(pacer: RealTimePacer, beats: range) -> None:
    for beat in beats:
        while not pacer.wait(beat):
            pass


def test_sixty_beats_last_a_second() -> None:
    pacer, clock = paced()
    play(pacer, range(1, 62))
    assert clock.now - 1000.0 == pytest.approx(1.0)


def test_late_sleeps_do_not_add_up() -> None:
    pacer, clock = paced(late=0.003)
    play(pacer, range(1, 602))
    assert clock.now - 1000.0 == pytest.approx(10.0, abs=0.004)


@pytest.mark.parametrize(("speed", "seconds"), [(0.1, 10.0), (0.5, 2.0), (4.0, 0.25)])
def test_speed_changes_how_long_beats_last(speed: float, seconds: float) -> None:
    pacer, clock = paced(speed)
    play(pacer, range(1, 62))
    assert clock.now - 1000.0 == pytest.approx(seconds)


def test_waits_are_short_so_that_keys_are_seen() -> None:
    pacer, clock = paced(0.1)
    play(pacer, range(1, 5))
    assert max(clock.sleeps) <= 1 / 60


def test_uncapped_never_sleeps() -> None:
    pacer, clock = paced(None)
    play(pacer, range(1, 1000))
    assert not clock.sleeps


def test_a_short_stall_is_caught_up_with() -> None:
    pacer, clock = paced()
    play(pacer, range(1, 11))
    clock.now += 0.2
    play(pacer, range(11, 62))
    assert clock.now - 1000.0 == pytest.approx(1.0)


def test_after_a_long_stall_time_goes_on_from_now_without_a_burst() -> None:
    pacer, clock = paced()
    play(pacer, range(1, 61))
    clock.now += 3600
    before = clock.now
    play(pacer, range(61, 121))
    assert clock.now - before == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize(("late", "beats"), [(0.1, 7), (LONGEST_LAG, 16), (3600.0, 16)])
def test_beats_that_are_late_at_the_start_come_at_once_and_before_the_first_picture(late: float, beats: int) -> None:
    clock = HandClock()
    pacer = RealTimePacer(late=late, clock=clock, sleep=clock.sleep)
    for beat in range(1, beats):
        assert pacer.wait(beat)
        assert pacer.catches_up
        assert not pacer.picture_due()
    # The last of them is due now: a quarter of a second is fifteen beats, and the first one is due at its start.
    assert pacer.wait(beats)
    assert pacer.picture_due()
    assert not pacer.catches_up
    assert not clock.sleeps
    play(pacer, range(beats + 1, beats + 61))
    assert clock.now - 1000.0 == pytest.approx(1.0)


def test_pictures_come_at_once_where_no_beat_can_be_late() -> None:
    for speed, paused in ((None, False), (1.0, True)):
        clock = HandClock()
        pacer = RealTimePacer(speed, late=0.1, clock=clock, sleep=clock.sleep)
        pacer.paused = paused
        pacer.wait(1)
        assert pacer.picture_due()


def test_pause_makes_no_beat_due_and_leaves_no_debt() -> None:
    pacer, clock = paced()
    play(pacer, range(1, 11))
    pacer.paused = True
    for _ in range(600):
        assert not pacer.wait(11)
    pacer.paused = False
    before = clock.now
    play(pacer, range(11, 72))
    assert clock.now - before == pytest.approx(1.0)


def test_steps_of_speed() -> None:
    pacer, _ = paced()
    pacer.faster()
    assert pacer.speed == 2
    for _ in range(10):
        pacer.faster()
    assert pacer.speed is None
    pacer.slower()
    assert pacer.speed == 16
    pacer.speed = 0.3
    pacer.slower()
    assert pacer.speed == 0.25
    for _ in range(5):
        pacer.slower()
    assert pacer.speed == 0.1
    with pytest.raises(ValueError, match="above 0"):
        pacer.speed = 0


@pytest.mark.parametrize(("speed", "beats"), [(1.0, 60), (16.0, 960)])
def test_pictures_come_sixty_times_a_second_at_most(speed: float, beats: int) -> None:
    pacer, _ = paced(speed, late=0.0002)
    pictures = 0
    for beat in range(1, beats + 1):
        while not pacer.wait(beat):
            pass
        pictures += pacer.picture_due()
    assert 58 <= pictures <= 61


def test_every_beat_knows_no_time() -> None:
    assert EveryBeat().wait(5)
    assert EveryBeat().picture_due()
