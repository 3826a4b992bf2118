"""The evidence for what a profile says: a witness for every field of every interpreter.

Four interpreters ran here and were recorded; of the others there are studies, files, and neighbours. The table names a
witness where there is one. Where there is none, the value is that of the nearest interpreter with the same value and a
witness, and that is said. A field without a row, or a value that neither a witness nor a neighbour explains, is an
error.

Sources: reference: VER-1 names a study that ran and read 2.089, 2.230, 2.272, 2.411, 2.439, 2.440, 2.915
and all of version 3 but .098; "WinAGI" are notes of its author, who read the programs, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from types import MappingProxyType

from agi_emu.facts.versions import PROFILES, VersionProfile

RECORDED = ("2.440", "2.917", "2.936", "3.002.098")
"""The interpreters that were run, recorded and read function by function (reference: VER-1, VER-4)."""

RECORDED_WITH = "2.936"
"""The interpreter of tables of recordings that name none; 2.917 gives the same (reference: VER-3)."""


class Sureness(StrEnum):
    """The certainty of a value, from the surest on."""

    MEASURED = "measured on the original or read in its own files"
    STUDY = "read in the binary by an independent study"
    INFERRED = "inferred from a neighbour"
    GUESSED = "guessed"


@dataclass(frozen=True, slots=True)
class Witness:
    """The source of a value."""

    sureness: Sureness
    source: str
    """A place in the reference, or the interpreter that has the same."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence for a field of the profiles."""

    words: str
    """The name of the field, as part of a sentence."""
    witnesses: Mapping[str, Witness]
    """By interpreter; recorded ones need none."""


_Claim = tuple[str, Sureness, str]
"""Interpreters, how sure, and the source."""


def _measured(versions: str, source: str) -> _Claim:
    return versions, Sureness.MEASURED, source


def _study(versions: str, source: str) -> _Claim:
    return versions, Sureness.STUDY, source


def _inferred(versions: str, source: str) -> _Claim:
    return versions, Sureness.INFERRED, source


def _guessed(versions: str, source: str) -> _Claim:
    return versions, Sureness.GUESSED, source


_BEFORE_MENUS = "2.089 2.230 2.272"
_STUDIED_V2 = "2.411 2.439 2.915"
_STUDIED_V3 = "3.002.086 3.002.102 3.002.107 3.002.149"
_UNREAD_V2 = "2.426 2.435 2.903 2.911 2.912"
_NOT_RECORDED = " ".join(name for name in PROFILES if name not in (*RECORDED, "AGDS"))
_NOT_KNOWN = "not known: as if there were none"

