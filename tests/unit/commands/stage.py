"""A stage for commands: a game of a few lines, switched on, one cycle run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agi_emu.facts.mercies import AS_RECORDED, SKIP_OPERANDS_OF_NULL_ACTIONS, Mercy
from agi_emu.logic.code import If, decode
from agi_emu.logic.opcodes import ACTIONS, operand_count
from agi_emu.machine.input.events import InputEvent, key_events
from agi_emu.machine.machine import Machine
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.resources import open_game
from agi_emu.state.layout import ScreenObject
from tests.own_games.building import ITEMS, WORDS, GameBuilder

RETURN = "return();"
EMPTY = "color off"
"""A picture that leaves the buffer as draw.pic begins it: priority 4, white."""


def view(width: int = 4, height: int = 3, *, loops: int = 1, cels: int = 1, description: str = "") -> str:
    """Return a view of full cels, all of one size; loop n is of colour n + 1."""
    text = f'description "{description}"\n' if description else ""
    for loop in range(loops):
        text += "loop\n" + ("cel\n" + (f"{loop + 1:x}" * width + "\n") * height) * cels
    return text


VIEWS = {0: view(), 1: view(cels=3), 2: view(loops=2), 3: view(loops=3), 4: view(loops=4, cels=2), 5: view(loops=5)}
"""The views of games that bring none: the number is that of the loops, but for view 1 of one loop with three cels."""


@dataclass
class Stage:
    """Called with LOGIC source, runs it as logic 0 for a cycle and returns the machine."""

    build_game: GameBuilder
    machines: list[Machine] = field(default_factory=list)
    executed: set[str] = field(default_factory=set)

    def __call__(
        self,
        source: str,
        *,
        logics: Mapping[int, str | bytes] | None = None,
        pictures: Mapping[int, str | bytes] | None = None,
        views: Mapping[int, str | bytes] = VIEWS,
        sounds: Mapping[int, str | bytes] | None = None,
        words: Mapping[str, int] = WORDS,
        items: Sequence[tuple[str, int]] = ITEMS,
        interpreter: str = "2.936",
        machine: str = "pc",
        display: str = "ega",
        mercies: frozenset[Mercy] = AS_RECORDED,
        seed: int = 1,
        extensions: frozenset[str] = frozenset(),
        cycles: int = 1,
    ) -> Machine:
        """Play the game strictly, as the recordings were made, in the interpreter named."""
        game = open_game(
            self.build_game(
                {0: f"{source}\n{RETURN}", **(logics or {})},
                pictures={0: EMPTY, **(pictures or {})},
                views=views,
                sounds=sounds,
                words=words,
                items=items,
                interpreter=interpreter,
            ),
            interpreter,
        )
        settings = Settings(
            machine=machine,
            display=display,
            seed=seed,
            budget=UNLIMITED,
            mercies=mercies,
            extensions=extensions,
        )
        m = Machine(game, settings=settings)
        m.core.record_actions(True)
        self.machines.append(m)
        for _ in range(cycles):
            m.cycle(beats=60)
        return m

    def room(self, setup: str, each: str = "", **options: object) -> Machine:
        """Run `setup` once in room 1, behind a visible empty picture, and `each` in every later cycle.

        In a room step size, step time and cycle time are 1 (reference: TIME-17).
        """
        source = f"""
        if (v0 == 0) {{ new.room(1); }}
        if (f5) {{
          v255 = 0; load.pic(v255); draw.pic(v255); show.pic();
          {setup}
        }} else {{ {each} }}
        """
        logics = {1: RETURN, **dict(options.pop("logics", {}))}  # type: ignore[call-overload]
        return self(source, logics=logics, **options)  # type: ignore[arg-type]

    def run_commands(self) -> set[str]:
        """Return the names of all actions executed so far, and of the tests in the logics that were compiled."""
        for m in self.machines:
            _, log = m.core.take_actions()
            offset = 0
            while offset < len(log):
                row = ACTIONS[log[offset]]
                self.executed.add(row.name)
                skips = row.is_null and SKIP_OPERANDS_OF_NULL_ACTIONS in m.settings.mercies
                offset += 1 + (len(row.operands) if skips else operand_count(row.number, m.profile))
            for number in m.game.logics:
                self.executed |= tests_in(m.game.logic(number).code)
        return self.executed


def tests_in(code: bytes) -> set[str]:
    """Return the names of the tests in a logic, and `return`, which is no action that is logged."""
    found = set()
    for instruction in decode(code):
        if isinstance(instruction, If):
            found |= {token.opcode.name for token in instruction.tokens if token.opcode is not None}
        elif code[instruction.offset] == 0:
            found.add("return")
    return found


def one(m: Machine, number: int = 1) -> ScreenObject:
    """Return a screen object."""
    found: ScreenObject = m.state.objects[number]
    return found


def press(m: Machine, *names: str) -> None:
    """Press keys one by one, each polled and taken before the next."""
    for name in names:
        events: tuple[InputEvent, ...] = key_events(name)
        m.advance(events)
        for _ in range(6):
            m.advance()


def on_object(commands: str, *, number: int = 1, at: tuple[int, int] = (80, 100), of: int = 0) -> str:
    """Return source that makes an object of a view and draws it, then runs `commands`.

    The place comes first: a cel set at (0, 0) would stick out above and mark the object as repositioned, so that it
    stands still in its first cycle (reference: OBJ-43).
    """
    x, y = at
    return f"""
    load.view({of}); animate.obj(o{number}); position(o{number}, {x}, {y}); set.view(o{number}, {of}); draw(o{number});
    {commands}
    """


def catching(action: str) -> str:
    """Return source that runs an action once and keeps its error in v50 and v51; without one, flag 201."""
    return f"if (v17) {{ v50 = v17; v51 = v18; v17 = 0; }} else {{ if (!f200) {{ set(f200); {action} set(f201); }} }}"


def caught(m: Machine) -> tuple[int, int]:
    """Return the error that `catching` has kept: v17 and v18."""
    return m.vars[50], m.vars[51]
