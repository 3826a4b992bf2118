"""Plays in words, and the tools that agents of language models get."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agi_emu import compare, open_game
from agi_emu.data import demo_path
from agi_emu.facts.errors import AgiError
from agi_emu.lab.exploring.takes import power_on
from agi_emu.lab.talking.talk import CALLS_KEPT, MOST_LETTERS, Talk
from agi_emu.machine.settings import Settings
from agi_emu.recording.recording import SUFFIX, Recording
from tests.own_games.building import GameBuilder
from tests.unit.lab.test_exploring import EGO, VIEW_BYTES

WORDS = {"look": 10, "lamp": 11, "talk": 12, "leave": 13}
LOGIC_0 = "if (v0 == 0) { set.key(0, 61, c3); new.room(1); } v70++; call.v(v0); return();"
ROOM = (
    EGO
    + """
if (said("look", "lamp")) { v3 += 2; get(i1); print("It shines."); print("You take it."); }
if (said("talk")) { again: if (v61 < 60) { v61++; goto(again); } print("Yes, yes, yes."); }
if (said("leave")) { quit(1); }
if (controller(c3)) { v60 = 7; }
if (v2 == 2) { new.room(2); }
return();
"""
)


@pytest.fixture
def path(build_game: GameBuilder) -> Path:
    rooms = {0: LOGIC_0, 1: ROOM, 2: EGO + "return();"}
    pictures = dict.fromkeys((1, 2), "end")
    return build_game(rooms, pictures=pictures, views={0: VIEW_BYTES}, words=WORDS, items=[("?", 0), ("lamp", 1)])


@pytest.fixture
def talk(path: Path) -> Talk:
    talk = Talk(power_on(open_game(path), Settings(seed=1)))
    talk.wait_until("room == 1", 5)
    return talk


def test_what_is_said_is_answered_and_windows_are_closed(talk: Talk) -> None:
    assert talk.say("look lamp") == "It shines.\n\nYou take it."
    assert talk.machine.modal is None
    assert (talk.state()["score"], talk.state()["carried"]) == (2, ["lamp"])
    assert "You carry: lamp." in talk.look()
    assert "Words: lamp, leave, look, talk." in talk.look()
    assert talk.say("lamp") == "No answer."


def test_ego_walks_to_places_and_over_edges(talk: Talk) -> None:
    # A key shows a cycle later: a step too far is as near as keys allow.
    assert talk.walk_to(30, 150) in ("You stand at 30,150 in room 1.", "You stand at 29,150 in room 1.")
    assert "in room 2." in talk.walk_to(0, 0, "right")
    assert talk.state()["room"] == 2


def test_keys_are_pressed_and_conditions_waited_for(talk: Talk) -> None:
    talk.press(["f3"])
    talk.wait_until("v60 == 7", 2)
    assert talk.state()["variables"]["60"] == 7
    before = talk.state()["seconds"]
    talk.wait_until("", 3)
    assert 3 <= talk.state()["seconds"] - before < 3.5


def test_moments_are_kept_and_calls_taken_back(talk: Talk) -> None:
    talk.save("before")
    talk.say("look lamp")
    talk.walk_to(30, 150)
    talk.rewind(1)
    assert (talk.state()["score"], talk.state()["ego"]) == (2, [80, 120])
    talk.restore("before")
    assert talk.state()["score"] == 0
    talk.rewind(1)
    assert talk.state()["score"] == 2, "restoring is taken back, too"
    assert talk._calls.maxlen == CALLS_KEPT


def test_the_same_calls_give_the_same_play_and_its_recording(path: Path) -> None:
    def play() -> Talk:
        talk = Talk(power_on(open_game(path), Settings(seed=1)))
        talk.wait_until("room == 1", 5)
        talk.say("talk")
        talk.rewind(1)
        talk.say("look lamp")
        return talk

    one, other = play(), play()
    assert one.machine.digests() == other.machine.digests()
    recording = one.recording()
    assert compare(one.game, recording) is None
    # "look lamp" and ENTER, and ENTER for each of two windows; nothing of what was taken back.
    assert len(recording.events) == 12


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda talk: talk.say("x" * 101), "1 to 100 letters"),
        (lambda talk: talk.say("a\nb"), "one line"),
        (lambda talk: talk.press([]), "1 to 40 keys"),
        (lambda talk: talk.press(["nokey"]), "unknown key"),
        (lambda talk: talk.walk_to(160, 0), "x is 0 to 159"),
        (lambda talk: talk.walk_to(0, 0, "up"), "there is no edge"),
        (lambda talk: talk.wait_until("", 61), "at most 60 seconds"),
        (lambda talk: talk.wait_until("import os", 1), "compare numbers"),
        (lambda talk: talk.restore("../../etc/passwd"), "nothing is kept"),
        (lambda talk: talk.rewind(9), "1 calls can be taken back"),
        (lambda talk: (talk.say("leave"), talk.press(["enter"]), talk.say("look")), "the game has ended"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    talk: Talk, call: Callable[[Talk], object], sentence: str
) -> None:
    with pytest.raises(AgiError, match=sentence):
        call(talk)


def test_answers_are_limited(build_game: GameBuilder) -> None:
    many = "".join(f'print("{number} {"long " * 60}"); ' for number in range(18))
    logic = (
        f'if (v0 == 0) {{ new.room(1); }} if (isset(f5)) {{ accept.input(); }} if (said("look")) {{ {many} }} return();'
    )
    talk = Talk(power_on(open_game(build_game({0: logic, 1: "return();"}, words=WORDS)), Settings()))
    talk.wait_until("room == 1", 5)
    assert len(talk.say("look")) == MOST_LETTERS


def called(path: Path, folder: Path, *calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """Return what a server that runs as a program answers."""
    mcp = pytest.importorskip("mcp", reason="the extra agi-emu[mcp] is not installed")
    stdio = pytest.importorskip("mcp.client.stdio")

    async def talk() -> list[Any]:
        command = ["-m", "agi_emu", "mcp", str(path), str(demo_path()), "--record", str(folder)]
        program = mcp.StdioServerParameters(command=sys.executable, args=command)
        async with stdio.stdio_client(program) as (read, write), mcp.ClientSession(read, write) as session:
            await session.initialize()
            return [await session.call_tool(name, given) for name, given in calls]

    return asyncio.run(talk())


@pytest.mark.filterwarnings("ignore")
def test_a_client_plays_by_the_protocol(path: Path, tmp_path: Path) -> None:
    answers = called(
        path,
        tmp_path,
        ("games", {}),
        ("wait_until", {"condition": "room == 1"}),
        ("say", {"text": "look lamp"}),
        ("screenshot", {}),
        ("restore", {"name": "nothing"}),
        ("play", {"game": "../" + path.name}),
        ("play", {"game": "demo"}),
    )
    texts = [getattr(answer.content[0], "text", "") for answer in answers]
    assert texts[2] == "It shines.\n\nYou take it."
    assert answers[3].content[0].type == "image"
    assert "nothing is kept as 'nothing'" in texts[4]
    assert "there is no game '../" in texts[5]
    assert texts[6].startswith("Room ")
    recordings = sorted(tmp_path.glob(f"*{SUFFIX}"))
    assert [each.stem for each in recordings] == ["demo-1", f"{path.name}-1"]
    assert compare(open_game(path), Recording.load(recordings[1])) is None
