"""Packs files into archives."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_FIRST_DATE = (1980, 1, 1, 0, 0, 0)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return a zip archive of files by name, in their order; the same files always give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            member = zipfile.ZipInfo(name, _FIRST_DATE)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, data)
    return out.getvalue()
