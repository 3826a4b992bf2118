"""Asks whether a folder can be written into, before something comes to depend on it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import click


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


def remove_empty(folders: Iterable[Path]) -> None:
    """Remove folders, the innermost first, as far as they are empty."""
    with suppress(OSError):
        for folder in folders:
            folder.rmdir()
