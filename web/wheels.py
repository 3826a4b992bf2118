"""Writes wheels and archives that are the same bytes whenever they are made of the same files."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from collections.abc import Mapping

MOMENT = (1980, 1, 1, 0, 0, 0)
"""The oldest time that an archive can name, given to every file."""
MODE = 0o644 << 16


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return a zip archive of files by name, sorted."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = MODE
            packed.writestr(entry, files[name], compresslevel=9)
    return out.getvalue()


def wheel(
    name: str, version: str, tag: str, files: Mapping[str, bytes], metadata: Mapping[str, str]
) -> tuple[str, bytes]:
    """Return the file name and the bytes of a wheel; `metadata` adds fields to its METADATA."""
    package = name.replace("-", "_")
    info = f"{package}-{version}.dist-info"
    fields = {"Metadata-Version": "2.4", "Name": name, "Version": version, **metadata}
    about = {"Wheel-Version": "1.0", "Generator": "agi-emu", "Root-Is-Purelib": str(tag.endswith("-any")).lower()}
    about["Tag"] = tag
    whole = {**files, f"{info}/METADATA": _lines(fields), f"{info}/WHEEL": _lines(about)}
    record = [f"{each},sha256={_record_digest(data)},{len(data)}" for each, data in sorted(whole.items())]
    whole[f"{info}/RECORD"] = "".join(f"{line}\n" for line in [*record, f"{info}/RECORD,,"]).encode()
    return f"{package}-{version}-{tag}.whl", archive(whole)


def _lines(fields: Mapping[str, str]) -> bytes:
    return "".join(f"{name}: {value}\n" for name, value in fields.items()).encode()


def _record_digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
