"""Cases of time, sound and saving (docs/cases.md 3, 7, 8, 9, 10, 17)."""

from __future__ import annotations

import pytest

from agi_emu.facts.mercies import AS_RECORDED
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.restoring import restore, savegame_of
from agi_emu.machine.settings import SMOOTH, UNLIMITED, Budget, Settings
from agi_emu.resources import open_game
from tests.own_games.building import GameBuilder
from tests.unit.commands.stage import Stage, on_object, press
from tests.unit.commands.test_sounds import TONE


@pytest.mark.parametrize("budget", [UNLIMITED, SMOOTH], ids=lambda budget: str(budget.name))
@pytest.mark.parametrize("delay", [0, 1, 2, 10])
def test_clock_runs_by_the_timer_at_every_delay(build_game: GameBuilder, delay: int, budget: Budget) -> None:
    # reference: TIME-4
    # docs/cases.md 3: seconds come from the timer, not from cycles
    game = open_game(build_game({0: f"v10 = {delay}; v60 += 1; return();"}))
    m = Machine(game, settings=Settings(budget=budget, mercies=AS_RECORDED))
    m.run(seconds=30)
    assert (m.vars[11], m.vars[12]) == (30, 0)


def test_clock_runs_inside_a_logic(play: Stage) -> None:
    # reference: TIME-8
    # docs/cases.md 7: a logic that waits for the seconds without leaving the cycle
    m = play("v60 = v11; again: if (v60 == v11) { goto(again); } v61 = v11; v62 += 1;")
    m.run(until=lambda m: m.vars[62] > 0)
    assert m.vars[61] == 1
    assert 60 <= m.state.clock.beats <= 63


def test_delay_starts_at_0_and_flag_7_is_clear(play: Stage) -> None:
    # docs/cases.md 9
    m = play("if (!f100) { set(f100); v60 = v10; if (f7) { v61 = 1; } }")
    assert (m.vars[60], m.vars[61]) == (0, 0)


def test_delay_0_is_not_capped_by_ticks(play: Stage) -> None:
    # reference: TIME-7
    # docs/cases.md 9: three interrupts a cycle in the recordings' convention, one in the budget of a PC
    m = play("v60 += 1;", cycles=10)
    assert m.state.clock.beats == 30


def test_end_of_sound_flag_comes_after_a_snapshot(play: Stage) -> None:
    # docs/cases.md 8: a state taken while a sound plays goes on with it
    m = play.room("load.sound(1); sound(1, f90);", sounds={1: TONE})
    here = m.snapshot()
    m.run(seconds=1)
    assert m.flag(90)
    m.restore(here)
    assert not m.flag(90)
    m.run(seconds=1)
    assert m.flag(90)


def test_saving_ends_the_sound_so_its_flag_is_in_the_savegame(play: Stage) -> None:
    # docs/cases.md 8: save.game stops the sound first, which sets its flag (reference: SND-10)
    m = play.room("load.sound(1); sound(1, f90); save.game(); v60 = 1;", sounds={1: TONE})
    assert m.modal is not None
    assert m.flag(90)


def test_objects_do_not_grow_with_each_save_and_restore(play: Stage) -> None:
    # reference: SAVE-7
    # docs/cases.md 17: OBJECT count grew by one each time
    m = play.room(on_object(""))
    first = savegame_of(m, b"one")
    for _ in range(3):
        restore(m, savegame_of(m, b"one").to_bytes())
        m.cycle()
    again = savegame_of(m, b"one")
    assert m.state.general.object_count == 16
    assert (again.object_count, len(again.inventory)) == (first.object_count, len(first.inventory))


def test_script_list_is_the_same_after_restoring(play: Stage) -> None:
    # reference: SAVE-11
    # docs/cases.md 17: script buffer on restore, overlay.pic in it
    m = play.room("v59 = 0; overlay.pic(v59); load.view(1);")
    entries = bytes(m.state.script.entries[: 2 * m.state.script.count])
    assert bytes([8, 0]) in entries
    restore(m, savegame_of(m, b"one").to_bytes())
    assert bytes(m.state.script.entries[: 2 * m.state.script.count]) == entries


def test_cursor_stays_hidden_after_restoring(play: Stage) -> None:
    # docs/cases.md 10: a restored game whose text cursor forgot that it was hidden painted a black square
    m = play.room('set.cursor.char("_"); prevent.input();', cycles=2)
    shown = bytes(m.state.screen)
    restore(m, savegame_of(m, b"one").to_bytes())
    m.cycle()
    assert bytes(m.state.screen[320 * 168 :]) == shown[320 * 168 :]


def test_menu_works_after_a_restart(play: Stage) -> None:
    # docs/cases.md 15
    # Strings outlast the restart: the menu is made while s1 is still empty.
    menu = 'set.menu("Game"); set.menu.item("About", c20); submit.menu();'
    source = f"""
    if (compare.strings(s1, s2)) {{ set.string(s1, "made"); {menu} disable.item(c20); set(f16); restart.game(); }}
    if (!f102) {{ set(f102); v10 = 1; set(f14); menu.input(); }}
    if (controller(c20)) {{ v60 += 1; }}
    """
    m = play(source)
    m.run(ticks=10)
    press(m, "enter")
    assert m.vars[60] == 1
