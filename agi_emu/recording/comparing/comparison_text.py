"""Shows the result of a comparison: as lines to read, as a record for programs, as JUnit XML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from agi_emu.codes import BEATS_PER_TICK
from agi_emu.recording.comparing.compare import Comparison
from agi_emu.recording.comparing.spans import Shift, Span
from agi_emu.recording.comparing.tick_differences import ValueDifference
from agi_emu.recording.position import clock_time
from agi_emu.recording.recording import Pin
from agi_emu.recording.resource_table import ResourceName

MOST_VALUES = 6
"""Most variables and flags named in a line."""
MOST_RESOURCES = 12
"""Most changed resources named in a line."""


def lines_of(name: str, found: Comparison, *, all_spans: bool = False) -> Iterator[str]:
    """Yield the result for a recording called `name`, then the details, indented."""
    differences = found.differences
    if found.first is None:
        known = f", {len(differences.known)} known differences" if differences.known else ""
        yield f"{name}: {differences.compared} ticks are equal{known}"
    else:
        yield f"{name}: {found.first}"
        if differences.values is not None:
            yield f"  {_values_text(differences.values, found.first.tick)}"
        if found.first.resources:
            yield f"  changed and in use: {_names(found.first.resources)}"
        others = [each for each in found.changed if each not in found.first.resources]
        if others:
            yield f"  also changed: {_names(others)}"
    yield from (f"  {_shift_text(shift)}" for shift in differences.shifts)
    if all_spans:
        yield from (f"  {_span_text(span)}" for span in differences.spans)
    yield from (f"  known: {_pin_text(pin)}" for pin in differences.known)
    yield from (f"  no longer as pinned: {_pin_text(pin)}" for pin in differences.gone)
    yield from (f"  {note}" for note in found.notes)
    yield from (f"  error of the game: {error}" for error in found.errors)


def record_of(name: str, found: Comparison) -> dict[str, object]:
    """Return the result as a value for JSON."""
    first, differences = found.first, found.differences
    return {
        "recording": name,
        "equal": found.equal,
        "ticks": differences.compared,
        "first": first
        and {
            "tick": first.tick,
            "beat": first.beat,
            "cycle": first.cycle,
            "room": first.room,
            "what": list(first.what),
            "resources": [str(each) for each in first.resources],
            "reason": first.reason,
        },
        "values": differences.values
        and {
            "tick": differences.values.tick,
            "changes": [
                {"name": each.name, "expected": each.expected, "actual": each.actual}
                for each in differences.values.changes
            ],
        },
        "spans": [{"first": each.first, "last": each.last, "what": list(each.what)} for each in differences.spans],
        "shifts": [
            {"first": each.first, "last": each.last, "ticks": each.ticks, "cycles": each.cycles}
            for each in differences.shifts
        ],
        "known": [_pin_text(each) for each in differences.known],
        "gone": [_pin_text(each) for each in differences.gone],
        "changed": [str(each) for each in found.changed],
        "notes": list(found.notes),
        "errors": [error.record() for error in found.errors],
    }


def junit_xml(results: Sequence[tuple[str, Comparison]]) -> str:
    """Return a test suite with one case per recording, as JUnit XML, which CI services can show."""
    # Imported late: no other form needs it.
    from xml.etree import ElementTree

    failures = sum(not found.equal for _, found in results)
    suite = ElementTree.Element(
        "testsuite", name="agi-emu compare", tests=str(len(results)), failures=str(failures), errors="0"
    )
    for name, found in results:
        case = ElementTree.SubElement(suite, "testcase", classname="recordings", name=name)
        if found.first is not None:
            failure = ElementTree.SubElement(case, "failure", message=str(found.first))
            failure.text = "\n".join(lines_of(name, found, all_spans=True))
    ElementTree.indent(suite)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(suite, encoding="unicode") + "\n"


def _values_text(values: ValueDifference, first: int) -> str:
    names = [str(each) for each in values.changes[:MOST_VALUES]]
    more = len(values.changes) - MOST_VALUES
    text = ", ".join(names) + (f" and {more} more" if more > 0 else "")
    return text if values.tick == first else f"from {_range(values.tick, values.tick)} on: {text}"


def _names(resources: Iterable[ResourceName]) -> str:
    names = [str(each) for each in resources]
    more = len(names) - MOST_RESOURCES
    return ", ".join(names[:MOST_RESOURCES]) + (f" and {more} more" if more > 0 else "")


def _range(first: int, last: int) -> str:
    begin = clock_time(BEATS_PER_TICK * first)
    return f"tick {first} ({begin})" if first == last else f"ticks {first} to {last} (from {begin})"


def _span_text(span: Span) -> str:
    return f"{_range(span.first, span.last)}: {' and '.join(span.what)}"


def _shift_text(shift: Shift) -> str:
    late = "later" if shift.ticks > 0 else "earlier"
    cycles = f"{_count(shift.cycles, 'cycle')}, " if shift.cycles else ""
    ticks = _count(shift.ticks, "tick")
    return f"{_range(shift.first, shift.last)}: the picture and sound come {cycles}{ticks} {late}"


def _count(number: int, what: str) -> str:
    return f"{abs(number)} {what}{'' if abs(number) == 1 else 's'}"


def _pin_text(pin: Pin) -> str:
    return f"{pin.what} in {_range(pin.first, pin.last)}: {pin.reason}"
