from typing import final

from typing_extensions import Buffer

from agi_emu._core.context import Context
from agi_emu._core.screen import Screen

@final
class Core(Context):
    """The inner loops over one state; `buffer` and `face` as for `Context` and `Screen`."""

    @property
    def screen(self) -> Screen: ...
    def __init__(self, buffer: Buffer, face: Buffer) -> None: ...
    def run(self) -> int:
        """Execute logics until something needs Python; return a stop (interp.pyx), 0 when a beat is due."""
    def enter(self, logic: int, temporary: bool = False, loaded_before: int = 0) -> bool:
        """Push a frame for a logic in memory; return False when calls are nested too deeply."""
    def count_empty_poll(self) -> None:
        """Count a poll of the event queue that found nothing."""
    def direction_pass(self) -> None:
        """Recompute the directions of the objects before logic 0 runs."""
    def animate(self) -> bool:
        """Choose loops, advance cels, move and redraw; return whether a search for a free place hung."""
    def sprites_out(self) -> None:
        """Take all objects out of the picture buffer."""
    def sprites_in(self) -> None:
        """Put all objects back, static ones first."""
    def show_sprites(self) -> None:
        """Copy the objects of both lists to the screen."""
    def forget_sprites(self) -> None:
        """Forget the lists; the sprites' pixels stay in the buffer."""
    def script_add(self, action: int, number: int) -> int:
        """Append an entry to the script list; return 0 or error 11 with its value in vm.error_value."""
    def clear_picture(self) -> None:
        """Fill the picture buffer with priority 4 and white."""
    def draw_picture(self, data: Buffer, pen_variant: int = 0) -> None:
        """Draw a picture resource over the buffer."""
    def show_view(self, view: int) -> int:
        """Draw a view over everything for show.obj; return 0 or the interpreter's error."""
    def hide_view(self) -> None:
        """Take away what `show_view` drew."""
    def set_object_view(self, number: int, view: int) -> int:
        """set.view as restore.game uses it; return 0 or the interpreter's error."""
    def draw_object(self, number: int) -> bool:
        """Draw an object as restore.game uses it; return whether its placement search hung."""
    def set_update(self, number: int, on: bool) -> None:
        """start.update or stop.update."""
