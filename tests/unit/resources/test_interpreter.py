"""Which interpreter a game was made for, and the additions it uses."""

from __future__ import annotations

import hashlib

import pytest

from agi_emu.facts.cipher import AGDS_KEY, decrypt_interpreter, exclusive_or, loader_key
from agi_emu.facts.versions import PROFILES
from agi_emu.resources.interpreter import nearest_profile, project_interpreter
from agi_emu.resources.kinds import Kind
from agi_emu.resources.releases import KNOWN_EXTENSIONS, RELEASES, Extension, Release
from tests.unit.sample_games import SMALL, game_of, logic, v2_files, v3_files

PLAIN_PROGRAM = b"MZ" + bytes(300) + b"PQ\0eIDX" + b"Version 2.911\0" + bytes(100)


def plain_rotation(key: bytes) -> bytes:
    """Rotate right by one bit through all bytes, bit by bit (specification 2.5)."""
    bits = [byte >> (7 - at) & 1 for byte in key for at in range(8)]
    bits = [bits[-1], *bits[:-1]]
    return bytes(int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, len(bits), 8))


def encrypted(program: bytes, key: bytes) -> bytes:
    stored = b""
    for at in range(0, len(program), 128):
        block = program[at : at + 128]
        stored += bytes(a ^ b for a, b in zip(block, key, strict=False))
        key = plain_rotation(key)
    return stored


KEY = bytes((n * 37 + 11) & 255 for n in range(128))
LOADER = b"\xe9\x00\x00LOADER v3.0 (c) Copyright Sierra On-Line, Inc. 1987 keyOfs" + b"\x12\x34" + KEY + b"s" * 256


@pytest.mark.parametrize(
    ("extra", "name", "reason"),
    [
        ({"agidata.ovl": b"..Adventure Game Interpreter\n      Version 2.936\0"}, "2.936", "AGIDATA.OVL says"),
        ({"agidata.ovl": b"Version 3.002.107\0"}, "3.002.107", "AGIDATA.OVL says Version 3.002.107"),
        ({"agidata.ovl": b"Version 2.277\0"}, "2.272", "of which 2.272 is the nearest known one"),
        ({"agidata.ovl": bytes(7680)}, "2.440", "AGIDATA.OVL has 7680 bytes"),
        ({"agi": PLAIN_PROGRAM}, "2.911", "the interpreter AGI says Version 2.911"),
        ({"agi": encrypted(PLAIN_PROGRAM, KEY), "sierra.com": LOADER}, "2.911", "the interpreter AGI says"),
        ({"agi": encrypted(PLAIN_PROGRAM, KEY)}, "2.917", "nothing names it"),
        ({"game.wag": b'[General]\r\nInterpreter = "2.440"\r\n'}, "2.440", "game.wag says Version 2.440"),
        ({"game.wag": b"nothing here"}, "2.917", "nothing names it"),
        ({"game.wag": b"Interpreter = 5"}, "2.917", "nothing names it"),
        ({}, "2.917", "nothing names it; this is the default of version 2"),
    ],
)
def test_detection(extra: dict[str, bytes], name: str, reason: str) -> None:
    # reference: RES-38, VER-22
    game = game_of(v2_files() | extra)
    assert game.profile is PROFILES[name]
    assert reason in game.profile_reason


def test_version_3_has_its_own_default() -> None:
    # reference: VER-23
    assert game_of(v3_files()).profile.name == "3.002.149"


def test_built_in_id_of_the_interpreter() -> None:
    # specification 2.5: the id, NUL, and what is left of "eIDX"
    assert game_of(v2_files() | {"agi": PLAIN_PROGRAM}).interpreter.built_in_id == b"PQ"
    assert game_of(v2_files() | {"agi": b"MZ..LLLLL\0X.."}).interpreter.built_in_id == b"LLLLL"
    assert game_of(v2_files()).interpreter.built_in_id == b""


