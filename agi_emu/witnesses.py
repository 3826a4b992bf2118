"""The evidence for what a profile says: a witness for every field of every interpreter.

Four interpreters ran here and were recorded; of the others there are studies, files, and neighbours. The table names a
witness where there is one. Where there is none, the value is that of the nearest interpreter with the same value and a
witness, and that is said. A field without a row, or a value that neither a witness nor a neighbour explains, is an
error.

Sources: reference: versions-measured.md 5 is a study that ran and read 2.089, 2.230, 2.272, 2.411, 2.439, 2.440, 2.915
and all of version 3 but .098; "WinAGI" are notes of its author, who read the programs, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from types import MappingProxyType

from agi_emu.versions import PROFILES, VersionProfile

RECORDED = ("2.440", "2.917", "2.936", "3.002.098")
"""The interpreters that were run, recorded and read function by function (reference: versions-measured.md, head)."""

RECORDED_WITH = "2.936"
"""The interpreter of tables of recordings that name none; 2.917 gives the same (reference: findings.md 1)."""


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
_STUDY = "versions-measured.md 5"
_WINAGI = "versions-and-extensions.md 1 (WinAGI)"
_NOT_KNOWN = "not known: as if there were none"

_TABLE: dict[str, tuple[str, tuple[_Claim, ...]]] = {
    "generation": ("the layout of its files", (_study("2.089 3.002.149", "resources.md 1"),)),
    "last_action": (
        "the highest action",
        (
            _study(f"2.089 2.230 2.411 2.439 {_STUDIED_V3}", f"CMD-2; {_STUDY}"),
            _measured("2.272 2.425 2.915 3.002.102 3.002.149", "CMD-2, its AGIDATA.OVL"),
        ),
    ),
    "quit_has_no_operand": ("the operand of quit", (_study("2.089 2.230", "CMD-5; versions-measured.md 5"),)),
    "hide_mouse_has_operand": ("the operand of hide.mouse", (_guessed("3.002.086", "CMD-7"),)),
    "string_count": (
        "the number of strings",
        (_study(f"2.089 2.272 {_STUDIED_V2} {_STUDIED_V3}", f"CMD-43; {_STUDY}"),),
    ),
    "memory_texts": (
        "what strings behind the last one show",
        (
            _guessed(_BEFORE_MENUS, _NOT_KNOWN),
            _inferred("2.411 2.426 2.435 2.439", "2.440, whose AGIDATA.OVL is as long"),
            _measured("2.425 2.915", "resources.md 10.1, its AGIDATA.OVL"),
            _inferred("2.903 2.911 2.912", "2.917, whose AGIDATA.OVL is as long"),
            _guessed("3.002.086 3.002.107 3.002.149", _NOT_KNOWN),
            _measured("3.002.102", "CMD-30, its AGIDATA.OVL"),
            _inferred("AGDS", "2.440, from which it was made"),
        ),
    ),
    "memory_at_0": ("the two bytes at data address 0", (_guessed(_NOT_RECORDED, _NOT_KNOWN),)),
    "compare_strings_prefix_bug": (
        "compare.strings with a prefix",
        (
            _guessed("2.089", _NOT_KNOWN),
            _guessed(
                "2.230 2.272 2.411 2.425 2.426 2.435 2.439",
                "WORD-32 (WinAGI) has the bug; versions-measured.md 5.15 saw nothing of it",
            ),
        ),
    ),
    "compare_strings_keeps_punctuation": (
        "punctuation in compare.strings",
        (_study("2.089", "WORD-32 (WinAGI)"), _study("2.230 2.272 2.411 2.439", "versions-measured.md 5.15")),
    ),
    "has_rest_of_line": ("the word group 9999", (_study("2.089 2.230", f"parser.md 7; {_WINAGI}"),)),
    "message_codes": (
        "the codes behind a %",
        (_study("2.089 2.272 2.411", f"TEXT-23; {_WINAGI}"),),
    ),
    "last_variable": ("the highest variable of its own", (_study("2.089 2.272 2.411", _WINAGI),)),
    "fixed_input_length": (
        "the longest input line",
        (_study("2.089 2.272", "parser.md 1.2 (WinAGI)"), _study("2.411", _WINAGI)),
    ),
    "key_slots": ("the number of keys", (_study(f"2.089 2.272 2.411 {_STUDIED_V3}", f"keyboard.md 5; {_STUDY}"),)),
    "keypad_five_stops": ("keypad 5", (_study("2.089 2.272", "keyboard.md 2.1 (WinAGI)"),)),
    "message_key": (
        "the key of messages",
        (_measured("AGDS", "resources.md 6.9, its games"), _study(_BEFORE_MENUS, "resources.md 6.3")),
    ),
    "volume_count": ("the number of volumes", (_study("3.002.086 3.002.149", _WINAGI),)),
    "items_encrypted": (
        "the encrypted OBJECT file",
        (_measured("2.272", "resources.md 7.3, its games"), _study("2.089 2.411", _WINAGI)),
    ),
    "inventory_encrypted_in_save": ("the inventory in savegames", (_study("3.002.086", _WINAGI),)),
    "saving_stops_clock": ("the clock while saving", (_study("2.089", "cycle-and-timing.md 1.5"),)),
    "savegame_length": (
        "the length of savegames",
        (_study(f"2.089 2.272 2.411 {_STUDIED_V3}", f"savegames.md 2.1; {_STUDY}"),),
    ),
    "scan_starts_saved": (
        "scan starts in savegames",
        (_study("2.089", "savegames.md 4; versions-measured.md 5.10"), _study("2.230", "versions-measured.md 5.10")),
    ),
    "restore_selects_every_view": (
        "views of objects that are not animated, after restoring",
        (_study("2.435 2.439", f"savegames.md 8.7; {_WINAGI}"),),
    ),
    "direction_pass_in_animation": (
        "when directions are chosen and move.obj begins",
        (_study("2.089 2.230 2.272 2.411", "OBJ-10, OBJ-22"),),
    ),
    "placement_search_in_position": (
        "the search for a free place",
        (
            _guessed("2.089", "OBJ-60 (WinAGI)"),
            _study("2.230", _WINAGI),
        ),
    ),
    "distance_wraps": (
        "far distances",
        (_study(_BEFORE_MENUS, "OBJ-66"), _study("2.411", _WINAGI)),
    ),
    "auto_loop": (
        "the loop that a direction chooses",
        (_study(f"{_BEFORE_MENUS} {_STUDIED_V2} {_STUDIED_V3}", f"OBJ-37; {_STUDY}"),),
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
            _study("2.089 2.272 2.411", f"PIC-23 (WinAGI); {_STUDY}"),
            _study("2.425 2.426", "PIC-24 (WinAGI)"),
            _study("2.435 2.439", "PIC-18 (WinAGI)"),
        ),
    ),
    "pen_survives_picture": (
        "the pen at the beginning of a picture",
        (_study("2.425", "PIC-5 (WinAGI)"), _study("2.426", _WINAGI)),
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
        (_study(_BEFORE_MENUS, f"{_WINAGI}; PIC-31"), _study("2.411", _WINAGI)),
    ),
    "text_backgrounds_by_xor": (
        "text with a background in graphics mode",
        (_study("2.089 2.272", "TEXT-13 (WinAGI)"), _study("2.411", _WINAGI)),
    ),
    "has_menus": ("menus", (_measured("2.272", "CMD-6, its AGIDATA.OVL"), _study("2.089 2.411", _WINAGI))),
    "selects_item_in_status": (
        "choosing in the status screen",
        (_study(_BEFORE_MENUS, "versions-measured.md 5.20"), _study("2.411", _WINAGI)),
    ),
    "flag_16_restarts_silently": (
        "flag 16",
        (_study("2.411 2.439", _STUDY), _study("2.425", _WINAGI)),
    ),
    "show_mem_has_room_line": ("the lines of show.mem", (_study("2.903", "TEXT-68 (WinAGI)"),)),
    "envelope_name": (
        "the envelope of tones",
        (
            _measured("2.915 3.002.102 3.002.149", "sound.md 4.1, its AGIDATA.OVL"),
            _study("2.411", "versions-measured.md 5.5"),
        ),
    ),
    "attenuation_variable": (
        "what v23 makes quieter",
        (_study("2.089 2.230", "versions-measured.md 5.8"), _study("2.272", "versions-measured.md 5.7")),
    ),
    "noise_has_second_byte": (
        "the bytes of noise",
        (_study("2.089 2.230 2.272 2.411", "versions-measured.md 5.6"),),
    ),
    "tandy_attenuation": ("loud tones on a Tandy", (_study("2.089 2.230", "versions-measured.md 5.8"),)),
    "voices_bug": ("v22 on a PC", (_study("2.230 2.272 2.411 2.425", "sound.md 2.7 (WinAGI)"),)),
    "filters_held_arrows": (
        "arrows that are held",
        (_study("2.089 2.230 2.272 2.411 2.439", "versions-measured.md 5.16"), _study("2.903", _WINAGI)),
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
        (_inferred("2.435 2.439", "2.440; Sierra's source of 1987 sets nothing (savegames.md 8.2)"),),
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
        (_study("2.089", "versions-measured.md 5.14"), _inferred("2.230", "2.272"), _study("2.272", _STUDY)),
    ),
    "parsed_strings": (
        "the strings that parse looks at",
        (_study("2.089 2.230 2.272 2.411", "versions-measured.md 5.18"),),
    ),
    "show_pic_closes_window": (
        "show.pic and windows",
        (_study("2.089 2.230 2.272", "PIC-31"),),
    ),
    "print_at_operands_traced": (
        "operands of print.at in the trace window",
        (_measured("2.272 2.425 2.915", "CMD-3, its AGIDATA.OVL"),),
    ),
    "hold_key_counts": ("hold.key", (_study("3.002.086 3.002.102 3.002.149", "versions-measured.md V6"),)),
    "refused_restart_shows_cursor": ("the cursor after a refused restart", ()),
    "has_mouse_motion": ("motion by mouse", ()),
    "heap_bytes": (
        "the size of the memory for resources",
        (_guessed(_NOT_RECORDED, "not known: memory has no end"),),
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
    return Witness(Sureness.MEASURED, "versions-measured.md, findings.md") if name in RECORDED else None


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
