"""Parts of a machine: logics, objects, frames, snapshots, saving, going back in time."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from agi_emu import Machine, open_game
from agi_emu.data import demo_path
from agi_emu.keeping.saves.rewind import BEATS_BETWEEN, Rewind
from agi_emu.machine.input.parser import read_sentence
from agi_emu.machine.saving.restoring import savegame_of
from agi_emu.machine.saving.resuming import resume
from agi_emu.machine.saving.state_saving import save_state
from agi_emu.machine.settings import UNLIMITED, Settings
from agi_emu.resources.writing.game_files import words_file
from agi_emu.state.digests import resume_hash
from agi_emu.state.progress import Need
from benchmarks.case import Work, case, played
from tests.own_games.building import GameBuilder

PLACE = TemporaryDirectory()
BUILD = GameBuilder(Path(PLACE.name))
PLAYED = ("demo", "kq4dem")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ACTIONS = 4_000
"""As many as fit into a logic."""
FAMILIES = {
    "arithmetic": "increment(v50); v51 = 7; v52 = v51; v52 += 3; v53 -= v52; v53 *= 3; v53 /= 2; decrement(v50);"
    "v55 = v50; *v51 = 9;",
    "flags": "set(f60); reset(f61); toggle(f62); set.v(v50); reset.v(v50); toggle.v(v50); set(f63); set(f64);"
    "reset(f64); set(f65);",
    "objects": "get.posn(o1, v51, v52); set.priority(o1, 9); current.view(o1, v53); step.size(o1, v54);"
    "cycle.time(o1, v54);" * 2,
    "chance": "random(1, 9, v51);" * 10,
    "display": 'display(3, 4, "a short text");' * 10,
    "calls": "call(1);" * 10,
    "tests": "if (v50 == 1 && v51 > 2 && isset(f60)) { v52 = 1; }" * 10,
    "said": 'if (said("look", "lamp")) { v52 = 1; }' * 10,
    "else": "if (isset(f99)) { v50 = 1; } else { v51 = 1; }" * 10,
}
"""Ten actions or conditions each."""
WALKERS = """
animate.obj(o{0}); set.view(o{0}, 0); ignore.objs(o{0}); ignore.blocks(o{0}); ignore.horizon(o{0});
position(o{0}, {1}, {2}); draw(o{0}); start.cycling(o{0}); wander(o{0});
"""
COUNTS = ("1", "16", "100")
LATEST_SAVES = 200


@case(over=FAMILIES, per=ACTIONS)
def logic(family: str) -> Work:
    """An action, or a condition, of a logic that runs from its first byte to its return."""
    sources = {
        0: "load.logics(1);" + FAMILIES[family] * (ACTIONS // 10) + "return();",
        1: "return();",
    }
    machine = Machine(open_game(BUILD(sources)), settings=Settings(budget=UNLIMITED))
    machine.cycle()
    core, vm = machine.core, machine.state.vm

    def once() -> None:
        vm.depth = 0
        vm.work, vm.fuel = 1_000_000, machine.settings.beat_fuel
        core.enter(0)
        while core.run() == Need.ACTION:  # load.logics, once
            pass

    return once


@case()
def parse() -> Work:
    """A typed sentence against 6,000 words."""
    words = {f"{first}{second}{third}word": 100 for first in LETTERS for second in LETTERS for third in "aeinorstu"}
    dictionary = words_file({**words, "look": 20, "at": 0, "zebra": 21})
    return lambda: read_sentence(dictionary, b"look at the zzrword and at zebra")


@case(over=COUNTS)
def objects(count: str) -> Work:
    """People of the demo game who walk about, cycle, and are redrawn in every cycle."""
    number = int(count)
    start = "".join(WALKERS.format(each, 7 * each % 140, 40 + 11 * each % 120) for each in range(number))
    drawn = "v50 = 0; load.pic(v50); draw.pic(v50); show.pic();"
    source = f"if (!isset(f50)) {{ set(f50); {drawn} load.view(0); {start} }} return();"
    views = {0: open_game(demo_path()).views[0]}
    path = BUILD({0: source}, pictures={0: b"\xff"}, views=views, max_object=number + 1)
    machine = Machine(open_game(path), seed=1)
    machine.run(ticks=200)  # drawing a hundred is work for more than one beat
    assert machine.state.updating_sprites.count == number
    return machine.core.animate


@case()
def idle_beat() -> Work:
    """A beat of a game that does nothing."""
    return Machine(open_game(BUILD({0: "return();"})), seed=1).beat


@case(over=PLAYED)
def frame(name: str) -> Work:
    """A frame of a screen on which something was drawn."""
    machine = played(name)

    def show() -> None:
        machine.screen.touch()
        assert machine.frame.pixels

    return show


@case(over=PLAYED)
def frame_rgb(name: str) -> Work:
    """A frame as an array of red, green and blue."""
    machine = played(name)
    return lambda: machine.frame.rgb


@case(over=PLAYED)
def text(name: str) -> Work:
    """The text on the screen as strings."""
    machine = played(name)
    return lambda: machine.text.rows


@case(over=PLAYED, limit=5e-6)
def snapshot(name: str) -> Work:
    """A snapshot that nobody keeps."""
    return played(name).snapshot


@case(over=PLAYED)
def snapshot_kept(name: str) -> Work:
    """One of a hundred that are kept, in place of the oldest."""
    machine = played(name)
    kept = [machine.snapshot() for _ in range(100)]
    places = iter(range(1 << 60))

    def keep() -> None:
        kept[next(places) % 100] = machine.snapshot()

    return keep


@case(over=PLAYED, limit=5e-6)
def restore(name: str) -> Work:
    """A snapshot brought back."""
    machine = played(name)
    before = machine.snapshot()
    return lambda: machine.restore(before)


@case(over=PLAYED, limit=5e-6)
def state_hash(name: str) -> Work:
    """The hash by which explorers tell states apart."""
    state = played(name).state
    return lambda: resume_hash(state)


@case(over=PLAYED)
def digests(name: str) -> Work:
    """All digests of a moment: state, frame, sound."""
    return played(name).digests


@case(over=PLAYED)
def savegame(name: str) -> Work:
    """A savegame of the original's form, without the disk."""
    machine = played(name)
    return lambda: savegame_of(machine, b"here").to_bytes()


@case(over=PLAYED, limit=5e-3)
def state_file(name: str) -> Work:
    """A state file of ours, without the disk."""
    machine = played(name)
    return lambda: save_state(machine)


@case(over=PLAYED)
def state_file_resumed(name: str) -> Work:
    """A state file made a machine's state again."""
    machine = played(name)
    saved = save_state(machine)
    return lambda: resume(machine, saved)


@case(per=LATEST_SAVES)
def rewind() -> Work:
    """Playing on, a moment to go back to being kept every eight beats, then as many steps back."""
    machine = played("kq4dem")
    past = Rewind(machine)

    def there_and_back() -> None:
        for _ in range(LATEST_SAVES * BEATS_BETWEEN):
            machine.advance()
            past.after(machine, ())
        for _ in range(LATEST_SAVES):
            past.step_back()

    return there_and_back
