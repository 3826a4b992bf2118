"""Pictures of a machine as files: the indices must survive, and so must the time."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from agi_emu.host_files.drafts import HOST_FILES
from agi_emu.machine.frame import Frame, Layer
from agi_emu.presentation.looks import plain
from agi_emu.presentation.picture_files import Animation, AnimationFormat, picture_of, png_bytes, save_numbered
from tests.frontend.fakes import EGA, FakeMachine


def still(*indices: int) -> Frame:
    return Frame(bytes(indices), EGA, width=len(indices), height=1)


def test_png_keeps_indices_and_palette() -> None:
    image = Image.open(io.BytesIO(png_bytes(still(0, 15, 4, 4, 9))))
    assert image.mode == "P"
    assert image.tobytes() == bytes([0, 15, 4, 4, 9])
    assert image.getpalette()[: 3 * 16] == list(EGA)  # type: ignore[index]


def test_scale_repeats_pixels() -> None:
    image = Image.open(io.BytesIO(png_bytes(still(0, 15), 3)))
    assert image.size == (6, 3)
    assert image.tobytes() == bytes([0, 0, 0, 15, 15, 15] * 3)


def test_layers_of_the_picture_buffer() -> None:
    machine = FakeMachine()
    machine.state.picture[0] = 0x4F
    machine.state.picture[1] = 0xA2
    machine.state.screen[0] = 7
    layers = (Layer.VISUAL, Layer.PRIORITY, Layer.SCREEN)
    visual, priority, screen = (picture_of(machine.state, plain, layer) for layer in layers)
    assert (visual.width, visual.height) == (priority.width, priority.height) == (160, 168)
    assert (screen.width, screen.height) == (320, 200)
    assert visual.pixels[:3] == bytes([15, 2, 0])
    assert priority.pixels[:3] == bytes([4, 10, 0])
    assert screen.pixels[0] == 7


def test_a_look_shows_the_screen_and_leaves_the_picture_buffer() -> None:
    def doubled(frame: Frame) -> Frame:
        rows = (frame.pixels[start : start + frame.width] for start in range(0, len(frame.pixels), frame.width))
        return Frame(b"".join(row * 2 for row in rows), frame.colours, width=2 * frame.width, height=frame.height)

    state = FakeMachine().state
    assert picture_of(state, doubled).width == 640
    assert picture_of(state, doubled, Layer.VISUAL) == picture_of(state, plain, Layer.VISUAL)


def test_numbered_pictures_never_overwrite(tmp_path: Path) -> None:
    (tmp_path / "game-0002.png").write_bytes(b"mine")
    first = save_numbered(tmp_path, "game", still(1))
    second = save_numbered(tmp_path, "game", still(2))
    assert [first.name, second.name] == ["game-0001.png", "game-0003.png"]
    assert (tmp_path / "game-0002.png").read_bytes() == b"mine"


def test_a_numbered_picture_takes_its_name_when_it_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flush = HOST_FILES.flush
    seen: list[set[str]] = []

    def look(path: Path) -> None:
        flush(path)
        seen.append({each.name for each in tmp_path.iterdir()} - {path.name})

    monkeypatch.setattr(HOST_FILES, "flush", look)
    save_numbered(tmp_path, "game", still(1))
    assert seen == [set()], "a program that is killed here leaves a draft, and no picture"
    assert [each.name for each in tmp_path.iterdir()] == ["game-0001.png"]


def test_a_numbered_picture_is_written_where_files_have_one_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(source: Path, target: Path) -> None:
        if target.name == "game-0001.png":
            target.write_bytes(b"of another program, a moment ago")
        raise PermissionError(1, "not permitted")

    monkeypatch.setattr(HOST_FILES, "link", refuse)
    assert save_numbered(tmp_path, "game", still(2)).name == "game-0002.png"
    assert (tmp_path / "game-0001.png").read_bytes() == b"of another program, a moment ago"
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("container", AnimationFormat)
def test_animations_keep_pixels_and_time(container: AnimationFormat, tmp_path: Path) -> None:
    animation = Animation()
    stills = [still(0, 1, 2), still(0, 1, 2), still(3, 1, 2), still(0, 1, 15)]
    for each in stills:
        animation.add(each)
    assert [shot.ticks for shot in animation.shots] == [2, 1, 1]
    target = tmp_path / "play"
    animation.save(target, container, scale=2)
    with Image.open(target) as image:
        assert image.size == (6, 2)
        frames = [(frame.convert("RGB"), frame.info["duration"]) for frame in ImageSequence.Iterator(image)]
    assert [duration for _, duration in frames] == [100, 50, 50]
    for (frame, _), shot in zip(frames, animation.shots, strict=True):
        assert frame.tobytes() == shot.frame.image(scale=2).convert("RGB").tobytes()


def test_an_animation_of_one_still(tmp_path: Path) -> None:
    animation = Animation()
    animation.add(still(5))
    animation.save(tmp_path / "one", AnimationFormat.GIF)
    with Image.open(tmp_path / "one") as image:
        assert image.convert("RGB").getpixel((0, 0)) == tuple(EGA[15:18])


def test_no_shots_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="needs at least one shot"):
        Animation().save(tmp_path / "none", AnimationFormat.GIF)


@pytest.mark.parametrize("container", list(AnimationFormat))
def test_animations_hold_16_and_256_colours(tmp_path: Path, container: AnimationFormat) -> None:
    grey = bytes(level for level in range(256) for _ in range(3))
    frames = [Frame(bytes(range(16)), EGA, width=16, height=1), Frame(bytes(range(240, 256)), grey, width=16, height=1)]
    animation = Animation()
    for frame in frames:
        animation.add(frame)
    path = tmp_path / f"mixed{container}"
    animation.save(path, container)
    with Image.open(path) as image:
        shown = [each.convert("RGB").tobytes() for each in ImageSequence.Iterator(image)]
    assert shown == [frame.rgb.tobytes() for frame in frames]
