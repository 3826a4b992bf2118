"""Time in the real window against the clock.

``xvfb-run -s "-screen 0 1280x1024x24" python -m benchmarks.trials.window_pace [GAME]``

The game (the demo without one) is played in windows of the display at hand, nobody at the keyboard: for a minute at
each of several speeds, and at speed 1 with the process stopped for ten seconds in the middle. These runs mostly sleep,
so they go on beside each other, a minute and a half in all; an uncapped run with saves follows. Printed are beats a
second against what the speed promises, pictures a second, the share of one processor; for slow motion, whether every
change of the screen was shown before the next beat; and what came right after the stall. Time counts from the first
picture on: what comes before it catches up with the start of the program.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from agi_emu import Machine, open_game
from agi_emu.data import demo_path
from agi_emu.facts.codes import BEATS_PER_SECOND
from agi_emu.keeping.saves.player_saves import PlayerSaves
from agi_emu.keeping.saves.save_folder import StateFolder
from agi_emu.machine.input.events import InputEvent
from agi_emu.presentation.synthesiser import DEFAULT_RATE
from agi_emu.session import FAR
from agi_emu.window.host.sdl import SdlDisplay
from agi_emu.window.host.sound_out import SoundChoice
from agi_emu.window.windowed_play import PlayServices, WindowAppearance, play_in_window

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 20.0)
SLOW = 0.5
"""Up to this speed every beat's screen is looked at, which costs time itself."""
SECONDS = 60.0
UNCAPPED_SECONDS = 10.0
STALL_AFTER = 5.0
STALL_SECONDS = 10.0
RUN_WITH_STALL = 20.0


class Watcher:
    """Notes when beats are played and pictures shown, and closes the window when its time is over.

    It stands before the SDL module to see which pictures really go to the window.
    """

    def __init__(self, sdl: Any, seconds: float, *, looks_at_screens: bool) -> None:
        """Watch for `seconds` from the first picture on."""
        self._sdl = sdl
        self._seconds = seconds
        self._looks = looks_at_screens
        self._processor = 0.0
        self._screens: list[int] = []
        self.beats: list[float] = []
        self.pictures: list[float] = []

    def __getattr__(self, name: str) -> Any:
        """Pass everything else on to SDL."""
        return getattr(self._sdl, name)

    def SDL_UpdateWindowSurfaceRects(self, *arguments: Any) -> Any:  # noqa: N802
        """Show a picture and note when."""
        result = self._sdl.SDL_UpdateWindowSurfaceRects(*arguments)
        self.pictures.append(time.perf_counter())
        return result

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Note a beat."""
        if not self.pictures:
            return
        if not self.beats:
            self._processor = time.process_time()
        self.beats.append(time.perf_counter())
        if self._looks:
            self._screens.append(zlib.crc32(machine.state.screen))
        if self.beats[-1] - self.beats[0] >= self._seconds:
            close_window(self._sdl)

    def report(self) -> dict[str, Any]:
        """Return what was seen."""
        first, last = self.beats[0], self.beats[-1]
        processor = (time.process_time() - self._processor) / (last - first)
        changed = [i for i, (one, next_one) in enumerate(pairwise(self._screens), start=1) if one != next_one]
        shown = [i for i in changed if i + 1 < len(self.beats) and self._pictures_between(i, i + 1)]
        return {
            "beats": [now - first for now in self.beats],
            "pictures": bisect_left(self.pictures, last) - bisect_left(self.pictures, first),
            "processor": processor,
            "changed": len([i for i in changed if i + 1 < len(self.beats)]),
            "shown": len(shown),
        }

    def _pictures_between(self, beat: int, next_beat: int) -> int:
        return bisect_left(self.pictures, self.beats[next_beat]) - bisect_left(self.pictures, self.beats[beat])


class UncappedWatcher:
    """Counts the beats of an uncapped game in so many seconds of processor time, then closes the window."""

    def __init__(self, sdl: Any, seconds: float) -> None:
        """Watch from the first stretch of beats on."""
        self._sdl = sdl
        self._seconds = seconds
        self._began: tuple[int, float] | None = None
        self.rate = 0.0
        """Beats per second of processor time."""

    def next_beat(self, machine: Machine) -> int:
        """Wait for no beat."""
        return FAR

    def after(self, machine: Machine, events: Sequence[InputEvent]) -> None:
        """Look at the time."""
        beats, now = machine.state.clock.beats, time.process_time()
        if self._began is None:
            self._began = beats, now
        if now - self._began[1] >= self._seconds:
            self.rate = (beats - self._began[0]) / (now - self._began[1])
            close_window(self._sdl)


def close_window(sdl: Any) -> None:
    """Ask the window to close."""
    event = sdl.SDL_Event()
    event.type = sdl.SDL_QUIT
    sdl.SDL_PushEvent(event)


def refuse(path: Path) -> Machine:
    """Open no other game."""
    raise AssertionError(f"{path} was dropped on the window")


def watch(game: str, speed: float, seconds: float) -> None:
    """Play in this process and print what was seen as JSON."""
    display = SdlDisplay()
    watcher = Watcher(display.sdl, seconds, looks_at_screens=speed <= SLOW)
    display.sdl = watcher  # type: ignore[assignment]
    machine = Machine(open_game(game), seed=1)
    silent = SoundChoice(0, DEFAULT_RATE)
    play_in_window(
        machine, display, WindowAppearance(speed=speed), PlayServices(refuse), observers=[watcher], sound=silent
    )
    display.close()
    print(json.dumps(watcher.report()))


def uncapped_rate(game: str) -> float:
    """Play in this process as fast as it can, with saves and going back; return beats per second of processor time."""
    display = SdlDisplay()
    watcher = UncappedWatcher(display.sdl, UNCAPPED_SECONDS)
    with tempfile.TemporaryDirectory() as folder:
        services = PlayServices(refuse, saves_of=lambda machine: PlayerSaves(machine, StateFolder(Path(folder))))
        machine = Machine(open_game(game), seed=1)
        play_in_window(
            machine, display, WindowAppearance(speed=None), services, observers=[watcher], sound=SoundChoice()
        )
    display.close()
    return watcher.rate


def start(game: str, speed: float, seconds: float) -> subprocess.Popen[str]:
    """Play in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.trials.window_pace", game, str(speed), str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def result(process: subprocess.Popen[str]) -> dict[str, Any]:
    """Wait for a process and return what it saw."""
    output, _ = process.communicate()
    assert process.returncode == 0
    report: dict[str, Any] = json.loads(output.splitlines()[-1])
    return report


