"""Random programs: their source compiles, and what comes out disassembles to a source of the same bytes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agi_emu.facts.versions import PROFILES, VersionProfile
from agi_emu.logic.compiler import compile_logic
from agi_emu.logic.disassembler import SourceNames, disassemble_logic, needs_raw_form, quoted
from agi_emu.logic.opcodes import ACTIONS, TESTS, Operand, operands_of
from agi_emu.resources.projects.picture_script import picture_script
from agi_emu.resources.projects.picture_source import parse_picture
from tests.examples import examples

WORDS = {"anyword": 1, "look": 20, "brass lamp": 22, "lamp": 22, "rol": 9999}
BYTES = st.integers(0, 255)
TEXTS = st.binary(max_size=12).filter(lambda text: 0 not in text)


@st.composite
def operands(draw: st.DrawFn, kind: Operand) -> str:
    if kind is Operand.MESSAGE:
        return quoted(draw(TEXTS))
    return f"{kind.marker}{draw(BYTES)}"


@st.composite
def commands(draw: st.DrawFn, profile: VersionProfile) -> str:
    known = [opcode for opcode in ACTIONS if opcode.number <= profile.last_action and not opcode.is_null]
    opcode = draw(st.sampled_from(known))
    given_operands = [draw(operands(kind)) for kind in operands_of(opcode, profile)]
    return f"{opcode.name}({', '.join(given_operands)});"


@st.composite
def calls_of_tests(draw: st.DrawFn) -> str:
    test = draw(st.sampled_from(TESTS))
    if test.operands == (Operand.WORDS,):
        words = draw(st.lists(st.sampled_from([*map(repr, WORDS), "5", "300"]), max_size=3))
        written = f"said({', '.join(words)})".replace("'", '"')
    else:
        written = f"{test.name}({', '.join(draw(operands(kind)) for kind in test.operands)})"
    return "!" * draw(st.integers(0, 2)) + written


@st.composite
def conditions(draw: st.DrawFn) -> str:
    groups = []
    for group in draw(st.lists(st.lists(calls_of_tests(), min_size=1, max_size=3), min_size=1, max_size=3)):
        is_bare = len(group) == 1 and draw(st.booleans())
        groups.append(group[0] if is_bare else f"({' || '.join(group)})")
    return " && ".join(groups)


@st.composite
def blocks(draw: st.DrawFn, profile: VersionProfile, depth: int = 2) -> str:
    lines = []
    for _ in range(draw(st.integers(0, 4))):
        match draw(st.sampled_from(["command", "command", "if", "else", "chain", "goto"])):
            case "if" if depth:
                lines.append(f"if ({draw(conditions())}) {{ {draw(blocks(profile, depth - 1))} }}")
            case "else" if depth:
                then, otherwise = draw(blocks(profile, depth - 1)), draw(blocks(profile, depth - 1))
                lines.append(f"if ({draw(conditions())}) {{ {then} }} else {{ {otherwise} }}")
            case "chain" if depth:
                first, second = draw(conditions()), draw(conditions())
                lines.append(f"if ({first}) {{ {draw(blocks(profile, 0))} }} else if ({second}) {{ }}")
            case "goto":
                lines.append(f"goto({draw(st.sampled_from(['start', 'end']))});")
            case _:
                lines.append(draw(commands(profile)))
    return "\n".join(lines)


@examples(150)
@pytest.mark.parametrize("name", ["2.089", "2.917", "3.002.149"])
@given(data=st.data())
def test_program_becomes_the_same_bytes_again(name: str, data: st.DataObject) -> None:
    profile = PROFILES[name]
    source = f"start:\n{data.draw(blocks(profile))}\nend: return();"
    resource = compile_logic(source, words=WORDS, profile=profile)
    written = disassemble_logic(resource, SourceNames(WORDS), profile=profile)
    assert compile_logic(written, words=WORDS, profile=profile) == resource
    assert not needs_raw_form(written)


@examples(200)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_picture_script_of_the_same_bytes(data: bytes) -> None:
    assert parse_picture(picture_script(data)) == data


picture_bytes = st.one_of(st.sampled_from([*range(0xF0, 0x100)]), BYTES)


@examples(300)
@given(st.lists(picture_bytes, max_size=80).map(bytes))
def test_bytes_with_many_commands_are_a_picture_script_of_the_same_bytes(data: bytes) -> None:
    assert parse_picture(picture_script(data)) == data
