"""The compiled loops: buffers and integers in, integers out. No module here imports anything of the program.

Begin with `cycle.pyx`, the order of a cycle, and `interp.pyx`, the fetch loop of the logics. The groups are:

* drawing: line, brush, flood, picture, cel, below, cel_cache, view_tables, screen, scale, lzw;
* objects: cels, motion, placement, sprites, added_cels;
* running: cycle, interp, fuel, conditions, heap, fast_actions, and the actions by what they work on: variable_actions,
  placing_actions, looks_actions, motion_actions (actions.pxd has their form);
* sound: player, psg, port_log;
* what drawing and sound do for many cells or samples at a time, in C: vector;
* what Python sees: machine, on top of context (the state, the resources, the rules).

codes.pxd, layout.pxd, opcodes.pxd and rules.pxd are written by ``python -m agi_emu.state.declarations``: every number
that crosses the border of core and Python is declared in Python, once.
"""
