"""Host keys become the key words and arrows of reference: KEY-3, KEY-9."""

from __future__ import annotations

import pytest

from agi_emu.input.host_events import KeyPress, KeyRelease, Modifier, Typed
from agi_emu.input.host_keyboard import HostKeyboard
from agi_emu.machine.input.events import Arrow, InputEvent, Key

SHIFT, CTRL, ALT, ALT_GR = Modifier.SHIFT, Modifier.CTRL, Modifier.LEFT_ALT, Modifier.RIGHT_ALT
UP, RIGHT, PAGE_UP, LEFT = 0x52, 0x4F, 0x4B, 0x50
KP_8, KP_5, KP_0, KP_PERIOD, KP_ENTER = 0x60, 0x5D, 0x62, 0x63, 0x58


def pressed(scancode: int, code: str = "", modifiers: Modifier = Modifier.NONE) -> list[InputEvent]:
    return HostKeyboard().press(KeyPress(scancode, ord(code) if code else 0, modifiers))


def letter_place(letter: str) -> int:
    return 4 + ord(letter) - ord("a")


@pytest.mark.parametrize(
    ("scancode", "modifiers", "word"),
    [
        (0x28, Modifier.NONE, 13),
        (KP_ENTER, Modifier.NONE, 13),
        (0x28, SHIFT, 13),
        (0x28, CTRL, 10),
        (0x29, Modifier.NONE, 27),
        (0x2A, Modifier.NONE, 8),
        (0x2A, CTRL, 127),
        (0x2B, Modifier.NONE, 9),
        (0x2B, SHIFT, 15 << 8),
        (0x49, Modifier.NONE, 82 << 8),
        (0x4C, Modifier.NONE, 83 << 8),
        (KP_0, Modifier.NONE, 82 << 8),
        (KP_PERIOD, Modifier.NONE, 83 << 8),
        (0x3A, Modifier.NONE, 0x3B00),
        (0x43, Modifier.NONE, 68 << 8),
        (0x3A, SHIFT, 84 << 8),
        (0x43, CTRL, 103 << 8),
        (0x3F, ALT, 109 << 8),
        (LEFT, CTRL, 115 << 8),
        (RIGHT, CTRL, 116 << 8),
        (0x4D, CTRL, 117 << 8),
        (0x4E, CTRL, 118 << 8),
        (0x4A, CTRL, 119 << 8),
        (PAGE_UP, CTRL, 132 << 8),
        (0x47, Modifier.NONE, 0x4600),
    ],
)
def test_keys_without_text(scancode: int, modifiers: Modifier, word: int) -> None:
    assert pressed(scancode, "", modifiers) == [Key(word)]


@pytest.mark.parametrize(
    ("scancode", "modifiers"), [(UP, CTRL), (0x51, CTRL), (UP, ALT), (0x44, SHIFT), (0x28, ALT), (0x2B, CTRL)]
)
def test_keys_that_give_nothing(scancode: int, modifiers: Modifier) -> None:
    assert pressed(scancode, "", modifiers) == []


@pytest.mark.parametrize(("code", "scan"), [("q", 16), ("d", 32), ("z", 44), ("m", 50), ("1", 120), ("=", 131)])
def test_alt_with_a_character_gives_its_scan_code(code: str, scan: int) -> None:
    keyboard = HostKeyboard()
    assert keyboard.press(KeyPress(30, ord(code), ALT)) == [Key(scan << 8)]
    assert keyboard.typed(Typed(code)) == [], "X11 sends the letter as text as well"


@pytest.mark.parametrize(
    ("code", "word"), [("a", 1), ("c", 3), ("z", 26), ("[", 27), ("\\", 28), ("]", 29), ("6", 30), ("-", 31)]
)
def test_ctrl_with_a_character(code: str, word: int) -> None:
    assert pressed(30, code, CTRL) == [Key(word)]


def test_ctrl_with_a_digit_gives_nothing_and_no_text() -> None:
    keyboard = HostKeyboard()
    assert keyboard.press(KeyPress(0x1E, ord("1"), CTRL)) == []
    assert keyboard.typed(Typed("1")) == []


def test_characters_come_from_text() -> None:
    keyboard = HostKeyboard()
    assert keyboard.press(KeyPress(letter_place("a"), ord("a"))) == []
    assert keyboard.typed(Typed("a")) == [Key(0x61)]
    keyboard.press(KeyPress(letter_place("a"), ord("a"), SHIFT))
    assert keyboard.typed(Typed("A")) == [Key(0x41)]


def test_text_beyond_ascii_is_code_page_437_and_the_rest_is_ignored() -> None:
    keyboard = HostKeyboard()
    keyboard.press(KeyPress(0x34, 0))
    # 0x84 is a-umlaut in code page 437; Cyrillic zhe and the euro sign have no place in it.
    assert keyboard.typed(Typed("äж€!")) == [Key(0x84), Key(0x21)]


