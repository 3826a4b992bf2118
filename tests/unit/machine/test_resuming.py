"""States of one release in another: exact, replay, re-entry; what moves, what is dropped, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agi_emu.facts.errors import SaveError
from agi_emu.facts.mercies import FRIENDLY
from agi_emu.machine.input.events import Key
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving import restoring
from agi_emu.machine.saving.resuming import Grade, resume
from agi_emu.machine.saving.state_saving import save_state, settings_from_texts
from agi_emu.machine.settings import UNLIMITED, Budget, Settings, settings_as_texts
from agi_emu.resources import open_game
from agi_emu.state.digests import resume_hash
from agi_emu.state.files import state_file
from agi_emu.state.files.state_chunks import read_summary
from agi_emu.state.files.state_file import Chunk
from agi_emu.state.layout import PICTURE_CELLS
from tests.own_games import meadow, releases
from tests.own_games.building import GameBuilder
from tests.own_games.releases import build, with_logics

WALKED_X, WALKED_Y = 95, 130


def played(path: Path) -> Machine:
    """A machine in room 1 in which things have happened."""
    m = Machine(open_game(path), seed=3)
    m.run(seconds=2)
    assert m.vars[0] == 1
    m.vars[40], m.vars[60], m.vars[3] = 99, 12, 5
    m.set_flag(61, True)
    m.state.item_rooms[1], m.state.item_rooms[3] = 255, 7
    m.core.sprites_out()
    m.ego.x, m.ego.y = WALKED_X, WALKED_Y
    m.core.sprites_in()
    m.run(seconds=1)
    return m


def moved_to(path: Path, data: bytes) -> tuple[Machine, Grade, str, tuple[str, ...]]:
    m = Machine(open_game(path), seed=9)
    m.run(seconds=1)
    done = resume(m, data)
    return m, done.grade, done.sentence, done.notes


def test_the_same_game_goes_on_exactly(build_game: GameBuilder) -> None:
    path = build(build_game)
    old = played(path)
    m, grade, sentence, notes = moved_to(path, save_state(old))
    assert (grade, sentence, notes) == (Grade.EXACT, "The game is exactly as it was.", ())
    assert resume_hash(m.state) == resume_hash(old.state)
    for _ in range(300):
        old.advance()
        m.advance()
    assert m.digests().state == old.digests().state


def test_a_window_and_a_menu_that_are_open_come_back(build_game: GameBuilder) -> None:
    path = build_game(**meadow.sources())  # type: ignore[arg-type]
    old = Machine(open_game(path))
    old.run(seconds=1)
    old.press(Key(0x3B00))
    old.run(seconds=1)
    assert old.modal is not None
    m = Machine(old.game)
    resume(m, save_state(old))
    assert (m.modal, m.message) == (old.modal, old.message)


def test_another_logic_0_is_a_replay(build_game: GameBuilder) -> None:
    data = save_state(played(build(build_game)))
    changed = build(build_game, logics=with_logics(logic0=releases.LOGIC.replace("v60 = 11;", "v60 = 21; v62 = 1;")))
    m, grade, sentence, _ = moved_to(changed, data)
    assert grade is Grade.REPLAY
    assert "not this room" in sentence
    # specification 9: restore.game sets flag 12
    assert m.flag(12)
    assert (m.vars[0], m.vars[40], m.vars[60], m.vars[61]) == (1, 99, 12, 1)
    assert m.flag(61)
    assert (m.ego.x, m.ego.y, m.ego.view) == (WALKED_X, WALKED_Y, 0)
    assert m.state.objects[1].has_view
    m.run(seconds=2)
    assert (m.vars[0], m.vars[61]) == (1, 1), "the room is not entered again"


def test_a_replay_shows_what_was_shown(build_game: GameBuilder) -> None:
    old = played(build(build_game))
    changed = build(build_game, logics=with_logics(logic2=releases.CAVE + " "))
    changed_again = build(build_game, logics=with_logics(logic2=releases.CAVE.replace("v61 += 1", "v61 += 2")))
    del changed
    m, grade, _, _ = moved_to(changed_again, save_state(old))
    assert grade is Grade.REPLAY
    assert bytes(m.state.picture)[:PICTURE_CELLS] == bytes(old.state.picture)[:PICTURE_CELLS]


def test_a_view_under_another_number_is_found_by_what_is_in_it(build_game: GameBuilder) -> None:
    # The stone is view 9 now. The room's logic has its number in a variable, so that it is unchanged.
    logic = releases.MEADOW.replace("load.view(3); add.to.pic(3, 0, 0, 20, 150, 10, 4);", "load.view.v(v70);")
    logic = logic.replace("set.view(o1, 3)", "set.view.v(o1, v70)")
    first = releases.LOGIC.replace("v60 = 11;", "v60 = 11; v70 = 3;")
    data = save_state(played(build(build_game, logics=with_logics(logic0=first, logic1=logic))))
    second = releases.LOGIC.replace("v60 = 11;", "v60 = 11; v70 = 9;")
    changed = build(
        build_game,
        logics=with_logics(logic0=second, logic1=logic),
        views={0: releases.VIEW, 9: releases.STONE, 3: releases.VIEW + "\ncel\n1"},
    )
    m, grade, _, _ = moved_to(changed, data)
    assert grade is Grade.REPLAY
    assert m.state.objects[1].view == 9
    assert m.state.loaded.views.present[9]


def test_another_room_logic_is_entered_anew(build_game: GameBuilder) -> None:
    old = played(build(build_game))
    changed = build(build_game, logics=with_logics(logic1=releases.MEADOW.replace("v61 += 1;", "v61 += 1; v63 = 4;")))
    m, grade, sentence, notes = moved_to(changed, save_state(old))
    assert (grade, notes) == (Grade.REENTRY, ())
    assert "logic 1 has changed" in sentence
    assert (m.vars[0], m.vars[1], m.vars[2]) == (1, old.vars[1], 0)
    assert (m.vars[40], m.vars[60], m.vars[61], m.vars[63]) == (99, 12, 2, 4)
    assert m.flag(61)
    assert not m.flag(12)
    assert (m.ego.x, m.ego.y) == (WALKED_X, WALKED_Y)
    assert m.state.item_rooms[1] == 255
    assert bytes(m.state.strings[80:84]) == b"Wick"
    assert m.state.keyboard.map_count == old.state.keyboard.map_count == 1
    frame = m.frame.indices
    m.run(seconds=1)
    assert (m.frame.indices == frame).all()


def test_ego_stays_where_the_room_puts_it_when_its_place_is_taken(build_game: GameBuilder) -> None:
    old = played(build(build_game))
    old.core.sprites_out()
    old.ego.x, old.ego.y = 80, 100
    old.core.sprites_in()
    changed = build(
        build_game,
        logics=with_logics(logic1=releases.MEADOW.replace("v61 += 1;", "v61 += 2;")),
        pictures={1: releases.WALLED},
    )
    m, grade, _, notes = moved_to(changed, save_state(old))
    assert grade is Grade.REENTRY
    assert notes == ("ego is where the room puts it: its place is no longer free",)
    assert (m.ego.x, m.ego.y) == (80, 120)


def test_an_item_that_came_between_does_not_shift_the_others(build_game: GameBuilder) -> None:
    data = save_state(played(build(build_game)))
    items = (("?", 0), ("coin", 9), ("lamp", 1), ("rope", 2))
    m, grade, _, notes = moved_to(build(build_game, items=items), data)
    assert grade is Grade.REPLAY
    assert list(m.state.item_rooms[:4]) == [0, 9, 255, 7]
    assert notes == ("item key is dropped: the game has none of this name now",)


def test_more_and_fewer_objects(build_game: GameBuilder) -> None:
    data = save_state(played(build(build_game)))
    m, grade, _, notes = moved_to(build(build_game, max_object=30), data)
    assert (grade, m.state.general.object_count, notes) == (Grade.REPLAY, 31, ())
    few = build(build_game, max_object=0, logics=with_logics(logic2=releases.CAVE.replace("o1", "o0")))
    m, grade, _, notes = moved_to(few, data)
    assert (grade, m.state.general.object_count) == (Grade.REPLAY, 1)
    assert notes == ("object 1 is dropped: the game has 1 now",)


def test_variables_and_flags_move_by_name(build_game: GameBuilder) -> None:
    first = build(build_game)
    (first / "names.toml").write_text("[variables]\noil = 40\nsteps = 60\ngone = 41\n[flags]\nlit = 61\n")
    data = save_state(played(first))
    changed = build(build_game, logics=with_logics(logic2=releases.CAVE.replace("v61", "v64")))
    (changed / "names.toml").write_text("[variables]\nfuel = 90\nsteps = 60\nwind = 91\n[flags]\nlit = 100\n")
    (changed / "migrate.toml").write_text('[rename.variables]\noil = "fuel"\n[defaults.variables]\nwind = 33\n')
    m, grade, _, notes = moved_to(changed, data)
    assert grade is Grade.REPLAY
    assert (m.vars[90], m.vars[40], m.vars[60], m.vars[91]) == (99, 0, 12, 33)
    assert (m.flag(100), m.flag(61)) == (True, False)
    assert notes == ("variable gone is dropped: the game has none of this name now",)


def test_a_room_that_moved_is_entered_under_its_new_number(build_game: GameBuilder) -> None:
    data = save_state(played(build(build_game)))
    changed = build(build_game, logics={0: releases.LOGIC, 2: releases.CAVE, 5: releases.MEADOW})
    with pytest.raises(SaveError, match=r"the game no longer has logic 1 for room 1"):
        moved_to(changed, data)
    (changed / "migrate.toml").write_text("[rooms]\n1 = 5\n7 = 8\n")
    m, grade, sentence, _ = moved_to(changed, data)
    assert (grade, m.vars[0]) == (Grade.REENTRY, 5)
    assert "room 1 is now 5" in sentence
    assert m.state.item_rooms[3] == 8


def test_what_is_wrong_in_the_files_of_names_is_a_note(build_game: GameBuilder) -> None:
    data = save_state(played(build(build_game)))
    changed = build(build_game, logics=with_logics(logic2=releases.CAVE.replace("v61", "v64")))
    (changed / "names.toml").write_text("[variables]\na = 300\n[colours]\nred = 4\n")
    (changed / "migrate.toml").write_text("[rooms\n")
    _, _, _, notes = moved_to(changed, data)
    assert any("variables.a is not a number from 0 to 255" in note for note in notes)
    assert any("[colours] is none of" in note for note in notes)
    assert any(note.startswith("migrate.toml: ") and "ignored" in note for note in notes)


def test_a_state_of_another_game_is_refused_and_the_running_one_untouched(build_game: GameBuilder) -> None:
    data = save_state(played(build(build_game, "lamp")))
    other = Machine(open_game(build_game({0: "return();"}, words={"ant": 5})))
    other.run(seconds=1)
    before = other.snapshot()
    with pytest.raises(SaveError, match="the state belongs to lamp, this game is game"):
        resume(other, data)
    assert other.snapshot() == before


@pytest.mark.parametrize("tag", ["Summ", "Game", "Sets", "Vars", "Objs", "Pict", "Exec", "Scrn", "Load"])
def test_damage_leaves_the_running_game_untouched(build_game: GameBuilder, tag: str) -> None:
    path = build(build_game)
    m = played(path)
    data = save_state(m)
    m.run(seconds=1)
    before = m.snapshot()
    at = data.index(tag.encode()) + 12
    with pytest.raises(SaveError, match=f"chunk {tag}"):
        resume(m, data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    assert m.snapshot() == before


def test_a_place_behind_a_logics_end_is_refused(build_game: GameBuilder) -> None:
    m = played(build(build_game))
    m.unguarded.state.loaded.scan_start[1] = 9999
    with pytest.raises(SaveError, match="chunk Exec: logic 1 begins at 9999"):
        resume(m, save_state(m))


def test_what_a_later_program_wrote_goes_into_the_next_save(build_game: GameBuilder) -> None:
    m = played(build(build_game))
    chunks = state_file.read(save_state(m)).chunks
    done = resume(m, state_file.write([*chunks, Chunk("glow", b"soft")]))
    assert state_file.Chunk("glow", b"soft") in state_file.read(save_state(m, carried=done.carried)).chunks


def test_the_moment_before_travels_along(build_game: GameBuilder) -> None:
    m = played(build(build_game))
    earlier = save_state(m, "before")
    m.run(seconds=1)
    both = save_state(m, "in a sequence", before=earlier)
    assert read_summary(both).before == earlier
    assert read_summary(earlier).before == b""
    summary = read_summary(both).summary
    assert (summary.room, summary.score, summary.description) == (1, 5, "in a sequence")
    assert len(summary.pixels) == 80 * 50


def test_settings_travel_as_texts() -> None:
    slow = Budget("400 units", 400)
    for settings in (
        Settings(),
        Settings(machine="tandy", seed=77, mercies=frozenset(), bios_clock=5),
        Settings(budget=slow, extensions=frozenset({"agimouse"})),
        Settings(budget=replace(slow, zero_delay_beats=7)),
        Settings(budget=replace(UNLIMITED, zero_delay_beats=5)),
    ):
        assert settings_from_texts(settings_as_texts(settings)) == settings
    with pytest.raises(SaveError, match="chunk Sets: seed"):
        settings_from_texts({"work": "2", "seed": "many"})


def test_what_no_field_of_an_old_savegame_explains_comes_along(build_game: GameBuilder) -> None:
    # reference: SAVE-4: four bytes of 2.272 stay unexplained
    logics = {0: "if (v0 == 0) { new.room(1); } return();", 1: "return();"}
    unexplained = b"\1\2\3\4"
    m = Machine(open_game(build_game(logics), "2.272"))
    m.run(seconds=1)
    save = restoring.savegame_of(m)
    restoring.restore(m, replace(save, general=save.general[: -len(unexplained)] + unexplained).to_bytes())
    m.run(seconds=1)
    assert restoring.savegame_of(m).general.endswith(unexplained)
    for release, expected in (
        (logics, Grade.EXACT),
        (logics | {0: "if (v0 == 0) { new.room(1); } v50 = 1; return();"}, Grade.REPLAY),
        (logics | {1: "v50 = 1; return();"}, Grade.REENTRY),
    ):
        again = Machine(open_game(build_game(release), "2.272"))
        assert resume(again, save_state(m)).grade is expected
        assert restoring.savegame_of(again).general.endswith(unexplained)


def test_a_missing_sound_that_plays_comes_back(build_game: GameBuilder) -> None:
    # Where missing resources are forgiven, the silence in its place is playing: what is written loads again.
    path = build_game({0: "if (!f200) { set(f200); load.sound(7); sound(7, f60); }"})
    settings = Settings(mercies=FRIENDLY)
    m = Machine(open_game(path), settings=settings)
    states = []
    for _ in range(30):
        m.advance()
        if m.state.sound.playing:
            states.append(save_state(m))
    assert states
    for data in states:
        again = Machine(open_game(path), settings=settings)
        resume(again, data)
        assert again.state.sound.number == 7
        again.run(seconds=1)
        assert again.flags[60]


def test_a_menu_that_remembers_an_item_past_its_last_is_refused(build_game: GameBuilder) -> None:
    m = played(build(build_game))
    menu = m.unguarded.state.menu
    menu.menu_count, menu.item_count = 1, 1
    menu.menus[0].first, menu.menus[0].count, menu.menus[0].current = 0, 1, 1
    with pytest.raises(SaveError, match=r"chunk Menu: menus\[0\] remembers item 1 of 1"):
        resume(m, save_state(m))


def test_a_missing_logic_that_is_in_memory_has_no_messages_and_comes_back(build_game: GameBuilder) -> None:
    # reference: TEXT-79; the trace window takes its names from logic 9, which load.logics was forgiven for.
    code = "if (!f200) { set(f200); set(f10); load.logics(9); trace.info(9, 1, 15); trace.on(); } v50++;"
    path = build_game({0: code})
    settings = Settings(mercies=FRIENDLY)
    m = Machine(open_game(path), settings=settings)
    for count in range(60):
        m.advance([Key(ord("x"))] if count % 5 == 4 else [])
        assert resume(Machine(m.game, settings=settings), save_state(m)).grade is Grade.EXACT
    assert m.state.loaded.logics.present[9]
    assert m.state.trace.logic == 9
    assert m.state.trace.state
