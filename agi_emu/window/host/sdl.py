"""A window of SDL with a surface of pixels, and its events in words of our own.

The window has no renderer of its own; only the look of a picture tube is drawn by one of SDL's, on the surface.
Measured with a first picture of 1280x960 on X11: a window surface takes 7 ms and 24 MiB, the software renderer 12 ms
and 31 MiB, the default one (OpenGL) 60-140 ms and 125 MiB; the core's scaler fills the surface in half a millisecond.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import importlib.util
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from agi_emu.facts.errors import ExitCode, HostError
from agi_emu.input.host_events import (
    CloseRequest,
    Composed,
    Dropped,
    FocusLost,
    HostEvent,
    KeyPress,
    KeyRelease,
    Modifier,
    Pointer,
    PointerShape,
    Redraw,
    Typed,
    Wheel,
)
from agi_emu.window.host.gamepads import Gamepads

SURFACE_DRIVERS = ("x11", "windows")
"""Drivers whose own window surface is quicker than one that SDL makes of a texture."""
INVISIBLE_DRIVER = "offscreen"
"""The driver SDL picks when there is no display; its windows are invisible."""
LETTERS_END = 0x7F
POLLS_BEFORE_GAMEPADS = 10
SMALLEST = (320, 200)
LEAST_LINE, LIT, GAP = 2, 0.6, 0x68
"""Of a picture tube: rows of the window for a line of the picture from which gaps are drawn, the part of a line above
its gap, and how dark of 255 a gap is."""
INDIRECT_TOUCH = (1, 2)
"""SDL's kinds of touch pads, which move a mouse of their own."""


def load_sdl() -> ModuleType:
    """Import PySDL2 and suppress its notice about where the library comes from."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                with _no_search_of_the_system():
                    import sdl2  # type: ignore[import-untyped]
            except ImportError:
                import sdl2
    except ImportError as error:
        raise HostError(f"no window: {error}; pip install pysdl2 pysdl2-dll") from error
    assert isinstance(sdl2, ModuleType)
    return sdl2


@contextmanager
def _no_search_of_the_system() -> Iterator[None]:
    """Keep PySDL2 from searching for SDL elsewhere if its companion package has the library.

    Otherwise it asks the system for six names, and on Linux each question runs ldconfig and compilers: 18 processes,
    half of the import time.
    """
    search = ctypes.util.find_library
    if importlib.util.find_spec("sdl2dll") and "PYSDL2_DLL_PATH" not in os.environ:
        ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = search


class SdlDisplay:
    """SDL's video subsystem, from start to end."""

    def __init__(self) -> None:
        """Start it; raise HostError with SDL's reason if it fails."""
        self.lost: Callable[[], object] = lambda: None
        """Called when an X server closes the connection, for instance since it was killed; then the program ends."""
        self.sdl = load_sdl()
        # The name by which the desktop groups windows; SDL reads it from nowhere else.
        os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "agi-emu")
        if sys.platform == "linux" and not {"XDG_RUNTIME_DIR", "SDL_VIDEODRIVER"} & os.environ.keys():
            # Wayland's socket is in that folder; without one, its library would only complain on stderr.
            self.sdl.SDL_SetHint(b"SDL_VIDEODRIVER", b"x11,kmsdrm,offscreen")
        # Fingers come as fingers; SDL would also make a mouse of them.
        self.sdl.SDL_SetHint(self.sdl.SDL_HINT_TOUCH_MOUSE_EVENTS, b"0")
        self.sdl.SDL_SetHint(b"SDL_IME_SHOW_UI", b"1")
        # Windows would enlarge the window itself, and blur it, on screens of more than 96 dots per inch.
        self.sdl.SDL_SetHint(b"SDL_WINDOWS_DPI_AWARENESS", b"permonitorv2")
        if self.sdl.SDL_Init(self.sdl.SDL_INIT_VIDEO) != 0:
            raise HostError(f"no window: {self.sdl.SDL_GetError().decode(errors='replace')}")
        self.driver: str = self.sdl.SDL_GetCurrentVideoDriver().decode()
        if self.driver in SURFACE_DRIVERS:
            self.sdl.SDL_SetHint(b"SDL_FRAMEBUFFER_ACCELERATION", b"0")
        xlib = _load_xlib() if self.driver == "x11" else None
        if xlib is not None:
            # Xlib ends the program when this returns, and at once without it.
            self._on_loss = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(self._end)
            xlib.XSetIOErrorHandler(self._on_loss)

    def _end(self, _connection: int) -> int:
        """Keep what was played and end the program: nothing can be shown any more."""
        os.write(2, b"agi-emu: the display has closed the connection\n")
        try:
            self.lost()
        finally:
            os._exit(ExitCode.HOST_LACKS)

    @property
    def is_visible(self) -> bool:
        """Whether somebody can see a window; a driver that the user asked for by name counts as seen."""
        return self.driver != INVISIBLE_DRIVER or "SDL_VIDEODRIVER" in os.environ

    def usable_size(self) -> tuple[int, int]:
        """Return the size of the first screen without the desktop's panels."""
        area = self.sdl.SDL_Rect()
        if self.sdl.SDL_GetDisplayUsableBounds(0, ctypes.byref(area)) != 0:
            return SMALLEST
        return int(area.w), int(area.h)

    def shows(self, x: int, y: int) -> bool:
        """Return whether a point of the desktop lies on a screen."""
        area = self.sdl.SDL_Rect()
        for index in range(self.sdl.SDL_GetNumVideoDisplays()):
            if self.sdl.SDL_GetDisplayBounds(index, ctypes.byref(area)) != 0:
                continue
            if area.x <= x < area.x + area.w and area.y <= y < area.y + area.h:
                return True
        return False

    def close(self) -> None:
        """End SDL."""
        self.sdl.SDL_Quit()


