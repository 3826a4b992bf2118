"""Detects the interpreter that a game was made for.

The interpreter beside the resources is the best witness, then what the author's tool wrote down, then the table of
known releases, the names of its files, and what its logics and views use; a game with none of these gets the default of
its layout.
Source: reference: RES-38, VER-22 to VER-24, VER-27 to VER-29; specification 2.5, 2.8.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from agi_emu.facts.cipher import AGDS_KEY, SIERRA_KEY, decrypt_interpreter, loader_key
from agi_emu.facts.versions import AGDS, DEFAULT_V2, DEFAULT_V3, PROFILES, VersionProfile
from agi_emu.resources.directory_finding import Layout
from agi_emu.resources.files import GameFiles
from agi_emu.resources.kinds import Kind
from agi_emu.resources.logic import text_ends
from agi_emu.resources.releases import INTERPRETER_OF_PREFIX, RELEASES, Release
from agi_emu.resources.volumes import Packing, Volumes

_VERSION_TEXT = re.compile(rb"Version (\d\.\d{3}(?:\.\d{3})?)")
_TITLE_AND_VERSION = re.compile(rb"Adventure Game Interpreter\s+" + _VERSION_TEXT.pattern)
_MOST_PROGRAMS = 8  # that are looked into; a game has a loader and an interpreter
_NUMBER = re.compile(r"\d\.\d{3}(?:\.\d{3})?")
_WAG_TEXT = re.compile(rb'^[ \t]*Interpreter[ \t]*=[ \t]*"?([\d.,]+)', re.MULTILINE | re.IGNORECASE)
_WAG_INTERPRETER = 132
_ENOUGH_TEXTS = 64  # that speak for one key more than for the other: the rest of the game has it, too
_MOST_PROJECT_FILES = 8  # that are looked into; a game has one
_WAG_TRAILER_BYTES = 16
_WAG_RECORD = 5  # code, type, number, length as two bytes

_DATA_FILE = "agidata.ovl"
_PROFILE_OF_DATA_SIZE = {
    6656: "2.272",
    7680: "2.440",
    8192: "2.917",
    8064: "3.002.086",
    8080: "3.002.102",
    7488: "3.002.149",
}
# The name in the interpreter is 7 bytes: id, NUL, and as much of this as fits (specification 2.5).
_BUILT_IN_ID = re.compile(rb"([0-9A-Z]{2})\0eIDX|([0-9A-Z]{3})\0IDX|([0-9A-Z]{4})\0DX|([0-9A-Z]{5})\0X")


class InterpreterFacts(NamedTuple):
    """The known facts about a game's interpreter."""

    profile: VersionProfile
    reason: str
    """Why this profile, as a phrase."""
    others: tuple[str, ...] = ()
    """Names of profiles that nothing speaks against: the game came with them, too."""
    release: Release | None = None
    """The release of Sierra's that this is, if it is one."""
    built_in_id: bytes = b""
    """The id with which set.game.id compares; empty if the interpreter is not there to be asked."""


def detect_interpreter(files: GameFiles, layout: Layout, volumes: Volumes) -> InterpreterFacts:
    """Return the profile under which the game runs best, and why."""
    program = _program(files)
    release = RELEASES.get(directory_md5(files, layout))
    found = (
        _from_version_text(files, program)
        or _from_project_file(files)
        or _from_release(release)
        or _from_data_size(files)
        or _from_contents(layout, volumes)
    )
    if is_agds(volumes):
        found = InterpreterFacts(AGDS, "its messages have the key of the AGI Development System")
    match = _BUILT_IN_ID.search(program)
    built_in_id = next(group for group in match.groups() if group) if match else b""
    return found._replace(release=release, built_in_id=built_in_id)


def _from_contents(layout: Layout, volumes: Volumes) -> InterpreterFacts:
    # Most games are named: decoding logics is not needed before the first picture.
    from agi_emu.resources.clues import clues_of, clues_of_views, profile_by_clues

    found = _from_prefix(layout) or _default(layout)
    clues = clues_of(codes_of(volumes), found.profile)
    if layout.generation == 2:
        clues += clues_of_views(volumes.read(Kind.VIEW, number).data for number in volumes.numbers(Kind.VIEW))
    by_clues = profile_by_clues(found.profile, clues)
    return InterpreterFacts(*by_clues) if by_clues else found


def codes_of(volumes: Volumes) -> Iterator[bytes]:
    """Yield the code of each logic."""
    for number in volumes.numbers(Kind.LOGIC):
        data = volumes.read(Kind.LOGIC, number).data
        yield data[2 : 2 + int.from_bytes(data[:2], "little")]


