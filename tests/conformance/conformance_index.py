"""Makes ``index.jsonl`` of the suite from its folders and from the claims of docs/reference.

What a probe is evidence for is written in the claims, as "Evidence: probe `name`"; here it is turned around.
``python -m tests.conformance.conformance_index --write`` brings the index up to date, and the section of
docs/accuracy.md about the suite; a test says when to.
"""

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path

from tests.accuracy.conformance import conformance_section
from tests.meta.reference_pages import claims

SUITE = Path(__file__).parent
PAGE = SUITE.parents[1] / "docs" / "accuracy.md"
SECTION = re.compile(r"(?ms)^## Conformance suite$.*?(?=^## (?!Other interpreters$))")
INDEX = SUITE / "index.jsonl"
PROBES = SUITE / "probes"
NEWEST_FIRST = -1


def claims_of_probes() -> dict[str, list[str]]:
    """Return the claims that name each probe as their evidence, in the order of pages and of their text."""
    found: dict[str, list[str]] = {}
    for claim in claims():
        for part in claim.fields.get("Evidence", "").split(";"):
            if part.strip().startswith("probe"):
                for name in re.findall(r"`([^`]+)`", part):
                    found.setdefault(name, []).append(claim.number)
    return found


def rows() -> Iterator[dict[str, object]]:
    """Yield a row for each recording: by probe, then by interpreter from new to old."""
    known = claims_of_probes()
    for probe in sorted(path for path in PROBES.iterdir() if path.is_dir()):
        for recording in sorted(probe.glob("*/trace.jsonl"))[::NEWEST_FIRST]:
            lines = recording.read_text(encoding="utf-8").splitlines()
            meta, last, end = json.loads(lines[0])["meta"], json.loads(lines[-2]), json.loads(lines[-1])
            yield {
                "kind": "probe",
                "game": probe.name,
                "path": recording.parent.relative_to(SUITE).as_posix(),
                "interpreter": meta["interpreter"],
                "seed": meta["seed"],
                "cycles": last.get("c", 0),
                "end": end["end"],
                "question": (probe / "question.txt").read_text(encoding="utf-8").strip(),
                "claims": known.get(probe.name, []),
            }


def text() -> str:
    """Return the index as it should be."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows())


def page() -> str:
    """Return docs/accuracy.md with the sections about the suite as they should be."""
    sections = "\n".join(conformance_section()) + "\n"
    return SECTION.sub(lambda _: sections, PAGE.read_text(encoding="utf-8"))


def write() -> None:
    """Bring ``index.jsonl`` and docs/accuracy.md up to date."""
    INDEX.write_text(text(), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


def main() -> None:
    """Write the index, or print how many probes and claims it has."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--write", action="store_true", help="bring index.jsonl and docs/accuracy.md up to date")
    if parser.parse_args().write:
        write()
    found = list(rows())
    numbers = {number for row in found for number in row["claims"]}  # type: ignore[attr-defined]
    print(f"{len({row['game'] for row in found})} probes, {len(found)} recordings, {len(numbers)} claims")


if __name__ == "__main__":
    main()
