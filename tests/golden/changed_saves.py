"""What becomes of a savegame of the original in which one byte is another one, block by block.

Run as a program it prints the table of docs/savegames.md: ``python -m tests.golden.changed_saves SAVES GAMES [PART]``;
one byte of so many is changed then.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path

from agi_emu.facts.codes import OBJECT_BYTES
from agi_emu.facts.errors import SaveError
from agi_emu.facts.mercies import FRIENDLY, Mercy
from agi_emu.machine.machine import Machine
from agi_emu.machine.saving.restoring import restore
from agi_emu.machine.saving.resuming import start_from
from agi_emu.machine.settings import Settings
from agi_emu.resources import open_game
from agi_emu.state.savegames.savegame import (
    DESCRIPTION_BYTES,
    ENTRY_BYTES,
    LENGTH_BYTES,
    PIECE_WORDS,
    Savegame,
    parse,
    script_entries,
)
from agi_emu.state.savegames.savegame_state import OBJECT_FIELDS, OBJECT_OFFSETS
from agi_emu.state.validation import check_state
from agi_emu.tracing.trace import Trace

CYCLES = 300
TICKS = 600
"""Of these 300 cycles at the usual delay; a window that waits for a key makes it fewer."""
PLACE = re.compile(r"(general state|objects|inventory|script events|scan starts|description|last piece) at offset \d+")
OF_ANOTHER_GAME = re.compile(r"the savegame belongs to .*, this game is ")


class Outcome(Enum):
    """What a changed byte does."""

    REFUSED = "refused"
    WITHOUT_EFFECT = "without effect"
    ANOTHER = "another savegame"


class Changer:
    """Changes the bytes of one savegame and restores what comes of it."""

    def __init__(self, game: Path, data: bytes, profile: str, mercies: frozenset[Mercy] = FRIENDLY) -> None:
        self.data = data
        self.blocks = list(_blocks(parse(data)))
        self.machine = Machine(open_game(game, profile), settings=Settings(mercies=mercies))
        start_from(self.machine, data)
        self._before = self.machine.snapshot()
        self._fuel = self.machine.unguarded.state.vm.fuel
        restore(self.machine, data)
        self._undamaged = self.machine.snapshot()

    def change(self, at: int, mask: int) -> Outcome:
        """Restore the savegame with other bits at an offset; whatever comes of it is looked at closely."""
        m = self.machine
        changed = bytearray(self.data)
        changed[at] ^= mask
        m.restore(self._before)
        refusal = ""
        try:
            restore(m, bytes(changed))
        except SaveError as error:
            refusal = str(error)
        if refusal:
            assert PLACE.search(refusal) or OF_ANOTHER_GAME.match(refusal), refusal
            # What it computed before it failed is paid for.
            m.unguarded.state.vm.fuel = self._fuel
            assert m.snapshot() == self._before, f"byte {at}: the running game is another one"
            return Outcome.REFUSED
        if m.snapshot() == self._undamaged:
            return Outcome.WITHOUT_EFFECT
        check_state(m.state)
        m.run(cycles=CYCLES, ticks=TICKS)
        check_state(m.state)
        return Outcome.ANOTHER


def _blocks(save: Savegame) -> Iterator[str]:
    """Yield for each byte of a file what it belongs to."""
    yield from ["description"] * DESCRIPTION_BYTES
    fields = {OBJECT_OFFSETS[name]: name for name in OBJECT_FIELDS}
    for name, piece in save.pieces().items():
        yield from ["lengths of the pieces"] * LENGTH_BYTES
        if name == "general":
            for field in save.layout.fields.values():
                block = field.name if field.count > 1 or field.name == "ticks" else "single numbers"
                yield from [block] * field.size
        elif name == "objects":
            record: list[str] = []
            for offset in range(OBJECT_BYTES):
                known = fields.get(offset, "")
                what = "objects: addresses" if known.endswith("_address") else "objects"
                record.append(what if known else record[-1])
            yield from record * (len(piece) // OBJECT_BYTES)
        elif name == "script":
            used = ENTRY_BYTES * len(script_entries(save))
            yield from ["script events"] * used + ["script behind them"] * (len(piece) - used)
        else:
            yield from [PIECE_WORDS[name]] * len(piece)


def changers(saves: Path, games: Path, mercies: frozenset[Mercy] = FRIENDLY) -> Iterator[Changer]:
    """Yield one for each savegame that was recorded."""
    for folder in sorted(path for path in saves.iterdir() if path.is_dir()):
        game, profile = games / f"{folder.name}.zip", Trace(folder).meta.interpreter
        yield Changer(game, (folder / "SG.1").read_bytes(), profile, mercies)


def count(each: Changer, places: Iterable[int], seed: int) -> Counter[tuple[str, Outcome]]:
    """Change the bytes at some places, each by a mask of its own, and count what came of it by block."""
    rng = random.Random(seed)
    return Counter((each.blocks[at], each.change(at, rng.randint(1, 255))) for at in places)


def table(found: Counter[tuple[str, Outcome]]) -> Iterator[str]:
    """Yield the rows of the table."""
    for block in dict.fromkeys(block for block, _ in found):
        total = sum(found[block, outcome] for outcome in Outcome)
        shares = (f"{100 * found[block, outcome] / total:.1f} %" for outcome in Outcome)
        yield f"| {block} | {total} | {' | '.join(shares)} |"
    total = found.total()
    shares = (f"{100 * sum(found[key] for key in found if key[1] is each) / total:.1f} %" for each in Outcome)
    yield f"| all | {total} | {' | '.join(shares)} |"


if __name__ == "__main__":
    part = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    everything: Counter[tuple[str, Outcome]] = Counter()
    for number, changer in enumerate(changers(Path(sys.argv[1]), Path(sys.argv[2]))):
        everything += count(changer, range(number % part, len(changer.data), part), number)
    print("\n".join(table(everything)))