_TABLE: dict[str, tuple[str, tuple[_Claim, ...]]] = {
    "generation": ("the layout of its files", (_study("2.089 3.002.149", "RES-1, RES-2"),)),
    "last_action": (
        "the highest action",
        (
            _study(f"2.089 2.230 2.411 2.439 {_STUDIED_V3}", "CMD-2"),
            _measured("2.272 2.425 2.915 3.002.102 3.002.149", "CMD-2, its AGIDATA.OVL"),
        ),
    ),
    "quit_has_no_operand": ("the operand of quit", (_study("2.089 2.230", "CMD-5"),)),
    "hide_mouse_has_operand": ("the operand of hide.mouse", (_guessed("3.002.086", "CMD-7"),)),
    "string_count": (
        "the number of strings",
        (_study(f"2.089 2.272 {_STUDIED_V2} {_STUDIED_V3}", "CMD-43"),),
    ),
    "memory_texts": (
        "what strings behind the last one show",
        (
            _guessed(_BEFORE_MENUS, _NOT_KNOWN),
            _inferred("2.411 2.426 2.435 2.439", "2.440, whose AGIDATA.OVL is as long"),
            _measured("2.425 2.915", "RES-38, its AGIDATA.OVL"),
            _inferred("2.903 2.911 2.912", "2.917, whose AGIDATA.OVL is as long"),
            _guessed("3.002.086 3.002.107 3.002.149", _NOT_KNOWN),
            _measured("3.002.102", "CMD-30, its AGIDATA.OVL"),
            _inferred("AGDS", "2.440, from which it was made"),
        ),
    ),
    "memory_words": ("the words of its own that strings show", (_guessed(_NOT_RECORDED + " AGDS", _NOT_KNOWN),)),
    "memory_at_0": ("the two bytes at data address 0", (_guessed(_NOT_RECORDED, _NOT_KNOWN),)),
    "compare_strings_prefix_bug": (
        "compare.strings with a prefix",
        (
            _guessed("2.089", _NOT_KNOWN),
            _guessed(
                "2.230 2.272 2.411 2.425 2.426 2.435 2.439",
                "WORD-32 (WinAGI) has the bug; the study of VER-11 saw nothing of it",
            ),
        ),
    ),
    "compare_strings_keeps_punctuation": (
        "punctuation in compare.strings",
        (_study("2.089", "WORD-32 (WinAGI)"), _study("2.230 2.272 2.411 2.439", "VER-11")),
    ),
    "has_rest_of_line": ("the word group 9999", (_study("2.089 2.230", "WORD-24, VER-8, VER-10 (WinAGI)"),)),
    "message_codes": (
        "the codes behind a %",
        (_study("2.089 2.272 2.411", "TEXT-23 (WinAGI)"),),
    ),
    "last_variable": ("the highest variable of its own", (_study("2.089 2.272 2.411", "CMD-8 (WinAGI)"),)),
    "fixed_input_length": (
        "the longest input line",
        (_study("2.089 2.272", "WORD-2 (WinAGI)"), _study("2.411", "VER-13 (WinAGI)")),
    ),
    "key_slots": ("the number of keys", (_study(f"2.089 2.272 2.411 {_STUDIED_V3}", "KEY-19"),)),
    "keypad_five_stops": ("keypad 5", (_study("2.089 2.272", "KEY-3 (WinAGI)"),)),
    "message_key": (
        "the key of messages",
        (_measured("AGDS", "RES-28, its games"), _study(_BEFORE_MENUS, "LANG-12")),
    ),
    "volume_count": ("the number of volumes", (_study("3.002.086 3.002.149", "RES-10 (WinAGI)"),)),
    "items_encrypted": (
        "the encrypted OBJECT file",
        (_measured("2.272", "RES-32, its games"), _study("2.089 2.411", "RES-32 (WinAGI)")),
    ),
    "inventory_encrypted_in_save": ("the inventory in savegames", (_study("3.002.086", "SAVE-7 (WinAGI)"),)),
    "saving_stops_clock": ("the clock while saving", (_study("2.089", "TIME-5"),)),
    "savegame_length": (
        "the length of savegames",
        (_study(f"2.089 2.272 2.411 {_STUDIED_V3}", "SAVE-4"),),
    ),
    "scan_starts_saved": (
        "scan starts in savegames",
        (_study("2.089", "SAVE-2, SAVE-9"), _study("2.230", "SAVE-9")),
    ),
    "restore_selects_every_view": (
        "views of objects that are not animated, after restoring",
        (_study("2.435 2.439", "SAVE-25, VER-14 (WinAGI)"),),
    ),
    "direction_pass_in_animation": (
        "when directions are chosen and move.obj begins",
        (_study("2.089 2.230 2.272 2.411", "OBJ-10, OBJ-22"),),
    ),
    "placement_search_in_position": (
        "the search for a free place",
        (
            _guessed("2.089", "OBJ-60 (WinAGI)"),
            _study("2.230", "OBJ-60, VER-10 (WinAGI)"),
        ),
    ),
    "distance_wraps": (
        "far distances",
        (_study(_BEFORE_MENUS, "OBJ-66"), _study("2.411", "VER-13 (WinAGI)")),
    ),
    "auto_loop": (
        "the loop that a direction chooses",
        (_study(f"{_BEFORE_MENUS} {_STUDIED_V2} {_STUDIED_V3}", "OBJ-37"),),
    ),
    "fixed_priority_key": (
        "the order of objects of fixed priority",
        (_study("2.411 2.915 3.002.086 3.002.149", "VIEW-25"),),
    ),
    "left_edge_at_zero": ("the left edge", (_study(_STUDIED_V3, "OBJ-48"),)),
    "loop_mirror": (
        "where a view names its mirrored loops",
        (_study("2.089 2.230", "VIEW-11 (WinAGI)"), _study("2.272", "VIEW-10")),
    ),
    "pen": (
        "pens of pictures",
        (
            _study("2.089 2.272 2.411", "PIC-23 (WinAGI and the study)"),
            _study("2.425 2.426", "PIC-24 (WinAGI)"),
            _study("2.435 2.439", "PIC-18 (WinAGI)"),
        ),
    ),
    "pen_survives_picture": (
        "the pen at the beginning of a picture",
        (_study("2.425", "PIC-5 (WinAGI)"), _study("2.426", "PIC-5, VER-14 (WinAGI)")),
    ),
    "round_pen_one": (
        "the round pen of size 1",
        (
            _study("2.425 2.426 2.435 2.439", "PIC-21 (WinAGI)"),
            _study("3.002.086", "PIC-21"),
            _inferred("2.089 2.230 2.272 2.411", "2.440; these have no such pen"),
        ),
    ),
    "pen_limit": ("the right limit of pens", (_study("3.002.086 3.002.102 3.002.149", "PIC-19"),)),
    "status_sound_on": (
        "the status line's words for sound on",
        (_study("2.089 2.230", "TIME-28 (WinAGI)"),),
    ),
    "status_sound_off": (
        "the status line's words for sound off",
        (_study("2.089 2.230", "TIME-28 (WinAGI)"),),
    ),
    "windows_always_wait": (
        "whether windows can stay open",
        (_study(_BEFORE_MENUS, "VER-8 (WinAGI); PIC-31"), _study("2.411", "VER-13 (WinAGI)")),
    ),
    "text_backgrounds_by_xor": (
        "text with a background in graphics mode",
        (_study("2.089 2.272", "TEXT-13 (WinAGI)"), _study("2.411", "VER-13 (WinAGI)")),
    ),
    "has_menus": ("menus", (_measured("2.272", "CMD-6, its AGIDATA.OVL"), _study("2.089 2.411", "VER-13 (WinAGI)"))),
    "selects_item_in_status": (
        "choosing in the status screen",
        (_study(_BEFORE_MENUS, "TEXT-62"), _study("2.411", "VER-13 (WinAGI)")),
    ),
    "flag_16_restarts_silently": (
        "flag 16",
        (_study("2.411 2.439", "TIME-20, VER-14"), _study("2.425", "VER-14 (WinAGI)")),
    ),
    "show_mem_has_room_line": ("the lines of show.mem", (_study("2.903", "TEXT-68 (WinAGI)"),)),
    "envelope_name": (
        "the envelope of tones",
        (
            _measured("2.915 3.002.102 3.002.149", "SND-16, its AGIDATA.OVL"),
            _study("2.411", "SND-18"),
        ),
    ),
    "attenuation_variable": (
        "what v23 makes quieter",
        (_study("2.089 2.230", "SND-12"), _study("2.272", "SND-22")),
    ),
    "noise_has_second_byte": (
        "the bytes of noise",
        (_study("2.089 2.230 2.272 2.411", "SND-21"),),
    ),
    "tandy_attenuation": ("loud tones on a Tandy", (_study("2.089 2.230", "SND-20"),)),
    "voices_bug": ("v22 on a PC", (_study("2.230 2.272 2.411 2.425", "SND-12 (WinAGI)"),)),
    "filters_held_arrows": (
        "arrows that are held",
        (_study("2.089 2.230 2.272 2.411 2.439", "KEY-12"), _study("2.903", "VER-15 (WinAGI)")),
    ),
    "mirror_bits": (
        "the bits that name the loop of a mirrored cel",
        (_study(f"2.272 2.411 2.439 2.915 {_STUDIED_V3}", "VIEW-10"),),
    ),
    "lists_only_animated": (
        "objects drawn but never animated",
        (_study("2.089 2.230 2.272 2.411 2.439", "VIEW-22"),),
    ),
    "restore_sets_hardware": (
        "what a restore says of the machine",
        (_inferred("2.435 2.439", "2.440, whose code sets nothing (SAVE-26)"),),
    ),
    "motion_commands_keep_type": (
        "what stop.motion and start.motion do to the type of motion",
        (_study("2.089 2.230 2.272", "OBJ-15, OBJ-16"),),
    ),
    "static_list_by_number": (
        "the order of static objects",
        (_study("2.089", "VIEW-23"), _inferred("2.230 2.272", "2.440")),
    ),
    "object_file_names_highest": (
        "the object byte of OBJECT",
        (_study("2.089", "RES-31"), _inferred("2.230", "2.272"), _study("2.272", "RES-31")),
    ),
    "parsed_strings": (
        "the strings that parse looks at",
        (_study("2.089 2.230 2.272 2.411", "WORD-17"),),
    ),
    "show_pic_closes_window": (
        "show.pic and windows",
        (_study("2.089 2.230 2.272", "PIC-31"),),
    ),
    "print_at_operands_traced": (
        "operands of print.at in the trace window",
        (_measured("2.272 2.425 2.915", "CMD-3, its AGIDATA.OVL"),),
    ),
    "hold_key_counts": ("hold.key", (_study("3.002.086 3.002.102 3.002.149", "KEY-16"),)),
    "refused_restart_shows_cursor": ("the cursor after a refused restart", ()),
    "has_mouse_motion": ("motion by mouse", ()),
    "heap_bytes": (
        "the size of the memory for resources",
        (_guessed(_NOT_RECORDED, "not known: memory has no end"),),
    ),
    "behind_controllers": (
        "what lies behind the table of controllers",
        (_guessed(_NOT_RECORDED + " AGDS", "not known: nothing"),),
    ),
    "new_room_names_volumes": (
        "names of volumes in new.room",
        (
            _inferred("2.903 2.911 2.912 2.915", "2.917"),
            _inferred("3.002.086 3.002.102 3.002.107 3.002.149", "3.002.098"),
        ),
    ),
    "heap_is_known": ("how much memory there is", (_guessed(_NOT_RECORDED, "not known: memory has no end"),)),
}

