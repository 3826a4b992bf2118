"""The parts of a running interpreter, and what its actions report: what every function of this package gets.

`agi_emu.machine.machine.Machine` is one with time, input and snapshots on top. The functions below it know this much.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import Any

from agi_emu._core.context import zero_state
from agi_emu._core.counting import set_prices
from agi_emu._core.machine import Core
from agi_emu._core.screen import Screen
from agi_emu.facts.adapters import Driver
from agi_emu.facts.clock_prices import prices_of
from agi_emu.facts.codes import Var
from agi_emu.facts.errors import GameError
from agi_emu.facts.font import FACE_BYTES, FACE_FILE, PC_CODE_PAGE, RUSSIAN_CODE_PAGE, face_of
from agi_emu.facts.mercies import DETECT_PLAIN_OBJECT, MERCIES, NO_HEAP_LIMIT, RUN_LATER_OPCODES
from agi_emu.facts.pens import pen_variant
from agi_emu.facts.versions import VersionProfile
from agi_emu.logic.opcodes import ACTIONS
from agi_emu.machine import costs
from agi_emu.machine.costs import BACKGROUND_ENTRY_BYTES, ENTRY_BYTES
from agi_emu.machine.raised_errors import ErrorList
from agi_emu.machine.save_store import MemoryStore, SaveStore
from agi_emu.machine.settings import CELLS_PER_UNIT, RUNAWAY_UNITS, Settings
from agi_emu.resources.game import Game
from agi_emu.resources.items import Items
from agi_emu.resources.kinds import Kind
from agi_emu.resources.releases import Extension
from agi_emu.resources.translation import UNTRANSLATED, Translation
from agi_emu.state.areas import Flags
from agi_emu.state.core_rules import RULES, CoreRules
from agi_emu.state.layout import SCREEN_HEIGHT, SCREEN_WIDTH, StateLayout
from agi_emu.state.progress import Phase

MERCY_OF_RULE = {name.replace("-", "_"): mercy for name, mercy in MERCIES.items()}
"""The mercy `bound-placement-search` is the rule `bound_placement_search`."""


@cache
def core_rules(profile: VersionProfile, settings: Settings) -> CoreRules:
    """Return the rules for an interpreter: fields of its profile, mercies, and what follows from both and the settings.

    A field or a mercy becomes a rule by its name alone; only what is neither stands here.
    """
    mercies = settings.mercies
    has_chip = settings.machine != "pc"
    memory_ends = profile.heap_is_known and NO_HEAP_LIMIT not in mercies
    rules: dict[str, Any] = {
        "last_action": ACTIONS[-1].number if RUN_LATER_OPCODES in mercies else profile.last_action,
        "beat_units": settings.budget.units or 0,
        "counts_clocks": bool(settings.budget.computer),
        "beat_fuel": settings.beat_fuel,
        "runaway_units": RUNAWAY_UNITS,
        "zero_delay_beats": settings.budget.zero_delay_beats,
        "cells_per_unit": CELLS_PER_UNIT,
        "has_chip": has_chip,
        "reads_mouse": Extension.AGIMOUSE in settings.extensions,
        "deep_views": Extension.AGI256 in settings.extensions,
        "is_tandy": settings.machine == "tandy",
        "behind_controllers": profile.behind_controllers if memory_ends else (),
        "heap_bytes": profile.heap_bytes if memory_ends else 0,
        "background_entry_bytes": BACKGROUND_ENTRY_BYTES,
        "logic_entry_bytes": ENTRY_BYTES[Kind.LOGIC],
    }
    for rule in RULES:
        if rule.name in rules:
            continue
        mercy = MERCY_OF_RULE.get(rule.name)
        rules[rule.name] = mercy in mercies if mercy else getattr(profile, rule.name)
    return CoreRules(**rules)


NAMED_VARIABLES = {name.lower(): number for name, number in Var.__members__.items()}
"""Their numbers by their names."""


class NamedVariable:
    """One of the interpreter's own variables as an attribute of a machine."""

    def __set_name__(self, owner: type, name: str) -> None:
        """Find the variable by the attribute's name."""
        self._number = NAMED_VARIABLES[name]

    def __get__(self, machine: Interpreter, owner: type) -> int:
        """Return its value, 0-255."""
        return int(machine.vars[self._number])

    def __set__(self, machine: Interpreter, value: int) -> None:
        """Set it, as a logic would."""
        machine.vars[self._number] = value


