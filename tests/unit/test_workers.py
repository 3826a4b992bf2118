"""Work in several processes: results in order, and no process left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agi_emu.workers import workers

LONG = 600
PATIENCE = 20
"""Seconds in which a process that should end has ended, on a busy computer too."""


def test_one_job_needs_no_process_and_works_when_asked() -> None:
    asked = []
    with workers(1) as executor:
        results = executor.map(asked.append, [1, 2])
        assert asked == []
        assert list(results) == [None, None]
        assert executor.submit(os.getpid).result() == os.getpid()


def test_results_are_those_of_one_job() -> None:
    with workers(2) as executor:
        assert list(executor.map(abs, [-3, 2, -1])) == [3, 2, 1]
        assert executor.submit(os.getpid).result() != os.getpid()


def test_an_exception_ends_the_processes_at_once() -> None:
    began = time.monotonic()

    def interrupted() -> None:
        with workers(2) as executor:
            executor.submit(time.sleep, LONG)
            executor.submit(time.sleep, LONG)
            executor.submit(time.sleep, LONG)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    for process in multiprocessing.active_children():
        process.join(PATIENCE)
    assert time.monotonic() - began < LONG


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_processes_end_with_a_parent_that_was_killed() -> None:
    program = (
        "import os, time\nfrom agi_emu.workers import workers\n"
        "if __name__ == '__main__':\n"
        "    with workers(2) as executor:\n"
        "        print(executor.submit(os.getpid).result(), flush=True)\n"
        f"        executor.submit(time.sleep, {LONG}).result()\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + PATIENCE
    while is_running(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(child)


def is_running(process: int) -> bool:
    """Tell whether there is a process of this number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{process}/stat")
    # One that has ended stays in the table until somebody asks for its exit code, and in a container nobody may.
    return not (stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z")
