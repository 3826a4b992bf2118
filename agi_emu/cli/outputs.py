"""Writes the files of verbs: whole or not at all, and never over something else.

An existing file is replaced only by one of its own kind: a new picture replaces the picture of an earlier call, but
never a game, a text or a photograph of another format. A folder for many files keeps every existing file, since
somebody may have edited a source by hand; only an identical file may be written again. The error names what is in the
way; the user removes it or chooses another name.
"""

from __future__ import annotations

import filecmp
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import click

from agi_emu.host_files.drafts import draft_of, draft_of_folder, remove_empty
from agi_emu.host_files.reading import read_start


class FileKind(NamedTuple):
    """A kind of file that a verb writes."""

    name: str
    """A noun that takes "a", as in "is not a PNG image"."""
    includes: Callable[[bytes], bool]
    """Returns whether the bytes of a file are of this kind."""


def _beginning(name: str, *first: bytes) -> FileKind:
    return FileKind(name, lambda data: data.startswith(first))


def _is_logic(data: bytes) -> bool:
    """Return whether the three lengths that a logic holds are those of its parts (reference: LANG-1, LANG-11)."""
    code_end = 2 + int.from_bytes(data[:2], "little")
    messages_end = int.from_bytes(data[code_end + 1 : code_end + 3], "little")
    return len(data) >= code_end + 3 and code_end + 1 + messages_end == len(data)


def _is_save(data: bytes) -> bool:
    """Return whether the bytes are a state of ours, damaged or not, or a whole savegame of the original."""
    from agi_emu.facts.errors import SaveError
    from agi_emu.state.files.state_file import looks_like_state
    from agi_emu.state.savegames.savegame import parse

    if looks_like_state(data):
        return True
    try:
        parse(data)
    except SaveError:
        return False
    return True


_LOOKED_AT = 1 << 20
"""Bytes of an existing file that show its kind: no logic or savegame is longer."""
_REPORT_TITLE = re.compile(rb"<title>agi-emu (compare|monkey|replay)")
SAVE = FileKind("savegame or state", _is_save)

PNG = _beginning("PNG image", b"\x89PNG\r\n\x1a\n")
GIF = _beginning("GIF image", b"GIF8")
MP4 = FileKind("MP4 film", lambda data: data[4:8] == b"ftyp")
WEBM = _beginning("WebM film", b"\x1aE\xdf\xa3")
VGM = _beginning("VGM file", b"Vgm ")
WAV = _beginning("WAV file", b"RIFF")
TRACE = _beginning("trace", b"\x1f\x8b", b'{"meta"')
PIXELS = _beginning("file of pixels", b"PK\x03\x04")
LOGIC = FileKind("logic resource", _is_logic)
JUNIT = _beginning("JUnit report", b"<?xml", b"<testsuite")
EXPORTED = FileKind("page of agi-emu export", lambda data: b'content="agi-emu export"' in data[:2000])
EXPORTED_ARCHIVE = FileKind("page of agi-emu export in an archive", lambda data: data[30:].startswith(b"exported.json"))
REPORT = FileKind("report of agi-emu", lambda data: bool(_REPORT_TITLE.search(data[:2000])))

COVERAGE = _beginning("coverage file", b'{\n"agi-emu coverage"')
COVERAGE_PAGE = FileKind("page of agi-emu coverage", lambda data: b"<title>agi-emu coverage" in data[:2000])
LCOV = _beginning("LCOV file", b"TN:")


def require_writable(folder: Path, option: str) -> None:
    """Raise a usage error if no file can be made in a folder, or in one that would have to be created first."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise click.UsageError(
            f"{option} {folder}: nothing can be written there ({error.strerror or error}); name another folder."
        ) from None
    finally:
        remove_empty(missing)


def refuse_other(path: Path, kind: FileKind) -> None:
    """Raise a usage error if nothing can be written there, or if a file of another kind is there."""
    if path.is_dir():
        raise click.UsageError(f"{path} is a folder; name a file.")
    if not path.parent.is_dir():
        raise click.UsageError(f"{path}: the folder {path.parent} does not exist; create it first.")
    if path.is_file() and path.stat().st_size and not kind.includes(read_start(path, _LOOKED_AT)):
        raise click.UsageError(f"{path} already exists and is not a {kind.name}; remove it or name another file.")


@contextmanager
def output_file(path: Path, kind: FileKind) -> Iterator[Path]:
    """Yield the path of a draft beside `path`; it replaces `path` at the end, and an error leaves `path` unchanged.

    Anything but a plain file, such as a pipe, is written to directly.
    """
    refuse_other(path, kind)
    with draft_of(path) as draft:
        yield draft


@contextmanager
def output_folder(target: Path, *, follow: bool = False) -> Iterator[Path]:
    """Yield a folder to write into; its files move to `target` at the end, and an error leaves `target` unchanged.

    Raise a usage error if a file already exists with other contents, or if a link in `target` leads out of it, unless
    `follow` allows that.
    """
    with draft_of_folder(target, last="game.toml") as draft:
        yield draft
        for path in sorted(path for path in draft.rglob("*") if path.is_file()):
            name = path.relative_to(draft)
            _refuse_outside((target / name).parent, target, follow=follow)
            _refuse_different(target / name, path)


@contextmanager
def replaced_folder(target: Path, page: str, kind: FileKind) -> Iterator[Path]:
    """Yield a folder to write into, as `output_folder`; a folder whose file `page` is of a kind is replaced instead.

    Raise a usage error if that file is of another kind. Files that are not written again are left alone.
    """
    if not (target / page).exists():
        with output_folder(target) as folder:
            yield folder
        return
    refuse_other(target / page, kind)
    with draft_of_folder(target) as draft:
        yield draft
        for path in sorted(path for path in draft.rglob("*") if path.is_file()):
            _refuse_outside((target / path.relative_to(draft)).parent, target, follow=False)


def refuse_project(folder: Path, option: str = "") -> None:
    """Raise a usage error for a folder that holds a project; `option` says how another one is named."""
    from agi_emu.resources.projects.project_settings import FILE

    if (folder / FILE).exists():
        raise click.UsageError(f"{folder} already holds a project; name another folder{option}.")


def _refuse_outside(folder: Path, target: Path, *, follow: bool) -> None:
    if not follow and not folder.resolve().is_relative_to(target.resolve()):
        raise click.UsageError(f"{folder} leads out of {target}; remove the link, or allow it with --follow.")


def _refuse_different(path: Path, new: Path) -> None:
    if path.exists() and not (path.is_file() and filecmp.cmp(path, new, shallow=False)):
        raise click.UsageError(f"{path} already exists with other contents; remove it or name another folder.")
