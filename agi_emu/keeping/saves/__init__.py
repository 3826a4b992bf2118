"""Keeps a player's saves on disk: savegames, states, automatic saves; and goes back in time.

`player_saves` is what a window or a session without one uses: it joins `autosave`, `rewind`, `save_writer` (a thread
that writes) and `save_failures` (what the player hears when that fails). `state_folder` and `save_folder` are the
folders of states and of the original's savegames; `resume_candidates` picks the state to continue from. All files are
written by `durable_files`: whole, or not at all.

The contents are made in `machine.saving`. Uses machines and `state`; knows no window.
"""