def test_loader_key_is_found_or_not() -> None:
    assert loader_key(LOADER) == KEY
    assert loader_key(b"no mark") is None
    assert loader_key(LOADER[:100]) is None
    # specification 2.5: 128 "k" mean that the interpreter is not encrypted, or is still protected
    assert loader_key(LOADER.replace(KEY, b"k" * 128)) is None


def test_interpreter_decryption_rotates_the_key() -> None:
    program = bytes(range(256)) * 3 + b"end"
    assert decrypt_interpreter(encrypted(program, KEY), KEY) == program
    assert decrypt_interpreter(b"", KEY) == b""


def test_project_files_in_both_forms() -> None:
    # reference: EXT-17, VER-22
    assert project_interpreter(b'GameID = "X"\n  interpreter="3.002.149"\n') == "3.002.149"
    binary = b"\x83\x01\x00\x02\x00XY" + b"\x84\x01\x00\x05\x002,917" + b"WINAGI v1.0     "
    assert project_interpreter(binary) == "2.917"
    assert project_interpreter(binary[:10]) == ""
    assert project_interpreter(b"") == ""


def test_releases_are_known_by_their_log_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    # reference: VER-24
    files = v2_files()
    md5 = hashlib.md5(files["logdir"]).hexdigest()
    known = {md5: Release("SQ2", '2.0A 1987-11-06 3.5"', "2.912", title="Space Quest II")}
    monkeypatch.setattr("agi_emu.resources.interpreter.RELEASES", known)
    monkeypatch.setattr("agi_emu.resources.titles.RELEASES", known)
    game = game_of(files)
    assert game.profile.name == "2.912"
    assert game.profile_reason == 'its log directory is that of SQ2 2.0A 1987-11-06 3.5"'
    assert (game.title, game.release) == ("Space Quest II", '2.0A 1987-11-06 3.5"')


@pytest.mark.parametrize(
    ("release", "reason"),
    [
        (
            Release("KQ1", '2.0F 1987-05-05 5.25"/3.5"', "2.425", ("2.917",)),
            "which came with 2.425 or 2.917: a choice",
        ),
        (Release("DP", "1.50 1987-06-22", "2.440", is_guess=True), "whose interpreter is a guess"),
    ],
)
def test_a_release_with_two_interpreters_says_so(
    monkeypatch: pytest.MonkeyPatch, release: Release, reason: str
) -> None:
    # reference: VER-27
    files = v2_files()
    md5 = hashlib.md5(files["logdir"]).hexdigest()
    monkeypatch.setattr("agi_emu.resources.interpreter.RELEASES", {md5: release})
    assert game_of(files).profile.name == release.profile
    assert reason in game_of(files).profile_reason
    # The interpreter's own file decides.
    game = game_of(files | {"agidata.ovl": b"Version 2.917\0"})
    assert (game.profile.name, game.profile_reason) == ("2.917", "AGIDATA.OVL says Version 2.917")


def test_releases_with_two_interpreters_take_the_one_of_their_time() -> None:
    # reference: VER-24, VER-27
    several = {(release.id, release.profile, release.others) for release in RELEASES.values() if release.others}
    assert several == {
        ("KQ1", "2.425", ("2.917",)),
        ("KQ2", "2.426", ("2.917",)),
        ("SQ", "2.426", ("2.917",)),
        ("PQ", "2.911", ("2.903",)),
        ("MH1", "3.002.107", ("3.002.102",)),
    }
    assert {release.id for release in RELEASES.values() if release.is_guess} == {"DEMO2", "DP"}
    assert all(other in PROFILES for release in RELEASES.values() for other in release.others)


@pytest.mark.parametrize(
    ("prefix", "name"),
    [
        ("bc", "3.002.098"),
        ("dm", "3.002.102"),
        ("gr", "3.002.149"),
        ("kq4", "3.002.086"),
        ("mh", "3.002.107"),
        ("mh2", "3.002.149"),
        ("kq", "3.002.149"),
    ],
)
def test_names_of_files_tell_sierras_games_of_version_3(prefix: str, name: str) -> None:
    # reference: VER-28
    game = game_of(v3_files(prefix=prefix))
    assert game.profile.name == name
    assert (f"({prefix}dir)" in game.profile_reason) is (prefix != "kq")