def is_agds(volumes: Volumes) -> bool:
    """Return whether the messages are encrypted with the key of the AGI Development System."""
    lead = 0
    for number in volumes.numbers(Kind.LOGIC):
        stored = volumes.read(Kind.LOGIC, number)
        if stored.packing is Packing.PLAIN:
            lead += text_ends(stored.data, AGDS_KEY) - text_ends(stored.data, SIERRA_KEY)
        if abs(lead) >= _ENOUGH_TEXTS:
            break
    return lead > 0


def directory_md5(files: GameFiles, layout: Layout) -> str:
    """Return the MD5 (hex) of the log directory, by which releases are known."""
    # As `random` of the standard library does: hashlib starts OpenSSL, 2 ms before the first picture.
    try:
        from _md5 import md5  # type: ignore[import-not-found]
    except ImportError:
        from hashlib import md5
    data = files.get(layout.directory_names[0]) if layout.directory_names else None
    return str(md5(data or b"", usedforsecurity=False).hexdigest())


def nearest_profile(number: str) -> VersionProfile | None:
    """Return the profile of a version number, or of the newest known one before it; None if it is not such a number."""
    if not _NUMBER.fullmatch(number):
        return None
    older = [profile for name, profile in PROFILES.items() if _NUMBER.fullmatch(name) and name <= number]
    return older[-1] if older else PROFILES[min(PROFILES)]


def _program(files: GameFiles) -> bytes:
    """Return the interpreter's program, decrypted with its loader's key if it has to be; empty if it is not there."""
    program = files.get("agi") or b""
    if program.startswith(b"MZ"):
        return program
    for name in files:
        if name.endswith(".com"):
            key = loader_key(files.contents[name])
            if key is not None:
                plain = decrypt_interpreter(program, key)
                if plain.startswith(b"MZ"):
                    return plain
    return b""


def _from_version_text(files: GameFiles, program: bytes) -> InterpreterFacts | None:
    for data, source in ((files.get(_DATA_FILE) or b"", "AGIDATA.OVL"), (program, "the interpreter AGI")):
        match = _VERSION_TEXT.search(data)
        if match is not None:
            return _named(match.group(1).decode(), source)
    programs = (name for name in files if name.endswith(".com"))
    for name in islice(programs, _MOST_PROGRAMS):
        match = _TITLE_AND_VERSION.search(files.contents[name])
        if match is not None:
            return _named(match.group(1).decode(), name.upper())
    return None


def _from_project_file(files: GameFiles) -> InterpreterFacts | None:
    projects = (name for name in files if name.endswith(".wag"))
    for name in islice(projects, _MOST_PROJECT_FILES):
        number = project_interpreter(files.contents[name])
        if number:
            return _named(number, name)
    return None


def _named(number: str, source: str) -> InterpreterFacts | None:
    profile = nearest_profile(number)
    if profile is None:
        return None
    if profile.name == number:
        return InterpreterFacts(profile, f"{source} says Version {number}")
    return InterpreterFacts(
        profile, f"{source} says Version {number}, of which {profile.name} is the nearest known one"
    )


def _from_data_size(files: GameFiles) -> InterpreterFacts | None:
    data = files.get(_DATA_FILE)
    name = _PROFILE_OF_DATA_SIZE.get(len(data)) if data is not None else None
    return InterpreterFacts(PROFILES[name], f"AGIDATA.OVL has {len(data or b'')} bytes") if name else None


def _from_release(release: Release | None) -> InterpreterFacts | None:
    if release is None:
        return None
    reason = f"its log directory is that of {release.id} {release.description}".rstrip()
    if release.others:
        reason += f", which came with {release.profile} or {' or '.join(release.others)}: a choice"
    elif release.is_guess:
        reason += ", whose interpreter is a guess"
    return InterpreterFacts(PROFILES[release.profile], reason, release.others)


def _from_prefix(layout: Layout) -> InterpreterFacts | None:
    name = INTERPRETER_OF_PREFIX.get(layout.prefix) if layout.generation == 3 else None
    if name is None:
        return None
    return InterpreterFacts(PROFILES[name], f"its files are named as Sierra's with {name} are ({layout.prefix}dir)")


def _default(layout: Layout) -> InterpreterFacts:
    profile = DEFAULT_V2 if layout.generation == 2 else DEFAULT_V3
    return InterpreterFacts(profile, f"nothing names it; this is the default of version {layout.generation}")


def project_interpreter(project: bytes) -> str:
    """Return the interpreter version that a WinAGI project file (.wag) names, empty if it names none."""
    match = _WAG_TEXT.search(project)
    if match is not None:
        return match.group(1).decode().replace(",", ".")
    position, end = 0, len(project) - _WAG_TRAILER_BYTES
    while position + _WAG_RECORD <= end:
        code = project[position]
        size = int.from_bytes(project[position + 3 : position + _WAG_RECORD], "little")
        position += _WAG_RECORD
        if code == _WAG_INTERPRETER:
            return project[position : position + size].decode("latin-1").replace(",", ".").strip("\0 ")
        position += size
    return ""
