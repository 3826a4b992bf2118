"""From the address to the first picture of a page, by processor time: ``python -m benchmarks.page_start``.

Needs Chromium and the runtime that ``make web`` builds. The demo game is exported, served by this computer and opened
in a new profile, then again in the same one. Counted is what all processes of Chromium take on one core, from the
moment that the address is given until the machine has shown its first picture. Printed are the medians, and all runs.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.reporting.chromium import chromium
from tests.web.pages import export_page, served

ROOT = Path(__file__).parents[1]
RUNS = 5
SEEN = "window.agi?.marks.picture !== undefined"
UNTIL_SEEN = f"new Promise((seen) => {{ const timer = setInterval(() => {SEEN} && seen(clearInterval(timer)), 20); }})"
"""Waits in the page, since questions from outside take processor time, too."""
SETTLED = 1.5
"""Seconds for a browser to come to rest before a page is opened, and to keep what it has compiled after it."""
_TICKS = os.sysconf("SC_CLK_TCK")


def processor_time() -> float:
    """Return the seconds that all processes below this one have taken."""
    rows = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        rows[int(path.parent.name)] = (int(fields[1]), sum(map(int, fields[11:15])))
    below = {os.getpid()}
    while more := {pid for pid, (parent, _) in rows.items() if parent in below} - below:
        below |= more
    return sum(rows[pid][1] for pid in below - {os.getpid()}) / _TICKS


def visits(host: str, name: str) -> list[float]:
    """Return what the first and the second visit of a page take."""
    taken = []
    with tempfile.TemporaryDirectory() as profile:
        for _ in range(2):
            with chromium(Path(profile)) as browser:
                browser.call("Network.disable")
                time.sleep(SETTLED)
                before = processor_time()
                browser.call("Page.navigate", url=f"{host}/{name}")
                browser.evaluate(UNTIL_SEEN)
                taken.append(processor_time() - before)
                time.sleep(2 * SETTLED)
                browser.call("Page.navigate", url="about:blank")
                time.sleep(SETTLED)
    return taken


def main() -> None:
    """Export, open again and again, print."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as site:
        export_page(ROOT, Path(site) / "lamp")
        with served(Path(site)) as host:
            runs = [visits(host, "lamp/index.html") for _ in range(int(sys.argv[1]) if sys.argv[1:] else RUNS)]
    for visit, taken in zip(("first", "second"), zip(*runs, strict=True), strict=True):
        print(f"{visit} visit: {statistics.median(taken):.2f} s of {', '.join(f'{each:.2f}' for each in taken)}")


if __name__ == "__main__":
    main()
