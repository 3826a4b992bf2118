"""Decoding of code: what the compiler emits comes back; nothing raises on damaged code."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agi_emu.facts.versions import PROFILES
from agi_emu.logic.code import Action, Data, Goto, If, Instruction, decode, decode_at
from agi_emu.logic.compiler import compile_logic
from agi_emu.logic.opcodes import ACTIONS, NOT, OR, TESTS, Operand


def compiled(source: str) -> bytes:
    resource = compile_logic(source)
    return resource[2 : 2 + int.from_bytes(resource[:2], "little")]


def test_decodes_the_worked_example() -> None:
    # reference: LANG-15, LANG-2, the worked example.
    code = bytes.fromhex(
        "FF0705FC010102FD0E020A001400FCFF0500 6501 FE0200 1203 010A FF030A03FF0300 FEF4FF 00".replace(" ", "")
    )
    instructions = list(decode(code))
    assert [instruction.offset for instruction in instructions] == [0, 18, 20, 23, 25, 27, 34, 37]
    condition = instructions[0]
    assert isinstance(condition, If)
    assert condition.target == 23
    assert [(token.code, token.operands) for token in condition.tokens] == [
        (7, (5,)),
        (OR, ()),
        (1, (1, 2)),
        (NOT, ()),
        (14, (10, 20)),
        (OR, ()),
    ]
    backward = instructions[6]
    assert isinstance(backward, Goto)
    assert backward.target == 25


@st.composite
def statements(draw: st.DrawFn) -> tuple[str, tuple[int, ...]]:
    """An action as source, and the bytes that it must become."""
    opcode = draw(st.sampled_from([opcode for opcode in ACTIONS if not opcode.is_null]))
    operands = draw(st.tuples(*[st.integers(1, 255)] * len(opcode.operands)))
    arguments = ", ".join(f"{kind.marker}{n}" for kind, n in zip(opcode.operands, operands, strict=True))
    return f"{opcode.name}({arguments});", (opcode.number, *operands)


@given(st.lists(statements(), max_size=30))
def test_compiled_actions_decode_to_themselves(program: list[tuple[str, tuple[int, ...]]]) -> None:
    code = compiled("\n".join(source for source, _ in program))
    decoded = [(i.opcode.number, *i.operands) for i in decode(code) if isinstance(i, Action)]
    assert decoded == [expected for _, expected in program]


@st.composite
def conditions(draw: st.DrawFn) -> tuple[str, tuple[int, tuple[int, ...], bool]]:
    """A test as source, and what it must decode to: number, operands, negation."""
    opcode = draw(st.sampled_from(TESTS))
    negated = draw(st.booleans())
    if opcode.operands == (Operand.WORDS,):
        operands = tuple(draw(st.lists(st.integers(0, 0xFFFF), max_size=5)))
        arguments = ", ".join(map(str, operands))
    else:
        operands = draw(st.tuples(*[st.integers(0, 255)] * len(opcode.operands)))
        arguments = ", ".join(f"{kind.marker}{n}" for kind, n in zip(opcode.operands, operands, strict=True))
    return f"{'!' if negated else ''}{opcode.name}({arguments})", (opcode.number, operands, negated)


@given(st.lists(st.lists(conditions(), min_size=1, max_size=4), min_size=1, max_size=5))
def test_compiled_conditions_decode_to_themselves(
    groups: list[list[tuple[str, tuple[int, tuple[int, ...], bool]]]],
) -> None:
    source = " && ".join(
        group[0][0] if len(group) == 1 else f"({' || '.join(test for test, _ in group)})" for group in groups
    )
    (instruction, step) = decode(compiled(f"if ({source}) {{ v1++; }}"))
    assert isinstance(instruction, If)
    assert instruction.target == step.end
    expected: list[tuple[int, tuple[int, ...]]] = []
    for group in groups:
        marks = [(OR, ())] if len(group) > 1 else []
        expected += marks
        for _, (number, operands, negated) in group:
            expected += [(NOT, ())] if negated else []
            expected.append((number, operands))
        expected += marks
    assert [(token.code, token.operands) for token in instruction.tokens] == expected


@given(st.binary(max_size=60), st.sampled_from([None, *PROFILES.values()]))
def test_any_bytes_decode_without_a_gap(code: bytes, profile: object) -> None:
    instructions: list[Instruction] = list(decode(code, profile))  # type: ignore[arg-type]
    ends = [0, *(instruction.end for instruction in instructions)]
    assert [instruction.offset for instruction in instructions] == ends[:-1]
    assert ends[-1] == len(code)
    assert all(instruction.end > instruction.offset for instruction in instructions)


def test_unknown_action_and_all_behind_it_are_data() -> None:
    assert list(decode(bytes.fromhex("0101 B6 0102"))) == [
        Action(0, 2, ACTIONS[1], (1,)),
        Data(2, 5, bytes.fromhex("B6 01 02")),
    ]


def test_action_that_the_interpreter_lacks_is_data() -> None:
    # reference: CMD-2
    assert isinstance(decode_at(b"\xae\x05", 0, PROFILES["2.917"]), Data)
    assert isinstance(decode_at(b"\xae\x05", 0, PROFILES["2.936"]), Action)


def test_operands_of_a_null_command_are_the_next_command() -> None:
    # reference: CMD-4: `AF 01 5A` increments v90.
    assert [i.opcode.name for i in decode(bytes.fromhex("AF 01 5A")) if isinstance(i, Action)] == [
        "discard.sound",
        "increment",
    ]


def test_offset_outside_the_code_is_empty_data() -> None:
    assert decode_at(b"\0", 5) == Data(5, 5, b"")
