"""``agi-emu capture``: the screen and the sound of a game as files, films by ffmpeg, which may be absent."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

from agi_emu.cli.options import (
    GAME,
    NEW_FILE,
    GameOptions,
    OptionSet,
    Output,
    game_options,
    load_option,
    look_option,
    option,
    rate_option,
    tick_range,
    wav_option,
)
from agi_emu.cli.outputs import GIF, MP4, PNG, VGM, WAV, WEBM, output_file
from agi_emu.cli.told_errors import ErrorTeller, telling_options
from agi_emu.facts.codes import BEATS_PER_TICK, TICKS_PER_SECOND
from agi_emu.facts.errors import HostError

if TYPE_CHECKING:
    from agi_emu.machine.frame import Frame
    from agi_emu.presentation.looks import ScreenLook
    from agi_emu.session import Session

LAYERS = ("screen", "visual", "priority")
STILL = ".png"
ANIMATIONS = (".gif", ".apng")
KINDS = {STILL: PNG, ".gif": GIF, ".apng": PNG, ".mp4": MP4, ".webm": WEBM}
RECORDING = ".agirec"


def _target(_ctx: click.Context, _option: click.Parameter, path: Path | None) -> Path | None:
    if path is None or path.suffix.lower() in KINDS:
        return path
    raise click.BadParameter(f"'{path}' should end in {STILL}, {', '.join(ANIMATIONS)}, {' or '.join(CODECS)}.")


class PictureOptions(OptionSet):
    """The picture file, and what it shows."""

    target: Path | None = option(
        "-o",
        type=NEW_FILE,
        callback=_target,
        metavar="FILE",
        help="Picture to write: .png shows the last tick; .gif and .apng show every tick of the range, .mp4 and .webm "
        "with its sound (these need ffmpeg).",
    )
    scale: int = option(type=click.IntRange(1, 16), default=1, show_default=True, metavar="N", help="Size of a pixel.")
    layer: str = option(
        type=click.Choice(LAYERS),
        default="screen",
        show_default=True,
        help="Show the screen, or the colours or priorities of the picture buffer.",
    )
    screen_look: ScreenLook = look_option.field


class WaveOptions(OptionSet):
    """The sound file."""

    wav: Path | None = wav_option("WAV file for the sound of the range.").field
    rate: str = rate_option.field
    vgm: Path | None = option(
        type=NEW_FILE,
        metavar="FILE",
        help="VGM file of what the sound chip of a Tandy or PCjr is told in the range, for players of chip music.",
    )


@click.command
@click.argument("source", metavar="GAME|REC", type=GAME)
@PictureOptions.add("picture")
@WaveOptions.add("wave")
@click.option(
    "--ticks",
    default="0:100",
    show_default=True,
    callback=tick_range(0),
    metavar="A:B",
    help="Ticks to capture, 20 per second.",
)
@click.option("--game", type=GAME, metavar="GAME", help="Path to the game of REC, if it has moved.")
@load_option
@game_options
@telling_options
def command(
    source: Path,
    picture: PictureOptions,
    wave: WaveOptions,
    ticks: tuple[int, int],
    game: Path | None,
    load: Path | None,
    options: GameOptions,
    teller: ErrorTeller,
) -> None:
    """Save the picture and sound of GAME to files: PNG; GIF or APNG with the game's own timing; MP4, WebM; WAV, VGM.

    In a recording REC (.agirec), ticks count from its start. The pictures keep the game's palette indices.
    """
    if picture.target is None and wave.wav is None and wave.vgm is None:
        raise click.UsageError("Name a file for the picture (-o) or for the sound (--wav, --vgm).")
    from agi_emu.machine.frame import Layer
    from agi_emu.presentation.picture_files import picture_of, save_png
    from agi_emu.presentation.vgm import NOISE

    def frame() -> Frame:
        m = session.machine.unguarded
        return picture_of(m.state, picture.screen_look, Layer(picture.layer), m.translation)

    if source.suffix.lower() == RECORDING:
        session, ticks = _recorded_session(source, game, ticks, load, options, teller)
    else:
        if game:
            raise click.UsageError(
                f"--game names the game of a recording, but {source} is not a recording (*{RECORDING})."
            )
        session = _session(source, load, options, teller)
    teller.listen(session.machine)
    film = _Film(session)
    first, last = ticks
    target, wav, vgm = picture.target, wave.wav, wave.vgm
    if vgm is not None and session.machine.settings.machine not in NOISE:
        raise click.UsageError(f"--vgm needs --machine {' or '.join(NOISE)}: the format has no PC speaker.")
    is_film = target is not None and target.suffix.lower() in CODECS
    with ExitStack() as drafts:
        image = drafts.enter_context(output_file(target, KINDS[target.suffix.lower()])) if target else None
        video = drafts.enter_context(FilmFile(image, picture.scale)) if image and is_film else None
        sound = drafts.enter_context(output_file(wav, WAV)) if wav else None
        log = drafts.enter_context(output_file(vgm, VGM)) if vgm else None
        sounds = [each for each in (sound, video.wav if video else None) if each]
        with film.chip_file(log, first), film.sound_files(sounds, int(wave.rate), first):
            if video:
                _show(film, video.add, frame, range(first, last + 1))
            elif image is None or image.suffix.lower() == STILL:
                film.play_to(last)
                if image:
                    save_png(image, frame(), picture.scale)
                if sound or log:
                    film.play_to(last + 1)
            else:
                _animation(film, frame, range(first, last + 1), image, picture.scale)
        if video:
            video.finish()
    if teller.json:
        files = {name: str(path) for name, path in (("file", target), ("wav", wav), ("vgm", vgm)) if path}
        teller.record({**files, "ticks": [first, last], "played_ticks": film.tick})
    if session.game_ended:
        teller.note(f"the game ended in tick {film.tick}")


def _session(game: Path, load: Path | None, options: GameOptions, output: Output) -> Session:
    """Return a session of a game, played by a script if there is one."""
    from agi_emu.cli.machines import MachineStart, machine_of, prompter_of
    from agi_emu.session import EveryBeat, NoInput, Session

    machine = machine_of(game, options, output, MachineStart(load=load))
    return Session(machine, source=NoInput(), pacer=EveryBeat(), prompter=prompter_of(options.script))


def _recorded_session(
    path: Path, game: Path | None, ticks: tuple[int, int], load: Path | None, options: GameOptions, output: Output
) -> tuple[Session, tuple[int, int]]:
    """Return a session that plays a recording, and the range of ticks clipped to its end."""
    if load or options != GameOptions(profile=options.profile):
        raise click.UsageError("A recording has its own start, settings and keys; you can only change --profile.")
    from agi_emu.recording.game_lookup import game_of
    from agi_emu.recording.recording import Recording
    from agi_emu.recording.replaying.playback import session_of

    recording = Recording.load(path, unclosed=True)
    opened = game_of(recording.head, path, game, options.profile)
    if opened.digest != recording.head.game_digest:
        output.note(f"{path}: the game has changed since it was recorded")
    session = session_of(opened, recording)
    last = recording.beats(session.machine.unguarded.state.clock.beats) // BEATS_PER_TICK
    if ticks[0] > last:
        raise click.UsageError(f"--ticks: {path} ends with tick {last}.")
    return session, (ticks[0], min(ticks[1], last))


class _Film:
    """A session that is played tick by tick from its start."""

    def __init__(self, session: Session) -> None:
        from agi_emu.session import beats_of_ticks

        self.session = session
        self._start = beats_of_ticks(session.machine, 0)

    @property
    def tick(self) -> int:
        """Number of ticks played so far."""
        return max(0, self.session.beats - self._start) // BEATS_PER_TICK

    def play_to(self, tick: int) -> None:
        """Play to the end of a tick; tick 0 is the start."""
        if tick:
            self.session.run(beats=self._start + tick * BEATS_PER_TICK - self.session.beats)

    @contextmanager
    def sound_files(self, paths: Sequence[Path], rate: int, first: int) -> Iterator[None]:
        """Write the sound from tick `first` on to files."""
        from agi_emu.presentation.wave import WaveFile, WaveSink

        begins = 1 + (self._start + first * BEATS_PER_TICK if first else 0)
        with ExitStack() as files:
            for path in paths:
                file = files.enter_context(WaveFile(path, rate))
                sink = files.enter_context(WaveSink(file, self.session.machine, rate, first=begins))
                self.session.audio.append(sink)
            yield

    @contextmanager
    def chip_file(self, path: Path | None, first: int) -> Iterator[None]:
        """Write what the chip is told from tick `first` on to a file, if one was asked for; before it in no time."""
        if path is None:
            yield
            return
        from agi_emu.presentation.vgm import vgm

        clock, log = self.session.machine.unguarded.state.clock, _ChipLog()
        begins = clock.beats + first * BEATS_PER_TICK
        self.session.audio.append(log)
        yield
        writes = [(max(0, beat - begins), port, value) for beat, port, value in log]
        path.write_bytes(vgm(writes, max(0, clock.beats - begins), self.session.machine.settings.machine))


class _ChipLog(list[tuple[int, int, int]]):
    """What the ports of the sound are told."""

    write = list.extend
    """Keep the writes of a beat, or of several."""


def _show(film: _Film, add: Callable[[Frame], object], frame: Callable[[], Frame], ticks: range) -> None:
    """Play, and add every tick to a film."""
    for tick in ticks:
        film.play_to(tick)
        add(frame())
    film.play_to(ticks.stop)


def _animation(film: _Film, frame: Callable[[], Frame], ticks: range, target: Path, scale: int) -> None:
    from agi_emu.presentation.picture_files import Animation, AnimationFormat

    animation = Animation()
    _show(film, animation.add, frame, ticks)
    animation.save(target, AnimationFormat(target.suffix.lower()), scale)


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