SCANS_PER_RUNAWAY = 50
"""Times that logic 0 can begin again in a cycle before a beat passes all the same."""


def _translation(game: Game, name: str) -> Translation:
    """Return a translation; games as they are need nothing of what reads it."""
    if not name:
        return UNTRANSLATED
    from agi_emu.resources.catalogue import find_translation

    return find_translation(game, name)


def nothing() -> None:
    """Do nothing."""


class Interpreter:
    """A game, settings, the state, and the core that works on it."""

    def __init__(self, game: Game, settings: Settings) -> None:
        """Put the parts together; the state is all zero."""
        self.game = game
        self.settings = settings
        self.profile = game.profile
        self.log_lines: list[bytes] = []
        """Lines of the action log since the caller last emptied the list."""
        self.jumps = 0
        """Counts the times that the game itself began again or restored a save; nothing in here depends on it."""
        self.notes: list[str] = []
        """Notes on what was tolerated or is worth knowing, each once."""
        self.errors = ErrorList()
        """The errors that the game has raised; nothing in the machine depends on them."""
        self.must_stop: Callable[[], bool] | None = None
        """Asked every few milliseconds where logics run for long; True stops the machine as `Machine.stop` does."""
        self.picture_drawn: Callable[[], None] = nothing
        """Called after each draw.pic and overlay.pic."""
        self.window_opened: Callable[[], None] = nothing
        """Called after each message window has opened."""
        self.values_changed: Callable[[], None] = nothing
        """Called when something has changed that the core watches (`machine.watching`)."""
        self.halted: Callable[[], bool] = lambda: False
        """Called where a debugger stops the logics (`machine.halts`); True lets `advance` return `Stop.ASKED` there."""
        self.noted: Callable[[str], None] = lambda sentence: None
        """Called with each new sentence of `notes`."""
        self.save_store: SaveStore = MemoryStore()
        """The store of save.game and restore.game: in memory, unless the caller sets another one."""
        self.buffer = zero_state()
        """The bytes of `state`."""
        self.state = StateLayout.from_buffer(self.buffer)
        self.vars = self.state.vars
        self.flags = Flags(self.state.flags)
        self.unseeded = replace(settings, seed=0, bios_clock=0)
        """The settings without what differs from play to play: what follows from these is worked out once."""
        self.rules = core_rules(self.profile, self.unseeded)
        own_page = RUSSIAN_CODE_PAGE if Extension.AGDS in settings.extensions else PC_CODE_PAGE
        self.translation = _translation(game, settings.translation)
        """What is shown in place of the game's texts, and which words are understood besides its own."""
        self.code_page = self.translation.code_page or own_page
        """The code page of the texts on the screen, as Python names it."""
        self.original: tuple[int, bytes] | None = None
        """The text of the last window before it was translated, and the logic that it is of; nothing depends on it."""
        own = game.files.get(FACE_FILE) if self.code_page == own_page else None
        if own is not None and len(own) != FACE_BYTES:
            self.notes.append(f"{FACE_FILE} has {len(own)} bytes instead of {FACE_BYTES}: it is not used")
            own = None
        if self.translation.is_wide:
            self._check_wide(settings)
        self.face = own or face_of(self.code_page)
        """The letters, 8x8: the game's own, or those of its code page."""
        self.core = Core(self.buffer, self.face, text_backgrounds_by_xor=self.profile.text_backgrounds_by_xor)
        self.core.set_rules(self.rules)
        self.prices = prices_of(settings.budget.computer, settings.display) if settings.budget.computer else {}
        """What the original's routines cost in clocks, by name; none where work is counted in units."""
        if self.prices:
            set_prices(self.core, self.prices)
        self.screen: Screen = self.core.screen
        self.adapter_taken = 0
        """The adapter for which the core has tables and views: its place in the table of adapters."""
        self.items: Items = game.items if DETECT_PLAIN_OBJECT in settings.mercies else game.items_strict
        self.pen_variant = pen_variant(game.profile)

    def _check_wide(self, settings: Settings) -> None:
        """Raise GameError where the display has no room for wide letters; note that there are none to show."""
        language = self.translation.name.split(" ")[0]
        if settings.adapter.size != (SCREEN_WIDTH, SCREEN_HEIGHT):
            raise GameError(f"the letters of the language {language} need another display than {settings.display}: ega")
        if self.translation.face is None:
            sentence = "is not installed: signs stand for its letters (see Wide letters in docs/translations.md)"
            self.notes.append(f"GNU Unifont, the face of the language {language}, {sentence}")

    @cached_property
    def kind(self) -> str:
        """The data that a snapshot must share: game, interpreter, driver, numbers of objects and items."""
        driver = self.settings.adapter.driver
        shown = "" if driver is Driver.COLOURS else f" {driver.name}"
        return f"{self.game.digest} {self.profile.name} {self.items.object_count} {self.items.count}{shown}"

    @property
    def port_writes(self) -> list[tuple[int, int, int]]:
        """Writes to the sound ports since the caller emptied the list: beat, port, value; of more than half a million
        the older half is forgotten."""
        return self.core.port_writes

    # State

    def flag(self, number: int) -> bool:
        """Return a flag, 0-255."""
        return self.flags[number]

    def set_flag(self, number: int, on: bool) -> None:
        """Set or reset a flag, 0-255."""
        self.flags[number] = on

    def clear_controllers(self) -> None:
        """Reset all controllers."""
        ctypes.memset(self.state.controllers, 0, 256)

    # Game data

    def logic_messages(self, logic: int) -> Sequence[bytes | None]:
        """Return the messages of a logic; index 0 is message 1. One that the game lacks has none."""
        found = self.game.logic_if_present(logic)
        return () if found is None else found.messages

    def logic_code(self, logic: int) -> bytes:
        """Return the code of a logic and what follows it in memory; a lone return for one that the game lacks."""
        found = self.game.logic_if_present(logic)
        return b"\0" if found is None else found.in_memory

    # What handlers report

    def write_port(self, port: int, value: int) -> None:
        """Log a write to a sound port."""
        self.port_writes.append((self.state.clock.beats, port, value))

    def note(self, sentence: str) -> None:
        """Keep a sentence for whoever looks at `notes`."""
        if sentence not in self.notes:
            self.notes.append(sentence)
            self.noted(sentence)

    def end(self, code: int) -> None:
        """End the program."""
        self.state.general.exited = 1
        self.state.general.exit_code = code

    def hang(self, why: str) -> None:
        """Stand still for ever, as the original does."""
        self.note(why)
        self.errors.add(self.state, why)
        self.state.general.hung = 1

    def crash(self, why: str, *, code: int = 1) -> None:
        """End as the original does when it has overwritten itself."""
        self.note(why)
        self.errors.add(self.state, why)
        self.end(code)

    def stack_blown(self) -> None:
        """End as the original does when calls are nested too deeply (reference: CMD-23)."""
        self.crash("logics call each other too deeply: stack blown")

    def scan_again(self, *, rescan: bool = False) -> None:
        """Abandon all logics and begin logic 0 again; `rescan` as after new.room, else as after an error.

        Where the processor is infinitely fast this spends work, so that time passes in a game that does it for ever;
        else a beat: the original loads from the disk.
        """
        self.core.burn(costs.NEW_ROOM)
        if self.settings.budget.units is None:
            self.state.vm.work -= RUNAWAY_UNITS // SCANS_PER_RUNAWAY
        elif not self.settings.budget.computer:
            self.state.vm.work -= self.settings.budget.units
        self.state.vm.depth = 0
        self.state.cycle.rescan = rescan
        self.state.cycle.phase = Phase.LOGIC if rescan else Phase.SCAN
