"""Disassembling and compiling again: the same bytes, whatever they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agi_emu.facts.versions import AGDS, PROFILES, VersionProfile
from agi_emu.logic.compiler import compile_logic
from agi_emu.logic.disassembler import SourceNames, disassemble_logic, needs_raw_form, quoted
from agi_emu.logic.emitter import logic_resource, text_section
from agi_emu.logic.opcodes import ACTIONS, GOTO, IF, NOT, OR, TESTS, Operand
from agi_emu.resources import open_game
from agi_emu.resources.logic_source import disassemble
from tests.examples import examples
from tests.own_games.building import GameBuilder

WORDS = {"look": 20, "at": 0, "blue house": 30, "examine": 20}


def logic(code: bytes, *messages: bytes | None) -> bytes:
    return logic_resource(code, text_section(messages))


def source_of(code: str, *messages: bytes | None) -> str:
    return disassemble_logic(logic(bytes.fromhex(code), *messages), SourceNames(WORDS))


def test_worked_example_of_the_reference() -> None:
    # reference: LANG-15, the worked example.
    source = source_of(
        "FF 07 05 FC 01 01 02 FD 0E 02 0A 00 14 00 FC FF 05 00 65 01 FE 02 00 12 03"
        "01 0A FF 03 0A 03 FF 03 00 FE F4 FF 00",
        b"Hi",
        None,
        b"A",
    )
    assert source == (
        'if (isset(f5) && (v1 == 2 || !said(10, "look"))) {\n'
        '  print("Hi");\n'
        "} else {\n"
        "  new.room(3);\n"
        "}\n"
        "Label1:\n"
        "v10++;\n"
        "if (v10 < 3) {\n"
        "  goto(Label1);\n"
        "}\n"
        "return();\n"
        "\n"
        '#message 1 "Hi"\n'
        '#message 3 "A"\n'
    )


@pytest.mark.parametrize(
    ("code", "source"),
    [
        # reference: LANG-34, LANG-35, LANG-36: an empty body and an empty else part are kept.
        ("FF 07 01 FF 00 00", "if (isset(f1)) {\n}\n"),
        ("FF 07 01 FF 03 00 FE 00 00", "if (isset(f1)) {\n} else {\n}\n"),
        # A group of a single test is kept.
        ("FF FC 01 01 01 FC FF 00 00", "if ((v1 == 1)) {\n}\n"),
        # Alternatives that are all of a condition need no parentheses of their own.
        ("FF FC 07 01 FD 01 01 02 FC FF 00 00", "if (isset(f1) || v1 != 2) {\n}\n"),
        ("FF FC 07 01 07 02 FC 07 03 FF 00 00", "if ((isset(f1) || isset(f2)) && isset(f3)) {\n}\n"),
        # The condition ends outside of the block that it stands in.
        (
            "FF 07 01 FF 08 00 FF 07 02 FF 04 00 01 01 01 02 01 03",
            "if (isset(f1)) {\n  ifnot (isset(f2)) goto(Label1);\n  v1++;\n}\nv2++;\nLabel1:\nv3++;\n",
        ),
        # A jump into the middle of an instruction.
        ("FE 01 00 03 01 02", "goto(@4);\nv1 = 2;\n"),
        # A label directly before the brace that ends its block.
        (
            "FF 07 01 FF 0A 00 FF 07 02 FF 02 00 01 01 01 02 FE ED FF",
            "Label1:\nif (isset(f1)) {\n  if (isset(f2)) {\n    v1++;\n  }\n  v2++;\n}\ngoto(Label1);\n",
        ),
        (
            "FF 07 01 FF 06 00 03 01 01 FE 0F 00 FF 07 02 FF 06 00 03 01 02 FE 03 00 03 01 03 00",
            "if (isset(f1)) {\n  v1 = 1;\n} else if (isset(f2)) {\n  v1 = 2;\n} else {\n  v1 = 3;\n}\nreturn();\n",
        ),
        ("FF FD FD 07 06 FD FD 01 05 02 FF 00 00", "if (!!isset(f6) && !!v5 == 2) {\n}\n"),
        ("FF FD 03 01 05 FD 06 01 02 FF 00 00", "if (v1 >= 5 && v1 <= v2) {\n}\n"),
        ("0A 05 06 0B 05 09 09 05 06 A5 01 02 A8 01 02", "v5 = *v6;\n*v5 = 9;\n*v5 = v6;\nv1 *= 2;\nv1 /= v2;\n"),
        # An empty condition, and an action that no interpreter has, have no source form.
        ("FF FF 00 00 00", "raw(0xFF, 0xFF, 0x00, 0x00);\nreturn();\n"),
        ("00 B6 01", "return();\nraw(0xB6, 0x01);\n"),
        ("FF 0E 03 14 00 1E 00 0F 27 FF 00 00", 'if (said("look", "blue house", "rol")) {\n}\n'),
    ],
)
def test_code_becomes_source_and_code_again(code: str, source: str) -> None:
    assert source_of(code) == source
    assert compile_logic(source, words=WORDS) == logic(bytes.fromhex(code))


def nested_ifs(count: int) -> bytes:
    code = b""
    for _ in range(count):
        code = bytes.fromhex("FF 07 01 FF") + len(code).to_bytes(2, "little") + code
    return code


def chain_of_elses(count: int) -> bytes:
    # Each if has an empty body but for the jump over its else part, which holds the next if.
    code = b""
    for _ in range(count):
        code = bytes.fromhex("FF 07 01 FF 03 00 FE") + len(code).to_bytes(2, "little") + code
    return code


@pytest.mark.parametrize("code", [nested_ifs(80), nested_ifs(3000), chain_of_elses(150), chain_of_elses(3000)])
def test_blocks_may_stand_in_blocks_as_often_as_code_has_room_for(code: bytes) -> None:
    source = disassemble_logic(logic(code))
    assert compile_logic(source) == logic(code)
    assert ("ifnot" in source) == (len(code) > 2000), "what no author writes are jumps, the rest blocks"


def test_text_stands_inline_where_the_compiler_finds_its_number() -> None:
    source = source_of("65 01 65 02 65 03 65 09", b"same", b"same", None)
    assert source.startswith('print("same");\nprint(m2);\nprint(m3);\nprint(m9);\n')
    assert "#messages 3\n" in source


def test_offsets_and_bytes_can_be_shown() -> None:
    source = disassemble_logic(logic(bytes.fromhex("FF 07 01 FF 02 00 01 01 00")), offsets=True)
    assert source == "if (isset(f1)) {  // 0: FF 07 01 FF 02 00\n  v1++;  // 6: 01 01\n}\nreturn();  // 8: 00\n"


def test_names_stand_for_operands() -> None:
    resource = logic(bytes.fromhex("01 1E 0C 28 00"))
    source = disassemble_logic(resource, SourceNames(names={"v30": "door.state", "f40": "is.open", "v31": "unused"}))
    assert source == "#define is.open f40\n#define door.state v30\ndoor.state++;\nset(is.open);\nreturn();\n"
    assert compile_logic(source) == resource


def test_reserved_names_and_items_stand_for_operands() -> None:
    # reference: LANG-31: f5, f2, v0, o0 and their like have names in every source.
    code = bytes.fromhex("FF 07 05 FD 07 02 01 00 03 FD 07 32 FF 08 00 25 00 01 02 5C 01 5C 02 5C 03 00")
    items = [b"?", b'"odd" key', b"coin", b"coin"]
    source = disassemble_logic(logic(code), SourceNames(items=items, has_reserved_names=True))
    assert source == (
        "if (newRoom && !haveInput && currentRoom == 3 && !isset(f50)) {\n"
        "  position(ego, 1, 2);\n"
        '  get("\\"odd\\" key");\n'
        "  get(i2);\n"
        "}\n"
        "get(i3);\n"
        "return();\n"
    ), "the name of one item stands for it, that of two does not"
    again = compile_logic(source, items=[name.decode("cp437") for name in items])
    assert again == logic(code)


def test_values_of_some_variables_have_names() -> None:
    # reference: LANG-31: edges (v2, v5), directions (v6), computers (v20), monitors (v26).
    code = bytes.fromhex("FF 01 02 03 01 05 00 FD 01 06 08 01 14 00 01 1A 09 FF 03 00 03 06 00 05 02 01 00")
    source = disassemble_logic(logic(code), SourceNames(names={"v30": "PC"}, has_reserved_names=True))
    assert source == (
        "if (edgeEgoHit == BOTTOM_EDGE && edgeObjHit == NOT_HIT && egoDir != UP_LEFT && machineType == 0 && "
        "monitorType == 9) {\n"
        "  egoDir = STOPPED;\n"
        "}\n"
        "edgeEgoHit += 1;\n"
        "return();\n"
    ), "a number without a name, or whose name is something else's, stays a number"
    assert compile_logic(source) == logic(code)


def test_own_names_go_before_reserved_ones() -> None:
    resource = logic(bytes.fromhex("FF 07 05 07 1E FF 02 00 01 00 00"))
    source = disassemble_logic(resource, SourceNames(names={"f30": "newRoom", "v0": "where"}, has_reserved_names=True))
    assert source.endswith("if (isset(f5) && newRoom) {\n  where++;\n}\nreturn();\n")
    assert compile_logic(source) == resource


def test_text_section_that_no_compiler_makes_is_kept_as_bytes() -> None:
    # reference: RES-26: no texts as a single byte 0.
    resource = logic_resource(b"\x00", b"\x00")
    source = disassemble_logic(resource)
    assert "#texts\n0x00" in source
    assert compile_logic(source) == resource


def test_missing_text_section_is_kept_missing() -> None:
    resource = logic_resource(b"\x00", b"")
    assert compile_logic(disassemble_logic(resource)) == resource


@pytest.mark.parametrize("key", [b"", AGDS.message_key])
def test_encryption_is_kept(key: bytes) -> None:
    # reference: LANG-12, LANG-37
    resource = logic_resource(b"\x65\x01\x00", text_section([b"Hello"], key))
    source = disassemble_logic(resource, key=key)
    assert 'print("Hello");' in source
    assert compile_logic(source) == resource


@pytest.mark.parametrize("resource", [b"", b"\x01", b"\x09\x00\x00", b"\xff\xff\xff\x07"])
def test_code_that_is_cut_off_becomes_the_same_again(resource: bytes) -> None:
    source = disassemble_logic(resource)
    assert needs_raw_form(source)
    assert compile_logic(source) == resource


@given(st.binary(max_size=120))
def test_any_bytes_become_the_same_again(resource: bytes) -> None:
    assert compile_logic(disassemble_logic(resource)) == resource


def test_usual_logic_needs_no_raw_form() -> None:
    assert not needs_raw_form(disassemble_logic(logic(b"\x65\x01\x00", b"raw(1) #texts goto(@1)")))


@given(st.binary(min_size=1).filter(lambda data: 0 not in data))
def test_any_text_can_be_written(data: bytes) -> None:
    assert compile_logic(f"print({quoted(data)});") == logic(b"\x65\x01", data)


actions = st.sampled_from(ACTIONS).flatmap(
    lambda opcode: st.binary(min_size=len(opcode.operands), max_size=len(opcode.operands)).map(
        lambda operands: bytes([opcode.number]) + operands
    )
)
distances = st.integers(-20, 40).map(lambda n: n.to_bytes(2, "little", signed=True))
jumps = distances.map(lambda distance: bytes([GOTO]) + distance)


@st.composite
def conditions(draw: st.DrawFn) -> bytes:
    """An if, mostly well formed, with a distance that may lead anywhere near."""
    code = bytearray([IF])
    for _ in range(draw(st.integers(0, 3))):
        code += draw(st.sampled_from([b"", bytes([NOT]), bytes([OR])]))
        test = draw(st.sampled_from(TESTS))
        if test.operands == (Operand.WORDS,):
            words = draw(st.lists(st.sampled_from([1, 20, 30, 77, 9999]), max_size=3))
            code += bytes([test.number, len(words)]) + b"".join(word.to_bytes(2, "little") for word in words)
        else:
            size = len(test.operands)
            code += bytes([test.number]) + draw(st.binary(min_size=size, max_size=size))
        code += draw(st.sampled_from([b"", b"", bytes([OR])]))
    return bytes(code) + bytes([IF]) + draw(distances)


programs = st.lists(st.one_of(actions, jumps, conditions()), max_size=25).map(b"".join)
texts = st.lists(st.none() | st.binary(max_size=6).map(lambda data: data.replace(b"\0", b"")), max_size=5)


@examples(300)
@given(programs | st.binary(max_size=80), texts, st.sampled_from([None, *PROFILES.values()]))
@example(bytes.fromhex("FF FF 00 00"), [None], None)
def test_any_logic_compiles_to_its_own_bytes(
    code: bytes, messages: list[bytes | None], profile: VersionProfile | None
) -> None:
    # reference: LANG-34
    resource = logic(code, *messages)
    source = disassemble_logic(resource, SourceNames(WORDS), profile=profile)
    assert compile_logic(source, words=WORDS, profile=profile) == resource


@given(programs, st.binary(max_size=40))
def test_any_text_section_is_kept(code: bytes, section: bytes) -> None:
    resource = logic_resource(code, section)
    assert compile_logic(disassemble_logic(resource)) == resource


@pytest.mark.games
@pytest.mark.slow
def test_logics_of_real_games_compile_to_their_own_bytes(games: Path) -> None:
    # reference: LANG-33, LANG-34, LANG-37
    count = 0
    raw: dict[str, int] = {}
    for path in sorted(games.glob("*.zip")):
        game = open_game(path)
        items = [item.name.decode("cp437") for item in game.items]
        for number in game.logics:
            source = disassemble(game, number)
            again = compile_logic(source, words=game.words, items=items, profile=game.profile)
            assert again == game.logics[number], f"{game.id}, logic {number}"
            count += 1
            if needs_raw_form(source):
                raw[game.id] = raw.get(game.id, 0) + 1
    # 0fb053 is damaged: its headers name a length that is three too small (reference: RES-27).
    assert raw == {"0fb053": 47, "patqst": 2}
    # All logics that the directories of the 75 games name and the volumes hold.
    assert count == 2541


def test_a_group_of_words_is_named_by_the_word_that_the_texts_use_most(build_game: GameBuilder) -> None:
    words = {"check": 20, "examine": 20, "look": 20, "y": 21, "yes": 21, "b": 22}
    logic = (
        'if (said("check")) { print("Look! Look: an exam."); } if (said("y", "b")) { print("Examine it."); } return();'
    )
    source = disassemble(open_game(build_game({0: logic}, words=words)))
    assert 'said("look")' in source
    assert 'said("yes", "b")' in source