def test_an_action_that_the_named_interpreter_lacks_tells_more() -> None:
    # reference: VER-28, VER-29: 3.002.086 has 177 actions, release.key is 181
    game = game_of(v3_files({**SMALL, Kind.LOGIC: {0: logic(b"\xb5\0")}}, prefix="kq4"))
    assert (game.profile.name, game.profile_reason) == ("3.002.149", "its logics use release.key (181)")


@pytest.mark.parametrize(
    ("count", "flags", "name"),
    [
        (0x81, 0x00, "2.230"),  # one cel, and the loop is mirrored
        (0x01, 0x80, "2.917"),  # the cel says so: 2.272 and later
        (0x01, 0x00, "2.917"),
        (0x82, 0x00, "2.917"),  # the second cel is absent
    ],
)
def test_mirrored_loops_tell_2_230(count: int, flags: int, name: str) -> None:
    # reference: VIEW-11, VER-29
    plain = bytes.fromhex("01 01 02 00 00 09 00 11 00") + bytes([1, 3, 0, 1, 1, 0, 0x11, 0])
    view = plain + bytes([count, 3, 0]) + bytes([1, 1, flags, 0x11, 0])
    game = game_of(v2_files({**SMALL, Kind.VIEW: {0: view}}))
    assert game.profile.name == name
    assert ("count of cels" in game.profile_reason) is (name == "2.230")


def test_a_program_of_another_name_may_say_the_version() -> None:
    # reference: RES-38
    title = b"Adventure Game Interpreter\n      Version 2.440\0"
    assert game_of(v2_files() | {"sq.com": title}).profile_reason == "SQ.COM says Version 2.440"
    # Other programs have versions, too.
    assert game_of(v2_files() | {"mouse.com": b"Mouse driver Version 6.010\0"}).profile.name == "2.917"


def test_the_tables_of_releases_are_whole() -> None:
    # reference: VER-24, EXT-3 have 61 and 28 rows
    assert (len(RELEASES), sum(map(bool, KNOWN_EXTENSIONS.values()))) == (61, 28)
    assert all(release.profile in PROFILES for release in RELEASES.values())
    assert all(release.title for release in RELEASES.values())
    assert all(len(md5) == 32 and int(md5, 16) >= 0 for md5 in [*RELEASES, *KNOWN_EXTENSIONS])
    assert RELEASES["3067b8d5957e2861e069c3c0011bd43d"].title == "Christmas Card"


@pytest.mark.parametrize(
    ("number", "name"),
    [("2.936", "2.936"), ("2.310", "2.272"), ("1.120", "2.089"), ("3.003", "3.002.149"), ("x", None)],
)
def test_nearest_profile(number: str, name: str | None) -> None:
    profile = nearest_profile(number)
    assert (profile.name if profile else None) == name


def test_agds_is_told_by_its_key() -> None:
    # reference: RES-28, EXT-14
    texts = [b"one", b"two", b"three"]
    files = v2_files({**SMALL, Kind.LOGIC: {0: logic(b"\0", texts, key=AGDS_KEY)}})
    game = game_of(files | {"agidata.ovl": b"Version 2.440"})
    assert game.profile.name == "AGDS"
    assert game.logic(0).messages == tuple(texts)
    assert game.extensions == {Extension.AGDS}
    # Another interpreter reads them with its own key.
    assert game_of(files, "2.917").logic(0).messages != tuple(texts)


