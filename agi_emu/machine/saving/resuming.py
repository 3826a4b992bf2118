"""Make a machine what a state file says, as well as the game allows: exact, replay or re-entry.

Exact: the same game; every byte of the state comes back. Replay, as the original's restore: the room's logic and the
resources of its script are unchanged; variables and objects come back and the script brings back resources and picture.
Re-entry: the room is entered again with everything that a player has gained.

Everything happens in a machine of its own. The running one is touched once all has gone well, or not at all.

A machine can also start at a savegame, or at the moment of one that emulates another computer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from agi_emu.facts.adapters import ADAPTERS, DEFAULT, NAMES, Driver, own_adapter
from agi_emu.facts.codes import Flag, Var
from agi_emu.facts.errors import AgiError, SaveError
from agi_emu.machine import heap, sound, start
from agi_emu.machine.display import screen_modes
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving import migration, state_saving
from agi_emu.machine.saving.migration import MigrationPlan
from agi_emu.machine.saving.restoring import restore
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.machine.settings import BUDGETS, settings_as_texts
from agi_emu.machine.snapshots import Snapshot
from agi_emu.machine.windows import windows
from agi_emu.resources.game_names import migration_of, names_of
from agi_emu.resources.kinds import Kind
from agi_emu.state.files.state_chunks import MOST_CARRIED, CarriedData, read_contents
from agi_emu.state.savegames.savegame import parse
from agi_emu.state.state_contents import ResourceReference, StateContents, StateSummary
from agi_emu.state.used_part import used_part

NOT_OF_STATES = ("seed", "bios_clock", "translation")
"""Settings that act at power-on only, or on nothing that a state holds."""


class Grade(Enum):
    """The part of a saved state that was restored."""

    EXACT = "exact"
    REPLAY = "replay"
    REENTRY = "re-entry"


@dataclass(frozen=True, slots=True)
class Resumed:
    """The result of a load."""

    grade: Grade
    sentence: str
    """Says to the player which grade it is and why."""
    notes: tuple[str, ...]
    summary: StateSummary
    carried: CarriedData
    """To be handed to the next save, so that what later programs have written is not lost."""


def resume(m: Machine, data: bytes) -> Resumed:
    """Make the machine what a state file says; SaveError leaves it as it was."""
    contents, carried = read_contents(data, state_saving.state_at_start(m))
    state_saving.check_work_rules(contents.settings)
    grade, sentence, plan = grade_of(m, contents)
    scratch = Machine(m.game, settings=m.settings)
    notes: list[str] = []
    if grade is Grade.EXACT:
        _take_over(scratch, contents)
        notes += _other_settings(m, contents)
    elif grade is Grade.REPLAY:
        try:
            notes += migration.replay(scratch, contents, plan)
        except AgiError as error:
            grade, sentence = Grade.REENTRY, _reentry_sentence(f"its script cannot be replayed: {error}")
            scratch = Machine(m.game, settings=m.settings)
    if grade is Grade.REENTRY:
        notes += migration.reenter(scratch, contents, plan)
    if carried.left:
        most = f"longer than {MOST_CARRIED >> 20} MiB together"
        notes.append(f"chunks {' '.join(carried.left)}: unknown and {most}; they are not kept in the next save")
    # What plays now is silenced; what the state plays is heard from its next note on.
    sound.stop(m)
    m.restore(replace(scratch.snapshot(), disk=None))
    for note in notes:
        m.note(note)
    return Resumed(grade, sentence, tuple(notes), contents.summary, carried)


def resume_exactly(m: Machine, data: bytes) -> None:
    """Make the machine what a state file says to the byte, though its game may have changed; SaveError leaves it.

    That is what a recording starts from: what a change of the game does is to be seen in what follows.
    """
    contents, _ = read_contents(data, state_saving.state_at_start(m))
    state_saving.check_work_rules(contents.settings)
    scratch = Machine(m.game, settings=m.settings)
    _take_over(scratch, contents)
    m.restore(replace(scratch.snapshot(), disk=None))


def grade_of(m: Machine, contents: StateContents) -> tuple[Grade, str, MigrationPlan]:
    """Return how well a state can come back in this game, a sentence that says so, and where resources are now."""
    identity = contents.identity
    game = m.game
    plan = MigrationPlan(names_of(game), migration_of(game), {})
    is_same_game = identity.game == game.digest and identity.interpreter == game.profile.name
    saved_with = contents.settings.get("display", DEFAULT)
    has_moved = _driver_of(saved_with) != _driver_of(m.settings.display)
    if is_same_game and not has_moved:
        return Grade.EXACT, "The game is exactly as it was.", plan
    if identity.game_name and _is_another_game(m, contents):
        raise SaveError(f"the state belongs to {identity.game_name}, this game is {game.id}")
    room = contents.state.vars[Var.ROOM]
    missing: list[str] = []
    for each in identity.references:
        number = _find(m, each, plan)
        if number is not None:
            plan.numbers[Kind(each.kind), each.number] = number
        else:
            missing.append(f"{each.kind} {each.number}")
    if plan.migration.rooms.get(room, room) != room:
        return Grade.REENTRY, _reentry_sentence(f"room {room} is now {plan.migration.rooms[room]}"), plan
    if room == 0:
        return Grade.REENTRY, _reentry_sentence("it was saved before its first room"), plan
    needed = {(Kind.LOGIC, room)}
    entries = bytes(contents.state.script.entries[: state_saving.ENTRY_BYTES * contents.state.script.count])
    needed.update((kind, entries[at]) for at, kind in state_saving.resource_numbers(entries))
    for kind, number in sorted(needed, key=lambda each: (each[0].value, each[1])):
        now = plan.numbers.get((kind, number))
        if now is None or (kind is Kind.LOGIC and now != number):
            return Grade.REENTRY, _reentry_sentence(f"{kind} {number} has changed"), plan
    what = (
        f"The state was saved with the display {saved_with}, this is {m.settings.display}"
        if is_same_game
        else "The game has changed, but not this room"
    )
    return Grade.REPLAY, f"{what}: it was restored as the original restores a saved game.", plan


def _driver_of(display: str) -> Driver | None:
    """Return the driver of a display, by which states are told apart; None for one that is unknown."""
    return ADAPTERS[display].driver if display in ADAPTERS else None


def _reentry_sentence(why: str) -> str:
    return f"The game has changed ({why}), so you enter the room again with everything you had."


def _is_another_game(m: Machine, contents: StateContents) -> bool:
    """Return whether a state belongs to another game altogether: nothing that it speaks of is here."""
    references = [each for each in contents.identity.references if each.digest]
    if contents.identity.game_name == m.game.id:
        return False
    return not any(m.game.resource_digest(Kind(each.kind), each.number) == each.digest for each in references)


def _find(m: Machine, reference: ResourceReference, plan: MigrationPlan) -> int | None:
    """Return the number under which a resource is found now, unchanged; None when it is not."""
    game, kind = m.game, Kind(reference.kind)
    if not reference.digest:
        return reference.number
    if game.resource_digest(kind, reference.number) == reference.digest:
        return reference.number
    section = f"{kind}s"
    renamed = plan.migration.renames.get(section, {}).get(reference.name, reference.name)
    named = plan.names.sections.get(section, {}).get(renamed) if renamed else None
    if named is not None and game.resource_digest(kind, named) == reference.digest:
        return named
    numbers = game.volumes.numbers(kind)
    return next((number for number in numbers if game.resource_digest(kind, number) == reference.digest), None)


def _other_settings(m: Machine, contents: StateContents) -> list[str]:
    """Return a note when the machine is set otherwise than the one that was saved."""
    here = settings_as_texts(m.settings)
    there = settings_as_texts(state_saving.settings_from_texts(contents.settings))
    other = [name for name, text in here.items() if name not in NOT_OF_STATES and there.get(name) != text]
    if not other:
        return []
    return [f"the state was saved with other settings ({', '.join(other)}): it continues with the current settings"]


def _take_over(scratch: Machine, contents: StateContents) -> None:
    """Put every byte of a state into a machine, once it is sure that this game can continue from there."""
    state, m = contents.state, scratch.unguarded
    driver = ADAPTERS[NAMES[state.general.adapter]].driver
    if driver is not Driver.CGA:
        # Another monitor, or another adapter with the same driver; a CGA may have been toggled.
        state.general.adapter = m.state.general.adapter
    # No file gives a beat more than it has.
    state.vm.fuel = min(state.vm.fuel, scratch.settings.beat_fuel)
    used = bytes(memoryview(state).cast("B"))[used_part(state)]
    scratch.restore(Snapshot(used))
    if contents.settings.get("work") != str(scratch.settings.budget.work_rules):
        # Work is counted otherwise here: what was owed means nothing.
        scratch.unguarded.state.vm.work = 0
    if not scratch.unguarded.state.heap.base:
        heap.lay_out(scratch.unguarded)
    if driver is Driver.HERCULES:
        screen_modes.show_own_colours(m)


LONGEST_SETUP = 600
"""Beats that the first cycle may take."""


def start_from(m: Machine, data: bytes) -> None:
    """Bring a machine that was just switched on to a savegame: after one cycle, in which games set up what none holds.

    Menus, for one, are not saved. A window that the game opens there counts as closed.
    """
    parse(data)
    m.cycle(beats=LONGEST_SETUP)
    m.state.modal.depth = 0
    m.state.clock.paused = 0
    windows.close(m)
    sound.stop(m)
    if m.state.general.text_mode:
        screen_modes.show_graphics(m)
    restore(m, data)


def at_pace(machine: Machine, pace: str) -> Machine:
    """Return a machine at the same moment of the game whose budget is another one of `BUDGETS`.

    ValueError where the display has no such budget. What was owed of the beats before is forgotten.
    """
    other = Machine(machine.game, settings=replace(machine.settings, budget=BUDGETS[pace]))
    other.save_store = machine.save_store
    other.restore(machine.snapshot())
    other.unguarded.state.vm.work = 0
    return other


def in_language(machine: Machine, translation: str) -> Machine:
    """Return a machine at the same moment of the game with another translation, or with none if it is empty.

    What is on the screen already stays as it was drawn. GameError if there is no such translation.
    """
    other = Machine(machine.game, settings=replace(machine.settings, translation=translation))
    other.save_store = machine.save_store
    other.restore(machine.snapshot())
    return other


def on_computer(machine: Machine, computer: str) -> Machine:
    """Return a machine at the same moment of the game that emulates another computer; a sound that plays ends."""
    settings = machine.settings
    display = settings.display
    if display == own_adapter(settings.machine) or computer not in settings.adapter.machines:
        display = own_adapter(computer)
    other = Machine(machine.game, settings=replace(settings, machine=computer, display=display))
    other.save_store = machine.save_store
    if other.settings.adapter.driver is settings.adapter.driver:
        adapter = other.unguarded.state.general.adapter
        other.restore(machine.snapshot())
        other.unguarded.state.general.adapter = adapter
    else:
        resume(other, save_state(machine))
    sound.stop(other)
    start.set_hardware_variables(other)
    other.set_flag(Flag.HAS_NOISE, bool(other.vars[Var.COMPUTER]))
    return other
