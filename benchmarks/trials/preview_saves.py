"""From a save in an editor to the preview that shows it: ``python -m benchmarks.trials.preview_saves [SAVES]``.

Needs Chromium. A picture and a view of the demo's project are saved in turn; each counts from the write to the moment
that the page has drawn the new one. Printed are the seconds by the clock, so run it on a computer without other work.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import agi_emu
from tests.reporting.chromium import Browser, chromium

DEMO = Path(agi_emu.__file__).parent / "data" / "demo"
REVISION = "Number(document.body.dataset.revision)"
PICTURE_IS_DRAWN = (
    "document.getElementById('picture-name').textContent === '2-quay.pic' && document.getElementById('drawn').complete"
    " && document.getElementById('drawn').src.includes('v=' + document.body.dataset.revision)"
)
VIEW_IS_DRAWN = "document.querySelector('[data-view=\"5\"].current')?.querySelectorAll('canvas').length === {loops}"
MORE = {".pic": "color red\nline 0,0 0,160\n", ".view": "loop\ncel\n14\n41\n"}
PAUSE = 0.5
"""Seconds between two saves."""


def saved(browser: Browser, path: Path) -> float:
    """Save a picture or a view with something new at its end; return the seconds until the page shows it."""
    text = path.read_text() + MORE[path.suffix]
    drawn = PICTURE_IS_DRAWN if path.suffix == ".pic" else VIEW_IS_DRAWN.format(loops=text.splitlines().count("loop"))
    before = browser.evaluate(REVISION)
    begun = time.monotonic()
    path.write_text(text)
    browser.until(f"{REVISION} > {before} && ({drawn})")
    return time.monotonic() - begun


def main() -> None:
    """Start the preview, save, print."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(shutil.copytree(DEMO, Path(folder) / "demo"))
        paths = (project / "pictures" / "2-quay.pic", project / "views" / "5-door.view")
        command = [sys.executable, "-m", "agi_emu", "preview", str(project), "--port", "0"]
        with (
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as serving,
            chromium(Path(folder) / "profile") as browser,
        ):
            assert serving.stdout
            browser.call("Page.navigate", url=serving.stdout.readline().strip())
            browser.until(f"document.body && {REVISION} > 0")
            taken = []
            for number in range(int(sys.argv[1]) if sys.argv[1:] else 10):
                time.sleep(PAUSE)
                taken.append(saved(browser, paths[number % 2]))
            serving.send_signal(signal.SIGINT)
    print(f"{len(taken)} saves shown after {', '.join(f'{each:.2f}' for each in taken)} s, at most {max(taken):.2f}")


if __name__ == "__main__":
    main()
