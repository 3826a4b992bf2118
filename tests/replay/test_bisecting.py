"""Bisecting names the resource, or the resources, that a difference comes from."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import pytest

from agi_emu.data import demo_path
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.recording.causes.bisecting import Bisection, bisect
from agi_emu.recording.comparing.compare import compare_with_game
from agi_emu.recording.recording import Recording
from agi_emu.recording.resource_table import ResourceName
from agi_emu.recording.ticks import What
from agi_emu.reporting.case import Case
from agi_emu.reporting.page import report_html
from agi_emu.resources.game import Game, open_game
from agi_emu.resources.kinds import Kind
from tests.own_games.building import GameBuilder
from tests.replay.changed_games import CHANGEABLE, Change, changed_game, random_change
from tests.replay.recorded import keys, record

BEATS = 480
SCRIPT = keys(b180="space", b200="enter", b210="l o o k enter", b250="enter", b260="right", b340="f1", b370="enter")
SEEN_OR_HEARD = frozenset({What.FRAME, What.SOUND})
SEEN_ROOMS = (1, 2)
"""Rooms of the demo game that the script goes through: title and quay."""

QUICK = {"message"}
"""What is changed in the tests of every day."""


@pytest.fixture(scope="module")
def demo() -> Game:
    """The demo game."""
    return open_game(demo_path())


@pytest.fixture(scope="module")
def recording(demo: Game) -> Recording:
    """A run through its first two rooms; a PCjr, so that all voices are heard."""
    return record(Machine(demo, settings=Settings(machine="pcjr", seed=1)), SCRIPT, BEATS)


def is_seen(change: Change) -> bool:
    """Tell whether a resource belongs to the rooms that are seen, so that most changes of it matter."""
    kind, number = change.resource
    if kind == Kind.VIEW:
        return number in (0, 1, 2, 3, 6)
    if kind == Kind.SOUND:
        return number == 1
    return number in (0, *SEEN_ROOMS)


def first_seen_or_heard(game: Game, other: Game, recording: Recording) -> int | None:
    """Step two machines side by side and return the first tick in which one shows or plays something else."""
    machines = [Machine(each, settings=recording.head.settings) for each in (game, other)]
    for tick in range(1, len(recording.ticks) + 1):
        looks = []
        for machine in machines:
            machine.port_writes.clear()
            for beat in range(3 * tick - 3, 3 * tick) if tick > 1 else range(-1, 3):
                if not machine.state.general.exited:
                    events = [each.event for each in recording.events if each.place == (beat + 1, 0)]
                    machine.advance(events if beat >= 0 else ())
            looks.append((machine.frame, machine.port_writes[:]))
        if looks[0] != looks[1]:
            return tick
    return None


@pytest.mark.parametrize(
    "what", [what if what in QUICK else pytest.param(what, marks=pytest.mark.slow) for what in CHANGEABLE]
)
def test_a_changed_byte_is_found_where_it_is_first_seen_or_heard(demo: Game, recording: Recording, what: str) -> None:
    rng = random.Random(what)
    seen = 0
    for _ in range(40):
        change = random_change(demo, rng, what)
        while not is_seen(change):
            change = random_change(demo, rng, what)
        game = changed_game(demo, change)
        found = compare_with_game(game, recording, SEEN_OR_HEARD)
        expected = first_seen_or_heard(demo, game, recording)
        assert (found.first.tick if found.first else None) == expected, change
        said = "\n".join(replace(found, name="demo").lines())
        assert (f"  changed and in use: {change.resource}" in said.splitlines()) == (expected is not None), said
        results = bisect(demo, game, recording, found)
        assert [each.tick for each in results][:1] == ([] if expected is None else [expected])
        for each in results:
            assert [cause.resources for cause in each.causes] == [(change.resource,)], change
        seen += bool(results)
        if results and seen == 1:
            # The page names it too, from the comparison alone: pages are slow, so one is enough.
            page = report_html([Case(replace(found, name="demo"), recording, game, demo)])
            assert f"changed and in use: {change.resource}" in page
    assert seen > 2, "changes that nobody sees check nothing"


@pytest.mark.slow
def test_of_several_changes_those_are_named_that_matter(demo: Game, recording: Recording) -> None:
    rng = random.Random(4)
    for _ in range(12):
        changes = [random_change(demo, rng, rng.choice(CHANGEABLE)) for _ in range(3)]
        game = changed_game(demo, *changes)
        found = compare_with_game(game, recording, SEEN_OR_HEARD)
        if found.first is None:
            continue
        result = bisect(demo, game, recording, found)[0]
        # Every combination by itself: the smallest ones with the same first difference.
        have_effect: list[set[ResourceName]] = []
        for count in (1, 2, 3):
            for some in combinations(changes, count):
                names = {change.resource for change in some}
                alone = compare_with_game(changed_game(demo, *some), recording, result.what).first
                is_smallest = not any(each <= names for each in have_effect)
                if is_smallest and alone is not None and alone.tick == found.first.tick:
                    have_effect.append(names)
        named = [set(cause.resources) for cause in result.causes]
        assert named
        assert all(names in have_effect for names in named)


LOGIC = """
v10 = 1;
v40++;
if (v40 == 20) { display(3, 3, "%s"); }
if (v40 == 30) { call(2); }
%s
return();
"""
SECOND = 'display(%s, 5, "second"); return();'


def bisected(old: Game, new: Game) -> list[Bisection]:
    """Record one game, compare with another one and bisect."""
    recording = record(Machine(old, seed=1), {}, 240)
    return bisect(old, new, recording, compare_with_game(new, recording))


def what_is_seen(results: list[Bisection]) -> Bisection:
    """Return the one about the first difference on the screen."""
    return next(each for each in results if What.FRAME in each.what)


def test_of_a_logic_the_lines_that_matter_are_named(build_game: GameBuilder) -> None:
    old = open_game(build_game({0: LOGIC % ("hello", ""), 2: SECOND % 5}))
    new = open_game(build_game({0: LOGIC % ("hullo", "if (v41 == 1) { v42 = 3; }"), 2: SECOND % 5}))
    visible = what_is_seen(bisected(old, new))
    assert [each.resources for each in visible.causes] == [(ResourceName("logic", 0),)]
    (line,) = visible.causes[0].lines
    assert line.lines() == ['- display(3, 3, "hello");', '+ display(3, 3, "hullo");']


def test_of_a_logic_all_lines_are_named_that_matter_alone(build_game: GameBuilder) -> None:
    logic = 'v40++; if (v40 == 9) { display(1, %d, "one"); v41 = %d; display(2, 2, "%%v41"); v42 = %d; } return();'
    old, new = (open_game(build_game({0: logic % values})) for values in ((1, 2, 3), (2, 3, 4)))
    (cause,) = what_is_seen(bisected(old, new)).causes
    assert [line.lines()[1] for line in cause.lines] == ['+ display(1, 2, "one");', "+ v41 = 3;"]


def test_changes_that_matter_only_together_are_one_cause(build_game: GameBuilder) -> None:
    # The new room shows picture 2, which the old game never showed.
    logic = "if (isset(f5)) { v50 = %d; load.pic(v50); draw.pic(v50); show.pic(); } return();"
    pictures = {1: "color 1\nfill 0,0", 2: "color 1\nfill 0,0"}
    old = open_game(build_game({0: logic % 1}, pictures=pictures))
    new = open_game(build_game({0: logic % 2}, pictures={**pictures, 2: "color 4\nfill 0,0"}))
    visible = what_is_seen(bisected(old, new))
    assert [set(each.resources) for each in visible.causes] == [{ResourceName("logic", 0), ResourceName("picture", 2)}]


def test_two_causes_of_one_difference_are_both_named(build_game: GameBuilder) -> None:
    logic = """
