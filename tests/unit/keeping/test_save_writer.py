"""The thread that writes saves."""

from __future__ import annotations

import threading

import pytest

from agi_emu.keeping.saves.save_writer import SaveWriter


def test_a_mistake_of_ours_in_the_thread_is_not_taken_for_a_save() -> None:
    writer = SaveWriter()
    told: list[object] = []
    writer.submit("auto", lambda: 1 // 0, told.append)
    with pytest.raises(ZeroDivisionError):
        writer.close()
    assert told == []


def test_however_slow_a_disk_is_leaving_waits_for_one_save_of_each_place() -> None:
    writer = SaveWriter()
    may_write = threading.Event()
    written: list[str] = []
    told: list[tuple[str, object]] = []

    def save(place: str, name: str) -> None:
        def write() -> None:
            may_write.wait()
            written.append(name)

        writer.submit(place, write, lambda problem: told.append((name, problem)))

    save("auto", "first")
    while writer._waiting:
        threading.Event().wait(0.001)
    for number in range(500):
        save("auto", f"auto {number}")
        save(f"slot {number % 2}", f"quick {number}")
    may_write.set()
    writer.close()
    assert sorted(written) == ["auto 499", "first", "quick 498", "quick 499"]
    assert told == [(name, None) for name in written]
