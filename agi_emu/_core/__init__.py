"""The compiled loops: buffers and integers in, integers out. No module here imports anything of the program.

Begin with `cycle`, the order of a cycle, and `interp`, the fetch loop of the logics. The groups are:

* drawing a picture: `line`, `brush`, `flood`, `picture`, `deep`;
* views: `view_tables`, `cel`, `below`, `cel_cache`;
* the screen: `screen`, `cga`, `hercules`, `scale`, `colours`, `vector` (what is done for many cells or samples at a
  time, in C);
* objects: `cels`, `motion`, `placement`, `added_cels`, `memory_image`, and the lists of those in the picture:
  `sprites`, `sprite_lists`, `backgrounds`, `redrawing`;
* running: `cycle`, `keyboard`, `interp`, `decoding`, `steps`, `conditions`, `fuel`, `counting` and `prices` (what it
  took on computers of the time), `heap`, `fast_actions`, and the actions by what they work on: `variable_actions`,
  `flag_actions`, `placing_actions`, `looks_actions`, `motion_actions` (`actions` has their form);
* text and files: `message`, `lzw`, `surveying`;
* sound: `player`, `port_log`, `psg`;
* for who looks on: `ways`, `observing`, `sampling`, `trace_lines`, `checksums`;
* for many machines: `turns`;
* for recordings and snapshots: `ticks`, `tick_blocks`, `stretches`, `masking`, `changes`;
* what Python sees: `machine`, on top of `context` (the state, the resources, the rules), and `stepper`, its step and
  its frame;
* written by setup.py with ``scripts/core_declarations.py``: `codes`, `layout`, `opcodes`, `rules`, and what binds the
  actions of a module by their names; with ``scripts/core_stubs.py`` the stubs. Each number that crosses the border of
  core and Python is declared in Python, once; their names are taken with ``*``.
"""
