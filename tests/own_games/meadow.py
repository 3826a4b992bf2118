"""A meadow with somebody in it: walks, answers a sentence, has a menu and a text screen, ends with Ctrl-X."""

LOGIC = """
if (v0 == 0) {
  v10 = 1;
  set.game.id("MEADOW"); configure.screen(1, 22, 0);
  set.menu("Game"); set.menu.item("Help <F1>", c1); set.menu.item("Quit", c2);
  submit.menu();
  set.key(0, 59, c1);
  set.key(24, 0, c2);
  set.key(27, 0, c3);
  set.key(0, 60, c4);
  new.room(1);
}
call(1);
if (controller(c1)) { print("Type a sentence."); }
if (controller(c2)) { quit(1); }
if (controller(c3)) { menu.input(); }
if (controller(c4)) { text.screen(); display(3, 5, "A page of words."); display(20, 5, "Its end."); }
if (isset(f2) && said("look")) { print("Grass, as far as you can see."); }
return();
"""
MEADOW = """
if (isset(f5)) {
  load.view(0); animate.obj(o0); set.view(o0, 0); position(o0, 80, 120); draw(o0);
  v50 = 1; load.pic(v50); draw.pic(v50); show.pic(); discard.pic(v50);
  status.line.on(); accept.input(); player.control();
}
return();
"""
PICTURE = "color 10\nfill 0,0\ncolor 2\nline 0,60 159,60\nfill 0,100"
VIEW = "loop\ncel\n" + "\n".join(["4444444"] * 20)


def sources() -> dict[str, object]:
    """Return the arguments of a game builder."""
    return {"logics": {0: LOGIC, 1: MEADOW}, "pictures": {1: PICTURE}, "views": {0: VIEW}}
