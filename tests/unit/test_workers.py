"""Work in several processes: results in order, and no process left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time

import pytest

from agi_emu.workers import workers

LONG = 600
"""Seconds that a process would sleep if nothing ended it; a test that waits for it fails before, by its own limit."""


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
    def interrupted() -> None:
        with workers(2) as executor:
            executor.submit(time.sleep, LONG)
            executor.submit(time.sleep, LONG)
            executor.submit(time.sleep, LONG)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    for process in multiprocessing.active_children():
        process.join()


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
        assert parent.stdout.readline().strip().isdecimal()
        parent.send_signal(signal.SIGKILL)
        # The processes have their output from the parent, so it ends with the last of them.
        assert parent.stdout.read() == ""