def test_text_without_a_key_press_is_taken() -> None:
    keyboard = HostKeyboard()
    keyboard.press(KeyPress(0x28))
    keyboard.settle()
    assert keyboard.typed(Typed("ä")) == [Key(0x84)], "an input method has no keys"


def test_alt_gr_makes_the_text_of_the_layout() -> None:
    keyboard = HostKeyboard()
    assert keyboard.press(KeyPress(letter_place("q"), ord("q"), ALT_GR)) == []
    assert keyboard.typed(Typed("@")) == [Key(0x40)]
    assert keyboard.settle() == []


def test_right_alt_is_alt_when_the_layout_has_nothing_there() -> None:
    keyboard = HostKeyboard()
    keyboard.press(KeyPress(letter_place("d"), ord("d"), ALT_GR))
    assert keyboard.typed(Typed("d")) == [Key(0x2000)], "X11 sends the plain letter"
    keyboard.press(KeyPress(letter_place("d"), ord("d"), ALT_GR))
    assert keyboard.settle() == [Key(0x2000)], "Windows sends no text"
    assert keyboard.settle() == []


def test_ctrl_with_right_alt_is_alt_gr_of_windows() -> None:
    keyboard = HostKeyboard()
    assert keyboard.press(KeyPress(letter_place("q"), ord("q"), CTRL | ALT_GR)) == []
    assert keyboard.typed(Typed("@")) == [Key(0x40)]


def test_keys_of_the_desktop_stay_with_it() -> None:
    keyboard = HostKeyboard()
    assert keyboard.press(KeyPress(letter_place("l"), ord("l"), Modifier.COMMAND)) == []
    assert keyboard.typed(Typed("l")) == []


def test_arrows_go_down_once_and_up_once() -> None:
    keyboard = HostKeyboard()
    assert keyboard.press(KeyPress(UP)) == [Arrow(1, down=True)]
    assert keyboard.press(KeyPress(UP, repeated=True)) == []
    assert keyboard.release(KeyRelease(UP)) == [Arrow(1, down=False)]
    assert keyboard.release(KeyRelease(UP)) == []


def test_a_machine_that_does_not_ignore_repeats_gets_them() -> None:
    keyboard = HostKeyboard()
    keyboard.repeats_arrows = True
    assert keyboard.press(KeyPress(UP)) == keyboard.press(KeyPress(UP, repeated=True)) == [Arrow(1, down=True)]
    assert keyboard.release(KeyRelease(UP)) == [Arrow(1, down=False)]


@pytest.mark.parametrize(
    ("scancode", "direction"),
    [
        *((0x52, 1), (0x4B, 2), (0x4F, 3), (0x4E, 4), (0x51, 5), (0x4D, 6), (0x50, 7), (0x4A, 8)),
        *((0x60, 1), (0x61, 2), (0x5E, 3), (0x5B, 4), (0x5A, 5), (0x59, 6), (0x5C, 7), (0x5F, 8), (0x5D, 0)),
    ],
)
def test_directions(scancode: int, direction: int) -> None:
    assert pressed(scancode) == [Arrow(direction, down=True)]


def test_keypad_gives_digits_with_num_lock_or_shift_but_not_both() -> None:
    # reference: KEY-4
    for modifiers in (Modifier.NUM_LOCK, SHIFT):
        keyboard = HostKeyboard()
        assert keyboard.press(KeyPress(KP_8, 0, modifiers)) == [Key(ord("8"))]
        assert keyboard.typed(Typed("8")) == [], "the digit must not come twice"
    assert pressed(KP_8, "", Modifier.NUM_LOCK | SHIFT) == [Arrow(1, down=True)]
    assert pressed(KP_0, "", Modifier.NUM_LOCK) == [Key(ord("0"))]
    assert pressed(KP_PERIOD, "", Modifier.NUM_LOCK) == [Key(ord("."))]


def test_an_arrow_is_released_as_what_it_was_pressed() -> None:
    keyboard = HostKeyboard()
    keyboard.press(KeyPress(KP_8))
    assert keyboard.release(KeyRelease(KP_8)) == [Arrow(1, down=False)], "NumLock may have changed in between"


def test_focus_loss_releases_what_is_held() -> None:
    keyboard = HostKeyboard()
    keyboard.press(KeyPress(UP))
    keyboard.press(KeyPress(LEFT))
    assert keyboard.let_go() == [Arrow(1, down=False), Arrow(7, down=False)]
    assert keyboard.let_go() == []
    assert keyboard.release(KeyRelease(UP)) == []


def test_keypad_5_counts_only_without_modifiers() -> None:
    assert pressed(KP_5, "", CTRL) == []
    assert pressed(KP_5, "", ALT) == []
