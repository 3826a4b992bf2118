"""Writes films with sound by ffmpeg, a program of its own that may be absent."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from agi_emu.facts.codes import TICKS_PER_SECOND
from agi_emu.facts.errors import HostError

if TYPE_CHECKING:
    from agi_emu.machine.frame import Frame

CODECS = {
    ".mp4": ("-f mp4 -c:v libx264 -pix_fmt yuv420p", "-f mp4 -c:a aac -movflags +faststart"),
    ".webm": ("-f webm -c:v libvpx-vp9 -pix_fmt yuv420p", "-f webm -c:a libopus"),
}
"""Endings of films, and what ffmpeg is told for their pictures and sound."""
WITHOUT = "-o FILE.gif or FILE.apng, and --wav FILE, need no ffmpeg"


class FilmFile:
    """A film of one picture per tick; its sound is read from a WAV file once all pictures are there."""

    def __init__(self, target: Path, scale: int) -> None:
        """Look for ffmpeg; HostError if it is not installed."""
        found = shutil.which("ffmpeg")
        if found is None:
            raise HostError(f"films are made by ffmpeg, which is not installed: install it, or write {WITHOUT}")
        self._ffmpeg = found
        self._target = target
        self._scale = scale
        self._folder = tempfile.TemporaryDirectory(prefix="agi-emu-")
        folder = Path(self._folder.name)
        self.wav = folder / "sound.wav"
        """Where the sound is to be written."""
        self._pictures = folder / f"pictures{target.suffix}"
        self._errors = folder / "errors.txt"
        self._encoder: subprocess.Popen[bytes] | None = None

    def add(self, frame: Frame) -> None:
        """Add the picture of the next tick; all have the size of the first."""
        if self._encoder is None:
            self._size = frame.width, frame.height
            source = f"-f rawvideo -pix_fmt rgb24 -s {frame.width}x{frame.height} -r {TICKS_PER_SECOND} -i -"
            # Most players want even sides.
            scaled = f"scale=ceil(iw*{self._scale}/2)*2:ceil(ih*{self._scale}/2)*2:flags=neighbor"
            words = [*source.split(), "-vf", scaled, *CODECS[self._target.suffix.lower()][0].split()]
            self._encoder = self._begun([*words, str(self._pictures)], subprocess.PIPE)
        assert self._encoder.stdin is not None
        # A program that has given up says why when it is asked for the end.
        with suppress(BrokenPipeError):
            self._encoder.stdin.write(frame.of_size(*self._size).rgb.tobytes())

    def finish(self) -> None:
        """Join pictures and sound; HostError with what ffmpeg says if it fails."""
        assert self._encoder is not None, "a film has pictures"
        assert self._encoder.stdin is not None
        with suppress(BrokenPipeError):
            self._encoder.stdin.close()
        self._wait(self._encoder)
        inputs = ["-i", str(self._pictures), "-i", str(self.wav), "-c:v", "copy"]
        sound = CODECS[self._target.suffix.lower()][1].split()
        self._wait(self._begun([*inputs, *sound, str(self._target)], subprocess.DEVNULL))

    def _begun(self, words: list[str], source: int) -> subprocess.Popen[bytes]:
        with self._errors.open("wb") as errors:
            command = [self._ffmpeg, "-loglevel", "error", "-y", *words]
            return subprocess.Popen(command, stdin=source, stdout=subprocess.DEVNULL, stderr=errors)

    def _wait(self, program: subprocess.Popen[bytes]) -> None:
        if program.wait():
            from agi_emu.host_files.reading import BESIDE_RECORDING, decoded_text, read_whole

            said = decoded_text(read_whole(self._errors, BESIDE_RECORDING), errors="replace").strip().splitlines()
            why = said[-1] if said else f"it ended with {program.returncode}"
            raise HostError(f"ffmpeg could not make the film: {why}; {WITHOUT}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._encoder is not None and self._encoder.poll() is None:
            self._encoder.kill()
            self._encoder.wait()
        self._folder.cleanup()
