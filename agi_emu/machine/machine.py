"""The machine: one state, one game, settings; time and input come in, frames and port writes come out."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from agi_emu._core.machine import Core
from agi_emu._core.screen import Screen
from agi_emu.errors import SaveError
from agi_emu.font import built_in_face
from agi_emu.machine import clock, cycle, heap, loading, sound, start, vm
from agi_emu.machine.actions import rooms
from agi_emu.machine.cycle import STOPS, Stop
from agi_emu.machine.display.readable import ScreenText, read_screen, window_text
from agi_emu.machine.frame import Frame
from agi_emu.machine.input import keys
from agi_emu.machine.input.events import Arrow, InputEvent, Key
from agi_emu.machine.input.keynames import key_events, text_events
from agi_emu.machine.save_store import Disk, MemoryStore, SaveStore
from agi_emu.machine.settings import CELLS_PER_UNIT, MACHINES, RUNAWAY_UNITS, Settings
from agi_emu.machine.windows import modal
from agi_emu.mercies import (
    BOUND_PLACEMENT_SEARCH,
    DETECT_PLAIN_OBJECT,
    SURVIVE_DIVISION_BY_ZERO,
)
from agi_emu.pens import pen_variant
from agi_emu.resources.game import Game
from agi_emu.resources.items import Items
from agi_emu.state.digests import COMPLETE, frame_digest, sound_digest, state_digest
from agi_emu.state.layout import ARENA_OFFSET, SCREEN_OFFSET, SCREEN_PIXELS, STATE_BYTES, ScreenObject, StateLayout
from agi_emu.state.progress import Phase
from agi_emu.versions import AutoLoop, FixedPriorityKey

AUTO_LOOPS = {
    AutoLoop.EXACTLY_FOUR: 0,
    AutoLoop.FOUR_OR_MORE: 1,
    AutoLoop.MORE_THAN_FOUR_NEEDS_F20: 2,
}
FIXED_KEYS = {
    FixedPriorityKey.BANDS: 0,
    FixedPriorityKey.PAST_TABLE_AFTER_BASE: 1,
    FixedPriorityKey.TABLE_AFTER_BASE: 2,
}
SCANS_PER_RUNAWAY = 50
"""Times that logic 0 can begin again in a cycle before a beat passes all the same."""
CYCLE, ENDED = int(Stop.CYCLE), int(Stop.ENDED)
LAST_BEAT = 0xFFFFFFFF
"""The clock counts beats in 32 bits: more than two years."""
DEFAULT_BEATS = 60 * 60 * 10
"""How long `run` goes on at most when its condition does not come true: ten minutes of machine time."""


ARENA_USED = slice(StateLayout.arena_used.offset, StateLayout.arena_used.offset + 4)  # type: ignore[attr-defined]
"""Where a state says how much of its arena is in use."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A copy of the used part of a machine's state."""

    used: bytes
    disk: Disk | None = None
    """The savegames that the machine keeps in memory; None when they are kept elsewhere."""
    kind: str = ""
    """`Machine.kind` of the machine that it is of; empty when whoever made it vouches for where it goes."""


@dataclass(frozen=True, slots=True)
class Digests:
    """Numbered digests at a stop: of the state, of the frame, and of the port writes since the caller's last look."""

    number: int
    state: str
    frame: str
    sound: str


class Flags:
    """The 256 flags as a sequence of truth values."""

    __slots__ = ("_state",)

    def __init__(self, state: StateLayout) -> None:
        self._state = state

    def __len__(self) -> int:
        return 256

    def __getitem__(self, number: int) -> bool:
        if not 0 <= number <= 255:
            raise IndexError(f"there is no flag {number}")
        return bool(self._state.flags[number >> 3] & 0x80 >> (number & 7))

    def __setitem__(self, number: int, on: bool) -> None:
        if not 0 <= number <= 255:
            raise IndexError(f"there is no flag {number}")
        mask = 0x80 >> (number & 7)
        kept = self._state.flags[number >> 3] & ~mask & 0xFF
        self._state.flags[number >> 3] = kept | mask if on else kept


