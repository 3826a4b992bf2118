"""The driver of traces: the recordings' convention of time and keys, on a machine whose every stop the test decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from agi_emu._core import keyboard
from agi_emu._core.machine import Core
from agi_emu.facts.font import built_in_face
from agi_emu.facts.mercies import STRICT
from agi_emu.facts.versions import PROFILES
from agi_emu.facts.witnesses import RECORDED_WITH
from agi_emu.input.input_script import parse_input_script
from agi_emu.machine.input import keys
from agi_emu.machine.machine import Machine
from agi_emu.machine.save_store import MemoryStore
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.resources import open_game
from agi_emu.state.layout import STATE_BYTES, StateLayout
from agi_emu.state.progress import BeatReason, Stop
from agi_emu.tracing.driver import AUTO_KEYS, MOST_BUSY_BEATS, MOST_PRESSES, TraceDriver
from agi_emu.tracing.fields import OBJECT_FIELDS
from agi_emu.tracing.records import TraceEnd, TraceEvent, TraceRecord
from agi_emu.tracing.trace_reader import TraceLine, TraceReader
from tests.core.plain.trace_lines import LineWriter
from tests.own_games.building import GameBuilder

Step = Stop | BeatReason
POLL = BeatReason.POLL


class ReadDriver:
    """A driver whose lines are read."""

    def __init__(self, machine: Machine, script: str) -> None:
        self.driver = TraceDriver(machine, parse_input_script(script))
        self.reader = TraceReader(tuple(OBJECT_FIELDS))

    def record(self, recorded: TraceRecord | None = None) -> TraceRecord | None:
        """Return the next record; `recorded` is that of a recording."""
        line = self.driver.line(recorded=None if recorded is None else TraceLine(LineWriter().line(recorded)))
        if line is None:
            return None
        self.driver.observer.accept()
        return self.reader.record(TraceLine(line))

    def end(self) -> TraceEnd:
        """Return how the trace ends."""
        return self.reader.end(TraceLine(self.driver.end_line()))


class ScriptedCore(Core):
    """Says of every record that one action was executed."""

    def record_actions(self, on: bool) -> None:
        assert on

    def take_actions(self) -> tuple[int, bytes]:
        return 1, b"\x01\x32"


class ScriptedMachine:
    """Stands at the stops of a list, one after the other; beats count, and every third polls the keyboard."""

    def __init__(self, steps: Iterable[Step]) -> None:
        buffer = bytearray(STATE_BYTES)
        self.core = ScriptedCore(buffer, built_in_face())
        self.state = StateLayout.from_buffer(buffer)
        self.state.general.object_count = 2
        self.state.general.item_count = 1
        self.state.keyboard.arrow_down = keys.NO_ARROW
        self.port_writes: list[tuple[int, int, int]] = []
        self.picture_drawn: object = None
        self.screen = self.unguarded = self
        self.save_store = MemoryStore()
        self.profile = PROFILES[RECORDED_WITH]
        self.model: bytearray | None = None
        self.notes: list[str] = []
        self._steps = iter(steps)
        self.taken: list[tuple[int, int]] = []
        """Events that reached the queue: beat, value."""

    def attach_model(self, model: bytearray) -> None:
        self.model = model

    def snapshot(self) -> None:
        """Stand for one to go back to, which nothing here does."""

    def advance(self, until: Stop) -> Stop:
        for step in self._steps:
            if isinstance(step, BeatReason):
                self.state.cycle.beat_due = step
                if step not in (BeatReason.ANIMATION, BeatReason.ZERO_DELAY):
                    assert until & Stop.INSIDE
                    return Stop.BEAT
                self.deliver_beat()
            elif step & (until | Stop.ENDED):
                return step
        raise AssertionError("no stop is left")

    def deliver_beat(self) -> None:
        assert self.state.cycle.beat_due
        self.state.cycle.beat_due = 0
        self.surplus_beats(1)

    def surplus_beats(self, count: int) -> None:
        for _ in range(count):
            self.state.clock.beats += 1
            if self.state.clock.beats % 3 == 0:
                self.poll_keyboard()

    def poll_keyboard(self) -> None:
        keyboard.poll(self.core)
        while event := keyboard.take_event(self.core):
            self.taken.append((self.state.clock.beats, event[1]))


def cycle(*beats: BeatReason, wait: int = 0) -> Iterator[Step]:
    """Yield the stops of a cycle: beats of the animation wait, input, beats inside the cycle, its end."""
    yield from [BeatReason.ANIMATION] * wait
    yield Stop.READY
    yield from beats
    yield Stop.CYCLE


def drive(script: str, *cycles: Iterable[Step]) -> tuple[ReadDriver, ScriptedMachine]:
    """Return a driver that stands before record 0 of a machine with these cycles."""
    machine = ScriptedMachine([Stop.CYCLE, *(step for each in cycles for step in each)])
    return ReadDriver(cast(Machine, machine), script), machine


def record(driver: ReadDriver, *, recorded: TraceRecord | None = None) -> TraceRecord:
    """Return the next record, which must exist."""
    found = driver.record(recorded=recorded)
    assert found is not None
    return found


def pressed(events: Iterable[TraceEvent]) -> list[tuple[str, int, str]]:
    return [(event.kind, event.beat, event.key) for event in events if event.kind != "blocked"]


def test_keys_of_cycle_n_go_into_the_cycle_that_gives_record_n_plus_one() -> None:
    driver, machine = drive("cycle 1: keys a b", cycle(wait=2), cycle(wait=2))
    assert [pressed(record(driver).events) for _ in range(3)] == [[], [], [("key", 4, "a"), ("key", 4, "b")]]
    assert machine.taken == [(4, ord("a")), (4, ord("b"))]


def test_arrows_are_pressed_and_released() -> None:
    driver, machine = drive("cycle 0: key up\ncycle 1: key up", cycle(), cycle())
    for _ in range(3):
        record(driver)
    assert machine.taken == [(0, 1), (0, 1)]


def test_the_eighteenth_beat_of_polling_brings_a_key() -> None:
    driver, machine = drive("", cycle(*[POLL] * 40))
    record(driver)
    found = record(driver)
    assert pressed(found.events) == [("auto", 18, "enter"), ("auto", 36, "enter")]
    # Beat 18 polls the keyboard before the key is pressed: the queue has it three beats later.
    assert machine.taken == [(21, 13), (39, 13)]
    assert [event.kind for event in found.events] == ["blocked", "auto", "auto"]


def test_other_beats_do_not_count_as_waiting() -> None:
    driver, _ = drive("", cycle(*[BeatReason.WORK] * 30, *[POLL] * 17, wait=30))
    record(driver)
    assert record(driver).events == ()


def test_the_list_of_keys_begins_again_in_every_cycle() -> None:
    long, short = [POLL] * (18 * 13), [POLL] * 18
    driver, _ = drive("", cycle(*long), cycle(*short))
    record(driver)
    assert [event.key for event in record(driver).events if event.kind == "auto"] == [*AUTO_KEYS, "enter"]
    assert [event.key for event in record(driver).events if event.kind == "auto"] == ["enter"]


def test_a_blocked_line_presses_12_keys() -> None:
    # reference: CMD-44
    driver, _ = drive("blocked: keys a b c d e f g h i j k l m n", cycle(*[POLL] * 36))
    record(driver)
    auto = [event.key for event in record(driver).events if event.kind == "auto"]
    assert auto == [*"abcdefghijkl", "enter"]


def test_blocked_lines_come_first_and_do_not_move_the_list_on() -> None:
    driver, _ = drive("blocked: key esc\nblocked: text ab", cycle(*[POLL] * 18), cycle(*[POLL] * 54))
    record(driver)
    assert [event.key for event in record(driver).events] == ["", "esc"]
    events = record(driver).events
    assert [(event.kind, event.key) for event in events] == [
        *[("blocked", ""), ("auto", "a"), ("auto", "b"), ("auto", "enter")],
        *[("blocked", ""), ("auto", "enter")],
        ("auto", "enter"),
    ]


def test_what_the_game_shows_while_it_waits_is_recorded() -> None:
    driver, machine = drive("", cycle(*[POLL] * 18))
    record(driver)
    machine.state.window.open = 1
    machine.state.text_chars[40 * 3 + 2] = ord("x")
    machine.state.text_attributes[40 * 3 + 2] = 0x8F
    machine.state.vm.last_action = 0x65
    machine.state.vm.last_length = 1
    machine.state.vm.last_operands[0] = 7
    waiting = record(driver).events[0].waiting
    assert waiting is not None
    assert (waiting.action, waiting.window) == (bytes([0x65, 7]), 1)
    assert waiting.text[3] == ("  x", "00x2 8fx1 00x37")


def test_a_game_that_waits_for_ever_is_stuck() -> None:
    driver, _ = drive("", cycle(*[POLL] * (18 * 62)))
    record(driver)
    assert driver.record() is None
    assert (driver.end().why, driver.end().beats) == ("stuck", 18 * (MOST_PRESSES + 1))
    assert len(pressed(driver.end().events)) == MOST_PRESSES


def test_presses_of_blocked_lines_do_not_make_a_game_stuck() -> None:
    lines = 3
    driver, _ = drive("blocked: key a\n" * lines, cycle(*[POLL] * (18 * (62 + lines))))
    record(driver)
    assert driver.record() is None
    assert (driver.end().why, driver.end().beats) == ("stuck", 18 * (MOST_PRESSES + lines + 1))
    assert len(pressed(driver.end().events)) == MOST_PRESSES + lines


def test_a_game_that_loops_without_waiting_is_given_up() -> None:
    driver, _ = drive("", cycle(*[BeatReason.WORK] * MOST_BUSY_BEATS), cycle(*[BeatReason.WORK] * 10_000))
    record(driver)
    record(driver)
    assert driver.record() is None
    assert (driver.end().why, driver.end().beats) == ("wall time", 2 * MOST_BUSY_BEATS)


def test_a_game_that_hangs_is_given_up() -> None:
    driver, machine = drive("", cycle(BeatReason.IDLE))
    machine.state.general.hung = 1
    record(driver)
    assert driver.record() is None
    assert driver.end().why == "wall time"


def test_a_game_that_ends_has_no_further_record() -> None:
    driver, machine = drive("", [Stop.READY, Stop.ENDED])
    machine.state.general.exit_code = 3
    record(driver)
    assert driver.record() is None
    assert driver.end().why == "exit(3)"


def test_surplus_beats_are_delivered_at_the_end_of_the_cycle() -> None:
    driver, machine = drive("", cycle(wait=2), cycle(wait=2))
    first = record(driver)
    assert record(driver, recorded=replace(first, beats=5)).beats == 5
    assert driver.driver.surplus == 3
    assert record(driver, recorded=replace(first, beats=7)).beats == 7
    assert driver.driver.surplus == 0
    assert machine.state.clock.beats == 7


DRAWING = "load.pic(v255); draw.pic(v255);"


def records_of(build_game: GameBuilder, cycle_3: str, recorded: Sequence[TraceRecord] = ()) -> list[TraceRecord]:
    """Return the first five records of a game that does something in cycle 3, beside recorded ones."""
    source = f"""
    v10 = 1; v50++;
    if (v50 == 3) {{ {cycle_3} }}
    if (v50 == 4) {{ v52 = 1; }}
    return();
    """
    game = open_game(build_game({0: source}, pictures={0: "color off"}, sounds={1: b"\x08\0" * 4 + b"\xff\xff"}))
    driver = ReadDriver(Machine(game, settings=Settings(seed=1, budget=UNLIMITED, mercies=STRICT)), "")
    return [record(driver, recorded=recorded[number] if recorded else None) for number in range(5)]


def later(found: TraceRecord, beats: int, *presses: int) -> TraceRecord:
    """Return a record that ends some beats later, and each key pressed in it later by a number of its own."""
    late = iter(presses)
    events = [
        event if event.kind == "blocked" else replace(event, beat=event.beat + next(late)) for event in found.events
    ]
    return replace(found, beats=found.beats + beats, events=tuple(events))


@pytest.mark.parametrize("beats", [0, 1, 2])
@pytest.mark.parametrize("late", [(1, 1), (1, 2), (0, 1), (2, 2)])
def test_surplus_beats_come_in_the_last_picture_before_a_key_that_is_late(
    build_game: GameBuilder, late: tuple[int, int], beats: int
) -> None:
    # reference: TIME-32; as in the recordings of uriq, the cycle may end no later although keys in it come later
    cycle_3 = f'{DRAWING} {DRAWING} print("one"); {DRAWING} print("two");'
    plain = records_of(build_game, cycle_3)
    assert [event.kind for event in plain[3].events] == ["blocked", "auto", "auto"]
    ended = later(plain[3], beats, *late)
    found = records_of(build_game, cycle_3, [*plain[:3], ended, plain[4]])
    beats_of = [[event.beat for event in each[3].events if event.kind == "auto"] for each in (plain, found)]
    assert tuple(b - a for a, b in zip(*beats_of, strict=True)) == late
    assert found[3].beats >= ended.beats
    assert found[3].actions == plain[3].actions
    assert found[4].variables == plain[4].variables


def test_surplus_beats_of_a_cycle_without_waits_come_in_its_last_picture(build_game: GameBuilder) -> None:
    # golden: in impatient-3/qfg6-2.936-tandy a sound begins after the beat that the picture before it took
    cycle_3 = f"load.sound(1); {DRAWING} {DRAWING} sound(1, f50); v60 = 1;"
    plain = records_of(build_game, cycle_3)
    found = records_of(build_game, cycle_3, [*plain[:3], later(plain[3], 1), plain[4]])
    assert (found[3].beats, found[4].beats) == (plain[3].beats + 1, plain[4].beats)
    assert plain[3].sound == found[3].sound == ()
    assert (plain[4].sound[0][0], found[4].sound[0][0]) == (plain[3].beats + 1, found[3].beats + 1)


def test_a_record_holds_what_the_state_holds() -> None:
    driver, machine = drive("", cycle())
    state = machine.state
    state.vars[10] = 2
    state.flags[0] = 0x80
    state.objects[1].x = -3
    state.objects[1].flags = 0x4051
    state.objects[1].cycle_type = 3
    state.item_rooms[0] = 255
    state.strings[40:43] = b"abc"
    state.rng = 4660
    state.clock.ticks = 9
    state.general.horizon = 36
    state.general.text_mode = 1
    state.picture[1] = 0x4F
    machine.port_writes += [(1, 0x61, 3), (1, 0x20, 3)]
    found = record(driver)
    assert found.variables[10] == 2
    assert found.flag(0)
    assert found.objects.shape == (2, 25)
    assert found.objects[1, 2] == -3
    assert found.objects[1, 18] == 3
    assert found.objects[1, 20] == 0x4051
    assert found.item_rooms == b"\xff"
    assert found.strings[:3] == ("", "abc", "")
    assert (found.seed, found.ticks, found.control) == (4660, 9, (36, 0, 0, 1))
    assert found.sound == ((1, 0x61, 3),)
    assert machine.port_writes == []
    assert (found.action_count, found.actions) == (1, b"\x01\x32")


def test_an_empty_machine_gives_the_planes_of_the_recordings_first_record() -> None:
    # reference: golden traces, record 0: buffer of 40h, black screen.
    driver, machine = drive("")
    np.frombuffer(machine.state.picture, dtype=np.uint8)[:] = 0x40
    found = record(driver)
    assert (found.visual, found.priority, found.screen) == (0x0FBCA180, 0xBB4FE52E, 0x5BD12871)


@pytest.mark.parametrize("field", ["visual", "priority", "screen", "objects", "text", "strings"])
def test_what_changed_is_looked_at_again(field: str) -> None:
    driver, machine = drive("", cycle())
    before = getattr(record(driver), field)
    machine.state.picture[100] = 0x12
    machine.state.objects[0].x = 5
    machine.state.text_chars[0] = 65
    machine.state.strings[0] = 65
    assert machine.model is not None
    machine.model[7] = 1
    after = getattr(record(driver), field)
    assert np.any(before != after) if field == "objects" else before != after