EVIDENCE: Mapping[str, Evidence] = MappingProxyType(
    {
        field: Evidence(
            words,
            {name: Witness(sureness, source) for versions, sureness, source in claims for name in versions.split()},
        )
        for field, (words, claims) in _TABLE.items()
    }
)
"""A row for every field of `VersionProfile` but its name."""

FIELDS = tuple(field.name for field in fields(VersionProfile) if field.name != "name")


def witness(profile: VersionProfile, field: str) -> Witness:
    """Return who vouches for a field of a profile; KeyError where nobody does, LookupError where no neighbour can."""
    names = list(PROFILES)
    place = names.index(profile.name)
    near = sorted(range(len(names)), key=lambda other: (abs(other - place), other))
    for name in (names[other] for other in near):
        if getattr(PROFILES[name], field) == getattr(profile, field):
            found = _own_witness(name, field)
            if found is not None:
                return found if name == profile.name else Witness(Sureness.INFERRED, name)
    raise LookupError(f"no witness is given for {field} of {profile.name}")


def _own_witness(name: str, field: str) -> Witness | None:
    evidence = EVIDENCE[field]
    if name in evidence.witnesses:
        return evidence.witnesses[name]
    return Witness(Sureness.MEASURED, "VER-2 to VER-4") if name in RECORDED else None


def witnesses(profile: VersionProfile) -> Iterator[tuple[str, Witness]]:
    """Yield the words of every field of a profile with its witness."""
    for field in FIELDS:
        yield EVIDENCE[field].words, witness(profile, field)


def by_sureness(profile: VersionProfile) -> dict[Sureness, dict[str, list[str]]]:
    """Return how sure a profile is: sureness -> source -> the words of the fields, without sureness that none has."""
    found: dict[Sureness, dict[str, list[str]]] = {}
    for words, who in sorted(witnesses(profile), key=lambda pair: list(Sureness).index(pair[1].sureness)):
        found.setdefault(who.sureness, {}).setdefault(who.source, []).append(words)
    return found


def summary(profile: VersionProfile) -> str:
    """Return in a sentence how sure a profile is."""
    if profile.name in RECORDED:
        return f"{profile.name} itself was run and recorded, cycle by cycle"
    counts = {sureness: sum(map(len, sources.values())) for sureness, sources in by_sureness(profile).items()}
    words = ", ".join(f"{count} {sureness}" for sureness, count in counts.items())
    return f"{profile.name} itself was not recorded; of {sum(counts.values())} facts about it are {words}"
