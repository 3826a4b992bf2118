"""Each finding of lint with a small game that provokes it, and one that is like it and does not."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from agi_emu.authoring.lint import Level, LintFinding, LintRule, Places, find
from agi_emu.authoring.lint.fills import pending_stretches
from agi_emu.authoring.lint.program import places_in
from agi_emu.authoring.lint.switched_off import SwitchedOff
from agi_emu.facts.versions import PROFILES
from agi_emu.logic.emitter import logic_resource, text_section
from agi_emu.resources.game import open_game
from agi_emu.resources.projects.project import build_project, read_project
from agi_emu.resources.projects.view_source import MirrorOf, SourceCel, view_resource
from tests.own_games.building import GameBuilder

VIEW = "loop\ncel\n1"
SOUND = "voice 0\na4:1"


@dataclass(frozen=True)
class Sources:
    """A game: logic 0 and whatever else it needs."""

    main: str | bytes
    logics: dict[int, str] = field(default_factory=dict)
    pictures: dict[int, str | bytes] = field(default_factory=dict)
    views: dict[int, str | bytes] = field(default_factory=dict)
    sounds: dict[int, str] = field(default_factory=dict)
    words: dict[str, int] = field(default_factory=dict)


def comb(*rows: tuple[int, int]) -> str:
    """Return a picture whose fill finds a stretch of its own between any two of the teeth that cover these rows."""
    teeth = "\n".join(f"line {x},{top} {x},{bottom}" for top, bottom in rows for x in range(1, 160, 2))
    return f"color blue\n{teeth}\ncolor red\nfill 0,81"


def mirrored_view(*, has_room: bool) -> bytes:
    """Return a view whose one row is longer the other way round."""
    view = view_resource([[SourceCel.from_text(["1" + "." * 40])], MirrorOf(0)])
    # Rows: 11 00 and room for the transparent chunks in front; a description follows them directly.
    end = view.rindex(b"\x11\x00") + 2
    data = bytearray(view if has_room else view[:end]) + b"Hi\0"
    data[3:5] = (len(data) - 3).to_bytes(2, "little")
    return bytes(data)


LONG = "Reeds. " * 90
MENU = 'set.menu("Game"); set.menu.item("{}", c1); set.menu.item("Restore", c2); submit.menu();'
MENU += ' set.menu("More"); set.menu.item("Quit", c3); return();'


PROVOKED = {
    LintRule.UNSET_FLAG: (
        Sources('if (f60 && said("look")) { v30++; } print("%v30"); return();', words={"look": 20}),
        Sources(
            'if (f60 && said("look")) { v30++; } move.obj(o1, 9, 9, 1, f60); print("%v30"); return();',
            words={"look": 20},
        ),
    ),
    LintRule.UNSET_VARIABLE: (
        Sources("if (v60 == 4) { load.view.v(v61); } return();"),
        Sources("if (v60 == 4 && v27 > 1) { random(1, 9, v60); } v61 = v60; load.view.v(v61); return();"),
    ),
    LintRule.TEXT_TOO_LARGE: (
        Sources(f'print("{LONG}"); return();'),
        Sources(f'print.at("{LONG}", 2, 2, 39); print("{LONG[:400]}"); display(1, 1, "{LONG}"); return();'),
    ),
    LintRule.MENU_TOO_WIDE: (Sources(MENU.format("Save")), Sources(MENU.format("Save   "))),
    LintRule.UNREACHABLE: (
        Sources("goto(end); v30++; if (v30) { } end: return();"),
        Sources("if (v30) { goto(end); } v30++; end: return();"),
    ),
    LintRule.UNKNOWN_COMMAND: (
        Sources(logic_resource(b"\xc8\x00", text_section([]))),
        Sources(logic_resource(b"\x00\xc8\x00", text_section([]))),
    ),
    LintRule.UNSHOWN_MESSAGE: (
        Sources('print("a"); return(); #message 5 "b"'),
        Sources('print("a %m5 %m6"); return(); #message 5 "b"\n#message 6 "c"'),
    ),
    LintRule.MISSING_MESSAGE: (
        Sources('print(m2); return(); #message 3 "x"'),
        Sources('print(m3); return(); #message 3 "x"'),
    ),
    LintRule.UNKNOWN_WORD: (
        Sources("if (said(20, 21)) { } return();", words={"look": 20}),
        Sources('if (said(20, "anyword", "rol")) { } return();', words={"look": 20}),
    ),
    LintRule.UNREAD_FLAG: (
        Sources("f40 = true; f41 = true; if (f41) { } return();"),
        Sources("f40 = true; v30 = 40; if (isset.v(v30)) { } f9 = true; return();"),
    ),
    LintRule.UNREAD_VARIABLE: (
        Sources("v40 = 1; v41 = 2; if (v41) { } return();"),
        Sources('v40 = 1; v42 = 1; print("%v42"); v10 = 2; v43 = 3; v44 = v43; if (v44 > v40) { } return();'),
    ),
    LintRule.MISSING: (
        Sources("load.view(3); return();"),
        Sources("load.view(3); set.view(o1, 3); return();", views={3: VIEW}),
    ),
    LintRule.UNUSED: (
        Sources("v30 = 2; load.pic(v30); return();", pictures={1: "color 1", 2: "color 1"}),
        Sources("v30 = 2; load.pic(v30); v30 = 1; load.pic(v30); return();", pictures={1: "color 1", 2: "color 1"}),
    ),
    LintRule.UNLOADED_CALL: (
        Sources("call(5); return();", logics={5: "return();"}),
        Sources("load.logics(5); call(5); return();", logics={5: "return();"}),
    ),
    LintRule.SCRIPT_OVERRUN: (
        Sources("script.size(8); load.view(1); add.to.pic(1, 0, 0, 1, 1, 4, 4);" * 2 + "return();", views={1: VIEW}),
        Sources("script.size(11); load.view(1); add.to.pic(1, 0, 0, 1, 1, 4, 4);" * 2 + "return();", views={1: VIEW}),
    ),
    LintRule.MIRROR_ROOM: (
        Sources("load.view(1); return();", views={1: mirrored_view(has_room=False)}),
        Sources("load.view(1); return();", views={1: mirrored_view(has_room=True)}),
    ),
    LintRule.NOT_LOADED: (
        Sources("new.room(1); return();", {1: "load.sound(1); sound(2, f99); return();"}, sounds={1: SOUND, 2: SOUND}),
        Sources("new.room(1); return();", {1: "load.sound(1); sound(1, f99); return();"}, sounds={1: SOUND}),
    ),
    LintRule.OUT_OF_RANGE: (
        Sources("position(o1, 160, 130); return();"),
        Sources("position(o1, 159, 167); block(0, 0, 200, 200); if (posn(o1, 0, 0, 255, 255)) { } return();"),
    ),
    LintRule.NO_LOOP: (
        Sources("load.view(1); set.view(o1, 1); set.loop(o1, 1); return();", views={1: VIEW}),
        Sources("load.view(1); set.view(o1, 1); if (f1) { set.view.v(o1, v5); } set.loop(o1, 1);", views={1: VIEW}),
    ),
    LintRule.SAID_NOT_LAST: (
        Sources("if (said(20) && f60) { } return();", words={"look": 20}),
        Sources("if (f60 && said(20)) { } if ((said(20) || said(21)) && said(20)) { } return();", words={"look": 20}),
    ),
    LintRule.SCORE: (
        Sources("v7 = 10; v3 += 4; v3 += 5; return();"),
        Sources("v7 = 10; v3 += 4; v3 += 5; v3++; return();"),
    ),
    LintRule.FILL_STACK: (
        Sources("load.pic(v0); return();", pictures={0: comb((0, 80), (82, 167))}),
        Sources("load.pic(v0); return();", pictures={0: comb((0, 80))}),
    ),
}


DISPUTED = {
    LintRule.UNREACHABLE,
    LintRule.UNREAD_FLAG,
    LintRule.UNREAD_VARIABLE,
    LintRule.UNSHOWN_MESSAGE,
    LintRule.SCRIPT_OVERRUN,
}


def findings(build_game: GameBuilder, sources: Sources) -> list[LintFinding]:
    """Return what lint says of a game."""
    path = build_game(
        {0: sources.main, **sources.logics},
        pictures=sources.pictures,
        views=sources.views,
        sounds=sources.sounds,
        words=sources.words,
    )
    return list(find(open_game(path)))


@pytest.mark.parametrize("rule", PROVOKED)
def test_rule_finds_what_it_is_for(build_game: GameBuilder, rule: LintRule) -> None:
    wrong, _ = PROVOKED[rule]
    assert rule in [finding.rule for finding in findings(build_game, wrong)]


@pytest.mark.parametrize("rule", PROVOKED)
def test_rule_leaves_alone_what_is_right(build_game: GameBuilder, rule: LintRule) -> None:
    _, right = PROVOKED[rule]
    assert rule not in [finding.rule for finding in findings(build_game, right)]


@pytest.mark.parametrize(
    "main",
    [
        # Where the tools of the time leave no choice there is nothing to find. A jump over the else part stands there
        # also behind a return:
        'if (v30) { return(); } else { print(m1); } v30++; #message 1 "One"',
        # a command wants a flag or a variable that nobody needs:
        "move.obj(o1, 9, 9, 1, f99); end.of.loop(o1, f98); get.posn(o1, v98, v99); return();",
        # the messages of the logic in trace.info are what the trace window calls the commands (reference: TEXT-73):
        "trace.info(7, 1, 8); return();",
        # only one of two branches is taken:
        "script.size(10); if (v0) { " + "add.to.pic(1, 0, 0, 1, 1, 4, 4); " * 2 + "} else { "
        "add.to.pic(1, 0, 0, 1, 1, 4, 4); } load.view.v(v0); return();",
        # and while f7 is set nothing is recorded (reference: SAVE-10, SAVE-11):
        "noScript = true; script.size(1); load.view(1); load.view(1); return();",
    ],
)
def test_what_no_author_can_help_is_no_finding(build_game: GameBuilder, main: str) -> None:
    sources = Sources(main, {7: 'return(); #message 1 "increment"'}, views={1: VIEW})
    found = [finding for finding in findings(build_game, sources) if finding.rule in DISPUTED]
    if "trace.info" not in main:
        found = [finding for finding in found if "increment" not in finding.sentence]
    assert found == []


def test_many_messages_of_one_logic_are_one_finding(build_game: GameBuilder) -> None:
    texts = " ".join(f'#message {number} "Text {number}"' for number in (1, 2, 3, 4, 6, 8, 9))
    found = findings(build_game, Sources(f"return(); {texts}"))
    assert [finding.sentence for finding in found] == [
        "messages 1-4, 6, 8 and 9 are never shown; the first is 'Text 1'"
    ]
    few = " ".join(f'#message {number} "Text {number}"' for number in (1, 2, 3))
    assert len(findings(build_game, Sources(f"return(); {few}"))) == 3


def test_a_text_may_end_in_a_percent_sign(build_game: GameBuilder) -> None:
    texts = r'print("One\nhundred %"); print("%v12|30 \\%%"); return();'
    assert not [each for each in findings(build_game, Sources(texts)) if each.rule is LintRule.TEXT_TOO_LARGE]


def test_calls_in_one_logic_are_one_finding(build_game: GameBuilder) -> None:
    others = dict.fromkeys((5, 6, 9), "return();")
    found = findings(build_game, Sources("call(9); call(5); call(6); call(5); return();", logics=others))
    assert [str(finding) for finding in found] == [
        "logic 0, offset 0: remark: logics 5, 6 and 9 are called and never loaded: every call reads them from the disk "
        "[call-of-unloaded-logic]"
    ]


def test_word_that_is_missing_is_one_finding_in_a_logic(build_game: GameBuilder) -> None:
    source = "if (said(20, 21)) { } if (said(21)) { } if (said(21, 20)) { } return();"
    found = findings(build_game, Sources(source, words={"look": 20}))
    assert [finding.sentence for finding in found] == [
        "said waits for a word of group 21, and the vocabulary has none, at 3 places of this logic"
    ]


def test_every_rule_is_tried() -> None:
    assert set(PROVOKED) | {LintRule.ARGUMENTS} == set(LintRule)


def test_commands_of_another_interpreter_are_found(build_game: GameBuilder) -> None:
    game = open_game(build_game({0: "quit(1); set.pri.base(50); return();"}, interpreter="2.936"))
    found = [str(finding) for finding in find(game, profile=PROFILES["2.089"]) if finding.rule is LintRule.ARGUMENTS]
    assert found == [
        "logic 0, offset 0: error: quit has 0 operands in 2.089 [other-arguments]",
        "logic 0, offset 2: error: set.pri.base needs interpreter 2.936; 2.089 lacks it [other-arguments]",
    ]
    assert LintRule.ARGUMENTS not in [finding.rule for finding in find(game, profile=PROFILES["3.002.149"])]


def test_findings_name_file_and_line_of_a_source(tmp_path: Path) -> None:
    (tmp_path / "logics").mkdir()
    (tmp_path / "game.toml").write_text("")
    (tmp_path / "words.txt").write_text("")
    (tmp_path / "items.txt").write_text("?: 0\n")
    (tmp_path / "logics" / "0-main.lgc").write_text("v30++;\n\nif (v30) {\n  load.view(9);\n}\nreturn();\n")
    game = open_game(build_project(tmp_path, tmp_path / "game.zip"))
    found = list(find(game, Places(read_project(tmp_path).places)))
    assert [str(finding) for finding in found] == [
        "0-main.lgc:4: error: load.view names view 9, which does not exist [resource-missing]"
    ]


def test_waiting_stretches_are_those_a_fill_has_seen_and_not_entered() -> None:
    # By hand: on a clean buffer each row adds the one below while the one above is done, so few wait at any time.
    cells = bytearray([0x4F]) * (160 * 168)
    assert pending_stretches(cells, 80, 0, 1, None) == 1
    assert cells == bytes([0x41]) * (160 * 168)
    # Nothing is filled with white, nor priority 4, nor with both off (reference: PIC-25).
    assert [pending_stretches(cells, 0, 0, *pair) for pair in ((15, None), (None, 4), (None, None))] == [0, 0, 0]


@pytest.mark.parametrize("count", [1, 2, 79, 80])
def test_each_opening_beside_a_run_is_a_stretch_that_waits(count: int) -> None:
    # All cells are closed but for row 81 and every second cell of row 80: the run of row 81 finds `count` openings.
    cells = bytearray([0x40]) * (160 * 168)
    cells[81 * 160 : 82 * 160] = bytes([0x4F]) * 160
    cells[80 * 160 : 80 * 160 + 2 * count : 2] = bytes([0x4F]) * count
    assert pending_stretches(cells, 0, 81, 1, None) == count
    assert cells.count(0x41) == 160 + count


PLAIN_USE = "load.view(1); set.view(o1, 1); return();"


@pytest.mark.parametrize(
    ("main", "logics", "is_found"),
    [
        # A new room forgets what another one has loaded (reference: TIME-16).
        ("call.v(v0); new.room(1); new.room(2); return();", {1: PLAIN_USE, 2: "set.view(o1, 1); return();"}, True),
        ("call.v(v0); new.room(1); return();", {1: "call(9); return();", 9: "set.view(o1, 1); return();"}, True),
        # A logic that is called loads for the room, logic 0 for all, and the room for what it calls.
        ("new.room(2); return();", {2: "call(9); set.view(o1, 1); return();", 9: "load.view(1); return();"}, False),
        ("load.view(1); new.room(2); return();", {2: "set.view(o1, 1); return();"}, False),
        ("new.room(2); return();", {2: "load.view(1); call(9); return();", 9: "set.view(o1, 1); return();"}, False),
        # One of several rooms is enough for a logic that they share.
        (
            "new.room(1); new.room(2); return();",
            {1: "call(9);", 2: "load.view(1); call(9);", 9: "set.view(o1, 1);"},
            False,
        ),
        # What is loaded by a variable may be anything.
        ("new.room(1); return();", {1: "random(1, 9, v60); load.view.v(v60); set.view(o1, 1); return();"}, False),
        ("new.room(1); return();", {1: "v60 = 1; load.view.v(v60); set.view(o1, 1); return();"}, False),
        ("new.room(1); return();", {1: "v60 = 2; load.view.v(v60); set.view(o1, 1); return();"}, True),
        # A picture by a variable of one value.
        ("new.room(1); return();", {1: "v60 = 3; draw.pic(v60); return();"}, True),
        ("new.room(1); return();", {1: "v60 = 3; load.pic(v60); draw.pic(v60); return();"}, False),
    ],
)
def test_what_a_room_uses_has_to_be_loaded_there(
    build_game: GameBuilder, main: str, logics: dict[int, str], is_found: bool
) -> None:
    sources = Sources(main, logics, pictures={3: "color 1"}, views={1: VIEW, 2: VIEW})
    assert (LintRule.NOT_LOADED in [finding.rule for finding in findings(build_game, sources)]) == is_found


def test_each_rule_has_a_level_and_levels_can_be_chosen(build_game: GameBuilder) -> None:
    game = open_game(build_game({0: "call(90); set(f60); load.view(9); return();", 90: "return();"}))
    assert [(finding.rule.level, finding.rule) for finding in find(game, levels=(Level.ERROR,))] == [
        (Level.ERROR, LintRule.MISSING)
    ]
    assert {finding.rule.level for finding in find(game)} == set(Level)


def switched_off(tmp_path: Path, source: str) -> tuple[list[LintRule], list[str]]:
    """Return the rules that are left of a source, and what is wrong with its comments."""
    (tmp_path / "logics").mkdir()
    (tmp_path / "game.toml").write_text("")
    (tmp_path / "words.txt").write_text("")
    (tmp_path / "items.txt").write_text("?: 0\n")
    (tmp_path / "logics" / "0-main.lgc").write_text(source)
    game = open_game(build_project(tmp_path, tmp_path / "game.zip"))
    off = SwitchedOff(tmp_path)
    left = [each.rule for each in find(game, Places(read_project(tmp_path).places)) if not off.holds(each)]
    return left, off.mistakes


@pytest.mark.parametrize(
    ("source", "left", "mistakes"),
    [
        ("set(f60); // lint: off flag-never-read: for the next release\nreturn();\n", [], []),
        ("[ lint: off flag-never-read, for the next release\nset(f60);\nreturn();\n", [], []),
        ("// lint: off flag-never-read: too far away\n\nset(f60);\nreturn();\n", [LintRule.UNREAD_FLAG], []),
        ("set(f60); // lint: off out-of-range: another rule\nreturn();\n", [LintRule.UNREAD_FLAG], []),
        (
            "set(f60); // lint: off flag-never-read\nreturn();\n",
            [LintRule.UNREAD_FLAG],
            ["0-main.lgc:1: give the reason after flag-never-read: without one it counts"],
        ),
        (
            "set(f60); // lint: off flags: why\nreturn();\n",
            [LintRule.UNREAD_FLAG],
            ["0-main.lgc:1: 'flags' is not a rule of lint"],
        ),
        ('return();\n#message 1 "One" // lint: off message-never-shown: shown by %m\n', [], []),
    ],
)
def test_a_comment_with_a_reason_switches_a_rule_off(
    tmp_path: Path, source: str, left: list[LintRule], mistakes: list[str]
) -> None:
    assert switched_off(tmp_path, source) == (left, mistakes)


@pytest.mark.parametrize(
    ("file", "text", "left"),
    [
        ("pictures/4-hall.pic", "color red ; lint: off resource-unused: for the sequel\n", ["5-yard.pic"]),
        ("pictures/4-hall.pic", "color red\n", ["4-hall.pic", "5-yard.pic"]),
        ("pictures/4-hall.pic", "; lint: off score-out-of-reach: another rule\n", ["4-hall.pic", "5-yard.pic"]),
        ("game.toml", "# lint: off resource-unused: pictures of the sequel\n", []),
    ],
)
def test_a_comment_in_another_source_counts_for_its_file_or_for_the_game(
    tmp_path: Path, file: str, text: str, left: list[str]
) -> None:
    sources = {"game.toml": "", "words.txt": "", "items.txt": "?: 0\n", "logics/0.lgc": "return();\n"}
    sources |= {"pictures/4-hall.pic": "color red\n", "pictures/5-yard.pic": "color red\n", file: text}
    for name, source in sources.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(source)
    game = open_game(build_project(tmp_path, tmp_path / "game.zip"))
    off = SwitchedOff(tmp_path)
    assert [each.place for each in find(game, places_in(tmp_path)) if not off.holds(each)] == left
    assert off.mistakes == []
