from typing_extensions import Buffer

class Context:
    """One state's pointer with the resources that its loops read; `buffer` is a writable buffer of STATE_BYTES."""

    def __init__(self, buffer: Buffer, *args: object, **options: object) -> None: ...
    def configure(
        self,
        *,
        last_action: int,
        auto_loop: int,
        fixed_key: int,
        directions_in_animation: bool,
        distance_wraps: bool,
        prefix_bug: bool,
        bound_search: bool,
        keep_on_zero_division: bool,
        free_polls: bool,
        machine_type: int,
    ) -> None:
        """Take what the profile, the mercies and the settings say."""
    def set_action(self, number: int, kind: int, length: int) -> None:
        """Declare how an action is run: kind 0 invalid, 1 by the core, 2 by a Python handler; operand bytes."""
    def set_test(self, number: int, length: int) -> None:
        """Declare how many operand bytes a test has; said counts its own."""
    def set_code(self, number: int, code: bytes | None) -> None:
        """Give the core the code of a logic; None takes it away."""
    def set_view(self, number: int, view: bytes | None) -> None:
        """Give the core the bytes of a view; None takes it away."""
    def has_code(self, number: int) -> bool:
        """Return whether the code of a logic was given."""
    def has_view(self, number: int) -> bool:
        """Return whether the bytes of a view were given."""
    def record_actions(self, on: bool) -> None:
        """Switch the log of executed actions on or off; switching empties it."""
    def take_actions(self) -> tuple[int, bytes]:
        """Return count and bytes of the actions executed since the last call: opcode and operands of each."""

def sizes() -> int:
    """Return the size of the state as the core sees it."""
