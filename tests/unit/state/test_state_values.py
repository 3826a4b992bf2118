"""States as named values: shown, compared, changed and turned into savegames without the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from agi_emu.facts.errors import SaveError
from agi_emu.facts.versions import PROFILES
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving import restoring
from agi_emu.machine.saving.resuming import Grade, resume, start_from
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.machine.settings import Settings
from agi_emu.resources import open_game
from agi_emu.state.files import state_chunks
from agi_emu.state.files.state_chunks import TABLE, ParsedState, encode_areas, write_contents
from agi_emu.state.files.state_file import Chunk, StateFile
from agi_emu.state.layout import StateLayout
from agi_emu.state.progress import put_at_start
from agi_emu.state.save_values import differences, values_of, with_value
from agi_emu.state.savegames.savegame import form_of, parse
from agi_emu.state.savegames.savegame_conversion import ALWAYS_LOST, savegame_of
from agi_emu.state.state_contents import StateContents
from tests.examples import examples
from tests.own_games import releases
from tests.own_games.building import GameBuilder


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    m = Machine(open_game(releases.build(GameBuilder(tmp_path_factory.mktemp("game")))), seed=3)
    m.run(seconds=2)
    return m


@pytest.fixture
def save(machine: Machine) -> ParsedState:
    return state_chunks.parse(save_state(machine, "in the meadow"))


def test_a_state_says_what_the_machine_is(machine: Machine, save: ParsedState) -> None:
    values = values_of(save).by_name()
    assert (values["description"], values["game_id"], values["s2"]) == ("in the meadow", "RELEAS", "Wick")
    assert (values["v0"], values["v60"], values["f60"], values["script_size"]) == (1, 11, 1, 60)
    assert (values["o0.x"], values["o0.y"], values["o1.view"]) == (80, 120, 3)
    assert values["script0"] == "load.logics(1)"
    assert values["script6"] == "add.to.pic(3, 0, 0, 20, 150, 10, 4)"
    assert (values["clock.beats"], values["loaded.views"]) == (machine.state.clock.beats, "0 3")
    assert values_of(save).items == [("?", 0), ("lamp", 1), ("key", 255), ("rope", 2)]
    assert (values["k0"], values["l1"]) == ("3B00h c1", 0)


def test_every_field_of_a_state_has_a_name_that_differs_with_it() -> None:
    """Of a state of zeros and one that differs in a byte, the field with the byte is told."""
    zero = write_contents(StateContents(StateLayout()), StateLayout())
    for path in ("general.shake_offset", "vm.work", "cycle.phase", "text.escape", "input.length", "pen", "rng"):
        state = StateLayout()
        area, _, field = path.rpartition(".")
        setattr(getattr(state, area) if area else state, field, 1)
        changed = write_contents(StateContents(state), StateLayout())
        found = differences(values_of(state_chunks.parse(zero)), values_of(state_chunks.parse(changed)))
        assert found == [(path, 0, 1)]
    state = StateLayout()
    state.picture[9] = 4
    found = differences(
        values_of(state_chunks.parse(zero)),
        values_of(state_chunks.parse(write_contents(StateContents(state), StateLayout()))),
    )
    assert [name for name, _, _ in found] == ["picture"]


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("v60", "5", 5),
        ("f7", "1", 1),
        ("s2", "Marta", "Marta"),
        ("o0.y", "100", 100),
        ("o0.x", "-3", -3),
        ("i1", "255", 255),
        ("l1", "0", None),
        ("horizon", "50", 50),
        ("clock.beats", "7", 7),
        ("rng", "65535", 65535),
        ("trace.height", "9", 9),
        ("menus_allowed", "0", 0),
        ("description", "später", "später"),
    ],
)
def test_one_value_changes_and_no_other_chunk(
    machine: Machine, save: ParsedState, name: str, text: str, found: int | str | None
) -> None:
    changed = with_value(save, name, text)
    again = state_chunks.parse(changed.to_bytes())
    assert [(each, new) for each, _, new in differences(values_of(save), values_of(again))] == (
        [] if found is None else [(name, found)]
    )
    changed_tags = {chunk.tag for chunk in set(again.file.chunks) - set(save.file.chunks)} - {"Summ"}
    assert len(changed_tags) == (0 if name == "description" or found is None else 1)
    fresh = Machine(machine.game)
    assert resume(fresh, again.to_bytes()).grade is Grade.EXACT


def test_a_summary_follows_the_variables(save: ParsedState) -> None:
    changed = with_value(with_value(save, "v3", "12"), "v7", "40")
    summary = state_chunks.parse(changed.to_bytes()).contents.summary
    assert (summary.score, summary.most_score, summary.title) == (12, 40, save.contents.summary.title)
    assert save.contents.state.vars[3] == 0, "the save that was changed stays as it is"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("v256", "1"), ("v1", "256"), ("v1", "x"), ("v1", ""), ("f1", "2"), ("s24", "a"), ("s1", "x" * 40)),
        *(("o16.x", "1"), ("o0.colour", "1"), ("o0.x", "40000"), ("o0.x", "600"), ("i4", "1"), ("l9", "1")),
        *(("horizon", "70000"), ("vm.depth", "65"), ("modal.depth", "5"), ("vm.frames", "1"), ("vm", "1")),
        *(("nothing", "1"), ("s1", "Ж"), ("general.nothing", "1"), ("picture", "1"), ("o0", "1")),
    ],
)
def test_what_a_state_cannot_be_is_refused(save: ParsedState, name: str, text: str) -> None:
    with pytest.raises(SaveError):
        with_value(save, name, text)


def test_what_others_wrote_stays_when_a_value_changes(save: ParsedState) -> None:
    chunks = (*save.file.chunks, Chunk("glow", b"soft"))
    changed = with_value(state_chunks.parse(ParsedState(StateFile(1, chunks), *_rest(save)).to_bytes()), "v9", "1")
    assert Chunk("glow", b"soft") in state_chunks.parse(changed.to_bytes()).file.chunks


def _rest(save: ParsedState) -> tuple[StateContents, state_chunks.CarriedData]:
    return save.contents, save.carried


@pytest.mark.parametrize("profile", PROFILES)
def test_a_state_becomes_the_savegame_that_its_machine_would_write(
    machine: Machine, save: ParsedState, profile: str
) -> None:
    form = form_of(PROFILES[profile])
    made, notes = savegame_of(save.contents, form)
    assert notes[0] == ALWAYS_LOST
    expected = restoring.pack(machine.state, form, restoring.inventory_of(machine), b"in the meadow")
    assert differences(values_of(made), values_of(expected)) == []
    assert made == expected
    assert parse(made.to_bytes()) == made


def test_a_savegame_made_of_a_state_is_restored_by_the_game(machine: Machine, save: ParsedState) -> None:
    made, _ = savegame_of(save.contents, form_of(machine.profile))
    m = Machine(machine.game)
    start_from(m, made.to_bytes())
    for name in ("v60", "f60", "s2", "o0.x", "o0.y", "i2"):
        again = values_of(restoring.savegame_of(m)).by_name()
        assert again[name] == values_of(save).by_name()[name]
    assert bytes(m.state.picture) == bytes(machine.state.picture)


def test_what_a_savegame_cannot_hold_is_said(machine: Machine) -> None:
    m = Machine(machine.game)
    m.restore(machine.snapshot())
    m.state.general.text_mode = 1
    m.state.sound.playing = 1
    m.state.general.priority_base_set = 1
    m.state.strings[40 * 20] = 65
    m.state.menu.allowed = 0
    _, notes = savegame_of(state_chunks.parse(save_state(m)).contents, form_of(PROFILES["2.272"]))
    said = "; ".join(notes)
    for words in ("text screen", "sound that plays", "set.pri.base", "strings: what does not fit", "menus_allowed"):
        assert words in said


@pytest.mark.parametrize("name", ["strings.memory", "objects.x", "arena", "general.nothing", "v" + "9" * 5000])
def test_what_is_shown_and_is_no_number_cannot_be_set(save: ParsedState, name: str) -> None:
    with pytest.raises(SaveError, match=r"this state has no value .* that can be set"):
        with_value(save, name, "0")


def test_a_state_without_the_object_file_says_so(save: ParsedState) -> None:
    golden = Path(__file__).parents[2] / "golden_states" / "version-1.agistate"
    old = state_chunks.parse(golden.read_bytes())
    with pytest.raises(SaveError, match="give the game too"):
        savegame_of(old.contents, form_of(PROFILES["2.917"]))
    assert values_of(old).by_name()["v40"] == 77


@pytest.mark.parametrize("profile", ["2.089", "2.440", "2.936", "3.002.149"])
@pytest.mark.parametrize("computer", ["pc", "tandy"])
def test_what_a_file_leaves_out_is_the_same_for_every_game(machine: Machine, profile: str, computer: str) -> None:
    started = Machine(open_game(machine.game.path, profile), settings=Settings(machine=computer)).state
    blank = StateLayout()
    put_at_start(blank)
    for entry in TABLE:
        if not entry.always:
            areas = tuple(area for area in entry.areas if area != "arena")
            assert encode_areas(blank, areas) == encode_areas(started, areas), entry.tag


@given(st.data())
@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_change_is_made_or_refused(machine: Machine, save: ParsedState, data: st.DataObject) -> None:
    names = sorted(values_of(save).by_name())
    name = data.draw(st.sampled_from(names))
    text = data.draw(st.one_of(st.integers(-70000, 70000).map(str), st.text(max_size=8)))
    try:
        changed = with_value(save, name, text)
        resume(Machine(machine.game), changed.to_bytes())
    except SaveError:
        return
    assert state_chunks.parse(changed.to_bytes()).file.chunks
