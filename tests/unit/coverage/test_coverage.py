"""What plays reach of a game, compared with what can be seen in its source."""

from __future__ import annotations

from pathlib import Path

import pytest

from agi_emu import Machine, open_game
from agi_emu.coverage.measure import Branch, measure
from agi_emu.coverage.reached import Coverage, collect, reached
from agi_emu.coverage.source_lines import lcov, sources_of
from agi_emu.facts.errors import RecordingError
from agi_emu.resources.projects.project import build_project
from tests.own_games.building import GameBuilder

ROOM_1 = """
#message 1 "You see a lamp."
#message 2 "It glows."
#message 3 "Never."
#message 4 "By number %m2."
if (!isset(f200)) { set(f200); accept.input(); v50 = 1; load.pic(v50); draw.pic(v50); show.pic(); }
if (said("look", "lamp")) { v60 = 1; print.v(v60); }
if (said("help")) { print(m3); }
if (v70 == 1) { v71 = 1; }
if (v70 == 0) { v72 = 1; }
if (v70 == 0 && v72 == 9) { v73 = 1; }
if (v74 == 1) { print(m4); }
if (v75 == 1) { new.room(2); }
return();
"""
LOGIC_0 = "if (v0 == 0) { new.room(1); } call.v(v0); return();"
OTHER = "v80 = 1; sound(4, f9); set.view(o0, 3); return();"


@pytest.fixture
def machine(build_game: GameBuilder) -> Machine:
    pictures = {1: "end", 2: "end"}
    game = open_game(build_game({0: LOGIC_0, 1: ROOM_1, 2: OTHER}, pictures=pictures))
    machine = Machine(game, seed=1)
    collect(machine)
    machine.run(cycles=3)
    return machine


def test_counts_are_those_of_the_source(machine: Machine) -> None:
    machine.ask("look lamp")
    found = measure(machine.game, reached(machine))
    room = found.logics[1]
    assert [(each.was_true, each.was_false) for each in room.branches] == [
        (True, True),
        (True, True),
        (False, True),
        (False, True),
        (True, False),
        (False, True),
        (False, True),
        (False, True),
    ]
    assert room.messages == {1: True, 2: False, 3: False, 4: False}
    executed = [each for each in room.instructions.values() if each]
    # All but print m3, v71, v73, print m4, new.room 2: five of 23: eight conditions, 15 actions.
    assert (len(executed), len(room.instructions)) == (18, 23)
    counts = {kind: (count.reached, count.total) for kind, count in found.counts.items()}
    assert counts["logics"] == (2, 3)
    assert counts["branches"] == (10 + 2, 16 + 2)
    assert counts["messages"] == (1, 4)
    assert counts["rooms"] == (1, 2)
    assert counts["words"] == (2, 3)
    assert counts["pictures"] == (1, 2)
    assert found.missed["rooms"] == [2]
    assert found.missed["words"] == [23]


def test_a_message_within_a_message_is_reached(machine: Machine) -> None:
    machine.vars[74] = 1
    machine.run(seconds=1)
    assert measure(machine.game, reached(machine)).logics[1].messages == {1: False, 2: True, 3: False, 4: True}


def test_the_union_of_two_plays_is_what_either_reached(machine: Machine) -> None:
    game = machine.game
    other = Machine(game, seed=1)
    collect(other)
    other.run(cycles=3)
    other.vars[75] = 1
    other.run(cycles=3)
    machine.ask("look lamp")
    one, two = reached(machine), reached(other)
    assert one | two == two | one
    assert one | one == one
    both = measure(game, one | two)
    for kind, count in both.counts.items():
        assert count.reached >= max(measure(game, each).counts[kind].reached for each in (one, two))
    assert both.counts["rooms"].reached == 2
    assert both.logics[1].branches[-1] == Branch(both.logics[1].branches[-1].offset, was_true=True, was_false=True)


def test_what_was_reached_is_no_part_of_the_state(machine: Machine) -> None:
    plain = Machine(machine.game, seed=1)
    plain.run(cycles=3)
    assert plain.digests() == machine.digests()
    here = machine.snapshot()
    machine.ask("look lamp")
    before = reached(machine)
    machine.restore(here)
    assert reached(machine) == before


def test_a_file_holds_all_of_it(machine: Machine, tmp_path: Path) -> None:
    coverage = reached(machine)
    coverage.save(tmp_path / "one.agicov")
    assert Coverage.load(tmp_path / "one.agicov") == coverage


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"agi-emu coverage": 2}', '{"agi-emu coverage": 1, "logics": []}'])
def test_other_files_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "bad.agicov").write_text(text)
    with pytest.raises(RecordingError, match=r"bad\.agicov"):
        Coverage.load(tmp_path / "bad.agicov")


def test_a_logic_that_changed_counts_as_not_reached(machine: Machine, build_game: GameBuilder) -> None:
    changed = open_game(build_game({0: LOGIC_0, 1: "v1 = 1;" + ROOM_1, 2: OTHER}))
    found = measure(changed, reached(machine))
    assert found.stale == [1]
    assert found.logics[1].count("instructions").reached == 0
    assert found.logics[0].count("instructions").reached > 0


def test_disassembled_lines_have_their_state(machine: Machine) -> None:
    sources = sources_of(machine.game, measure(machine.game, reached(machine)))
    states = {line.text.strip(): line.state for line in sources[1].lines if line.state}
    assert states["if (v70 == 1) {"] == "partial"
    assert states["v71 = 1;"] == "missed"
    assert states["v72 = 1;"] == "hit"
    assert sources[2].name == "logic 2"
    assert {line.state for line in sources[2].lines} == {"missed"}


def test_lcov_names_the_lines_of_the_source(tmp_path: Path) -> None:
    project = tmp_path / "src"
    (project / "logics").mkdir(parents=True)
    (project / "game.toml").write_text('title = "Test"\ninterpreter = "2.936"\n')
    (project / "words.txt").write_text("1: look\n")
    (project / "items.txt").write_text("?: 0\n")
    (project / "logics" / "0-main.lgc").write_text("v60++;\nif (v60 == 200) {\n  v61 = 1;\n}\nreturn();\n")
    game = open_game(build_project(project, tmp_path / "game.zip"))
    machine = Machine(game, seed=1)
    collect(machine)
    machine.run(cycles=5)
    sources = sources_of(game, measure(game, reached(machine)), project)
    assert [line.state for line in sources[0].lines] == ["hit", "partial", "missed", "", "hit"]
    assert lcov(sources).splitlines() == [
        "TN:",
        f"SF:{project / 'logics' / '0-main.lgc'}",
        "BRDA:2,0,0,0",
        "BRDA:2,0,1,1",
        "BRF:2",
        "BRH:1",
        "DA:1,1",
        "DA:2,1",
        "DA:3,0",
        "DA:5,1",
        "LF:4",
        "LH:3",
        "end_of_record",
    ]
