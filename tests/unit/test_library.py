"""What ``import agi_emu`` offers."""

from __future__ import annotations

import subprocess
import sys

import pytest

import agi_emu


@pytest.mark.parametrize("name", agi_emu.__all__)
def test_public_name_can_be_used(name: str) -> None:
    assert getattr(agi_emu, name) is not None
    assert name in dir(agi_emu)


def test_all_public_names_come_with_a_star() -> None:
    names: dict[str, object] = {}
    exec("from agi_emu import *", names)  # only a module can do that, not a function
    assert set(agi_emu.__all__) <= set(names)


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Interpreter'"):
        agi_emu.Interpreter  # noqa: B018 - looking it up is what is tested


def test_import_brings_in_nothing_else() -> None:
    program = "import sys, agi_emu; print(*(name for name in sys.modules if name.startswith(('agi_emu', 'numpy'))))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["agi_emu"]
