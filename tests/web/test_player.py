"""The machine's side of a page: keys, words, sound, saves and recordings, with a host that only remembers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from agi_emu.data import demo_path
from agi_emu.facts.errors import RecordingError, SaveError
from agi_emu.machine.machine import Machine
from agi_emu.machine.save_store import ROOT
from agi_emu.machine.settings import Settings
from agi_emu.presentation.looks import LOOKS, look_named
from agi_emu.recording.recording import Recording
from agi_emu.resources.game import open_game
from agi_emu.state.progress import Stop
from tests.own_games.building import GameBuilder
from web.machine_side.browser_keys import SCAN_CODES, key_press
from web.machine_side.kept_disk import KeptDisk
from web.machine_side.player import PagePlayer, describe, open_player
from web.machine_side.recorded import RecordedPlayer

SHIFT, CTRL, ALT = 1, 2, 4


class Host:
    """A page that remembers."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.samples = 0
        self.words: list[str] = []
        self.disk = ""

    def show(self, pixels: bytes, colours: bytes, width: int) -> None:
        self.frames.append(pixels)
        self.latest = (width, len(pixels) // width, colours)

    def hear(self, samples: memoryview) -> None:
        self.samples += len(samples)

    def tell(self, words: str) -> None:
        self.words.append(words)

    def keep(self, disk: str) -> None:
        self.disk = disk


def play(player: PagePlayer, beats: int) -> None:
    """Play so many beats, however long a turn may last."""
    end = player.session.beats + beats
    while player.session.beats < end and not player.is_over:
        player.turn(1)


@pytest.mark.parametrize(
    ("display", "width", "height", "colours"),
    [("ega", 320, 200, 16), ("cga", 320, 200, 16), ("cga-composite", 640, 200, 16), ("hercules-white", 720, 348, 2)],
)
def test_each_adapter_shows_its_own_pixels(host: Host, display: str, width: int, height: int, colours: int) -> None:
    player = PagePlayer(host, open_game(demo_path()), Settings(display=display))
    play(player, 60)
    shown_width, shown_height, palette = host.latest
    assert (shown_width, shown_height, len(palette)) == (width, height, 3 * colours)
    assert host.frames[-1] == player.machine.frame.pixels


def test_looks_lie_over_the_picture(host: Host) -> None:
    player = PagePlayer(host, open_game(demo_path()))
    play(player, 60)
    plain_pixels, plain_colours = host.frames[-1], host.latest[2]
    for name in LOOKS:
        player.look(name)
        shown = look_named(name)(player.machine.frame)
        assert (host.frames[-1], host.latest) == (shown.pixels, (shown.width, shown.height, shown.colours))
    player.look("amiga")
    assert host.frames[-1] == plain_pixels
    assert host.latest[2] != plain_colours
    player.look("plain")
    assert host.latest[2] == plain_colours


@pytest.fixture
def host() -> Host:
    return Host()


@pytest.fixture
def player(host: Host) -> PagePlayer:
    """The demo game, ashore."""
    player = open_player(host, str(demo_path()), "{}")
    play(player, 120)
    for _ in range(2):
        player.press("Enter", "Enter", 0, False)
        player.release("Enter")
        play(player, 60)
    return player


def test_beats_sound_and_pictures_are_those_of_the_machine(host: Host) -> None:
    game = open_game(demo_path())
    player = PagePlayer(host, game)
    player.sound.open(48_000)
    play(player, 90)
    machine = Machine(game)
    for _ in range(90):
        machine.advance((), Stop.BEAT)
    assert player.machine.digests().state == machine.digests().state
    assert host.frames[-1] == machine.frame.pixels
    assert host.samples == 90 * 800


def test_a_typed_command_is_answered_in_words(host: Host, player: PagePlayer) -> None:
    host.words.clear()
    for letter in "look":
        player.press(f"Key{letter.upper()}", letter, 0, False)
        player.typed(letter)
        play(player, 6)
    player.press("Enter", "Enter", 0, False)
    play(player, 60)
    assert player.machine.message
    assert any("Barnaby" in words for words in host.words)


def test_text_of_an_input_method_needs_no_key(player: PagePlayer) -> None:
    player.typed("lamp")
    play(player, 30)
    assert player.machine.text.input_line.rstrip("_").endswith("lamp")


@pytest.mark.parametrize(
    ("code", "key", "modifiers", "scancode", "character"),
    [("F10", "F10", 0, 0x43, 0), ("KeyQ", "a", 0, 0x14, ord("a")), ("KeyZ", "Ω", ALT, 0x1D, ord("z"))],
)
def test_keys_are_named_by_place_and_character(
    code: str, key: str, modifiers: int, scancode: int, character: int
) -> None:
    press = key_press(code, key, modifiers)
    assert (press.scancode, press.keycode) == (scancode, character)


def test_every_key_of_the_pc_has_a_name() -> None:
    assert {f"F{number}" for number in range(1, 11)} | {"Numpad5", "ScrollLock", "ArrowLeft"} <= set(SCAN_CODES)
    assert len(set(SCAN_CODES.values())) == len(SCAN_CODES)


def test_a_click_walks(player: PagePlayer) -> None:
    before = player.machine.ego.x
    player.point(2 * before + 60, 8 + player.machine.ego.y, 1, True)
    play(player, 120)
    assert player.machine.ego.x > before


def test_a_moment_comes_back(host: Host, player: PagePlayer) -> None:
    data = player.save("here")
    digests = player.machine.digests()
    assert describe(data).startswith("room 2")
    player.press("ArrowRight", "ArrowRight", 0, False)
    play(player, 60)
    assert player.machine.digests() != digests
    assert player.load(data) == "The game is exactly as it was."
    assert player.machine.digests().state == digests.state
    with pytest.raises(SaveError):
        player.load(b"no save")
    assert player.machine.digests().state == digests.state
    assert describe(b"no save") == ""


def test_time_goes_back(player: PagePlayer) -> None:
    beats = player.machine.state.clock.beats
    assert player.back()
    assert player.machine.state.clock.beats < beats


def test_a_restart_keeps_the_saves(host: Host, player: PagePlayer) -> None:
    player.disk.write(ROOT, b"LAMPSG.1", b"data")
    player.restart()
    assert player.machine.state.clock.beats == 0
    assert player.disk.names == ["LAMPSG.1"]


def test_the_disk_comes_back_from_its_text() -> None:
    kept: list[str] = []
    disk = KeptDisk(kept.append)
    disk.write(ROOT, b"LAMPSG.1", b"first")
    disk.write(ROOT, b"LAMPSG.2", bytes(range(256)))
    other = KeptDisk(kept.append)
    other.load(kept[-1])
    assert (other.disk, other.names) == (disk.disk, ["LAMPSG.2", "LAMPSG.1"])
    assert other.file("LAMPSG.2") == bytes(range(256))


def test_a_recording_is_compared_tick_by_tick_once(root: Path, host: Host) -> None:
    recording = Recording.load(root / "tests" / "replay" / "the-last-lamp.agirec")
    player = RecordedPlayer(host, str(demo_path()), recording)
    play(player, 600)
    player.seek(50)
    play(player, 60)
    status = json.loads(player.status())
    assert (status["tick"], status["compared"], status["equal"], status["difference"]) == (70, 199, 199, None)
    assert json.loads(player.state())["variables"]


def test_the_first_tick_that_differs_is_named(root: Path, host: Host) -> None:
    recording = Recording.load(root / "tests" / "replay" / "the-last-lamp.agirec")
    ticks = list(recording.ticks)
    ticks[30] = ticks[30]._replace(frame="0" * 16)
    player = RecordedPlayer(host, str(demo_path()), replace(recording, ticks=tuple(ticks)))
    play(player, 150)
    status = json.loads(player.status())
    assert status["difference"] == [31, "frame"]
    assert status["compared"] - status["equal"] == 1


def test_a_player_takes_over(root: Path, host: Host) -> None:
    recording = Recording.load(root / "tests" / "replay" / "the-last-lamp.agirec")
    player = RecordedPlayer(host, str(demo_path()), recording)
    player.seek(600)
    player.take_over()
    x = player.machine.ego.x
    player.press("ArrowLeft", "ArrowLeft", 0, False)
    play(player, 60)
    assert player.machine.ego.x != x
    assert json.loads(player.status())["joined"]


def test_another_game_is_refused(root: Path, host: Host, build_game: GameBuilder) -> None:
    recording = Recording.load(root / "tests" / "replay" / "the-last-lamp.agirec")
    with pytest.raises(RecordingError, match="this is not the recorded game"):
        RecordedPlayer(host, str(build_game({0: "return();"})), recording)
