"""Tours of real games as walkthroughs: they hold at another pace, and fail where a text or the score was changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from agi_emu.checking.scripts import walked
from agi_emu.facts.codes import Var
from agi_emu.headless.as_walkthrough import walkthrough_of
from agi_emu.headless.unseen_play import play_unseen
from agi_emu.input.input_script import ScriptPlayer, parse_input_script
from agi_emu.logic.code import Action, decode
from agi_emu.logic.emitter import text_section
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import Settings
from agi_emu.recording.causes.mixed_game import MixedGame
from agi_emu.recording.replaying.recorder import SessionRecorder
from agi_emu.recording.replaying.starting import begin_recording
from agi_emu.recording.resource_table import ResourceName
from agi_emu.resources import open_game
from agi_emu.resources.game import Game
from agi_emu.resources.logic_source import usual_resource

pytestmark = [pytest.mark.golden, pytest.mark.games, pytest.mark.slow]

TEN = ("biriq1", "agentq", "alpnd1", "brianq", "btitan", "cldest", "dogsq", "edward", "herbao", "lasseh")
TICKS = 1500
SET_VARIABLE = 3
"""Opcode of assignn."""


def tour(golden: Path, games: Path, name: str) -> tuple[str, Game]:
    """Return a recorded tour as a walkthrough, and its game; windows are answered with Enter."""
    game = open_game(games / f"{name}.zip")
    keys = (golden / "traces" / "tour" / name / "input.script").read_text() + "\nblocked: key enter" * 300
    machine = Machine(game, settings=Settings(extensions=frozenset(map(str, game.extensions))))
    recorder = SessionRecorder(machine, begin_recording(machine))
    play_unseen(machine, ticks=TICKS, prompter=ScriptPlayer(parse_input_script(keys)), recorder=recorder)
    return walkthrough_of(game, recorder.recording), game


def changed(game: Game, logics: Mapping[int, bytes]) -> Game:
    return MixedGame(game, game, frozenset(), {ResourceName("logic", number): data for number, data in logics.items()})


def parts(game: Game, logic: int) -> tuple[bytes, bytes]:
    """Return the code of a logic and its text section."""
    data = usual_resource(game, logic)
    end = 2 + int.from_bytes(data[:2], "little")
    return data[2:end], data[end:]


def joined(code: bytes, texts: bytes) -> bytes:
    return len(code).to_bytes(2, "little") + code + texts


def paced(game: Game, interval: int) -> Game:
    """Return the game whose cycles take that many ticks."""
    code, texts = parts(game, 0)
    return changed(game, {0: joined(bytes([SET_VARIABLE, Var.CYCLE_TICKS, interval]) + code, texts)})


def with_another_text(game: Game, text: str) -> Game:
    """Return the game with another text where one begins so."""
    for number in game.logics:
        messages = list(game.logic(number).messages)
        for index, message in enumerate(messages):
            if message and " ".join(message.decode("cp437").split()).startswith(text):
                messages[index] = b"Quite another text."
                code, _ = parts(game, number)
                return changed(game, {number: joined(code, text_section(messages, game.profile.message_key))})
    raise AssertionError(f"no text begins with {text}")


def with_another_score(game: Game) -> Game:
    """Return the game that gives a point more each time."""
    made = {}
    for number in game.logics:
        code, texts = parts(game, number)
        more = bytearray(code)
        for each in decode(code, game.profile):
            if isinstance(each, Action) and each.opcode.name == "addn" and each.operands[0] == Var.SCORE:
                more[each.offset + 2] += 1
        if more != code:
            made[number] = joined(bytes(more), texts)
    return changed(game, made)


@pytest.mark.parametrize("name", TEN)
def test_a_tour_holds_at_another_pace_and_fails_where_the_game_changed(golden: Path, games: Path, name: str) -> None:
    script, game = tour(golden, games, name)
    for each in (game, paced(game, 1), paced(game, 4)):
        found = walked(name, script, each)
        assert found.equal, found.failure
    text = re.search(r'^expect text "(.+?)"', script, re.MULTILINE)
    assert text
    line = script[: text.start()].count("\n") + 1
    failed = walked(name, script, with_another_text(game, text[1]))
    assert f"line {line}: expect text" in failed.failure
    score = re.search(r"^expect score", script, re.MULTILINE)
    assert bool(score) == (name == "alpnd1")
    if score:
        line = script[: score.start()].count("\n") + 1
        assert f"line {line}: expect score" in walked(name, script, with_another_score(game)).failure
