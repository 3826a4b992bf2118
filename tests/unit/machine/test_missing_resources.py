"""A game that uses what it lacks: the friendly machine goes on and says so (mercy skip-missing-resource)."""

from __future__ import annotations

from pathlib import Path

import pytest

import agi_emu
from agi_emu.facts.mercies import FRIENDLY, PASS_WRONG_VOLUME_BYTE, STRICT, Mercy
from tests.own_games.building import GameBuilder

LACKING = 99
USES = {
    "logic": "call(99);",
    "loaded logic": "load.logics(99); call(99);",
    "view": "load.view(99); animate.obj(o0); set.view(o0, 99); position(o0, 50, 100); draw(o0);",
    "cel of the picture": "load.view(99); add.to.pic(99, 0, 0, 50, 100, 15, 4);",
    "shown view": "show.obj(99);",
    "picture": "v50 = 99; load.pic(v50); draw.pic(v50); show.pic();",
    "overlaid picture": "v50 = 99; load.pic(v50); overlay.pic(v50); discard.pic(v50);",
    "sound": "load.sound(99); sound(99, f100);",
    "room": "new.room(99);",
}
LOGIC = "if (v0 == 0 && !isset(f90)) {{ set(f90); v10 = 1; {} }}\nincrement(v91); return();"


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("machine_type", ["pc", "tandy"])
def test_the_game_goes_on(build_game: GameBuilder, use: str, machine_type: str) -> None:
    game = agi_emu.open_game(build_game({0: LOGIC.format(USES[use])}))
    machine = agi_emu.Machine(game, settings=agi_emu.Settings(machine=machine_type))
    for _ in range(4):  # show.obj waits for a key
        stop = machine.run(seconds=1)
        machine.press("enter")
    assert not stop & agi_emu.Stop.ENDED
    assert machine.vars[91] > 20, "logic 0 no longer runs"
    kind = {"cel of the picture": "view", "room": "logic"}.get(use, use.split()[-1])
    assert f"{kind} {LACKING} is missing: continued without it" in machine.notes


def test_a_missing_sound_ends_at_once(build_game: GameBuilder) -> None:
    # A game may wait for its end, so the flag must come.
    game = agi_emu.open_game(build_game({0: LOGIC.format(USES["sound"])}))
    machine = agi_emu.Machine(game)
    machine.run(seconds=1)
    assert machine.flags[100]
    assert not machine.state.sound.playing


def test_a_sound_in_a_volume_that_is_not_there(build_game: GameBuilder) -> None:
    path = build_game({0: LOGIC.format("load.sound(1); sound(1, f100);")}, sounds={1: "voice 0\na4:60"})
    move_to_volume(path / "SNDDIR", 1, 7)
    machine = agi_emu.Machine(agi_emu.open_game(path))
    machine.run(seconds=1)
    assert machine.flags[100]
    assert machine.notes == ["sound 1 is missing: continued without it"]


WRONG_DISK = "That is the wrong disk.\n\nPlease insert disk 1\nand press ENTER.\n\nPress ESC to quit."


@pytest.mark.parametrize("byte", [1, 5, 15, 255])
@pytest.mark.parametrize("mercies", [STRICT, frozenset({PASS_WRONG_VOLUME_BYTE})])
def test_a_header_of_another_volume_is_the_wrong_disk(build_game: GameBuilder, mercies: set[Mercy], byte: int) -> None:
    # reference: RES-13, TEXT-66; probe volume-byte
    path = build_game({0: LOGIC.format("load.view(1); set(f100);")}, views={1: "loop\ncel\n1"})
    volume = path / "VOL.0"
    data = bytearray(volume.read_bytes())
    data[int.from_bytes((path / "VIEWDIR").read_bytes()[3:6], "big") + 2] = byte
    volume.write_bytes(data)
    machine = agi_emu.Machine(agi_emu.open_game(path), settings=agi_emu.Settings(mercies=frozenset(mercies)))
    machine.run(seconds=1)
    assert (machine.message, machine.flags[100]) == ((None, True) if mercies else (WRONG_DISK, False))


@pytest.mark.parametrize(
    ("interpreter", "mercies", "reads"),
    [
        ("2.936", STRICT, True),
        ("3.002.098", STRICT, False),
        ("3.002.098", FRIENDLY, True),
    ],
)
def test_nothing_is_read_after_an_error(
    build_game: GameBuilder, interpreter: str, mercies: set[Mercy], reads: bool
) -> None:
    # reference: RES-41; golden, impatient-2/epicft-3.002.098: call(98) after error 9
    logic = "if (v17) { call(98); } v10 = 1; v50++; if (v50 == 2) { sound(0, f100); } increment(v91); return();"
    path = build_game({0: logic, 98: "v60 = v17; v17 = 0; return();"}, interpreter=interpreter)
    game = agi_emu.open_game(path, interpreter)
    machine = agi_emu.Machine(game, settings=agi_emu.Settings(mercies=frozenset(mercies)))
    machine.run(seconds=1)
    assert machine.vars[60] == (9 if reads else 0)
    assert machine.message == (None if reads else "Disk error.\n\nPress ENTER to try again.\nPress ESC to quit.")
    if not reads:
        machine.press("enter")
        machine.run(seconds=1)
        assert machine.message
        machine.press("esc")
        assert machine.run(seconds=1) & agi_emu.Stop.ENDED


def move_to_volume(directory: Path, number: int, volume: int) -> None:
    """Let a directory's entry point into another volume: the high nibble of its three bytes."""
    data = bytearray(directory.read_bytes())
    data[3 * number] = volume << 4 | data[3 * number] & 15
    directory.write_bytes(data)