if (isset(f5)) {
  load.view(0); animate.obj(o0); set.view(o0, 0); position(o0, 80, 120); draw(o0);
  v50 = 1; load.pic(v50); draw.pic(v50); show.pic();
}
return();
"""
    old_view, new_view = ("loop\ncel\n" + "\n".join([digit * 7] * 20) for digit in "45")
    old = open_game(build_game({0: logic}, pictures={1: "color 1\nfill 0,0"}, views={0: old_view}))
    new = open_game(build_game({0: logic}, pictures={1: "color 2\nfill 0,0"}, views={0: new_view}))
    visible = what_is_seen(bisected(old, new))
    named = {each.resources for each in visible.causes}
    assert named == {(ResourceName("picture", 1),), (ResourceName("view", 0),)}


def test_a_resource_that_only_one_game_has_can_be_the_cause(build_game: GameBuilder) -> None:
    old = open_game(build_game({0: LOGIC % ("hello", ""), 2: SECOND % 5}))
    new = open_game(build_game({0: LOGIC % ("hello", "")}))
    visible = what_is_seen(bisected(old, new))
    assert [each.resources for each in visible.causes] == [(ResourceName("logic", 2),)]


def test_words_can_be_the_cause(build_game: GameBuilder) -> None:
    logic = 'if (!isset(f40)) { set(f40); accept.input(); } if (said("look")) { display(3, 3, "seen"); } return();'
    old, new = (
        open_game(build_game({0: logic}, words=words)) for words in ({"look": 20, "peer": 20}, {"look": 20, "peer": 21})
    )
    recording = record(Machine(old, seed=1), keys(b60="p e e r enter"), 240)
    visible = what_is_seen(bisect(old, new, recording, compare_with_game(new, recording)))
    assert [each.resources for each in visible.causes] == [(ResourceName("words.tok", 0),)]
    assert "cause of tick" in next(visible.lines())


def test_without_a_changed_resource_nothing_is_blamed(demo: Game, recording: Recording) -> None:
    later = record(Machine(demo, settings=Settings(machine="pcjr", seed=2)), {}, BEATS)
    found = compare_with_game(demo, Recording(recording.head, recording.events, later.ticks, recording.end))
    (first, *_) = bisect(demo, demo, recording, found)
    assert first.causes == ()
    assert "no resource has changed" in first.note


def test_a_reference_that_differs_itself_is_said(demo: Game, recording: Recording) -> None:
    later = record(Machine(demo, settings=Settings(machine="pcjr", seed=2)), {}, BEATS)
    other = Recording(recording.head, recording.events, later.ticks, recording.end)
    result = bisect(demo, demo, other, compare_with_game(demo, other))[0]
    assert "the game as recorded also differs" in result.note