class Machine:
    """An AGI interpreter with a game in it.

    Everything that affects its future is in `state`, but for the game (read-only) and the settings (fixed). `advance`
    is the primitive; nothing here waits or reads a clock.
    """

    def __init__(self, game: Game, *, seed: int | None = None, settings: Settings | None = None) -> None:
        """Switch on: `seed` (0-65535) overrides the one of the settings."""
        settings = settings or Settings()
        if seed is not None:
            settings = replace(settings, seed=seed)
        self.game = game
        self.settings = settings
        self.profile = game.profile
        self.log_lines: list[bytes] = []
        """What the action log has written since the caller emptied the list."""
        self.notes: list[str] = []
        """What was tolerated or is worth knowing, each sentence once."""
        self.save_store: SaveStore = MemoryStore()
        """Where save.game and restore.game keep their files: in memory, unless the caller sets another one."""
        self._buffer = bytearray(STATE_BYTES)
        self.state = StateLayout.from_buffer(self._buffer)
        self._pixels = memoryview(self._buffer)[SCREEN_OFFSET : SCREEN_OFFSET + SCREEN_PIXELS]
        self.vars = self.state.vars
        self.flags = Flags(self.state)
        self.core = Core(self._buffer, built_in_face(), inverts_by_xor=self.profile.text_backgrounds_by_xor)
        self.screen: Screen = self.core.screen
        self.port_writes: list[tuple[int, int, int]] = self.core.port_writes
        """Writes to the sound ports since the caller emptied the list: beat, port, value; of more than half a million
        the older half is forgotten."""
        mercies = settings.mercies
        self.items: Items = game.items if DETECT_PLAIN_OBJECT in mercies else game.items_strict
        self.bounded_search = BOUND_PLACEMENT_SEARCH in mercies
        self.pen_variant = pen_variant(game.profile)
        self.core.configure(
            last_action=vm.last_action(self),
            auto_loop=AUTO_LOOPS[self.profile.auto_loop],
            fixed_key=FIXED_KEYS[self.profile.fixed_priority_key],
            directions_in_animation=self.profile.direction_pass_in_animation,
            distance_wraps=self.profile.distance_wraps,
            left_edge_at_zero=self.profile.left_edge_at_zero,
            search_in_position=self.profile.placement_search_in_position,
            rest_of_line=self.profile.has_rest_of_line,
            keeps_punctuation=self.profile.compare_strings_keeps_punctuation,
            prefix_bug=self.profile.compare_strings_prefix_bug,
            bound_search=self.bounded_search,
            keep_on_zero_division=SURVIVE_DIVISION_BY_ZERO in mercies,
            beat_units=settings.budget.units or 0,
            runaway_units=RUNAWAY_UNITS,
            zero_delay_beats=settings.budget.zero_delay_beats,
            cells_per_unit=CELLS_PER_UNIT,
            machine_type=MACHINES[settings.machine],
        )
        self.core.set_items(self.items.in_memory)
        sound.configure(self)
        heap.configure(self)
        self.handlers = vm.handlers()
        vm.declare_opcodes(self)
        start.power_on(self)
        loading.check_beginning(self)
        loading.give_logic(self, 0)
        self.state.cycle.phase = Phase.START
        self.state.vm.work = settings.budget.units or RUNAWAY_UNITS

    def __repr__(self) -> str:
        """Say which game stands where."""
        state = self.state
        return f"<Machine {self.game.id} ({self.profile.name}): room {state.vars[0]}, beat {state.clock.beats}>"

    # Time

    def advance(self, events: Iterable[InputEvent] = (), until: Stop = Stop.BEAT) -> Stop:
        """Let `events` happen, then run to the next stop that `until` names (or the end); return where it stands.

        A machine that stands waiting for a beat is given that beat first.
        """
        if events:
            keys.accept(self, events)
        if self.state.cycle.beat_due:
            self.deliver_beat()
        wanted = int(until)
        core_advance = self.core.advance
        while True:
            stop = core_advance(wanted)
            if stop > 0:
                return STOPS[stop]
            stop = cycle.serve(self, stop)
            if stop & wanted:
                return STOPS[stop]

    def advance_to(self, last_beat: int) -> Stop:
        """Run until the beat behind number `last_beat` is due (or to the end), as many calls of `advance` would.

        The interpreter lock is free while the core runs, so machines in several threads run beside each other.
        """
        if self.state.clock.beats >= last_beat:
            return Stop.BEAT
        return self._run_beats(last_beat)

    def _run_beats(self, last_beat: int, also: int = 0) -> Stop:
        """Run until the beat behind number `last_beat` is due, to a stop of `also`, or to the end."""
        last_beat = min(last_beat, LAST_BEAT)
        core_advance = self.core.advance_to
        clock = self.state.clock
        while True:
            stop = core_advance(last_beat, also)
            if stop < 0:
                stop = cycle.serve(self, stop)
            if stop & (also | ENDED) or (stop and clock.beats >= last_beat):
                return STOPS[stop]

    def beat(self, events: Iterable[InputEvent] = ()) -> Stop:
        """Run one beat, 1/60 s."""
        return self.advance(events, Stop.BEAT)

    def tick(self, events: Iterable[InputEvent] = ()) -> Stop:
        """Run three beats, 1/20 s."""
        self.advance(events)
        self.advance()
        return self.advance()

    def cycle(self, events: Iterable[InputEvent] = (), *, beats: int = DEFAULT_BEATS) -> Stop:
        """Run to the top of the next cycle, for at most `beats` beats: a window may be waiting for a key."""
        if events:
            keys.accept(self, events)
        if self.state.cycle.beat_due:
            self.deliver_beat()
        number = self.state.cycle.number
        last_beat = self.state.clock.beats + max(beats, 1) - 1
        while True:
            stop = self._run_beats(last_beat, CYCLE)
            if not stop & CYCLE or self.state.cycle.number != number:
                return stop

    def run(
        self,
        *,
        seconds: float | None = None,
        ticks: int | None = None,
        cycles: int = 0,
        until: Callable[[Machine], bool] | None = None,
    ) -> Stop:
        """Run for a time, a number of cycles, or until a condition holds after a beat; machine time, returns at once.

        With `until` the other arguments are a limit; without a time, ten minutes are.
        """
        if seconds is not None and not math.isfinite(seconds):
            raise ValueError(f"{seconds} seconds is no time that can be run")
        beats = DEFAULT_BEATS
        if seconds is not None or ticks is not None:
            beats = round((seconds or 0) * clock.BEATS_PER_SECOND) + (ticks or 0) * clock.BEATS_PER_TICK
        if beats < 0 or cycles < 0:
            raise ValueError("time runs forward only: seconds, ticks and cycles must not be negative")
        last_cycle = self.state.cycle.number + cycles
        last_beat = self.state.clock.beats + beats
        if until is None:
            return self._run_cycles(last_cycle, last_beat) if cycles else self.advance_to(last_beat)
        stop = Stop.BEAT
        while self.state.clock.beats < last_beat:
            stop = self.advance()
            if stop & Stop.ENDED or (cycles and self.state.cycle.number >= last_cycle) or until(self):
                break
        return stop

    def _run_cycles(self, last_cycle: int, last_beat: int) -> Stop:
        """Run to the first beat that is due after a cycle, behind a beat, or to the end."""
        stop = Stop.BEAT
        state = self.state
        while state.clock.beats < last_beat and state.cycle.number < last_cycle and not stop & ENDED:
            stop = self._run_beats(last_beat, CYCLE)
        return self._run_beats(state.clock.beats) if stop & CYCLE else stop

    def deliver_beat(self) -> None:
        """Let the beat happen that the machine waits for, and nothing behind it: keys can go in before it runs on."""
        clock.beat(self)

    def surplus_beats(self, count: int) -> None:
        """Let beats happen that the program did not wait for: time that computing took."""
        for _ in range(count):
            clock.beat(self)

    # Input

    def type(self, text: str) -> None:
        """Type a text, as fast as the machine takes it; a line break is Enter, what code page 437 lacks is '?'."""
        for event in text_events(text):
            while self.state.keyboard.bios_count:
                if self.advance() & Stop.ENDED:
                    return
            keys.accept(self, [event])

    def press(self, *pressed: Key | Arrow | str) -> None:
        """Let keys be pressed now: events, or names such as "enter", "f6", "left" (ValueError for unknown ones)."""
        for each in pressed:
            keys.accept(self, key_events(each) if isinstance(each, str) else [each])

    def poll_keyboard(self) -> None:
        """Move waiting keys into the event queue without a tick, as the recordings' script keys go."""
        keys.poll_bios(self)

    def next_event(self) -> tuple[int, int] | None:
        """Take the next event, (type, value); count a poll that finds none."""
        event = keys.take(self)
        if event is None:
            self.core.count_empty_poll()
        return event

    # State

    @cached_property
    def kind(self) -> str:
        """What a snapshot must share with this machine: game, interpreter, numbers of objects and items."""
        return f"{self.game.digest} {self.profile.name} {self.items.object_count} {self.items.count}"

    def flag(self, number: int) -> bool:
        """Return a flag, 0-255."""
        return self.flags[number]

    def set_flag(self, number: int, on: bool) -> None:
        """Set or reset a flag, 0-255."""
        self.flags[number] = on

    def clear_controllers(self) -> None:
        """Reset all controllers."""
        ctypes.memset(self.state.controllers, 0, 256)

    def snapshot(self) -> Snapshot:
        """Copy the state; possible at every stop, also in the middle of a dialogue."""
        disk = self.save_store.disk if isinstance(self.save_store, MemoryStore) else None
        return Snapshot(bytes(memoryview(self._buffer)[: ARENA_OFFSET + self.state.arena_used]), disk, self.kind)

    def restore(self, snapshot: Snapshot) -> None:
        """Bring a copied state of this game back; SaveError for one of another game leaves the machine as it was."""
        used = snapshot.used
        if snapshot.kind != self.kind and snapshot.kind:
            raise SaveError(f"the snapshot is of another game or interpreter than {self.game.id} ({self.profile.name})")
        length = len(used)
        if (
            length < ARENA_OFFSET
            or length > STATE_BYTES
            or used[ARENA_USED] != (length - ARENA_OFFSET).to_bytes(4, "little")
        ):
            raise SaveError(f"these {length} bytes are no snapshot of this version's states")
        self._buffer[:length] = used
        if snapshot.disk is not None and isinstance(self.save_store, MemoryStore):
            self.save_store.disk = snapshot.disk
        # Asked in the core, for most states that come back refer to nothing new, and rewinding brings back many.
        if self.core.lacks_resources():
            self.give_resources()

    def digests(self, number: int = COMPLETE, *, since_beat: int = 0) -> Digests:
        """Return the digests of this moment; the sound's beats are counted from `since_beat`."""
        return Digests(
            number,
            state_digest(self.state, number),
            frame_digest(self.state, number),
            sound_digest(self.port_writes, since_beat),
        )

    def give_resources(self) -> None:
        """Give the core the resources that the state refers to."""
        state = self.state
        for kind, give in ((state.loaded.logics, loading.give_logic), (state.loaded.views, loading.give_view)):
            for number in kind.order[: kind.count]:
                give(self, number)
        for frame in state.vm.frames[: state.vm.depth]:
            loading.give_logic(self, frame.logic)
        if state.sound.playing:
            sound.give(self, state.sound.number)
        for each in [*state.objects[: state.general.object_count], state.scratch]:
            if each.has_view:
                loading.give_view(self, each.view)

    @property
    def frame(self) -> Frame:
        """What the monitor shows."""
        return Frame(self._pixels.tobytes(), bytes(self.state.palette))

    @property
    def modal(self) -> modal.Purpose | None:
        """What waits for the player: window, prompt, menu; None when the game runs."""
        waiting = self.state.modal
        return modal.Purpose(waiting.records[waiting.depth - 1].purpose) if waiting.depth else None

    @property
    def ego(self) -> ScreenObject:
        """The object that the player moves."""
        ego: ScreenObject = self.state.objects[0]
        return ego

    @property
    def text(self) -> ScreenText:
        """What the screen says: rows, window, input line, status line."""
        return read_screen(self)

    @property
    def message(self) -> str | None:
        """What the open message window says; None when none is open."""
        return window_text(self)

    # Game data

    def logic_messages(self, logic: int) -> Sequence[bytes | None]:
        """Return the messages of a logic; index 0 is message 1."""
        return self.game.logic(logic).messages

    def logic_code(self, logic: int) -> bytes:
        """Return the code of a logic and what lies behind it in memory."""
        return self.game.logic(logic).in_memory

    # What handlers tell the machine

    def write_port(self, port: int, value: int) -> None:
        """Tell the outside of a write to a sound port."""
        self.port_writes.append((self.state.clock.beats, port, value))

    def note(self, sentence: str) -> None:
        """Keep a sentence for whoever looks at `notes`."""
        if sentence not in self.notes:
            self.notes.append(sentence)

    def end(self, code: int) -> None:
        """End the program."""
        self.state.general.exited = 1
        self.state.general.exit_code = code

    def hang(self, why: str) -> None:
        """Stand still for ever, as the original does."""
        self.note(why)
        self.state.general.hung = 1

    def stack_blown(self) -> None:
        """End as the original does when calls are nested too deeply (reference: commands.md 1.4)."""
        self.note("logics call each other too deeply: stack blown")
        self.end(1)

    def scan_again(self, *, rescan: bool = False) -> None:
        """Abandon all logics and begin logic 0 again; `rescan` as after new.room, else as after an error.

        Where the processor is infinitely fast this spends work, so that time passes in a game that does it for ever.
        """
        if self.settings.budget.units is None:
            self.state.vm.work -= RUNAWAY_UNITS // SCANS_PER_RUNAWAY
        self.state.vm.depth = 0
        self.state.cycle.rescan = rescan
        self.state.cycle.phase = Phase.LOGIC if rescan else Phase.SCAN

    def restart(self) -> None:
        """Begin the game again: what restart.game does once the player agreed."""
        rooms.restart(self)
