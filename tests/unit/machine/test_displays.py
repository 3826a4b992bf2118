"""The adapter as a setting: what games learn of it, where it is kept, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agi_emu.facts.adapters import ADAPTERS, displays_of, own_adapter
from agi_emu.facts.codes import MACHINES, Flag
from agi_emu.facts.errors import GameError
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.resuming import Grade, on_computer, resume
from agi_emu.machine.saving.state_saving import save_state, settings_from_texts
from agi_emu.machine.settings import Settings, settings_as_texts
from agi_emu.recording.head import Head, head_of
from agi_emu.recording.writer import head_lines
from tests.unit.commands.conftest import play
from tests.unit.commands.stage import Stage

__all__ = ["play"]

HARDWARE = [
    ("pc", "cga-composite", 0, 1, 0),
    ("pc", "cga", 0, 1, 1),
    ("pc", "hercules-green", 0, 1, 2),
    ("pc", "ega", 0, 1, 3),
    ("pcjr", "pcjr", 1, 3, 0),
    ("tandy", "tandy", 2, 3, 0),
    ("tandy", "ega", 2, 3, 3),
    ("pc", "mcga", 8, 3, 4),
]


@pytest.mark.parametrize(("machine", "display", "computer", "voices", "monitor"), HARDWARE)
def test_a_game_learns_of_its_adapter(
    play: Stage, machine: str, display: str, computer: int, voices: int, monitor: int
) -> None:
    # reference: PIC-44
    m = play("v40 = 1;", machine=machine, display=display)
    assert (m.vars[20], m.vars[22], m.vars[26]) == (computer, voices, monitor)
    assert m.flag(Flag.HAS_NOISE) is (computer != 0)


def test_recordings_and_states_name_an_adapter_only_when_it_is_no_ega(play: Stage) -> None:
    for display in ADAPTERS:
        machine = ADAPTERS[display].machines[0]
        settings = Settings(machine=machine, display=display)
        texts = settings_as_texts(settings)
        assert settings_from_texts(texts).display == display
        assert ("display" in texts) is (display != "ega")
        head = head_of(play("v40 = 1;", machine=machine, display=display))
        assert head.settings.display == display
        assert (f"display {display}" in head_lines(head)) is (display != "ega")
    assert Head().settings.display == "ega"


@pytest.mark.parametrize(
    ("machine", "display", "words"),
    [
        ("tandy", "cga", "a tandy has no display 'cga'; choose one of ega, hercules-green"),
        ("pc", "pcjr", "a pc has no display 'pcjr'"),
        ("pc", "vga", "unknown display 'vga'; choose one of ega, cga"),
    ],
)
def test_what_no_computer_has_is_refused(machine: str, display: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Settings(machine=machine, display=display)


@pytest.mark.parametrize(
    ("interpreter", "display", "has_driver"),
    [
        ("2.089", "hercules-green", False),
        ("2.411", "hercules-green", True),
        ("3.002.107", "hercules-amber", True),
        ("3.002.149", "hercules-amber", False),
        ("2.440", "mcga", False),
        ("2.903", "mcga", True),
        ("2.089", "cga", True),
    ],
)
def test_a_display_without_a_driver_is_refused(play: Stage, interpreter: str, display: str, has_driver: bool) -> None:
    # reference: PIC-44, VER-13, VER-15, VER-21
    m = play("v40 = 1;", interpreter=interpreter)
    assert (display in displays_of("pc", m.profile)) is has_driver
    settings = Settings(display=display)
    if has_driver:
        assert Machine(m.game, settings=settings).state.general.adapter
        return
    with pytest.raises(GameError, match=f"the interpreter {interpreter} has no driver for the display '{display}'; ch"):
        Machine(m.game, settings=settings)


def test_more_colours_than_a_cga_has_are_refused() -> None:
    with pytest.raises(ValueError, match="AGI256 needs 16 colours: choose the display ega"):
        Settings(display="cga", extensions=frozenset({"AGI256"}))


def test_a_state_moves_to_another_adapter_as_the_original_restores(play: Stage) -> None:
    m = play.room("v60 = 7;")
    other = Machine(m.game, settings=replace(m.settings, display="cga"))
    done = resume(other, save_state(m))
    assert done.grade is Grade.REPLAY
    assert done.sentence.startswith("The state was saved with the display ega, this is cga: it was restored")
    assert (other.vars[60], other.vars[26]) == (7, 1)


@pytest.mark.parametrize("computer", MACHINES)
def test_another_computer_has_its_own_video(play: Stage, computer: str) -> None:
    m = play.room("v60 = 7;")
    other = on_computer(m, computer)
    assert other.settings.display == own_adapter(computer)
    assert other.vars[60] == 7


def test_an_adapter_that_another_computer_has_too_stays(play: Stage) -> None:
    m = play.room("v60 = 7;", display="hercules-amber")
    assert on_computer(m, "tandy").settings.display == "hercules-amber"


@pytest.mark.parametrize("display", ADAPTERS)
@pytest.mark.parametrize("other", ["ega", "cga", "hercules-green"])
def test_a_state_of_any_adapter_loads_on_any_other(play: Stage, display: str, other: str) -> None:
    machine = ADAPTERS[display].machines[0]
    m = play.room("v60 = 7;", machine=machine, display=display)
    own = Machine(m.game, settings=m.settings)
    assert resume(own, save_state(m)).grade is Grade.EXACT
    assert own.frame == m.frame
    if machine not in ADAPTERS[other].machines:
        return
    moved = Machine(m.game, settings=replace(m.settings, display=other))
    done = resume(moved, save_state(m))
    same = ADAPTERS[other].driver is ADAPTERS[display].driver
    assert done.grade is (Grade.EXACT if same else Grade.REPLAY)
    assert moved.vars[60] == 7
    moved.cycle(beats=60)
    assert moved.frame.colours == Machine(m.game, settings=moved.settings).frame.colours or display.startswith("cga")
