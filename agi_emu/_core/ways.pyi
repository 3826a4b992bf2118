from agi_emu._core.context import Context

def find_way(
    core: Context, number: int, box: tuple[int, int, int, int], slack: int, edge: int, on_signal: bool, on_water: bool
) -> tuple[bytes, int, int, bool]: ...
