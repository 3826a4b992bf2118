"""A game in several releases: what an author changes between them, and what saved states make of it."""

from __future__ import annotations

from pathlib import Path

from tests.own_games.building import GameBuilder

LOGIC = """
if (v0 == 0) {
  v10 = 1; script.size(60);
  set.game.id("RELEAS"); configure.screen(1, 22, 0);
  set.key(0, 59, c1);
  v60 = 11; set(f60); set.string(s2, "Wick");
  new.room(1);
}
call.v(v0);
if (controller(c1)) { new.room(2); }
return();
"""
MEADOW = """
if (isset(f5)) {
  load.view(0); animate.obj(o0); set.view(o0, 0); position(o0, 80, 120); draw(o0);
  v50 = 1; load.pic(v50); draw.pic(v50); discard.pic(v50);
  load.view(3); add.to.pic(3, 0, 0, 20, 150, 10, 4);
  animate.obj(o1); set.view(o1, 3); position(o1, 40, 100); draw(o1); stop.update(o1);
  show.pic(); status.line.on(); accept.input(); player.control();
  v61 += 1;
}
return();
"""
CAVE = MEADOW.replace("position(o0, 80, 120)", "position(o0, 30, 150)")
PICTURE = "color 10\nfill 0,0\ncolor 2\nline 0,60 159,60\nfill 0,100"
WALLED = PICTURE + "\npriority 0\nline 60,100 120,100\nline 60,101 120,101"
VIEW = "loop\ncel\n" + "\n".join(["4444444"] * 20)
STONE = "loop\ncel\n" + "\n".join(["77777"] * 5)
ITEMS = (("?", 0), ("lamp", 1), ("key", 255), ("rope", 2))


def build(builder: GameBuilder, name: str = "", **changes: object) -> Path:
    """Build a release: `changes` replace the arguments of the builder; `name` is the folder's."""
    sources: dict[str, object] = {
        "logics": {0: LOGIC, 1: MEADOW, 2: CAVE},
        "pictures": {1: PICTURE},
        "views": {0: VIEW, 3: STONE},
        "items": ITEMS,
    }
    path = builder(**(sources | changes))  # type: ignore[arg-type]
    return path.rename(path.with_name(name)) if name else path


def with_logics(**logics: str) -> dict[int, str]:
    """Return the logics with some replaced: ``logic1="..."``."""
    return {0: LOGIC, 1: MEADOW, 2: CAVE} | {int(name.removeprefix("logic")): text for name, text in logics.items()}
