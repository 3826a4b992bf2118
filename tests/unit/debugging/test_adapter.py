"""Editors debug games: conversations by the Debug Adapter Protocol with a process of the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from agi_emu import Machine, Recorder, open_game
from tests.own_games.building import GameBuilder
from tests.unit.debugging.client import Client, ProcessClient, RefusedError

LOGIC_0 = """#define steps v40
#define found f50
if (v0 == 0) { v10 = 1; new.room(1); }
steps++;
call.v(v0);
return();
"""
LOGIC_1 = """#include "defines.lgc"
if (steps == 5) {
  found = true;
  v3 = 7;
}
v41 = steps;
return();
"""


@pytest.fixture
def client() -> Iterator[Client]:
    with Client() as found:
        yield found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "logics").mkdir(parents=True)
    (folder / "game.toml").write_text('interpreter = "2.936"\nid = "TRY"\n')
    (folder / "words.txt").write_text("20: look\n")
    (folder / "items.txt").write_text("?: 0\n")
    (folder / "logics" / "defines.lgc").write_text("#define steps v40\n#define found f50\n")
    (folder / "logics" / "0-main.lgc").write_text(LOGIC_0)
    (folder / "logics" / "1-room.lgc").write_text(LOGIC_1)
    return folder


def line(client: Client) -> tuple[str, int]:
    frame = client.ask("stackTrace", threadId=1)["stackFrames"][0]
    return Path(frame["source"]["path"]).name, frame["line"]


def value(client: Client, expression: str) -> str:
    return str(client.ask("evaluate", expression=expression, context="watch")["result"])


def test_a_project_is_debugged_by_its_lines(client: Client, project: Path) -> None:
    launch = client.launch(project=str(project))
    source = {"path": str(project / "logics" / "1-room.lgc")}
    set_here = client.ask("setBreakpoints", source=source, breakpoints=[{"line": 3}])["breakpoints"]
    assert [(each["verified"], each["line"]) for each in set_here] == [(True, 3)]
    client.go(launch)
    stopped = client.event("stopped")
    assert (stopped["reason"], stopped["hitBreakpointIds"]) == ("breakpoint", [set_here[0]["id"]])
    assert line(client) == ("1-room.lgc", 3)
    frames = client.ask("stackTrace", threadId=1)["stackFrames"]
    assert [(Path(each["source"]["path"]).name, each["line"]) for each in frames] == [
        ("1-room.lgc", 3),
        ("0-main.lgc", 5),
    ]
    assert (value(client, "steps"), value(client, "found")) == ("5", "not set")
    client.ask("next", threadId=1)
    assert client.event("stopped")["reason"] == "step"
    assert (line(client), value(client, "found")) == (("1-room.lgc", 4), "set")
    client.ask("stepOut", threadId=1)
    client.event("stopped")
    assert line(client) == ("0-main.lgc", 6)
    client.ask("stepBack", threadId=1)
    assert client.event("stopped")["description"].startswith("in the past: cycle 4 of 4")
    assert line(client) == ("0-main.lgc", 5)
    client.ask("next", threadId=1)
    assert client.event("stopped")["reason"] == "breakpoint"
    client.ask("stepOut", threadId=1)
    client.event("stopped")
    client.ask("stepBack", threadId=1, way="into")
    client.event("stopped")
    assert line(client) == ("1-room.lgc", 7)
    client.ask("reverseContinue", threadId=1)
    assert client.event("stopped")["reason"] == "breakpoint"
    assert line(client) == ("1-room.lgc", 3)
    client.ask("reverseContinue", threadId=1)
    assert client.event("stopped")["reason"] == "entry"


def test_data_breakpoints_stop_at_changes_in_both_directions(client: Client, project: Path) -> None:
    launch = client.launch(project=str(project))
    info = client.ask("dataBreakpointInfo", name="score")
    assert (info["dataId"], info["canPersist"]) == ("v3", True)
    assert client.ask("dataBreakpointInfo", name="nothing of that name")["dataId"] is None
    client.ask("setDataBreakpoints", breakpoints=[{"dataId": "v3"}])
    client.go(launch)
    assert client.event("stopped")["reason"] == "data breakpoint"
    assert line(client) == ("1-room.lgc", 6)
    client.ask("setDataBreakpoints", breakpoints=[{"dataId": "v40", "condition": "v40 == 9"}])
    client.ask("continue", threadId=1)
    client.event("stopped")
    client.ask("setDataBreakpoints", breakpoints=[])
    client.ask("continue", threadId=1)
    client.ask("pause", threadId=1)
    assert client.event("stopped")["reason"] == "pause"
    client.ask("agiEmu/lastChange", name="score")
    assert client.event("stopped")["text"].startswith("score is 7, was 0, in the past")
    assert client.ask("agiEmu/why", name="score")["sentences"][1].startswith("because steps (v40) became 5")


def test_values_are_shown_and_set(client: Client, project: Path) -> None:
    launch = client.launch(project=str(project), stopOnEntry=True)
    client.go(launch)
    assert client.event("stopped")["reason"] == "entry"
    scopes = {each["name"]: each["variablesReference"] for each in client.ask("scopes", frameId=0)["scopes"]}
    named = {each["name"]: each for each in client.ask("variables", variablesReference=scopes["Named"])["variables"]}
    assert named["steps (v40)"]["value"] == "0"
    reference = scopes["Named"]
    client.ask("setVariable", variablesReference=reference, name="steps (v40)", value="3 + 1")
    client.ask("setVariable", variablesReference=reference, name="found (f50)", value="set")
    assert (value(client, "v40"), value(client, "f50")) == ("4", "set")
    objects = client.ask("variables", variablesReference=scopes["Objects"])["variables"]
    fields = client.ask("variables", variablesReference=objects[0]["variablesReference"])["variables"]
    assert {"x", "y", "view"} <= {each["name"] for each in fields}
    client.ask("setExpression", expression="ego.x", value="12")
    assert value(client, "o0.x") == "12"
    with pytest.raises(RefusedError, match="v40 is 0 to 255, not 300"):
        client.ask("setExpression", expression="steps", value="300")
    for name in ("Variables", "Flags", "Items", "Strings", "Time", "In this logic"):
        assert client.ask("variables", variablesReference=scopes[name])["variables"]


def test_sources_are_built_again_while_the_game_goes_on(client: Client, project: Path) -> None:
    launch = client.launch(project=str(project))
    client.ask("setFunctionBreakpoints", breakpoints=[{"name": "v40 == 9"}])
    client.go(launch)
    assert client.event("stopped")["reason"] == "function breakpoint"
    client.ask("agiEmu/whyNot", path=str(project / "logics" / "1-room.lgc"), line=3)
    room = project / "logics" / "1-room.lgc"
    room.write_text(LOGIC_1.replace("v41 = steps;", "v41 = stepz;"))
    with pytest.raises(RefusedError, match="stepz"):
        client.ask("agiEmu/reload")
    assert value(client, "v40") == "9"
    room.write_text(LOGIC_1.replace("v41 = steps;", "v41 = 99;"))
    assert client.ask("agiEmu/reload")["text"] == "continues with the new build"
    client.event("stopped")
    client.ask("setFunctionBreakpoints", breakpoints=[{"name": "v40 == 11", "hitCondition": "1"}])
    client.ask("continue", threadId=1)
    client.event("stopped")
    assert value(client, "v41") == "99"
    client.ask("restart", arguments={"project": str(project), "window": False, "stopOnEntry": True})
    client.event("stopped")
    assert value(client, "v40") == "0"


def test_log_points_write_and_wrong_breakpoints_are_not_verified(client: Client, project: Path) -> None:
    launch = client.launch(project=str(project), room=1, flags=[50], variables={"60": 5}, seed=3)
    source = {"path": str(project / "logics" / "1-room.lgc")}
    wanted = [
        {"line": 6, "logMessage": "steps is {steps}", "condition": "steps < 4"},
        {"line": 900},
        {"line": 6, "condition": "steps <"},
    ]
    found = client.ask("setBreakpoints", source=source, breakpoints=wanted)["breakpoints"]
    assert [each["verified"] for each in found] == [True, False, False]
    assert "line 900" in found[1]["message"]
    client.ask("setFunctionBreakpoints", breakpoints=[{"name": "v40 == 5"}])
    client.go(launch)
    client.event("stopped")
    assert client.event("output")["output"] == "steps is 1\n"
    assert value(client, "v60") == "5"


def test_any_game_is_debugged_by_its_disassembly(client: Client, build_game: GameBuilder) -> None:
    game = build_game({0: "v10 = 1; v40++; if (v40 == 3) { set.view(o0, 9); } return();"})
    launch = client.launch(game=str(game))
    assert client.ask("setExceptionBreakpoints", filters=["error"])["breakpoints"][0]["verified"]
    client.go(launch)
    assert client.event("stopped")["reason"] == "exception"
    assert "view 9 is not loaded" in client.ask("exceptionInfo", threadId=1)["description"]
    client.ask("stepBack", threadId=1, granularity="instruction")
    client.event("stopped")
    frame = client.ask("stackTrace", threadId=1)["stackFrames"][0]
    text = Path(frame["source"]["path"]).read_text().splitlines()[frame["line"] - 1]
    assert text.strip().startswith("set.view(ego, 9);")
    source = {"path": frame["source"]["path"]}
    found = client.ask("setBreakpoints", source=source, breakpoints=[{"line": frame["line"]}])["breakpoints"]
    assert (found[0]["verified"], found[0]["line"]) == (True, frame["line"])


def test_a_recording_is_debugged_and_one_of_another_game_is_refused(
    tmp_path: Path, build_game: GameBuilder, project: Path
) -> None:
    logics = {0: "if (v0 == 0) { v10 = 1; accept.input(); new.room(1); } call(1); return();"}
    logics[1] = 'if (said("look")) { v60++; } return();'
    game = build_game(logics, words={"look": 20})
    recorder = Recorder(Machine(open_game(game), seed=1))
    recorder.run(seconds=1)
    recorder.type("look\n")
    recorder.run(seconds=1)
    path = tmp_path / "sent.agirec"
    recorder.save(path)
    with Client() as client:
        # Its folder may have another name than where it was recorded.
        launch = client.launch(recording=str(path), game=str(game.rename(tmp_path / "elsewhere")))
        client.ask("setDataBreakpoints", breakpoints=[{"dataId": "v60"}])
        client.go(launch)
        assert client.event("stopped")["reason"] == "data breakpoint"
        assert value(client, "v60") == "1"
        client.ask("continue", threadId=1)
        assert client.event("stopped")["text"] == "the recording ends here"
        assert 'said("look")' in client.ask("evaluate", expression="why v60", context="repl")["result"]
        client.ask("setExpression", expression="v61", value="1")
        assert "another one than the recording" in client.event("output")["output"]
    with Client() as client:
        client.ask("initialize")
        with pytest.raises(RefusedError, match="is a recording of"):
            client.ask("launch", recording=str(path), project=str(project), window=False)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({}, "name a project, a game or a recording"),
        ({"game": "nowhere"}, "nowhere does not exist"),
        ({"game": 5}, "game is the path of one"),
        ({"seed": "x", "game": "."}, "seed is a number"),
    ],
)
def test_wrong_launches_are_refused_in_a_sentence(client: Client, arguments: dict[str, object], sentence: str) -> None:
    client.ask("initialize")
    with pytest.raises(RefusedError, match=sentence):
        client.ask("launch", window=False, **arguments)
    with pytest.raises(RefusedError, match="no game has been launched"):
        client.ask("continue", threadId=1)
    with pytest.raises(RefusedError, match="not known"):
        client.ask("fly")


@pytest.mark.slow
def test_the_program_serves_an_editor_over_its_pipes(tmp_path: Path, project: Path) -> None:
    with ProcessClient(tmp_path) as client:
        launch = client.launch(project=str(project))
        client.ask("setFunctionBreakpoints", breakpoints=[{"name": "found"}])
        client.go(launch)
        assert client.event("stopped")["reason"] == "function breakpoint"
        client.ask("disconnect")


def test_what_is_not_the_protocol_ends_the_conversation(client: Client) -> None:
    client._out.write(b"Content-Length: x\r\n\r\nnonsense")
    client._out.flush()
    client.ended()