def main(game: str) -> None:
    """Print the table."""
    runs = {speed: start(game, speed, SECONDS) for speed in SPEEDS}
    stalled = start(game, 1.0, RUN_WITH_STALL)
    time.sleep(STALL_AFTER)
    stalled.send_signal(signal.SIGSTOP)
    time.sleep(STALL_SECONDS)
    stalled.send_signal(signal.SIGCONT)
    for speed, process in runs.items():
        seen = result(process)
        beats = seen["beats"]
        rate = (len(beats) - 1) / beats[-1]
        print(
            f"speed {speed:<5g}{rate:9.3f} beats/s, {rate / (BEATS_PER_SECOND * speed) - 1:+.3%} in {beats[-1]:.1f} s"
            f"{seen['pictures'] / beats[-1]:7.1f} pictures/s {seen['processor']:6.1%} of a processor"
            + (f"  {seen['shown']} of {seen['changed']} changes shown" if speed <= SLOW else "")
        )
    beats = result(stalled)["beats"]
    gap, before = max((later - now, i) for i, (now, later) in enumerate(pairwise(beats)))
    behind = [now - beats[before + 1] for now in beats[before + 1 :]]
    within = {seconds: sum(now < seconds for now in behind) for seconds in (0.1, 0.5, 1.0)}
    print(f"stopped for {gap:.2f} s; beats after it: " + ", ".join(f"{n} in {s} s" for s, n in within.items()))
    print(f"uncapped   {uncapped_rate(game):9.0f} beats per second of processor time")


if __name__ == "__main__":
    chosen = sys.argv[1] if len(sys.argv) > 1 else str(demo_path())
    if len(sys.argv) > 2:
        watch(chosen, float(sys.argv[2]), float(sys.argv[3]))
    else:
        main(chosen)