class SdlWindow:
    """A window and what it shows."""

    def __init__(
        self,
        display: SdlDisplay,
        title: str,
        width: int,
        height: int,
        *,
        full_screen: bool = False,
        corner: tuple[int, int] | None = None,
    ) -> None:
        """Open a window of width x height points; at `corner` if that lies on a screen, else in the middle."""
        self._sdl = sdl = display.sdl
        self._bare_x11 = _load_xlib() if display.driver == "x11" else None
        self._windowed_size = (width, height)
        flags = sdl.SDL_WINDOW_RESIZABLE | sdl.SDL_WINDOW_ALLOW_HIGHDPI
        if full_screen:
            flags |= sdl.SDL_WINDOW_FULLSCREEN_DESKTOP
        centred = sdl.SDL_WINDOWPOS_CENTERED
        left, top = corner if corner and display.shows(*corner) else (centred, centred)
        self._window = sdl.SDL_CreateWindow(title.encode(), left, top, width, height, flags)
        if not self._window:
            raise HostError(f"no window: {sdl.SDL_GetError().decode(errors='replace')}")
        sdl.SDL_SetWindowMinimumSize(self._window, *SMALLEST)
        if full_screen:
            self._cover_bare_screen()
        sdl.SDL_StartTextInput()
        self._canvas: Any = None
        self._small: Any = None
        self._cursors: dict[PointerShape, Any] = {}
        self._gamepads = Gamepads(sdl)
        self._finger: int | None = None
        self._polls = 0
        self._event = sdl.SDL_Event()
        self._modifiers = (
            (sdl.KMOD_SHIFT, Modifier.SHIFT),
            (sdl.KMOD_CTRL, Modifier.CTRL),
            (sdl.KMOD_LALT, Modifier.LEFT_ALT),
            (sdl.KMOD_RALT | sdl.KMOD_MODE, Modifier.RIGHT_ALT),
            (sdl.KMOD_NUM, Modifier.NUM_LOCK),
            (sdl.KMOD_GUI, Modifier.COMMAND),
        )

    def close(self) -> None:
        """Close the window."""
        self._gamepads.close()
        for cursor in self._cursors.values():
            self._sdl.SDL_FreeCursor(cursor)
        for surface in filter(None, (self._canvas, self._small)):
            self._sdl.SDL_FreeSurface(surface)
        self._sdl.SDL_DestroyWindow(self._window)

    @property
    def title(self) -> str:
        """The text of the title bar."""
        return bytes(self._sdl.SDL_GetWindowTitle(self._window)).decode()

    @title.setter
    def title(self, title: str) -> None:
        self._sdl.SDL_SetWindowTitle(self._window, title.encode())

    @property
    def full_screen(self) -> bool:
        """Whether the window covers the whole screen, without a change of the display's mode."""
        return bool(self._sdl.SDL_GetWindowFlags(self._window) & self._sdl.SDL_WINDOW_FULLSCREEN)

    @full_screen.setter
    def full_screen(self, full_screen: bool) -> None:
        if full_screen and not self.full_screen:
            self._windowed_size = self._points()
        flag = self._sdl.SDL_WINDOW_FULLSCREEN_DESKTOP if full_screen else 0
        self._sdl.SDL_SetWindowFullscreen(self._window, flag)
        if full_screen:
            self._cover_bare_screen()
        else:
            self._resize_in_x11(None, *self._windowed_size)

    def place(self) -> tuple[int, int, int, int]:
        """Return left, top, width and height of the window as a new window takes them, in points."""
        left, top, beside, above = (ctypes.c_int() for _ in range(4))
        self._sdl.SDL_GetWindowPosition(self._window, ctypes.byref(left), ctypes.byref(top))
        if self._bare_x11:
            # There a new window's corner is that of the frame which the window manager draws around it.
            self._sdl.SDL_GetWindowBordersSize(self._window, ctypes.byref(above), ctypes.byref(beside), None, None)
        return left.value - beside.value, top.value - above.value, *self._points()

    def resize(self, width: int, height: int) -> None:
        """Change the size of a window that does not cover the screen, in points."""
        if not self.full_screen:
            self._sdl.SDL_SetWindowSize(self._window, width, height)

    def show_pointer(self, *, visible: bool) -> None:
        """Show or hide the mouse over the window."""
        self._sdl.SDL_ShowCursor(self._sdl.SDL_ENABLE if visible else self._sdl.SDL_DISABLE)

    def size(self) -> tuple[int, int]:
        """Return the window's size in pixels, which on a high-density display are more than its points."""
        surface = self._surface()
        return surface.w, surface.h

    def canvas(self) -> tuple[ctypes.Array[ctypes.c_uint32], int]:
        """Return the pixels to draw on and the number of pixels from one row to the next; valid until the next call."""
        surface = self._target()
        pitch = surface.pitch // 4
        return (ctypes.c_uint32 * (pitch * surface.h)).from_address(surface.pixels), pitch

    def small_canvas(self, width: int, height: int) -> tuple[ctypes.Array[ctypes.c_uint32], int]:
        """Return pixels to draw a picture of this size on, as `canvas` does, for `soften`."""
        self._small = self._sized(self._small, width, height, self._target().format.contents.format)
        pitch = self._small.contents.pitch // 4
        return (ctypes.c_uint32 * (pitch * height)).from_address(self._small.contents.pixels), pitch

    def soften(self, left: int, top: int, width: int, height: int) -> None:
        """Draw the small canvas on a part of the canvas as a picture tube would: soft, with gaps between its lines."""
        sdl, lines = self._sdl, self._small.contents.h
        renderer = sdl.SDL_CreateSoftwareRenderer(ctypes.byref(self._target()))
        texture = sdl.SDL_CreateTextureFromSurface(renderer, self._small)
        sdl.SDL_SetTextureScaleMode(texture, sdl.SDL_ScaleModeLinear)
        sdl.SDL_SetTextureBlendMode(texture, sdl.SDL_BLENDMODE_NONE)
        sdl.SDL_RenderCopy(renderer, texture, None, ctypes.byref(sdl.SDL_Rect(left, top, width, height)))
        if height >= LEAST_LINE * lines:
            ends = [round(height * (line + part) / lines) for line in range(lines) for part in (LIT, 1)]
            gaps = [sdl.SDL_Rect(left, top + a, width, b - a) for a, b in zip(ends[::2], ends[1::2], strict=True)]
            sdl.SDL_SetRenderDrawBlendMode(renderer, sdl.SDL_BLENDMODE_BLEND)
            sdl.SDL_SetRenderDrawColor(renderer, 0, 0, 0, GAP)
            sdl.SDL_RenderFillRects(renderer, (sdl.SDL_Rect * lines)(*gaps), lines)
        sdl.SDL_RenderPresent(renderer)
        sdl.SDL_DestroyTexture(texture)
        sdl.SDL_DestroyRenderer(renderer)

    def colour(self, red: int, green: int, blue: int) -> int:
        """Return the pixel value of a colour."""
        layout = self._target().format.contents
        return int(red << layout.Rshift | green << layout.Gshift | blue << layout.Bshift | layout.Amask)

    def clear(self) -> None:
        """Make the whole canvas black."""
        self._sdl.SDL_FillRect(self._target(), None, self.colour(0, 0, 0))

    def update(self, top: int, bottom: int) -> None:
        """Show rows `top` to `bottom` - 1 of the canvas on the screen."""
        surface = self._surface()
        band = self._sdl.SDL_Rect(0, top, surface.w, bottom - top)
        if self._canvas:
            self._sdl.SDL_UpperBlit(self._canvas, ctypes.byref(band), surface, ctypes.byref(band))
        self._sdl.SDL_UpdateWindowSurfaceRects(self._window, ctypes.byref(band), 1)

    def show_cursor(self, cursor: PointerShape) -> None:
        """Give the mouse a shape of the desktop's."""
        if cursor not in self._cursors:
            shapes = {
                PointerShape.ARROW: self._sdl.SDL_SYSTEM_CURSOR_ARROW,
                PointerShape.HAND: self._sdl.SDL_SYSTEM_CURSOR_HAND,
                PointerShape.TARGET: self._sdl.SDL_SYSTEM_CURSOR_CROSSHAIR,
            }
            self._cursors[cursor] = self._sdl.SDL_CreateSystemCursor(shapes[cursor])
        self._sdl.SDL_SetCursor(self._cursors[cursor])

    def clipboard(self) -> str:
        """Return the text on the clipboard; empty if there is none."""
        return bytes(self._sdl.SDL_GetClipboardText() or b"").decode(errors="replace")

    def poll(self) -> list[HostEvent]:
        """Return the events since the last call."""
        self._polls += 1
        if self._polls == POLLS_BEFORE_GAMEPADS:
            # Asking for gamepads takes five milliseconds, which the first picture need not wait for.
            self._gamepads.start()
        found: list[HostEvent] = []
        event = self._event
        while self._sdl.SDL_PollEvent(ctypes.byref(event)):
            translated = self._translate(event)
            if translated is not None:
                found.append(translated)
        return found

    def _points(self) -> tuple[int, int]:
        width, height = ctypes.c_int(), ctypes.c_int()
        self._sdl.SDL_GetWindowSize(self._window, ctypes.byref(width), ctypes.byref(height))
        return width.value, height.value

    def _cover_bare_screen(self) -> None:
        """Make a full-screen window cover its screen when no window manager does so; SDL relies on one."""
        area = self._sdl.SDL_Rect()
        index = self._sdl.SDL_GetWindowDisplayIndex(self._window)
        if self._sdl.SDL_GetDisplayBounds(index, ctypes.byref(area)) == 0:
            self._resize_in_x11((area.x, area.y), area.w, area.h)

    def _resize_in_x11(self, corner: tuple[int, int] | None, width: int, height: int) -> None:
        """Ask X itself for a new size, and place if given; a window manager that has done it already ignores that."""
        sdl, xlib = self._sdl, self._bare_x11
        info = sdl.SDL_SysWMinfo()
        sdl.SDL_GetVersion(ctypes.byref(info.version))
        if xlib is None or not sdl.SDL_GetWindowWMInfo(self._window, ctypes.byref(info)):
            return
        display, window = ctypes.c_void_p(info.info.x11.display), ctypes.c_ulong(info.info.x11.window)
        if corner:
            xlib.XMoveWindow(display, window, *corner)
        xlib.XResizeWindow(display, window, width, height)
        xlib.XFlush(display)

    def _surface(self) -> Any:
        surface = self._sdl.SDL_GetWindowSurface(self._window)
        if not surface:
            raise HostError(f"no window: {self._sdl.SDL_GetError().decode(errors='replace')}")
        return surface.contents

    def _target(self) -> Any:
        """Return the window's surface, or one of ours with four bytes per pixel if the window's has fewer."""
        surface = self._surface()
        if surface.format.contents.BytesPerPixel == 4:
            return surface
        self._canvas = self._sized(self._canvas, surface.w, surface.h, self._sdl.SDL_PIXELFORMAT_RGB888)
        return self._canvas.contents

    def _sized(self, surface: Any, width: int, height: int, kind: int) -> Any:
        """Return a surface if it has this size, or else another in its place."""
        if surface and (surface.contents.w, surface.contents.h) == (width, height):
            return surface
        if surface:
            self._sdl.SDL_FreeSurface(surface)
        return self._sdl.SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, kind)

    def _translate(self, event: Any) -> HostEvent | None:
        sdl, kind = self._sdl, event.type
        if kind == sdl.SDL_KEYDOWN:
            key = event.key
            code = key.keysym.sym if 0 < key.keysym.sym <= LETTERS_END else 0
            return KeyPress(int(key.keysym.scancode), int(code), self._held(key.keysym.mod), bool(key.repeat))
        if kind == sdl.SDL_KEYUP:
            return KeyRelease(int(event.key.keysym.scancode))
        if kind == sdl.SDL_TEXTINPUT:
            return Typed(event.text.text.decode(errors="ignore"))
        if kind == sdl.SDL_TEXTEDITING:
            # The words that the input method offers stand below the line in which it writes.
            width, height = self.size()
            sdl.SDL_SetTextInputRect(sdl.SDL_Rect(0, height * 15 // 16, width, height // 16))
            return Composed(event.edit.text.decode(errors="ignore"))
        if kind == sdl.SDL_MOUSEMOTION:
            return self._pointer(event.motion.x, event.motion.y, _button(event.motion.state), pressed=False)
        if kind in (sdl.SDL_MOUSEBUTTONDOWN, sdl.SDL_MOUSEBUTTONUP):
            down = kind == sdl.SDL_MOUSEBUTTONDOWN
            button = _button(1 << (event.button.button - 1)) if down else 0
            return self._pointer(event.button.x, event.button.y, button, pressed=down)
        if kind in (sdl.SDL_FINGERDOWN, sdl.SDL_FINGERMOTION, sdl.SDL_FINGERUP):
            return self._touch(event.tfinger)
        if kind == sdl.SDL_MOUSEWHEEL:
            return Wheel(int(event.wheel.y))
        if kind == sdl.SDL_WINDOWEVENT:
            if event.window.event == sdl.SDL_WINDOWEVENT_FOCUS_LOST:
                return FocusLost()
            if event.window.event in (sdl.SDL_WINDOWEVENT_SIZE_CHANGED, sdl.SDL_WINDOWEVENT_EXPOSED):
                return Redraw()
        if kind == sdl.SDL_DROPFILE:
            return Dropped(os.fsdecode(event.drop.file))
        if kind == sdl.SDL_QUIT:
            return CloseRequest()
        return self._gamepads.translate(event)

    def _held(self, bits: int) -> Modifier:
        held = Modifier.NONE
        for mask, modifier in self._modifiers:
            if bits & mask:
                held |= modifier
        return held

    def _pointer(self, x: int, y: int, button: int, *, pressed: bool) -> Pointer:
        """Convert a position from points to pixels."""
        points_wide, points_high = self._points()
        width, height = self.size()
        return Pointer(x * width // max(1, points_wide), y * height // max(1, points_high), button, pressed)

    def _touch(self, finger: Any) -> Pointer | None:
        """Return what the mouse would do; only the first finger counts, and only on the screen itself."""
        sdl, name = self._sdl, int(finger.fingerId)
        if sdl.SDL_GetTouchDeviceType(finger.touchId) in INDIRECT_TOUCH:
            return None
        is_down = finger.type == sdl.SDL_FINGERDOWN
        if is_down and self._finger is None:
            self._finger = name
        if name != self._finger:
            return None
        if finger.type == sdl.SDL_FINGERUP:
            self._finger = None
        width, height = self.size()
        return Pointer(int(finger.x * width), int(finger.y * height), int(self._finger is not None), is_down)


def _load_xlib() -> ctypes.CDLL | None:
    """Return the X library that SDL has loaded."""
    try:
        return ctypes.CDLL("libX11.so.6")
    except OSError:
        return None


def _button(mask: int) -> int:
    """Return the button that SDL's mask of buttons means: 1 left, 2 right, 3 middle; the left one wins."""
    return 1 if mask & 1 else 2 if mask & 4 else 3 if mask & 2 else 0