@pytest.mark.parametrize(
    ("code", "extra", "found"),
    [
        ("00", {"pal.101": bytes(192)}, {Extension.AGIPAL}),
        ("00", {"pal.200": bytes(192)}, set()),
        ("AB 00", {}, {Extension.AGIMOUSE}),
        ("AB AC 00", {}, set()),
        ("AA 05 00", {}, set()),
        ("FF 07 AB FF 00 00 00", {}, set()),
    ],
)
def test_extensions_by_contents(code: str, extra: dict[str, bytes], found: set[Extension]) -> None:
    # reference: EXT-1, EXT-2, EXT-3
    files = v2_files({**SMALL, Kind.LOGIC: {0: logic(bytes.fromhex(code))}})
    assert game_of(files | extra).extensions == found


def test_bitmaps_with_set_simple_are_agi256() -> None:
    # reference: EXT-1, EXT-11
    resources = {**SMALL, Kind.LOGIC: {0: logic(b"\xaa\xff\0")}, Kind.PICTURE: {5: bytes(160 * 168)}}
    assert game_of(v2_files(resources)).extensions == {Extension.AGI256}


def test_extensions_by_table(monkeypatch: pytest.MonkeyPatch) -> None:
    # reference: EXT-3
    files = v2_files()
    md5 = hashlib.md5(files["logdir"]).hexdigest()
    monkeypatch.setattr("agi_emu.resources.extensions.KNOWN_EXTENSIONS", {md5: frozenset({Extension.AGIMOUSE})})
    assert game_of(files).extensions == {"AGIMOUSE"}


def test_keys_are_those_of_the_specification() -> None:
    # specification 4.1 and 8.1; reference: RES-28
    assert exclusive_or(bytes(11), AGDS_KEY) == b"Alex Simkin"
    assert PROFILES["2.917"].message_key == b"Avis Durgan"


@pytest.mark.parametrize(
    ("files", "profile", "is_led"),
    [
        (v3_files(prefix="gr"), None, True),
        (v3_files(prefix="gr"), "3.002.107", False),
        (v3_files(prefix="mh2"), None, False),
        (v3_files(prefix="any") | {"agi": b"MZ..GR\0eIDX..Version 3.002.149\0"}, None, True),
        (v3_files(prefix="gr") | {"agi": b"MZ..MH2\0IDX..Version 3.002.149\0"}, None, False),
    ],
)
def test_gold_rush_leads_three_rooms_elsewhere(files: dict[str, bytes], profile: str | None, is_led: bool) -> None:
    # reference: TIME-19
    rooms = game_of(files, profile).rooms_led_elsewhere
    assert rooms == ({0x7E: 0x49, 0x7F: 0x49, 0x80: 0x49} if is_led else {})


@pytest.mark.parametrize(
    ("code", "name", "reason"),
    [
        ("AF 01 00", "2.936", "its logics use discard.sound (175)"),
        ("AB 00", "2.917", "nothing names it"),
        ("86 01 00", "2.917", "nothing names it"),
        # quit, then `if (said(182))`: with an operand the rest is no code
        ("86 FF 0E 01 B6 00 FF 01 00 86 00", "2.089", "its logics have quit without an operand"),
        ("86 FF 0E 01 0F 27 FF 01 00 86 00", "2.230", "9999"),
        # 182 is no action of any interpreter, a jump into an operand is no code
        ("B6 00", "2.917", "nothing names it"),
        ("FE FF FF AF 00", "2.917", "nothing names it"),
    ],
)
def test_what_logics_use_tells_the_interpreter(code: str, name: str, reason: str) -> None:
    # reference: CMD-2, WORD-24
    game = game_of(v2_files({**SMALL, Kind.LOGIC: {0: logic(bytes.fromhex(code))}}))
    assert game.profile.name == name
    assert reason in game.profile_reason


@pytest.mark.parametrize(("string", "name"), [("0B", "3.002.149"), ("0C", "3.002.102"), ("38", "3.002.149")])
def test_strings_past_the_twelfth_are_not_of_the_last_interpreter(string: str, name: str) -> None:
    # reference: CMD-43: 3.002.149 has 12 strings
    game = game_of(v3_files({**SMALL, Kind.LOGIC: {0: logic(bytes.fromhex(f"72 {string} 01 00"), [b"x"])}}))
    assert game.profile.name == name
